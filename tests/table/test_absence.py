"""Players who say that they are away, and players who vote to stop."""

from typing import Any

import pytest

from games.kit.inputs import Away
from ionbot.channel import Departure, Person, Status
from ionbot.store.models import MatchStatus
from ionbot.table.absence import MOST_ABSENCES
from tests.kit_game import PEBBLES
from tests.table.ion import NO_FILLERS, card_seed
from tests.table.room import Room, Rooms

FIVE_MINUTES_MS = 300_000


@pytest.fixture
async def ion(rooms: Rooms) -> Room:
    """A room where ION is played by three who all hold a +; nobody is put out for being slow."""
    options = {"idle_limit": 100}
    return await rooms.open(game="ion", options=NO_FILLERS | options, seed=card_seed(3, **options))


async def three(room: Room) -> list[Person]:
    """Begin a match; gives the three from the one on whose turn it is."""
    return await room.begins(*room.present("ann", "bob", "cat"))


async def test_turns_of_who_is_away_are_passed_over(ion: Room):
    first, second, third = await three(ion)
    await ion.says(second, "!away")
    assert ion.public() == [f"{second.nick} is away; the seat is held."]
    await ion.says(first, "+")
    assert f"{second.nick} is away: passed over." in ion.public()[0]
    await ion.says(second, "!away")
    assert ion.private(second) == ["You are away already; !back ends that."]
    assert ion.table.play.sitters.to_move(third)


async def test_back_ends_it(ion: Room):
    _, second, _ = await three(ion)
    await ion.says(second, "!away")
    ion.fresh()
    await ion.says(second, "!back")
    line, hand = ion.fresh()
    assert (line.to, line.text) == (None, f"{second.nick} is back.")
    assert (hand.to, hand.text.partition(" ")[0]) == (second, "You")
    await ion.says(second, "!back")
    assert ion.private(second) == ["You are not away."]
    await ion.advance(FIVE_MINUTES_MS)
    assert not any("did not come back" in line for line in ion.public())


@pytest.mark.parametrize("text", ["+", "!+", "ionbot: +", "!score", "!inv"])
async def test_a_move_or_a_question_ends_it_too(ion: Room, text: str):
    _, second, _ = await three(ion)
    await ion.says(second, "!away")
    ion.fresh()
    await ion.says(second, text)
    assert ion.public() == [f"{second.nick} is back."]


@pytest.mark.parametrize("text", ["brb, the phone", "hm", "!away", "!nonsense"])
async def test_chat_does_not_end_it(ion: Room, text: str):
    _, second, _ = await three(ion)
    await ion.says(second, "!away")
    ion.fresh()
    await ion.says(second, text)
    assert ion.public() == []
    assert ion.table.play.sitters.is_away(ion.table.play.seating.of(second))


async def test_a_bare_move_of_the_one_for_whom_the_match_waits_is_made(ion: Room):
    people = await three(ion)
    for person in people[1:]:
        await ion.says(person, "!away")
    await ion.says(people[0], "!away")
    assert "Everybody is away: the match waits." in ion.public()[-1]
    log = len(ion.table.play.match.log)
    await ion.says(people[1], "+")
    back, move = ion.public()
    assert back.startswith(f"{people[1].nick} is back. Bank 0 at 0. *{people[1].nick}*'s turn")
    assert move.startswith(f"{people[1].nick} plays +: +300.")
    assert len(ion.table.play.match.log) > log


async def test_in_ones_own_turn_it_costs_what_a_missed_one_costs(ion: Room):
    first, second, _ = await three(ion)
    await ion.says(first, "!away")
    assert ion.public() == [
        f"{first.nick} is out of time: -1,000. {first.nick} is away; the seat is held. "
        f"Bank 0 at 0. *{second.nick}*'s turn: 10 s."
    ]


async def test_who_does_not_come_back_within_five_minutes_is_out(ion: Room):
    _, second, _ = await three(ion)
    await ion.says(second, "!away")
    await ion.advance(FIVE_MINUTES_MS - 1)
    assert ion.table.play.sitters.is_away(ion.table.play.seating.of(second))
    await ion.advance(1)
    assert f"{second.nick} did not come back and is out." in " ".join(ion.public())
    assert ion.table.play.seating.of(second) is None
    await ion.says(second, "!back")
    assert ion.private(second) == ["You sit at no match here; !join takes a seat."]
    assert ion.findings() == []


async def test_it_lasts_through_a_restart(ion: Room):
    _, second, _ = await three(ion)
    await ion.says(second, "!away")
    await ion.restart()
    again = ion.channel.find(second.nick)
    assert again
    seat = ion.table.play.seating.of(again)
    assert ion.table.play.sitters.is_away(seat)
    await ion.says(again, "!back")
    assert not ion.table.play.sitters.is_away(seat)
    await ion.restart()
    assert not ion.table.play.sitters.is_away(ion.table.play.seating[seat.number])


async def test_who_is_away_and_loses_the_connection_is_back_when_it_is(ion: Room):
    _, second, _ = await three(ion)
    await ion.says(second, "!away")
    await ion.leaves(second, Departure.SPLIT)
    ion.fresh()
    back = await ion.arrives(ion.person(second.nick))
    assert ion.public() == [f"{second.nick} is back."]
    assert not ion.table.play.sitters.is_away(ion.table.play.seating.of(back))


async def test_with_all_humans_away_computers_do_not_play_on(rooms: Rooms):
    room = await rooms.open(game="ion", fill=2, options=NO_FILLERS | {"round_time": 3600})
    (ann,) = room.present("ann")
    await room.says(ann, "!join")
    await room.says(ann, "!go")
    await room.says(ann, "!away")
    room.public()
    await room.advance(15 * 60_000 - 1)
    assert room.public() == []
    await room.advance(1 + FIVE_MINUTES_MS)
    assert room.table.play is None
    assert room.stored().match.status is MatchStatus.ABANDONED


async def test_who_does_not_play_is_not_away(room: Room):
    ann, eve = room.present("ann", "eve")
    for command in ("away", "back", "vote stop"):
        await room.says(eve, f"!{command}")
        assert room.private(eve) == ["You sit at no match here; !join takes a seat."]
    await room.says(ann, "!join")
    room.fresh()
    await room.says(ann, "!away")
    assert room.private(ann) == ["You sit at no match here; !join takes a seat."]


# Votes


async def test_more_than_half_of_who_is_here_stop_the_match(room: Room):
    ann, bob, cat, dan = room.present("ann", "bob", "cat", "dan")
    await room.begins(ann, bob, cat, dan)
    await room.says(ann, "!vote stop")
    await room.says(bob, "!vote STOP")
    assert room.public() == [
        "ann votes to stop, 1 of 3; !vote stop votes too.",
        "bob votes to stop, 2 of 3; !vote stop votes too.",
    ]
    await room.says(bob, "!vote stop")
    assert [(said.to, said.text) for said in room.fresh()] == [(bob, "You have voted: 2 of 3.")]
    await room.says(cat, "!vote stop")
    assert room.public()[0].startswith("cat votes to stop, 3 of 3: the match ends. ann 0, bob 0")
    assert room.table.play is None
    assert room.stored().match.status is MatchStatus.FINISHED
    assert room.findings() == []


@pytest.mark.parametrize("how", ["!quit", "!away", Departure.SPLIT, Departure.PART])
async def test_leaving_takes_the_vote_back_and_who_is_gone_does_not_count(ion: Room, how: str | Departure):
    people = ion.present("ann", "bob", "cat", "dan")
    await ion.begins(*people)
    ann, bob, cat, dan = people
    await ion.says(ann, "!vote stop")
    if isinstance(how, Departure):
        await ion.leaves(ann, how)
    else:
        await ion.says(ann, how)
    ion.fresh()
    await ion.says(bob, "!vote stop")
    assert ion.public() == ["bob votes to stop, 1 of 2; !vote stop votes too."]
    await ion.says(cat, "!vote stop")
    assert ion.table.play is None
    assert dan.nick == "dan"


async def test_computers_have_no_vote(rooms: Rooms):
    room = await rooms.open(fill=3)
    (ann,) = room.present("ann")
    await room.says(ann, "!join")
    await room.says(ann, "!go")
    room.public()
    await room.says(ann, "!vote stop")
    assert room.public()[0].startswith("ann votes to stop, 1 of 1: the match ends.")
    assert room.table.play is None


@pytest.mark.parametrize("text", ["vote", "vote ann", "vote stopp", "vote s"])
async def test_there_is_one_thing_to_vote_for(room: Room, text: str):
    ann, bob = room.present("ann", "bob")
    await room.begins(ann, bob)
    await room.says(ann, f"!{text}")
    assert room.private(ann) == ["There is one thing to vote for: !vote stop."]


async def test_a_vote_of_an_operator_is_a_vote_and_no_order(room: Room):
    oz = await room.arrives(room.person("oz"), Status.OP)
    ann, bob = room.present("ann", "bob")
    await room.begins(ann, bob)
    await room.says(oz, "!vote stop")
    assert room.private(oz) == ["You sit at no match here; !join takes a seat."]


async def test_nobody_is_away_without_end_not_even_over_a_restart(ion: Room):
    """Who loses shall not be able to make time stand still again and again."""
    _, second, _ = await three(ion)
    for number in range(MOST_ABSENCES):
        await ion.says(second, "!away")
        assert ion.public() == [f"{second.nick} is away; the seat is held."], number
        await ion.says(second, "!back")
        ion.fresh()
    for _ in range(2):
        await ion.says(second, "!away")
        assert ion.private(second) == ["You have been away 5 times in this match; it cannot wait for you again."]
        await ion.restart()
        second = next(person for person in ion.channel.persons if person.nick == second.nick)
        ion.fresh()


async def test_where_a_game_holds_no_seat_somebody_is_told_so(room: Room, monkeypatch: pytest.MonkeyPatch):
    decide = PEBBLES.decide
    people = await room.begins(*room.present("ann", "bob"))

    def without_holding(state: Any, seat: Any, command: Any, *rest: Any) -> Any:
        return iter(()) if isinstance(command, Away) else decide(state, seat, command, *rest)

    monkeypatch.setattr(PEBBLES, "decide", without_holding)
    await room.says(people[1], "!away")
    assert room.private(people[1]) == ["This game holds no seat; your time goes on."]
