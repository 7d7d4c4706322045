"""The command by which people ask to hear of tables that open for a game."""

from typing import TYPE_CHECKING

from games.kit.registry import UnknownGame, find_game
from games.kit.text import phrase
from ionbot.channel import Person
from ionbot.table.listing import WORD
from ionbot.table.vocabulary import Group, command

if TYPE_CHECKING:
    from ionbot.table.table import Table

_OFF = "off"


@command(
    "subscribe [GAME] [off]", "hear of tables that open for a game, at most once an hour; or not any more",
    group=Group.PLAY,
    more=(
        phrase(
            "{prefix}subscribe ion begins, {prefix}subscribe ion off ends, {prefix}subscribe tells for which games you "
            "hear. It is told in private, for the channels of this network where you are."
        ),
    ),
)  # fmt: skip
async def subscribe(table: "Table", person: Person, rest: str) -> None:
    """Let somebody hear of a game's tables, or tell of which they do."""
    name, _, word = rest.lower().partition(" ")
    if name:
        try:
            game = find_game(name[:WORD])
        except UnknownGame as error:
            table.tell(person, error.text)
            return
        await table.news.subscribe(person, game.name, wanted=word.strip() != _OFF)
    names = ", ".join(table.news.games(person)) or phrase("none")
    table.tell(person, phrase("You hear of tables for: {names}.", names=names))
