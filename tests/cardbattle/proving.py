"""What can be proven of whole matches of any card battle: by their seed, through JSON, and taken up anywhere."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

from games.cardbattle.commands import Choose, End, Pass
from games.cardbattle.events import Ended
from games.cardbattle.game import CardBattle
from games.cardbattle.state import State
from games.kit.codec import codec
from games.kit.errors import Illegal
from games.kit.inputs import Expired
from games.kit.match import Match
from games.kit.protocol import Entry
from games.kit.verify import findings
from tests.cardbattle.playing import SEED, decks, lives, playout


def sound(game: CardBattle[Any], match: Match) -> None:
    """See what holds after every entry."""
    state = match.state
    for side in state.sides:
        assert side.ap >= 0
        assert side.life >= 0
        assert all(amount > 0 for amount in side.mana.values())
    for thing in state.things.values():
        assert thing.hurt >= 0
        assert state.sides[thing.owner].present
        assert state.sides[thing.controller].present
    for seat in range(len(state.sides)):
        assert bool(game.choices(state, seat)) == (seat in game.actors(state))
        for move in () if seat in game.actors(state) else (End(), Pass(), Choose("choose")):
            with pytest.raises(Illegal):
                next(game.decide(state, seat, move, match.now, match.rng))
    assert game.waits(state) in (frozenset(), game.actors(state))
    assert state.over or game.timers(state) or game.waits(state)
    assert state.running is None or state.frame or state.over
    assert not state.open_to_actions or not state.stack
    assert (match.result is not None) == state.over
    if state.over:
        assert isinstance(match.log[-1].events[-1], Ended)
        assert (game.timers(state), game.actors(state), game.waits(state)) == ({}, set(), set())


def stays_sound(game: CardBattle[Any], match: Match, seed: int) -> None:
    """Play a match: cards and points are kept, and the log folds to the same. But for seed 0 mishaps happen."""
    points: Counter[int] = Counter()
    brought = {seat: sorted(chair.brought) for seat, chair in enumerate(match.header.chairs)}
    for entry in playout(match, seed, happenings=4 if seed else 0):
        sound(game, match)
        assert decks(match.state) == brought
        for posting in (posting for event in entry.events for posting in game.postings(event)):
            points[posting.seat] += posting.delta
    assert {seat: points[seat] for seat in range(len(brought))} == lives(match.state)
    folded: Match = Match.fold(game, match.header, match.log, SEED)
    assert (folded.state, folded.rng.position, folded.now) == (match.state, match.rng.position, match.now)


def longest(matches: Iterable[Match], lines: Callable[..., Sequence[str]]) -> int:
    """Play matches, and give how many bytes the longest line had where all have long nicks."""
    return max(
        len(line.encode())
        for seed, match in enumerate(matches)
        for entry in playout(match, seed)
        for line in lines(match.state, entry, "nickname{}".format)
    )


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
