"""A refused input changes nothing, whatever it is and whenever it comes; and all that is offered is taken."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from games.cardbattle.commands import Choose, Draw, End, Fight, Hold, Open, Pass, Play, Refresh, Use
from games.haven import HAVEN
from games.kit.codec import codec
from games.kit.errors import Illegal, Refused
from games.kit.inputs import Away, Back, Cause, Joined, Kind, Left, Prompted, Reason, Resumed
from games.kit.match import Match
from games.kit.rng import Rng
from tests.cardbattle.playing import SEED, decks, easy
from tests.haven.playouts import opened

SEATS = 3
SEAT = st.integers(0, SEATS - 1)
REF = st.integers(-4, 30)
REFS = st.lists(REF, max_size=4).map(tuple)
MOVES = st.one_of(
    st.builds(Play, REF, REFS),
    st.builds(Use, REF, REFS),
    st.builds(Fight, REFS, st.integers(-1, 4)),
    st.builds(Choose, st.sampled_from(["choose", "meet", "face", "discard", "order", "x"]), REFS),
    st.sampled_from([Draw(), Refresh(), End(), Pass(), Pass(turn=True), Hold(on=True), Hold(on=False)]),
    st.builds(Open, st.booleans()),
)
TEXTS = st.text(alphabet="abcdefghlmnoprstuy 0123456789@,\u3000\0é", max_size=16)
HAPPENINGS = st.one_of(
    st.builds(Joined, st.sampled_from(Kind)),
    st.builds(Away, st.sampled_from([cause for cause in Cause if cause is not Cause.QUIT])),
    st.just(Back()),
)


def test_a_move_of_nobody_is_refused():
    match = opened()
    match.begin()
    for seat in (None, 2, 7, -1):
        with pytest.raises(Illegal, match="You are not in the match"):
            list(match.submit(0, Open(anew=False), seat))


class Refusals(RuleBasedStateMachine):
    """A match into which all kinds of commands are thrown."""

    @initialize(composure=st.integers(1, 30))
    def begin(self, composure):
        self.match = opened(SEATS, composure=composure)
        self.match.begin()
        self.brought = decks(self.match.state)

    def give(self, command, seat=None, later=0):
        """Give the match an input; if it is refused, all has to be as after the timers that were due before it."""
        match = self.match
        now = match.now + later
        list(match.tick(now))
        before = (codec(HAVEN).encode(match.state), match.rng.position, len(match.log), match.now)
        try:
            list(match.submit(now, command, seat))
        except Refused as refused:
            answer = str(refused)
        else:
            return
        assert answer
        assert (codec(HAVEN).encode(match.state), match.rng.position, len(match.log), match.now) == before

    @rule(seat=SEAT, move=MOVES, later=st.integers(0, 30_000))
    def any_move(self, seat, move, later):
        self.give(move, seat, later)

    @rule(seat=SEAT, text=TEXTS)
    def any_text(self, seat, text):
        try:
            move = HAVEN.parse(self.match.state, seat, text)
        except Refused:
            return
        self.give(move, seat)

    @rule(seed=st.integers(0, 1000), times=st.integers(1, 6))
    def legal_moves(self, seed, times):
        for _ in range(times):
            self.give(Prompted())
            for mover in sorted(HAVEN.actors(self.match.state))[:1]:
                known = len(self.match.log)
                self.give(easy(self.match, mover, Rng(b"%d" % seed)), mover)
                assert len(self.match.log) == known + 1

    @rule(seat=SEAT, happening=HAPPENINGS)
    def happening(self, seat, happening):
        self.give(happening, seat)

    @rule(seat=SEAT, reason=st.sampled_from(Reason))
    def leaves(self, seat, reason):
        if len(self.match.log) > 40:
            self.give(Left(reason), seat)

    @rule()
    def resumed(self):
        self.give(Resumed())

    @invariant()
    def the_log_is_the_truth(self):
        match = self.match
        folded = Match.fold(HAVEN, match.header, match.log, SEED)
        assert (folded.state, folded.rng.position) == (match.state, match.rng.position)

    @invariant()
    def no_card_is_lost(self):
        assert decks(self.match.state) == self.brought


Refusals.TestCase.settings = settings(max_examples=20, stateful_step_count=40, deadline=None, derandomize=True)
TestRefusals = Refusals.TestCase
