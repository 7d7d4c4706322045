"""The time rules and refusals of a match on the network layer itself, whose server is told what to do."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.table.wire import Wire

FULL = "message-tags server-time echo-message"


@pytest.fixture
async def wire(tmp_path: Path, empty: Path, request: pytest.FixtureRequest) -> AsyncIterator[Wire]:
    """A room on a server with stamps and echoes, unless a test says otherwise; it takes pebbles, 10 s a move."""
    room = Wire(tmp_path, empty, caps=getattr(request, "param", FULL))
    await room.open()
    yield room
    await room.close()
    room.database.close()


both = pytest.mark.parametrize("wire", [FULL, ""], indirect=True, ids=["echo", "no echo"])


@both
async def test_a_turn_lasts_ten_seconds_and_expires_once_the_server_has_given_a_sign(wire: Wire):
    first, second = await wire.begins()
    await wire.passes(9.9)
    assert wire.said() == []
    await wire.passes(0.2)
    assert wire.said() == [f"{first} is late: -50. {second}'s turn, 12 left."]


async def test_a_move_that_was_stamped_in_time_and_arrives_late_counts(wire: Wire):
    first, second = await wire.begins()
    prompted = wire.now()
    wire.answers = False
    await wire.passes(10.4)
    assert wire.said() == []
    await wire.hears(first, "2", at=prompted + 9_990)
    assert wire.said() == [f"{first}: 2 pebbles. {second}'s turn, 10 left."]


async def test_a_move_that_was_stamped_too_late_is_late_though_no_sign_has_come(wire: Wire):
    first, _ = await wire.begins()
    prompted = wire.now()
    wire.answers = False
    await wire.passes(10.4)
    await wire.hears(first, "2", at=prompted + 10_010)
    assert wire.said()[0].startswith(f"{first} is late")


@both
async def test_a_dead_link_at_the_deadline_expires_nobody(wire: Wire):
    """The server falls silent before the deadline. Once it is given up and found again, one line says where we are."""
    first, _ = await wire.begins()
    await wire.passes(8)
    wire.answers = wire.echoes = False
    await wire.passes(120)
    assert wire.stage.link.aborted
    wire.stage.session.end(None)
    await wire.passes(3_600)
    assert wire.said() == []
    wire.answers, wire.echoes = True, bool(wire.caps)
    wire.stage.connect()
    await wire.connects()
    assert wire.said() == [f"I am here again. {first}'s turn, 12 left."]
    await wire.passes(9.9)
    assert wire.said() == []
    await wire.passes(0.2)
    assert wire.said()[0].startswith(f"{first} is late")
    assert wire.findings() == []


async def test_an_echo_that_never_comes_is_waited_for_five_seconds(wire: Wire):
    for nick, text in (("ann", "!join"), ("bob", "!join")):
        await wire.hears(nick, text)
    wire.echoes = False
    await wire.hears("ann", "!go")
    wire.lines.clear()
    await wire.passes(14.9)
    assert wire.said() == []
    await wire.passes(0.3)
    assert " is late" in wire.said()[0]


async def test_while_an_echo_is_on_its_way_no_time_passes(wire: Wire):
    first, second = await wire.begins()
    wire.echoes = False
    await wire.hears(first, "1")
    echo = next(line for line in wire.lines if line.startswith("PRIVMSG #ion"))
    await wire.passes(4)
    wire.lines.clear()
    wire.stage.feed(f"{wire.stamp()}:ionbot!bot@bot.host {echo}")
    wire.echoes = True
    await wire.passes(9.9)
    assert wire.said() == []
    await wire.passes(0.2)
    assert wire.said()[0].startswith(f"{second} is late")


@both
async def test_case_9_a_prompt_that_is_refused_with_404_costs_nobody_time(wire: Wire):
    first, second = await wire.begins()
    wire.voiced = False
    await wire.hears(first, "1")
    await wire.passes(9.9)
    assert wire.told("oz") == [
        "I cannot speak in #ion (Cannot send to channel (+m)). What helps: /mode #ion +v ionbot. A match waits until I "
        "can."
    ]
    again = [f"Last: {first}: 1 pebble. {second}'s turn, 11 left."]
    for seconds in (0.2, 20.1, 40.1):
        await wire.passes(seconds)
        assert wire.said() == again
    wire.voiced = True
    await wire.passes(60.1)
    assert wire.said() == again
    await wire.passes(9.4)
    assert wire.said() == []
    await wire.passes(0.5)
    assert wire.said()[0].startswith(f"{second} is late")


@both
async def test_case_9_who_gets_no_private_lines_is_told_so_in_the_channel(wire: Wire):
    wire.wanted = False
    await wire.hears("ann", "!join luck")
    assert wire.said()[1:] == [
        "ann: my private lines do not reach you (is in +g mode (server-side ignore)). What helps: /accept ionbot, "
        "/mode ann -g or /mode ann -R; then !inv shows what you hold."
    ]


@both
async def test_a_netsplit_and_a_relink_keep_the_seat(wire: Wire):
    first, _ = await wire.begins()
    wire.stage.feed(f":{first}!{first[0]}@h QUIT :hub.test leaf.test")
    await wire.settle()
    wire.stage.feed(f":{first}!{first[0]}@h JOIN #ion")
    await wire.settle()
    await wire.hears(first, "1")
    assert re.search(rf"{first}: 1 pebble\.", wire.said()[-1])


@both
async def test_whose_time_runs_out_is_called_if_that_leaves_at_once(wire: Wire):
    await wire.hears("oz", "!set warnings on")
    first, second = await wire.begins()
    await wire.passes(6.9)
    assert wire.said() == []
    await wire.passes(0.2)
    assert wire.said() == [f"{first}: 3 s left."]
    await wire.hears(first, "1")
    wire.said()
    await wire.passes(6.9)
    wire.stage.link.ready = False
    await wire.passes(0.2)
    wire.stage.link.ready = True
    await wire.passes(2.5)
    assert wire.said() == []
    await wire.passes(1)
    assert wire.said()[0].startswith(f"{second} is late")
