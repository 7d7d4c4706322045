"""A refused input changes nothing, whatever it is and whenever it comes."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from games.fia import FIA
from games.fia.cards import CARDS
from games.fia.commands import Pass, Play, Rest, Top
from games.fia.state import SEATS, Stage
from games.kit.codec import codec
from games.kit.errors import Illegal, Refused
from games.kit.inputs import Away, Back, Cause, Joined, Kind, Left, Prompted, Reason, Resumed
from games.kit.match import Match
from games.kit.rng import Rng
from tests.fia.playouts import SEED, decks, easy, opened

CODES = st.sampled_from(list(CARDS))
MOVES = st.one_of(
    st.builds(Play, st.lists(CODES, min_size=1, max_size=4).map(tuple), st.none() | st.integers(0, 100_000)),
    st.sampled_from([Top(), Rest(), Pass()]),
)
TEXTS = st.text(alphabet="abcdghrwyxp+24> []\u3000\0é", max_size=12)
SEAT = st.sampled_from(SEATS)
HAPPENINGS = st.one_of(
    st.builds(Joined, st.sampled_from(Kind)),
    st.builds(Away, st.sampled_from([cause for cause in Cause if cause is not Cause.QUIT])),
    st.just(Back()),
)


def test_a_move_of_nobody_is_refused():
    match = opened()
    match.begin()
    for seat in (None, 2, 7):
        with pytest.raises(Illegal, match="You are not in the duel"):
            list(match.submit(0, Rest(), seat))


class Refusals(RuleBasedStateMachine):
    """A duel into which all kinds of commands are thrown."""

    @initialize(spread=st.sampled_from(["palette", "free"]), lp=st.integers(1, 40))
    def begin(self, spread, lp):
        self.match = opened(spread=spread, lp=lp, free_lp=lp)
        self.match.begin()
        self.brought = decks(self.match.state)

    def give(self, command, seat=None, later=0):
        """Give the duel an input; if it is refused, all has to be as after the timers that were due before it."""
        match = self.match
        now = match.now + later
        if later:
            list(match.tick(now))
        before = (codec(FIA).encode(match.state), match.rng.position, len(match.log), match.now)
        try:
            list(match.submit(now, command, seat))
        except Refused as refused:
            answer = str(refused)
        else:
            return
        assert answer
        assert (codec(FIA).encode(match.state), match.rng.position, len(match.log), match.now) == before

    @rule(seat=SEAT, move=MOVES, later=st.integers(0, 30_000))
    def any_move(self, seat, move, later):
        self.give(move, seat, later)

    @rule(seat=SEAT, picks=st.lists(st.integers(0, 6), min_size=1, max_size=4), later=st.integers(0, 3000))
    def cards_that_are_held(self, seat, picks, later):
        hand = self.match.state.sides[seat].hand
        if hand:
            self.give(Play(tuple(hand[pick % len(hand)] for pick in picks)), seat, later)

    @rule(seat=SEAT, text=TEXTS)
    def any_text(self, seat, text):
        try:
            move = FIA.parse(self.match.state, seat, text)
        except Refused:
            return
        self.give(move, seat)

    @rule(seed=st.integers(0, 1000), early=st.booleans(), stamped=st.booleans())
    def legal_move(self, seed, early, stamped):
        if not early:
            self.give(Prompted())
        if self.match.state.stage is Stage.CALM:
            list(self.match.tick(self.match.due or self.match.now))
            self.give(Prompted())
        for mover in FIA.actors(self.match.state):
            known = len(self.match.log)
            move = easy(self.match.state, mover, Rng(b"%d" % seed))
            self.give(FIA.stamped(self.match.state, move, self.match.now) if stamped else move, mover)
            assert len(self.match.log) == known + 1

    @rule(seat=SEAT, happening=HAPPENINGS)
    def happening(self, seat, happening):
        self.give(happening, seat)

    @rule(seat=SEAT, reason=st.sampled_from(Reason))
    def leaves(self, seat, reason):
        if len(self.match.log) > 30:
            self.give(Left(reason), seat)

    @rule()
    def resumed(self):
        self.give(Resumed())

    @invariant()
    def the_log_is_the_truth(self):
        match = self.match
        folded = Match.fold(FIA, match.header, match.log, SEED)
        assert (folded.state, folded.rng.position) == (match.state, match.rng.position)

    @invariant()
    def no_card_is_lost(self):
        assert decks(self.match.state) == self.brought


Refusals.TestCase.settings = settings(max_examples=25, stateful_step_count=40, deadline=None, derandomize=True)
TestRefusals = Refusals.TestCase
