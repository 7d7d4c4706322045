"""What is done at a table just now, for whoever looks after the bot."""

from enum import StrEnum

from games.kit.text import Text, phrase
from ionbot.table.table import Table


class Doing(StrEnum):
    """What is done at a table."""

    FREE = "free"
    LOBBY = "lobby"
    PLAYING = "playing"
    PAUSED = "paused"
    RESTING = "resting"
    """A match is there that cannot go on."""


def doing(table: Table) -> Doing:
    """Tell what is done at a table."""
    if table.play:
        return Doing.PAUSED if table.play.paused else Doing.PLAYING
    if table.lobby:
        return Doing.LOBBY
    return Doing.RESTING if table.resting else Doing.FREE


def in_words(table: Table) -> Text:
    """Tell what is done at a table, and in which match of what."""
    about = {"match": str(table.match), "game": table.game.title}
    match doing(table):
        case Doing.PLAYING:
            return phrase("match {match} of {game}", **about)
        case Doing.PAUSED:
            return phrase("match {match} of {game}, paused", **about)
        case Doing.LOBBY:
            return phrase("open for match {match} of {game}", **about)
        case Doing.RESTING:
            return phrase("a match that cannot go on")
        case Doing.FREE:
            return phrase("nothing is played")
