"""Whole duels by chance: the invariants hold after every event, and the log is the truth."""

from collections import Counter

import pytest

from games.fia import FIA
from games.fia.cards import CARDS
from games.fia.events import EVENTS, Dealt, LaidOut
from games.fia.evolve import SPOTS
from games.fia.ready import ready_decks
from games.fia.state import SEATS, Stage
from games.kit.codec import codec
from games.kit.match import Match
from games.kit.verify import findings
from tests.fia.playouts import SEED, Watched, decks, header, lives, opened, playout
from tests.fia.scenes import lines

OPTION_SETS: list[dict[str, object]] = [
    {},
    {"lp": 10, "deck": "aggressive", "turn_time": 5},
    {"lp": 200, "deck": "guarded", "idle_limit": 2},
    {"lp": 1, "deck": "healing", "tie_repeats": 1},
    {"spread": "free"},
    {"spread": "free", "free_lp": 5, "deck": "aggressive", "calm": [1, 1]},
    {"spread": "free", "free_lp": 300, "deck": "guarded", "idle_limit": 100},
    {"spread": "free", "free_lp": 1, "deck": "healing", "tie_repeats": 0, "split_grace": 1},
]


def sound(match):
    """What holds after every entry."""
    state = match.state
    for side in state.sides:
        assert len(side.stock) <= SPOTS
        assert (side.pending == 0) or state.stage is Stage.TURN or state.over
        assert all(code in CARDS for code in side.cards)
    for seat in FIA.actors(state):
        assert FIA.choices(state, seat)
    assert FIA.actors(state) >= FIA.waits(state) or state.stage in {Stage.HOLSTER, Stage.CALLED}
    assert state.over or FIA.timers(state) or FIA.waits(state)
    assert (match.result is not None) == state.over
    if state.over:
        assert (FIA.timers(state), FIA.actors(state), FIA.waits(state)) == ({}, set(), set())


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("options", OPTION_SETS, ids=range(len(OPTION_SETS)))
def test_the_invariants_hold_after_every_event(seed, options):
    match = opened(**options)
    points = Counter()
    for entry in playout(match, seed):
        sound(match)
        for posting in (posting for event in entry.events for posting in FIA.postings(event)):
            points[posting.seat] += posting.delta
    assert {seat: points[seat] for seat in SEATS} == lives(match.state)
    brought = sorted(ready_decks(match.state.options.spread)[match.state.options.deck])
    assert decks(match.state) == {0: brought, 1: brought}
    folded = Match.fold(FIA, match.header, match.log, SEED)
    assert (folded.state, folded.rng.position, folded.now) == (match.state, match.rng.position, match.now)


@pytest.mark.parametrize("options", OPTION_SETS, ids=range(len(OPTION_SETS)))
def test_the_proof_finds_nothing(options):
    match = opened(**options)
    list(playout(match, 1))
    assert list(findings(FIA, match.header, match.log, SEED)) == []
    assert list(findings(FIA, match.header, match.log, SEED[::-1]))


@pytest.mark.parametrize("options", OPTION_SETS, ids=range(len(OPTION_SETS)))
def test_a_twin_that_goes_through_json_stays_equal(options):
    match = opened(**options)
    twin = Match.open(FIA, match.header, SEED)
    saved = codec(FIA)
    for entry in playout(match, 2):
        twin.state = saved.state(saved.encode(twin.state))
        if entry.seq == 0:
            again = twin.begin()
        elif type(entry.command).__name__ == "Expired":
            again = next(twin.tick(entry.at))
        else:
            (again,) = twin.submit(entry.at, saved.command(saved.encode(entry.command)), entry.seat)
        assert again == entry
        assert saved.events(saved.encode(entry.events)) == entry.events
        assert twin.state == match.state


@pytest.mark.parametrize("spread", ["palette", "free"])
def test_the_same_seed_and_inputs_give_the_same_duel(spread):
    first, second = opened(spread=spread), opened(spread=spread)
    assert list(playout(first, 1)) == list(playout(second, 1))


STAGES = {
    "palette": {Stage.FIRST, Stage.TURN, Stage.TIE, Stage.OVER},
    "free": {Stage.HOLSTER, Stage.CALM, Stage.CALLED, Stage.OPEN, Stage.TIE, Stage.OVER},
}


@pytest.mark.parametrize("spread", STAGES)
def test_a_duel_can_be_taken_up_in_the_middle_of_every_stage(spread):
    seen: set[Stage] = set()
    for seed in range(30):
        match = opened(spread=spread, lp=2, free_lp=2, idle_limit=1)
        for entry in playout(match, seed):
            if match.state.stage not in seen or match.state.laid:
                folded = Match.fold(FIA, match.header, match.log, SEED)
                assert (folded.state, FIA.timers(folded.state)) == (match.state, FIA.timers(match.state))
                assert lines(folded.state, entry) == lines(match.state, entry)
            seen.add(match.state.stage)
    assert seen == STAGES[spread]


def test_playouts_see_every_event_and_every_kind_of_card():
    seen, kinds = set(), Counter()
    for seed in range(25):
        for spread in ("palette", "free"):
            for entry in playout(Match.open(FIA, header(spread=spread, quit_grace=seed, lp=4, free_lp=9), SEED), seed):
                seen |= set(map(type, entry.events))
                for laid in (event for event in entry.events if isinstance(event, LaidOut)):
                    kinds.update(CARDS[code].kind for code in laid.cards)
    assert seen == set(EVENTS)
    assert set(kinds) == {card.kind for card in CARDS.values()}


@pytest.mark.parametrize("spread", ["palette", "free"])
def test_a_line_is_short(spread):
    longest = 0
    for seed in range(6):
        match = opened(spread=spread)
        for entry in playout(match, seed):
            said = lines(match.state, entry, "nickname{}".format)
            longest = max([longest, *(len(line.encode()) for line in said)])
    assert 100 < longest < 350  # colours come to it, and what a line begins with: with nicks of 9 all fits into 512


def test_at_most_two_public_lines_and_one_private_a_turn_of_palette():
    match = opened()
    for entry in playout(match, 3):
        assert len(lines(match.state, entry)) <= 2
        private = FIA.words.private(match.state, entry)
        assert len(private) <= (2 if any(isinstance(event, Dealt) for event in entry.events) else 1)


def test_a_watched_game_notices_a_wrong_ledger():
    class Careless(Watched):
        def postings(self, event):
            return super().postings(event)[1:]

    match = Match.open(Careless(), header(), SEED)
    with pytest.raises(Exception, match="broke on"):
        match.begin()


def test_a_watched_game_notices_a_lost_card():
    match = opened()
    match.begin()
    with pytest.raises(ValueError, match="not in list"):
        match.game.evolve(match.state, LaidOut(0, ("x2",)))
    with pytest.raises(AssertionError):
        match.game.evolve(match.state, Dealt(0, ("x2",)))
