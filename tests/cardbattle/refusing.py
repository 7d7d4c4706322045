"""A refused input changes nothing, whatever it is and whenever it comes; and all that is offered is taken."""

from typing import Any, ClassVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from games.cardbattle.commands import Choose, Draw, End, Fight, Hold, Open, Pass, Play, Refresh, Use
from games.cardbattle.game import CardBattle
from games.kit.codec import codec
from games.kit.errors import Refused
from games.kit.inputs import Away, Back, Cause, Joined, Kind, Left, Prompted, Reason, Resumed
from games.kit.match import Match
from games.kit.rng import Rng
from tests.cardbattle.playing import SEED, decks, easy

SEATS = 3
SEAT = st.integers(0, SEATS - 1)
REF = st.integers(-4, 30)
REFS = st.lists(REF, max_size=4).map(tuple)
WORDS = ("choose", "meet", "face", "defend", "name", "discard", "order", "x")
MOVES = st.one_of(
    st.builds(Play, REF, REFS),
    st.builds(Use, REF, REFS),
    st.builds(Fight, REFS, st.integers(-1, 4)),
    st.builds(Choose, st.sampled_from(WORDS), REFS),
    st.sampled_from([Draw(), Refresh(), End(), Pass(), Pass(turn=True), Hold(on=True), Hold(on=False)]),
    st.builds(Open, st.booleans()),
)
TEXTS = st.text(alphabet="abcdefghklmnoprstuy 0123456789@,\u3000\0é", max_size=16)
HAPPENINGS = st.one_of(
    st.builds(Joined, st.sampled_from(Kind)),
    st.builds(Away, st.sampled_from([cause for cause in Cause if cause is not Cause.QUIT])),
    st.just(Back()),
)
SETTINGS = settings(max_examples=20, stateful_step_count=40, deadline=None, derandomize=True)


class Refusing(RuleBasedStateMachine):
    """A match into which all kinds of commands are thrown. A game opens it."""

    game: ClassVar[CardBattle[Any]]

    def start(self, match: Match) -> None:
        self.match = match
        match.begin()
        self.brought = decks(match.state)

    def give(self, command: Any, seat: int | None = None, later: int = 0) -> None:
        """Give the match an input; if it is refused, all has to be as after the timers that were due before it."""
        match = self.match
        now = match.now + later
        list(match.tick(now))
        before = self._whole()
        try:
            list(match.submit(now, command, seat))
        except Refused as refused:
            answer = str(refused)
        else:
            return
        assert answer
        assert self._whole() == before

    def _whole(self) -> tuple[bytes, int, int, int]:
        match = self.match
        return codec(self.game).encode(match.state), match.rng.position, len(match.log), match.now

    @rule(seat=SEAT, move=MOVES, later=st.integers(0, 30_000))
    def any_move(self, seat, move, later):
        self.give(move, seat, later)

    @rule(seat=SEAT, text=TEXTS)
    def any_text(self, seat, text):
        try:
            move = self.game.parse(self.match.state, seat, text)
        except Refused:
            return
        self.give(move, seat)

    @rule(seed=st.integers(0, 1000), times=st.integers(1, 6))
    def legal_moves(self, seed, times):
        for _ in range(times):
            self.give(Prompted())
            for mover in sorted(self.game.actors(self.match.state))[:1]:
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
        folded: Match = Match.fold(self.game, match.header, match.log, SEED)
        assert (folded.state, folded.rng.position) == (match.state, match.rng.position)

    @invariant()
    def no_card_is_lost(self):
        assert decks(self.match.state) == self.brought
