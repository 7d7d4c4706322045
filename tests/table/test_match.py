"""A match: what is typed, who hears what, what is kept, and how it ends."""

import pytest

from ionbot.channel import Delivery, Departure, Lane
from ionbot.store.models import MatchStatus
from tests.table.room import SEED, WAITS, Room, Rooms

NAMES = ("ann", "bob", "cat")


async def test_a_move_is_one_public_line_with_the_next_prompt_in_it(room: Room):
    first, second, third = await room.begins(*room.present(*NAMES))
    await room.says(first, "3")
    assert room.public() == [f"{first.nick}: 3 pebbles. *{second.nick}*'s turn, 9 left."]
    await room.says(second, "1")
    assert room.public() == [f"{second.nick}: 1 pebble. *{third.nick}*'s turn, 8 left."]


async def test_the_public_line_goes_before_the_private_hand(room: Room):
    people = await room.begins(*room.present(*NAMES))
    lines = room.fresh()
    while len(lines) < 2:
        await room.says(room.from_turn(*room.channel.persons)[0], "1")
        lines = room.fresh()
    result, hand = lines
    assert (result.to, result.lane) == (None, Lane.RESULT)
    assert (hand.to in people, hand.lane, hand.key) == (True, Lane.HAND, "hand")
    assert hand.text.startswith("You have: ")


async def test_a_hand_is_shown_to_its_holder_alone(rooms: Rooms):
    room = await rooms.open(game="ion")
    ann, bob = room.present("ann", "bob")
    await room.says(ann, "!join")
    await room.says(bob, "!join")
    await room.says(ann, "!go")
    hands = [said for said in room.fresh() if said.text.startswith("You hold ")]
    assert [said.to for said in hands] == [ann, bob]
    assert len({said.text for said in hands}) == 2
    for person in (ann, bob):
        await room.says(person, "!inv")
        own = next(said.text for said in hands if said.to is person)
        assert room.private(person) == [f"{own.partition(' (type one in your turn')[0]}."]


async def test_the_current_player_moves_bare_and_with_the_prefix_and_by_the_bots_nick(room: Room):
    ann, bob = room.present("ann", "bob")
    await room.begins(ann, bob)
    for text in ("1", "!1", "ionbot: 1", "IONBOT, 1", "  1 "):
        before = room.state.bowl
        await room.says(room.from_turn(ann, bob)[0], text)
        assert room.state.bowl == before - 1


async def test_a_bare_move_that_cannot_be_made_is_answered_privately(room: Room):
    first, _ = await room.begins(*room.present("ann", "bob"))
    await room.says(first, "4")
    assert [(said.to, said.text) for said in room.fresh()] == [(first, "You can take 1 to 3.")]


@pytest.mark.parametrize("text", ["hello", "2 of you?", "", "   ", "?!"])
async def test_chat_of_the_current_player_is_not_answered(room: Room, text: str):
    first, _ = await room.begins(*room.present("ann", "bob"))
    await room.says(first, text)
    assert room.fresh() == []


@pytest.mark.parametrize("text", ["1", "99", "hello"])
async def test_bare_lines_of_the_others_are_chat(room: Room, text: str):
    _, second = await room.begins(*room.present("ann", "bob"))
    (eve,) = room.present("eve")
    await room.says(second, text)
    await room.says(eve, text)
    assert room.fresh() == []
    assert room.state.bowl == 12


async def test_a_move_out_of_turn_with_the_prefix_is_answered_privately(room: Room):
    first, second = await room.begins(*room.present("ann", "bob"))
    await room.says(second, "!1")
    assert [(said.to, said.text) for said in room.fresh()] == [(second, f"It is {first.nick}'s turn.")]


async def test_nonsense_with_the_prefix_is_answered_with_what_would_work(room: Room):
    first, _ = await room.begins(*room.present("ann", "bob"))
    await room.says(first, "!five")
    assert [(said.to, said.text) for said in room.fresh()] == [(first, "Say 1, 2, 3 or throw GEM.")]


@pytest.mark.parametrize("text", ["!1", "!throw ruby", "!stop", "1", "stop", "!weather", "!"])
async def test_case_10_what_an_outsider_types_does_nothing(room: Room, text: str):
    await room.begins(*room.present("ann", "bob"))
    (eve,) = room.present("eve")
    log = list(room.table.play.match.log)
    await room.says(eve, text)
    assert [said.to for said in room.fresh()] in ([], [eve])
    assert room.table.play.match.log == log


async def test_a_refused_move_costs_nothing_but_time(room: Room):
    first, _ = await room.begins(*room.present("ann", "bob"))
    await room.advance(9_000)
    await room.says(first, "!4")
    await room.says(first, "!nonsense")
    room.fresh()
    assert room.table.play.match.rng.position == room.table.play.match.log[-1].draws
    await room.advance(1_000)
    assert room.public()[0].startswith(f"{first.nick} is late: -50.")


async def test_a_hand_that_waits_is_replaced_by_its_successor(room: Room):
    """The channel merges what has the same key, so all hands of a player carry it, also after they come back."""
    first, _ = await room.begins(*room.present("ann", "bob"))
    await room.leaves(first, Departure.PING_TIMEOUT)
    room.fresh()
    back = await room.arrives(room.person(first.nick))
    hands = [said for said in room.fresh() if said.to is back]
    assert [(said.lane, said.key) for said in hands] == [(Lane.HAND, "hand")]


async def test_the_result_has_a_line_and_then_the_seed_is_shown(room: Room):
    ann, bob = room.present("ann", "bob")
    await room.begins(ann, bob)
    while room.table.play:
        await room.says(room.from_turn(ann, bob)[0], "3")
    *_, result, proof = room.public()
    stored = room.stored()
    points = {seat.nick: seat.points for seat in stored.seats}
    assert result == f"ann {points['ann']:,}, bob {points['bob']:,}"
    assert (
        proof == f"Match 1 is over. The seed of its cards was {SEED.hex()}; whoever runs the bot can prove them by it."
    )
    assert (stored.match.status, stored.seed) == (MatchStatus.FINISHED, SEED.hex())
    assert room.over == 1
    assert room.alarm.due == {}
    assert room.findings() == []


async def test_the_seed_is_nowhere_before_the_end(room: Room, logs: list[dict[str, object]]):
    ann, bob = room.present("ann", "bob")
    await room.begins(ann, bob)
    while room.table.play and room.state.bowl > 3:
        first, second = room.from_turn(ann, bob)
        for command in ("!players", "!score", "!inv", "!table", "!help", "!rules moves"):
            await room.says(second, command)
        await room.says(first, "3")
    everything = repr([said.text for said in room.channel.sent]) + repr(logs) + repr(room.table.lobby)
    assert SEED.hex() not in everything
    assert repr(SEED) not in everything
    assert room.stored().seed is None


async def test_the_lobby_does_not_show_the_seed_when_it_is_printed(room: Room):
    (ann,) = room.present("ann")
    await room.says(ann, "!join")
    assert repr(SEED) not in repr(room.table.lobby)


async def test_after_a_match_the_table_is_free(room: Room):
    ann, bob = room.present("ann", "bob")
    await room.begins(ann, bob)
    await room.says(ann, "!quit")
    await room.says(bob, "!join")
    assert room.public()[-1].startswith("bob opens Pebbles, match 2;")


async def test_everything_of_a_move_is_in_the_store_when_it_is_told(room: Room):
    ann, bob = room.present("ann", "bob")
    await room.begins(ann, bob)
    await room.says(room.from_turn(ann, bob)[0], "2")
    stored = room.stored()
    assert stored.log[-1] == room.table.play.match.log[-2]  # the last is the prompt, which goes with the next input
    assert sorted(seat.points for seat in stored.seats) == [0, 200]
    assert room.findings() == []


async def test_a_second_join_during_a_match_takes_a_new_seat(room: Room):
    ann, bob, cat = room.present(*NAMES)
    await room.begins(ann, bob)
    await room.says(cat, "!join")
    await room.says(cat, "!join")
    assert room.private(cat) == ["You play already; !inv shows what you hold."]
    assert [seat.nick for seat in room.stored().seats] == ["ann", "bob", "cat"]


async def test_who_cannot_join_a_match_is_told_why_and_has_no_seat(rooms: Rooms):
    room = await rooms.open(game="ion", options={"max_players": 2})
    ann, bob, cat = room.present(*NAMES)
    await room.begins(ann, bob)
    await room.says(cat, "!join")
    assert room.private(cat) == [f"The match is full: 2 players. {WAITS}"]
    assert len(room.table.play.seating) == 2
    assert not room.table.seats(cat)


async def test_two_channels_play_without_hearing_of_each_other(rooms: Rooms):
    room = rooms.made()
    ann, bob = room.present("ann", "bob")
    other = type(room.channel)("#other")
    room.channels.append(other)
    cat, dan = room.present("cat", "dan", channel=other)
    await room.open()
    try:
        await room.begins(ann, bob)
        room.channel, here = other, room.channel
        for person in (cat, dan):
            await room.says(person, "!join")
        await room.says(cat, "!go")
        assert {table.play.match.header.match for table in room.hall.tables.values()} == {1, 2}
        assert not any("cat" in said.text for said in here.sent)
    finally:
        await room.close()


async def test_a_prompt_that_did_not_get_through_leaves_a_newer_one_alone(room: Room):
    room.channel.delivery = Delivery.LOST
    first, second = await room.begins(*room.present("ann", "bob"))
    await room.advance(5_000)
    room.channel.delivery = None
    await room.says(first, "2")
    assert room.public() == [f"{first.nick}: 2 pebbles. *{second.nick}*'s turn, 10 left."]
    await room.advance(60_000)
    assert room.public() == []


@pytest.mark.parametrize("fate", [Delivery.REFUSED, Delivery.LOST])
async def test_a_prompt_that_did_not_get_through_is_said_again_and_costs_no_time(room: Room, fate: Delivery):
    room.channel.delivery = fate
    first, _ = await room.begins(*room.present("ann", "bob"))
    room.public()
    for delay in (10_000, 20_000, 40_000, 60_000, 60_000):
        await room.advance(delay - 1)
        assert room.public() == []
        await room.advance(1)
        assert room.public() == [f"*{first.nick}*'s turn, 12 left."]
    assert room.state.due is None
    room.channel.delivery = Delivery.SENT
    await room.advance(60_000)
    assert room.state.due == 10_000


async def test_who_wants_another_game_is_told_which_is_played(room: Room):
    cat = room.present("ann", "bob", "cat")[2]
    await room.begins(*room.channel.persons[:2])
    await room.says(cat, "!join fia")
    assert room.private(cat) == ["Pebbles is played now; !join joins it."]
    assert not room.table.seats(cat)
