"""Questions take their time: the table plays on meanwhile, and nobody can load the database with them."""

from collections.abc import Callable, Iterator, Sequence
from threading import Event

import pytest

from games.kit.text import Text, phrase
from ionbot.channel import Person
from ionbot.store.database import Database, DatabaseError
from tests.table.conftest import Faults
from tests.table.room import Room

AT_MOST_S = 20
"""How long a question waits for its test at most, should that fail."""
PATIENCE = "One question after the other: I am still looking up the last one."


class Slow:
    """A question that is answered when the test says so; `begun` counts how often it was begun."""

    def __init__(self) -> None:
        self.begun = 0
        self.allowed = Event()

    def __call__(self, _database: Database) -> Sequence[Text]:
        self.begun += 1
        self.allowed.wait(AT_MOST_S)
        return [phrase("It is so.")]


@pytest.fixture
def slow() -> Iterator[Slow]:
    slow = Slow()
    yield slow
    slow.allowed.set()


@pytest.fixture
async def people(room: Room) -> list[Person]:
    return [await room.arrives(room.person(nick)) for nick in ("ann", "bob", "cat")]


def told(room: Room) -> list[tuple[str, str]]:
    return [(said.to.nick, said.text) for said in room.fresh() if said.to]


async def test_a_match_goes_on_while_a_question_is_looked_up(room: Room, people: list[Person], slow: Slow) -> None:
    first, _ = await room.begins(*people[:2])
    room.table.enquiries.ask(room.table, people[2], slow)
    room.hall.heard(room.channel, first, "3")
    await room.table.settle()
    assert next(said.text for said in room.fresh() if said.to is None).startswith(f"{first.nick}: 3 pebbles.")
    slow.allowed.set()
    await room.settle()
    assert told(room) == [("cat", "It is so.")]


async def test_one_question_of_a_person_and_a_channel_at_a_time(room: Room, people: list[Person], slow: Slow) -> None:
    ann, bob, _ = people
    for person in (ann, ann, bob):
        room.table.enquiries.ask(room.table, person, slow)
    room.rename(ann, "another")
    room.hall.heard(room.channel, ann, "!stats")
    await room.table.settle()
    assert told(room) == [("another", PATIENCE), ("another", PATIENCE)]
    assert slow.begun <= 1
    slow.allowed.set()
    await room.settle()
    assert told(room) == [("another", "It is so."), ("bob", "It is so.")]
    await room.says(ann, "!stats")
    assert told(room) == [("another", "You have played no match on this network yet.")]


async def test_who_has_left_meanwhile_is_told_nothing(room: Room, people: list[Person], slow: Slow) -> None:
    room.table.enquiries.ask(room.table, people[0], slow)
    room.channel.persons.remove(people[0])
    slow.allowed.set()
    await room.settle()
    assert room.fresh() == []


async def test_the_bot_can_stop_while_a_question_is_looked_up(room: Room, people: list[Person], slow: Slow) -> None:
    room.table.enquiries.ask(room.table, people[0], slow)
    await room.services.enquiries.close()
    slow.allowed.set()
    await room.settle()
    assert room.fresh() == []


def failing(error: Exception) -> Callable[[Database], Sequence[Text]]:
    def ask(_database: Database) -> Sequence[Text]:
        raise error

    return ask


async def test_a_database_that_cannot_be_read_is_told_so(room: Room, people: list[Person]) -> None:
    room.table.enquiries.ask(room.table, people[0], failing(DatabaseError("the disk is gone")))
    await room.settle()
    assert told(room) == [("ann", "I cannot look that up just now; ask again later.")]
    await room.says(people[0], "!top")
    assert told(room) == [("ann", "Pebbles on this network, best of all time: nobody yet.")]


async def test_a_question_that_breaks_breaks_nothing_else(room: Room, people: list[Person], faulty: Faults) -> None:
    room.table.enquiries.ask(room.table, people[0], failing(KeyError("seat 9")))
    await room.settle()
    assert told(room) == [("ann", "That did not work; whoever runs the bot finds the reason in its log.")]
    assert len(faulty) == 1
