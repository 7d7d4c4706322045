"""What becomes of what people say: a command, a move, or nothing."""

from typing import TYPE_CHECKING

from games.kit.errors import Misread
from ionbot.channel import Person
from ionbot.table import commands, operating
from ionbot.table.address import BARE, addressed
from ionbot.table.play import Play
from ionbot.table.seating import Seat
from ionbot.table.timing import Moment
from ionbot.table.vocabulary import COMMANDS, Command, abbreviated, near

if TYPE_CHECKING:
    from ionbot.table.table import Table

_STAYS_AWAY = {commands.away, commands.back, commands.quit_}
"""What somebody who is away can run without coming back by it."""


async def hear(table: "Table", person: Person, text: str, moment: Moment | None) -> None:
    """Somebody has said something in the channel; it may be meant for the bot, or be the move that is waited for."""
    words = addressed(text, table.prefix, table.channel.me)
    if words is not None:
        await obey(table, person, words, moment, sure=not text.startswith(table.prefix))
    elif table.bare and text.strip().lower() in BARE:
        await obey(table, person, text, moment, sure=True)
    elif text.strip() and table.play:
        await _hear_move(table, table.play, person, text, moment)


async def obey(table: "Table", person: Person, words: str, moment: Moment | None, *, sure: bool) -> None:
    """Do what somebody wants: a command or a move; nothing at all is `help`.

    Not `sure`: it may be meant for another bot.
    """
    word, _, rest = (words.strip() or "help").partition(" ")
    operator = table.operates(person)
    if known := COMMANDS.get(word.lower()):
        await _run(table, known, person, rest)
    elif table.play and (seat := table.play.seating.of(person)):
        await _obey_player(table, seat, person, words, moment)
    elif known := abbreviated(word, operator=operator):
        await _run(table, known, person, rest)
    elif sure or near(word, operator=operator):
        table.tell(person, commands.unknown(table, person, words))


async def _obey_player(table: "Table", seat: Seat, person: Person, words: str, moment: Moment | None) -> None:
    """Do what a player wants that is no command's own word: what reads as a move is one, even if it cannot be made."""
    if not (play := table.play):
        return
    await _return(play, seat, words)
    refused = await play.move(seat, words, moment)
    word, _, rest = words.strip().partition(" ")
    if isinstance(refused, Misread) and (known := abbreviated(word, operator=table.operates(person))):
        await _run(table, known, person, rest)
    elif refused:
        table.tell(person, refused.text)


async def _hear_move(table: "Table", play: Play, person: Person, text: str, moment: Moment | None) -> None:
    """Take a bare line as a move, if it is one; all else is chat."""
    if seat := play.seating.of(person):
        await _return(play, seat, text)
    if seat := play.to_move(person):
        refused = await play.move(seat, text, moment)
        if refused and not isinstance(refused, Misread):
            table.tell(person, refused.text)


async def _return(play: Play, seat: Seat, text: str) -> None:
    """End the absence of somebody who has said that they are away, if they type a move."""
    if play.is_away(seat) and play.reads(seat, text):
        await play.come_back(seat)


async def _run(table: "Table", command: Command, person: Person, rest: str) -> None:
    """Run a command for somebody, if it is for them; whoever was away and types one is back."""
    if command.operators and not table.operates(person):
        table.tell(person, operating.refusal(table, command))
        return
    seat = table.play.seating.of(person) if table.play else None
    if table.play and seat and table.play.is_away(seat) and command.run not in _STAYS_AWAY:
        await table.play.come_back(seat)
    await command.run(table, person, rest.strip())
