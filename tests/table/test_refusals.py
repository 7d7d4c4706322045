"""Case 9: lines of the bot that the server does not pass on, to a player or to the whole channel."""

import re
from collections.abc import AsyncIterator

import pytest

from games.ion.state import State
from ionbot.channel import Delivery, Lane, Person, Refusal, Status
from tests.table.ion import NO_FILLERS, seed_for
from tests.table.room import FakeChannel, Room, Rooms, Said

UNWANTED = (Refusal.UNWANTED, "Can't send NOTICE to user (+g mode set)")
SILENCED = (Refusal.SILENCED, "Cannot send to channel (+m)")
OPTIONS = NO_FILLERS | {"idle_limit": 100}


class Rude(FakeChannel):
    """A channel where those who are `deaf` get no private line, and nobody hears the bot while it is `mute`.

    With `echo` that is the fate of a line; without, it has left, and only then the refusal comes. Lines to those for
    whom they are `stuck` have no fate.
    """

    def __init__(self, room: Room, *, echo: bool) -> None:
        super().__init__()
        self.room = room
        self.echo = echo
        self.deaf: set[Person] = set()
        self.stuck: set[Person] = set()
        self.mute = False

    def _send(self, said: Said) -> None:
        if said.to in self.stuck:
            self.sent.append(said)
            return
        if not (self.mute if said.to is None else said.to in self.deaf):
            super()._send(said)
            return
        self.sent.append(said)
        if said.left:
            said.left(Delivery.REFUSED if self.echo else Delivery.SENT, None)
        self.room.hall.refused(*((said.to, *UNWANTED) if said.to else (self, *SILENCED)))


def ann_begins(state: State) -> bool:
    return state.current == 0 and all("+" in seat.hand for seat in state.seats)


@pytest.fixture(params=[True, False], ids=["echo", "no echo"])
async def ion(rooms: Rooms, request: pytest.FixtureRequest) -> AsyncIterator[Room]:
    """A room for ION, on a network with echoes and on one without; everybody holds a +, and ann begins."""
    room = rooms.made(game="ion", options=OPTIONS, seed=seed_for(3, ann_begins, OPTIONS))
    room.channel = Rude(room, echo=request.param)
    room.channels = [room.channel]
    await room.open()
    yield room
    await room.close()


@pytest.fixture
def people(ion: Room) -> list[Person]:
    return ion.present("ann", "bob", "cat")


@pytest.fixture
async def oz(ion: Room) -> Person:
    return await ion.arrives(ion.person("oz"), Status.HALFOP)


def told(nick: str) -> str:
    return (
        f"*{nick}*: my private lines do not reach you ({UNWANTED[1]}). What helps: /accept ionbot, /mode {nick} -g or "
        f"/mode {nick} -R; then !inv shows what you hold."
    )


# A player


async def test_a_player_who_gets_no_private_lines_is_told_so_once_in_the_channel(ion: Room, people: list[Person]):
    _, bob, _ = people
    ion.channel.deaf = {bob}
    for person in people:
        await ion.says(person, "!join")
    ion.fresh()
    await ion.says(people[0], "!go")
    assert [(said.text, said.lane) for said in ion.fresh() if "private lines" in said.text] == [
        (told("bob"), Lane.ANSWER)
    ]
    for text in ("!inv", "!help", "!score"):
        await ion.says(bob, text)
    assert ion.public() == []


async def test_they_are_told_once_a_match_on_whatever_connection(ion: Room, people: list[Person]):
    ion.channel.deaf = {people[1]}
    await ion.begins(*people)
    await ion.disconnects()
    back = [ion.person(person.nick) for person in people]
    ion.channel.deaf = {back[1]}
    await ion.reconnects(*back)
    await ion.says(back[1], "!inv")
    assert not any("private lines" in line for line in ion.public())


async def test_in_a_lobby_they_are_told_too_and_not_again_in_its_match(ion: Room, people: list[Person]):
    ann, bob, _ = people
    ion.channel.deaf = {ann}
    await ion.says(ann, "!join luck")
    assert ion.public()[1:] == [told("ann")]
    await ion.says(bob, "!join")
    await ion.says(ann, "!go")
    await ion.says(ann, "!inv")
    assert not any("private lines" in line for line in ion.public())


async def test_in_the_next_match_they_are_told_again(ion: Room, people: list[Person]):
    ion.channel.deaf = {people[1]}
    await ion.begins(*people)
    for person in people[1:]:
        await ion.says(person, "!quit")
    assert ion.table.play is None
    ion.fresh()
    await ion.says(people[1], "!join luck")
    assert ion.public()[1:] == [told("bob")]


async def test_an_onlooker_who_gets_no_answer_is_not_told(ion: Room, people: list[Person]):
    await ion.begins(*people)
    (eve,) = ion.present("eve")
    ion.channel.deaf = {eve}
    await ion.says(eve, "!help")
    assert ion.public() == []


async def test_long_words_of_a_server_are_cut(ion: Room, people: list[Person]):
    await ion.begins(*people)
    await ion.refuses(people[1], "x" * 400)
    (line,) = ion.public()
    assert len(line) < 320


async def test_a_turn_that_its_player_does_not_hear_of_does_not_pass_at_first(ion: Room, people: list[Person]):
    """They are called again every 10 s, three times; then the turn counts like any other."""
    ann, bob, _ = people
    ion.channel.deaf = {ann}
    await ion.begins(*people)
    for _ in range(3):
        await ion.advance(9_999)
        assert ion.public() == []
        await ion.advance(1)
        assert ion.public() == ["Bank 0 at 0. *ann*'s turn: 10 s."]
    await ion.advance(9_999)
    assert ion.public() == []
    await ion.advance(1)
    assert ion.public()[0].startswith("ann is out of time: -1,000.")
    assert ion.table.play.sitters.to_move(bob)
    assert ion.findings() == []


async def test_who_can_be_reached_again_has_the_full_time(ion: Room, people: list[Person]):
    ion.channel.deaf = {people[0]}
    await ion.begins(*people)
    await ion.advance(9_999)
    ion.channel.deaf.clear()
    await ion.advance(1)
    assert ion.private(people[0])[-1].startswith("You hold ")
    await ion.advance(9_999)
    assert ion.public() == []
    await ion.advance(1)
    assert ion.public()[0].startswith("ann is out of time")


async def test_the_last_time_the_private_line_is_not_waited_for(ion: Room, people: list[Person]):
    ion.channel.deaf = {people[0]}
    await ion.begins(*people)
    await ion.advance(29_999)
    ion.channel.stuck = {people[0]}
    await ion.advance(1)
    await ion.advance(9_999)
    ion.fresh()
    await ion.advance(1)
    assert ion.public()[0].startswith("ann is out of time")


async def test_nobody_stops_a_match_by_hearing_nothing(ion: Room, people: list[Person]):
    """However often they ask in vain what they hold: it costs the others half a minute in all."""
    ann, bob, cat = people
    ion.channel.deaf = {ann}
    await ion.begins(*people)
    waited = 0
    for _ in range(4):
        for _ in range(3):
            await ion.says(ann, "!inv")
            while ion.state.asked_at is None:
                await ion.advance(1_000)
                waited += 1
        for person in (ann, bob, cat):
            await ion.says(person, "+")
    assert waited == 30
    assert ion.findings() == []


async def test_a_move_meanwhile_counts(ion: Room, people: list[Person]):
    ion.channel.deaf = {people[0]}
    await ion.begins(*people)
    await ion.says(people[0], "+")
    (line,) = ion.public()
    assert line.startswith("ann plays +: +300.")
    assert line.endswith("*bob*'s turn: 10 s.")
    await ion.advance(10_000)
    assert ion.public()[0].startswith("bob is out of time")


async def test_who_is_not_to_move_stops_no_time_by_hearing_nothing(ion: Room, people: list[Person]):
    ion.channel.deaf = {people[1]}
    await ion.begins(*people)
    await ion.advance(10_000)
    assert ion.public()[0].startswith("ann is out of time")


# A channel


@pytest.fixture
async def silence(ion: Room, people: list[Person]) -> list[Person]:
    """A match in whose first turn the bot is silenced."""
    await ion.begins(*people)
    ion.channel.mute = True
    return people


async def test_operators_are_told_once_that_the_bot_cannot_speak(ion: Room, oz: Person, silence: list[Person]):
    await ion.says(silence[0], "+")
    await ion.advance(300_000)
    assert [said.text for said in ion.fresh() if said.to is oz] == [
        f"I cannot speak in #cards ({SILENCED[1]}). What helps: /mode #cards +v ionbot. A match waits until I can."
    ]


async def test_with_nobody_there_who_could_help_it_is_logged_once(ion: Room, logs: list[dict[str, object]]):
    vic = await ion.arrives(ion.person("vic"), Status.VOICE)
    ion.channel.mute = True
    await ion.says(vic, "!join")
    await ion.says(vic, "!quit")
    assert [said for said in ion.fresh() if said.to] == []
    assert [(entry["log_level"], entry["why"]) for entry in logs if entry["event"] == "silenced"] == [
        ("warning", SILENCED[1])
    ]


async def test_that_the_silence_is_over_is_logged_once(ion: Room, silence: list[Person], logs: list[dict[str, object]]):
    await ion.says(silence[0], "+")
    assert ion.table.voice.silent
    ion.channel.mute = False
    await ion.advance(30_000)
    assert not ion.table.voice.silent
    assert [entry["event"] for entry in logs if entry["event"] in {"silenced", "heard again"}] == [
        "silenced",
        "heard again",
    ]


async def test_an_operator_who_comes_later_is_told_at_the_next_refusal(ion: Room, oz: Person):
    ion.channel.mute = True
    await ion.says(oz, "!join")
    ion.fresh()
    kim = await ion.arrives(ion.person("kim"), Status.OP)
    await ion.says(oz, "!quit")
    assert [said.to for said in ion.fresh() if said.to] == [kim]


async def test_the_silence_ends_with_a_line_that_gets_through(ion: Room, oz: Person):
    for _ in range(2):
        ion.channel.mute = True
        await ion.says(oz, "!join")
        assert len([said for said in ion.fresh() if said.to is oz]) == 1
        ion.channel.mute = False
        await ion.says(oz, "!quit")
        await ion.advance(5_000)


async def test_time_stands_still_and_the_bot_tries_again_less_and_less_often(ion: Room, silence: list[Person]):
    await ion.says(silence[0], "+")
    ion.public()
    for delay in (10_000, 20_000, 40_000, 60_000, 60_000):
        await ion.advance(delay - 1)
        assert ion.public() == []
        await ion.advance(1)
        (line,) = ion.public()
        assert re.fullmatch(r"Last: ann plays \+.* Bank 300 at \+1\. \*bob\*'s turn: 10 s\.", line)
    ion.channel.mute = False
    await ion.advance(60_000)
    assert len(ion.public()) == 1
    await ion.advance(9_999)
    assert ion.public() == []
    await ion.advance(1)
    assert ion.public()[0].startswith("bob is out of time")
    assert ion.findings() == []


async def test_who_has_heard_what_they_hold_is_not_told_it_again(ion: Room, silence: list[Person]):
    await ion.says(silence[0], "+")
    ion.fresh()
    await ion.advance(300_000)
    assert {said.to for said in ion.fresh()} == {None}


async def test_one_line_says_where_the_match_stands_when_the_bot_can_speak_again(
    ion: Room, oz: Person, silence: list[Person]
):
    ann, bob, cat = silence
    for person in (ann, bob):
        await ion.whispers(person, "+")
    ion.channel.mute = False
    ion.fresh()
    await ion.advance(29_000)
    (line,) = ion.public()
    assert re.fullmatch(r"Last: bob plays \+.* Bank 600 at \+2\. \*cat\*'s turn: 10 s\.", line)
    ion.channel.mute = True
    await ion.says(cat, "+")
    assert len([said for said in ion.fresh() if said.to is oz]) == 1


async def test_a_line_that_is_refused_in_the_middle_of_a_turn_stops_its_time(ion: Room, silence: list[Person]):
    await ion.advance(9_000)
    await ion.says(silence[0], "!vote stop")
    ion.channel.mute = False
    await ion.advance(9_999)
    ion.fresh()
    await ion.advance(1)
    assert ion.public() == ["Bank 0 at 0. *ann*'s turn: 10 s."]
    await ion.advance(9_999)
    assert ion.public() == []


async def test_in_a_pause_nobody_is_called_however_silent_the_bot_is(ion: Room, oz: Person, silence: list[Person]):
    await ion.says(oz, "!pause")
    ion.fresh()
    await ion.advance(3_600_000)
    assert ion.public() == []


async def test_what_was_too_fast_is_told_to_nobody(ion: Room, people: list[Person], oz: Person):
    await ion.begins(*people)
    for to in (people[0], ion.channel):
        await ion.refuses(to, "Target change too fast", Refusal.TOO_FAST)
    assert ion.fresh() == []
