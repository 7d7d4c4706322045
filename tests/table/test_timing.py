"""Nothing is late that was said in time, and nothing expires before that is certain."""

from collections.abc import Callable

import pytest

from tests.table.room import Room

SERVER = 1_700_000_000_000
"""The server's time of a prompt, in Unix ms; its clock is not ours."""


class Server:
    """What the server does: it stamps lines, and gives signs when the test says so."""

    def __init__(self, room: Room) -> None:
        self.asked: list[Callable[[int | None], None]] = []
        room.channel.stamp = SERVER
        room.channel.confirm = self.asked.append  # type: ignore[method-assign]

    def answers(self, silence: int | None = None) -> None:
        self.asked.pop(0)(silence)


@pytest.fixture
def server(room: Room) -> Server:
    return Server(room)


async def test_a_turn_expires_only_when_the_server_has_given_a_sign(room: Room, server: Server):
    first, _ = await room.begins(*room.present("ann", "bob"))
    await room.advance(9_999)
    assert server.asked == []
    await room.advance(1_000)
    assert (len(server.asked), room.public()) == (1, [])
    server.answers()
    await room.settle()
    assert room.public()[0].startswith(f"{first.nick} is late")
    assert any(entry.at == 10_000 for entry in room.table.play.match.log)


async def test_a_move_that_was_stamped_in_time_and_arrives_late_counts(room: Room, server: Server):
    first, second = await room.begins(*room.present("ann", "bob"))
    await room.advance(10_400)
    await room.says(first, "2", stamp=SERVER + 9_990)
    assert room.public() == [f"{first.nick}: 2 pebbles. *{second.nick}*'s turn, 10 left."]
    server.answers()
    await room.settle()
    assert room.public() == []


@pytest.mark.parametrize("stamp", [None, SERVER + 10_000, SERVER + 10_300])
async def test_a_move_that_was_not_in_time_is_late_without_any_sign(room: Room, server: Server, stamp: int | None):
    first, _ = await room.begins(*room.present("ann", "bob"))
    await room.advance(10_400)
    await room.says(first, "2", stamp=stamp)
    assert room.public()[0].startswith(f"{first.nick} is late")


@pytest.mark.parametrize("stamp", [None, SERVER + 13_000])
async def test_a_move_that_was_held_up_with_the_sign_counts(room: Room, server: Server, stamp: int | None):
    first, second = await room.begins(*room.present("ann", "bob"))
    await room.advance(10_000)
    await room.advance(3_000)
    await room.says(first, "2", stamp=stamp)
    server.answers(silence=13_000)
    await room.settle()
    assert room.public() == [f"{first.nick}: 2 pebbles. *{second.nick}*'s turn, 10 left."]
    server.answers()
    await room.settle()
    await room.advance(9_999)
    assert room.public() == []
    await room.advance(1)
    server.answers()
    await room.settle()
    assert room.public()[0].startswith(f"{second.nick} is late")
    assert room.findings() == []


async def test_a_stamp_never_makes_a_move_later_than_our_own_clock(room: Room, server: Server):
    first, second = await room.begins(*room.present("ann", "bob"))
    await room.advance(4_000)
    await room.says(first, "2", stamp=SERVER + 60_000)
    assert room.public() == [f"{first.nick}: 2 pebbles. *{second.nick}*'s turn, 10 left."]
    assert room.table.play.match.log[-1].at <= 4_000


async def test_a_stamp_from_before_the_prompt_counts_as_the_prompt(room: Room, server: Server):
    first, second = await room.begins(*room.present("ann", "bob"))
    await room.advance(4_000)
    await room.says(first, "2", stamp=SERVER - 60_000)
    assert room.public() == [f"{first.nick}: 2 pebbles. *{second.nick}*'s turn, 10 left."]


async def test_what_others_do_before_the_sign_makes_nobody_late(room: Room, server: Server):
    first, _, third = await room.begins(*room.present("ann", "bob", "cat"))
    await room.advance(10_200)
    await room.leaves(third)
    await room.says(first, "2", stamp=SERVER + 9_000)
    assert not any("is late" in line for line in room.public())


async def test_while_the_server_is_silent_time_has_stood_still(room: Room, server: Server):
    first, _ = await room.begins(*room.present("ann", "bob"))
    await room.advance(10_000)
    await room.advance(5_000)
    server.answers(silence=12_000)
    await room.settle()
    assert room.table.play.clock.time == 3_000
    await room.advance(60_000)
    assert (room.public(), room.table.play.clock.time, len(server.asked)) == ([], 3_000, 1)
    server.answers()
    await room.settle()
    await room.advance(6_999)
    assert (room.public(), server.asked) == ([], [])
    await room.advance(1)
    server.answers()
    await room.settle()
    assert room.public()[0].startswith(f"{first.nick} is late")


async def test_a_sign_that_was_asked_for_before_the_network_was_lost_means_nothing(room: Room, server: Server):
    ann, bob = room.present("ann", "bob")
    await room.begins(ann, bob)
    await room.advance(10_000)
    await room.disconnects()
    server.answers(silence=1_000)
    await room.settle()
    assert server.asked == []
    await room.reconnects(ann, bob)
    assert room.table.play.clock.runs
    assert not any("is late" in line for line in room.public())
    assert room.findings() == []
