"""What admins can order, who they are, and that for all others there is nothing of it."""

import asyncio
import sqlite3

import pytest
from sqlalchemy.exc import OperationalError

from ionbot.channel import Person, Status
from ionbot.table.administering import ORDERS
from ionbot.table.vocabulary import COMMANDS
from tests.table.conftest import Faults, Logs
from tests.table.house import FakeHouse
from tests.table.room import Room

BOB = "account:bob"


@pytest.fixture
def house(room: Room) -> FakeHouse:
    room.hall.house = house = FakeHouse()
    room.admins = [BOB]
    return house


@pytest.fixture
async def bob(room: Room, house: FakeHouse) -> Person:
    """The admin, who is nothing special in the channel and has another nick."""
    return await room.arrives(room.person("robert", account="Bob"))


DONE = {
    "networks": ("networks",),
    "channels": ("channels",),
    "status": ("status",),
    "reload": ("reload", "robert (account:Bob)"),
    "say #x  hello  there": ("say", "robert", "#x", "hello  there"),
    "channel join #x": ("join", "robert", "#x", ""),
    "channel join #x sesame": ("join", "robert", "#x", "sesame"),
    "channel part #x": ("part", "robert", "#x", False),
    "CHANNEL PART #x yes": ("part", "robert", "#x", True),
    "channel part #x perhaps": ("part", "robert", "#x", False),
    "shutdown": ("shut down", "robert", 0),
    "shutdown 90s": ("shut down", "robert", 90_000),
    "shutdown 10m": ("shut down", "robert", 600_000),
    "shutdown 2 h": ("shut down", "robert", 7_200_000),
    "shutdown cancel": ("stay", "robert"),
}
WRONG = {
    "say": "It is say #NAME TEXT.",
    "say #x": "It is say #NAME TEXT.",
    "channel": "It is channel join #NAME [KEY] | channel part #NAME.",
    "channel join": "It is channel join #NAME [KEY] | channel part #NAME.",
    "channel leave #x": "It is channel join #NAME [KEY] | channel part #NAME.",
    "channel join #x key more": "It is channel join #NAME [KEY] | channel part #NAME.",
    "shutdown soon": "It is shutdown [30s|10m|2h|cancel], and 24h at most.",
    "shutdown 25h": "It is shutdown [30s|10m|2h|cancel], and 24h at most.",
    "shutdown -5m": "It is shutdown [30s|10m|2h|cancel], and 24h at most.",
}


@pytest.mark.parametrize("typed", DONE)
async def test_an_order_is_carried_out_and_answered_in_private(
    room: Room, house: FakeHouse, bob: Person, typed: str
) -> None:
    for say, text in ((room.says, f"!{typed}"), (room.says, f"ionbot: {typed}"), (room.whispers, typed)):
        room.fresh()
        await say(bob, text)
        assert house.orders.pop() == DONE[typed]
        assert {said.to for said in room.fresh()} == {bob}


@pytest.mark.parametrize("typed", WRONG)
async def test_what_cannot_be_done_is_told_in_one_line(room: Room, house: FakeHouse, bob: Person, typed: str) -> None:
    room.fresh()
    await room.says(bob, f"!{typed}")
    assert room.private(bob) == [WRONG[typed]]
    assert house.orders == []


@pytest.mark.parametrize("typed", [*DONE, *WRONG])
async def test_for_others_there_is_nothing_of_it(room: Room, house: FakeHouse, typed: str) -> None:
    imposters = [
        await room.arrives(room.person("bob")),
        await room.arrives(room.person("robert", account="eve"), Status.OWNER),
    ]
    for eve in imposters:
        word = typed.partition(" ")[0]
        room.fresh()
        await room.whispers(eve, typed)
        (answer,) = room.private(eve)
        assert answer.startswith(f"There is no {word}; ")
        assert all(order not in answer.removeprefix(f"There is no {word}") for order in ORDERS)
        await room.says(eve, f"!help {word}")
        assert room.private(eve)[0] == answer
    assert house.orders == []


async def test_admins_of_another_network_are_none_here(room: Room, house: FakeHouse, bob: Person) -> None:
    room.admins = []
    await room.says(bob, "!status")
    assert house.orders == []


async def test_without_a_house_there_are_no_orders(room: Room, bob: Person) -> None:
    room.hall.house = None
    await room.whispers(bob, "status")
    assert room.private(bob)[-1].startswith("There is no status; ")


async def test_help_tells_admins_of_their_orders_and_nobody_else(room: Room, bob: Person) -> None:
    eve = await room.arrives(room.person("eve"), Status.OP)
    names = f"As an admin also: {', '.join(ORDERS)}."
    for person, told in ((bob, True), (eve, False)):
        room.fresh()
        await room.says(person, "!help")
        assert (names in room.private(person)) is told
    await room.says(bob, "!help reload")
    assert room.private(bob) == ["!reload: read the configuration again; matches that run are left alone. For admins."]
    room.fresh()
    await room.says(bob, "!stauts")
    assert room.private(bob) == ["There is no stauts; did you mean !status?"]


async def test_no_order_is_abbreviated(room: Room, house: FakeHouse, bob: Person) -> None:
    for word in ORDERS:
        await room.whispers(bob, word[:-1])
    assert house.orders == []


def test_no_order_has_the_word_of_a_command() -> None:
    assert not ORDERS.keys() & COMMANDS.keys()


async def test_three_lines_are_told_at_once(room: Room, bob: Person) -> None:
    room.fresh()
    await room.whispers(bob, "networks")
    assert room.private(bob) == ["network 1", "network 2", "network 3 (2 lines left: !more)"]
    await room.whispers(bob, "more")
    assert room.private(bob) == ["network 4", "network 5"]


async def test_an_order_waits_for_no_table(room: Room, house: FakeHouse, bob: Person) -> None:
    stuck = asyncio.Event()
    room.table.do(stuck.wait)
    room.hall.heard(room.channel, bob, "!status")
    room.hall.heard(room.channel, bob, "!turn")
    await room.hall._orders.settle()
    assert house.orders == [("status",)]
    assert room.private(bob)[-1] == "done"
    stuck.set()
    await room.settle()
    assert room.private(bob) != []


async def test_a_fault_is_told_and_logged_and_the_next_order_is_heard(
    room: Room, house: FakeHouse, bob: Person, faulty: Faults
) -> None:
    house.fault = OperationalError("INSERT", {}, sqlite3.OperationalError("disk I/O error"))
    room.fresh()
    await room.whispers(bob, "channel join #x")
    assert room.private(bob) == ["That did not work; whoever runs the bot finds the reason in its log."]
    assert [entry["event"] for entry in faulty] == ["order fault"]
    house.fault = None
    await room.whispers(bob, "status")
    assert room.private(bob) == ["done"]


async def test_who_ordered_what_is_logged_but_no_key(room: Room, bob: Person, logs: Logs) -> None:
    await room.whispers(bob, "channel join #x sesame")
    (entry,) = (entry for entry in logs if entry["event"] == "order")
    assert (entry["by"], entry["identity"], entry["order"]) == ("robert", "account:Bob", "channel")
    assert "sesame" not in str(logs)


async def test_an_admin_who_plays_orders_and_plays(room: Room, house: FakeHouse, bob: Person) -> None:
    ann = await room.arrives(room.person("ann"))
    first, second = await room.begins(bob, ann)
    await room.says(bob, "!status")
    assert house.orders == [("status",)]
    for person in (first, second):
        await room.says(person, "1")
    assert room.state.bowl == 10
