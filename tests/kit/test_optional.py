"""What a game may have besides the protocol: decks, questions of its own, commands that carry when they were sent."""

from games.kit.decks import Decked
from games.kit.questions import Asked, Question, questions_of
from games.kit.stamps import Stamped, stamped
from games.kit.text import phrase
from tests.kit.stones import STONES, StonesGame, Take


class Racing(StonesGame):
    """Stones in which it would matter who was first."""

    def stamped(self, state, command, sent):
        return Take(command.count + state.heap + sent)


class Open(StonesGame):
    """Stones that can be asked more."""

    @property
    def questions(self):
        return {"heap": Question("what is left", lambda state, seat: phrase("{n} for {seat}", n=state.heap, seat=seat))}


def test_a_game_without_them_has_none():
    assert not isinstance(STONES, Decked | Asked | Stamped)
    assert questions_of(STONES) == {}


def test_a_command_is_stamped_where_the_game_asks_for_it():
    state = STONES.blank()
    state.heap = 10
    assert stamped(Racing(), state, Take(1), 500) == Take(511)
    assert stamped(STONES, state, Take(1), 500) == Take(1)


def test_a_games_own_questions():
    state = STONES.blank()
    state.heap = 10
    assert questions_of(Open())["heap"].answer(state, 1) == phrase("{n} for {seat}", n=10, seat=1)
