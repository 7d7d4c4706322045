"""A running match whose game has other rules after a restart: it goes on if they can fold it, else it rests."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import pytest
from msgspec import Meta, Struct

from games.kit import registry
from ionbot.channel import Person, Status
from ionbot.store.models import MatchStatus
from ionbot.store.proof import proofs
from tests.kit_game import PEBBLES, Event, Pebbles, State, Took
from tests.table.conftest import Logs
from tests.table.room import Room

OUTDATED = (
    "Match 1 was begun by version 1 of the rules, and version 2, which is installed, cannot go on with it. "
    "It rests until the old one is back; !stop ends it without a result."
)


class Dearer(Pebbles):
    """Pebbles with other rules, and the same events: nobody finds coins or gems any more."""

    rules_version = 2

    def decide(self, state: State, seat: int | None, command: Any, now: int, rng: Any) -> Iterator[Event]:
        for event in super().decide(state, seat, command, now, rng):
            yield Took(event.seat, event.count, 0, "") if isinstance(event, Took) else event


class Renamed(Struct, frozen=True, tag=True):
    """What is taken, by another name than in version 1."""

    player: int
    pebbles: int


class Foreign(Dearer):
    """Pebbles that know the old events no more."""

    events = (*(event for event in Pebbles.events if event is not Took), Renamed)


class Broken(Dearer):
    """Pebbles that break on an old event."""

    def evolve(self, state: State, event: Event) -> None:
        if isinstance(event, Took):
            raise KeyError(event.gem)
        super().evolve(state, event)


class Bounded(Struct, frozen=True):
    """Options that are not those of version 1."""

    pebbles: Annotated[int, Meta(ge=100, description="Pebbles in the bowl.", extra={"unit": "pebbles"})] = 100


class Otherwise(Dearer):
    """Pebbles with options that are read otherwise."""

    options: Any = Bounded


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Gives a function that puts another game in the place of Pebbles."""

    def install(game: Pebbles) -> None:
        installed: Mapping[str, Any] = registry.all_games()
        monkeypatch.setattr(registry, "all_games", lambda: {**installed, "pebbles": game})

    return install


@pytest.fixture
async def begun(room: Room) -> list[Person]:
    """A match in which everybody has taken one pebble, by version 1."""
    people = await room.begins(*room.present("ann", "bob"))
    for person in people:
        await room.says(person, "1")
    room.fresh()
    return people


async def to_move(room: Room, text: str) -> None:
    """Let whose turn it is say something."""
    nick = room.table.play.seating.name(room.state.turn)
    await room.says(next(person for person in room.channel.persons if person.nick == nick), text)


async def play_on(room: Room) -> None:
    while room.table.play:
        await to_move(room, "1")


async def test_rules_that_know_the_old_events_go_on_with_the_match(
    room: Room, begun: list[Person], install: Any, logs: Logs
):
    before = room.stored().log
    install(Dearer())
    await room.restart()
    (entry,) = (each for each in logs if each["event"] == "match taken up")
    assert (entry["rules"], entry["began_by"]) == (2, 1)
    assert room.public()[0].startswith("I am here again. Last: ")
    await play_on(room)
    stored = room.stored()
    assert stored.log[: len(before)] == before
    assert stored.match.status is MatchStatus.FINISHED
    assert sum(seat.points for seat in stored.seats) == 12 * 100
    later = [event for entry in stored.log[len(before) :] for event in entry.events if isinstance(event, Took)]
    assert {(event.coins, event.gem) for event in later} == {(0, "")}
    assert room.findings() == []
    assert dict(proofs(room.database)) == {1: ["rules version 1 cannot be rerun: 2 is installed"]}
    install(PEBBLES)
    ((_, (objection,)),) = proofs(room.database)
    assert objection == f"entry {first_by(stored.log[len(before) :])}: the rules give another outcome"


def first_by(log: Any) -> int:
    """Give the number of the first entry that only the other rules could make."""
    return next(entry.seq for entry in log if any(isinstance(event, Took) for event in entry.events))


@pytest.mark.parametrize("game", [Foreign(), Broken(), Otherwise()], ids=lambda game: type(game).__name__)
async def test_rules_that_cannot_go_on_leave_the_match_as_it_is(
    room: Room, begun: list[Person], install: Any, faulty: list[Any], game: Pebbles
):
    before = room.stored()
    install(game)
    await room.restart()
    assert room.public() == [OUTDATED]
    assert re.match(r"it was begun by rules version 1, and 2 is installed: \w+", faulty[0]["why"])
    ann = room.channel.persons[0]
    await room.says(ann, "!join")
    assert room.private(ann) == [OUTDATED]
    install(PEBBLES)
    assert room.stored() == before
    await room.restart()
    assert room.public()[0].startswith("I am here again. Last: ")
    await play_on(room)
    assert dict(proofs(room.database)) == {1: []}


async def test_what_cannot_be_checked_is_said_with_the_reason(room: Room, begun: list[Person], install: Any):
    install(Broken())
    (finding,) = room.findings()
    assert finding.startswith("match 1: it was begun by rules version 1, and 2 is installed: entry ")


async def test_an_operator_can_end_it_without_a_result(room: Room, begun: list[Person], install: Any, faulty: Any):
    install(Broken())
    await room.restart()
    ann, bob = room.channel.persons
    room.fresh()
    await room.says(bob, "!stop")
    assert room.stored().match.status is MatchStatus.RUNNING
    room.fresh()
    ann.status[room.channel.folded] = Status.OP
    await room.says(ann, "!stop")
    assert room.public() == ["Match 1 ends without a result; it counts for nothing."]
    await room.says(ann, "!join")
    assert room.public()[0].startswith("ann opens Pebbles, match 2;")
    await room.says(ann, "!stop")
    install(PEBBLES)
    assert room.stored(1).match.status is MatchStatus.ABANDONED
    assert room.findings() == []
