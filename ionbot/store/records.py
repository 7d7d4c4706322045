"""The records: the largest dump, the longest winning streak, and whatever else a game finds worth one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeAlias

from sqlalchemy import Connection, Row, Select, and_, bindparam, select

from games.kit.feats import Feat, feats_of
from games.kit.inputs import Kind
from games.kit.registry import UnknownGame, all_games, find_game
from games.kit.text import phrase
from ionbot.store.counting import Counted, conditions, played
from ionbot.store.database import Database
from ionbot.store.feats import STREAK
from ionbot.store.models import channels, matches, players, seats
from ionbot.store.rows import PLACED, FindGame
from ionbot.store.score_tables import feats
from ionbot.store.scores import PEOPLE, PLAYER, Player, player_of

WINS_IN_A_ROW = Feat(phrase("longest winning streak"), "wins")
"""What every game has a record of. A streak counts where its last match does."""
FEW = 2000
"""Where no more matches count than that, they are gone through; else the deeds are, the best first."""
AT_ONCE = 50
"""How many deeds are fetched at once: mostly the first few are enough."""

_Kinds: TypeAlias = Mapping[tuple[str, str], Feat]
"""What there are records of, by game and name."""
_Best: TypeAlias = dict[tuple[str, str], list[Row[Any]]]
"""By game and name the best deed of each player, for some players."""


@dataclass(frozen=True)
class Holder:
    """A player's best, and the match in which it was; `ended` is Unix ms. Of equals the earlier match comes first."""

    player: Player
    value: int
    match: int
    channel: str
    ended: int


@dataclass(frozen=True)
class Record:
    """What somebody did best in a game: by `name` of the feat, and who has done so, the best first."""

    game: str
    name: str
    feat: Feat
    holders: list[Holder]

    @property
    def ranked(self) -> list[tuple[int, Holder]]:
        """The holders with their ranks; who is equal shares one."""
        values = [holder.value for holder in self.holders]
        return [(1 + values.index(holder.value), holder) for holder in self.holders]


def records(database: Database, counted: Counted, limit: int = 1, find: FindGame = find_game) -> list[Record]:
    """Give the records of a game, or of all that are installed, each with so many players; none that nobody holds.

    Raises DatabaseError.
    """
    games = [*all_games()] if counted.game is None else [counted.game]
    kinds = {(game, name): feat for game in games for name, feat in _feats(game, find).items()}
    with database.read() as connection:
        few = _few(connection, counted)
        if few is None:
            best = _of_all(connection, counted, kinds, limit)
        else:
            best = _of_few(connection, counted, few, kinds, limit)
        holders = _holders(connection, best)
    return [Record(*kind, feat, holders[kind]) for kind, feat in kinds.items() if holders[kind]]


def _feats(game: str, find: FindGame) -> dict[str, Feat]:
    try:
        return {**feats_of(find(game)), STREAK: WINS_IN_A_ROW}
    except UnknownGame:  # it was played, and is not installed any more
        return {STREAK: WINS_IN_A_ROW}


def _of_all(connection: Connection, counted: Counted, kinds: _Kinds, limit: int) -> _Best:
    """Go through the deeds of each kind by the index of the best, until there are enough."""
    deeds = _deeds(counted).where(feats.c.game == bindparam("of_game"), feats.c.feat == bindparam("of_feat"))
    deeds = deeds.execution_options(yield_per=AT_ONCE)
    ordered = {
        least: deeds.order_by(feats.c.value if least else feats.c.value.desc(), feats.c.match, feats.c.seat)
        for least in {feat.least for feat in kinds.values()}
    }
    best = {}
    for (game, name), feat in kinds.items():
        with connection.execute(ordered[feat.least], {"of_game": game, "of_feat": name}) as rows:
            best[game, name] = [*_first(rows, limit)]
    return best


def _of_few(connection: Connection, counted: Counted, few: Sequence[int], kinds: _Kinds, limit: int) -> _Best:
    """Go through all deeds of some matches."""
    there: _Best = {kind: [] for kind in kinds}
    for row in connection.execute(_deeds(counted).where(feats.c.match.in_(few))):
        if (row.game, row.feat) in there:
            there[row.game, row.feat].append(row)
    for kind, rows in there.items():
        sign = 1 if kinds[kind].least else -1
        rows.sort(key=lambda row: (sign * row.value, row.match, row.seat))
        there[kind] = [*_first(rows, limit)]
    return there


def _first(deeds: Iterable[Row[Any]], limit: int) -> Iterator[Row[Any]]:
    """Yield the first deed of each player, for so many players."""
    seen: set[int] = set()
    for row in deeds:
        if row.player not in seen:
            seen.add(row.player)
            yield row
        if len(seen) == limit:
            return


def _holders(connection: Connection, best: _Best) -> dict[tuple[str, str], list[Holder]]:
    """Tell who they are, and where and when it was."""
    rows = [*chain(*best.values())]
    people = select(*PLAYER).select_from(PEOPLE).where(players.c.id.in_({row.player for row in rows}))
    where = select(matches.c.id, channels.c.name, matches.c.ended).select_from(PLACED)
    where = where.where(matches.c.id.in_({row.match for row in rows}))
    known = {row.id: player_of(row) for row in connection.execute(people)}
    there = {row.id: (row.name, row.ended) for row in connection.execute(where)}
    return {
        kind: [Holder(known[row.player], row.value, row.match, *there[row.match]) for row in deeds]
        for kind, deeds in best.items()
    }


def _deeds(counted: Counted) -> Select[Any]:
    """Ask for the deeds in the matches that count."""
    return (
        select(feats.c.game, feats.c.feat, feats.c.value, feats.c.match, feats.c.seat, seats.c.player)
        .select_from(PLACED.join(seats, seats.c.match == matches.c.id))
        .join(feats, and_(feats.c.match == seats.c.match, feats.c.seat == seats.c.seat))
        .where(seats.c.kind == Kind.HUMAN, *conditions(counted))
    )


def _few(connection: Connection, counted: Counted) -> Sequence[int] | None:
    """Give the matches that count if they are few, by where and when alone; None if they are many."""
    if (counted.channel, counted.network, *counted.span) == (None, None, None, None):
        return None
    there = connection.scalars(played(counted).limit(FEW + 1)).all()
    return there if len(there) <= FEW else None
