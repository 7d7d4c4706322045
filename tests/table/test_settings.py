"""What operators set for their channel counts there, at once and after a restart, and nowhere else."""

from typing import Any

import pytest

from games.kit.registry import find_game
from games.kit.text import Card, Colour, joined, plain
from ionbot.channel import Line, Person, Status
from ionbot.config import ChannelConfig, TableConfig
from ionbot.store.places import Where
from ionbot.store.settings import Settings
from ionbot.table.described import KEYS, describe, names_of, shown
from ionbot.table.settings import ChannelSettings
from tests.table.room import FakeChannel, Room, Rooms

HERE = Where("net", "#cards")


def _all_names() -> list[str]:
    return [
        *KEYS,
        *(f"{game}.{name}" for game in ("ion", "fia", "haven", "menagerie") for name in names_of(find_game(game))),
    ]


@pytest.fixture
async def ann(ion: Room) -> Person:
    return await ion.arrives(ion.person("Ann"))


async def test_an_operator_sets_something_and_all_hear_of_it(ion: Room, op: Person) -> None:
    await ion.says(op, "!set prefix .")
    assert ion.public() == ["Op sets prefix to .; it was ! (.reset prefix goes back to what is configured)."]
    await ion.says(op, "!score")
    assert ion.fresh() == []
    await ion.says(op, ".set fill 3")
    assert ion.public() == [
        "Op sets fill to 3 players; it was 0 players (.reset fill goes back to what is configured)."
    ]


async def test_what_is_set_outlives_a_restart(ion: Room, op: Person) -> None:
    await ion.says(op, "!set prefix .")
    await ion.says(op, ".set move_time 25")
    await ion.restart()
    (op,) = ion.channel.persons
    assert (ion.table.prefix, ion.table.options(ion.table.game).move_time) == (".", 25)
    ion.fresh()
    await ion.says(op, ".settings ion.move_time")
    (told,) = ion.private(op)
    assert told.startswith("ion.move_time* 25 s. ")
    assert "Set by Op on 2023-11-14 22:" in told


async def test_who_is_no_operator_is_told_what_else_there_is(ion: Room, ann: Person) -> None:
    for line, command in (("!set fill 3", "set"), ("!reset", "reset")):
        await ion.says(ann, line)
        assert ion.private(ann) == [f"!{command} is for channel operators; you can use !settings."]
    assert ion.table.settings.own == {}


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("prefx .", "prefx: there is no setting prefx; did you mean prefix?"),
        ("fill many", "fill: 'many' is not possible; "
         "right would be a whole number from 0 to 19 players"),
        ("prefix +", "prefix: '+' begins moves of fia; right would be 1 to 3 signs such as ! or . "
         "(no letters, digits, blanks, and none that begins a move)"),
        ("starters all", "starters: 'all' is not possible; "
         "right would be anybody or voiced or accounts or operators"),
        ("game chess", "game: there is no game 'chess'; there are: ion, fia, "),
        ("quiet 25:00-07:00", "quiet: '25:00-07:00' are no hours; "
         "right would be two times, such as 23:00-07:30, or nothing"),
        ("zone Moon", "zone: there is no time zone 'Moon'; "
         "right would be a name of the tz database, such as Europe/Berlin"),
        ("ion.move_time 0", "ion.move_time: '0' is not possible; possible is 1 to 600 s"),
        ("move_time soon", "move_time: 'soon' is not possible; possible is 1 to 600 s"),
        ("ion.mvoe_time 3", "ion.mvoe_time: there is no setting ion.mvoe_time; did you mean ion.move_time?"),
        ("operators ann", "operators: there is no setting operators; did you mean "),
    ],
)  # fmt: skip
async def test_what_cannot_be_set_is_told_with_what_can(ion: Room, op: Person, typed: str, why: str) -> None:
    await ion.says(op, f"!set {typed}")
    (told,) = ion.private(op)
    assert told.startswith(why)
    assert ion.table.settings.own == {}


@pytest.mark.parametrize(
    ("typed", "name", "value"),
    [
        ("starters Voiced", "starters", "voiced"),
        ("bare ON", "bare", True),
        ("game Fia", "game", "fia"),
        ("games ION, fia ion", "games", ["ion", "fia"]),
        ("games None", "games", []),
        ("games ALL", "games", []),
        ("excluded nobody", "excluded", []),
        ("excluded account:ann,account:ann", "excluded", ["account:ann"]),
        ("quiet never", "quiet", ""),
        ("fia.spread FREE", "fia.spread", "free"),
        ("fia.calm 3, 5", "fia.calm", [3, 5]),
        ("fia.calm 3 5", "fia.calm", [3, 5]),
        ("bonus 25,25,25,25", "ion.bonus", [25, 25, 25, 25]),
        ("EVEN yes", "ion.even", True),
        ("haven.words.fight Pit", "haven.words.fight", "Pit"),
        ("menagerie.words.life a, b", "menagerie.words.life", "a, b"),
    ],
)
async def test_it_is_read_as_people_type_it(ion: Room, op: Person, typed: str, name: str, value: Any) -> None:
    await ion.says(op, f"!set {typed}")
    assert len(ion.public()) == 1
    assert await Settings(ion.writer).of(HERE) == {name: value}


@pytest.mark.parametrize("name", [*KEYS, "move_time", "even", "bonus", "fia.deck", "haven.words.fight", "nothing"])
@pytest.mark.parametrize("value", ["9" * 380, "a" * 380, "ä\u200b" * 120, "x," * 190, "*!*@" + "*a" * 180])
async def test_what_is_far_too_long_or_strange_is_refused_in_a_line(
    ion: Room, op: Person, name: str, value: str
) -> None:
    await ion.says(op, f"!set {name} {value}")
    (told,) = ion.private(op)
    assert len(told) < 360
    assert told.startswith(f"{name}: ")
    assert ion.table.settings.own == {}


async def test_an_unknown_name_is_said_back_in_part(ion: Room, op: Person) -> None:
    for line in ("!set {} 1", "!settings {}", "!reset {}", "!reset {} yes"):
        await ion.says(op, line.format("q" * 380))
        (told,) = ion.private(op)
        assert told.endswith(f"there is no setting {'q' * 40}; settings lists what there is")


async def test_what_is_set_already_is_not_set_again(ion: Room, op: Person) -> None:
    for line, told in (
        ("!set fill 2", "fill is 2 players already."),
        ("!set fia.calm 3 5", "fia.calm is 3, 5 s already."),
        ("!set excluded nobody", "excluded is nobody already."),
    ):
        await ion.says(op, line)
        ion.fresh()
        await ion.says(op, line)
        assert [said.text for said in ion.fresh()] == [told]


async def test_in_private_it_is_for_the_same_people_and_all_hear_of_it(ion: Room, op: Person, ann: Person) -> None:
    await ion.whispers(ann, "set fill 2")
    assert ion.private(ann) == ["!set is for channel operators; you can use !settings."]
    await ion.whispers(op, "set fill 2")
    assert ion.public() == [
        "Op sets fill to 2 players; it was 0 players (!reset fill goes back to what is configured)."
    ]
    await ion.whispers(op, "reset fill yes")
    assert ion.public() == ["Op resets to what is configured: fill 0 players"]


async def test_of_two_operators_who_set_at_once_the_later_counts(ion: Room, op: Person) -> None:
    other = await ion.arrives(ion.person("Other"), Status.HALFOP)
    for person, text in ((op, "!set fill 2"), (other, "!set fill 3"), (op, "!set prefix ."), (other, "!set fill 4")):
        ion.hall.heard(ion.channel, person, text, None)
    await ion.settle()
    assert ion.public() == [
        "Op sets fill to 2 players; it was 0 players (!reset fill goes back to what is configured).",
        "Other sets fill to 3 players; it was 2 players (!reset fill goes back to what is configured).",
        "Op sets prefix to .; it was ! (.reset prefix goes back to what is configured).",
    ]
    assert (ion.table.config.fill, ion.table.prefix) == (3, ".")


async def test_options_that_depend_on_each_other_count_in_whatever_order_they_were_set(rooms: Rooms) -> None:
    ion = await rooms.open(game="ion", options={"min_players": 6})
    op = await ion.arrives(ion.person("Op"), Status.OP)
    await ion.says(op, "!set max_players 4")
    assert ion.private(op) == ["max_players: min_players is 6, which is above max_players (4)"]
    for line in ("!set min_players 2", "!set max_players 4"):
        await ion.says(op, line)
    await ion.restart()
    options = ion.table.options(ion.table.game)
    assert (options.min_players, options.max_players) == (2, 4)


async def test_what_the_rest_depends_on_is_not_reset_alone(rooms: Rooms) -> None:
    ion = await rooms.open(game="ion", options={"max_players": 10})
    op = await ion.arrives(ion.person("Op"), Status.OP)
    for line in ("!set max_players 12", "!set min_players 11"):
        await ion.says(op, line)
    ion.fresh()
    await ion.says(op, "!reset max_players yes")
    assert ion.private(op) == ["min_players is 11, which is above max_players (10)"]
    assert ion.table.options(ion.table.game).max_players == 12
    await ion.says(op, "!reset ion yes")
    assert ion.table.settings.own == {}


async def test_what_depends_on_the_configuration_is_left_out_when_that_is_another(ion: Room) -> None:
    ion.options["ion"] |= {"max_players": 10}
    ion.table.settings.take({"ion.min_players": 11, "ion.move_time": 20, "ion.hand": 7})
    assert ion.table.settings.own == {"ion.move_time": 20, "ion.hand": 7}
    assert ion.table.settings.unfit == ["ion.min_players"]


async def test_beside_what_is_left_out_options_that_depend_on_each_other_count_in_any_order(rooms: Rooms) -> None:
    ion = await rooms.open(game="ion", options={"min_players": 6})
    ion.table.settings.take({"ion.max_players": 4, "ion.min_players": 2, "ion.move_time": 0})
    assert ion.table.settings.own == {"ion.max_players": 4, "ion.min_players": 2}


async def test_what_is_set_for_a_game_that_is_gone_can_be_seen_and_reset(ion: Room, op: Person) -> None:
    who = await ion.journal.player("net", "nick:op", "Op")
    gone = {"chess.time": 5, "chess.colours": ["white", "black"], "ion.gone": 3, "lost": True}
    await Settings(ion.writer).change(HERE, gone | {"fill": 2}, who, 5)
    await ion.restart()
    (op,) = ion.channel.persons
    assert ion.table.settings.own == {"fill": 2}
    await ion.says(op, "!settings log")
    assert [line.partition(" UTC ")[2] for line in ion.private(op)] == [
        "Op: fill as configured -> 2 players.", "Op: lost as configured -> on.", "Op: ion.gone as configured -> 3.",
    ]  # fmt: skip
    await ion.says(op, "!reset chess")
    assert ion.private(op) == [
        "!reset chess yes undoes: chess.colours (not possible any more); chess.time (not possible any more)"
    ]
    await ion.says(op, "!reset chess.time yes")
    assert ion.public() == ["Op resets to what is configured: chess.time (not possible any more)"]
    await ion.says(op, "!reset yes")
    assert ion.public() == [
        "Op resets to what is configured: fill 0 players; chess.colours (not possible any more); "
        "ion.gone (not possible any more); lost (not possible any more)"
    ]
    assert ion.table.settings.unfit == []
    assert await Settings(ion.writer).of(HERE) == {}


async def test_a_change_takes_two_calls_to_the_database(ion: Room, op: Person) -> None:
    jobs = ion.watch_database()
    for line, calls in (("!set fill 2", 2), ("!settings", 0), ("!settings fill", 1), ("!settings prefix", 0)):
        jobs.clear()
        await ion.says(op, line)
        assert len(jobs) == calls, line


async def test_all_that_can_be_set_is_told_in_three_lines(ion: Room, op: Person) -> None:
    ion.table.settings.take({name: ion.table.settings.value(name) for name in _all_names()})
    assert len(ion.table.settings.own) > 60
    for line in ("!settings", "!settings ion", "!settings haven", "!settings excluded", "!reset"):
        await ion.says(op, line)
        told = ion.private(op)
        assert 1 <= len(told) <= 3, line
        assert all(len(each) < 420 for each in told), line


async def test_a_lobby_that_is_open_stays_as_it_was_opened(ion: Room, op: Person, ann: Person) -> None:
    bob = await ion.arrives(ion.person("Bob"))
    for person in (ann, bob):
        await ion.says(person, "!join")
    for line in ("!set ion.move_time 25", "!set countdown 300", "!set games fia", "!set starters operators"):
        await ion.says(op, line)
    await ion.advance(30_000)
    assert ion.state.options.move_time == 10


async def test_options_count_from_the_next_match_on(ion: Room, op: Person, ann: Person) -> None:
    await ion.begins(ann, op)
    await ion.says(op, "!set ion.move_time 25")
    assert ion.state.options.move_time == 10
    await ion.says(op, "!stop")
    await ion.begins(ann, op)
    assert ion.state.options.move_time == 25


async def test_settings_lists_all_and_marks_what_is_set(ion: Room, op: Person, ann: Person) -> None:
    await ion.says(op, "!set countdown 5")
    await ion.says(op, "!set fia.spread free")
    ion.fresh()
    await ion.says(ann, "!settings")
    assert ion.private(ann) == [
        "Settings: game ion; games all; prefix !; bare off; bare_moves on; language en; colour on; "
        "ascii off; countdown* 5 s; fill 0 players; "
        "computer_level easy; starters anybody; one_seat person; excluded nobody; matches_per_hour 0 matches; "
        "quiet never; zone UTC; warnings off; results off; fia.spread* free",
        "!settings NAME tells more of one, !settings ion has a game's options; * is set here.",
    ]
    await ion.says(ann, "!settings fia")
    (told,) = ion.private(ann)
    assert told.startswith("Fia [i]: fia.spread* free; ")


async def test_the_log_tells_who_has_changed_what(ion: Room, op: Person, ann: Person) -> None:
    await ion.says(ann, "!settings log")
    assert ion.private(ann) == ["Nothing has ever been set here."]
    for line in ("!set fill 2", "!set fill 4", "!reset fill yes", "!set game fia"):
        await ion.says(op, line)
    ion.fresh()
    await ion.says(ann, "!settings log")
    assert [line.partition(" UTC ")[2] for line in ion.private(ann)] == [
        "Op: game as configured -> fia.", "Op: fill 4 players -> as configured.", "Op: fill 2 players -> 4 players.",
    ]  # fmt: skip


async def test_reset_names_what_it_would_undo_and_asks_again(ion: Room, op: Person) -> None:
    await ion.says(op, "!reset")
    assert ion.private(op) == ["Nothing of that has been set here."]
    for line in ("!set fill 2", "!set ion.move_time 20", "!set fia.spread free"):
        await ion.says(op, line)
    ion.fresh()
    await ion.says(op, "!reset ion")
    assert ion.private(op) == ["!reset ion yes undoes: ion.move_time* 20 s"]
    await ion.says(op, "!reset")
    assert ion.private(op) == ["!reset yes undoes: fia.spread* free; fill* 2 players; ion.move_time* 20 s"]
    assert len(ion.table.settings.own) == 3
    await ion.says(op, "!reset fill yes")
    assert ion.public() == ["Op resets to what is configured: fill 0 players"]
    await ion.says(op, "!reset yes")
    assert ion.public() == ["Op resets to what is configured: fia.spread palette; ion.move_time 10 s"]
    assert ion.table.settings.own == {}


async def test_no_other_channel_and_no_other_network_has_it(rooms: Rooms) -> None:
    ion = rooms.made(game="ion")
    others = [FakeChannel("#other"), FakeChannel("#cards", "other")]
    ion.channels += others
    await ion.open()
    op = await ion.arrives(ion.person("Op"), Status.OP)
    await ion.says(op, "!set prefix .")
    await ion.says(op, ".set move_time 20")
    for channel in others:
        table = ion.hall.tables[channel.network, channel.folded]
        assert (table.prefix, table.options(table.game).move_time, table.settings.own) == ("!", 10, {})
    await ion.restart()
    assert [ion.hall.tables[at.network, at.folded].prefix for at in ion.channels] == [".", "!", "!"]


async def test_moves_can_need_the_prefix(ion: Room, op: Person, ann: Person) -> None:
    await ion.says(op, "!set bare_moves off")
    first, _ = await ion.begins(ann, op)
    move = next(item for item in ion.state.seats[ion.table.play.seating.of(first).number].hand if item in "+-S")
    before = len(ion.table.play.match.log)
    await ion.says(first, move)
    assert (len(ion.table.play.match.log), ion.fresh()) == (before, [])
    await ion.says(first, f"!{move}")
    assert len(ion.table.play.match.log) > before


async def test_colour_can_be_off(ion: Room, op: Person, ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    colours = set[Colour]()
    say = ion.channel.say

    def note(line: Line, *args: Any) -> None:
        colours.update(span.colour for span in line if isinstance(span, Card))
        say(line, *args)

    monkeypatch.setattr(ion.channel, "say", note)
    for switch, seen in (("off", {Colour.PLAIN}), ("on", {Colour.PLAIN, Colour.GREEN})):
        await ion.says(op, f"!set colour {switch}")
        ion.table.say(joined(Card("+", Colour.GREEN), Card("S")))
        await ion.settle()
        assert colours == seen


async def test_what_a_later_version_does_not_know_is_left_out(ion: Room, op: Person) -> None:
    await ion.says(op, "!set fill 2")
    ion.table.settings.take({"fill": 2, "gone": 1, "ion.gone": 1, "ion.move_time": 0, "prefix": "abc"})
    assert ion.table.settings.own == {"fill": 2}
    assert ion.table.config.prefix == "!"


@pytest.mark.parametrize("name", _all_names())
def test_every_setting_has_a_value_that_can_be_typed_as_it_is_shown(name: str) -> None:
    settings = ChannelSettings(TableConfig(), {})
    value = settings.value(name)
    text = plain(shown(name, value)).removesuffix(describe(name).unit).strip()
    assert settings.read(name, text) == value


@pytest.mark.parametrize("name", _all_names())
def test_one_of_a_unit_is_told_in_the_singular(name: str) -> None:
    unit = describe(name).unit
    assert plain(shown(name, 2)) == f"2 {unit}".rstrip()
    if unit in {"min", "s", "composure", "%", ""} or unit.isupper():
        assert plain(shown(name, 1)) == f"1 {unit}".rstrip()
    else:
        assert plain(shown(name, 1)) == f"1 {unit.removesuffix('es' if unit == 'matches' else 's')}"


@pytest.mark.parametrize("name", KEYS)
def test_every_setting_is_described(name: str) -> None:
    known = describe(name)
    assert known.meaning
    assert known.possible
    assert shown(name, ChannelConfig.model_fields[name].default)
