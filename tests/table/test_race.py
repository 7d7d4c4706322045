"""Who was faster in a draw of Fia's Free spread: stamps decide; and what is secret until then stays so."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from games.fia import FIA, free
from games.fia.events import Holstered
from games.fia.state import Stage
from ionbot.channel import Delivery, Person
from ionbot.cli import app
from ionbot.control import survey
from ionbot.store.database import DatabaseError
from ionbot.store.public import public
from tests.table.conftest import Logs
from tests.table.fia import CALM_MS, SERVER, call, called, card
from tests.table.room import Room, Rooms
from tests.table.wire import Wire

FREE = {"spread": "free"}


@pytest.fixture
async def room(rooms: Rooms) -> Room:
    """A room where the Free spread is played."""
    return await rooms.open(game="fia", options=FREE)


async def both_lay(room: Room, ann: Person, bob: Person, stamps: tuple[int | None, int | None]) -> str:
    """Let ann lay, and 300 ms later bob; give what the channel hears of the draw."""
    await room.advance(500)
    await room.whispers(ann, card(room, 0), stamps[0])
    assert room.public() == ["ann has drawn."]
    await room.advance(300)
    await room.whispers(bob, card(room, 1), stamps[1])
    return room.public()[0]


@pytest.mark.parametrize(
    ("stamps", "told"),
    [
        ((SERVER + 450, SERVER + 440), "bob was faster by 10 ms. bob lays "),
        ((SERVER + 440, SERVER + 450), "ann was faster by 10 ms. ann lays "),
        ((SERVER + 450, SERVER + 450), "Both at the same moment! "),
        ((None, None), "ann was faster by 300 ms. ann lays "),
        ((SERVER + 450, None), "ann was faster. ann lays "),
        ((None, SERVER + 450), "bob was faster. bob lays "),
        ((SERVER + 450, SERVER - 1), "bob drew too early and lays nothing. ann lays "),
        ((SERVER, SERVER + 1), "ann was faster by 1 ms. ann lays "),
    ],
)
async def test_rule_17_the_stamps_decide_and_without_them_the_order_of_arrival(
    room: Room, stamps: tuple[int | None, int | None], told: str
):
    ann, bob = await called(room)
    assert (await both_lay(room, ann, bob, stamps)).startswith(told)
    assert room.findings() == []


@pytest.mark.parametrize(
    ("caps", "told"),
    [
        ("message-tags server-time echo-message", "bob was faster by 10 ms."),
        ("message-tags server-time", "ann was faster by 300 ms."),
        ("message-tags echo-message", "ann was faster by 300 ms."),
        ("", "ann was faster by 300 ms."),
    ],
)
async def test_rule_17_on_the_network_layer(tmp_path: Path, empty: Path, caps: str, told: str):
    """The line that arrives second was stamped first."""
    wire = Wire(tmp_path, empty, caps=caps, game="fia", options=FREE)
    await wire.open()
    for nick, text in (("ann", "!join"), ("bob", "!join"), ("ann", "!go")):
        await wire.hears(nick, text)
    while wire.state.stage is not Stage.OPEN:
        await wire.passes(0.1)
    opened = wire.now()
    wire.lines.clear()
    for seat, (nick, pause, stamped) in enumerate((("ann", 0.5, 450), ("bob", 0.3, 440))):
        await wire.passes(pause)
        wire.stage.feed(f"{wire.stamp(opened + stamped)}:{nick}!{nick[0]}@h PRIVMSG ionbot :{card(wire, seat)}")
        await wire.settle()
    assert wire.said()[1].startswith(told)
    await wire.close()
    wire.database.close()


async def test_rule_17_without_a_stamp_of_the_call_the_order_of_arrival_decides(room: Room):
    ann, bob = await called(room)
    room.channel.stamp = None
    for person in (ann, bob):
        await room.whispers(person, "pass")
    await call(room)
    assert (await both_lay(room, ann, bob, (SERVER + 450, SERVER + 440))).startswith("ann was faster by 300 ms.")


async def test_a_stamp_is_never_later_than_our_own_clock(room: Room):
    ann, bob = await called(room)
    told = await both_lay(room, ann, bob, (SERVER + 60_000, SERVER + 60_000))
    assert told.startswith("ann was faster by 300 ms.")


async def test_a_stamp_from_before_the_draw_is_no_false_start(room: Room):
    ann, bob = await called(room)
    await room.whispers(ann, card(room, 0), SERVER - 600_000)
    assert room.private(ann) == ["That was before this draw began, and does not count. Wait for the call."]
    assert (await both_lay(room, ann, bob, (SERVER + 450, SERVER + 440))).startswith("bob was faster by 10 ms.")


async def test_the_order_of_taking_stays_that_of_arrival(room: Room):
    ann, bob = await called(room)
    match = room.table.play.match
    await both_lay(room, ann, bob, (SERVER + 450, SERVER + 440))
    first, second = [entry for entry in match.log if entry.seat is not None]
    assert (first.seat, second.seat) == (0, 1)
    assert first.at <= second.at
    assert first.command.sent - second.command.sent == 10


async def test_while_something_is_saved_the_servers_time_runs_on(room: Room):
    """Match time stands still then, but who is slow must not gain by it."""
    ann, bob = await called(room)
    room.break_database(1, lambda: DatabaseError("locked"))
    await room.advance(300)
    await room.whispers(ann, card(room, 0), SERVER + 300)
    assert room.slept == [1.0]
    await room.advance(200)
    room.fresh()
    await room.whispers(bob, card(room, 1), SERVER + 1_150)
    assert room.public()[0].startswith("ann was faster by 850 ms.")


async def test_what_comes_in_one_go_with_the_call_is_told_apart_by_its_stamps(room: Room):
    """The bot was busy, or the line was slow: it hears its own call, and both plays, at one moment."""
    ann, bob = await called(room)
    for person in (ann, bob):
        await room.whispers(person, "pass", SERVER + 100)
    room.channel.delivery = None
    await room.advance(CALM_MS)
    assert room.state.stage is Stage.CALLED
    await room.advance(1_000)
    call = next(said for said in room.fresh() if said.text.startswith("DRAW!"))
    assert call.left
    call.left(Delivery.SENT, SERVER)
    room.hall.told(ann, card(room, 0), SERVER + 700)
    room.hall.told(bob, card(room, 1), SERVER + 600)
    await room.settle()
    assert room.public()[1].startswith("bob was faster by 100 ms.")


async def test_rule_17_before_the_call_has_left_it_is_a_false_start(room: Room):
    ann, bob = await called(room)
    for person in (ann, bob):
        await room.whispers(person, "pass", SERVER + 100)
    room.fresh()
    await room.whispers(ann, card(room, 0), SERVER + 50)
    assert room.public() == ["ann drew too early and lays nothing."]
    await room.advance(CALM_MS)
    assert room.public() == ["DRAW! *bob*: 8 s."]


async def test_a_draw_is_not_closed_before_a_line_that_was_in_time_could_have_come(room: Room):
    ann, bob = await called(room)
    asked: list[Callable[[int | None], None]] = []
    room.channel.confirm = asked.append  # type: ignore[method-assign]
    await room.whispers(ann, "pass", SERVER + 100)
    await room.advance(8_500)
    assert len(asked) == 1
    room.fresh()
    laid = card(room, 1)
    await room.whispers(bob, laid, SERVER + 7_990)
    assert room.public()[0].startswith(f"ann passes. bob lays {laid}.")
    asked.pop()(None)
    await room.settle()
    assert room.public() == []


async def test_a_draw_is_over_when_the_server_says_that_nothing_more_is_on_its_way(room: Room):
    ann, _ = await called(room)
    asked: list[Callable[[int | None], None]] = []
    room.channel.confirm = asked.append  # type: ignore[method-assign]
    await room.whispers(ann, "pass", SERVER + 100)
    await room.advance(8_500)
    room.fresh()
    asked.pop()(None)
    await room.settle()
    assert room.public()[0].startswith("bob is out of time. ann passes.")


# What is secret


@pytest.mark.parametrize("form", ["{}", "!{}", "ionbot: {}", "!play {}", "pass", "!pa"])
async def test_rule_16_a_play_that_is_said_in_the_channel_does_not_count(room: Room, form: str):
    ann, bob = await called(room)
    await room.says(ann, form.format(card(room, 0)), SERVER + 100)
    (answer,) = room.fresh()
    assert (answer.to, answer.text) == (
        ann, "Moves are secret now, and that one does not count. Say it to me alone: /msg ionbot MOVE.",
    )  # fmt: skip
    assert sorted(FIA.actors(room.state)) == [0, 1]
    assert (await both_lay(room, ann, bob, (SERVER + 400, SERVER + 500))).startswith("ann was faster by 100 ms.")


@pytest.mark.parametrize("text", ["good luck", "I pass", "hm"])
async def test_chat_in_a_secret_phase_is_not_answered(room: Room, text: str):
    ann, _ = await called(room)
    await room.says(ann, text)
    assert room.fresh() == []


async def test_rule_14_a_card_for_the_tie_break_that_is_said_in_the_channel_does_not_count(rooms: Rooms):
    room = await rooms.open(game="fia", options=FREE | {"free_lp": 1})
    ann, bob = await called(room)
    for seat, person in enumerate((ann, bob)):
        await room.whispers(person, card(room, seat, "a"), SERVER + 500)
    room.fresh()
    await room.says(ann, card(room, 0))
    assert [said.to for said in room.fresh()] == [ann]
    assert room.state.missing == [0, 1]


async def test_in_palette_moves_are_for_all_to_see(rooms: Rooms):
    room = await rooms.open(game="fia")
    first, second = await room.begins(*room.present("ann", "bob"))
    await room.says(first, "top")
    assert room.public()[0].startswith(f"{first.nick} plays the top card")
    await room.whispers(second, "draw")
    assert room.public()[0].startswith(f"{second.nick} plays none")


async def everything_shown(rooms: Rooms, monkeypatch: pytest.MonkeyPatch, logs: Logs, calm: int) -> list[str]:
    """Begin a draw with a calm of so many ms, and collect all that anybody can see or ask before it is over."""
    logs.clear()
    monkeypatch.setattr(free, "begin_draw", lambda _options, number, _rng: Holstered(number, calm))
    room = await rooms.open(game="fia", options=FREE)
    room.channel.stamp = SERVER
    ann, bob = room.present("ann", "bob")
    for text in ("!join", "!go"):
        for person in (ann, bob):
            await room.says(person, text)
    for ms in (0, 500, 1_499):
        await room.advance(ms)
        for text in ("turn", "time", "table", "score", "players", "stock", "hand", "rules calm"):
            await room.whispers(bob, text)
            await room.says(ann, f"!{text}")
    assert room.state.stage is Stage.CALM
    url = f"sqlite:///{room.file}"
    commands = [["show", "1"], ["show", "1", "--format", "json"], ["replay", "1"], ["list"]]
    shown = [CliRunner().invoke(app, ["matches", *command, "--database", url]).output for command in commands]
    status, seen = survey([], room.hall.tables.values(), None), public(room.stored())
    await room.close()
    room.database.close()
    return [*map(repr, room.fresh()), *shown, repr(status), repr(seen), repr(logs)]


async def test_rule_16_nothing_tells_when_a_draw_will_be_called(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch, logs: Logs
):
    """What is shown is the same, however long the calm is."""
    short = await everything_shown(rooms, monkeypatch, logs, calm=2_000)
    long = await everything_shown(rooms, monkeypatch, logs, calm=6_000)
    assert len(short) > 40
    assert short == long
