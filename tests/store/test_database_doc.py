"""docs/database.md is true: it names every table and column, and its SQL gives what the folded match says."""

import asyncio
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from games.ion import ION
from games.kit.inputs import Kind, Prompted
from games.kit.match import AnyMatch, Match
from games.kit.protocol import Posting, Standing
from ionbot.store import history
from ionbot.store.counting import Counted
from ionbot.store.database import Database
from ionbot.store.history import WholeMatch
from ionbot.store.models import MatchStatus, metadata
from ionbot.store.scores import top
from tests.cli.history import OPENED, open_lobby, play
from tests.store.scorebook import Sat, Scorebook

DOCUMENT = (Path(__file__).parents[2] / "docs" / "database.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^### (.+?)\n(.*?)(?=^##|\Z)", DOCUMENT, re.MULTILINE | re.DOTALL))
QUERIES = {heading: text.split("```sql\n")[1].split("```")[0] for heading, text in SECTIONS.items() if "```sql" in text}
FINISHED, RUNNING = 7, 8
"""The matches that the document asks about, both in #ion."""

Rows = list[tuple[Any, ...]]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("doc") / "ionbot.db"
    url = f"sqlite:///{path}"
    for number in range(1, FINISHED):
        asyncio.run(open_lobby(url, f"#lobby{number}"))
    assert asyncio.run(play(url, "#ion")) == FINISHED
    assert asyncio.run(play(url, "#ion", moves=30)) == RUNNING
    assert asyncio.run(play(url, "#more", moves=8)) > RUNNING
    with closing(Database(url)) as database:
        others(Scorebook(database))
    return path


def others(book: Scorebook) -> None:
    """Note matches of another month, with computer players and fillers, and one that runs in #ion elsewhere."""
    cat, far = book.player("cat", network="home"), book.player("cat", network="far")
    computer = book.player("easy", network="home", kind=Kind.COMPUTER)
    book.match(Sat(cat, 5, 1), Sat(computer, 9, kind=Kind.FILLER), network="home")
    book.match(Sat(cat, 7, 1), Sat(computer, 8, 2, kind=Kind.COMPUTER), network="home")
    book.match(Sat(far, 6), network="far", channel="#ion", status=MatchStatus.RUNNING)


@pytest.fixture
def database(file: Path) -> Iterator[Database]:
    with closing(Database(f"sqlite:///{file}")) as database:
        yield database


def ask(file: Path, sql: str) -> Rows:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        return connection.execute(sql).fetchall()


def stored(database: Database, number: int) -> WholeMatch:
    match = history.match(database, number)
    assert match is not None
    return match


def folded(match: WholeMatch, entries: int | None = None) -> AnyMatch:
    assert match.header is not None
    return Match.fold(ION, match.header, match.log[:entries], seed=b"")


def standings(match: WholeMatch, entries: int | None = None) -> list[tuple[str, Standing]]:
    nicks = [seat.nick for seat in match.seats]
    return list(zip(nicks, ION.standings(folded(match, entries).state), strict=True))


def points_posted(match: WholeMatch, seat: int) -> Iterator[tuple[int, int, Posting]]:
    for entry in match.log:
        for posting in (posting for event in entry.events for posting in ION.postings(event)):
            if (posting.seat, posting.asset) == (seat, "points"):
                yield entry.seq, entry.at, posting


def utc(unix_ms: int) -> str:
    return f"{datetime.fromtimestamp(unix_ms // 1000, UTC):%Y-%m-%d %H:%M:%S}"


def who_has_what(database: Database) -> Rows:
    return [
        (RUNNING, nick, at.points, at.coins, item, at.items[item])
        for nick, at in standings(stored(database, RUNNING))
        for item in sorted(at.items)
    ]


def held_at_move_40(database: Database) -> Rows:
    nick, ann = standings(stored(database, FINISHED), 41)[0]
    assert nick == "ann"
    owned = [("coins", "", ann.coins), *(("item", item, ann.items[item]) for item in sorted(ann.items))]
    return [row for row in [*owned, ("points", "", ann.points)] if row[2]]


def why_these_points(database: Database) -> Rows:
    match = stored(database, FINISHED)
    posted = list(points_posted(match, 0))
    sums = list(accumulate(posting.delta for _, _, posting in posted))
    assert sums[-1] == standings(match)[0][1].points
    return [
        (seq, at / 1000, posting.reason, posting.delta, total)
        for (seq, at, posting), total in zip(posted, sums, strict=True)
    ]


def who_won(database: Database) -> Rows:
    match = stored(database, FINISHED)
    result, seats = folded(match).result, standings(match)
    assert result is not None
    ended = utc(OPENED + folded(match).now)
    return [(FINISHED, ended, "home", "#ion", "ion", seats[seat][0], seats[seat][1].points) for seat in result.winners]


def who_is_best(database: Database) -> Rows:
    return [
        (line.player.nick, line.player.network, line.player.identity,
         line.total.matches, line.total.wins, line.total.points, line.total.coins)
        for line in top(database, Counted()).ranked
    ]  # fmt: skip


def which_moves(database: Database) -> Rows:
    match = stored(database, FINISHED)
    nicks = {None: None} | {seat.seat: seat.nick for seat in match.seats}
    return [
        (entry.seq, entry.at / 1000, utc(OPENED + entry.at), nicks[entry.seat], json.encode(entry.command).decode())
        for entry in match.log
        if not isinstance(entry.command, Prompted)
    ]


ANSWERS: dict[str, Callable[[Database], Rows]] = {
    "Who has which items and coins in the running match of #ion?": who_has_what,
    "What did ann hold at move 40 of match 7?": held_at_move_40,
    "Why has ann these points in match 7?": why_these_points,
    "Who won what this month?": who_won,
    "Who is best?": who_is_best,
    "Which moves were made when in match 7?": which_moves,
}


def test_every_question_is_checked() -> None:
    assert QUERIES.keys() == ANSWERS.keys()
    assert DOCUMENT.count("```sql") == len(QUERIES)


@pytest.mark.parametrize("question", ANSWERS)
def test_an_answer_is_what_the_folded_match_says(file: Path, database: Database, question: str) -> None:
    expected = ANSWERS[question](database)
    assert expected, "a question without an answer proves nothing"
    assert ask(file, QUERIES[question]) == expected


@pytest.mark.parametrize("question", ANSWERS)
def test_no_question_reads_a_secret_that_is_not_to_be_read(question: str) -> None:
    assert not re.search(r"\bmatch_seeds\b|\bseed\b|\baddress\b", QUERIES[question])


def test_the_document_has_every_table_and_column() -> None:
    described = {
        heading: re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
        for heading, text in SECTIONS.items()
        if heading not in QUERIES
    }
    assert described == {table.name: table.columns.keys() for table in metadata.tables.values()}


def test_the_document_has_every_reason_of_the_ledger(database: Database) -> None:
    reasons = {posting.reason for posted in stored(database, FINISHED).ledger.values() for posting in posted}
    told = re.findall(r"`(\w+)`", DOCUMENT[DOCUMENT.index("The reasons in ION") :])
    assert {"deal", "dump"} <= reasons <= set(told)
