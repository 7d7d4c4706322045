"""Who leaves, who is held, who comes back, and who gets nothing."""

import asyncio

import pytest

from ionbot.channel import Departure, Person
from tests.table.ion import NO_FILLERS, card_seed
from tests.table.room import WAITS, Room, Rooms

HELD = [Departure.SPLIT, Departure.PING_TIMEOUT]


@pytest.fixture
async def ion(rooms: Rooms) -> Room:
    """A room where ION is played by three who all hold a +; nobody is put out for being slow."""
    options = {"idle_limit": 100}
    return await rooms.open(game="ion", options=NO_FILLERS | options, seed=card_seed(3, **options))


async def three(room: Room, **accounts: str) -> list[Person]:
    people = [room.person(nick, account=accounts.get(nick)) for nick in ("ann", "bob", "cat")]
    for person in people:
        await room.arrives(person)
    await room.begins(*people)
    return people


def at(room: Room, person: Person) -> int | None:
    seat = room.table.play.seating.of(person)
    return seat.number if seat else None


async def hand(room: Room, person: Person) -> str:
    room.fresh()
    await room.says(person, "!inv")
    return room.private(person)[0]


@pytest.mark.parametrize(
    ("how", "words", "reason"),
    [
        (Departure.PART, "left the channel and is out.", "part"),
        (Departure.QUIT, "left IRC and is out.", "disconnect"),
        (Departure.KICK, "was kicked and is out.", "kick"),
    ],
)
async def test_who_goes_by_part_quit_or_kick_is_out(ion: Room, how: Departure, words: str, reason: str):
    _, bob, _ = await three(ion)
    await ion.leaves(bob, how)
    assert f"bob {words}" in ion.public()[0]
    assert [seat.left_reason for seat in ion.stored().seats] == [None, reason, None]
    assert ion.findings() == []


async def test_who_quits_is_out_and_stays_in_the_channel(ion: Room):
    _, bob, _ = await three(ion)
    await ion.says(bob, "!quit")
    assert ion.public()[0].startswith("bob quits.")
    assert at(ion, bob) is None
    await ion.says(bob, "!quit")
    assert ion.private(bob) == ["You do not sit at this table; !join sits down."]
    assert [seat.left_reason for seat in ion.stored().seats] == [None, "quit", None]


@pytest.mark.parametrize("how", HELD)
async def test_a_lost_connection_is_no_quit(ion: Room, how: Departure):
    _, bob, _ = await three(ion)
    await ion.leaves(bob, how)
    assert ion.public()[0].startswith("bob lost the connection; the seat is held.")
    assert [seat.present for seat in ion.stored().seats] == [True] * 3


async def test_rule_5_quitting_irc_can_have_a_grace(rooms: Rooms):
    options = {"idle_limit": 100, "quit_grace": 30}
    room = await rooms.open(game="ion", options=NO_FILLERS | options, seed=card_seed(3, **options))
    _, bob, cat = await three(room)
    await room.leaves(bob, Departure.QUIT)
    await room.leaves(cat, Departure.QUIT)
    assert "bob left IRC; the seat is held." in room.public()[0]
    await room.advance(29_999)
    back = await room.arrives(room.person("bob"))
    assert at(room, back) == 1
    await room.advance(1)
    assert any("cat did not come back and is out." in line for line in room.public())
    assert [seat.left_reason for seat in room.stored().seats] == [None, None, "timeout"]
    assert room.findings() == []


async def test_who_does_not_come_back_within_the_grace_is_out(ion: Room):
    _, bob, _ = await three(ion)
    await ion.leaves(bob, Departure.SPLIT)
    await ion.advance(89_999)
    assert not any("out." in line for line in ion.public())
    await ion.advance(1)
    assert "bob did not come back and is out." in " ".join(ion.public())
    assert [seat.left_reason for seat in ion.stored().seats] == [None, "timeout", None]


@pytest.mark.parametrize("how", HELD)
async def test_case_4_back_on_the_same_account(ion: Room, how: Departure):
    """Another nick and host, the same account: seat, items and turn are kept, and the old deadline is dead."""
    _, bob, _ = await three(ion, bob="Bob")
    held = await hand(ion, bob)
    await ion.leaves(bob, how)
    await ion.advance(59_999)
    back = await ion.arrives(ion.person("robert", account="Bob", host="mobile.example"))
    assert "robert is back." in " ".join(ion.public())
    assert at(ion, back) == 1
    assert await hand(ion, back) == held
    await ion.advance(120_000)
    assert not any("did not come back" in line for line in ion.public())
    assert at(ion, back) == 1


async def test_case_4_a_second_connection_that_was_there_before_the_first_was_lost(ion: Room):
    ann, bob, cat = await three(ion, ann="Ann", bob="Bob", cat="Cat")
    current = ion.from_turn(ann, bob, cat)[0]
    number = at(ion, current)
    second = await ion.arrives(ion.person("second", account=current.account, host="mobile.example"))
    await ion.advance(9_000)
    ion.fresh()
    await ion.leaves(current, Departure.PING_TIMEOUT)
    assert ion.public() == []
    assert at(ion, second) == number
    await ion.says(second, "+")
    assert ion.public()[0].startswith("second plays +")


async def test_who_is_split_off_and_back_before_the_table_gets_to_it_has_not_heard_the_prompt(ion: Room):
    current, *_ = ion.from_turn(*await three(ion))
    again = ion.person(current.nick)
    await asyncio.gather(ion.leaves(current, Departure.SPLIT), ion.arrives(again))
    said = " ".join(ion.public())
    assert f"{current.nick} lost the connection; the seat is held." in said
    assert f"{current.nick} is back." in said
    assert at(ion, again) not in {None, *ion.table.game.actors(ion.state)}


async def test_services_that_end_the_older_connection_put_nobody_out(ion: Room):
    _, bob, _ = await three(ion, bob="Bob")
    second = await ion.arrives(ion.person("bob_", account="Bob", host="mobile.example"))
    await ion.leaves(bob, Departure.QUIT)
    assert at(ion, second) == 1
    await ion.leaves(second, Departure.QUIT)
    assert "bob_ left IRC and is out." in ion.public()[0]


async def test_a_second_connection_takes_the_seat_over_with_join(ion: Room):
    _, bob, _ = await three(ion, bob="Bob")
    held = await hand(ion, bob)
    second = await ion.arrives(ion.person("bob_", account="Bob", host="mobile.example"))
    assert at(ion, bob) == 1
    await ion.says(second, "!join")
    assert ion.private(second) == [held]
    assert (at(ion, bob), at(ion, second)) == (None, 1)
    await ion.leaves(bob, Departure.PART)
    assert at(ion, second) == 1


async def test_without_an_account_the_same_nick_user_and_host_comes_back(ion: Room):
    _, bob, _ = await three(ion)
    await ion.leaves(bob, Departure.SPLIT)
    back = await ion.arrives(ion.person("bob"))
    assert at(ion, back) == 1


async def test_case_11_a_stranger_with_the_same_nick_gets_nothing(ion: Room):
    _, bob, _ = await three(ion)
    await ion.leaves(bob, Departure.SPLIT)
    ion.fresh()
    stranger = await ion.arrives(ion.person("bob", host="elsewhere.example"))
    await ion.says(stranger, "!inv")
    assert [said.text for said in ion.fresh()] == ["You sit at no match here; !join takes a seat."]
    assert at(ion, stranger) is None


@pytest.mark.parametrize("account", [None, "Eve"])
async def test_case_11_a_stranger_with_the_nick_of_an_account_gets_nothing(ion: Room, account: str | None):
    """Not even from the same host."""
    _, bob, _ = await three(ion, bob="Bob")
    await ion.leaves(bob, Departure.SPLIT)
    stranger = await ion.arrives(ion.person("bob", account=account))
    await ion.says(stranger, "!join")
    assert at(ion, stranger) == 3


async def test_who_is_known_by_no_host_is_not_recognised_by_the_nick_alone(ion: Room):
    def unknown() -> Person:
        return Person("net", "bob", "bob")

    people = [await ion.arrives(person) for person in (ion.person("ann"), unknown(), ion.person("cat"))]
    await ion.begins(*people)
    await ion.leaves(people[1], Departure.SPLIT)
    stranger = await ion.arrives(unknown())
    assert at(ion, stranger) is None


async def test_case_11_the_seat_follows_the_connection_through_a_change_of_nick(ion: Room):
    ann, bob, cat = await three(ion)
    current = ion.from_turn(ann, bob, cat)[0]
    old = current.nick
    ion.rename(current, "renamed")
    thief = await ion.arrives(ion.person(old, host="elsewhere.example"))
    await ion.says(thief, "+")
    assert ion.fresh() == []
    await ion.says(current, "+")
    lines = ion.fresh()
    assert lines[0].text.startswith("renamed plays +")
    assert {said.to for said in lines} == {None, current}
    assert ion.stored().seats[at(ion, current)].nick == "renamed"


async def test_who_was_renamed_and_then_lost_comes_back_under_the_last_nick(ion: Room):
    _, bob, _ = await three(ion)
    ion.rename(bob, "bobby")
    bob.host = "moved.example"
    await ion.leaves(bob, Departure.SPLIT)
    assert at(ion, await ion.arrives(ion.person("bob"))) is None
    back = ion.person("bobby", host="moved.example")
    back.user = bob.user
    assert at(ion, await ion.arrives(back)) == 1


async def test_logging_in_during_a_match_binds_the_seat_to_the_account(ion: Room):
    _, bob, _ = await three(ion)
    bob.account = "Bob"
    await ion.leaves(bob, Departure.SPLIT)
    assert at(ion, await ion.arrives(ion.person("bob"))) is None
    assert at(ion, await ion.arrives(ion.person("robert", account="Bob", host="mobile.example"))) == 1


async def test_who_logs_in_after_coming_back_gets_the_seat_with_join(ion: Room):
    _, bob, _ = await three(ion, bob="Bob")
    await ion.leaves(bob, Departure.SPLIT)
    back = await ion.arrives(ion.person("bob", host="mobile.example"))
    assert at(ion, back) is None
    back.account = "Bob"
    await ion.says(back, "!join")
    assert at(ion, back) == 1


async def test_rule_3_who_left_and_joins_again_gets_their_items_back_once(ion: Room):
    _, bob, _ = await three(ion)
    held = await hand(ion, bob)
    await ion.leaves(bob, Departure.PART)
    back = await ion.arrives(ion.person("bobby", host="bob.example"))  # the same user and host, another nick
    back.user = bob.user
    await ion.says(back, "!join")
    assert at(ion, back) == 1
    assert await hand(ion, back) == held
    assert [seat.left_reason for seat in ion.stored().seats] == [None] * 3
    await ion.says(back, "!quit")
    ion.fresh()
    await ion.says(back, "!join")
    assert ion.private(back) == [f"You have come back once already; you can join the next match. {WAITS}"]
    assert at(ion, back) is None
    assert [seat.left_reason for seat in ion.stored().seats] == [None, "quit", None]
    assert ion.findings() == []


async def test_who_is_refused_the_seat_that_somebody_left_leaves_no_trace_on_it(ion: Room):
    _, bob, _ = await three(ion)
    await ion.says(bob, "!quit")
    await ion.says(bob, "!join")
    await ion.says(bob, "!quit")
    ion.fresh()
    sister = ion.person("sue", account="Sue", host=bob.host)
    sister.user = bob.user
    await ion.arrives(sister)
    await ion.says(sister, "!join")
    assert ion.private(sister) == [f"You have come back once already; you can join the next match. {WAITS}"]
    seat = ion.table.play.seating[1]
    assert (seat.nick, seat.account, seat.person) == ("bob", None, None)


async def test_rule_3_a_seat_bound_to_an_account_never_goes_to_a_stranger(ion: Room):
    _, bob, _ = await three(ion, bob="Bob")
    await ion.leaves(bob, Departure.PART)
    stranger = await ion.arrives(ion.person("bob"))  # nick, user and host are bob's; the account is missing
    await ion.says(stranger, "!join")
    assert at(ion, stranger) == 3
    again = await ion.arrives(ion.person("robert", account="Bob", host="mobile.example"))
    await ion.says(again, "!join")
    assert at(ion, again) == 1


async def test_a_newcomer_from_the_host_of_somebody_who_is_held_gets_a_seat_of_their_own(ion: Room):
    _, bob, _ = await three(ion)
    await ion.leaves(bob, Departure.SPLIT)
    sister = ion.person("sue", host=bob.host)
    sister.user = bob.user
    await ion.arrives(sister)
    await ion.says(sister, "!join")
    assert at(ion, sister) == 3
    assert at(ion, await ion.arrives(ion.person("bob"))) == 1


async def test_who_was_put_out_for_doing_nothing_can_join_again(rooms: Rooms):
    options = {"idle_limit": 1}
    room = await rooms.open(game="ion", options=NO_FILLERS | options, seed=card_seed(3, **options))
    people = await three(room)
    idle = room.from_turn(*people)[0]
    number = at(room, idle)
    await room.advance(10_000)
    assert "made no move for too long and is out." in room.public()[0]
    assert at(room, idle) is None
    assert room.stored().seats[number].left_reason == "timeout"
    await room.says(idle, "!join")
    assert at(room, idle) == number
    assert room.stored().seats[number].left_reason is None
    assert room.findings() == []


async def test_the_arrival_of_somebody_who_sits_here_already_changes_nothing(ion: Room):
    _, bob, _ = await three(ion)
    log = list(ion.table.play.match.log)
    ion.hall.joined(ion.channel, bob)
    await ion.settle()
    assert ion.table.play.match.log == log
    assert ion.fresh() == []
