"""Nobody sees what others hold: change all that a viewer cannot see, and nothing that is shown to them changes."""

import pytest
from msgspec.structs import replace

from games.cardbattle import events as e
from games.haven import HAVEN
from games.kit.rng import Rng
from tests.cardbattle.hidden import disguised, permuted, shown
from tests.cardbattle.playing import playout
from tests.haven.playouts import opened
from tests.haven.scenes import say, scene, written


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_what_others_hold_changes_nothing_that_is_shown(seats):
    rng = Rng(b"hidden")
    match = opened(seats, composure=12, hand_limit=4)
    for entry in playout(match, seats):
        viewer = (None, 0, seats - 1)[entry.seq % 3]
        twin = permuted(HAVEN, match.state, viewer, rng)
        if match.state.over or any(isinstance(event, e.HoldSet) for event in entry.events):
            continue
        disguise = replace(entry, events=tuple(disguised(twin, event, viewer, rng) for event in entry.events))
        assert shown(HAVEN, twin, disguise, viewer) == shown(HAVEN, match.state, entry, viewer)


def test_what_the_viewer_holds_does_change_it():
    match = opened()
    entry = match.begin()
    assert shown(HAVEN, permuted(HAVEN, match.state, None, Rng(b"hidden")), entry, 0) != shown(
        HAVEN, match.state, entry, 0
    )


def test_how_many_are_discarded_by_choice_is_told_and_which_ones_only_to_who_does():
    match = scene("picnic " * 9, "")
    say(match, 0, "end")
    assert written(HAVEN.words.prompt(match.state)) == "ann: discard 2: 20 s."
    entry = match.log[-1]
    assert [*HAVEN.words.private(match.state, entry)] == [0]
    seen = HAVEN.view(match.state, 1).frame
    assert seen
    assert seen.ask.candidates == ()


def test_a_view_has_the_cards_in_it_that_everybody_knows():
    match = scene("hush", "picnic")
    seen = HAVEN.view(match.state, 0)
    assert seen.sides[0].hand == {1: "hush"}
    assert seen.sides[1].hand == {1: "?"}
    assert set(seen.sides[0].deck) == {"?"}
    assert seen.cards == match.state.cards
