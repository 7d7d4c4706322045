"""Searching one's deck: others learn nothing of it, and who searches is told what there is, again after a pause."""

import pytest

from games.cardbattle import changes as c
from games.cardbattle.cards import HIDDEN
from games.cardbattle.commands import Choose
from games.cardbattle.events import Asked
from games.haven import HAVEN
from games.kit.inputs import Away, Back, Cause, Paused, Resumed
from games.kit.rng import Rng
from games.kit.scenario import Scenario
from tests.haven.scenes import hand, inplay, lines, of, prompted, put, say, scene, timed_out, written

BOTH = ("sunny-terrace", "dawn-lamb", "crossroads-inn")
NEITHER = ("dawn-lamb", "dawn-lamb", "dawn-lamb")
FOUND = "You can choose: 1 Crossroads Inn, 2 Sunny Terrace."
NOTHING = "You find nothing there: pass."


def searching(*deck: str) -> Scenario:
    """Ann looks for a Haven in her deck."""
    match = scene("house-hunt", "")
    match.state.sides[0].deck = [*deck]
    say(match, 0, "play 1")
    return match


def told(match: Scenario) -> dict[int, str]:
    return {seat: written(text) for seat, text in HAVEN.words.private(match.state, match.log[-1]).items()}


def public(match: Scenario) -> list[object]:
    entry = match.log[-1]
    events = [HAVEN.reveal(event, 1) for event in entry.events]
    return [lines(match.state, entry), events, HAVEN.view(match.state, 1), HAVEN.waits(match.state)]


def test_nobody_else_learns_whether_there_is_anything_to_be_found():
    finding, failing = searching(*BOTH), searching(*NEITHER)
    assert public(finding) == public(failing)
    assert (told(finding), told(failing)) == ({0: FOUND}, {0: NOTHING})
    for match in (finding, failing):
        say(match, 0, "pass")
    assert public(finding) == public(failing)
    late = [searching(*BOTH), searching(*NEITHER)]
    for match in late:
        timed_out(match)
    assert public(late[0]) == public(late[1])


def test_who_finds_nothing_can_choose_nothing():
    match = searching(*NEITHER)
    assert match.refusal(0, "choose 1") == "There is nothing to choose: pass."
    assert [choice.candidates for choice in HAVEN.choices(match.state, 0)] == [()]
    say(match, 0, "choose")
    assert inplay(match, 0) == []


def test_in_an_empty_deck_nothing_is_looked_for():
    match = searching()
    assert of(match.log[-1].events, Asked) == []
    assert match.state.open_to_actions


def test_who_searches_sees_what_is_found_and_nothing_else():
    match = searching(*BOTH)
    assert HAVEN.view(match.state, 0).sides[0].deck == ["crossroads-inn", "sunny-terrace", HIDDEN]
    assert HAVEN.view(match.state, 1).sides[0].deck == [HIDDEN] * 3
    say(match, 0, "choose 2")
    assert HAVEN.view(match.state, 0).sides[0].deck == [HIDDEN] * 2


@pytest.mark.parametrize(("deck", "picks"), [(BOTH, 1), (NEITHER, 0)])
def test_computer_players_can_search(deck, picks):
    for level in ("normal", "easy"):
        match = searching(*deck)
        view, choices = HAVEN.view(match.state, 0), HAVEN.choices(match.state, 0)
        move = HAVEN.computers[level].move(view, choices, Rng(b"any"))
        assert isinstance(move, Choose)
        assert len(move.picks) == picks or level == "easy"
        match.input(move, 0)


def test_after_an_interruption_it_is_told_again():
    match = searching(*BOTH)
    prompted(match)
    match.input(Away(Cause.SPLIT), 0)
    match.input(Back(), 0)
    assert told(match) == {0: f"You hold nothing. {FOUND}"}
    prompted(match)
    match.input(Paused())
    match.input(Resumed())
    assert told(match) == {0: FOUND}


def test_so_is_with_what_one_could_react():
    match = scene("picnic", "hush", "hush")
    say(match, 0, "play 1")
    prompted(match)
    match.input(Away(Cause.SPLIT), 1)
    match.input(Back(), 1)
    assert told(match) == {1: "You hold 1 Hush (4 AP). You can play 1 (Hush), or pass."}
    say(match, 1, "pass")
    prompted(match)
    match.input(Paused())
    match.input(Resumed())
    assert told(match) == {2: "You can play 1 (Hush), or pass."}


def test_into_the_hand_nobody_sees_which():
    scout = (
        '[[card]]\nid = "scout"\nname = "Scout"\ntype = "action"\nap = 1\n[[card.skills]]\nwhen = "once"\n'
        'effects = [{ do = "fetch", zone = "deck", into = "hand", where = { types = ["sprite"] } }]'
    )
    match = scene("scout", "", cards=scout)
    put(match, 1, "dawn-lamb")
    events = say(match, 0, "play 1") + say(match, 0, "choose 2")
    assert hand(match, 0) == ["night-kitten"]
    assert [HAVEN.reveal(event, 1) for event in of(events, c.Fetched)] == [c.Fetched(0, HIDDEN, "deck")]
