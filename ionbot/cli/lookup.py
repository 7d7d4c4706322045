"""Finding a match by its number, a player by number, identity or nick, and whatever else by its name."""

from typing import TYPE_CHECKING, Annotated

import typer

from ionbot.cli.guard import Failure
from ionbot.cli.options import BIGGEST, readable

if TYPE_CHECKING:
    from ionbot.store.database import Database
    from ionbot.store.history import WholeMatch
    from ionbot.store.scores import Named, Player

PlayerArgument = Annotated[
    str,
    typer.Argument(
        metavar="PLAYER",
        help="A nick, an identity such as account:ann, or the number that `ionbot players list` shows.",
    ),
]


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


def players(database: "Database", who: str, network: str | None = None) -> "list[Player]":
    """Give the players whom a number, an identity or a nick means. Raises Failure with near names if there are none."""
    from ionbot.store.careers import meant

    with database.read() as connection:
        found = meant(connection, who, network)
    if not found:
        raise unknown_player(database, who, network)
    return found


def unknown_player(database: "Database", who: str, network: str | None) -> Failure:
    """Say that this means nobody, and which nicks are near."""
    from ionbot.store.asking import Unknown
    from ionbot.store.scores import names

    return Failure(str(Unknown("player", who, names(database, "player", network))))


def rated_games(database: "Database") -> str:
    """Give the options by which one of the games is chosen that were played, or could be."""
    from games.kit.registry import all_games
    from ionbot.store.scores import names

    return " or ".join(f"--game {game}" for game in names(database, "game") or sorted(all_games()))


def _unknown(number: int) -> Failure:
    return Failure(f"there is no match {number}; `ionbot matches list` shows those there are")
