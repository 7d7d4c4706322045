"""A pause: time stands still, nobody is asked, and a restart of the bot changes nothing of it."""

import pytest

from games.kit.inputs import Paused, Resumed
from games.kit.verify import findings as unfair
from ionbot.channel import Departure, Person, Status
from tests.table.ion import NO_FILLERS, card_seed
from tests.table.room import Room, Rooms

HOUR_MS = 3_600_000
PAUSED = "The match is paused."


@pytest.fixture
async def ion(rooms: Rooms) -> Room:
    """A room for ION, where the bot has an operator oz."""
    room = await rooms.open(game="ion", options=NO_FILLERS, seed=card_seed(2))
    await room.arrives(room.person("oz"), Status.OP)
    return room


async def paused(room: Room) -> tuple[Person, Person, Person]:
    """Pause a match of two in the middle of a turn; gives the operator, and the two from the one to move."""
    oz = room.channel.find("oz")
    assert oz
    first, second = await room.begins(*room.present("ann", "bob"))
    await room.advance(6_000)
    await room.says(oz, "!pause")
    return oz, first, second


async def test_time_stands_still_and_the_turn_is_asked_again_with_its_full_time(ion: Room):
    oz, first, second = await paused(ion)
    assert ion.public() == ["oz pauses the match; !resume ends the pause."]
    await ion.advance(HOUR_MS)
    assert ion.public() == []
    await ion.says(oz, "!resume")
    assert ion.public() == [f"oz ends the pause. Bank 0 at 0. *{first.nick}*'s turn: 10 s."]
    await ion.advance(9_999)
    assert ion.public() == []
    await ion.advance(1)
    assert ion.public()[0].endswith(f"*{second.nick}*'s turn: 10 s.")
    assert ion.findings() == []


async def test_questions_tell_of_the_pause(ion: Room):
    _, first, _ = await paused(ion)
    for command, answer in (("time", f"Round 1 of 1: 9:54 left. {PAUSED}"), ("turn", f"left. {PAUSED}")):
        await ion.says(first, f"!{command}")
        assert ion.private(first)[0].endswith(answer)


async def test_moves_are_refused_privately_and_chat_is_chat(ion: Room):
    _, first, second = await paused(ion)
    ion.fresh()
    await ion.says(first, "hm, why?")
    assert ion.fresh() == []
    for person, text in ((first, "+"), (first, "!+"), (second, "!+")):
        await ion.says(person, text)
        assert [(said.to, said.text) for said in ion.fresh()] == [(person, PAUSED)]
    await ion.says(first, "!nonsense")
    assert ion.private(first)[0].startswith("That is no move.")


async def test_nobody_is_asked_while_it_lasts(ion: Room):
    """Who has the turn leaves: the turn goes on, and the next one is called once the pause has ended."""
    oz, first, second = await paused(ion)
    (cat,) = ion.present("cat")
    await ion.says(cat, "!join")
    ion.fresh()
    await ion.says(first, "!quit")
    assert ion.public() == [f"{first.nick} quits."]
    await ion.advance(HOUR_MS)
    await ion.says(oz, "!resume")
    assert "'s turn: 10 s." in ion.public()[0]
    assert ion.from_turn(*([first, second, cat]))[0] is not first


async def test_a_prompt_that_is_on_its_way_is_sent_again(ion: Room):
    oz = ion.channel.find("oz")
    assert oz
    ion.channel.delivery = None
    first, _ = await ion.begins(*ion.present("ann", "bob"))
    await ion.says(oz, "!pause")
    await ion.leave_now()
    await ion.says(oz, "!resume")
    assert ion.public()[-1].endswith(f"*{first.nick}*'s turn: 10 s.")
    await ion.advance(25_000)
    assert ion.public() == []
    await ion.leave_now()
    await ion.advance(9_999)
    assert ion.public() == []


async def test_it_lasts_through_a_restart(ion: Room):
    await paused(ion)
    for _ in range(2):
        ion.public()
        await ion.restart()
        (line,) = ion.public()
        assert line.startswith("I am here again.")
        assert line.endswith(PAUSED)
        await ion.advance(HOUR_MS)
        assert ion.public() == []
    oz, ann = ion.channel.find("oz"), ion.channel.find("ann")
    assert oz
    assert ann
    await ion.says(oz, "!resume")
    assert "'s turn: 10 s." in ion.public()[0]
    await ion.restart()
    assert PAUSED not in ion.public()[0]
    assert ion.table.play.seating.of(ion.channel.find("ann"))
    assert ion.findings() == []


async def test_it_lasts_through_a_lost_network(ion: Room):
    oz, first, second = await paused(ion)
    await ion.disconnects()
    ion.public()
    await ion.reconnects(oz, first, second)
    assert ion.public()[0].endswith(PAUSED)
    await ion.advance(HOUR_MS)
    assert ion.public() == []
    oz.status[ion.channel.folded] = Status.OP
    await ion.says(oz, "!resume")
    assert ion.public()[0].endswith(f"*{first.nick}*'s turn: 10 s.")


async def test_it_stands_in_the_journal_and_the_match_is_still_proven(ion: Room):
    oz, _, _ = await paused(ion)
    await ion.says(oz, "!resume")
    await ion.says(oz, "!stop")
    stored = ion.stored()
    kept = [entry.command for entry in stored.log if isinstance(entry.command, Paused | Resumed)]
    assert kept == [Paused(asked=True), Resumed(asked=True)]
    assert stored.header
    assert stored.seed
    assert list(unfair(ion.table.game, stored.header, stored.log, bytes.fromhex(stored.seed))) == []


async def test_computers_do_not_play_while_it_lasts(rooms: Rooms):
    room = await rooms.open(fill=2)
    oz = await room.arrives(room.person("oz"), Status.OP)
    await room.says(oz, "!join")
    await room.says(oz, "!go")
    await room.says(oz, "!pause")
    room.public()
    await room.advance(HOUR_MS)
    assert room.public() == []
    await room.says(oz, "!resume")
    await room.advance(60_000)
    assert any("Ada (bot): " in line for line in room.public())


async def test_a_pause_of_a_match_that_everybody_has_left_ends_with_the_match(ion: Room):
    _, first, second = await paused(ion)
    await ion.leaves(first, Departure.SPLIT)
    await ion.leaves(second, Departure.PART)
    assert ion.table.play is None
    assert ion.alarm.due == {}


async def test_what_there_is_not_is_told(room: Room):
    oz = await room.arrives(room.person("oz"), Status.OP)
    for command, answer in (("pause", "There is no match to pause."), ("resume", "Nothing is paused.")):
        await room.says(oz, f"!{command}")
        assert room.private(oz) == [answer]
    await room.begins(*room.present("ann", "bob"))
    await room.says(oz, "!resume")
    assert room.private(oz) == ["Nothing is paused."]
    await room.says(oz, "!pause")
    room.fresh()
    await room.says(oz, "!pause")
    assert room.private(oz) == ["The match is paused already; !resume ends that."]
