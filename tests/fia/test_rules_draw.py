"""Rules 16 and 17: the calm, the call, and who is faster."""

import pytest
from msgspec import to_builtins

from games.fia import FIA
from games.fia.commands import Pass, Play, Rest, Top
from games.fia.events import (
    Barred,
    Called,
    Holstered,
    LaidOut,
    Received,
    Refilled,
    Shown,
)
from games.fia.state import Stage
from games.kit.errors import Illegal
from games.kit.inputs import Expired, Prompted
from games.kit.scenario import Scenario
from tests.fia.scenes import begun, called, draw, fast, lay, lines, of, play, scene

# Rule 16


def test_rule_16_both_hold_seven_and_a_calm_begins():
    match = begun()
    assert match.log[0].events[-1] == Holstered(1, 3210)
    assert [len(side.hand) for side in match.state.sides] == [7, 7]
    assert (FIA.waits(match.state), FIA.actors(match.state), match.due) == ({0, 1}, set(), None)
    match.input(Prompted(), at=100)
    assert (FIA.waits(match.state), FIA.actors(match.state)) == (set(), set())
    assert FIA.timers(match.state) == {"calm": 3310}


def test_rule_16_the_calm_lasts_two_to_six_seconds():
    calms = [Scenario.begun(FIA, 2, {"spread": "free"}, deck=[number]).state.calm for number in range(70)]
    assert all(2000 <= calm <= 6000 for calm in calms)
    for bound in (2000, 6000):
        assert Scenario.begun(FIA, 2, {"spread": "free"}, calm=[bound]).state.calm == bound


def test_rule_16_the_calm_is_an_option():
    assert Scenario.begun(FIA, 2, {"spread": "free", "calm": [1, 1]}, calm=[1000]).state.calm == 1000


def test_rule_16_after_the_calm_the_draw_is_called():
    match = begun()
    match.input(Prompted(), at=100)
    (entry,) = match.tick(3310)
    assert (entry.command, entry.events) == (Expired("calm"), (Called(),))
    assert (FIA.waits(match.state), FIA.actors(match.state), match.due) == ({0, 1}, set(), None)


@pytest.mark.parametrize("seconds", [8, 3])
def test_rule_16_from_the_call_on_both_have_time_to_lay(seconds):
    match = called(draw_time=seconds)
    match.input(Prompted(), at=4000)
    assert FIA.timers(match.state) == {"draw": 4000 + 1000 * seconds}
    assert FIA.actors(match.state) == {0, 1}
    assert {choice.kind.partition(" ")[0] for choice in FIA.choices(match.state, 0)} == {"play", "pass"}


@pytest.mark.parametrize(("at", "in_time"), [(8999, True), (9000, False), (9001, False)])
def test_rule_16_a_play_at_the_end_of_the_time_is_late(at, in_time):
    match = draw("ra1", "bd1")
    if in_time:
        assert Received(0, ("ra1",), at) in play(match, 0, "ra1", at=at)
    else:
        assert "before this draw began" in match.refusal(0, "ra1", at=at)
        assert [seat.idle for seat in match.state.sides] == [1, 1]


def test_rule_16_colour_never_matters():
    match = draw("x2 bd3 ra1", "bd1")
    assert of(fast(match, "x2 bd3", "pass"), LaidOut) == [LaidOut(0, ("x2", "bd3"))]


def test_rule_16_the_channel_hears_only_that_somebody_has_drawn():
    for text in ("ra1", "x2 ra1", "pass"):
        match = draw("x2 ra1", "bd1")
        (entry,) = match.say(0, text)
        assert lines(match.state, entry) == ["ann has drawn."]
        assert len(match.state.sides[0].hand) == 2
        for viewer in (None, 1):
            assert FIA.reveal(entry.events[0], viewer) == Received(0)
            assert FIA.view(match.state, viewer).drawn == (0,)
            assert FIA.view(match.state, viewer).laid is None
        assert FIA.view(match.state, 0).laid == match.state.laid[0]


def test_rule_16_both_plays_are_shown_together():
    match = draw("ra1", "bd3")
    events = fast(match, "ra1", "bd3")
    assert [type(event) for event in events[:4]] == [Received, Shown, LaidOut, LaidOut]
    assert isinstance(events[-1], Holstered)
    assert match.state.number == 2


@pytest.mark.parametrize("command", [Rest(), Top()])
def test_rule_16_there_are_no_turns(command):
    match = draw("ra1", "bd3")
    with pytest.raises(Illegal, match="Here you lay a card or a chain, or pass"):
        match.input(command, 0)


def test_rule_16_nobody_lays_twice():
    match = draw("ra1 ra2", "bd3")
    play(match, 0, "ra1")
    assert match.refusal(0, "ra2") == match.refusal(0, "pass") == "You have drawn already."


def test_rule_16_the_moment_of_the_call_is_hidden():
    match = begun()
    match.input(Prompted(), at=100)
    for viewer in (None, 0, 1):
        seen = to_builtins(FIA.view(match.state, viewer))
        assert seen["due"] is None
        assert not any(number in str(seen) for number in ("3210", "3310"))
        shown = [FIA.reveal(event, viewer) for entry in match.log for event in entry.events]
        assert "3210" not in str(shown)
    assert FIA.words.turn(match.state, 100) == FIA.words.turn(match.state, 3000)


def test_rule_16_nothing_tells_of_the_call_before_its_line_has_left():
    match = begun()
    match.input(Prompted(), at=100)
    told = [FIA.words.turn(match.state, 3309), *(FIA.view(match.state, viewer) for viewer in (None, 0, 1))]
    list(match.tick(3310))
    assert match.state.stage is Stage.CALLED
    assert [FIA.words.turn(match.state, 3310), *(FIA.view(match.state, viewer) for viewer in (None, 0, 1))] == told
    match.input(Prompted(), at=3400)
    assert FIA.words.turn(match.state, 3400) != told[0]


# Rule 17


def test_rule_17_laying_before_the_call_is_a_false_start():
    match = begun()
    match.input(Prompted(), at=100)
    card = match.state.sides[0].hand[0]
    (entry,) = match.say(0, card, at=3309)
    assert entry.events == (Barred(0),)
    assert lines(match.state, entry) == ["ann drew too early and lays nothing."]
    assert match.refusal(0, card) == "You drew too early: you lay nothing in this draw."
    list(match.tick(3310))
    assert FIA.waits(match.state) == {1}
    match.input(Prompted(), at=3400)
    assert FIA.actors(match.state) == {1}
    assert match.refusal(0, card) == "You drew too early: you lay nothing in this draw."
    events = play(match, 1, match.state.sides[1].hand[0])
    assert of(events, Shown) == [Shown(barred=(0,))]
    assert [laid.seat for laid in of(events, LaidOut)] == [1]
    assert match.state.barred == []


def test_rule_17_the_calls_moment_is_when_its_line_has_left():
    match = called()
    card = match.state.sides[0].hand[0]
    (entry,) = match.say(0, card, at=3999)
    assert entry.events == (Barred(0),)
    assert lines(match.state, entry) == ["DRAW! bob: 8 s."]  # no line of its own: it would be a second call
    assert FIA.words.public(match.state, entry) == []


def test_rule_17_two_false_starts_end_the_draw():
    match = begun()
    match.input(Prompted(), at=100)
    match.say(0, match.state.sides[0].hand[0], at=200)
    (entry,) = match.say(1, match.state.sides[1].hand[0], at=300, calm=[2000])
    assert entry.events[:2] == (Barred(1), Shown(barred=(0, 1)))
    assert [len(refilled.drawn) for refilled in of(entry.events, Refilled)] == [1, 1]
    assert match.state.number == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [("ra1", "You have no ra1. You hold bd1."), ("pass", "The draw has not been called yet: wait for DRAW!")],
)
def test_rule_17_what_cannot_be_laid_is_no_false_start(text, said):
    match = begun()
    match.state.sides[0].hand = ["bd1"]
    match.input(Prompted(), at=100)
    assert match.refusal(0, text, at=200) == said
    assert match.state.barred == []


def test_rule_17_what_was_sent_before_the_draw_began_does_not_count():
    match = begun()
    card = match.state.sides[0].hand[0]
    assert "before this draw began" in match.refusal(0, card)
    match.input(Prompted(), at=100)
    with pytest.raises(Illegal, match="before this draw began"):
        lay(match, 0, card, sent=99, at=300)
    assert lay(match, 0, card, sent=100, at=300) == [Barred(0)]


@pytest.mark.parametrize(("sent", "event"), [(999, Barred(0)), (1000, Received(0, ("ra1",), 1000, stamped=True))])
def test_rule_17_the_stamps_decide_about_a_false_start(sent, event):
    match = draw("ra1", "bd1")
    assert lay(match, 0, "ra1", sent, at=1200)[0] == event


def test_rule_17_the_stamps_decide_who_is_faster_not_the_arrival():
    match = draw("ra1", "ra2")
    lay(match, 0, "ra1", sent=1500, at=1600)
    events = lay(match, 1, "ra2", sent=1400, at=1700)
    assert of(events, Shown) == [Shown(first=1, lead=100)]
    assert of(events, LaidOut) == [LaidOut(1, ("ra2",)), LaidOut(0, ("ra1",))]


def test_rule_17_without_stamps_the_arrival_decides():
    match = draw("ra1", "ra2")
    play(match, 0, "ra1", at=1600)
    assert of(play(match, 1, "ra2", at=1733), Shown) == [Shown(first=0, lead=133)]


def test_rule_17_of_two_clocks_no_difference_is_told():
    match = draw("ra1", "ra2")
    lay(match, 0, "ra1", sent=1500, at=1600)
    match.say(1, "ra2", at=1700)
    assert of(match.log[-1].events, Shown) == [Shown(first=0)]
    assert lines(match.state, match.log[-1])[0].startswith("ann was faster. ann lays ra1. bob lays ra2.")


@pytest.mark.parametrize("stamps", [(1500, 1500), (None, None), (1600, None)])
def test_rule_17_equal_stamps_are_simultaneous(stamps):
    match = draw("ra1", "ra2")
    for seat, sent in enumerate(stamps):
        match.input(Play((f"ra{seat + 1}",), sent), seat, 1600)
    assert of(match.log[-1].events, Shown) == [Shown(lead=0)]


def test_rule_17_only_plays_of_the_free_spread_carry_their_stamp():
    free, palette = draw("ra1", "ra2").state, scene("ra7").state
    assert FIA.stamped(free, Play(("ra1",)), 5) == Play(("ra1",), 5)
    assert FIA.stamped(free, Pass(), 5) == Pass()
    assert FIA.stamped(palette, Play(("ra7",)), 5) == Play(("ra7",))
