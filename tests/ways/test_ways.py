"""One table of questions, asked in all ways; the answers are those that a reckoning in plain Python gives."""

import os
from collections.abc import Iterator
from contextlib import closing
from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest
from typer.testing import CliRunner

from games.kit.registry import all_games
from ionbot.cli import app
from ionbot.store import moving
from ionbot.store.database import Database
from ionbot.web.app import application
from tests.store.shelves import NOTHING, Served
from tests.ways.book import Book
from tests.ways.irc import LAST, asking
from tests.ways.programs import Api, Commands
from tests.ways.questions import QUESTIONS, Question, Way
from tests.ways.webpages import Pages
from tests.web.conftest import Client

MATCHES = int(os.environ.get("IONBOT_WAYS", "300"))


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Let the command fill a database with matches of all games. Of all processes that test, the first one does so."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    file, half = folder / "ways.db", folder / "ways-half.db"
    with (folder / "ways.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not file.exists():
            words = ["simulate", "all", "--matches", str(MATCHES), "--into", f"sqlite:///{half}"]
            result = CliRunner().invoke(app, words, prog_name="ionbot")
            assert (result.exit_code, result.stdout) == (0, f"sqlite:///{half} has {MATCHES} more matches.\n")
            half.rename(file)
    return file


@pytest.fixture(scope="module")
def database(played: Path) -> Iterator[Database]:
    with closing(Database(f"sqlite:///{played}", read_only=True)) as database:
        yield database


@pytest.fixture(scope="module")
def book(database: Database) -> Book:
    return Book(database)


@pytest.fixture(scope="module")
def ways(played: Path, database: Database) -> Iterator[dict[str, Way]]:
    with closing(Client(application(database))) as client:
        yield {"commands": Commands(f"sqlite:///{played}"), "api": Api(client), "pages": Pages(client)}


@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_commands_api_and_pages_give_the_right_answer(ways: dict[str, Way], book: Book, question: Question) -> None:
    right = question.ask(book)
    assert right
    assert {name: question.ask(way) for name, way in ways.items()} == dict.fromkeys(ways, right)


@pytest.mark.parametrize("network", ["home", "far"])
async def test_irc_gives_the_right_answers(played: Path, book: Book, tmp_path: Path, network: str) -> None:
    nicks = [nick for nick, there in book.people if there == network]
    right = {nick: book.player(nick, network) for nick in nicks}
    async with asking(tmp_path, played, network) as asker:
        for game in all_games():
            assert await asker.top(game) == book.top("points", game=game, network=network)
        assert {nick: await asker.player(nick) for nick in nicks} == {
            nick: done._replace(last=done.last[:LAST]) for nick, done in right.items()
        }


def test_the_questions_are_not_about_nothing(book: Book) -> None:
    """All games are played, some with computer players, some are left early, and there are streaks."""
    assert {match.match.game for match in book.matches} == {*all_games()}
    assert book.top("points") != book.top("points", with_computers="true")
    assert any("streak" in held.record for held in book.records(1))
    assert len(book.people) > 15


@pytest.mark.real
def test_a_copy_on_postgresql_gives_the_right_answers(database: Database, book: Book, served: Served) -> None:
    with served.copied(NOTHING, lambda _: None) as copy:
        moving.prepare(database, copy)
        moving.copy(database, copy, lambda _: None)
        with closing(Client(application(copy))) as client:
            for question in QUESTIONS:
                assert question.ask(Api(client)) == question.ask(book), question
