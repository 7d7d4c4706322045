"""Random lines by everybody at a table, and what must hold after each: `python -m tests.fuzz.roles [--lines N]`.

Each line is answered or passed over as it should be, in three lines at most; it breaks nothing, changes nothing that
its author may not change, and shows nobody what others hold.
"""

import asyncio
import sys
import time
from argparse import ArgumentParser
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random, SystemRandom
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import json

from games.kit.text import plain
from ionbot.channel import Lane, Person, Status
from ionbot.network.formatting import pieces
from ionbot.store.database import Database
from ionbot.table.hearing import Meaning, meaning
from ionbot.table.vocabulary import COMMANDS, abbreviated
from tests.fuzz.house import House, whole_mask
from tests.fuzz.listening import LogEntry, listening
from tests.fuzz.talk import GAMES, Talker
from tests.table.room import Room, Said

ROLES = ("player", "guest", "operator", "outsider", "stranger", "admin")
"""Who plays, who could sit down, who operates the table, who is excluded from games, who is not in the channel, and who
looks after the whole bot."""
STATES = ("match", "match", "match", "lobby", "empty")
A_ROOM = 40
"""So many lines are said in a room before there is another one."""
MOST_LINES = 3
"""At once to one person; what they hold is told besides, if that has changed."""
ROOM_BYTES = 400
"""Bytes of text that a line on the wire holds, where names and host are long."""
GENEROUS = {"person_burst": 1000, "person_rate": 1000, "channel_burst": 10_000, "channel_rate": 10_000}
"""So much that nobody is ignored for talking too much."""
_MOVERS = {"quit", "away", "back", "vote"}
"""Commands by which a player changes the match."""
_SETTERS = {"set", "reset", "exclude", "include"}
"""Commands by which an operator changes settings."""


class Failed(AssertionError):
    """Something that must hold does not."""


class Stage:
    """A room with people in it, one of whom says something by chance."""

    def __init__(self, room: Room, role: str) -> None:
        self.room = room
        self.role = role
        self.ann, self.bob, self.eve, self.oona = map(room.person, ("ann", "bob", "eve", "oona"))
        self.hands: list[tuple[Person, str]] = []
        self.orders: list[str] = []
        room.admins = [whole_mask(self.eve)] if role == "admin" else []

    @property
    def person(self) -> Person:
        """Who speaks."""
        return {"player": self.ann, "operator": self.oona}.get(self.role, self.eve)

    async def begin(self, state: str) -> None:
        """Let everybody come, and a match begin, or a table open, or nothing."""
        await self.room.open()
        self._house = House(self.room)
        for person, status in ((self.ann, Status.NONE), (self.bob, Status.NONE), (self.oona, Status.OP)):
            await self.room.arrives(person, status)
        if self.role != "stranger":
            await self.room.arrives(self.eve)
        if state != "empty":
            await self.room.says(self.ann, "!join")
        if state == "match":
            await self.room.says(self.bob, "!join")
            await self.room.says(self.ann, "!go")
        self.room.fresh()

    async def say(self, text: str, private: bool) -> None:
        """Let the person say something. Raises Failed."""
        table, before, hands = self.room.table, self._written(), self._hands()
        seated, settings = table.seats(self.person), dict(table.settings.own)
        chat = not private and meaning(table, self.person, text) is Meaning.CHAT
        may_move = self._may_move(text)
        self.orders.clear()
        await (self.room.whispers if private else self.room.says)(self.person, text)
        await self._house.settle()
        await self.room.settle()
        said = self.room.fresh()
        self._check_form(said)
        self._check_answered(said, text, private=private, chat=chat, seated=seated)
        self._check_hidden(said, hands + self._hands())
        _demand(self.role == "admin" or not self.orders, f"an order is carried out: {self.orders}")
        known = COMMANDS.get(_word(text))
        if self.role != "operator" or not known or known.name not in _SETTERS:
            _demand(table.settings.own == settings, "the settings are others")
        changed = self._written() != before
        if self.role in {"outsider", "stranger"} or chat:
            _demand(not changed, "the table is another")
        elif self.role == "guest" and not seated and not table.seats(self.person):
            _demand(not changed, "somebody who sits nowhere has changed it")
        elif self.role == "player" and not may_move:
            _demand(not changed, "what is no move has changed it")

    def _written(self) -> tuple[object, ...]:
        """Give what lasts of the table: the lobby, the match's entries and its state."""
        table = self.room.table
        lobby = table.lobby and (table.lobby.match, table.lobby.names)
        return (lobby, len(table.play.match.log), json.encode(table.play.match.state)) if table.play else (lobby,)

    def _may_move(self, text: str) -> bool:
        """Tell whether a line of a player's may change the table: a command that does, or what reads as a move."""
        table, words = self.room.table, text.removeprefix("!").strip()
        if not table.play or not (seat := table.play.seating.of(self.person)):
            return True
        known = COMMANDS.get(_word(text)) or abbreviated(_word(text), operator=False)
        return bool(known and known.name in _MOVERS) or table.play.sitters.is_away(seat) or _reads(table, seat, words)

    def _hands(self) -> list[tuple[Person, str]]:
        """Give what each player holds, as it is told to them alone."""
        play = self.room.table.play
        if not play:
            return []
        hands = ((seat.person, play.game.words.hand(play.match.state, seat.number)) for seat in play.sitters.people)
        return [(person, plain(hand)) for person, hand in hands if person and "old" in plain(hand)]

    def _check_form(self, said: Sequence[Said]) -> None:
        for lanes in ({Lane.HAND}, {*Lane} - {Lane.HAND}):
            told = [each.text for each in said if each.to is self.person and each.lane in lanes]
            lines = [piece for text in told for piece in pieces((text,), ROOM_BYTES, False)]
            _demand(len(lines) <= MOST_LINES, f"{len(lines)} lines at once: {lines}")
        for each in said:
            for piece in pieces((each.text,), ROOM_BYTES, False):
                _demand(len(piece.encode()) <= ROOM_BYTES and not set(piece) & set("\r\n\0"), f"no line: {piece!r}")

    def _check_answered(self, said: Sequence[Said], text: str, *, private: bool, chat: bool, seated: bool) -> None:
        if chat or self.role == "stranger":
            # A player who says nearly a move is told what moves look like, as they may wonder why nothing happens.
            told = [each.to for each in said]
            _demand(not said or (seated and told == [self.person]), f"answered: {said}")
        elif private or self.orders or (text.startswith("!") and _word(text) in COMMANDS and text[1:2].isalpha()):
            _demand(bool(said), "not answered")
            _demand(not self.orders or self.person in [each.to for each in said], "an order is not answered")

    def _check_hidden(self, said: Sequence[Said], hands: Sequence[tuple[Person, str]]) -> None:
        for each in said:
            for owner, hand in hands:
                shared = any(other is each.to and held == hand for other, held in hands)
                _demand(each.to is owner or shared or hand not in each.text, f"{owner.nick}'s hand is told: {each}")


class Roles:
    """Lines of one role, where one game is played. `empty` is the file of a database in which nothing happened."""

    def __init__(self, seed: str, game: str, role: str, empty: Path) -> None:
        self.seed = f"{seed} {game} {role}"
        self.game, self.role = game, role
        self._empty = empty
        self._chance = Random(self.seed)
        self._faults: list[object] = []
        self._orders: list[str] = []

    async def run(self, lines: int) -> None:
        """Say so many lines. Raises Failed."""
        with listening(self._note):
            for number in range(0, lines, A_ROOM):
                async with self._stage(self._chance.choice(STATES)) as stage:
                    self._orders = stage.orders
                    await self._talk(stage, number, min(A_ROOM, lines - number))

    async def _talk(self, stage: Stage, number: int, lines: int) -> None:
        talker, said = Talker(self._chance, self.game), []
        for line in range(lines):
            text, private = talker.line(), self._chance.random() < 0.5
            said.append(text)
            try:
                await stage.say(text, private)
                _demand(not self._faults, f"a fault: {self._faults[:1]}")
            except Exception as error:
                last = "\n".join(f"    {each!a}" for each in said)
                raise Failed(f"seed {self.seed!r}, line {number + line}: {error!r}\nin this room:\n{last}") from error

    @asynccontextmanager
    async def _stage(self, state: str) -> AsyncIterator[Stage]:
        settings: dict[str, Any] = {"excluded": ["*!*@eve.example"]} if self.role == "outsider" else {}
        with TemporaryDirectory() as folder:
            room = Room(Path(folder), self._empty, self.game, **GENEROUS | settings)
            with closing(room.database):
                stage = Stage(room, self.role)
                await stage.begin(state)
                try:
                    yield stage
                finally:
                    await room.close()

    def _note(self, method: str, entry: LogEntry) -> None:
        """Note orders, and what is logged as an error."""
        if entry["event"] == "order":
            self._orders.append(entry["order"])
        if method in {"error", "exception", "critical"}:
            self._faults.append(entry)


def _word(text: str) -> str:
    """Give the first word behind what commands begin with."""
    for start in ("ionbot: ", "ionbot, ", "!"):
        text = text.removeprefix(start)
    return (text.strip() or "help").partition(" ")[0].lower()


def _reads(table: Any, seat: Any, words: str) -> bool:
    for start in ("ionbot: ", "ionbot, "):
        words = words.removeprefix(start)
    return bool(words) and table.play.reads(seat, words)


def _demand(fact: bool, otherwise: str) -> None:
    if not fact:
        raise Failed(otherwise)


def main(arguments: Sequence[str]) -> int:
    """Run every role in every game; 1 if something failed."""
    parser = ArgumentParser("python -m tests.fuzz.roles", description="Throw random lines at a table, role by role.")
    parser.add_argument("--lines", type=int, default=10_000, help="how many for each role (default: 10,000)")
    parser.add_argument("--seed", default=str(SystemRandom().randrange(10**9)), help="what decides all of them")
    wanted = parser.parse_args(arguments)
    print(f"seed {wanted.seed}", flush=True)
    with TemporaryDirectory() as folder:
        empty = Path(folder, "empty.db")
        with closing(Database(f"sqlite:///{empty}")) as database:
            database.upgrade()
        for role in ROLES:
            start = time.perf_counter()
            for game in GAMES:
                try:
                    asyncio.run(Roles(wanted.seed, game, role, empty).run(wanted.lines // len(GAMES)))
                except Failed as failure:
                    print(failure)
                    return 1
            print(f"{role}: {wanted.lines:,} lines, {time.perf_counter() - start:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
