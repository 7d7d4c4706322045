"""Whole matches of any card battle by chance: every kind of input at every kind of moment, from a seed."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import to_builtins

from games.cardbattle.changes import Event, Shuffled
from games.cardbattle.game import CardBattle
from games.cardbattle.stack import Item
from games.cardbattle.state import State
from games.kit import fair
from games.kit.errors import Refused
from games.kit.inputs import Away, Back, Cause, Joined, Left, Paused, Prompted, Reason, Resumed, Stopped
from games.kit.match import Match
from games.kit.options import read_options
from games.kit.protocol import Chair, Entry, Header
from games.kit.rng import ALGORITHM, Rng

SEED = bytes(range(32))
STEPS = 6000
"""More inputs than any of these matches takes."""


class Watching:
    """What makes a card battle prove after every event that no card is lost and that the ledger is right."""

    def evolve(self, state: State, event: Event) -> None:
        points, cards = lives(state), count(state)
        super().evolve(state, event)  # type: ignore[misc]
        told = Counter[int]()
        for posting in self.postings(event):  # type: ignore[attr-defined]
            told[posting.seat] += posting.delta
        after = lives(state)
        assert {seat: life for seat, life in after.items() if life != points.get(seat, 0) + told[seat]} == {}, event
        assert count(state) == cards or type(event).__name__ == "Begun" or isinstance(event, Shuffled), event


def decks(state: State) -> dict[int, list[str]]:
    """All cards of each player, wherever they are."""
    found: dict[int, list[str]] = {
        seat: [*side.deck, *side.hand.values(), *side.rest] for seat, side in enumerate(state.sides)
    }
    for thing in state.things.values():
        found[thing.owner].append(thing.card)
    for item in (*state.stack, state.running):
        if isinstance(item, Item) and item.kind == "card":
            found[item.seat].append(item.card)
    return {seat: sorted(cards) for seat, cards in found.items()}


def count(state: State) -> list[int]:
    """How many cards each player has."""
    counts = [len(side.deck) + len(side.hand) + len(side.rest) for side in state.sides]
    for thing in state.things.values():
        counts[thing.owner] += 1
    for item in (*state.stack, state.running):
        if isinstance(item, Item) and item.kind == "card":
            counts[item.seat] += 1
    return counts


def lives(state: State) -> dict[int, int]:
    return {seat: side.life for seat, side in enumerate(state.sides)}


def header(game: CardBattle[Any], seats: int = 2, **options: object) -> Header:
    """Each seat brings another of the ready decks."""
    chosen = to_builtins(read_options(game, options))
    ready = [deck for _, deck in sorted(game.ready_decks("deck").items())]
    chairs = tuple(Chair(brought=ready[seat % len(ready)]) for seat in range(seats))
    return Header(7, game.name, game.rules_version, fair.commitment(SEED), chosen, chairs, ALGORITHM)


def playout(match: Match, seed: int, *, happenings: int = 4) -> Iterator[Entry]:
    """Play a match to its end, with all that can happen on the way; `happenings` % of the inputs are no moves."""
    rng = Rng(b"playout %d" % seed)
    yield match.begin()
    for _ in range(STEPS):
        if match.over:
            return
        try:
            yield from _step(match, rng, happenings)
        except Refused:
            continue
    raise AssertionError("the match does not end")


def _step(match: Match, rng: Rng, happenings: int) -> Iterator[Entry]:
    """Give a match its next input: mostly a move, now and then something else."""
    game, state, now = match.game, match.state, match.now + rng.below("time", 1000)
    if rng.percent("event", happenings):
        return match.submit(now, *_happening(rng, len(state.sides)))
    if state.held and rng.percent("back", 90):
        return match.submit(now, Back(), rng.below("seat", len(state.sides)))
    if match.due is not None and rng.percent("late", 5):
        return match.tick(match.due)
    if game.waits(state) and rng.percent("prompted", 80):
        return match.submit(now, Prompted())
    if rng.percent("switch", 3):
        seat = rng.below("who", len(state.sides))
        switch = rng.choice("which", ("hold on", "hold off", "pass turn", "refresh"))
        return match.submit(now, game.parse(state, seat, switch), seat)
    if actors := sorted(game.actors(state)):
        seat = rng.choice("actor", actors)
        return match.submit(now, easy(match, seat, rng), seat)
    return match.tick(now if match.due is None else match.due)


def easy(match: Match, seat: int, rng: Rng) -> Any:
    """What the easy computer player would do."""
    game, state = match.game, match.state
    return game.computers["easy"].move(game.view(state, seat), game.choices(state, seat), rng)


def _happening(rng: Rng, seats: int) -> tuple[Any, int | None]:
    """Something that is no move, on any seat: what fits as well as what does not."""
    seat = rng.below("seat", seats)
    kinds = {"away": 40, "back": 5, "join": 8, "leave": 2, "pause": 7, "resume": 8, "stop": 1}
    happening = rng.choice("happening", [kind for kind, weight in kinds.items() for _ in range(weight)])
    match happening:
        case "away":
            causes = [cause for cause in Cause if cause is not Cause.QUIT]
            return Away(Cause.QUIT if rng.percent("quit", 3) else rng.choice("cause", causes)), seat
        case "back":
            return Back(), seat
        case "join":
            return Joined(), rng.below("join", seats + 1)
        case "leave":
            return Left(rng.choice("reason", list(Reason))), seat
        case "pause":
            return Paused(rng.percent("asked", 50)), None
        case "resume":
            return Resumed(rng.percent("asked", 50)), None
        case _:
            return Stopped(rng.percent("scored", 50)), None
