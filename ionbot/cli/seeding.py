"""`ionbot simulate --into`: matches of made-up people in a database, to try out questions on."""

from collections.abc import Iterator

from ionbot.cli.guard import Failure
from ionbot.cli.options import database_failures
from ionbot.store.telling import Tell

ALL = "all"
"""In place of games: each of them."""
MOST = 1000
"""So often a game may come in a turn."""


def fill(url: str, games: str, matches: int, *, seed: int, jobs: int, tell: Tell) -> str:
    """Play so many matches into the database of that URL, which is made if there is none. Raises Failure.

    `games` are `all`, or names with commas between them, each perhaps with how often it comes: `fia:15,ion`. They are
    played by so many processes, `jobs`; `tell` hears how many more are written. Gives the database as it may be told.
    """
    from games.kit.registry import UnknownGame
    from ionbot.simulation import processes
    from ionbot.store.database import Database
    from ionbot.store.lock import held
    from ionbot.store.seeding import CHUNK, Seeder

    try:
        names = [*_names(games)]
    except UnknownGame as error:
        raise Failure(str(error)) from error
    with database_failures():
        database = Database(url)
        try:
            with held(database), processes(min(jobs, -(-matches // CHUNK))) as spread:
                database.upgrade()
                Seeder(names, seed.to_bytes(32, "big"), spread).fill(database, matches, tell)
            return str(database)
        finally:
            database.close()


def _names(games: str) -> Iterator[str]:
    """Yield the games of one turn. Raises UnknownGame, Failure."""
    from games.kit.registry import all_games, find_game

    if games == ALL:
        yield from all_games()
        return
    for each in games.split(","):
        name, colon, times = each.partition(":")
        if colon and not (times.isascii() and times.isdigit() and 0 < int(times) <= MOST):
            raise Failure(f"{each!r} does not tell how often a game is played; right would be {name}:3")
        yield from [find_game(name).name] * int(times or 1)
