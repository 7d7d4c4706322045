"""Finding a match by its number."""

from typing import TYPE_CHECKING

from ionbot.cli.guard import Failure

if TYPE_CHECKING:
    from ionbot.store.database import Database
    from ionbot.store.history import WholeMatch


def found(database: "Database", number: int) -> "WholeMatch":
    """Give a match. Raises Failure if there is none of that number, or it cannot be read."""
    from msgspec import MsgspecError

    from games.kit.registry import UnknownGame
    from ionbot.store.history import match

    try:
        whole = match(database, number)
    except (UnknownGame, MsgspecError) as error:
        raise Failure(f"match {number} cannot be read: {error}") from error
    if whole is None:
        raise _unknown(number)
    return whole


def require(database: "Database", number: int) -> None:
    """Raise Failure if there is no match of that number. Whether it can be read is not looked at."""
    from sqlalchemy import select

    from ionbot.store.models import matches

    with database.read() as connection:
        if connection.scalar(select(matches.c.id).where(matches.c.id == number)) is None:
            raise _unknown(number)


def _unknown(number: int) -> Failure:
    return Failure(f"there is no match {number}; `ionbot matches list` shows those there are")
