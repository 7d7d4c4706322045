"""A match told again: what the channel heard after each of its inputs, and what one seat was told in private."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.kit.inputs import Paused, Resumed
from games.kit.match import Match
from games.kit.protocol import AnyGame, Entry
from games.kit.registry import find_game
from games.kit.text import Text, joined
from ionbot.store.history import WholeMatch
from ionbot.store.rows import FindGame


@dataclass(frozen=True)
class Step:
    """What an input brought: lines that all have `heard`, then what the seat was `told`.

    `at` is in match ms; `seat` is who moved, None for the system.
    """

    seq: int
    at: int
    seat: int | None
    heard: Sequence[Text]
    told: Text | None


@dataclass(frozen=True)
class Position:
    """How a match stood: what lies open as a seat or an onlooker sees it, the score, and what the seat holds."""

    table: Sequence[Text]
    score: Text
    hand: Text | None


def may_be_seen(match: WholeMatch, seat: int | None) -> bool:
    """Tell whether a match may be seen as a seat saw it: what a seat sees is secret until the match has ended."""
    return seat is None or match.match.ended is not None


def steps(match: WholeMatch, seat: int | None = None, find: FindGame = find_game) -> Iterator[Step]:
    """Yield each input after which something was heard, as a seat or everybody (None) heard it.

    Raises UnknownGame; ValueError unless it may be seen.
    """
    for game, state, entry in _replayed(match, seat, find):
        heard = _heard(game, state, entry)
        told = None if seat is None else game.words.private(state, entry).get(seat)
        if heard or told:
            yield Step(entry.seq, entry.at, entry.seat, heard, told)


def position(match: WholeMatch, seq: int, seat: int | None = None, find: FindGame = find_game) -> Position | None:
    """Tell how a match stood after an input, None if there is none of that number. Raises as `steps` does."""
    for game, state, entry in _replayed(match, seat, find):
        if entry.seq == seq:
            words = game.words
            hand = None if seat is None else words.hand(state, seat)
            return Position(words.table(state, seat), words.score(state), hand)
    return None


def _replayed(match: WholeMatch, seat: int | None, find: FindGame) -> Iterator[tuple[AnyGame, Any, Entry]]:
    """Fold the log again; what is yielded is as it was right after each entry."""
    if not may_be_seen(match, seat):
        raise ValueError(f"match {match.match.id} is running; what a seat sees is secret until it has ended")
    if match.header is None:
        return
    game = find(match.match.game)
    # Folding draws nothing, so the chance may be any.
    folded = Match.open(game, match.header, seed=b"")
    for entry in folded.replay(match.log):
        yield game, folded.state, entry


def _heard(game: AnyGame, state: Any, entry: Entry) -> Sequence[Text]:
    """Tell what the channel heard after an entry."""
    texts = list(game.words.public(state, entry))
    if texts and game.waits(state):
        texts[-1:] = [joined(texts[-1], game.words.prompt(state))]
    if isinstance(entry.command, Paused | Resumed) and not texts:
        return [joined("(The match stands still.)" if isinstance(entry.command, Paused) else "(The match goes on.)")]
    return texts
