"""What everybody may see of a match that runs. The game says what is hidden, by its `view` and its `reveal`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import to_builtins

from games.kit.match import Match
from games.kit.protocol import AnyGame, Posting
from games.kit.registry import find_game
from games.kit.text import Text
from ionbot.store.history import WholeMatch
from ionbot.store.rows import FindGame


@dataclass(frozen=True)
class PublicMatch:
    """A match as an onlooker sees it.

    `view` is the game's, as JSON can carry it, and `texts` tell people of it. `ledger` gives the postings of each
    entry as far as its events are shown.
    """

    view: dict[str, Any]
    texts: Sequence[Text]
    ledger: dict[int, list[Posting]]


def public(match: WholeMatch, find: FindGame = find_game) -> PublicMatch | None:
    """Give what can be seen of a match, None if it has not begun. Raises UnknownGame."""
    if match.header is None:
        return None
    game = find(match.match.game)
    # Folding draws nothing, so the chance may be any.
    state = Match.fold(game, match.header, match.log, seed=b"").state
    return PublicMatch(
        view=to_builtins(game.view(state, None), str_keys=True),
        texts=[*game.words.table(state, None), game.words.score(state)],
        ledger=dict(_shown(match, game)),
    )


def _shown(match: WholeMatch, game: AnyGame) -> Iterator[tuple[int, list[Posting]]]:
    for entry in match.log:
        events = (shown for event in entry.events if (shown := game.reveal(event, None)) is not None)
        if postings := [posting for event in events for posting in game.postings(event)]:
            yield entry.seq, postings
