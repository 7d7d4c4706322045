"""How long an answer takes: each question of the store, and each page and answer of the API, of a player of many.

Each is asked several times in turn; the median counts. Pages are asked as a server would, without a connection.
"""

import gc
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from sqlalchemy import func, select

from ionbot.store import careers, courses, history, people, scores
from ionbot.store.counting import Counted
from ionbot.store.database import Database
from ionbot.store.models import MatchStatus, journal, matches
from ionbot.store.proof import proofs
from ionbot.store.records import records
from ionbot.store.replay import steps
from ionbot.store.scores import By
from ionbot.store.utc import DAY
from ionbot.web.app import application
from tests.bench.figures import Figure
from tests.bench.filling import largest, made
from tests.web.conftest import Client

QUICK = 50
"""So many matches are enough where the figures need not mean much."""
ROUNDS = 7
ANSWER_MS, PAGE_MS = 100, 200

Asked = Mapping[str, Callable[[], object]]


def figures(quick: bool) -> list[Figure]:
    """Ask the largest database there is, or a small one."""
    if not quick:
        return asked(largest(), ROUNDS)
    with TemporaryDirectory() as folder:
        return asked(made(Path(folder), QUICK), 1)


def asked(file: Path, rounds: int) -> list[Figure]:
    """Ask a database everything."""
    url = f"sqlite:///{file}"
    with closing(Database(url)) as database:
        database.upgrade()
    with closing(Database(url, read_only=True)) as database, closing(Client(application(database))) as client:
        busiest = Busiest(database)
        gc.freeze()  # as who serves pages does
        return [
            *_size(database),
            *_measured(Questions(database, busiest).all(), rounds, ANSWER_MS),
            *_measured({path: partial(client.get, path) for path in busiest.paths()}, rounds, PAGE_MS),
        ]


def _size(database: Database) -> Iterator[Figure]:
    moves = select(func.count()).where(journal.c.seat.is_not(None))
    with database.read() as connection:
        yield Figure("matches that are asked", connection.scalar(select(func.count(matches.c.id))) or 0, "matches")
        yield Figure("moves in them", connection.scalar(moves) or 0, "moves")


def _measured(questions: Asked, rounds: int, aim: float) -> Iterator[Figure]:
    times: dict[str, list[float]] = {name: [] for name in questions}
    for _ in range(rounds):
        for name, ask in questions.items():
            began = perf_counter()
            ask()
            times[name].append(1000 * (perf_counter() - began))
    for name, taken in times.items():
        yield Figure(name, median(taken), "ms", aim, at_most=True)


class Busiest:
    """Who has played most on a network, whom they have met, and the longest of the last matches."""

    def __init__(self, database: Database) -> None:
        best = scores.top(database, Counted(network="home")).ranked
        best.sort(key=lambda line: -line.total.matches)
        self.one, self.other = (line.player for line in best[:2])
        long = select(journal.c.match).group_by(journal.c.match).order_by(func.count().desc()).limit(1)
        with database.read() as connection:
            self.ended = connection.scalar(select(func.max(matches.c.ended))) or 0
            last = connection.scalar(select(func.max(journal.c.match))) or 0
            self.match = connection.scalar(long.where(journal.c.match > last - 200)) or 0

    def paths(self) -> Iterator[str]:
        """Yield the path of each kind of page and answer."""
        one, match = f"/players/{self.one.id}", f"/matches/{self.match}"
        versus = f"{one}/versus/{self.other.id}"
        yield from ("/", "/leaderboard", "/leaderboard?by=rating&game=fia", "/leaderboard?by=winrate&min_matches=100")
        yield from ("/leaderboard?channel=%23cards&limit=200", "/records", "/records?limit=10", "/records?game=ion")
        yield from (f"/players?nick={self.one.nick}", "/players?nick=nobody", one, f"{one}?game=fia", versus)
        yield from (f"{one}/points/wide.svg", f"{one}/points/small.svg", f"{one}/rating/fia.svg")
        yield from ("/matches", "/matches?game=ion&network=far&limit=200", match, f"{match}/replay")
        yield from (f"{match}/replay?seat=0&seq=100", "/games", "/games/ion", "/api", "/metrics", "/livez", "/readyz")
        yield from ("/api/top?limit=200", "/api/top?by=rating&game=fia", f"/api/players?nick={self.one.nick}")
        yield from (f"/api{one}?limit=200", f"/api{one}/points", f"/api{one}/rating?game=fia", f"/api{versus}")
        yield from ("/api/records?limit=10", "/api/matches?limit=200", f"/api{match}", f"/api{match}/replay?seat=0")
        yield from ("/api/games", "/api/openapi.json")


class Questions:
    """All that the store can be asked, about who has played most."""

    def __init__(self, database: Database, busiest: Busiest) -> None:
        self._database = database
        self._busiest = busiest
        year = busiest.ended - 365 * DAY
        self._filters = {
            "": Counted(),
            "game": Counted(game="fia"),
            "network": Counted(network="home"),
            "channel": Counted(network="home", channel="#games"),
            "with computers": Counted(with_computers=True),
            "a year": Counted(since=year + DAY // 3, until=busiest.ended - DAY // 3),
            "a day": Counted(since=busiest.ended - DAY, until=busiest.ended),
            "game, channel, year": Counted(game="fia", channel="#cards", since=year),
        }

    def all(self) -> Asked:
        """Give all questions by name."""
        return {name: ask for part in (self._counted(), self._others()) for name, ask in part}

    def _counted(self) -> Iterator[tuple[str, Callable[[], object]]]:
        """Yield those that are asked with each filter."""
        database, one, other = self._database, self._busiest.one, self._busiest.other
        for by in set(By) - {By.RATING}:
            yield f"top by {by}", partial(scores.top, database, Counted(), by, 10)
        for name, counted in self._filters.items():
            about = f": {name}" if name else ""
            yield f"top{about}", partial(scores.top, database, counted, By.POINTS, 10)
            yield f"player{about}", partial(careers.career, database, one.id, counted, 10)
            yield f"points over time{about}", partial(courses.points_over_time, database, one.id, counted)
            yield f"versus{about}", partial(courses.versus, database, [one.id], [other.id], counted)
            yield f"10 of each record{about}", partial(records, database, counted, 10)

    def _others(self) -> Iterator[tuple[str, Callable[[], object]]]:
        database, match, one = self._database, self._busiest.match, self._busiest.one
        yield "top of all", partial(scores.top, database, Counted())
        yield "top by rating", partial(scores.top, database, Counted("fia"), By.RATING, 10)
        yield "top by rating: network", partial(scores.top, database, Counted("fia", "far"), By.RATING, 10)
        yield "record of each", partial(records, database, Counted())
        yield "rating over time", partial(courses.rating_over_time, database, one.id, "fia")
        yield "player by nick", partial(careers.careers, database, one.nick, Counted(), 10)
        yield "players", partial(_players, database)
        yield "nicks, to tell near ones", partial(scores.names, database, "player")
        yield "channels", partial(scores.names, database, "channel")
        yield "last 50 matches", partial(history.matches_list, database, limit=50)
        yield "last 50 matches: game", partial(history.matches_list, database, game="ion", limit=50)
        yield "last 50 matches: channel", partial(history.matches_list, database, channel="#games", limit=50)
        yield "running matches", partial(history.matches_list, database, status=MatchStatus.RUNNING)
        yield "match", partial(history.match, database, match)
        yield "replay of a match", partial(_replayed, database, match)
        yield "proof of a match", partial(_proven, database, match)


def _players(database: Database) -> list[people.Known]:
    with database.read() as connection:
        return people.known(connection)


def _replayed(database: Database, match: int) -> None:
    found = history.match(database, match)
    assert found
    assert [*steps(found, 0)]


def _proven(database: Database, match: int) -> None:
    assert [*proofs(database, [match])] == [(match, [])]


if __name__ == "__main__":
    from rich.console import Console

    from tests.bench.__main__ import table

    Console(width=110).print(table(asked(Path(sys.argv[1]), ROUNDS)))
