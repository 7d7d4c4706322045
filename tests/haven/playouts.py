"""Matches of Haven for whole playouts. See `tests.cardbattle.playing`."""

from games.haven import HAVEN
from games.haven.game import Haven
from games.kit.match import Match
from games.kit.protocol import Header
from tests.cardbattle import playing
from tests.cardbattle.playing import SEED, Watching, decks

__all__ = ["SEED", "Watched", "decks", "header", "opened"]


class Watched(Watching, Haven):
    """Haven that proves after every event that no card is lost and that the ledger tells exactly what it changed."""


def header(seats: int = 2, **options: object) -> Header:
    """Each seat brings another of the ready decks."""
    return playing.header(HAVEN, seats, **options)


def opened(seats: int = 2, **options: object) -> Match:
    """A match that watches itself and has not begun."""
    return Match.open(Watched(), header(seats, **options), SEED)
