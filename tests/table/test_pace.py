"""Who sends too much is ignored for a while: floods stop, conversations with other bots end, games do not suffer."""

import pytest

from ionbot.channel import Lane, Person, Status
from ionbot.table.hearing import Meaning, meaning
from ionbot.table.pace import MOST, Budgets, Verdict
from tests.kit_game import PEBBLES
from tests.table.room import NETWORK, Room, Rooms

IGNORED = "You send faster than I can follow; I listen to you again in 60 s."
BUSY = "This is too much at once; for 60 s I listen to moves alone."
BURST = 20
SLOW = {"person_burst": BURST, "person_rate": 0.5}


@pytest.fixture
async def slow(rooms: Rooms) -> Room:
    """A room with the budgets of a configuration that says nothing of them."""
    return await rooms.open(**SLOW, channel_burst=60)


def answers(room: Room, person: Person) -> list[str]:
    return [said.text for said in room.fresh() if said.to is person]


async def test_who_sends_too_much_is_ignored_for_a_while_and_told_once(slow: Room):
    (eve,) = slow.present("eve")
    for _ in range(BURST):
        await slow.says(eve, "!score")
    assert len(answers(slow, eve)) == BURST
    for text in ("!score", "!help", "ionbot: help", "!join"):
        await slow.says(eve, text)
    await slow.whispers(eve, "join")
    assert [(said.to, said.text) for said in slow.fresh()] == [(eve, IGNORED)]
    await slow.advance(59_999)
    await slow.says(eve, "!score")
    assert slow.fresh() == []
    await slow.advance(1)
    await slow.says(eve, "!score")
    assert len(answers(slow, eve)) == 1


async def test_over_time_somebody_can_send_a_line_every_two_seconds(slow: Room):
    (eve,) = slow.present("eve")
    for _ in range(200):
        await slow.says(eve, "!score")
        await slow.advance(2_000)
    assert IGNORED not in answers(slow, eve)


async def test_chat_costs_nothing(slow: Room):
    ann, bob = slow.present("ann", "bob")
    first, second = await slow.begins(ann, bob)
    for _ in range(100):
        for person in (first, second):
            await slow.says(person, "hello there")
            await slow.says(person, "")
    assert slow.fresh() == []
    await slow.says(first, "1")
    assert slow.public()[0].startswith(f"{first.nick}: 1 pebble.")


async def test_bare_moves_of_players_cost(slow: Room):
    ann, bob = slow.present("ann", "bob")
    _, second = await slow.begins(ann, bob)
    for _ in range(100):
        await slow.says(second, "1")
    assert [(said.to, said.text) for said in slow.fresh()] == [(second, IGNORED)]


async def test_moves_that_cannot_be_made_cost(slow: Room):
    first, _ = await slow.begins(*slow.present("ann", "bob"))
    for _ in range(100):
        await slow.says(first, "9")
    told = answers(slow, first)
    assert BURST - 3 <= len(told) <= BURST + 1
    assert told[-1] == IGNORED


async def test_neither_another_nick_nor_coming_anew_helps(slow: Room):
    (eve,) = slow.present("eve")
    for _ in range(BURST + 1):
        await slow.says(eve, "!score")
    slow.rename(eve, "eva")
    slow.fresh()
    await slow.says(eve, "!score")
    await slow.leaves(eve)
    again = slow.person("evita", host=eve.host)
    again.user = eve.user
    await slow.arrives(again)
    await slow.says(again, "!score")
    assert slow.fresh() == []


async def test_somebody_else_behind_the_same_host_is_heard(slow: Room):
    (eve,) = slow.present("eve")
    for _ in range(BURST + 1):
        await slow.says(eve, "!score")
    sister = await slow.arrives(slow.person("sue", host=eve.host))
    slow.fresh()
    await slow.says(sister, "!score")
    assert len(answers(slow, sister)) == 1


async def test_those_whose_hosts_are_not_known_have_budgets_of_their_own(slow: Room):
    people = [await slow.arrives(Person(NETWORK, nick, nick)) for nick in ("eve", "sue")]
    for _ in range(BURST + 1):
        await slow.says(people[0], "!score")
    slow.fresh()
    await slow.says(people[1], "!score")
    assert len(answers(slow, people[1])) == 1


async def test_two_bots_that_answer_each_other_come_to_an_end(slow: Room):
    """The other bot answers every line of ours by one that is meant for us, a second later."""
    (robot,) = slow.present("robot")
    said = 0
    await slow.says(robot, "!nonsene")
    await slow.says(robot, "!score")
    for _ in range(3_600):
        await slow.advance(1_000)
        if not slow.fresh():
            break
        said += 1
        await slow.says(robot, "ionbot: I do not understand you")
    assert 30 <= said <= 60
    await slow.advance(3_600_000)
    assert slow.fresh() == []


# Channels


@pytest.fixture
async def crowd(rooms: Rooms) -> Room:
    """A room whose channel may send 10 lines at once."""
    return await rooms.open(channel_burst=10, channel_rate=0.1)


async def flood(room: Room) -> list[Person]:
    """Begin a match in a channel that then sends too much; gives the two at it, from the one to move."""
    players = await room.begins(*room.present("ann", "bob"))
    for person in room.present(*(f"x{number}" for number in range(10))):
        await room.says(person, "!score")
    return players


async def test_a_channel_that_sends_too_much_is_told_once(crowd: Room):
    await flood(crowd)
    told = [(said.text, said.lane) for said in crowd.fresh() if said.to is None]
    assert told == [(BUSY, Lane.ANSWER)]


async def test_only_moves_count_in_a_busy_channel(crowd: Room):
    first, second = await flood(crowd)
    crowd.fresh()
    for text in ("!score", "!quit", "ionbot: help"):
        await crowd.says(second, text)
    await crowd.whispers(second, "score")
    assert crowd.fresh() == []
    await crowd.says(first, "1")
    await crowd.says(second, "!2")
    await crowd.whispers(first, "3")
    assert [line.partition(".")[0] for line in crowd.public()] == [
        f"{first.nick}: 1 pebble", f"{second.nick}: 2 pebbles", f"{first.nick}: 3 pebbles",
    ]  # fmt: skip


async def test_operators_count_in_a_busy_channel(crowd: Room):
    oz = await crowd.arrives(crowd.person("oz"), Status.OP)
    await flood(crowd)
    await crowd.says(oz, "!stop")
    assert crowd.table.play is None


async def test_a_busy_channel_is_heard_again(crowd: Room):
    first, _ = await flood(crowd)
    await crowd.advance(60_000)
    crowd.fresh()
    await crowd.says(first, "!score")
    assert len(answers(crowd, first)) == 1


# The parts


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("!score", Meaning.COMMAND),
        ("!nonsense", Meaning.COMMAND),
        ("!", Meaning.CHAT),
        ("ionbot: 1", Meaning.MOVE),
        ("!1", Meaning.MOVE),
        ("9", Meaning.MOVE),
        ("throw ruby", Meaning.MOVE),
        ("hello", Meaning.CHAT),
        ("score", Meaning.CHAT),
        ("join", Meaning.COMMAND),
        ("", Meaning.CHAT),
        ("  ", Meaning.CHAT),
    ],
)
async def test_what_a_player_s_line_is(rooms: Rooms, text: str, what: Meaning):
    room = await rooms.open(bare=True)
    ann, _ = await room.begins(*room.present("ann", "bob"))
    assert meaning(room.table, ann, text) is what
    (eve,) = room.present("eve")
    assert (meaning(room.table, eve, text) is Meaning.MOVE) is False


async def test_a_command_is_no_move_even_where_a_game_would_take_it_for_one(
    room: Room, monkeypatch: pytest.MonkeyPatch
):
    ann, _ = await room.begins(*room.present("ann", "bob"))
    monkeypatch.setattr(type(PEBBLES), "parse", lambda *_: None)
    assert meaning(room.table, ann, "!Score me") is Meaning.COMMAND
    assert meaning(room.table, ann, "!scared") is Meaning.MOVE


class Clock:
    time = 1_000

    def __call__(self) -> int:
        return self.time


def test_only_so_many_people_are_remembered():
    budgets = Budgets(1, 0.001, 60, Clock())
    for number in range(3 * MOST):
        assert budgets.charge(number) is Verdict.COUNTS
    assert len(budgets._budgets) == MOST
    assert budgets.charge(3 * MOST - 1) is Verdict.TOO_MUCH
    assert budgets.charge(0) is Verdict.COUNTS


def test_a_budget_grows_up_to_the_burst_and_no_further():
    clock = Clock()
    budgets = Budgets(3, 2, 60, clock)
    clock.time += 3_600_000
    assert [budgets.charge("ann") for _ in range(4)] == [Verdict.COUNTS] * 3 + [Verdict.TOO_MUCH]
    clock.time += 60_000
    assert [budgets.charge("ann") for _ in range(3)] == [Verdict.COUNTS] * 3
    clock.time += 500
    assert [budgets.charge("ann") for _ in range(3)] == [Verdict.COUNTS, Verdict.TOO_MUCH, Verdict.IGNORED]
