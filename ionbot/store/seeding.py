"""Matches made up by computer players, written as a bot writes them, for trying out questions and measuring them.

Other processes may play them; one writes them all, many in a transaction.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from sqlalchemy import Connection, func, select

from games.kit.codec import Codec
from games.kit.match import Match
from games.kit.options import read_options
from games.kit.protocol import Chair
from games.kit.registry import find_game
from games.kit.simulate import Plan, whole
from ionbot.simulation import Spread
from ionbot.store import record as records
from ionbot.store.casting import FIRST_MS, Cast, Sitter, casts
from ionbot.store.database import Database
from ionbot.store.models import matches
from ionbot.store.opening import Lobby, Noted, note_player, open_lobby
from ionbot.store.record import Batch, Newcomer, Record, prepare
from ionbot.store.rows import FindGame
from ionbot.store.seasons import DEFAULT_SEASON
from ionbot.store.telling import Tell, nobody

CHUNK = 100
"""So many matches are written in one transaction, and played at once by a process."""
PACE_MS = 4000
MISSED = 3
"""In so many % of the cases a timer is faster than a player."""


@dataclass(frozen=True)
class Booked:
    """A match that is to be played, under a number of the store, by players of it."""

    match: int
    cast: Cast
    players: tuple[int, ...]
    computer: int


@dataclass(frozen=True)
class Made:
    """A match that was played, as it is to be written. The `header` is JSON."""

    booked: Booked
    lobby: Lobby
    header: str
    start: Batch
    rest: Batch


@dataclass(frozen=True)
class Maker:
    """Plays booked matches, perhaps in another process."""

    seed: bytes
    find: FindGame = find_game

    def __call__(self, booked: Sequence[Booked]) -> list[Made]:
        """Play some matches. Raises Fault if a game breaks."""
        return [self.made(each) for each in booked]

    def made(self, booked: Booked) -> Made:
        """Play a match. Raises Fault if the game breaks."""
        cast, number = booked.cast, booked.match
        game, count = self.find(cast.game), len(cast.sitters)
        chairs = [Chair(sitter.kind, player) for sitter, player in zip(cast.sitters, booked.players, strict=True)]
        levels = tuple(cast.sitters[(seat - number) % count].level for seat in range(count))
        plan = Plan(game, read_options(game, {}), count, levels, self.seed, PACE_MS, MISSED)
        played = whole(plan, number, chairs)
        header, log = played.header, played.log
        dealt = game.standings(Match.fold(game, header, log[:1], seed=b"").state)
        last = game.standings(played.state)
        sit = [Newcomer(seat, booked.players[seat], sitter.nick) for seat, sitter in enumerate(cast.sitters)]
        fillers = [Newcomer(each.seat, booked.computer, game.title) for each in last[count:]]
        start = Record(number, game, log[:1], cast.ended - played.now, dealt, sit)
        rest = Record(number, game, log[1:], cast.ended, last, fillers, result=played.result, log=log)
        lobby = Lobby(cast.where, game.name, game.rules_version, header.commitment, self.seed.hex(), cast.come)
        return Made(booked, lobby, Codec.encode(header), prepare(start), prepare(rest))


class Seeder:
    """Plays matches of some games, by name, in turn. The same seed gives the same matches in an empty database.

    In one that has matches they end after all of those.
    """

    def __init__(self, games: Sequence[str], seed: bytes, spread: Spread = map, find: FindGame = find_game) -> None:
        self._games = games
        self._maker = Maker(seed, find)
        self._spread = spread
        self._first = 0

    def fill(self, database: Database, wanted: int, tell: Tell = nobody) -> None:
        """Write so many matches; `tell` hears how many more there are. Raises DatabaseError, Fault if a game breaks."""
        with database.read() as connection:
            self._first = 1 + (connection.scalar(select(func.max(matches.c.id))) or 0)
            since = connection.scalar(select(func.max(matches.c.ended))) or FIRST_MS
        there = islice(casts(self._games, self._maker.seed, since, self._maker.find), wanted)
        for made in self._spread(self._maker, self._book(database, there)):
            with database.write() as connection:
                for each in made:
                    self._write(connection, each)
            tell(len(made))

    def _book(self, database: Database, there: Iterable[Cast]) -> Iterator[list[Booked]]:
        """Note who plays, before they do: the chance of a match hangs on their numbers, and on its own."""
        there = iter(there)
        while chunk := list(islice(there, CHUNK)):
            with database.write() as connection:
                booked = [self._booked(connection, cast) for cast in chunk]
            yield booked

    def _booked(self, connection: Connection, cast: Cast) -> Booked:
        sitting = tuple(_noted(connection, cast, sitter) for sitter in cast.sitters)
        return Booked(self._first + cast.number, cast, sitting, _noted(connection, cast, cast.computer))

    def _write(self, connection: Connection, made: Made) -> None:
        number = open_lobby(made.lobby, connection)
        if number != made.booked.match:  # PostgreSQL passes over numbers that a broken transaction had taken
            self._first = number - made.booked.cast.number
            made = self._maker.made(replace(made.booked, match=number))
        records.start(connection, made.start, made.header, DEFAULT_SEASON)
        records.append(connection, [made.rest], DEFAULT_SEASON)


def _noted(connection: Connection, cast: Cast, sitter: Sitter) -> int:
    noted = Noted(cast.where.network, sitter.identity, sitter.nick, kind=sitter.kind)
    return note_player(noted, cast.come, connection)
