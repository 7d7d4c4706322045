"""The computer level `normal`: what it does in scenes that have one sensible move, and that it beats `easy`."""

import pytest

from games.fia import FIA
from games.fia.commands import Command, Pass, Play, Rest
from games.kit.codec import codec
from games.kit.options import read_options
from games.kit.rng import Rng
from games.kit.scenario import Scenario
from games.kit.simulate import Plan, play
from games.kit.tally import Tally
from tests.fia.scenes import draw, lie, scene, tied
from tests.fia.test_hidden import permuted


def normal(match: Scenario, seat: int = 0, chance: bytes = b"normal") -> Command:
    """The move of a seat."""
    state = match.state
    return FIA.computers["normal"].move(FIA.view(state, seat), FIA.choices(state, seat), Rng(chance))


def attacked(hand: str, attack: int, *, lp: int = 40) -> Scenario:
    match = scene(hand)
    match.state.sides[0].pending = attack
    lie(match, 0, lp=lp)
    return match


def test_it_strikes_where_that_wins():
    match = scene("rc5 ra9 rh9 rx2")
    lie(match, 1, lp=5)
    assert normal(match) == Play(("rc5",))


def test_it_doubles_what_is_worth_doubling():
    assert normal(scene("rx2 gx2 ra9 rh1 rd1")) in (Play(("rx2", "gx2", "ra9")), Play(("gx2", "rx2", "ra9")))


def test_it_does_not_double_a_small_card():
    assert normal(scene("rx2 ra1 rh1 rd1")) != Play(("rx2", "ra1"))


@pytest.mark.parametrize(
    ("hand", "cards"),
    [("rd9 ra2", ("rd9",)), ("rh9 ra2", ("rh9",)), ("rc9 rd1", ("rc9",)), ("rp2 rd4 gd4 ra1", ("rp2", "rd4", "gd4"))],
)
def test_it_saves_itself(hand, cards):
    played = normal(attacked(hand, 8, lp=6))
    assert isinstance(played, Play)
    assert sorted(played.cards) == sorted(cards)


def test_it_counters_rather_than_defends():
    assert normal(attacked("rd9 rc9", 12)) == Play(("rc9",))


def test_it_prefers_what_passes_the_stockpile():
    match = scene("rc9 rh9")
    lie(match, 1, stock="bd9 gd9")
    assert normal(match) == Play(("rh9",))


def test_it_keeps_its_stockpile():
    match = scene("rp2 ra1 rd1 rh1")
    lie(match, 0, stock="bd9 gd9")
    assert "rp2" not in getattr(normal(match), "cards", ())


def test_it_draws_where_nothing_fits():
    match = scene("ra7 rh1")
    lie(match, 1, board="bd9")
    assert normal(match) == Rest()


def test_it_does_not_draw_its_deck_out():
    match = scene("rx2 g+2 ra1", decks=("bh1 bh2 bh3 bh4", "bh1"))
    assert "g+2" not in getattr(normal(match), "cards", ())


def test_it_plays_a_quick_draw():
    assert normal(draw("ra9 bd1 gh1", "bd1")) == Play(("ra9",))
    assert normal(draw("", "bd1")) == Pass()
    match = draw("yc5 gh1 bd1", "bd1")
    lie(match, 1, lp=5)
    assert normal(match, 0) == Play(("yc5",))


def test_it_sees_what_waits_for_each_seat():
    match = draw("gh1", "yc5 gh1 bd1")
    lie(match, 0, lp=5)
    assert normal(match, 1) == Play(("yc5",))


@pytest.mark.parametrize(
    ("hand", "card"),
    [("ra3 yc7 bd9 rx2", "yc7"), ("ra6 bd9 rx2", "rx2"), ("bd3 gh5 w", "gh5"), ("w rx2", "rx2"), ("ra1 gh9", "ra1")],
)
def test_it_lays_its_best_card_in_a_tie_break(hand, card):
    assert normal(tied(hand)) == Play((card,))


def test_chance_decides_among_equals():
    moves = {normal(scene("ra7 ya7"), 0, bytes([number])) for number in range(20)}
    assert moves == {Play(("ra7",)), Play(("ya7",))}


@pytest.mark.parametrize("spread", ["palette", "free"])
def test_it_goes_by_what_its_seat_can_see(spread):
    rng = Rng(b"others")
    for number in range(10):
        match = scene("rx2 ra7 gd4 yc5 w") if spread == "palette" else draw("x2 ra7 bd4 yc5 p2", "bh1")
        match.state.sides[1].hand = ["ra1", "bd2", "gh3"]
        match.state.sides[0].pending = number if spread == "palette" else 0
        twin = permuted(match.state, 0, rng)
        assert codec(FIA).encode(twin) != codec(FIA).encode(match.state)
        seen = FIA.computers["normal"].move(FIA.view(twin, 0), FIA.choices(twin, 0), Rng(b"normal"))
        assert seen == normal(match)


@pytest.mark.no_cover
@pytest.mark.parametrize("spread", ["palette", "free"])
def test_it_beats_easy(spread):
    # It wins more than 90 %; of an equal player, 70 of 100 would be expected once in 25,000 such tests.
    plan = Plan(FIA, read_options(FIA, {"spread": spread}), 2, ("easy", "normal"), bytes(32), 500)
    tally = Tally.of(play(plan, number) for number in range(100))
    assert tally.levels["normal"].percent >= 70
