"""The decks of the players, for games to which they bring some. A deck is its player's alone.

All methods raise DatabaseError as those of the journal do: then the call can be repeated as it was.
"""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, func, insert, select, update

from games.kit.decks import Deck
from ionbot.store.upsert import upsert
from ionbot.store.wish_tables import decks
from ionbot.store.writer import Writer

MOST = 50
"""How many decks a player can have, those of all games together."""


class TooManyDecks(Exception):
    """A player has `MOST` decks; one more was not saved."""


@dataclass(frozen=True)
class Key:
    """What tells a deck from all others. `player` is the number in the store, `sort` one of the game's sorts."""

    player: int
    game: str
    sort: str
    name: str


@dataclass(frozen=True)
class StoredDeck:
    """A deck of a player. `cards` are None if it is one of the game's ready ones, which the game knows."""

    sort: str
    name: str
    cards: Deck | None
    in_use: bool


class Decks:
    """Keeps the decks, through the writer: what is answered is durable, and nothing is read before it is written."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def of(self, player: int, game: str) -> list[StoredDeck]:
        """Give a player's decks of a game, by sort and name; with them the ready one that they use, if they do."""
        return await self._writer.write(partial(_of, player, game))

    async def in_use(self, players: Collection[int], game: str, sort: str) -> dict[int, StoredDeck]:
        """Give the deck of a sort that each of some players uses, for those who use one."""
        return await self._writer.write(partial(_in_use, players, game, sort))

    async def save(self, key: Key, cards: Deck) -> None:
        """Keep the cards of a deck, be it new or known. Raises TooManyDecks."""
        await self._writer.write(partial(_save, key, cards))

    async def delete(self, key: Key) -> None:
        """Forget a deck, if there is one of that name."""
        await self._writer.write(partial(_delete, key))

    async def use(self, key: Key) -> None:
        """Let a deck be the one of its sort that its player uses; one that is not theirs is a ready one of the game."""
        await self._writer.write(partial(_use, key))


def _is(key: Key) -> ColumnElement[bool]:
    return and_(_is_of_sort(key), decks.c.name == key.name)


def _is_of_sort(key: Key) -> ColumnElement[bool]:
    return and_(decks.c.player == key.player, decks.c.game == key.game, decks.c.sort == key.sort)


def _of(player: int, game: str, connection: Connection) -> list[StoredDeck]:
    theirs = select(decks).where(decks.c.player == player, decks.c.game == game)
    return [_deck(row) for row in connection.execute(theirs.order_by(decks.c.sort, decks.c.name))]


def _in_use(players: Collection[int], game: str, sort: str, connection: Connection) -> dict[int, StoredDeck]:
    used = select(decks).where(decks.c.game == game, decks.c.sort == sort, decks.c.in_use)
    return {row.player: _deck(row) for row in connection.execute(used.where(decks.c.player.in_(players)))}


def _deck(row: Row[Any]) -> StoredDeck:
    return StoredDeck(row.sort, row.name, None if row.cards is None else tuple(row.cards.split()), row.in_use)


def _save(key: Key, cards: Deck, connection: Connection) -> None:
    own = select(func.count()).where(decks.c.player == key.player, decks.c.cards.is_not(None), ~_is(key))
    if (connection.scalar(own) or 0) >= MOST:
        raise TooManyDecks
    statement = upsert(connection.dialect.name, decks, tuple(asdict(key)), ("cards",))
    connection.execute(statement, {**asdict(key), "cards": " ".join(cards), "in_use": False})


def _delete(key: Key, connection: Connection) -> None:
    connection.execute(delete(decks).where(_is(key)))


def _use(key: Key, connection: Connection) -> None:
    connection.execute(delete(decks).where(_is_of_sort(key), decks.c.cards.is_(None)))
    connection.execute(update(decks).where(_is_of_sort(key)).values(in_use=False))
    if not connection.execute(update(decks).where(_is(key)).values(in_use=True)).rowcount:
        connection.execute(insert(decks).values(**asdict(key), in_use=True))
