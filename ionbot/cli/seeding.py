"""`ionbot simulate --into`: matches of made-up people in a database, to try out questions on."""

import asyncio
from collections.abc import Callable

from ionbot.cli.guard import Failure
from ionbot.cli.options import database_failures

ALL = "all"
"""In place of a game's name: all of them in turn."""


def fill(url: str, game: str, matches: int, seed: int, tell: Callable[[int], object]) -> None:
    """Play so many matches into the database of that URL, which is made if there is none. Raises Failure."""
    from games.kit.registry import UnknownGame, all_games, find_game
    from ionbot.config import LogConfig
    from ionbot.log import configure
    from ionbot.store.database import Database
    from ionbot.store.lock import held
    from ionbot.store.seeding import Seeder
    from ionbot.store.writer import Writer

    try:
        games = [*all_games().values()] if game == ALL else [find_game(game)]
    except UnknownGame as error:
        raise Failure(str(error)) from error
    configure(LogConfig(level="error"))

    async def play(database: Database) -> None:
        writer = Writer(database.engine)
        try:
            await Seeder(games, seed.to_bytes(32, "big")).fill(writer, matches, lambda: tell(1))
        finally:
            await writer.close()

    with database_failures():
        database = Database(url)
        try:
            with held(database):
                database.upgrade()
                asyncio.run(play(database))
        finally:
            database.close()
