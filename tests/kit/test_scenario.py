import pytest

from games.kit.errors import Fault, Illegal, Misread, Refused
from games.kit.inputs import Kind, Prompted
from games.kit.options import OptionsError
from games.kit.protocol import Chair, Header
from games.kit.rng import ALGORITHM
from games.kit.scenario import Scenario
from games.kit.text import phrase
from tests.kit.stones import STONES, Ended, PutBack, Spoil, StonesGame, Taken, typed


def test_it_begins_with_the_draws_that_are_asked_for():
    scene = Scenario.begun(STONES, 3, {"heap": "20"}, first=[2], secret=[100, 150, 199])
    assert scene.state.heap == 20
    assert scene.state.turn == 2
    assert scene.state.secrets == [100, 150, 199]
    assert scene.rng.unused == {}
    assert [chair.kind for chair in scene.header.chairs] == [Kind.HUMAN] * 3
    assert scene.header.options == {
        "heap": 20, "move_time": 10, "round_time": 60, "die": True, "pace": 1.0, "name": "heap",
    }  # fmt: skip


def test_its_header_is_that_of_a_match_without_number_and_seed():
    header = Scenario.begun(STONES).header
    assert header == Header(0, "stones", 3, "", typed(), (Chair(), Chair()), ALGORITHM)


def test_what_is_said_is_read_by_the_game_as_it_stands():
    class Listening(StonesGame):
        def parse(self, state, seat, text):
            heard.append((state.heap, seat, text))
            return super().parse(state, seat, text)

    heard = []
    scene = Scenario.begun(Listening(), first=[1])
    scene.state.heap = 7
    scene.say(1, "2", die=[0])
    assert heard == [(7, 1, "2")]


def test_the_same_scenario_is_the_same_match():
    assert Scenario.begun(STONES, 4).log == Scenario.begun(STONES, 4).log


def test_a_seat_says_a_move_with_forced_draws():
    scene = Scenario.begun(STONES, first=[0])
    (entry,) = scene.say(0, "3", die=[2])
    assert entry.events == (Taken(0, 3), PutBack(2))
    assert scene.state.heap == 9


def test_the_state_can_be_set_at_will():
    scene = Scenario.begun(STONES, first=[1])
    scene.state.heap = 1
    (entry,) = scene.say(1, "1")
    assert entry.events == (Taken(1, 1), Ended({0: 2, 1: 1}))


def test_moves_come_at_the_match_time_that_is_given_or_at_once():
    scene = Scenario.begun(STONES, first=[0])
    scene.input(Prompted(), at=500)
    (entry,) = scene.say(0, "1", die=[0])
    assert entry.at == 500
    expired, refused = scene.input(Prompted(), at=800), scene.now
    assert [each.at for each in expired] == [refused] == [800]
    assert [entry.at for entry in scene.input(Prompted(), at=10_800)] == [10_800, 10_800]


def test_a_refusal_gives_the_answer_in_english():
    scene = Scenario.begun(STONES, first=[0])
    log = list(scene.log)
    assert scene.refusal(0, "all") == "Say how many stones you take: 1 to 3."
    assert scene.refusal(0, "9") == "You can take 1 to 3."
    assert scene.refusal(1, "1") == "It is seat 0's turn."
    assert scene.log == log


def test_a_refusal_that_does_not_come_is_an_error():
    with pytest.raises(AssertionError, match="'1' was taken"):
        Scenario.begun(STONES, first=[0]).refusal(0, "1")


def test_say_raises_what_the_game_says():
    scene = Scenario.begun(STONES, first=[0])
    with pytest.raises(Misread):
        scene.say(0, "all")
    with pytest.raises(Illegal):
        scene.say(0, "4")
    with pytest.raises(Fault):
        scene.input(Spoil("crash"), 0)


def test_wrong_options_are_told():
    with pytest.raises(OptionsError, match="heap"):
        Scenario.begun(STONES, 2, {"heap": 99})


def test_a_refusal_carries_its_text():
    text = phrase("No {what}.", what="way")
    for kind in (Misread, Illegal):
        refused = kind(text)
        assert isinstance(refused, Refused)
        assert refused.text is text
        assert str(refused) == "No way."
