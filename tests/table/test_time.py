"""Time: it runs from the moment a prompt has left, and stands still while nobody could move."""

import re

import pytest

from ionbot.channel import Delivery, Departure
from tests.table.ion import NO_FILLERS, card_seed, seed_for
from tests.table.room import Room, Rooms

QUARTER_MS = 15 * 60_000


async def test_a_move_in_time_is_taken_one_too_late_is_refused(room: Room):
    first, second = await room.begins(*room.present("ann", "bob"))
    await room.advance(9_999)
    await room.says(first, "1")
    assert room.public() == [f"{first.nick}: 1 pebble. *{second.nick}*'s turn, 11 left."]
    room.time += 10_000  # the line was there before the alarm was
    await room.says(second, "1")
    lines = room.fresh()
    assert [(said.to, said.text) for said in lines] == [
        (None, f"{second.nick} is late: -50. *{first.nick}*'s turn, 11 left."),
        (second, f"It is {first.nick}'s turn."),
    ]


async def test_a_late_chat_line_is_not_answered(room: Room):
    first, _ = await room.begins(*room.present("ann", "bob"))
    room.time += 10_000
    await room.says(first, "hm, let me think")
    assert [said.to for said in room.fresh()] == [None]


async def test_who_is_late_hears_it_when_the_time_is_over_and_not_before(room: Room):
    first, second = await room.begins(*room.present("ann", "bob"))
    await room.advance(9_999)
    assert room.public() == []
    await room.advance(1)
    assert room.public() == [f"{first.nick} is late: -50. *{second.nick}*'s turn, 12 left."]


async def test_time_runs_only_after_the_prompt_has_left(room: Room):
    room.channel.delivery = None
    first, _ = await room.begins(*room.present("ann", "bob"))
    await room.advance(25_000)
    assert room.public() == []
    await room.leave_now()
    await room.advance(9_999)
    assert room.public() == []
    await room.advance(1)
    assert room.public()[0].startswith(f"{first.nick} is late")


async def test_a_prompt_has_left_when_the_hand_of_who_is_asked_has_left_too(rooms: Rooms):
    seed = seed_for(2, lambda state: state.current == 1, NO_FILLERS)
    room = await rooms.open(game="ion", options=NO_FILLERS, seed=seed)
    room.channel.delivery = None
    ann, bob = room.present("ann", "bob")
    await room.begins(ann, bob)
    prompt, hand, other = room.channel.sent[-3:]
    assert [prompt.to, hand.to, other.to] == [None, bob, ann]
    assert prompt.left
    assert hand.left
    prompt.left(Delivery.SENT, None)
    await room.settle()
    assert room.state.asked_at is None
    hand.left(Delivery.SENT, None)
    await room.settle()
    assert room.state.asked_at is not None


async def test_a_prompt_has_not_left_before_a_hand_that_was_told_earlier_has(rooms: Rooms):
    room = await rooms.open(game="ion", options=NO_FILLERS, seed=card_seed(3))
    room.channel.delivery = None
    first, second, _ = await room.begins(*room.present("ann", "bob", "cat"))
    await room.says(first, "+")
    (prompt,) = [said for said in room.fresh() if said.to is None]
    hands = [said for said in room.channel.sent if said.key == "hand" and said.to is second]
    assert prompt.left
    prompt.left(Delivery.SENT, None)
    await room.settle()
    assert room.state.asked_at is None
    for hand in hands:
        assert hand.left
        hand.left(Delivery.SENT, None)
    await room.settle()
    assert room.state.asked_at is not None


async def test_no_time_passes_however_long_a_prompt_waits_in_the_queue(room: Room):
    room.channel.delivery = None
    first, _ = await room.begins(*room.present("ann", "bob"))
    await room.advance(600_000)
    assert room.state.due is None
    await room.leave_now()
    assert room.state.due == 10_000
    await room.advance(9_999)
    assert room.public() == []
    await room.advance(1)
    assert room.public()[0].startswith(f"{first.nick} is late")


async def test_a_move_before_the_prompt_has_left_is_taken(room: Room):
    room.channel.delivery = None
    first, second = await room.begins(*room.present("ann", "bob"))
    await room.says(first, "2")
    assert room.public() == [f"{first.nick}: 2 pebbles. *{second.nick}*'s turn, 10 left."]
    await room.leave_now()
    assert room.state.due == 10_000


async def test_an_older_prompt_that_leaves_late_starts_nobodys_time(room: Room):
    room.channel.delivery = None
    first, _ = await room.begins(*room.present("ann", "bob"))
    old = room.channel.sent[-1]
    left, old.left = old.left, None
    await room.says(first, "2")
    left(Delivery.SENT, None)
    await room.settle()
    assert room.state.due is None
    await room.leave_now()
    assert room.state.due == 10_000


async def test_time_stands_still_while_the_network_is_lost(room: Room):
    ann, bob = room.present("ann", "bob")
    first, second = await room.begins(ann, bob)
    await room.says(first, "2")
    await room.advance(9_000)
    room.fresh()
    await room.disconnects()
    await room.advance(3_600_000)
    assert room.channel.sent[-1].text.endswith("10 left.")
    await room.reconnects(*(room.person(nick) for nick in ("ann", "bob")))
    assert room.public() == [f"I am here again. Last: {first.nick}: 2 pebbles. *{second.nick}*'s turn, 10 left."]
    await room.advance(9_999)
    assert room.public() == []
    await room.advance(1)
    assert room.public()[0].startswith(f"{second.nick} is late")


@pytest.mark.parametrize("game", ["pebbles", "ion"])
@pytest.mark.parametrize("delivery", [None, Delivery.LOST, Delivery.SENT])
async def test_a_prompt_that_was_on_its_way_when_the_network_was_lost_is_said_again(
    rooms: Rooms, game: str, delivery: Delivery | None
):
    room = await rooms.open(game=game)
    room.channel.delivery = delivery
    await room.begins(*room.present("ann", "bob"))
    await room.disconnects()
    await room.leave_now(Delivery.LOST)
    room.channel.delivery = Delivery.SENT
    await room.reconnects(room.person("ann"), room.person("bob"))
    (line,) = room.public()
    asked = re.fullmatch(r"I am here again\. .*\*(\w+)\*'s turn.*", line)
    assert asked
    await room.advance(9_999)
    assert room.public() == []
    await room.advance(1)
    assert re.match(rf"{asked[1]} is (late|out of time)", room.public()[0])


async def test_after_an_interruption_everybody_is_told_what_they_hold(rooms: Rooms):
    room = await rooms.open(game="ion")
    await room.begins(*room.present("ann", "bob"))
    await room.disconnects()
    people = [room.person("ann"), room.person("bob")]
    await room.reconnects(*people)
    hands = [said for said in room.fresh() if said.to]
    assert [said.to for said in hands] == people
    assert all(said.text.startswith("You hold ") for said in hands)


async def test_who_has_not_come_back_when_the_bot_has_is_held(rooms: Rooms):
    room = await rooms.open(game="ion", options=NO_FILLERS, seed=card_seed(3))
    first, *others = await room.begins(*room.present("ann", "bob", "cat"))
    await room.disconnects()
    await room.advance(600_000)
    await room.reconnects(*(room.person(person.nick) for person in others))
    assert f"{first.nick} lost the connection; the seat is held." in room.public()[0]
    back = await room.arrives(room.person(first.nick))
    assert f"{first.nick} is back." in room.public()[0]
    assert room.table.seats(back)


async def test_with_everybody_away_time_stands_still_for_fifteen_minutes_and_then_the_graces_run(rooms: Rooms):
    room = await rooms.open(game="ion", options=NO_FILLERS, seed=card_seed(2))
    ann, bob = room.present("ann", "bob")
    await room.begins(ann, bob)
    await room.leaves(ann, Departure.SPLIT)
    await room.leaves(bob, Departure.SPLIT)
    assert room.public()[-1].startswith("bob lost the connection. Everybody is away: the match waits.")
    await room.advance(QUARTER_MS + 89_999)
    assert room.table.play
    assert room.public() == []
    await room.advance(1)
    assert room.public()[0].startswith("ann did not come back and is out.")
    assert room.stored().match.ended
    assert room.alarm.due == {}


async def test_somebody_back_within_the_fifteen_minutes_goes_on(rooms: Rooms):
    room = await rooms.open(game="ion", options=NO_FILLERS | {"idle_limit": 100}, seed=card_seed(2, idle_limit=100))
    ann, bob = room.present("ann", "bob")
    await room.begins(ann, bob)
    await room.leaves(ann, Departure.SPLIT)
    await room.leaves(bob, Departure.SPLIT)
    await room.advance(QUARTER_MS - 1)
    await room.arrives(room.person("ann"))
    assert room.public()[-1].endswith("*ann*'s turn: 10 s.")
    await room.advance(89_999)
    assert not any("did not come back" in line for line in room.public())
    await room.advance(1)
    assert "bob did not come back and is out." in room.public()[0]


async def test_the_fifteen_minutes_begin_when_the_bot_is_there_to_see_it(rooms: Rooms):
    room = await rooms.open(game="ion", options=NO_FILLERS, seed=card_seed(2))
    await room.begins(*room.present("ann", "bob"))
    await room.disconnects()
    await room.advance(2 * QUARTER_MS)
    await room.reconnects()
    await room.advance(QUARTER_MS + 59_999)
    assert room.table.play
    await room.advance(1)
    assert room.table.play is None


async def test_questions_about_time_are_answered_with_the_match_s_own(room: Room):
    first, _ = await room.begins(*room.present("ann", "bob"))
    await room.advance(4_000)
    await room.says(first, "!time")
    assert room.private(first) == ["6,000 ms left."]


async def test_the_clock_may_move_at_any_moment(rooms: Rooms):
    """A real clock moves on between any two looks at it."""
    room = await rooms.open(tick=1)
    first, _ = await room.begins(*room.present("ann", "bob"))
    await room.says(first, "1")
    await room.disconnects()
    await room.reconnects(room.person("ann"), room.person("bob"))
    await room.leaves(room.channel.persons[0], Departure.SPLIT)
    await room.advance(60_000)
    assert room.table.play
    assert room.findings() == []
