"""What there are records of: how fast somebody drew, and what an attack took."""

from games.fia import FIA
from games.kit.feats import best_deeds
from games.kit.inputs import Paused, Prompted, Resumed
from tests.fia.scenes import draw, lay, play, scene


def best(match):
    return best_deeds(FIA, match.log)


def test_a_draw_is_measured_from_its_call_to_when_it_was_sent():
    match = draw("ra7 bh1", "bd3 bh1")
    lay(match, 1, "bd3", 1250, at=1900)
    match.say(0, "ra7", at=2000, calm=[3000])
    assert best(match) == {(1, "draw"): 250, (0, "draw"): 1000, (0, "attack"): 4}


def test_who_lays_nothing_has_not_drawn():
    match = draw("ra7", "bh1")
    match.say(0, "pass", at=1100)
    match.say(1, "pass", at=1200, calm=[3000])
    assert best(match) == {}


def test_who_is_asked_anew_after_the_call_has_not_drawn_quickly():
    match = draw("ra7 bh1", "bd3 bh1")
    match.say(0, "ra7", at=1040)
    match.input(Paused(), at=1050)
    match.input(Resumed(), at=1050)
    match.input(Prompted(), at=1050)
    match.say(1, "bd3", at=1051, calm=[3000])
    assert best(match) == {(0, "draw"): 40, (0, "attack"): 4}


def test_what_a_counter_leaves_of_an_attack_is_the_attackers():
    match = draw("ra9", "rc5")
    match.say(0, "ra9", at=1100)
    match.say(1, "rc5", at=1100, calm=[3000])
    taken = 20 - match.state.sides[1].lp
    assert best(match) == {(0, "draw"): 100, (1, "draw"): 100, (0, "attack"): taken}


def test_an_attack_of_palette_is_the_attackers_as_it_lands():
    match = scene("ra7")
    play(match, 0, "ra7")
    play(match, 1, "draw")
    landed = 40 - match.state.sides[1].lp
    assert landed > 0
    assert best(match) == {(0, "attack"): landed}
