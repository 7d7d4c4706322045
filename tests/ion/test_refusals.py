"""A refused input changes nothing, whatever it is and whenever it comes."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from games.ion import ION
from games.ion.commands import Link, Play, Take, Use
from games.ion.items import CARDS, ITEMS, OBJECTS
from games.kit.codec import codec
from games.kit.errors import Refused
from games.kit.inputs import Away, Back, Cause, Joined, Kind, Left, Prompted, Reason, Resumed
from games.kit.match import Match
from games.kit.rng import Rng
from tests.ion.playouts import SEED, easy, opened

FACES = st.sampled_from(ITEMS)
SIMPLE = st.one_of(
    st.builds(Play, st.sampled_from(list(CARDS))),
    st.builds(Play, FACES, st.sampled_from([2, 3])),
    st.builds(Use, st.sampled_from(OBJECTS)),
    st.builds(Take, FACES),
)
MOVES = st.one_of(SIMPLE, st.builds(Link, SIMPLE))
TEXTS = st.text(alphabet="+-=±:*&[]bsrtx23 \u3000\0é", max_size=12)
SEATS = st.integers(0, 7)
HAPPENINGS = st.one_of(
    st.builds(Joined, st.sampled_from(Kind)),
    st.builds(Left, st.sampled_from(Reason)),
    st.builds(Away, st.sampled_from(Cause)),
    st.just(Back()),
)


class Refusals(RuleBasedStateMachine):
    """A match into which all kinds of commands are thrown."""

    @initialize(seats=st.integers(2, 5))
    def begin(self, seats):
        self.match = opened(seats, round_time=120, rounds=2)
        self.match.begin()

    def give(self, command, seat=None, later=0):
        """Give the match an input; if it is refused, all has to be as after the timers that were due before it."""
        match = self.match
        now = match.now + later
        if later:
            list(match.tick(now))
        before = (codec(ION).encode(match.state), match.rng.position, len(match.log), match.now)
        try:
            list(match.submit(now, command, seat))
        except Refused as refused:
            answer = str(refused)
        else:
            return
        assert answer
        assert (codec(ION).encode(match.state), match.rng.position, len(match.log), match.now) == before

    @rule(seat=SEATS, move=MOVES, later=st.integers(0, 30_000))
    def any_move(self, seat, move, later):
        if seat < len(self.match.state.seats):
            self.give(move, seat, later)

    @rule(move=MOVES)
    def any_move_in_turn(self, move):
        self.give(move, self.match.state.current)

    @rule(seat=SEATS, text=TEXTS)
    def any_text(self, seat, text):
        try:
            move = ION.parse(self.match.state, seat, text)
        except Refused:
            return
        if seat < len(self.match.state.seats):
            self.give(move, seat)

    @rule(seed=st.integers(0, 1000), early=st.booleans())
    def legal_move(self, seed, early):
        if not early:
            self.give(Prompted())
        if (mover := self.match.state.acting) is not None:
            known = len(self.match.log)
            self.give(easy(self.match.state, mover, Rng(b"%d" % seed)), mover)
            assert len(self.match.log) == known + 1

    @rule(seat=SEATS, happening=HAPPENINGS)
    def happening(self, seat, happening):
        state = self.match.state
        if seat < len(state.seats) or isinstance(happening, Joined):
            self.give(happening, min(seat, len(state.seats) + 1))

    @rule()
    def resumed(self):
        self.give(Resumed())

    @invariant()
    def the_log_is_the_truth(self):
        match = self.match
        folded = Match.fold(ION, match.header, match.log, SEED)
        assert (folded.state, folded.rng.position) == (match.state, match.rng.position)


Refusals.TestCase.settings = settings(max_examples=25, stateful_step_count=40, deadline=None, derandomize=True)
TestRefusals = Refusals.TestCase
