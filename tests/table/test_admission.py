"""Who may open a table, when and for what, and who may sit down, is as operators have set it."""

import pytest

from ionbot.channel import Departure, Person, Status
from tests.table.room import Room


@pytest.fixture
async def ann(ion: Room) -> Person:
    return await ion.arrives(ion.person("Ann"))


async def test_only_games_that_are_allowed_are_played(ion: Room, op: Person, ann: Person) -> None:
    await ion.says(op, "!set games fia, ion")
    ion.fresh()
    await ion.says(ann, "!games")
    assert ion.private(ann) == ["!join opens ion; there are: fia, ion."]
    for person, line in ((ann, "!join haven"), (op, "!start haven")):
        await ion.says(person, line)
        assert ion.private(person) == ["Haven is not played here; there are: fia, ion."]
    await ion.says(ann, "!join fia")
    assert ion.table.lobby.game.name == "fia"


@pytest.mark.parametrize(
    ("starters", "why"),
    [
        ("operators", "Only operators open a table here; once one is open, all can join."),
        ("accounts", "Only who is logged in to services can open a table here."),
        ("voiced", "Only who has voice can open a table here."),
    ],
)
async def test_who_may_open_a_table(ion: Room, op: Person, ann: Person, starters: str, why: str) -> None:
    await ion.says(op, f"!set starters {starters}")
    ion.fresh()
    await ion.says(ann, "!join")
    assert ion.private(ann) == [why]
    assert ion.table.lobby is None
    member = await ion.arrives(ion.person("Member", account="member"), Status.VOICE)
    await ion.says(op if starters == "operators" else member, "!join")
    assert ion.table.lobby
    await ion.says(ann, "!join")
    assert ion.table.lobby.guest(ann)


async def test_one_seat_for_each_account(ion: Room, op: Person, ann: Person) -> None:
    await ion.says(op, "!set one_seat account")
    ion.fresh()
    await ion.says(ann, "!join")
    assert ion.private(ann) == ["Only who is logged in to services can sit down here."]
    ann.account = "ann"
    await ion.says(ann, "!join")
    assert ion.table.lobby.guest(ann)


async def test_one_seat_for_each_host(ion: Room, op: Person, ann: Person) -> None:
    twin, bob = ion.person("Twin", host=ann.host), ion.person("Bob")
    for person in (twin, bob):
        await ion.arrives(person)
    await ion.says(op, "!set one_seat host")
    await ion.says(ann, "!join")
    ion.fresh()
    await ion.says(twin, "!join")
    assert ion.private(twin) == ["Somebody from your host sits here already."]
    await ion.says(bob, "!join")
    await ion.says(ann, "!go")
    for _ in range(2):  # the second time ann's seat is held
        ion.fresh()
        await ion.says(twin, "!join")
        assert ion.private(twin) == ["Somebody from your host sits here already."]
        if ann in ion.channel.persons:
            await ion.leaves(ann, Departure.PING_TIMEOUT)


async def test_no_more_matches_an_hour_than_may_be(ion: Room, op: Person, ann: Person) -> None:
    bob = await ion.arrives(ion.person("Bob"))
    await ion.says(op, "!set matches_per_hour 1")
    await ion.begins(ann, bob)
    await ion.says(op, "!stop")
    ion.fresh()
    await ion.advance(60_000)
    await ion.says(ann, "!join")
    assert ion.private(ann) == ["1 match an hour is played here; the next can begin in 59 min."]
    await ion.advance(59 * 60_000)
    await ion.says(ann, "!join")
    assert ion.table.lobby


@pytest.mark.parametrize(
    ("quiet", "zone", "is_quiet"),
    [
        ("22:00-23:00", "UTC", True),
        ("22:30-22:31", "UTC", True),
        ("22:00-22:30", "UTC", False),
        ("23:00-22:31", "UTC", True),
        ("22:31-06:00", "UTC", False),
        ("22:00-23:00", "Europe/Berlin", False),
        ("22:31-06:00", "Europe/Berlin", True),
    ],
)
async def test_quiet_hours(ion: Room, op: Person, ann: Person, quiet: str, zone: str, is_quiet: bool) -> None:
    """The room's clock shows 22:30:00 UTC in November."""
    await ion.says(op, f"!set zone {zone}")
    await ion.says(op, f"!set quiet {quiet}")
    ion.fresh()
    await ion.says(ann, "!join")
    if is_quiet:
        assert ion.private(ann) == [f"These are quiet hours ({quiet}, {zone}): only operators open a table now."]
        await ion.says(op, "!join")
    assert ion.table.lobby
