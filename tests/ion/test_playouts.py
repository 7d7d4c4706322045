"""Whole matches by chance: the invariants hold after every event, and the log is the truth."""

from collections import Counter

import pytest

from games.ion import ION
from games.ion.events import EVENTS, Played
from games.ion.items import ITEMS
from games.kit.codec import codec
from games.kit.match import Match
from games.kit.verify import findings
from tests.ion.playouts import SEED, Watched, header, holdings, opened, playout
from tests.ion.scenes import lines

OPTION_SETS: list[dict[str, object]] = [
    {"round_time": 120},
    {"round_time": 60, "rounds": 3, "limit": 6},
    {"round_time": 90, "limit": 3, "hand": 1, "idle_limit": 2, "charge_turns": 2},
    {"round_time": 120, "bonus": [0, 0, 0, 100], "hand_limit": 4, "extra_turns": 1, "split_grace": 5},
    {"round_time": 60, "even": False, "penalty": 0, "move_time": 2, "extra_minutes": 0},
]


def sound(match, due_before):
    """What holds after every entry."""
    state = match.state
    assert all(0 <= seat.coins < 20 for seat in state.seats)
    assert all(count > 0 for seat in state.seats for count in seat.hand.values())
    assert all(item in ITEMS for seat in state.seats for item in seat.hand)
    assert state.bank >= 0
    assert sorted(state.order) == [number for number, seat in enumerate(state.seats) if seat.present]
    if not (state.charge or due_before):
        assert abs(state.polarity) < state.options.limit
    if state.acting is not None:
        assert ION.choices(state, state.acting)
    assert (match.result is not None) == state.over
    if state.over:
        assert (ION.timers(state), ION.actors(state), state.bank) == ({}, set(), 0)


# All sizes, each with some of the options; all options with the least, the most and some others.
@pytest.mark.parametrize(
    ("number", "seats"),
    [
        (number, seats)
        for number in range(len(OPTION_SETS))
        for seats in range(2, 21)
        if seats in {2, 20} or (number + seats) % 3 == 0
    ],
)
def test_the_invariants_hold_after_every_event(number, seats):
    match = opened(seats, **OPTION_SETS[number])
    postings = Counter()
    may_be_due = False
    for entry in playout(match, seats):
        sound(match, may_be_due)
        may_be_due = bool(match.state.charge) or match.state.dump_due
        for posting in (posting for event in entry.events for posting in ION.postings(event)):
            postings[posting.seat, posting.asset, posting.item] += posting.delta
    assert postings == holdings(match.state)
    folded = Match.fold(ION, match.header, match.log, SEED)
    assert (folded.state, folded.rng.position, folded.now) == (match.state, match.rng.position, match.now)


@pytest.mark.parametrize("seats", [2, 3, 7, 20])
def test_the_proof_finds_nothing(seats):
    match = opened(seats, round_time=60)
    list(playout(match, seats))
    assert list(findings(ION, match.header, match.log, SEED)) == []
    assert list(findings(ION, match.header, match.log, SEED[::-1]))


@pytest.mark.parametrize("seats", [2, 5, 12])
def test_a_twin_that_goes_through_json_stays_equal(seats):
    match = opened(seats, round_time=60, rounds=2)
    twin = Match.open(ION, match.header, SEED)
    saved = codec(ION)
    for entry in playout(match, seats):
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


def test_the_same_seed_and_inputs_give_the_same_match():
    first, second = opened(6, round_time=60), opened(6, round_time=60)
    assert list(playout(first, 1)) == list(playout(second, 1))


def test_playouts_see_every_event_and_every_item_played():
    seen, items = set(), Counter()
    for seed in range(10):
        poor = {"hand": 1, "bonus": [100, 0, 0, 0]} if seed % 2 else {}
        options = {"round_time": 300, "rounds": 2, "quit_grace": 30, **poor}
        for entry in playout(Match.open(ION, header(12, **options), SEED), seed):
            seen |= set(map(type, entry.events))
            for played in (event for event in entry.events if isinstance(event, Played)):
                items.update(played.items)
    assert seen == set(EVENTS)
    assert set(items) == set(ITEMS)


def test_a_line_is_short():
    longest = 0
    for seed in range(4):
        match = opened(8, round_time=120)
        for entry in playout(match, seed):
            if entry.seq and not match.over:
                said = lines(match.state, entry, "nickname{}".format)
                longest = max([longest, *(len(line.encode()) for line in said)])
    assert 100 < longest < 320


def test_a_watched_game_notices_a_wrong_ledger():
    class Careless(Watched):
        def postings(self, event):
            return super().postings(event)[1:]

    match = Match.open(Careless(), header(2), SEED)
    with pytest.raises(Exception, match="broke on"):
        match.begin()
