"""Twenty-one's own tests."""

from twentyone import TWENTYONE

from games.kit.inputs import Prompted
from games.kit.protocol import Result
from games.kit.scenario import Scenario
from games.kit.text import plain


def test_who_is_nearest_to_21_wins():
    match = Scenario.begun(TWENTYONE, 3, card=[10, 6, 9], first=[0])
    match.say(0, "draw", card=[9])
    match.say(1, "draw", card=[11])
    match.say(2, "draw", card=[11])
    for seat in (0, 1):
        match.say(seat, "stay")
    (last,) = match.say(2, "stay")
    assert match.result == Result({0: 2, 1: 3, 2: 1})
    assert [plain(text) for text in TWENTYONE.words.public(match.state, last)] == [
        "seat 2 stays. seat 0 10 9, seat 1 6 11, seat 2 9 11. Won by seat 2 with 20."
    ]


def test_with_more_than_21_there_is_nothing_to_draw():
    match = Scenario.begun(TWENTYONE, 2, card=[11, 5], first=[0])
    match.say(0, "draw", card=[11])
    match.say(1, "stay")
    assert match.refusal(0, "draw") == "You have more than 21: say stay."


def test_who_is_too_slow_stays():
    match = Scenario.begun(TWENTYONE, 2, first=[0])
    match.input(Prompted())
    assert [entry.at for entry in match.tick(20_000)] == [20_000]
    assert match.state.turn == 1


def test_nobody_sees_what_others_hold():
    low, high = (Scenario.begun(TWENTYONE, 2, card=[5, card], first=[0]) for card in (2, 11))
    for viewer in (0, None):
        assert TWENTYONE.view(low.state, viewer) == TWENTYONE.view(high.state, viewer)
    for tell in (TWENTYONE.words.score, TWENTYONE.words.prompt):
        assert plain(tell(low.state)) == plain(tell(high.state))
