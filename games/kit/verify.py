"""Proof that a match was fair: commitment, key, every draw, every timer and every event are computed again."""

from collections.abc import Iterator, Sequence

from games.kit import fair
from games.kit.errors import Fault, Refused
from games.kit.inputs import Begin, Expired
from games.kit.match import AnyMatch, Match
from games.kit.protocol import AnyGame, Entry, Header
from games.kit.rng import ALGORITHM


def findings(game: AnyGame, header: Header, log: Sequence[Entry], seed: bytes) -> Iterator[str]:
    """Yield what does not agree, in English; nothing if the match is proven. Stops at the first differing entry."""
    if fair.commitment(seed) != header.commitment:
        yield "the seed does not fit the commitment"
    if header.rng != ALGORITHM:
        yield f"the chance {header.rng!r} is not known here (this is {ALGORITHM})"
    if header.rules_version != game.rules_version:
        yield f"rules version {header.rules_version} cannot be rerun: {game.rules_version} is installed"
        return
    match = Match.open(game, header, seed)
    for entry in log:
        if difference := _rerun(match, entry):
            yield f"entry {entry.seq}: {difference}"
            return


def _rerun(match: AnyMatch, logged: Entry) -> str | None:
    """Take the logged input again; tell how the outcome differs."""
    if isinstance(logged.command, Expired):
        if match.over or match.game.timers(match.state).get(logged.command.timer, logged.at + 1) > logged.at:
            return f"the timer {logged.command.timer} was not due"
    elif match.due is not None and match.due <= logged.at:
        return "a timer that was due did not fire first"
    try:
        ran = _again(match, logged)
    except (Refused, Fault, ValueError) as error:
        return f"the rules do not allow this input: {error}"
    return None if ran == logged else "the rules give another outcome"


def _again(match: AnyMatch, logged: Entry) -> Entry | None:
    if isinstance(logged.command, Begin):
        return match.begin()
    if isinstance(logged.command, Expired):
        return next(match.tick(logged.at))
    return next(match.submit(logged.at, logged.command, logged.seat), None)
