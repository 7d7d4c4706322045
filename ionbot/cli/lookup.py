"""Finding a match by its number, and whatever else by its name."""

from collections.abc import Collection
from difflib import get_close_matches
from typing import TYPE_CHECKING

from ionbot.cli.guard import Failure
from ionbot.cli.options import BIGGEST
from ionbot.cli.output import printable

if TYPE_CHECKING:
    from ionbot.store.database import Database
    from ionbot.store.history import WholeMatch
    from ionbot.store.scores import Named

FEW = 8
"""So many names are told where none is near."""


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
    from games.kit.registry import all_games
    from ionbot.store.scores import names

    if name is None:
        return None
    there = names(database, what, network)
    if what == "game":  # one that is no longer installed may have been played, one that is installed may not
        there = sorted({*there, *all_games()})
    return _named(what, name, there)


def _named(what: str, name: str, there: Collection[str]) -> str:
    """Give the name as it is among those there are, whatever its case. Raises Failure with near ones if it is not."""
    folded = {each.lower(): each for each in there}
    if name in there:
        return name
    if name.lower() in folded:
        return folded[name.lower()]
    raise unknown(what, name, there)


def unknown(what: str, name: str, there: Collection[str]) -> Failure:
    """Say that nothing has that name, and which names are near."""
    folded = {each.lower(): each for each in there}
    if near := get_close_matches(name.lower(), folded, 3):
        hint = f"did you mean {' or '.join(folded[each] for each in near)}?"
    elif 0 < len(there) <= FEW:
        hint = f"there are: {', '.join(there)}"
    else:
        hint = f"none of {len(there)} is like it" if there else f"there is no {what} yet"
    return Failure(f"there is no {what} {name!r}; {printable(hint)}")


def _unknown(number: int) -> Failure:
    return Failure(f"there is no match {number}; `ionbot matches list` shows those there are")
