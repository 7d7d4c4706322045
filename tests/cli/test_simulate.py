"""`simulate`: its table and JSON, what it finds, and what it is not asked the right way."""

import json
import re

import pytest

from games.fia import FIA
from games.ion import ION
from games.kit.simulate import Plan
from games.kit.tally import Tally
from ionbot.cli.simulate import _figures
from tests.cli.conftest import ReadJson, Run
from tests.kit.stones import STONES, Options

QUICK = ("simulate", "ion", "--matches", "3", "--jobs", "1", "--option", "round_time=60")
LIVELY = (*QUICK, "--option", "limit=1")


def test_a_row_for_each_number_of_seats(run):
    result = run(*LIVELY, "--format", "json")
    shown = json.loads(result.stdout)
    assert [row["seats"] for row in shown["rows"]] == [2, 3, 4, 5, 6, 7, 8]
    assert (shown["game"], shown["levels"], shown["seed"], shown["pace_s"]) == ("ion", ["easy"], 1, 4)
    assert (shown["options"]["limit"], shown["options"]["round_time"]) == (1, 60)
    for row in shown["rows"]:
        assert row["matches"] == 3
        assert row["moves"] > 5
        assert row["dumps_a_round"] >= 2
        assert row["timeouts_percent"] == row["void_percent"] == 0
        uneven = {"smaller team"} if row["seats"] % 2 else set()
        assert set(row["wins"]) == {"first seat", "first mover", "team +", "team -"} | uneven


def test_a_table_for_people(run):
    result = run(*LIVELY, "--seats", "2..3", "--levels", "easy,normal")
    assert (result.exit_code, result.stderr) == (0, "")
    figures, wins = (table.split("\n") for table in re.split("\n(?=Who wins)", result.stdout))
    assert [figures[0].rstrip(), wins[0].rstrip()] == [
        "ION, easy, normal, 3 matches each", "Who wins, in % (what is fair)"
    ]  # fmt: skip
    assert re.split("  +", figures[2].strip()) == [
        "seats", "moves", "minutes", "points a player", "dumps a round", "timeouts %", "shared %", "void %"
    ]  # fmt: skip
    assert re.split("  +", wins[2].strip()) == [
        "seats", "first mover", "first seat", "level easy", "level normal", "smaller team", "team +", "team -"
    ]  # fmt: skip
    assert [row.split()[0] for row in figures[4:6]] == ["2", "3"]
    assert [len(re.split("  +", row.strip())) for row in wins[4:6]] == [7, 8]


def test_the_same_seed_gives_the_same_figures(run):
    first, again, other = (run(*LIVELY, "--seats", "4", "--seed", seed).stdout for seed in ("7", "7", "8"))
    assert first == again != other


def test_options_levels_and_pace_are_taken(run):
    def row(*words):
        (row,) = json.loads(run(*LIVELY, "--seats", "2", "--format", "json", *words).stdout)["rows"]
        return row

    assert row("--pace", "1")["moves"] > row()["moves"] > row("--pace", "9.5")["moves"]
    assert row("--timeouts", "50")["timeouts_percent"] > 20
    assert row("--level", "normal") != row()
    assert row("--option", "bonus=0,0,0,100") != row()


def test_a_dull_round_is_found_with_a_proposal(run):
    dull = (*QUICK, "--seats", "2", "--option", "limit=3", "--option", "hand=1", "--pace", "9.5", "--seed", "4")
    told = run(*dull)
    assert told.exit_code == 1
    finding = told.stdout.rstrip().splitlines()[-1]
    assert finding.startswith("2 seats: dull, ")
    assert "(at least 2 are wanted)." in finding
    shown = run(*dull, "--format", "json")
    assert shown.exit_code == 1
    (found,) = json.loads(shown.stdout)["findings"]
    assert (found["seats"], found["tried"]) == (2, [])


def test_what_helps_is_told(run):
    told = run("simulate", "ion", "--matches", "10", "--seats", "2", "--option", "round_time=300", "--jobs", "1")
    assert told.exit_code == 1
    assert told.stdout.rstrip().splitlines()[-1].startswith("2 seats: dull, ")
    assert " helps: " in told.stdout


def test_decks_have_a_table_of_their_own(run):
    result = run("simulate", "fia", "--spread", "free", "--matches", "32", "--level", "normal", "--jobs", "1")
    assert result.stderr == ""
    figures, wins, decks = (table.split("\n") for table in re.split("\n(?=Who wins|Which deck)", result.stdout))
    assert figures[0].rstrip() == "Fia [i], normal, 32 matches each"
    assert re.split("  +", figures[2].strip()) == [
        "seats", "moves", "minutes", "points a player", "median draws", "shared %", "void %"
    ]  # fmt: skip
    assert re.split("  +", wins[2].strip()) == ["seats", "faster", "first seat"]
    assert decks[0].rstrip() == "Which deck wins against the others, in % (what is fair)"
    assert re.split("  +", decks[2].strip()) == ["seats", "aggressive", "balanced", "guarded", "healing"]
    assert len(re.split("  +", decks[4].strip())) == 5


def test_what_a_game_says_of_its_balance_is_looked_at(run):
    told = run("simulate", "fia", "--lp", "300", "--matches", "5", "--jobs", "1")
    assert told.exit_code == 1
    assert re.search(
        r"\n2 seats: long, [\d.]+ turns a side in the median match \(10 to 30 are wanted\)\.\n", told.stdout
    )


@pytest.mark.parametrize(
    "words",
    [
        ("--round-time", "30", "--limit=1"),
        ("--limit", "1", "--option", "round_time=30"),
        ("--option", "limit=1", "--option=round_time=30"),
    ],
)
def test_a_games_options_can_be_given_like_ones_own(run, words):
    result = run("simulate", *words, "ion", "--matches", "1", "--seats", "2", "--jobs", "1", "--format", "json")
    options = json.loads(result.stdout)["options"]
    assert (options["limit"], options["round_time"]) == (1, 30)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["ino"], "there is no game 'ino'; did you mean ion?"),
        (["ion", "--level", "nrmal"], "ION has no level 'nrmal'; did you mean normal?"),
        (["ion", "--levels", "easy,x"], "ION has no level 'x'; there are: easy, normal"),
        (["ion", "--level", "easy", "--levels", "easy"], "say --level for all seats or --levels for each, not both"),
        (["ion", "--seats", "1"], "--seats 1 is not possible; ION has 2 to 20: right would be 2..20"),
        (["fia", "--seats", "3"], "--seats 3 is not possible; Fia [i] has 2: right would be 2"),
        (["ion", "--seats", "4..3"], "--seats 4..3 is not possible; ION has 2 to 20: right would be 2..20"),
        (["ion", "--seats", "many"], "--seats many is not possible; ION has 2 to 20: right would be 2..20"),
        (["ion", "--seats", "5", "--option", "max_players=4"], "--seats 5 is not possible; ION has 2 to 4: "),
        (["ion", "--option", "limt=3"], "limt: there is no such option; did you mean limit?"),
        (["ion", "--option", "limit=no"], "limit: 'no' is not possible; possible is 1 to 100"),
        (["ion", "--option", "limit"], "'limit' is no option; right would be NAME=VALUE, such as limit=6"),
        (["ion", "--limt", "3"], "limt: there is no such option; did you mean limit? (see `ionbot games` and `ionbot "),
        (["ion", "--limit"], "limit: '' is not possible; possible is 1 to 100"),
        (["fia", "--spread", "--jobs", "1"], "spread: '' is not possible; possible is free or palette"),
        (["fia", "free"], "Got unexpected extra argument(s) (free)"),
        (["ion", "--matches", "0"], "Invalid value for '--matches'"),
        (["ion", "--pace", "0"], "Invalid value for '--pace'"),
    ],
)
def test_wrong_use_is_one_line(run, words, complaint):
    result = run("simulate", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("ionbot: ")
    assert complaint in line


def test_without_saying_so_eight_play_at_most(run):
    result = run(*LIVELY, "--option", "min_players=10", "--format", "json")
    assert [row["seats"] for row in json.loads(result.stdout)["rows"]] == [10]


def test_a_game_need_not_say_what_is_lively():
    figures = _figures(Plan(STONES, Options(), 2, ("easy",), bytes(32), 4000), Tally(matches=1, void=1))
    assert list(figures) == [
        "seats", "matches", "moves", "minutes", "points_a_player", "shared_percent", "void_percent", "wins"
    ]  # fmt: skip
    assert (figures["void_percent"], figures["points_a_player"], figures["wins"]) == (100, 0, {})


@pytest.mark.parametrize(
    ("game", "shown"), [(ION, " dumps a round "), (FIA, " median turns a side "), (FIA, " median draws ")]
)
def test_the_guides_commands_run(run, game, shown):
    commands = re.findall(r"`ionbot (simulate [^`]+)`", game.guide())
    results = [run(*re.sub(r"--matches \d+", "--matches 1", command).split(), "--jobs", "1") for command in commands]
    assert {result.exit_code for result in results} <= {0, 1}
    assert any(shown in result.stdout for result in results)


def test_matches_go_into_a_database(run: Run, read_json: ReadJson) -> None:
    words = ("simulate", "all", "--matches", "4", "--into", "sqlite:///x.db")
    assert run(*words).output == "sqlite:///x.db has 4 more matches.\n"
    listed = read_json("matches", "list", "--database", "sqlite:///x.db")
    assert {row["game"] for row in listed} == {"fia", "haven", "ion", "menagerie"}
    assert run("db", "check", "--database", "sqlite:///x.db").exit_code == 0


def test_some_games_may_be_played_more_often(run: Run, read_json: ReadJson) -> None:
    run("simulate", "fia:2,ion", "--matches", "5", "--into", "sqlite:///x.db")
    listed = read_json("matches", "list", "--database", "sqlite:///x.db")
    assert [row["game"] for row in reversed(listed)] == ["fia", "fia", "ion", "fia", "fia"]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("ion --level easy", "--into chooses seats and levels itself; it takes --matches, --seed and --jobs"),
        ("iron", "there is no game 'iron'"),
        ("ion,fai:2", "there is no game 'fai'"),
        ("ion,fia:", "'fia:' does not tell how often a game is played; right would be fia:3"),
        ("ion,fia:0", "'fia:0' does not tell how often a game is played; right would be fia:3"),
        ("ion,fia:1001", "'fia:1001' does not tell how often a game is played; right would be fia:3"),
    ],
)
def test_what_cannot_go_into_a_database(run: Run, words: str, complaint: str) -> None:
    result = run("simulate", *words.split(), "--into", "sqlite:///x.db")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"ionbot: {complaint}")
