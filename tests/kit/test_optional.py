"""What a game may have besides the protocol: decks, questions, look-ups, added cards, compact words, hold, records."""

import pytest

from games.haven import HAVEN
from games.kit.brevity import Compact, words_of
from games.kit.decks import Decked
from games.kit.extension import Extensible, extended
from games.kit.feats import Deed, Feat, Notable, best_deeds, feats_of
from games.kit.holding import Holding, hold
from games.kit.options import OptionsError, read_options
from games.kit.questions import Asked, Consulted, Question, lookups_of, questions_of
from games.kit.stamps import Stamped, stamped
from games.kit.text import phrase
from tests.kit.stones import STONES, StonesGame, Take
from tests.kit.widened import WIDENED


class Racing(StonesGame):
    """Stones in which it would matter who was first."""

    def stamped(self, state, command, sent):
        return Take(command.count + state.heap + sent)


class Open(StonesGame):
    """Stones that can be asked more."""

    @property
    def questions(self):
        return {"heap": Question("what is left", lambda state, seat: phrase("{n} for {seat}", n=state.heap, seat=seat))}


class Famous(StonesGame):
    """Stones of which there are records."""

    @property
    def feats(self):
        return {
            "haul": Feat(phrase("largest haul"), "points"),
            "rush": Feat(phrase("fastest move"), "ms", least=True),
        }

    def deeds(self, log):
        for seat, value in log:
            yield from (Deed(seat, feat, value) for feat in self.feats)


def test_the_best_of_what_each_seat_did_is_the_most_or_the_least():
    best = best_deeds(Famous(), [(0, 5), (1, 7), (0, 9), (0, 2)])
    assert best == {(0, "haul"): 9, (0, "rush"): 2, (1, "haul"): 7, (1, "rush"): 7}


def test_a_game_without_them_has_none():
    assert not isinstance(STONES, Decked | Asked | Consulted | Extensible | Stamped | Compact | Holding | Notable)
    assert questions_of(STONES) == lookups_of(STONES) == feats_of(STONES) == best_deeds(STONES, ()) == {}
    assert extended(STONES, STONES.options()) is STONES


def test_a_command_is_stamped_where_the_game_asks_for_it():
    state = STONES.blank()
    state.heap = 10
    assert stamped(Racing(), state, Take(1), 500) == Take(511)
    assert stamped(STONES, state, Take(1), 500) == Take(1)


def test_a_game_without_compact_words_has_its_usual_ones():
    assert words_of(STONES, compact=True) is STONES.words
    assert words_of(HAVEN, compact=False) is HAVEN.words
    assert words_of(HAVEN, compact=True) is HAVEN.compact_words


@pytest.mark.parametrize("on", [True, False])
def test_nobody_can_hold_where_nobody_can_react(on):
    assert hold(STONES, on=on) is None
    assert hold(HAVEN, on=on).on is on


def test_a_games_own_questions():
    state = STONES.blank()
    state.heap = 10
    assert questions_of(Open())["heap"].answer(state, 1) == phrase("{n} for {seat}", n=10, seat=1)


def test_a_game_is_asked_with_the_cards_that_its_options_add():
    options = read_options(WIDENED, {"cards": "granite flint"})
    wider = extended(WIDENED, options)
    assert lookups_of(WIDENED)["card"](None, "flint") == phrase("There is no {name}.", name="flint")
    assert lookups_of(wider)["card"](None, "flint") == phrase("{name} is hard.", name="flint")


def test_options_with_cards_that_cannot_be_used_are_refused_with_every_mistake():
    with pytest.raises(OptionsError) as refused:
        read_options(WIDENED, {"cards": "granite mud sand"})
    assert refused.value.mistakes == [("cards", "cards: mud is soft"), ("cards", "cards: sand is soft")]
