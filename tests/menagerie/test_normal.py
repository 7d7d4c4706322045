"""The computer player `normal`: it beats easy, reacts, defends, refreshes and uses skills, and thinks quickly."""

from statistics import median
from time import perf_counter

import pytest

from games.cardbattle.commands import Choose, Draw, End, Fight, Pass, Play, Refresh, Use
from games.kit.codec import codec
from games.kit.match import Match
from games.kit.rng import Rng
from games.kit.scenario import Scenario
from games.menagerie import MENAGERIE
from tests.cardbattle.balance import beats_easy
from tests.cardbattle.hidden import permuted
from tests.cardbattle.playing import SEED, header
from tests.menagerie.scenes import card, creature, poor, put, say, scene

BEASTS = (
    creature("big", "clay", "4A 4B 5C 4D", hp=9) + creature("mid", "clay", "2A 2B 3C 2D", hp=5)
    + creature("tiny", "clay", "1A 1B 1C 1D", hp=2)
)  # fmt: skip
HUSH = card("hush", "surprise", 'when = "once"\ntargets = { what = "top" }\neffects = [{ do = "counter" }]', ap=4)
NAP = card("nap", "action", 'when = "once"\neffects = [{ do = "gain", ap = 1 }]', ap=1)
CARDS = BEASTS + HUSH + NAP


def table(*hands: str, **options: object) -> Scenario:
    match = scene(*hands, cards=CARDS, **options)
    for seat in range(len(match.state.sides)):
        poor(match, seat, ash=20, brine=20, clay=20, dew=20)
    return match


def normal(match: Scenario, seat: int = 0, chance: bytes = b"normal") -> object:
    view, choices = MENAGERIE.view(match.state, seat), MENAGERIE.choices(match.state, seat)
    return MENAGERIE.computers["normal"].move(view, choices, Rng(chance))


def test_it_attacks_where_nobody_can_defend():
    match = table()
    (big,) = put(match, 0, "big")
    assert normal(match) == Fight((big,), 1)


def test_it_attacks_whom_it_can_put_out():
    match = table("", "", "")
    (big,) = put(match, 0, "big")
    match.state.sides[2].life = 4
    assert normal(match) == Fight((big,), 2)


def test_it_does_not_attack_into_ruin():
    match = table()
    match.state.sides[0].ap = 4
    put(match, 0, "tiny")
    put(match, 1, "big", "big")
    assert normal(match) == End()


def test_it_defends_with_whom_it_can_stop_the_attack():
    match = table()
    put(match, 0, "tiny")
    (big,) = put(match, 1, "big")
    say(match, 0, "attack 1")
    assert normal(match, 1) == Choose("defend", (big,))


def test_it_defends_with_nobody_where_that_only_loses_a_creature():
    match = table()
    put(match, 0, "mid")
    put(match, 1, "tiny")
    say(match, 0, "attack 1")
    assert normal(match, 1) == Choose("defend", ())


def test_it_defends_with_all_it_has_to_stay_in():
    match = table()
    match.state.sides[1].life = 2
    put(match, 0, "big")
    (tiny,) = put(match, 1, "tiny")
    say(match, 0, "attack 1")
    assert normal(match, 1) == Choose("defend", (tiny,))


def test_it_names_those_whom_it_costs_least():
    match = table()
    put(match, 0, "tiny", "big", "mid")
    (guard,) = put(match, 1, "mid")
    say(match, 0, "attack 1 2 3")
    say(match, 1, f"defend {guard}")
    assert normal(match) == Choose("name", (2,))


def test_it_refreshes_once_it_has_attacked():
    match = table()
    put(match, 0, "big")
    poor(match, 0)
    say(match, 0, "attack 1")
    assert normal(match) == Refresh()


def test_it_refreshes_to_defend():
    match = table()
    put(match, 0, "mid")
    put(match, 1, "big", exhausted=True)
    say(match, 0, "attack 1")
    assert normal(match, 1) == Refresh()


def test_it_begins_with_the_first_creature():
    match = table("tiny big")
    poor(match, 0)
    match.state.cards["big"] = match.state.cards["kiln-bear"]
    assert normal(match) == Play(2)


def test_it_counters_what_is_worth_it_and_lets_the_rest_go():
    match = table("big", "hush")
    say(match, 0, "play 1")
    assert normal(match, 1) == Play(1)
    match = table("nap", "hush")
    say(match, 0, "play 1")
    assert normal(match, 1) == Pass()


def test_it_uses_skills():
    match = table()
    match.state.sides[0].ap = 3
    lizard, _ = put(match, 0, "lantern-lizard", "cinder-chick", exhausted=False)
    (tiny,) = put(match, 1, "tiny")
    match.state.things[2].exhausted = True
    match.state.done = ["refresh 0", "attack 1"]
    assert normal(match) == Use(lizard, (tiny,))


def test_it_aims_at_what_hurts_most():
    match = table("warm-words")
    put(match, 1, "tiny", "kiln-bear")
    (mid,) = put(match, 1, "mid")
    match.state.things[mid].hurt = 1
    match.state.done = ["refresh 0"]
    assert normal(match) == Play(1, (mid,))


@pytest.mark.parametrize(("code", "seat"), [("clay-armor", 0), ("soap-bubble", 1)])
def test_it_lays_alterations_on_the_right_side(code, seat):
    match = table(code)
    put(match, 1 - seat, "big", fresh=True)
    (big,) = put(match, seat, "big", fresh=True)
    match.state.done = ["refresh 0"]
    assert normal(match) == Play(1, (big,))


def test_it_draws_with_what_is_left_over():
    match = table()
    assert normal(match) == Draw()
    match.state.sides[0].hand = dict.fromkeys(range(1, 9), "hush")
    assert normal(match) == End()


def test_it_goes_by_what_its_seat_can_see():
    rng = Rng(b"others")
    for hands in (("warm-words nap", "hush nap"), ("tiny", "dive-away hush")):
        match = table(*hands)
        put(match, 0, "big", "lantern-lizard")
        put(match, 1, "tiny")
        twin = permuted(MENAGERIE, match.state, 0, rng)
        assert codec(MENAGERIE).encode(twin) != codec(MENAGERIE).encode(match.state)
        choices = MENAGERIE.choices(twin, 0)
        seen = MENAGERIE.computers["normal"].move(MENAGERIE.view(twin, 0), choices, Rng(b"normal"))
        assert seen == normal(match)


def test_a_decision_takes_at_most_2_ms_at_the_median():
    match = Match.open(MENAGERIE, header(MENAGERIE, 4), SEED)
    match.begin()
    mind, rng, times = MENAGERIE.computers["normal"], Rng(b"quick"), []
    while not match.over and len(times) < 300:
        seat = min(MENAGERIE.actors(match.state))
        view, choices = MENAGERIE.view(match.state, seat), MENAGERIE.choices(match.state, seat)
        began = perf_counter()
        command = mind.move(view, choices, rng)
        times.append(1000 * (perf_counter() - began))
        list(match.submit(match.now + 500, command, seat))
    assert median(times) <= 2


@pytest.mark.no_cover
def test_it_beats_easy_with_and_against_every_ready_deck():
    beats_easy(MENAGERIE)
