"""What the start page shows: who plays just now, who is best, and what was played last."""

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from msgspec import MsgspecError

from games.kit.protocol import AnyGame
from games.kit.registry import UnknownGame, all_games
from ionbot.store import history, scores
from ionbot.store.counting import Counted
from ionbot.store.database import Database
from ionbot.store.history import MatchRow
from ionbot.store.models import MatchStatus
from ionbot.store.public import public
from ionbot.store.scores import By, Ranked
from ionbot.web.markup import markup
from ionbot.web.matches import nicks

TABLES = 20
"""So many running matches and lobbies are shown."""
TOLD = 4
"""Of so many running matches the score is told."""
FEW = 5
"""So many players and last matches are shown."""


@dataclass(frozen=True)
class Live:
    """A match that runs, and its score as its channel sees it, if that is told."""

    row: MatchRow
    score: Markup | None


def start(database: Database) -> dict[str, Any]:
    """Give what the start page shows. Raises DatabaseError."""
    running = history.matches_list(database, status=MatchStatus.RUNNING, limit=TABLES)
    told = [Live(row, _score(database, row.id)) for row in running[:TOLD]]
    return {
        "live": told + [Live(row, None) for row in running[TOLD:]],
        "lobbies": history.matches_list(database, status=MatchStatus.LOBBY, limit=TABLES),
        "best": scores.top(database, Counted(), By.POINTS, FEW).ranked,
        "rated": [(game, lines) for game in all_games().values() if (lines := _rated(database, game))],
        "last": history.matches_list(database, status=MatchStatus.FINISHED, limit=FEW),
    }


def _rated(database: Database, game: AnyGame) -> list[Ranked]:
    return scores.top(database, Counted(game.name), By.RATING, FEW).ranked


def _score(database: Database, number: int) -> Markup | None:
    """Tell the score of a match that runs, None if it cannot be read."""
    try:
        whole = history.match(database, number)
        seen = None if whole is None else public(whole)
    except (UnknownGame, MsgspecError):
        return None
    return markup(seen.texts[-1], nicks(whole)) if whole and seen else None
