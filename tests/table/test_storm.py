"""Whatever people, networks, databases and time do: the store agrees, nothing breaks, the alarm is right."""

import asyncio
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ionbot.channel import Delivery, Departure, Loss
from ionbot.store.database import DatabaseError
from ionbot.table.absence import is_paused
from tests.table.room import Room, faults

NICKS = ("ann", "bob", "cat", "dan", "eve")
ACCOUNTS = {"ann": "Ann", "bob": "Bob"}
TEXTS = (
    "!join", "!join", "!join", "!go", "!go", "!quit", "!inv", "!score", "!join luck", "1", "2", "!3", "throw ruby",
    "+", "-", "S", "R", "!=", "& +", "hello", "!nonsense", "ionbot: turn", "", "!",
    "!away", "!away", "!back", "!vote stop", "!sc", "!t x2", "!rules dump", "join", "quit",
)  # fmt: skip
ORDERS = (
    "!pause", "!pause", "!resume", "!resume", "!resume", "!stop", "!start", "!start", "!start ion limit=3",
    "!start pebbles pebbles=4", "!start x=1", "!bot add", "!bot add", "!bot add normal", "!bot remove", "!drop bob",
    "!drop ann_", "!swap bob", "!swap ann bob", "!swap bob cat", "!accept", "!accept", "!help",
)  # fmt: skip
OPERATORS = ["*!~eve@eve.example"]
TIMES_MS = (0, 1, 999, 9_999, 10_000, 30_000, 60_000, 90_000, 900_000)

NICK = st.sampled_from(NICKS)
STEPS = st.one_of(
    st.tuples(st.just("says"), NICK, st.sampled_from(TEXTS)),
    st.tuples(st.just("says"), NICK, st.sampled_from(TEXTS)),
    st.tuples(st.just("orders"), st.sampled_from(ORDERS)),
    st.tuples(st.just("moves"), st.sampled_from(TEXTS)),
    st.tuples(st.just("whispers"), NICK, st.sampled_from(TEXTS)),
    st.tuples(st.just("comes_or_goes"), NICK, st.sampled_from(Departure)),
    st.tuples(st.just("renames"), NICK),
    st.tuples(st.just("logs_in"), NICK),
    st.tuples(st.just("passes"), st.sampled_from(TIMES_MS)),
    st.tuples(st.just("network"), st.sets(NICK), st.sampled_from(Loss)),
    st.tuples(st.just("delivers"), st.sampled_from([None, *Delivery])),
    st.tuples(st.just("refuses"), st.sampled_from([None, *NICKS])),
    st.tuples(st.just("fails"), st.integers(1, 3), st.booleans()),
    st.tuples(st.just("crashes")),
)


class Storm:
    """A room with two at a match, and what can happen in it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.people = {nick: room.person(nick, ACCOUNTS.get(nick)) for nick in NICKS}

    async def begin(self) -> None:
        await self.room.open()
        for nick in ("ann", "bob", "cat", "eve"):
            await self.room.arrives(self.people[nick])
        await self.room.begins(self.people["ann"], self.people["bob"])

    async def says(self, nick: str, text: str) -> None:
        if self._here(nick):
            await self.room.says(self.people[nick], text)

    async def orders(self, text: str) -> None:
        """Let the operator say something."""
        await self.says("eve", text)

    async def moves(self, text: str) -> None:
        play = self.room.table.play
        for person in list(self.room.channel.persons):
            if play and play.sitters.to_move(person):
                await self.room.says(person, text)
                return

    async def whispers(self, nick: str, text: str) -> None:
        if self._here(nick):
            await self.room.whispers(self.people[nick], text)

    async def comes_or_goes(self, nick: str, how: Departure) -> None:
        if not self.room.channel.open:
            return
        if self._here(nick):
            await self.room.leaves(self.people[nick], how)
        else:
            self.people[nick] = await self.room.arrives(self.room.person(nick, ACCOUNTS.get(nick)))

    async def renames(self, nick: str) -> None:
        self.room.rename(self.people[nick], f"{nick}_")

    async def logs_in(self, nick: str) -> None:
        if self._here(nick):
            await self.room.logs_in(self.people[nick], nick.title())

    async def passes(self, ms: int) -> None:
        await self.room.advance(ms)

    async def network(self, nicks: set[str], loss: Loss) -> None:
        if self.room.channel.open:
            await self.room.disconnects(loss)
        else:
            self.people |= {nick: self.room.person(nick, ACCOUNTS.get(nick)) for nick in nicks}
            await self.room.reconnects(*(self.people[nick] for nick in sorted(nicks)))

    async def delivers(self, delivery: Delivery | None) -> None:
        self.room.channel.delivery = delivery
        if delivery:
            await self.room.leave_now(delivery)

    async def refuses(self, nick: str | None) -> None:
        """Let the server refuse a line to somebody, or to the channel."""
        if self.room.channel.open and (nick is None or self._here(nick)):
            await self.room.refuses(self.people[nick] if nick else self.room.channel, "no")

    async def fails(self, times: int, after_commit: bool) -> None:
        self.room.break_database(times, lambda: DatabaseError("disk full"), after_commit=after_commit)

    async def crashes(self) -> None:
        if self.room.channel.open:
            await self.room.restart()
            self.people |= {person.nick.rstrip("_"): person for person in self.room.channel.persons}

    def _here(self, nick: str) -> bool:
        return self.people[nick] in self.room.channel.persons

    def check(self, logs: list[Any]) -> None:
        room, table = self.room, self.room.table
        assert list(faults(logs)) == []
        assert room.findings() == []
        assert room.alarm.due == ({} if table.due is None else {table: table.due})
        assert not (table.play and table.lobby)
        if table.play:
            sitting = [seat.person for seat in table.play.seating if seat.person]
            assert len({id(person) for person in sitting}) == len(sitting)
            assert all(person in room.channel.persons for person in sitting)
            standings = table.game.standings(room.state)
            assert len(standings) == len(table.play.seating)
            assert table.play.paused == is_paused(table.play.match.log)
            assert not any(seat.person and not standings[seat.number].present for seat in table.play.seating)


async def run(room: Room, steps: list[tuple[Any, ...]], logs: list[Any]) -> None:
    storm = Storm(room)
    await storm.begin()
    try:
        for name, *arguments in steps:
            await getattr(storm, name)(*arguments)
            storm.check(logs)
    finally:
        await room.close()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    steps=st.lists(STEPS, min_size=5, max_size=40),
    game=st.sampled_from(["pebbles", "ion"]),
    fill=st.sampled_from([0, 0, 2]),
    tick=st.sampled_from([0, 1]),
)
def test_a_storm(empty: Path, logs: list[Any], steps: list[tuple[Any, ...]], game: str, fill: int, tick: int):
    with tempfile.TemporaryDirectory() as folder:
        room = Room(Path(folder), empty, game=game, fill=fill, tick=tick, operators=OPERATORS, bare=True)
        with closing(room.database):
            asyncio.run(run(room, steps, logs))
