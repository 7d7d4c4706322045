"""Who is excluded plays no game in the channel, whatever their nick, until an operator includes them again."""

import pytest

from ionbot.channel import Person, Status
from tests.table.ion import card_seed
from tests.table.room import Room, Rooms


@pytest.fixture
async def ion(rooms: Rooms) -> Room:
    return await rooms.open(game="ion", options={"even": False}, seed=card_seed(2))


@pytest.fixture
async def op(ion: Room) -> Person:
    return await ion.arrives(ion.person("Op"), Status.OP)


@pytest.fixture
async def ann(ion: Room) -> Person:
    return await ion.arrives(ion.person("Ann", account="ann"))


@pytest.fixture
async def bob(ion: Room) -> Person:
    return await ion.arrives(ion.person("Bob"))


async def test_who_is_excluded_cannot_sit_down_whatever_their_nick(ion: Room, op: Person, bob: Person) -> None:
    await ion.says(op, "!exclude BOB")
    assert ion.public() == ["Op excludes Bob from games here."]
    assert ion.table.config.excluded == ["*!~bob@bob.example"]
    ion.rename(bob, "Rob")
    await ion.says(bob, "!join")
    assert ion.private(bob) == ["You are excluded from games here; operators can include you again."]
    assert ion.table.lobby is None


async def test_an_account_goes_before_an_address(ion: Room, op: Person, ann: Person) -> None:
    await ion.says(op, "!exclude ann")
    assert ion.table.config.excluded == ["account:ann"]
    await ion.leaves(ann)
    ann = await ion.arrives(ion.person("Other", account="Ann", host="elsewhere.example"))
    ion.fresh()
    await ion.says(ann, "!join")
    assert ion.private(ann) == ["You are excluded from games here; operators can include you again."]


async def test_who_sits_in_the_match_is_dropped(ion: Room, op: Person, ann: Person, bob: Person) -> None:
    await ion.begins(ann, bob)
    await ion.says(op, "!exclude bob")
    assert ion.public()[0] == "Op excludes Bob from games here."
    assert not ion.table.seats(bob)


async def test_who_sits_in_the_lobby_is_dropped(ion: Room, op: Person, ann: Person, bob: Person) -> None:
    await ion.says(ann, "!join")
    await ion.says(bob, "!join")
    ion.fresh()
    await ion.says(op, "!exclude *!*@bob.example")
    assert ion.public()[0] == "Op excludes *!*@bob.example from games here."
    assert [guest.person for guest in ion.table.lobby.guests] == [ann]


async def test_included_they_play_again(ion: Room, op: Person, ann: Person, bob: Person) -> None:
    for name in ("bob", "*!*@bob.example", "ann"):
        await ion.says(op, f"!exclude {name}")
    ion.fresh()
    await ion.says(op, "!include bob")
    assert ion.public() == ["Op lets *!~bob@bob.example, *!*@bob.example play again."]
    await ion.says(op, "!include ACCOUNT:ann")
    assert ion.public() == ["Op lets account:ann play again."]
    await ion.says(bob, "!join")
    await ion.says(ann, "!join")
    assert len(ion.table.lobby.guests) == 2


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("!exclude", "Excluded: account:zoe. !exclude NICK, account:NAME or MASK adds somebody."),
        ("!exclude account:zoe", "account:zoe is excluded already."),
        ("!exclude nobody", "Nobody here is called nobody. It is !exclude NICK, account:NAME or MASK."),
        ("!exclude *!*@*", "Nobody here is called *!*@*. It is !exclude NICK, account:NAME or MASK."),
        ("!exclude op", "Op is an operator here."),
        ("!include ann", "Not excluded: ann. Excluded: account:zoe."),
        ("!include", "Not excluded: .... Excluded: account:zoe."),
    ],
)
async def test_what_cannot_be_is_told(ion: Room, op: Person, ann: Person, line: str, answer: str) -> None:
    await ion.says(op, "!exclude account:zoe")
    ion.fresh()
    await ion.says(op, line)
    assert ion.private(op) == [answer]
    assert ion.table.config.excluded == ["account:zoe"]


async def test_it_is_for_operators(ion: Room, ann: Person, bob: Person) -> None:
    for line in ("!exclude bob", "!include bob", "ionbot: ban bob", "ionbot: kick bob"):
        await ion.says(ann, line)
        (told,) = ion.private(ann)
        assert told.endswith(" is for channel operators.")
    assert ion.table.config.excluded == []


async def test_ban_and_kick_work_where_they_eject_nobody(ion: Room, op: Person, bob: Person) -> None:
    await ion.says(op, "ionbot: kick bob")
    assert ion.table.config.excluded == ["*!~bob@bob.example"]
