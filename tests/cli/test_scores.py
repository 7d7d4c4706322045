"""`ionbot scores` on matches that were really played, and on some that were written down by hand."""

import asyncio
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from games.ion.feats import deeds
from games.kit.inputs import Kind
from ionbot.store.database import Database
from ionbot.store.history import match
from tests.cli.conftest import ReadJson, Run
from tests.cli.history import play
from tests.store.scorebook import Sat, Scorebook

URL = "sqlite:///ionbot.db"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play a match of ann and [bob] in November 2025; on another network there are two more matches, and a computer."""
    path = tmp_path_factory.mktemp("played") / "ionbot.db"
    url = f"sqlite:///{path}"
    asyncio.run(play(url))
    asyncio.run(play(url, "#more", moves=12))
    with closing(Database(url)) as database:
        book = Scorebook(database)
        ann, eve = book.player("Ann", network="far", identity="account:ann"), book.player("eve", network="far")
        book.match(
            Sat(ann, -50, reasons=[("timeout", -50)]), Sat(eve, 20, 1), network="far", channel="#{x}", game="pebbles"
        )
        computer = book.player("easy", network="far", kind=Kind.COMPUTER)
        book.match(Sat(ann, 90_000, 1), Sat(computer, 10, 2, kind=Kind.COMPUTER), network="far", channel="#{x}")
    return path


@pytest.fixture(autouse=True)
def _database(played: Path) -> None:
    shutil.copy(played, "ionbot.db")


def table(output: str) -> list[str]:
    return [" ".join(line.split()) for line in output.splitlines() if line.strip(" ─")]


def test_top_is_what_the_match_came_to(read_json: ReadJson) -> None:
    with closing(Database(URL)) as database:
        whole = match(database, 1)
    assert whole is not None
    best = sorted(whole.seats, key=lambda seat: -seat.points)
    assert read_json("scores", "top", "--network", "home") == {
        "left_out": 0,
        "stale": None,
        "players": [
            {
                "rank": rank,
                "nick": seat.nick,
                "network": "home",
                "identity": f"nick:{seat.nick}",
                "matches": 1,
                "wins": int(seat.place == 1),
                "win_percent": 100.0 if seat.place == 1 else 0.0,
                "points": seat.points,
                "average": seat.points,
                "coins": seat.coins,
            }
            for rank, seat in enumerate(best, 1)
        ],
    }


@pytest.mark.parametrize(
    ("options", "nicks"),
    [
        ("--network FAR", ["eve", "Ann"]),
        ("--channel #CARDS", ["ann", "[bob]"]),
        ("--game Pebbles", ["eve", "Ann"]),
        ("--game ion", ["ann", "[bob]"]),
        ("--since 2025-11-24", ["ann", "[bob]"]),
        ("--since 2025-11-25", []),
        ("--until 2025-11-23", ["eve", "Ann"]),
        ("--since 1970-01-02 --until 2025-11-24", ["ann", "[bob]"]),
        ("--since 2025-11-24T16:00:30", ["ann", "[bob]"]),
        ("--since 2025-11-24T16:00:31Z", []),
        ("--since 2025-11-24T17:00:30+01:00", ["ann", "[bob]"]),
        ("--since 2025-11-24 --until 2025-11-24T16:00:30", []),
    ],
)
def test_top_can_be_narrowed(read_json: ReadJson, options: str, nicks: list[str]) -> None:
    rows = read_json("scores", "top", *options.split())["players"]
    assert sorted(row["nick"] for row in rows) == sorted(nicks)


@pytest.mark.parametrize(
    ("options", "nicks"),
    [
        ("", ["eve", "Ann"]),
        ("--with-computers", ["Ann", "eve"]),
        ("--by wins --with-computers", ["Ann", "eve"]),
        ("--by winrate --with-computers", ["eve", "Ann"]),
        ("--limit 1", ["eve"]),
    ],
)
def test_top_has_the_best_first(read_json: ReadJson, options: str, nicks: list[str]) -> None:
    rows = read_json("scores", "top", "--network", "far", *options.split())["players"]
    assert [row["nick"] for row in rows] == nicks


def test_top_as_a_table_says_what_is_left_out(run: Run) -> None:
    result = run("scores", "top", "--network", "far")
    assert result.exit_code == 0
    assert table(result.stdout) == [
        "rank nick network identity matches wins win percent points average",
        "1 eve far nick:eve 1 1 100.0 20 20.0",
        "2 Ann far account:ann 1 0 0.0 -50 -50.0",
        "Left out: 1 match with computer players; --with-computers counts them too.",
    ]
    assert "Left out" not in run("scores", "top", "--network", "far", "--with-computers").stdout
    assert "Left out" not in run("scores", "top", "--network", "home").stdout


def test_a_player_as_json(read_json: ReadJson) -> None:
    (ann,) = read_json("scores", "player", "ANN", "--network", "far")
    (rated,) = ann.pop("ratings")
    assert (rated["game"], rated["season"], rated["rank"], rated["matches"]) == ("pebbles", "all", 2, 1)
    assert rated["mu"] < 25
    assert ann == {
        "nick": "Ann",
        "network": "far",
        "identity": "account:ann",
        "first_seen": "1970-01-01T00:00:00Z",
        "last_seen": "1970-01-02T00:00:00Z",
        "linked_with": [],
        "matches": 1,
        "wins": 0,
        "win_percent": 0.0,
        "points": -50,
        "average": -50.0,
        "coins": 0,
        "places": {},
        "unplaced": 1,
        "points_by_reason": [{"reason": "timeout", "times": 1, "points": -50}],
        "last_matches": [
            {
                "match": 3,
                "game": "pebbles",
                "channel": "#{x}",
                "ended": "1970-01-01T00:00:00Z",
                "team": "+",
                "place": None,
                "points": -50,
                "coins": 0,
            }
        ],
        "left_out": 1,
    }


def test_all_players_of_a_nick_are_shown(run: Run, read_json: ReadJson) -> None:
    assert [(row["network"], row["identity"]) for row in read_json("scores", "player", "ann")] == [
        ("far", "account:ann"),
        ("home", "nick:ann"),
    ]
    lines = table(run("scores", "player", "ann").stdout)
    assert sum(line.startswith("identity ") for line in lines) == 2
    assert sum(line == "Points by reason" for line in lines) == 2
    assert sum(line.startswith("Left out: 1 match") for line in lines) == 1


def test_a_player_with_the_matches_with_computers(read_json: ReadJson) -> None:
    words = ("scores", "player", "ann", "--network", "far", "--with-computers")
    (ann,) = read_json(*words)
    assert (ann["points"], ann["places"], ann["unplaced"], ann["left_out"]) == (89_950, {"1": 1}, 1, 0)
    assert [row["match"] for row in ann["last_matches"]] == [4, 3]
    (ann,) = read_json(*words, "--limit", "1")
    assert [row["match"] for row in ann["last_matches"]] == [4]


def test_records(run: Run, read_json: ReadJson) -> None:
    with closing(Database(URL)) as database:
        whole = match(database, 1)
    assert whole is not None
    best = max(deeds(whole.log), key=lambda deed: deed.value)
    holder = whole.seats[best.seat]
    record = {
        "game": "ion",
        "feat": "dump",
        "record": "largest dump",
        "rank": 1,
        "nick": holder.nick,
        "network": "home",
        "identity": f"nick:{holder.nick}",
        "value": best.value,
        "unit": "points",
        "match": 1,
        "channel": "#cards",
        "ended": "2025-11-24T16:00:30Z",
    }
    assert read_json("scores", "records") == [record]
    assert read_json("scores", "records", "--network", "far") == read_json("scores", "records", "--game", "fia") == []
    head, row = run("scores", "records", "--game", "ION", "--format", "csv").stdout.splitlines()
    assert (head, row) == (",".join(record), ",".join(map(str, record.values())))
    table_ = table(run("scores", "records", "--zone", "Europe/Berlin").stdout)
    assert table_ == [
        "game record value nick network match channel ended",
        f"ion largest dump {best.value:,} points {holder.nick} home 1 #cards 2025-11-24 17:00",
    ]


def test_records_of_several_players(read_json: ReadJson) -> None:
    with closing(Database(URL)) as database:
        book = Scorebook(database)
        zoe, yan = book.player("zoe"), book.player("yan")
        for day, (one, other) in enumerate([(zoe, yan), (zoe, yan), (yan, zoe), (yan, zoe)], 5):
            book.match(Sat(one, 3, 1), Sat(other, 2, 2), day=day, game="fia")
    rows = read_json("scores", "records", "--game", "fia", "--limit", "5")
    assert [(row["record"], row["rank"], row["nick"], row["value"], row["unit"], row["match"]) for row in rows] == [
        ("longest winning streak", 1, "zoe", 2, "wins", 6),
        ("longest winning streak", 1, "yan", 2, "wins", 8),
    ]
    assert [row["nick"] for row in read_json("scores", "records", "--game", "fia")] == ["zoe"]


def test_points_of_real_players_are_explained(read_json: ReadJson) -> None:
    players = [*read_json("scores", "player", "ANN", "--network", "home"), *read_json("scores", "player", "[BOB]")]
    assert any(player["points_by_reason"] for player in players)
    for player in players:
        assert sum(row["points"] for row in player["points_by_reason"]) == player["points"]
        assert [row["match"] for row in player["last_matches"]] == [1], "what is running is not told"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("top --game iron", "there is no game 'iron'; did you mean ion?"),
        ("top --network hom", "there is no network 'hom'; did you mean home?"),
        ("top --network sea", "there is no network 'sea'; there are: far, home"),
        ("top --channel cards", "there is no channel 'cards'; did you mean #cards?"),
        ("top --channel #cards --network far", "there is no channel '#cards'; there are: #{x}"),
        ("records --game iron", "there is no game 'iron'; did you mean ion?"),
        ("records --season 2026", "--season '2026' is no season; right would be 2026-11, 2026-Q4 or all"),
        ("top --by luck", "there is no order 'luck'; there are: points, wins, winrate, average, rating"),
        ("player eves", "there is no player 'eves'; did you mean eve?"),
        ("player easy", "there is no player 'easy'; there are: Ann, [bob], ann, eve"),
        ("player anne --network home", "there is no player 'anne'; did you mean ann?"),
        ("player ann --network hom", "there is no network 'hom'; did you mean home?"),
        (
            "top --since 24.11.2025",
            "--since '24.11.2025' is no date to go by; right would be 2026-11-30 or 2026-11-30T18:30 (UTC)",
        ),
        (
            "top --until 9999-12-31",
            "--until '9999-12-31' is no date to go by; right would be 2026-11-30 or 2026-11-30T18:30 (UTC)",
        ),
        ("top --since 2025-11-02 --until 2025-11-01", "--since 2025-11-02 is not before the end, 2025-11-01"),
    ],
)
def test_what_is_wrong_is_one_line(run: Run, words: str, complaint: str) -> None:
    result = run("scores", *words.split())
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"ionbot: {complaint}\n")


def test_an_empty_database(run: Run) -> None:
    run("db", "upgrade", "--database", "sqlite:///empty.db")
    empty = ("--database", "sqlite:///empty.db")
    assert run("scores", "top", *empty).output == "none\n"
    assert run("scores", "player", "ann", *empty).output == "ionbot: there is no player 'ann'; there is no player yet\n"


def test_nobody_near_among_many(run: Run) -> None:
    with closing(Database(URL)) as database:
        book = Scorebook(database)
        for number in range(9):
            book.player(f"guest{number}")
    assert run("scores", "player", "zz").output == "ionbot: there is no player 'zz'; none of 13 is like it\n"


def test_a_nick_can_do_no_harm(run: Run) -> None:
    with closing(Database(URL)) as database:
        book = Scorebook(database)
        book.match(Sat(book.player("m\x1b[31mal\u202e", identity="nick:\x07"), 1, 1))
    shown = run("scores", "top").stdout + run("scores", "player", "m\x1b[31mal\u202e").stdout
    assert "m?[31mal?" in shown
    near = run("scores", "player", "m\x1b[31mal").stderr
    assert near == "ionbot: there is no player 'm\\x1b[31mal'; did you mean m?[31mal??\n"
    assert not {"\x1b", "\u202e", "\x07"} & {*shown, *near}
