"""What operators can type at a table."""

from typing import TYPE_CHECKING

from games.kit import registry
from games.kit.inputs import Kind, Reason
from games.kit.options import OptionsError
from games.kit.registry import UnknownGame, find_game
from games.kit.text import Named, Text, phrase
from ionbot.channel import Person
from ionbot.table.finding import sitter
from ionbot.table.listing import WORD
from ionbot.table.lobby import Guest
from ionbot.table.settings import first_of
from ionbot.table.vocabulary import Command, Group, command

if TYPE_CHECKING:
    from ionbot.table.table import Table

_BOT = "bot add [LEVEL] | bot remove"


def refusal(table: "Table", wanted: Command) -> Text:
    """Tell somebody who is no operator that a command is not theirs, and what is."""
    typed = table.typed(wanted.name)
    if not wanted.instead:
        return phrase("{command} is for channel operators.", command=typed)
    return phrase(
        "{command} is for channel operators; you can use {instead}.",
        command=typed, instead=table.typed(wanted.instead),
    )  # fmt: skip


@command(
    "start [GAME] [OPTION=VALUE ...]", "open a table with these options for one match; if one is open, start its match",
    whole=True, group=Group.OPERATE, instead="join",
    more=(
        phrase(
            "{prefix}start ion move_time=20 rounds=2 opens a table for ION; {prefix}settings ion lists its options. "
            "They hold for this match; {prefix}set keeps them. It gives you no seat, {prefix}join does."
        ),
        phrase("When enough sit there, {prefix}start begins; {prefix}stop closes the table."),
    ),
)  # fmt: skip
async def start(table: "Table", person: Person, rest: str) -> None:
    """Open a lobby without sitting at it, or start the match of the one that waits."""
    if table.resting:
        table.tell(person, table.resting)
    elif table.play:
        table.tell(person, phrase("A match runs already; {stop} ends it.", stop=table.typed("stop")))
    elif not table.lobby:
        await _open(table, person, rest)
    elif rest:
        table.tell(person, phrase("A table is open already; {stop} closes it.", stop=table.typed("stop")))
    else:
        await table.reception.start_if_enough(table.lobby, person)


async def _open(table: "Table", person: Person, rest: str) -> None:
    """Open a lobby as somebody has described it."""
    words = rest.split()
    names = [word for word in words if "=" not in word]
    given = dict(word.split("=", 1) for word in words if "=" in word)
    if len(names) > 1:
        table.tell(person, phrase("One game, and options without blanks: {example}.", example=_example(table, names)))
        return
    try:
        game = find_game(names[0][:WORD]) if names else table.default_game
        await table.reception.host(person, game, given)
    except UnknownGame as error:
        table.tell(person, error.text)
    except OptionsError as error:
        table.tell(person, first_of(error))


def _example(table: "Table", words: list[str]) -> str:
    """Show an option of the first game that was named."""
    games = (game for word in words if (game := registry.all_games().get(word.lower())))
    game = next(games, table.default_game)
    return table.typed(f"start {game.name} {game.options.__struct_fields__[0]}=VALUE")


@command(
    "stop", "end the match, scored as it stands, or close the table",
    whole=True, group=Group.OPERATE, instead="vote stop",
    more=(phrase("It happens at once and cannot be undone; {prefix}pause only lets time stand still."),),
)  # fmt: skip
async def stop(table: "Table", person: Person, _rest: str) -> None:
    """End what is there."""
    if table.play:
        await table.play.stop(phrase("{nick} stops the match.", nick=Named(person.nick)))
    elif table.lobby:
        await table.reception.close(table.lobby)
        table.say(phrase("{nick} closes the table.", nick=Named(person.nick)))
    elif not await table.recovery.end_outdated():
        table.tell(person, table.resting or phrase("There is nothing to stop."))


@command(
    "pause", "let the match's time stand still", whole=True, group=Group.OPERATE, instead="away",
    more=(phrase("No move can be made until {prefix}resume; questions are answered. It lasts through a restart."),),
)  # fmt: skip
async def pause(table: "Table", person: Person, _rest: str) -> None:
    """Let the match's time stand still."""
    if not table.play:
        table.tell(person, phrase("There is no match to pause."))
    elif table.play.paused:
        table.tell(person, phrase("The match is paused already; {resume} ends that.", resume=table.typed("resume")))
    else:
        resume = table.typed("resume")
        await table.play.pause(
            phrase("{nick} pauses the match; {resume} ends the pause.", nick=Named(person.nick), resume=resume)
        )


@command(
    "resume", "end a pause; whoever has the turn is called again", group=Group.OPERATE,
    more=(phrase("They have their full time, as the rules say. {prefix}pause begins a pause."),),
)  # fmt: skip
async def resume(table: "Table", person: Person, _rest: str) -> None:
    """Let the match go on."""
    if table.play and table.play.paused:
        await table.play.resume(phrase("{nick} ends the pause.", nick=Named(person.nick)))
    else:
        table.tell(person, phrase("Nothing is paused."))


@command(
    _BOT, "let a computer player sit down, or send one away", group=Group.OPERATE,
    more=(
        phrase(
            "{prefix}bot add normal adds one of that level; {prefix}bot alone names the levels. In a match the rules "
            "decide whether somebody can still come. {prefix}set fill 2 lets two sit down at every table."
        ),
    ),
)  # fmt: skip
async def bot(table: "Table", person: Person, rest: str) -> None:
    """Seat a computer player, or let one go, in the lobby or in the match."""
    deed, _, level = rest.lower().partition(" ")
    levels = ", ".join(table.game.computers)
    if deed not in ("add", "remove") or (deed == "remove" and level):
        table.tell(person, phrase("{usage}. Levels: {levels}.", usage=table.typed(_BOT), levels=levels))
    elif not table.play and not table.lobby:
        table.tell(person, phrase("There is no table; {start} opens one.", start=table.typed("start")))
    elif deed == "remove":
        await _remove(table, person)
    elif level and level not in table.game.computers:
        table.tell(person, phrase("There is no level {level}; there are: {levels}.", level=level[:WORD], levels=levels))
    else:
        await _add(table, person, level or table.computer_level(table.game))


async def _add(table: "Table", person: Person, level: str) -> None:
    if table.play:
        refused = await table.play.roster.add_computer(await table.people.computer(level), level)
        if refused:
            table.tell(person, refused.text)
    elif table.lobby:
        table.reception.add_computer(table.lobby, level, person)


async def _remove(table: "Table", person: Person) -> None:
    if table.play:
        if seat := next((seat for seat in reversed(table.play.sitters.seats) if seat.kind is Kind.COMPUTER), None):
            await table.play.roster.leave(seat, Reason.DROP)
            return
    elif table.lobby and table.lobby.computers:
        table.reception.remove_computer(table.lobby)
        return
    table.tell(person, phrase("No computer player sits here that could be sent away."))


@command(
    "drop NICK", "take somebody out of the match, as if they had quit", whole=True, group=Group.OPERATE,
    more=(
        phrase(
            "It works for who waits at the table, too, and for a held seat. They can join again; {prefix}exclude NICK "
            "prevents that. A computer player goes by {prefix}bot remove."
        ),
    ),
)  # fmt: skip
async def drop(table: "Table", person: Person, rest: str) -> None:
    """Take a person out of the lobby or the match."""
    if not rest:
        table.tell(person, phrase("It is {usage}.", usage=table.typed("drop NICK")))
        return
    meant = sitter(table, rest)
    if isinstance(meant, Guest):
        await table.reception.leave(meant.person, phrase("{nick} was dropped.", nick=Named(meant.name)))
    elif table.play and meant:
        await table.play.roster.leave(meant, Reason.DROP)
    else:
        table.tell(person, phrase("Nobody at the table is called {nick}.", nick=rest[:WORD]))
