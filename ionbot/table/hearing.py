"""What becomes of what people say: a command, a move, or nothing."""

from enum import Enum, auto
from typing import TYPE_CHECKING

from games.kit.errors import Misread, Refused
from games.kit.text import phrase
from ionbot.channel import Person
from ionbot.table import (  # noqa: F401 - commands register themselves
    administering,
    commands,
    configuring,
    decks,
    excluding,
    forgetting,
    manual,
    operating,
    planning,
    retelling,
    scoring,
    subscribing,
    swapping,
    wishes,
)
from ionbot.table.address import BARE, addressed
from ionbot.table.asking import vocabulary
from ionbot.table.play import Play
from ionbot.table.seating import Seat
from ionbot.table.timing import Moment
from ionbot.table.vocabulary import COMMANDS, Command, abbreviated, near

if TYPE_CHECKING:
    from ionbot.table.table import Table

_STAYS_AWAY = {commands.away, commands.back, commands.quit_}
"""What somebody who is away can run without coming back by it."""
_ANYWHERE = {
    commands.more_, decks.deck, forgetting.forget, scoring.history, scoring.stats, subscribing.subscribe,
    *wishes.WISHES,
}  # fmt: skip
"""What is about no table in particular."""


class Meaning(Enum):
    """What a line is taken for before its turn has come."""

    CHAT = auto()
    COMMAND = auto()
    MOVE = auto()


def meaning(table: "Table", person: Person, text: str) -> Meaning:
    """Tell what a line in the channel is."""
    words = addressed(text, table.prefix, table.channel.me)
    if words is not None:
        return wish(table, person, words)
    if table.bare and text.strip().lower() in BARE:
        return Meaning.COMMAND
    return Meaning.MOVE if table.config.bare_moves and _is_move(table, person, text) else Meaning.CHAT


def wish(table: "Table", person: Person, words: str) -> Meaning:
    """Tell what words for the bot are: a move, or a command, be it one that there is not."""
    is_move = not _command(table, person, words) and _is_move(table, person, words)
    return Meaning.MOVE if is_move else Meaning.COMMAND


def is_secret_move(table: "Table", person: Person, words: str) -> bool:
    """Tell whether words for the bot are a move, at a table where moves are secret now."""
    return table.play is not None and table.play.is_secret and wish(table, person, words) is Meaning.MOVE


def is_about(table: "Table", person: Person, words: str) -> bool:
    """Tell whether words for the bot are about a table, and not the same anywhere."""
    word = words.strip().partition(" ")[0]
    known = COMMANDS.get(word.lower()) or abbreviated(word, operator=table.operates(person))
    return not known or known.run not in _ANYWHERE


def _command(table: "Table", person: Person, words: str) -> Command | None:
    """Give the command whose word stands first.

    For who plays, `play` is none: their move stands behind it. Nor is a word that alone is a move, as `top` in Fia.
    """
    word, _, rest = words.strip().partition(" ")
    known = vocabulary(table.game).get(word.lower())
    plays = table.play is not None and table.play.seating.of(person) is not None
    if (
        known
        and plays
        and (known.run is commands.play_ or (not rest and _is_move(table, person, word, if_broken=False)))
    ):
        return None
    return known


def _is_move(table: "Table", person: Person, text: str, *, if_broken: bool = True) -> bool:
    """Tell whether a text reads as a move of a player, be it one that cannot be made, and what if the game breaks."""
    seat = table.play.seating.of(person) if table.play and text.strip() else None
    if not table.play or not seat:
        return False
    try:
        return table.play.reads(seat, text)
    except Exception:  # noqa: BLE001 - a text on which a game breaks is dealt with in its turn
        return if_broken


async def hear(table: "Table", person: Person, text: str, moment: Moment | None) -> None:
    """Somebody has said something in the channel; it may be meant for the bot, or be the move that is waited for."""
    if table.play and table.play.is_secret and meaning(table, person, text) is Meaning.MOVE:
        table.tell(
            person,
            phrase(
                "Moves are secret now, and that one does not count. Say it to me alone: {msg}.",
                msg=f"/msg {table.channel.me} MOVE",
            ),
        )  # fmt: skip
        return
    words = addressed(text, table.prefix, table.channel.me)
    if words is not None:
        await obey(table, person, words, moment, sure=not text.startswith(table.prefix))
    elif table.bare and text.strip().lower() in BARE:
        await obey(table, person, text, moment, sure=True)
    elif text.strip() and table.play and table.config.bare_moves:
        await _hear_move(table, table.play, person, text, moment)


async def obey(table: "Table", person: Person, words: str, moment: Moment | None, *, sure: bool) -> None:
    """Do what somebody wants: a command or a move; nothing at all is `help`.

    Not `sure`: it may be meant for another bot.
    """
    words = words.strip() or "help"
    word, _, rest = words.partition(" ")
    operator, spoken = table.operates(person), vocabulary(table.game)
    if known := _command(table, person, words):
        await _run(table, known, person, rest)
    elif table.play and (seat := table.play.seating.of(person)):
        await _obey_player(table, seat, person, words, moment)
    elif known := abbreviated(word, operator=operator, words=spoken):
        await _run(table, known, person, rest)
    elif sure or near(word, operator=operator, words=spoken) or administering.near(table, person, word):
        table.tell(person, manual.unknown(table, person, words))


async def _obey_player(table: "Table", seat: Seat, person: Person, words: str, moment: Moment | None) -> None:
    """Do what a player wants that is no command's own word: what reads as a move is one, even if it cannot be made.

    What reads as none can be the beginning of a command's word, unless more stands behind than the command takes: then
    it was meant for a move, as `play 3 on bobb` is not meant for `players`. Or it can be near to such a word.
    """
    if not (play := table.play):
        return
    await _return(play, seat, words)
    refused = await play.move(seat, words, moment)
    word, _, rest = words.strip().partition(" ")
    operator, spoken = table.operates(person), vocabulary(table.game)
    known = abbreviated(word, operator=operator, words=spoken)
    if isinstance(refused, Misread) and known and (known.takes_more or not rest.strip()):
        await _run(table, known, person, rest)
    elif isinstance(refused, Misread) and word.lower() not in spoken and near(word, operator=operator, words=spoken):
        table.tell(person, manual.unknown(table, person, words))
    elif refused:
        _refuse(table, play, person, refused)


async def _hear_move(table: "Table", play: Play, person: Person, text: str, moment: Moment | None) -> None:
    """Take a bare line as a move, if it is one; all else is chat."""
    if seat := play.seating.of(person):
        await _return(play, seat, text)
    if seat := play.sitters.to_move(person):
        refused = await play.move(seat, text, moment)
        if refused and not (isinstance(refused, Misread) and not refused.meant):
            _refuse(table, play, person, refused)


def _refuse(table: "Table", play: Play, person: Person, refused: Refused) -> None:
    """Tell somebody why their move was not taken."""
    table.measures.refused(play.game.name)
    table.tell(person, refused.text)


async def _return(play: Play, seat: Seat, text: str) -> None:
    """End the absence of somebody who has said that they are away, if they type a move."""
    if play.sitters.is_away(seat) and play.reads(seat, text):
        await play.roster.come_back(seat)


async def _run(table: "Table", command: Command, person: Person, rest: str) -> None:
    """Run a command for somebody, if it is for them; whoever was away and types one is back."""
    if command.operators and not table.operates(person):
        table.tell(person, operating.refusal(table, command))
        return
    seat = table.play.seating.of(person) if table.play else None
    if table.play and seat and table.play.sitters.is_away(seat) and command.run not in _STAYS_AWAY:
        await table.play.roster.come_back(seat)
    await command.run(table, person, rest.strip())
