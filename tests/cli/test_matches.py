"""`ionbot matches` on matches that were really played."""

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from games.ion.items import HIDDEN
from ionbot.store.database import Database
from ionbot.store.history import match
from tests.cli.conftest import ReadJson, Run
from tests.cli.history import SEED, open_lobby, play

URL = "sqlite:///ionbot.db"
Change = Callable[[str], None]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play a match to its end and another one for some moves, each in its channel."""
    path = tmp_path_factory.mktemp("played") / "ionbot.db"
    asyncio.run(play(f"sqlite:///{path}"))
    asyncio.run(play(f"sqlite:///{path}", "#more", moves=12))
    return path


@pytest.fixture(autouse=True)
def database(played: Path) -> Change:
    """Put the matches into the working directory's default database; give what changes it behind ionbot's back."""
    shutil.copy(played, "ionbot.db")

    def change(sql: str) -> None:
        with closing(sqlite3.connect("ionbot.db")) as connection, connection:
            assert connection.execute(sql).rowcount > 0

    return change


def test_list_has_the_latest_first(read_json: ReadJson) -> None:
    running, ended = read_json("matches", "list")
    assert (running["id"], running["status"], running["channel"], running["winners"]) == (2, "running", "#more", [])
    assert (ended["id"], ended["status"], ended["channel"]) == (1, "finished", "#cards")
    assert ended["players"] == ["ann", "[bob]"]
    assert ended["winners"]
    assert ended["opened"] == "2025-11-24T16:00:00Z"
    assert ended["ended"] == "2025-11-24T16:00:30Z"


@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        ("--status running", [2]),
        ("--status cancelled", []),
        ("--game ion", [2, 1]),
        ("--channel #CARDS", [1]),
        ("--limit 1", [2]),
        ("--status finished --channel #more", []),
    ],
)
def test_list_can_be_narrowed(read_json: ReadJson, options: str, numbers: list[int]) -> None:
    assert [row["id"] for row in read_json("matches", "list", *options.split())] == numbers


def test_list_as_a_table(run: Run) -> None:
    lines = run("matches", "list").stdout.splitlines()
    assert sum("[bob]" in line for line in lines) == 2
    assert max(map(len, lines)) <= 80
    assert any("home #cards  2025-11-24 16:00  ann, [bob]" in line for line in lines)


def test_times_are_told_in_a_zone(run: Run, read_json: ReadJson) -> None:
    assert read_json("matches", "list", "--zone", "europe/berlin")[1]["ended"] == "2025-11-24T17:00:30+01:00"
    assert read_json("matches", "show", "1", "--zone", "Asia/Kolkata")["started"] == "2025-11-24T21:30:00+05:30"
    listed = run("matches", "list", "--zone", "Europe/Berlin").stdout
    assert ("time (Europe/Berlin)" in listed, "2025-11-24 17:00" in listed) == (True, True)
    for command in ("list", "show 1"):
        refused = run("matches", *command.split(), "--zone", "Europe/Berlyn")
        assert (refused.exit_code, refused.stdout) == (2, "")
        assert "did you mean Europe/Berlin" in refused.stderr


def test_list_with_an_unknown_status(run: Run) -> None:
    result = run("matches", "list", "--status", "open")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("ionbot: there is no status 'open'; there are: lobby, running, finished")


@pytest.mark.parametrize(
    ("option", "complaint"),
    [
        ("--game chess", "there is no game 'chess'; there are: fia, haven, ion, menagerie"),
        ("--channel #card", "there is no channel '#card'; did you mean #cards?"),
    ],
)
def test_list_of_what_there_is_not(run: Run, option: str, complaint: str) -> None:
    result = run("matches", "list", *option.split())
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"ionbot: {complaint}\n")


def test_show_has_what_the_store_has(read_json: ReadJson) -> None:
    shown = read_json("matches", "show", "1")
    with closing(Database(URL)) as store:
        stored = match(store, 1)
    assert stored is not None
    assert shown["seed"] == SEED.hex()
    assert shown["commitment"] == stored.commitment
    for seat, kept in zip(shown["seats"], stored.seats, strict=True):
        assert [seat[name] for name in ("nick", "points", "coins", "items", "place")] == [
            kept.nick, kept.points, kept.coins, kept.items, kept.place
        ]  # fmt: skip
        points = sum(row["delta"] for row in shown["ledger"] if row["seat"] == kept.seat and row["asset"] == "points")
        assert points == kept.points
    assert len(shown["ledger"]) == sum(map(len, stored.ledger.values()))
    assert {row["holder"] for row in shown["ledger"]} == {"ann", "[bob]", "bank"}
    had = {(row["seat"], row["asset"], row["item"]): row["total"] for row in shown["ledger"]}
    for kept in stored.seats:
        assert had.get((kept.seat, "points", ""), 0) == kept.points
        assert had.get((kept.seat, "coins", ""), 0) == kept.coins
        items = {item: total for (seat, asset, item), total in had.items() if (seat, asset) == (kept.seat, "item")}
        assert {item: total for item, total in items.items() if total} == kept.items


def test_show_as_tables(run: Run) -> None:
    shown = run("matches", "show", "1").stdout
    assert max(map(len, shown.splitlines())) <= 80
    for word in ("finished", SEED.hex(), "Seats", "Ledger", "[bob]", "bank", "deal"):
        assert word in shown


def test_what_is_hidden_stays_hidden_while_a_match_runs(read_json: ReadJson) -> None:
    with closing(Database(URL)) as store:
        stored = match(store, 2)
    assert stored is not None
    assert {"coins", "item"} <= {posting.asset for posted in stored.ledger.values() for posting in posted}
    shown = read_json("matches", "show", "2")
    assert shown["seed"] is None
    for seat in shown["seats"]:
        assert [seat[name] for name in ("team", "points", "coins", "items", "place")] == [None] * 5
    assert (shown["view"]["hand"], shown["view"]["coins"]) == (None, None)
    got = [row for row in shown["ledger"] if row["asset"] == "item" and row["delta"] > 0]
    assert {row["item"] for row in got} == {HIDDEN}
    assert "coins" not in {row["asset"] for row in shown["ledger"]}


def test_what_everybody_sees_is_shown_while_a_match_runs(read_json: ReadJson, run: Run) -> None:
    with closing(Database(URL)) as store:
        stored = match(store, 2)
    assert stored is not None
    seats = read_json("matches", "show", "2")["view"]["seats"]
    assert [(seat["team"], seat["points"]) for seat in seats] == [(seat.team, seat.points) for seat in stored.seats]
    lines = run("matches", "show", "2").stdout.splitlines()
    assert any(line.startswith("Bank ") for line in lines)


def test_replay_is_what_the_channel_heard(read_json: ReadJson, run: Run) -> None:
    lines = read_json("matches", "replay", "1")
    assert "ann" in lines[0]["text"]
    assert [line["at_ms"] for line in lines] == sorted(line["at_ms"] for line in lines)
    assert lines[-1]["at_ms"] == 30_000
    assert "[bob]" in lines[-1]["text"]
    text = run("matches", "replay", "1").stdout.splitlines()
    assert text[0] == f"0:00.000  {lines[0]['text']}"
    assert text[-1] == f"0:30.000  {lines[-1]['text']}"


def test_a_seat_sees_its_private_lines_too(read_json: ReadJson, run: Run) -> None:
    public = read_json("matches", "replay", "1")
    mine = read_json("matches", "replay", "1", "--as", "[BOB]")
    assert [line for line in mine if line["to"] is None] == public
    assert {line["to"] for line in mine} == {None, 1}
    assert read_json("matches", "replay", "1", "--as", "1") == mine
    assert read_json("matches", "replay", "1", "--as", "ann") != mine
    assert "  (private) " in run("matches", "replay", "1", "--as", "1").stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("1 --as eve", "match 1 has no seat 'eve'; there are: 0 (ann), 1 ([bob]), and public"),
        ("2 --as ann", "match 2 is running; what a seat sees is secret until it has ended"),
    ],
)
def test_what_nobody_can_see(run: Run, words: str, complaint: str) -> None:
    result = run("matches", "replay", *words.split())
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"ionbot: {complaint}\n")


def test_a_replay_goes_on_by_keys(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run("matches", "replay", "1").stdout.splitlines()
    keys = iter("  q")
    monkeypatch.setattr("typer.getchar", lambda: next(keys))
    begun = run("matches", "replay", "1", "--step").stdout.splitlines()
    assert 3 <= len(begun) < len(whole)
    assert begun == whole[: len(begun)]
    keys = iter(" a")
    assert run("matches", "replay", "1", "--step").stdout.splitlines() == whole
    assert next(keys, None) is None


def test_a_pause_is_told(database: Change, read_json: ReadJson) -> None:
    last = "(SELECT max(seq) FROM journal WHERE match = 2)"
    database(
        "INSERT INTO journal SELECT match, seq + 1, at, received, draws, NULL, '{\"type\":\"Paused\"}', '[]' "
        f"FROM journal WHERE match = 2 AND seq = {last}"
    )
    assert read_json("matches", "replay", "2")[-1]["text"] == "(The match stands still.)"


def test_a_match_that_runs_is_replayed_as_far_as_it_is(read_json: ReadJson) -> None:
    lines = read_json("matches", "replay", "2")
    assert lines[0]["text"].startswith("Team +: ")
    assert 0 < lines[-1]["at_ms"] < 30_000


def test_a_lobby_has_nothing_to_replay(run: Run, read_json: ReadJson) -> None:
    asyncio.run(open_lobby(URL, "#lobby"))
    assert read_json("matches", "replay", "3") == []
    assert run("matches", "replay", "3").stdout == "match 3 has no lines; its status is lobby\n"
    assert read_json("matches", "show", "3")["seats"] == []
    assert run("matches", "show", "3").exit_code == 0


@pytest.mark.parametrize("command", ["matches show", "matches replay", "matches verify", "db check"])
@pytest.mark.parametrize("number", [7, 2**63, 10**20])
def test_an_unknown_match_is_one_line(run: Run, command: str, number: int) -> None:
    result = run(*command.split(), str(number))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"ionbot: there is no match {number}; `ionbot matches list` shows those there are\n"


@pytest.mark.parametrize("command", ["matches list", "scores top", "scores player ann"])
def test_a_limit_beyond_all_numbers_is_one_line(run: Run, command: str) -> None:
    result = run(*command.split(), "--limit", "9" * 20)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("ionbot: Invalid value for '--limit'")


def test_a_match_of_a_game_that_is_not_installed_is_one_line(run: Run, database: Change) -> None:
    database("UPDATE matches SET game = 'ionn' WHERE id = 1")
    result = run("matches", "show", "1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "ionbot: match 1 cannot be read: there is no game 'ionn'; did you mean ion?\n"


def test_verify_proves_a_match(run: Run, read_json: ReadJson) -> None:
    result = run("matches", "verify", "1")
    assert (result.exit_code, result.output) == (0, "match 1: proven\n")
    assert read_json("matches", "verify", "--all") == [{"match": 1, "proven": True, "objections": []}]


@pytest.mark.parametrize(
    "forgery",
    [
        "UPDATE seats SET points = points + 1 WHERE match = 1 AND seat = 0",
        "UPDATE seats SET player = 3 - player WHERE match = 1",
        "UPDATE seats SET kind = 'computer' WHERE match = 1 AND seat = 0",
        "UPDATE matches SET ended = started - 1 WHERE id = 1",
        "UPDATE ledger SET delta = delta + 1 WHERE match = 1 AND asset = 'points'",
        "UPDATE matches SET seed = replace(seed, '00', '01') WHERE id = 1",
        "UPDATE journal SET at = at + 1 WHERE match = 1 AND seq = 4",
        "UPDATE journal SET draws = draws + 1 WHERE match = 1 AND seq = 4",
    ],
)
def test_verify_finds_a_forgery(run: Run, database: Change, forgery: str) -> None:
    database(forgery)
    result = run("matches", "verify", "--all")
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.startswith("match 1: ")
    shown = run("matches", "verify", "1", "--format", "json")
    assert shown.exit_code == 1
    (verdict,) = json.loads(shown.stdout)
    assert (verdict["match"], verdict["proven"]) == (1, False)
    assert verdict["objections"]


def test_a_match_that_runs_is_not_proven(run: Run) -> None:
    result = run("matches", "verify", "2")
    assert result.exit_code == 1
    assert "has not ended" in result.stdout


@pytest.mark.parametrize("words", [[], ["1", "--all"]])
def test_verify_wants_one_match_or_all(run: Run, words: list[str]) -> None:
    result = run("matches", "verify", *words)
    assert (result.exit_code, result.output) == (
        2,
        "ionbot: say which match to verify: its number, or --all\n",
    )
