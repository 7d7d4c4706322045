"""Fia in a room: two who duel, what can be typed for a move, and a draw that has been called."""

from collections.abc import Iterator

from games.fia import FIA
from games.fia.commands import Command, Pass, Play, Rest, Top
from games.kit.rng import Rng
from ionbot.channel import Person
from tests.table.room import Room

SERVER = 1_700_000_000_000
"""The server's time of all that the bot says, in Unix ms; its clock is not ours."""
CALM_MS = 6_000
"""The longest calm."""

_WORDS = {Rest: "draw", Top: "top", Pass: "pass"}


def typed(command: Command) -> str:
    return " ".join(command.cards) if isinstance(command, Play) else _WORDS[type(command)]


def moves(room: Room, chance: bytes = b"moves") -> Iterator[tuple[int, str]]:
    """Yield each seat that can move, with a move by chance, until nobody can any more."""
    rng = Rng(chance)
    while room.table.play and (actors := sorted(FIA.actors(room.state))):
        seat = actors[0]
        view, choices = FIA.view(room.state, seat), FIA.choices(room.state, seat)
        yield seat, typed(FIA.computers["easy"].move(view, choices, rng))


async def called(room: Room) -> list[Person]:
    """Let two begin a duel in the Free spread, and its first draw be called."""
    room.channel.stamp = SERVER
    people = room.present("ann", "bob")
    for person in people:
        await room.says(person, "!join")
    await room.says(people[0], "!go")
    await call(room)
    return people


async def call(room: Room) -> None:
    """Let time pass until a draw is called, and forget what was said until then."""
    await room.advance(room.state.due - room.table.play.clock.time)
    assert sorted(FIA.actors(room.state)) == [0, 1]
    room.fresh()


def card(room: Room, seat: int, kinds: str = "adhc") -> str:
    """Give a plain card that a seat holds."""
    return next(code for code in room.state.sides[seat].hand if code[1:2] in kinds and code[0] in "rgby")
