"""What people can type at a table besides their moves."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, TypeAlias

from games.kit.registry import UnknownGame, find_game
from games.kit.text import Text, joined, phrase
from ionbot.channel import Person
from ionbot.table.guide import topic, topics

if TYPE_CHECKING:
    from ionbot.table.play import Play
    from ionbot.table.table import Table

_MOST = 30
"""How many characters of an unknown word are said back, so that the answer is one line."""

Run: TypeAlias = "Callable[[Table, Person, str], Awaitable[None]]"


@dataclass(frozen=True)
class Command:
    """A command: what runs it (with the rest of the line), and what `help` says of it."""

    name: str
    usage: str
    help: str
    run: Run


COMMANDS: dict[str, Command] = {}
"""All commands by every word they go by."""


def command(usage: str, help: str, *others: str) -> Callable[[Run], Run]:  # noqa: A002 - it is what it is
    """Register a command under the first word of its usage and other words."""

    def register(run: Run) -> Run:
        name = usage.partition(" ")[0]
        for word in (name, *others):
            COMMANDS[word] = Command(name, usage, help, run)
        return run

    return register


def near(word: str) -> str | None:
    """Give the command that was probably meant."""
    return next(iter(get_close_matches(word.lower(), COMMANDS, 1, 0.75)), None)


@command("join [GAME] [WORD]", "sit down, or open a table; your own WORD goes into the shuffle")
async def join(table: "Table", person: Person, rest: str) -> None:
    """Join what is there, or open a lobby."""
    first, _, word = rest.partition(" ")
    try:
        game = find_game(first) if first else None
    except UnknownGame:
        game, word = None, rest
    await table.join(person, game, word.strip())


@command("quit", "leave the table; in a match your points are divided")
async def quit_(table: "Table", person: Person, _rest: str) -> None:
    """Leave lobby or match."""
    await table.quit(person)


@command("go", "start the match now")
async def go(table: "Table", person: Person, _rest: str) -> None:
    """Start without waiting for the countdown."""
    await table.go(person)


@command("inv", "what you hold, told to you alone", "hand", "cards")
async def inv(table: "Table", person: Person, _rest: str) -> None:
    """Tell a player what they hold."""
    if table.play and (seat := table.play.seating.of(person)):
        table.tell(person, table.play.game.words.hand(table.play.match.state, seat.number))
    else:
        table.tell(person, phrase("You sit at no match here; {join} takes a seat.", join=table.typed("join")))


@command("turn", "whose turn it is and how long they have")
async def turn(table: "Table", person: Person, _rest: str) -> None:
    """Tell whose turn it is."""
    await _ask(table, person, lambda play: play.game.words.turn(play.match.state, play.clock.time))


@command("table", "what lies on the table")
async def table_(table: "Table", person: Person, _rest: str) -> None:
    """Tell what lies open."""
    seat = table.play.seating.of(person) if table.play else None
    number = seat.number if seat else None
    await _ask(table, person, lambda play: joined(*play.game.words.table(play.match.state, number)))


@command("players", "who plays")
async def players(table: "Table", person: Person, _rest: str) -> None:
    """Tell who plays."""
    await _ask(table, person, lambda play: play.game.words.players(play.match.state))


@command("time", "how much time is left")
async def time(table: "Table", person: Person, _rest: str) -> None:
    """Tell how much time is left."""
    await _ask(table, person, lambda play: play.game.words.clock(play.match.state, play.clock.time))


@command("score", "how everybody stands")
async def score(table: "Table", person: Person, _rest: str) -> None:
    """Tell how everybody stands."""
    await _ask(table, person, lambda play: play.game.words.score(play.match.state))


@command("rules [TOPIC]", "the rules of the game, topic by topic")
async def rules(table: "Table", person: Person, rest: str) -> None:
    """Tell the topics of the rules, or one of them."""
    guide = table.game.guide()
    for text in topic(guide, rest) if rest else [topics(guide, table.typed("rules"))]:
        table.tell(person, text)


@command("help [COMMAND]", "this")
async def help_(table: "Table", person: Person, rest: str) -> None:
    """Tell what can be typed."""
    if not rest:
        names = ", ".join(dict.fromkeys(known.name for known in COMMANDS.values()))
        text: Text = phrase(
            "Type {prefix} and one of: {names}; {help} tells more of each. In your turn just type your move.",
            prefix=table.prefix, names=names, help=table.typed("help COMMAND"),
        )  # fmt: skip
    elif known := COMMANDS.get(rest.lower().removeprefix(table.prefix)):
        text = phrase("{usage}: {help}.", usage=table.typed(known.usage), help=known.help)
    else:
        text = unknown(table, rest)
    table.tell(person, text)


def unknown(table: "Table", words: str) -> Text:
    """Say that there is no such command, and which there is."""
    word = words.strip().partition(" ")[0][:_MOST]
    if meant := near(word):
        return phrase("There is no {word}; did you mean {meant}?", word=word, meant=table.typed(meant))
    return phrase("There is no {word}; {help} lists what there is.", word=word, help=table.typed("help"))


async def _ask(table: "Table", person: Person, answer: "Callable[[Play], Text]") -> None:
    if table.play:
        table.tell(person, answer(table.play))
    elif table.lobby:
        table.tell(person, table.reception.text(table.lobby))
    else:
        table.tell(person, phrase("Nothing is played here; {join} opens a table.", join=table.typed("join")))
