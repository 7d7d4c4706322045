"""Finding a match by its number, and whatever else by its name."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from ionbot.cli.guard import Failure
from ionbot.cli.options import BIGGEST, readable

if TYPE_CHECKING:
    from ionbot.store.database import Database
    from ionbot.store.history import WholeMatch
    from ionbot.store.scores import Named


def found(database: "Database", number: int) -> "WholeMatch":
    """Give a match. Raises Failure if there is none of that number, or it cannot be read."""
    from msgspec import MsgspecError

    from games.kit.registry import UnknownGame
    from ionbot.store.history import match

    try:
        whole = match(database, number) if number <= BIGGEST else None
    except (UnknownGame, MsgspecError) as error:
        raise Failure(f"match {number} cannot be read: {error}") from error
    if whole is None:
        raise _unknown(number)
    return whole


def require(database: "Database", number: int) -> None:
    """Raise Failure if there is no match of that number. Whether it can be read is not looked at."""
    from sqlalchemy import select

    from ionbot.store.models import matches

    if number > BIGGEST:
        raise _unknown(number)
    with database.read() as connection:
        if connection.scalar(select(matches.c.id).where(matches.c.id == number)) is None:
            raise _unknown(number)


def known(database: "Database", what: "Named", name: str | None, network: str | None = None) -> str | None:
    """Give a name as the database has it, None where none is asked for. Raises Failure if it has not."""
    from ionbot.store.asking import named

    with readable():
        return None if name is None else named(database, what, name, network)


def unknown(what: str, name: str, there: Collection[str]) -> Failure:
    """Say that nothing has that name, and which names are near."""
    from ionbot.store.asking import Unknown

    return Failure(str(Unknown(what, name, there)))


def _unknown(number: int) -> Failure:
    return Failure(f"there is no match {number}; `ionbot matches list` shows those there are")
