"""One table of questions, asked in all ways; the answers are those that a reckoning in plain Python gives."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from games.kit.registry import all_games
from ionbot.cli import app
from ionbot.store.database import Database
from ionbot.web.app import application
from tests.ways.book import Book
from tests.ways.irc import LAST, asking
from tests.ways.programs import Api, Commands
from tests.ways.questions import QUESTIONS, Question, Way
from tests.ways.webpages import Pages
from tests.web.conftest import Client

MATCHES = 24


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Let the command fill a database with matches of all games."""
    file = tmp_path_factory.mktemp("ways") / "ionbot.db"
    words = ["simulate", "all", "--matches", str(MATCHES), "--into", f"sqlite:///{file}"]
    result = CliRunner().invoke(app, words, prog_name="ionbot")
    assert (result.exit_code, result.stdout) == (0, f"sqlite:///{file} has {MATCHES} more matches.\n")
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
