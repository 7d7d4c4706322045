import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.kit.codec import codec
from games.kit.errors import Fault, Illegal
from games.kit.fair import commitment
from games.kit.inputs import Begin, Expired, Joined, Left, Paused, Prompted, Reason, Resumed, Stopped
from games.kit.match import AnyMatch, Match
from games.kit.protocol import Chair, Header
from games.kit.rng import ALGORITHM
from games.kit.verify import findings
from tests.kit.stones import STONES, Asked, Passed, Spoil, Take, typed

SEED = b"\7" * 32
HEADER = Header(7, "stones", 3, "", typed(), (Chair(), Chair(word="apple")), ALGORITHM)


def begun() -> AnyMatch:
    match = Match.open(STONES, HEADER, SEED)
    match.begin()
    return match


def prompted(now: int = 0) -> AnyMatch:
    match = begun()
    give(match, now, Prompted())
    return match


def give(match: AnyMatch, now: int, command, seat: int | None = None):
    return list(match.submit(now, command, seat))


def picture(match: AnyMatch):
    return codec(STONES).encode(match.state), list(match.log), match.now, match.rng.position


def test_the_first_entry_is_begin_with_the_games_setup():
    match = Match.open(STONES, HEADER, SEED)
    entry = match.begin()
    assert (entry.seq, entry.at, entry.seat, entry.command) == (0, 0, None, Begin())
    assert [type(event).__name__ for event in entry.events] == ["Begun", "Dealt", "Dealt"]
    assert entry.draws == match.rng.position == 3
    assert match.log == [entry]
    assert match.state.heap == 10


def test_a_match_begins_once():
    match = begun()
    before = picture(match)
    with pytest.raises(ValueError, match="once"):
        match.begin()
    with pytest.raises(ValueError, match="once"):
        give(match, 5, Begin())
    assert picture(match) == before


def test_nothing_is_taken_before_the_beginning():
    match = Match.open(STONES, HEADER, SEED)
    with pytest.raises(ValueError, match="begins with its first input"):
        give(match, 0, Take(1), 0)
    assert match.log == []


def test_a_rule_sees_the_state_after_each_event():
    match = prompted()
    seat = match.state.turn
    match.state.heap = 2
    (entry,) = give(match, 100, Take(2), seat)
    assert [type(event).__name__ for event in entry.events] == ["Taken", "Ended"]
    assert match.over
    assert match.result.winners == [seat]
    assert match.result.places == {seat: 1, 1 - seat: 2}


def test_an_input_that_changes_nothing_is_not_logged():
    match = begun()
    before = picture(match)
    assert give(match, 30, Joined(), 1) == []
    assert picture(match) == before


def test_a_pause_that_was_asked_for_is_logged_even_if_it_changes_nothing():
    match = begun()
    for command in (Paused(asked=True), Resumed(asked=True)):
        assert [entry.command for entry in give(match, 30, command)] == [command]
    for command in (Paused(), Resumed()):
        assert give(match, 30, command) == []
    assert [entry.command for entry in match.log[1:]] == [Paused(asked=True), Resumed(asked=True)]
    again = Match.fold(STONES, HEADER, match.log, SEED)
    assert picture(again) == picture(match)
    fair_header = replace(HEADER, commitment=commitment(SEED))
    fair_match = Match.open(STONES, fair_header, SEED)
    fair_match.begin()
    give(fair_match, 30, Paused(asked=True))
    assert list(findings(STONES, fair_header, fair_match.log, SEED)) == []


def test_chance_that_is_drawn_for_nothing_is_a_fault():
    match = begun()
    before = picture(match)
    with pytest.raises(Fault, match=r"drew by chance for Spoil.* and did nothing with it"):
        give(match, 30, Spoil("draw"), 1)
    assert picture(match) == before


def test_due_timers_fire_in_order_stamped_with_their_due_time():
    match = prompted()
    fired = []
    for now in range(0, 50_000, 100):
        fired += [(entry.at, entry.command) for entry in match.tick(now)]
        if match.state.waiting:
            give(match, now, Prompted())
    assert fired == [(at, Expired("move")) for at in (10_000, 20_000, 30_000, 40_000)]


def test_a_late_submit_fires_everything_that_was_due_before_it():
    match = prompted(55_000)
    assert match.due == 60_000
    match.state.deadline = 58_000
    entries = match.submit(70_000, Take(1), 0)
    assert next(entries).command == Expired("move")
    assert match.now == 58_000
    last = next(entries)
    assert (last.at, last.command) == (60_000, Expired("round"))
    with pytest.raises(Illegal, match="The match is over"):
        next(entries)
    assert match.now == 60_000
    assert match.due is None


@pytest.mark.parametrize(("late", "taken"), [(-1, True), (0, False), (1, False)])
def test_a_move_before_its_deadline_counts_and_one_at_it_does_not(late, taken):
    match = prompted()
    seat = match.state.turn
    entries = match.submit(10_000 + late, Take(2), seat)
    first = next(entries)
    if taken:
        assert first.command == Take(2)
        assert list(entries) == []
    else:
        assert (first.at, first.events) == (10_000, (Passed(seat),))
        with pytest.raises(Illegal, match="turn"):
            next(entries)
        assert match.state.taken == [0, 0]


def test_two_timers_due_at_once_fire_in_the_order_of_the_mapping():
    match = prompted(50_000)
    assert [(entry.at, entry.command.timer) for entry in match.tick(60_000)] == [(60_000, "move"), (60_000, "round")]


def test_a_timer_fires_once():
    match = prompted()
    assert len(list(match.tick(10_000))) == 1
    assert list(match.tick(10_000)) == []


def test_nothing_fires_early():
    match = prompted()
    assert list(match.tick(9_999)) == []
    assert match.due == 10_000


def test_a_timer_that_was_set_in_the_past_is_stamped_now():
    match = prompted(3_000)
    match.state.deadline = 2_000
    (entry,) = match.tick(4_000)
    assert (entry.at, match.now) == (3_000, 3_000)


def test_nothing_fires_once_the_match_is_over():
    match = prompted()
    give(match, 1, Stopped(scored=False))
    assert STONES.timers(match.state) == {"move": 10_000, "round": 60_000}
    assert match.due is None
    assert list(match.tick(100_000)) == []
    with pytest.raises(Illegal, match="The match is over"):
        give(match, 100_000, Left(Reason.QUIT), 0)
    assert match.result.places == {}
    assert match.result.winners == []


def test_time_cannot_go_back():
    match = prompted(500)
    before = picture(match)
    with pytest.raises(ValueError, match="cannot go back from 500 to 499 ms"):
        give(match, 499, Take(1), match.state.turn)
    assert picture(match) == before
    give(match, 500, Take(1), match.state.turn)


@pytest.mark.parametrize("count", [0, 4, -1])
def test_a_refused_move_leaves_no_trace(count):
    match = prompted()
    before = picture(match)
    with pytest.raises(Illegal, match="You can take 1 to 3"):
        give(match, 100, Take(count), match.state.turn)
    assert picture(match) == before


def test_a_move_out_of_turn_leaves_no_trace():
    match = prompted()
    before = picture(match)
    with pytest.raises(Illegal):
        give(match, 100, Take(1), 1 - match.state.turn)
    assert picture(match) == before


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("refuse", "stones refused Spoil after its first event or draw"),
        ("draw, refuse", "stones refused Spoil after its first event or draw"),
        ("crash", "stones broke on Spoil: RuntimeError.*a broken rule"),
        ("evolve", "stones broke on Spoil: IndexError"),
    ],
)
def test_a_broken_rule_leaves_no_trace_and_the_match_goes_on(how, message):
    match, twin = prompted(), prompted()
    for each in (match, twin):
        give(each, 100, Take(1), each.state.turn)
    before = picture(match)
    with pytest.raises(Fault, match=message):
        give(match, 200, Spoil(how), 0)
    assert picture(match) == before
    for each in (match, twin):
        give(each, 300, Take(2), each.state.turn)
    assert picture(match) == picture(twin)


def test_a_timer_that_is_left_standing_is_a_fault_and_no_endless_loop():
    match = prompted()
    give(match, 1, Spoil("stick"), 0)
    before = picture(match)
    with pytest.raises(Fault, match="the timer move stands where it was"):
        list(match.tick(20_000))
    assert picture(match) == before


def test_a_setup_that_breaks_is_a_fault():
    header = Header(7, "stones", 3, "", {"heap": "many"}, (Chair(),), ALGORITHM)
    match = Match.open(STONES, header, SEED)
    with pytest.raises(Fault, match="Expected `int`"):
        match.begin()
    assert (match.log, match.rng.position) == ([], 0)


def test_the_time_of_a_move_starts_with_its_prompt():
    match = begun()
    assert match.due == 60_000
    (entry,) = give(match, 4_000, Prompted())
    assert entry.events == (Asked(14_000),)


def test_fold_gives_the_same_match_ready_to_go_on():
    live = prompted()
    give(live, 100, Take(1), live.state.turn)
    give(live, 200, Prompted())
    folded = Match.fold(STONES, HEADER, live.log, SEED)
    assert picture(folded) == picture(live)
    for each in (live, folded):
        give(each, 30_000, Left(Reason.PART), 0)
        give(each, 30_000, Take(3), each.state.turn)
    assert picture(folded) == picture(live)


def test_replay_shows_the_state_after_each_entry():
    live = prompted()
    give(live, 100, Take(2), live.state.turn)
    again = Match.open(STONES, HEADER, SEED)
    turns = [(entry.seq, again.state.heap, again.rng.position) for entry in again.replay(live.log)]
    assert turns == [(0, 10, 3), (1, 10, 3), (2, live.state.heap, live.rng.position)]


moves = st.lists(
    st.tuples(
        st.integers(0, 12_000),
        st.sampled_from([Take(0), Take(1), Take(2), Take(3), Prompted(), Spoil("refuse"), Spoil("crash"), Joined()]),
        st.integers(0, 1),
    ),
    max_size=25,
)


@given(moves=moves, seed=st.binary(min_size=32, max_size=32))
@settings(max_examples=60, deadline=None)
def test_fold_equals_live_whatever_was_sent(moves, seed):
    live = Match.open(STONES, HEADER, seed)
    live.begin()
    now = 0
    for wait, command, seat in moves:
        now += wait
        before = picture(live)
        entries = []
        try:
            entries.extend(live.submit(now, command, seat))
        except (Illegal, Fault):
            if live.log[-1] == before[1][-1]:
                assert picture(live) == before
    assert picture(Match.fold(STONES, HEADER, live.log, seed)) == picture(live)
    assert [entry.seq for entry in live.log] == list(range(len(live.log)))
    assert all(one.at <= other.at for one, other in zip(live.log, live.log[1:], strict=False))
