"""What operators set for their channel counts there, at once and after a restart, and nowhere else."""

import pytest

from ionbot.channel import Person, Status
from ionbot.config import ChannelConfig
from ionbot.table.described import describe, shown
from ionbot.table.settings import KEYS
from tests.table.ion import card_seed
from tests.table.room import FakeChannel, Room, Rooms


@pytest.fixture
async def ion(rooms: Rooms) -> Room:
    return await rooms.open(game="ion", options={"even": False}, seed=card_seed(2))


@pytest.fixture
async def op(ion: Room) -> Person:
    return await ion.arrives(ion.person("Op"), Status.OP)


@pytest.fixture
async def ann(ion: Room) -> Person:
    return await ion.arrives(ion.person("Ann"))


async def test_an_operator_sets_something_and_all_hear_of_it(ion: Room, op: Person) -> None:
    await ion.says(op, "!set prefix .")
    assert ion.public() == ["Op sets prefix to .; it was !."]
    await ion.says(op, "!score")
    assert ion.fresh() == []
    await ion.says(op, ".set fill 3")
    assert ion.public() == ["Op sets fill to 3 players; it was 0 players."]


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
        ("fill many", "fill: 'many' should be a valid integer, unable to parse string as an integer; "
         "right would be a whole number from 0 to 19 players"),
        ("prefix +", "prefix: '+' begins moves of fia; right would be 1 to 3 signs such as ! or . "
         "(no letters, digits, blanks, and none that begins a move)"),
        ("starters all", "starters: 'all' should be 'anybody', 'voiced', 'accounts' or 'operators'; "
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
    (told,) = ion.private(ann)
    assert told == (
        "game ion, games none, prefix !, bare off, bare_moves on, colour on, countdown* 5 s, fill 0 players, "
        "computer_level easy, starters anybody, one_seat person, excluded none, matches_per_hour 0 matches, "
        "quiet none, zone UTC, fia.spread* free. !settings NAME tells more of one, !settings ion has a game's options; "
        "* is set here."
    )
    await ion.says(ann, "!settings fia")
    (told,) = ion.private(ann)
    assert told.startswith("fia.spread* free, ")


async def test_the_log_tells_who_has_changed_what(ion: Room, op: Person, ann: Person) -> None:
    await ion.says(ann, "!settings log")
    assert ion.private(ann) == ["Nothing has ever been set here."]
    for line in ("!set fill 2", "!set fill 4", "!reset fill yes", "!set game fia"):
        await ion.says(op, line)
    ion.fresh()
    await ion.says(ann, "!settings log")
    (told,) = ion.private(ann)
    assert [part.partition(" UTC ")[2] for part in told.split(". ")] == [
        "Op: game as configured -> fia", "Op: fill 4 players -> as configured", "Op: fill 2 players -> 4 players.",
    ]  # fmt: skip


async def test_reset_names_what_it_would_undo_and_asks_again(ion: Room, op: Person) -> None:
    await ion.says(op, "!reset")
    assert ion.private(op) == ["Nothing of that has been set here."]
    for line in ("!set fill 2", "!set ion.move_time 20", "!set fia.spread free"):
        await ion.says(op, line)
    ion.fresh()
    await ion.says(op, "!reset ion")
    assert ion.private(op) == ["!reset ion yes undoes ion.move_time* 20 s."]
    await ion.says(op, "!reset")
    assert ion.private(op) == ["!reset yes undoes fia.spread* free, fill* 2 players, ion.move_time* 20 s."]
    assert len(ion.table.settings.own) == 3
    await ion.says(op, "!reset fill yes")
    assert ion.public() == ["Op resets fill 0 players."]
    await ion.says(op, "!reset yes")
    assert ion.public() == ["Op resets fia.spread palette, ion.move_time 10 s."]
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


async def test_only_games_that_are_allowed_are_played(ion: Room, op: Person, ann: Person) -> None:
    await ion.says(op, "!set games fia, ion")
    ion.fresh()
    await ion.says(ann, "!games")
    assert ion.private(ann) == ["!join opens ion; there are: fia, ion."]
    for person, line in ((ann, "!join haven"), (op, "!start haven")):
        await ion.says(person, line)
        assert ion.private(person) == ["Haven is not played here; there are: fia, ion."]
    await ion.says(ann, "!join fia")
    assert ion.table.lobby.game.name == "fia"


@pytest.mark.parametrize(
    ("starters", "why"),
    [
        ("operators", "Only operators open a table here; once one is open, all can join."),
        ("accounts", "Only who is logged in to services can open a table here."),
        ("voiced", "Only who has voice can open a table here."),
    ],
)
async def test_who_may_open_a_table(ion: Room, op: Person, ann: Person, starters: str, why: str) -> None:
    await ion.says(op, f"!set starters {starters}")
    ion.fresh()
    await ion.says(ann, "!join")
    assert ion.private(ann) == [why]
    assert ion.table.lobby is None
    member = await ion.arrives(ion.person("Member", account="member"), Status.VOICE)
    await ion.says(op if starters == "operators" else member, "!join")
    assert ion.table.lobby
    await ion.says(ann, "!join")
    assert ion.table.lobby.guest(ann)


async def test_one_seat_for_each_account(ion: Room, op: Person, ann: Person) -> None:
    await ion.says(op, "!set one_seat account")
    ion.fresh()
    await ion.says(ann, "!join")
    assert ion.private(ann) == ["Only who is logged in to services can sit down here."]
    ann.account = "ann"
    await ion.says(ann, "!join")
    assert ion.table.lobby.guest(ann)


async def test_one_seat_for_each_host(ion: Room, op: Person, ann: Person) -> None:
    twin, bob = ion.person("Twin", host=ann.host), ion.person("Bob")
    for person in (twin, bob):
        await ion.arrives(person)
    await ion.says(op, "!set one_seat host")
    await ion.says(ann, "!join")
    ion.fresh()
    await ion.says(twin, "!join")
    assert ion.private(twin) == ["Somebody from your host sits here already."]
    await ion.says(bob, "!join")
    await ion.says(ann, "!go")
    ion.fresh()
    await ion.says(twin, "!join")
    assert ion.private(twin) == ["Somebody from your host sits here already."]


async def test_no_more_matches_an_hour_than_may_be(ion: Room, op: Person, ann: Person) -> None:
    bob = await ion.arrives(ion.person("Bob"))
    await ion.says(op, "!set matches_per_hour 1")
    await ion.begins(ann, bob)
    await ion.says(op, "!stop")
    ion.fresh()
    await ion.advance(60_000)
    await ion.says(ann, "!join")
    assert ion.private(ann) == ["1 matches an hour are played here; the next can begin in 59 min."]
    await ion.advance(59 * 60_000)
    await ion.says(ann, "!join")
    assert ion.table.lobby


@pytest.mark.parametrize(
    ("quiet", "zone", "is_quiet"),
    [
        ("22:00-23:00", "UTC", True),
        ("22:30-22:31", "UTC", True),
        ("22:00-22:30", "UTC", False),
        ("23:00-22:31", "UTC", True),
        ("22:31-06:00", "UTC", False),
        ("22:00-23:00", "Europe/Berlin", False),
        ("22:31-06:00", "Europe/Berlin", True),
    ],
)
async def test_quiet_hours(ion: Room, op: Person, ann: Person, quiet: str, zone: str, is_quiet: bool) -> None:
    """The room's clock shows 22:30:00 UTC in November."""
    await ion.says(op, f"!set zone {zone}")
    await ion.says(op, f"!set quiet {quiet}")
    ion.fresh()
    await ion.says(ann, "!join")
    if is_quiet:
        assert ion.private(ann) == [f"These are quiet hours ({quiet}, {zone}): only operators open a table now."]
        await ion.says(op, "!join")
    assert ion.table.lobby


async def test_moves_can_need_the_prefix(ion: Room, op: Person, ann: Person) -> None:
    await ion.says(op, "!set bare_moves off")
    first, _ = await ion.begins(ann, op)
    move = next(item for item in ion.state.seats[ion.table.play.seating.of(first).number].hand if item in "+-S")
    before = len(ion.table.play.match.log)
    await ion.says(first, move)
    assert (len(ion.table.play.match.log), ion.fresh()) == (before, [])
    await ion.says(first, f"!{move}")
    assert len(ion.table.play.match.log) > before


async def test_colour_can_be_off(ion: Room, op: Person) -> None:
    assert ion.table.voice.coloured
    await ion.says(op, "!set colour off")
    assert not ion.table.voice.coloured


async def test_what_a_later_version_does_not_know_is_left_out(ion: Room, op: Person) -> None:
    await ion.says(op, "!set fill 2")
    ion.table.settings.take({"fill": 2, "gone": 1, "ion.gone": 1, "ion.move_time": 0, "prefix": "abc"})
    assert ion.table.settings.own == {"fill": 2}
    assert ion.table.config.prefix == "!"


@pytest.mark.parametrize("name", KEYS)
def test_every_setting_is_described(name: str) -> None:
    known = describe(name)
    assert known.meaning
    assert known.possible
    assert shown(name, ChannelConfig.model_fields[name].default)
