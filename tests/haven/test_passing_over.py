"""Rule 12: what being passed over tells, and that with `hold` nothing tells what somebody holds who does not react.

Seat 1 sits between two players by chance and does nothing but pass or stay silent. It is given different hands.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from games.cardbattle import events as e
from games.cardbattle.changes import Event
from games.cardbattle.commands import End, Hold, Open, Pass
from games.haven import HAVEN
from games.kit.inputs import Prompted
from games.kit.match import Match
from games.kit.protocol import Chair, Entry
from games.kit.rng import Rng
from tests.cardbattle.playing import SEED, easy
from tests.haven.playouts import header
from tests.haven.scenes import written

SILENT = 1
"""The seat that does not react."""

ROUNDS, SEEDS = 6, range(4)

SPRITES = ("dawn-lamb", "noon-lion", "puff-chick", "star-whale", "night-kitten")
ACTIONS = ("picnic", "encore", "sunny-terrace", "tea-trolley", "crossroads-inn")
SURPRISES = ("hush", "not-today", "quick-cuddle", "cold-tea", "hush")
COUNTER = ("hush", "dawn-lamb", "picnic", "noon-lion", "encore")
COUNTERS = ("hush", "hush", "puff-chick", "hush", "hush")

_OF_WINDOWS = e.WindowOpened | e.WindowClosed | e.Reacted | e.PromptLeft


def played(seed: int, hand: Sequence[str], *, hold: bool) -> Iterator[tuple[Match, Entry]]:
    """Play some rounds in which seat 1 holds a hand and never reacts; with `hold` it is now and then silent, too."""
    ready = HAVEN.ready_decks("deck")
    chairs = tuple(Chair(brought=ready[name]) for name in ("dawn", "tide", "comet"))
    match = Match.open(HAVEN, replace(header(3), chairs=chairs), SEED)
    yield match, match.begin()
    side = match.state.sides[SILENT]
    side.hand, side.deck = dict(enumerate(hand, 1)), [*hand] * 7
    if hold:
        yield from submitted(match, 0, Hold(on=True), SILENT)
    others, own, missed = Rng(b"others %d" % seed), Rng(b"own %d" % seed), False
    while not match.over and match.state.round <= ROUNDS:
        if HAVEN.waits(match.state):
            yield from submitted(match, 100, Prompted())
        elif (seat := min(HAVEN.actors(match.state))) != SILENT:
            yield from submitted(match, 300, easy(match, seat, others), seat)
        elif hold and match.state.window and not missed and own.percent("silent", 20):
            missed = True
            yield from ((match, entry) for entry in match.tick(match.due or match.now))
        else:
            missed = missed and not match.state.window
            yield from submitted(match, own.below("late", 900), answer(match), SILENT)


def submitted(match: Match, later: int, command: object, seat: int | None = None) -> Iterator[tuple[Match, Entry]]:
    return ((match, entry) for entry in match.submit(match.now + later, command, seat))


def answer(match: Match) -> object:
    """What somebody does who does nothing."""
    if match.state.opening:
        return Open(anew=False)
    return Pass() if match.state.window else End()


def told(match: Match, entry: Entry) -> list[object]:
    """What everybody else is told of an entry, and when."""
    words, state = HAVEN.words, match.state
    texts = [*words.public(state, entry), words.prompt(state), words.clock(state, entry.at), *words.table(state, None)]
    events = [HAVEN.reveal(event, None) for event in entry.events]
    return [entry.at, *map(written, texts), events, HAVEN.timers(state), HAVEN.view(state, 0)]


def transcript(seed: int, hand: Sequence[str], *, hold: bool) -> list[list[object]]:
    return [told(match, entry) for match, entry in played(seed, hand, hold=hold)]


def story(seed: int, hand: Sequence[str]) -> list[Event]:
    """All that happens in public besides who is asked whether they react."""
    events = [event for _, entry in played(seed, hand, hold=False) for event in entry.events]
    return [shown for event in events if not isinstance(event, _OF_WINDOWS) and (shown := HAVEN.reveal(event, None))]


def asked(seed: int, hand: Sequence[str], *, hold: bool) -> int:
    """How often seat 1 was asked."""
    events = [event for _, entry in played(seed, hand, hold=hold) for event in entry.events]
    return sum(isinstance(event, e.WindowOpened) and SILENT in event.asked for event in events)


def test_rule_12_with_hold_nothing_tells_what_is_held_by_who_does_not_react():
    assert all(asked(seed, SPRITES, hold=True) > 10 for seed in SEEDS)
    for seed in SEEDS:
        with_sprites = transcript(seed, SPRITES, hold=True)
        for hand in (ACTIONS, SURPRISES, COUNTERS):
            assert transcript(seed, hand, hold=True) == with_sprites


def test_rule_12_without_hold_being_asked_tells_that_there_is_something_and_not_what():
    assert sum(asked(seed, COUNTER, hold=False) for seed in SEEDS) > 10
    for seed in SEEDS:
        assert transcript(seed, COUNTER, hold=False) == transcript(seed, COUNTERS, hold=False)


def test_rule_12_without_hold_being_passed_over_tells_that_there_is_nothing_and_no_more():
    for seed in SEEDS:
        assert asked(seed, SPRITES, hold=False) == 0
        assert transcript(seed, SPRITES, hold=False) == transcript(seed, ACTIONS, hold=False)


def test_rule_12_nothing_but_who_is_asked_depends_on_what_is_held():
    for seed in SEEDS:
        assert story(seed, SPRITES) == story(seed, SURPRISES) == story(seed, COUNTER)
    assert transcript(0, SPRITES, hold=False) != transcript(0, COUNTER, hold=False)
