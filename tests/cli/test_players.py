"""`ionbot players`, and what else an admin does to records: void matches, recompute."""

import shutil
from contextlib import closing
from getpass import getuser
from pathlib import Path

import pytest

from ionbot.store.database import Database
from ionbot.store.lock import held
from tests.cli.conftest import ReadJson, Run
from tests.store.forging import forge
from tests.store.scorebook import Sat, Scorebook

URL = "sqlite:///ionbot.db"


@pytest.fixture(autouse=True)
def _database(_empty_directory: None, empty: Path) -> None:
    """Note matches of ann, annie and bob, and an ann on another network."""
    shutil.copy(empty, "ionbot.db")
    with closing(Database(URL)) as database:
        book = Scorebook(database)
        ann, annie, bob = map(book.player, ("ann", "annie", "bob"))
        book.player("ann", network="far", identity="account:ann")
        book.match(Sat(ann, 10, 1), Sat(bob, 5, 2), day=1)
        book.match(Sat(annie, 20, 2), Sat(bob, 30, 1), day=2)


def test_everybody_is_listed(read_json: ReadJson, run: Run) -> None:
    listed = read_json("players", "list")
    assert [(row["number"], row["nick"], row["network"], row["matches"]) for row in listed] == [
        (4, "ann", "far", 0), (1, "ann", "net", 1), (2, "annie", "net", 1), (3, "bob", "net", 2),
    ]  # fmt: skip
    assert [row["number"] for row in read_json("players", "list", "--network", "FAR")] == [4]
    lines = run("players", "list", "--format", "csv", "--zone", "europe/berlin").stdout.splitlines()
    assert lines[0] == "number,nick,network,identity,matches,last_seen,person"
    assert lines[1] == "4,ann,far,account:ann,0,1970-01-02T01:00:00+01:00,"


def test_a_link_is_shown_on_both_sides(run: Run, read_json: ReadJson) -> None:
    told = run("players", "link", "1", "account:ann", "--yes")
    assert told.output == "ann (net, nick:ann) and ann (far, account:ann) are the same person.\n"
    assert read_json("players", "show", "4")["linked_with"] == ["ann (net, nick:ann)"]
    (far, net) = read_json("scores", "player", "ann")
    assert (far["linked_with"], net["linked_with"]) == (["ann (net)"], ["ann (far)"])
    assert run("players", "unlink", "4", "--yes").exit_code == 0
    assert read_json("players", "show", "1")["linked_with"] == []


def test_records_are_merged_and_rated_anew(run: Run, read_json: ReadJson) -> None:
    assert run("players", "merge", "annie", "1", "--yes").exit_code == 0
    (net,) = read_json("scores", "player", "annie")
    assert (net["nick"], net["matches"], net["points"]) == ("ann", 2, 30)
    top = run("scores", "top", "--by", "rating", "--game", "pebbles").stdout
    assert "The ratings are out of date: two players were merged. `ionbot scores recompute` makes them anew." in top
    dry = run("scores", "recompute", "--dry-run")
    assert (dry.exit_code, "rating of ann (net) in pebbles, all: " in dry.stdout) == (1, True)
    assert run("scores", "recompute").stdout == dry.stdout
    assert run("scores", "recompute").output == "Sums, ratings and records are those of the matches.\n"
    assert "out of date" not in run("scores", "top", "--by", "rating", "--game", "pebbles").stdout
    assert run("db", "check", "--format", "json").exit_code == 1, "these matches have no header"


def test_nothing_is_made_anew_while_a_bot_runs(run: Run) -> None:
    dry = run("scores", "recompute", "--dry-run")
    with closing(Database(URL)) as database, held(database):
        assert run("scores", "recompute", "--dry-run").output == dry.output
        refused = run("scores", "recompute")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr == f"ionbot: another ionbot works on {URL}; stop it first\n"


def test_who_is_forgotten_and_renamed(run: Run, read_json: ReadJson) -> None:
    assert run("players", "rename", "bob", "Bobby", "--yes").output == "bob (net, nick:bob) is shown as Bobby.\n"
    forgotten = run("players", "forget", "annie", "--yes")
    assert forgotten.output == "They are somebody 2 from now on. Logs and backups are not changed.\n"
    assert [row["nick"] for row in read_json("scores", "top")["players"]] == ["Bobby", "somebody 2", "ann"]
    assert run("scores", "player", "annie").exit_code == 2


@pytest.mark.parametrize("command", ["link 1 2", "unlink 1", "rename 1 x", "merge 2 1", "forget 1"])
def test_nothing_is_done_without_a_yes(run: Run, read_json: ReadJson, command: str) -> None:
    before = read_json("players", "list"), read_json("scores", "top")
    result = run("players", *command.split())
    assert (result.exit_code, type(result.exception)) == (2, SystemExit)
    assert "?" in result.stdout
    assert result.stderr == "\nionbot: nothing was changed; --yes answers without being asked\n"
    assert (read_json("players", "list"), read_json("scores", "top")) == before


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("show bobb", "there is no player 'bobb'; did you mean bob?"),
        ("show 9", "there is no player '9'; there are: ann, annie, bob"),
        (
            "show ann",
            "'ann' can be several; say the number: 4 ann (far, account:ann), 1 ann (net, nick:ann)",
        ),
        ("merge 1 bob --yes", "both sat in match 1, so they are two people"),
        ("merge 1 4 --yes", "they are on different networks; `ionbot players link` says that they are one person"),
        ("rename 1 \x1b[31m --yes", "'\\x1b[31m' can be no nick; right would be one word that can be seen"),
        ("unlink 1 --yes", "this player is linked with nobody"),
        ("list --zone Europe/Berlyn", "there is no zone 'Europe/Berlyn'; did you mean Europe/Berlin"),
    ],
)
def test_what_is_wrong_is_one_line(run: Run, words: str, complaint: str) -> None:
    result = run("players", *words.split(" "))
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"ionbot: {complaint}")


def test_a_match_is_void_and_counts_again(run: Run, read_json: ReadJson) -> None:
    forge_header()
    told = run("matches", "void", "1", "--reason", "two of one\x1b[31m house")
    assert told.output == "match 1 counts no more; `ionbot scores recompute` rates its players anew.\n"
    assert [row["nick"] for row in read_json("scores", "top")["players"]] == ["bob", "annie"]
    assert [row["voided"] is None for row in read_json("matches", "list")] == [True, False]
    assert "void" in run("matches", "list").stdout
    shown = run("matches", "show", "1").stdout
    assert f"Void by {getuser()} at " in shown
    assert "two of one?[31m house" in shown
    assert run("matches", "void", "1", "--undo").exit_code == 0
    assert len(read_json("scores", "top")["players"]) == 3
    (trace,) = read_json("matches", "show", "1")["voids"]
    assert (trace["who"], trace["undone_by"]) == (getuser(), getuser())


def forge_header() -> None:
    """Let the matches be of a game that is installed, so that they can be shown."""
    with closing(Database(URL)) as database:
        forge(database, "UPDATE matches SET game = 'ion'")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("1", "say why: --reason TEXT; or --undo, which needs no reason"),
        ("1 --undo --reason x", "say why: --reason TEXT; or --undo, which needs no reason"),
        ("1 --undo", "match 1 is not void"),
        ("9 --reason x", "there is no match 9; `ionbot matches list` shows those there are"),
    ],
)
def test_what_cannot_be_void(run: Run, words: str, complaint: str) -> None:
    result = run("matches", "void", *words.split())
    assert (result.exit_code, result.stderr) == (2, f"ionbot: {complaint}\n")


def test_points_and_rating_over_time(run: Run, read_json: ReadJson) -> None:
    rows = read_json("scores", "history", "bob", "--zone", "Europe/Berlin")
    assert [(row["match"], row["points"], row["total"]) for row in rows] == [(1, 5, 5), (2, 30, 35)]
    assert rows[0]["ended"] == "1970-01-02T01:00:00+01:00"
    rated = read_json("scores", "history", "bob", "--rating", "--game", "pebbles", "--season", "1970-01")
    assert [row["match"] for row in rated] == [1, 2]
    assert rated[0]["mu"] < 25
    assert run("scores", "history", "bob", "--format", "csv").stdout.splitlines()[1] == (
        "bob,net,1,pebbles,1970-01-02T00:00:00Z,5,5"
    )


def test_two_against_each_other(run: Run, read_json: ReadJson) -> None:
    met = read_json("scores", "versus", "ann", "bob")
    assert (met["matches"], met["ahead"], met["points"]) == (1, {"ann": 1, "bob": 0}, {"ann": 10, "bob": 5})
    assert met["last_matches"][0]["places"] == [1, 2]
    assert "1 ann, 0 bob" in run("scores", "versus", "ann", "bob").stdout
    assert read_json("scores", "versus", "ann", "annie")["matches"] == 0


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("history zed", "there is no player 'zed'; there are: ann, annie, bob"),
        ("history bob --rating", "--rating: each game has ratings of its own; say --game pebbles"),
        ("history bob --rating --game pebbles --channel #x", "--rating: ratings go by game and season, not by channel"),
        ("versus ann bop", "there is no player 'bop'; did you mean bob?"),
        ("versus bob bob", "'bob' and 'bob' are the same player"),
        ("top --season 2026-13", "--season '2026-13' is no season; right would be 2026-11, 2026-Q4 or all"),
        ("top --by rating", "--by rating: each game has ratings of its own; say --game pebbles"),
        ("player bob --format csv", "Invalid value for '--format': this is no list, so it cannot be CSV"),
    ],
)
def test_a_question_that_cannot_be_answered(run: Run, words: str, complaint: str) -> None:
    result = run("scores", *words.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"ionbot: {complaint}")


@pytest.mark.parametrize("who", ["4", "account:ann"])
def test_scores_are_asked_by_number_and_identity_too(read_json: ReadJson, who: str) -> None:
    assert [each["identity"] for each in read_json("scores", "player", who)] == ["account:ann"]
    assert read_json("scores", "history", who) == []
    assert [row["total"] for row in read_json("scores", "history", "3")] == [5, 35]
    assert read_json("scores", "versus", "1", "3")["ahead"] == {"ann": 1, "bob": 0}
    assert read_json("scores", "versus", "1", "4")["ahead"] == {"1": 0, "4": 0}, "both are called ann"


def test_a_number_of_another_network_is_nobody(run: Run) -> None:
    for who in ("4", "account:ann", "9" * 30, "²"):
        result = run("scores", "player", who, "--network", "net")
        assert (result.exit_code, result.stderr.partition(";")[0]) == (2, f"ionbot: there is no player {who!r}")


def test_a_spreadsheet_runs_no_nick(run: Run) -> None:
    with closing(Database(URL)) as database:
        book = Scorebook(database)
        sat = [Sat(book.player(nick, identity=f"nick:{number}"), -number, 1) for number, nick in enumerate(EVIL)]
        book.match(*sat, day=3, channel="#evil")
    lines = run("scores", "top", "--channel", "#evil", "--format", "csv").stdout.splitlines()
    assert [line.split(",")[1] for line in lines[1:]] == ["'=1+1", "'+1", "'-1", "'@x", "?04?[1mred?"]
    assert lines[2].split(",")[7] == "-1", "a number is one"


EVIL = ("=1+1", "+1", "-1", "@x", "\x0304\x1b[1mred\u202e")
