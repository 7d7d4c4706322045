"""Two networks with two channels each, everywhere the same nicks: nothing of one table shows at another."""

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from games.ion.commands import Link, Move, Take
from games.kit.rng import Rng
from ionbot.channel import Person, Status
from tests.table import battle, fia
from tests.table.room import NETWORK, FakeChannel, Room

PLACES = {
    (NETWORK, "#cards"): "ion", (NETWORK, "#other"): "fia",
    ("else", "#cards"): "haven", ("else", "#other"): "menagerie",
}  # fmt: skip
"""What is played where, in matches 1 to 4."""
NICKS = ("ann", "bob", "eve", "oona")
"""Ann and bob play, eve looks on, oona is an operator."""
STEPS = 24
"""Moves before the bot is killed, and again afterwards."""


class Table:
    """A channel's people, and what is said there."""

    def __init__(self, room: Room, channel: FakeChannel) -> None:
        self.room, self.channel = room, channel
        self.game = PLACES[channel.network, channel.name]
        self.chance = Rng(self.game.encode())
        self._seen = 0

    def __getitem__(self, nick: str) -> Person:
        return next(person for person in self.channel.persons if person.nick == nick)

    @property
    def table(self) -> Any:
        return self.room.hall.tables[self.channel.network, self.channel.folded]

    async def says(self, nick: str, text: str) -> None:
        self.room.hall.heard(self.channel, self[nick], text)
        await self.room.settle()

    async def asks(self, nick: str, text: str) -> list[str]:
        """Give what somebody is told when they say something."""
        self.fresh()
        await self.says(nick, text)
        return self.fresh()

    def fresh(self) -> list[str]:
        """Give what was said here since the last look, and to whom."""
        fresh, self._seen = self.channel.sent[self._seen :], len(self.channel.sent)
        return [f"{said.to.nick if said.to else 'all'}: {said.text}" for said in fresh]

    async def step(self, number: int) -> None:
        """Let the first who can act move: in the channel, or in private with the channel in front."""
        play = self.table.play
        if not play or not (actors := play.game.actors(play.match.state)):
            return
        seat, state = min(actors), play.match.state
        command = play.game.computers["easy"].move(
            play.game.view(state, seat), play.game.choices(state, seat), self.chance
        )
        text, nick = self._typed(command), play.seating[seat].name
        if number % 3:
            await self.says(nick, text)
        else:
            self.room.hall.told(self[nick], f"{self.channel.name} {text}")
            await self.room.settle()

    def _typed(self, command: object) -> str:
        if self.game == "ion":
            return typed(command)
        if self.game == "fia":
            return fia.typed(command)
        return battle.typed(Here(self), command)


class Here:
    """A table as the helpers for card battles know a room."""

    def __init__(self, table: Table) -> None:
        self.table = table.table


def typed(move: Move) -> str:
    match move:
        case Take(item):
            return f"T {item}"
        case Link(linked):
            return f"& {typed(linked)}"
        case _:
            return " ".join(move.items)


class House(Room):
    """A room with channels on two networks; who is in both channels of a network is one person there."""

    def __init__(self, folder: Path, empty: Path, places: list[tuple[str, str]]) -> None:
        super().__init__(folder, empty, game="ion", options={"even": False})
        self.channels = [FakeChannel(name, network) for network, name in places]
        self.options = {"ion": {"even": False}}

    async def open(self) -> None:
        """Let everybody be there, as new connections, and the bot come."""
        for network in {channel.network for channel in self.channels}:
            people = [Person(network, nick, nick, f"~{nick}", f"{nick}.example") for nick in NICKS]
            for channel in self.channels:
                if channel.network == network:
                    channel.persons = people
                    for person in people:
                        person.status[channel.folded] = Status.OP if person.nick == "oona" else Status.NONE
        await super().open()

    async def restart(self) -> None:
        await self.close()
        await self.open()

    def tables(self) -> list[Table]:
        return [Table(self, channel) for channel in self.channels]


@pytest.fixture
async def house(tmp_path: Path, empty: Path) -> AsyncIterator[House]:
    house = House(tmp_path, empty, list(PLACES))
    with closing(house.database):
        await house.open()
        yield house
        await house.close()


async def begin(table: Table) -> None:
    await table.says("oona", f"!set game {table.game}")
    for nick in ("ann", "bob"):
        await table.says(nick, "!join")


async def go(table: Table) -> None:
    await table.says("ann", "!go")
    for nick in ("ann", "bob") if table.game in {"haven", "menagerie"} else ():
        await table.says(nick, "keep")


async def end(table: Table) -> None:
    for text in ("!score", "!inv", "!table"):
        await table.says("ann", text)
    await table.says("oona", "!stop")


async def heard(house: House, playing: Sequence[str]) -> dict[str, list[str]]:
    """Let these games be played side by side, with a crash in the middle; give what was said at each table.

    At the other tables a match is opened, too, but not begun: numbers of matches and players are part of the chance.
    """
    tables = [table for table in house.tables() if table.game in playing]
    for table in house.tables():
        await begin(table)
        if table.game not in playing:
            await table.says("oona", "!stop")
    for table in tables:
        await go(table)
    for number in range(STEPS):
        for table in tables:
            await table.step(number)
    await house.restart()
    for number in range(STEPS):
        for table in reversed(tables):
            await table.step(number)
    for table in tables:
        await end(table)
    assert house.findings() == []
    return {table.game: table.fresh() for table in tables}


async def test_matches_side_by_side_are_as_if_each_was_played_alone(
    house: House, tmp_path_factory: pytest.TempPathFactory, empty: Path
) -> None:
    games = list(PLACES.values())
    together = await heard(house, games)
    for number, game in enumerate(games, 1):
        alone = House(tmp_path_factory.mktemp(game), empty, list(PLACES))
        with closing(alone.database):
            await alone.open()
            assert (await heard(alone, [game]))[game] == together[game]
            assert alone.stored(number) == house.stored(number)
            await alone.close()
        assert len(together[game]) > 2 * STEPS


CHANNEL_WIDE = [
    ("!set fill 3", "!settings fill"), ("!set ion.move_time 30", "!settings ion"), ("!exclude eve", "!exclude"),
    ("!schedule ion fri 20:00", "!upcoming"), ("!set prefix ?", "!turn"), ("!join", "!score"), ("!start fia", "!turn"),
    ("!set fill 3", "!settings log"),
]  # fmt: skip
"""What the operator types, and what tells of it."""
NETWORK_WIDE = [
    ("!notice off", "!notice"), ("!subscribe fia", "!subscribe"), ("!deck fia copy guarded mine", "!deck fia list"),
    ("!ping me off", "!ping"), ("!colour off", "!colour"), ("!rules ion objects", "!more"),
]  # fmt: skip
"""What a person types, and what tells of it, wherever they are on the network."""


async def answers(house: House, nick: str, question: str) -> list[list[str]]:
    return [await table.asks(nick, question) for table in house.tables()]


@pytest.mark.parametrize("there", range(4))
@pytest.mark.parametrize(("typed", "question"), CHANNEL_WIDE)
async def test_what_is_of_a_channel_shows_in_no_other(house: House, typed: str, question: str, there: int) -> None:
    before = await answers(house, "oona", question)
    await house.tables()[there].says("oona", typed)
    await house.restart()
    after = await answers(house, "oona", question)
    changed = [one != other for one, other in zip(before, after, strict=True)]
    assert not any(changed[:there] + changed[there + 1 :])
    assert changed[there] or typed in {"!join", "!start fia"}  # a restart closes a table that is open


@pytest.mark.parametrize("there", [0, 3])
@pytest.mark.parametrize(("typed", "question"), NETWORK_WIDE)
async def test_what_is_a_persons_own_is_so_on_one_network(house: House, typed: str, question: str, there: int) -> None:
    before = [await answers(house, nick, question) for nick in ("ann", "bob")]
    await house.tables()[there].says("ann", typed)
    mine, others = [await answers(house, nick, question) for nick in ("ann", "bob")]
    assert others == before[1]
    near, far = (slice(0, 2), slice(2, 4)) if there < 2 else (slice(2, 4), slice(0, 2))
    assert mine[far] == before[0][far]
    assert mine[near][0] != before[0][near][0]


async def test_an_open_table_is_open_in_its_channel_alone(house: House) -> None:
    before = await answers(house, "eve", "!turn")
    await house.tables()[1].says("ann", "!join haven")
    after = await answers(house, "eve", "!turn")
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, False, True, True]


async def test_votes_absences_and_the_waiting_list_are_of_one_match(house: House) -> None:
    tables = house.tables()
    for table in tables:
        await table.says("oona", "!start fia")
        for nick in ("ann", "bob"):
            await table.says(nick, "!join")
        await table.says("ann", "!go")
    first, *others = tables
    assert (await first.asks("eve", "!join"))[-1].endswith(
        "You are number 1 on the list for the next match; !quit takes you off it."
    )
    assert "1 of 2" in (await first.asks("ann", "!vote stop"))[0]
    for table in others:
        assert (await table.asks("eve", "!quit")) == ["eve: You do not sit at this table; !join sits down."]
        assert "1 of 2" in (await table.asks("bob", "!vote stop"))[0]
    assert "2 of 2" in (await first.asks("bob", "!vote stop"))[0]
    assert [table.table.play is None for table in tables] == [True, False, False, False]
    for table in tables:
        table.fresh()
    await others[0].says("ann", "!away")
    assert [bool(table.fresh()) for table in tables] == [False, True, False, False]


async def test_a_move_in_private_goes_to_the_table_of_the_network_it_was_said_on(house: House) -> None:
    tables = house.tables()
    for table in (tables[0], tables[2]):
        await begin(table)
        await go(table)
    for table in tables:
        table.fresh()
    ann = tables[0]["ann"]
    house.hall.told(ann, "inv")
    await house.settle()
    told = [table.fresh() for table in tables]
    assert re.match("ann: You hold ", told[0][0])
    assert told[1:] == [[], [], []]
    for table in (tables[0], tables[1]):
        await table.says("ann", "!join")
        table.fresh()
    house.hall.told(ann, "inv")
    await house.settle()
    (line,) = [line for table in tables for line in table.fresh()]
    assert line.startswith("ann: There are tables in several channels; begin with the one you mean: ")
    house.hall.told(ann, "#other turn")
    await house.settle()
    assert [bool(table.fresh()) for table in tables] == [False, True, False, False]
