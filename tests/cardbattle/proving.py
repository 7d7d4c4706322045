"""What can be proven of whole matches of any card battle: by their seed, through JSON, and taken up anywhere."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from games.cardbattle.game import CardBattle
from games.cardbattle.state import State
from games.kit.codec import codec
from games.kit.inputs import Expired
from games.kit.match import Match
from games.kit.protocol import Entry
from games.kit.verify import findings
from tests.cardbattle.playing import SEED, playout


def prove(game: CardBattle[Any], match: Match) -> None:
    """Play a match, and see that the proof finds nothing; with another seed it does."""
    list(playout(match, 1))
    assert list(findings(game, match.header, match.log, SEED)) == []
    assert list(findings(game, match.header, match.log, SEED[::-1]))


def go_through_json(game: CardBattle[Any], match: Match) -> None:
    """Play a match, and see that a twin stays equal whose state and inputs go through JSON each time."""
    twin: Match = Match.open(game, match.header, SEED)
    saved = codec(game)
    for entry in playout(match, 2):
        twin.state = saved.state(saved.encode(twin.state))
        if entry.seq == 0:
            again = twin.begin()
        elif isinstance(entry.command, Expired):
            again = next(twin.tick(entry.at))
        else:
            (again,) = twin.submit(entry.at, saved.command(saved.encode(entry.command)), entry.seat)
        assert again == entry
        assert saved.events(saved.encode(entry.events)) == entry.events
        assert twin.state == match.state


def take_up(
    game: CardBattle[Any],
    matches: Iterable[Match],
    situations: set[str],
    lines: Callable[[State, Entry], Sequence[str]],
) -> None:
    """Play matches until all situations were there, and see that the match can be taken up in each from its log."""
    seen: set[str] = set()
    for seed, match in enumerate(matches):
        for entry in playout(match, seed):
            if (now := situation(match.state)) not in seen:
                folded: Match = Match.fold(game, match.header, match.log, SEED)
                assert (folded.state, game.timers(folded.state)) == (match.state, game.timers(match.state))
                assert lines(folded.state, entry) == lines(match.state, entry)
                seen.add(now)
        if seen >= situations:
            return
    assert situations - seen == set()


def situation(state: State) -> str:
    """Where a match stands, as far as it can be taken up there."""
    if state.frame:
        return f"{state.frame.ask.word} of {state.frame.ask.zone}"
    if state.window:
        return f"window over {min(2, len(state.stack))}, {'answered' if state.window.answers else 'open'}"
    return state.step
