"""Nobody sees what others hold: change all that a viewer cannot see, and nothing that is shown to them changes."""

import pytest
from msgspec.structs import replace

from games.cardbattle import events as e
from games.kit.match import Match
from games.kit.rng import Rng
from games.menagerie import MENAGERIE
from tests.cardbattle.hidden import disguised, permuted, shown
from tests.cardbattle.playing import SEED, header, playout
from tests.menagerie.scenes import put, said, say, scene, written


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", [2, 3, 6])
def test_what_others_hold_changes_nothing_that_is_shown(seats):
    rng = Rng(b"hidden")
    match = Match.open(MENAGERIE, header(MENAGERIE, seats, hp=24 // seats, hand_limit=4), SEED)
    for entry in playout(match, seats):
        for viewer in (None, 0, seats - 1):
            twin = permuted(MENAGERIE, match.state, viewer, rng)
            if match.state.over or any(isinstance(event, e.HoldSet) for event in entry.events):
                continue
            disguise = replace(entry, events=tuple(disguised(twin, event, viewer, rng) for event in entry.events))
            assert shown(MENAGERIE, twin, disguise, viewer) == shown(MENAGERIE, match.state, entry, viewer)


def test_what_the_viewer_holds_does_change_it():
    match = Match.open(MENAGERIE, header(MENAGERIE), SEED)
    entry = match.begin()
    twin = permuted(MENAGERIE, match.state, None, Rng(b"hidden"))
    assert shown(MENAGERIE, twin, entry, 0) != shown(MENAGERIE, match.state, entry, 0)


@pytest.mark.parametrize("held", ["splash", "cinder-chick"])
def test_who_holds_gives_nothing_away_by_silence(held):
    match = scene("message-in-a-bottle", held, "")
    match.state.sides[1].hold = True
    say(match, 0, "play 1")
    assert said(match) == ["ann plays Message in a Bottle. bob: react, or pass: 8 s."]
    say(match, 1, "pass")
    assert said(match)[0].startswith("Message in a Bottle: ann draws 2 cards. ann,")


def test_mana_is_open_and_hands_are_not():
    match = scene("splash", "hot-foot cinder-chick")
    put(match, 1, "cinder-chick")
    seen = MENAGERIE.view(match.state, 0)
    assert seen.sides[1].mana == match.state.sides[1].mana
    assert seen.sides[1].hand == {1: "?", 2: "?"}
    assert seen.sides[0].hand == {1: "splash"}
    assert "hand 2" in written(MENAGERIE.words.table(match.state, 0)[0])
