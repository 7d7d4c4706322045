"""The computer player `normal`: it beats easy by far, reacts, meets and uses skills."""

import pytest

from games.cardbattle.commands import Choose, Draw, End, Fight, Open, Pass, Play, Refresh, Use
from games.cardbattle.state import Step
from games.haven import HAVEN
from games.kit.codec import codec
from games.kit.rng import Rng
from games.kit.scenario import Scenario
from tests.cardbattle.balance import beats_easy
from tests.cardbattle.hidden import permuted
from tests.haven.scenes import put, say, scene


def normal(match: Scenario, seat: int = 0, chance: bytes = b"normal") -> object:
    view, choices = HAVEN.view(match.state, seat), HAVEN.choices(match.state, seat)
    return HAVEN.computers["normal"].move(view, choices, Rng(chance))


@pytest.mark.parametrize(
    ("hand", "anew"),
    [
        (("dawn-lamb",) * 5, True),
        (("sunny-terrace", "dawn-lamb", "dawn-lamb", "dawn-lamb", "dawn-lamb"), False),
        (("sunny-terrace",) * 5, True),
    ],
)
def test_it_takes_a_new_hand_with_too_few_or_too_many_havens(hand, anew):
    match = Scenario.begun(HAVEN, 2, {}, starter=[0])
    match.state.sides[0].hand = dict(enumerate(hand, 1))
    assert normal(match) == Open(anew)


def test_it_refreshes_first():
    match = scene("dawn-lamb")
    put(match, 0, "noon-lion", exhausted=True)
    match.state.step = Step.REFRESH
    assert normal(match) == Refresh()


def test_it_plays_a_haven_before_all_else():
    match = scene("dawn-lamb sunny-terrace picnic")
    assert normal(match) == Play(2)


def test_it_charges_where_nobody_can_meet():
    match = scene("")
    put(match, 0, "noon-lion")
    assert normal(match) == Fight((1,), 1)


def test_it_does_not_charge_into_ruin():
    match = scene("")
    match.state.sides[0].ap = 4
    put(match, 0, "spark-mouse")
    put(match, 1, "thunder-yak", "noon-lion")
    assert normal(match) == End()


def test_it_charges_whom_it_can_put_out():
    match = scene("", "", "")
    put(match, 0, "noon-lion")
    match.state.sides[2].life = 4
    assert normal(match) == Fight((1,), 2)


def test_it_meets_what_it_can_stop():
    match = scene("")
    put(match, 0, "spark-mouse")
    (yak,) = put(match, 1, "thunder-yak")
    say(match, 0, "den 1")
    assert normal(match, 1) == Choose("meet", (yak,))


def test_it_meets_nobody_where_that_only_loses_a_sprite():
    match = scene("")
    put(match, 0, "comet-pony")
    put(match, 1, "puff-chick")
    say(match, 0, "den 1")
    assert normal(match, 1) == Choose("meet", ())


def test_it_meets_with_all_it_has_to_stay_in():
    match = scene("")
    match.state.sides[1].life = 2
    put(match, 0, "noon-lion")
    (chick,) = put(match, 1, "puff-chick")
    match.state.things[1].hurt = 1
    match.state.things[1].card = "tide-otter"
    say(match, 0, "den 1")
    assert normal(match, 1) == Choose("meet", (chick,))


def test_it_looks_at_some_ways_only_where_there_are_many():
    match = scene("")
    put(match, 0, *["noon-lion"] * 5)
    theirs = put(match, 1, *["star-whale"] * 9)
    say(match, 0, "den 1 2 3 4 5")
    command = normal(match, 1)
    assert isinstance(command, Choose)
    assert set(command.picks) <= set(theirs)
    say(match, 1, f"meet {' '.join(map(str, theirs))}")
    command = normal(match)
    assert isinstance(command, Choose)
    assert len(command.picks) == 5


def test_it_faces_what_is_worth_most():
    match = scene("")
    put(match, 0, "noon-lion")
    put(match, 1, "puff-chick", "night-kitten", "lantern-moth")
    match.state.things[3].hurt = 2
    say(match, 0, "den 1")
    say(match, 1, "meet 2 3 4")
    assert normal(match) == Choose("face", (4,))


def test_it_counters_what_is_worth_it_and_lets_the_rest_go():
    match = scene("star-whale", "hush")
    say(match, 0, "play 1")
    assert normal(match, 1) == Play(1)
    match = scene("second-wind", "hush")
    say(match, 0, "play 1")
    assert normal(match, 1) == Pass()


def test_it_is_not_confused_by_a_target_that_is_gone():
    match = scene("homeward", "hush slip-away", "hush")
    (lamb,) = put(match, 1, "dawn-lamb")
    say(match, 0, f"play 1 on {lamb}")
    say(match, 1, f"play 2 on {lamb}")
    say(match, 2, "pass")
    say(match, 1, "pass")
    assert lamb not in match.state.things
    assert normal(match, 2) == Pass()


def test_it_counters_no_card_of_its_own():
    match = scene("star-whale hush")
    say(match, 0, "play 1")
    assert normal(match) == Pass()


def test_it_uses_skills():
    match = scene("")
    match.state.sides[0].ap = 3
    (trolley,) = put(match, 0, "tea-trolley")
    assert normal(match) == Use(trolley)


def test_it_aims_at_what_hurts_most():
    match = scene("sunbeam")
    put(match, 0, "noon-lion", fresh=True)
    put(match, 1, "puff-chick", "lantern-moth", "thunder-yak")
    assert normal(match) == Play(1, (3,))


def test_it_draws_with_what_is_left_over():
    match = scene("")
    assert normal(match) == Draw()
    match.state.sides[0].hand = dict.fromkeys(range(1, 9), "hush")
    assert normal(match) == End()


def test_it_discards_what_is_worth_least():
    match = scene("noon-lion star-whale silver-owl thunder-yak picnic-bear dawn-lamb noon-lion star-whale")
    say(match, 0, "end")
    assert normal(match) == Choose("discard", (6,))


def test_it_fetches_what_is_worth_most():
    match = scene("encore")
    match.state.sides[0].rest = ["dawn-lamb", "noon-lion", "spark-mouse", "thunder-yak"]
    say(match, 0, "play 1")
    assert set(getattr(normal(match), "picks", ())) == {2, 4}


def test_it_gives_up_what_is_worth_least():
    match = scene("spring-clean", "")
    put(match, 1, "welcome-mat", "moon-bell")
    say(match, 0, "play 1")
    assert len(getattr(normal(match, 1), "picks", ())) == 1


def test_it_needs_to_know_whose_eyes_it_sees_with():
    match = scene("")
    with pytest.raises(ValueError, match="what its seat sees"):
        HAVEN.computers["normal"].move(HAVEN.view(match.state, None), [], Rng(b""))


def test_it_goes_by_what_its_seat_can_see():
    rng = Rng(b"others")
    for hands in (("picnic sunbeam", "hush picnic"), ("dawn-lamb", "slip-away hush")):
        match = scene(*hands)
        put(match, 0, "noon-lion", "tea-trolley")
        put(match, 1, "puff-chick")
        twin = permuted(HAVEN, match.state, 0, rng)
        assert codec(HAVEN).encode(twin) != codec(HAVEN).encode(match.state)
        seen = HAVEN.computers["normal"].move(HAVEN.view(twin, 0), HAVEN.choices(twin, 0), Rng(b"normal"))
        assert seen == normal(match)


@pytest.mark.no_cover
def test_it_beats_easy_with_and_against_every_ready_deck():
    beats_easy(HAVEN)
