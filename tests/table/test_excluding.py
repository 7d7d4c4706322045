"""Who is excluded plays no game in the channel, whatever their nick, until an operator includes them again."""

import pytest

from ionbot.channel import Departure, Person
from tests.table.room import Room


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


async def test_who_has_a_seat_held_is_dropped_too(ion: Room, op: Person, ann: Person, bob: Person) -> None:
    cat, dan = [await ion.arrives(ion.person(nick)) for nick in ("Cat", "Dan")]
    await ion.begins(ann, bob, cat, dan)
    for person in (ann, bob):
        await ion.leaves(person, Departure.PING_TIMEOUT)
    await ion.says(op, "!exclude account:ANN")
    await ion.says(op, "!exclude *!*@bob.example")
    assert [seat.name for seat in ion.table.play.sitters.seats] == ["Cat", "Dan"]
    bob = await ion.arrives(ion.person("Bob"))
    assert not ion.table.seats(bob)


@pytest.mark.parametrize("line", ["!exclude *!*@*.example", "!set excluded account:ann *!*@bob.example"])
async def test_all_whom_it_concerns_are_dropped_at_once(
    ion: Room, op: Person, ann: Person, bob: Person, line: str
) -> None:
    await ion.begins(ann, bob)
    await ion.says(op, line)
    assert ion.table.play is None
    await ion.says(op, "!set excluded none")
    for person in (ann, bob):
        await ion.says(person, "!join")
    await ion.says(op, line)
    assert ion.table.lobby is None


async def test_all_who_are_excluded_are_told_in_three_lines_and_they_are_not_too_many(ion: Room, op: Person) -> None:
    ion.table.settings.take({"excluded": [f"*!*@{'x' * 90}{number}.example" for number in range(99)]})
    await ion.says(op, "!exclude")
    told = ion.private(op)
    assert len(told) == 3
    assert told[-1].endswith("lines left: !more)")
    await ion.says(op, "!exclude account:last")
    assert ion.public() == ["Op excludes account:last from games here."]
    await ion.says(op, "!exclude account:more")
    assert ion.private(op) == ["100 are excluded, and more cannot be; !include NICK|account:NAME|MASK makes room."]


async def test_whom_the_network_has_not_described_yet_cannot_be_excluded(ion: Room, op: Person) -> None:
    stranger = ion.person("Stranger")
    stranger.user = stranger.host = ""
    await ion.arrives(stranger)
    await ion.says(op, "!exclude stranger")
    assert ion.private(op) == ["The network has not told yet from where Stranger comes; try it again."]


async def test_included_they_play_again(ion: Room, op: Person, ann: Person, bob: Person) -> None:
    for name in ("bob", "*!*@bob.example", "ann"):
        await ion.says(op, f"!exclude {name}")
    ion.fresh()
    await ion.says(op, "!include bob")
    assert ion.public() == ["Op lets play again: *!~bob@bob.example; *!*@bob.example"]
    await ion.says(op, "!include ACCOUNT:ann")
    assert ion.public() == ["Op lets play again: account:ann"]
    await ion.says(bob, "!join")
    await ion.says(ann, "!join")
    assert len(ion.table.lobby.guests) == 2


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("!exclude", "!exclude NICK|account:NAME|MASK adds somebody. Excluded: account:zoe"),
        ("!exclude account:ZOE", "account:ZOE is excluded already."),
        ("!exclude nobody", "It is !exclude NICK|account:NAME|MASK: nobody here is called nobody."),
        (
            "!exclude *!*@*",
            "It is !exclude NICK|account:NAME|MASK: "
            "'*!*@*' fits every host, and all else in a mask is anybody's to choose; "
            'right would be accounts and masks, such as ["account:bob", "*!*@pest.example"].',
        ),
        ("!exclude *!*@" + "*a" * 150, "That is too long; 120 characters are possible."),
        ("!exclude bob zoe", "It is !exclude NICK|account:NAME|MASK: nobody here is called bob zoe."),
        ("!exclude op", "Op is an operator here, and can play."),
        ("!include ann", "Not excluded: ann. Excluded: account:zoe"),
        ("!include", "!include NICK|account:NAME|MASK lets somebody play again. Excluded: account:zoe"),
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


async def test_who_logs_in_to_an_account_that_is_excluded_is_dropped(ion: Room, op: Person, bob: Person) -> None:
    ann = await ion.arrives(ion.person("Ann"))
    await ion.says(op, "!exclude account:ann")
    await ion.begins(ann, bob)
    await ion.logs_in(ann, "ann")
    assert not ion.table.seats(ann)
    assert ion.table.seats(bob) or ion.table.play is None
