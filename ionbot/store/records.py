"""The records: the largest dump, the longest winning streak, and whatever else a game finds worth one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, and_

from games.kit.feats import Feat, feats_of
from games.kit.registry import UnknownGame, all_games, find_game
from games.kit.text import phrase
from ionbot.store.counting import Counted, played, seated
from ionbot.store.database import Database
from ionbot.store.feats import STREAK
from ionbot.store.models import channels, matches, seats
from ionbot.store.rows import PAGE, FindGame
from ionbot.store.score_tables import feats
from ionbot.store.scores import PLAYER, Player, player_of

WINS_IN_A_ROW = Feat(phrase("longest winning streak"), "wins")
"""What every game has a record of. A streak counts where its last match does."""
FEW = 2000
"""Where no more matches count than that, they are gone through; else the deeds are, the best first."""


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
    with database.read() as connection:
        few = _few(connection, counted)
        found = [
            Record(game, name, feat, _holders(connection, _deeds(counted, few, game, name, least=feat.least), limit))
            for game in games
            for name, feat in {**_feats(game, find), STREAK: WINS_IN_A_ROW}.items()
        ]
    return [record for record in found if record.holders]


def _feats(game: str, find: FindGame) -> dict[str, Feat]:
    try:
        return dict(feats_of(find(game)))
    except UnknownGame:  # it was played, and is not installed any more
        return {}


def _holders(connection: Connection, deeds: Select[Any], limit: int) -> list[Holder]:
    """Give the first deed of each player, for so many players."""
    holders: dict[int, Holder] = {}
    with connection.execute(deeds) as rows:
        for row in rows:
            holders.setdefault(row.id, Holder(player_of(row), row.value, row.match, row.channel, row.ended))
            if len(holders) == limit:
                break
    return [*holders.values()]


def _deeds(counted: Counted, few: Sequence[int] | None, game: str, name: str, *, least: bool) -> Select[Any]:
    """Ask for the deeds of a kind in the matches that count, the best first; `few` are these matches if it is given."""
    ended = matches.c.ended.label("ended")
    deeds = seated(counted, *PLAYER, feats.c.value, feats.c.match, channels.c.name.label("channel"), ended)
    deeds = deeds.join(feats, and_(feats.c.match == seats.c.match, feats.c.seat == seats.c.seat))
    if few is None:  # by the index of the best
        deeds = deeds.where(feats.c.game == game, feats.c.feat == name)
    else:  # by that of the matches
        deeds = deeds.where(matches.c.game == game, feats.c.feat == name, feats.c.match.in_(few))
    value = feats.c.value if least else feats.c.value.desc()
    return deeds.order_by(value, feats.c.match, feats.c.seat).execution_options(yield_per=PAGE)


def _few(connection: Connection, counted: Counted) -> Sequence[int] | None:
    """Give the matches that count if they are few, by where and when alone; None if they are many."""
    if (counted.channel, counted.network, *counted.span) == (None, None, None, None):
        return None
    there = connection.scalars(played(counted).limit(FEW + 1)).all()
    return there if len(there) <= FEW else None
