"""A new card of Haven."""

from pathlib import Path

from games.cardbattle.loader import read_cards
from games.haven import HAVEN
from games.haven.cards import DIALECT
from games.kit.scenario import Scenario

CARDS = Path(__file__).with_name("paper_crane.toml")


def test_a_paper_crane_brings_a_card():
    match = Scenario.begun(HAVEN, 2, starter=[0])
    match.state.cards |= read_cards(CARDS.read_text("utf-8"), CARDS.name, DIALECT)
    for seat in (0, 1):
        match.say(seat, "keep")
    side = match.state.sides[0]
    side.hand, side.ap, side.mana = {1: "paper-crane"}, 3, {"sun": 1, "cloud": 1}
    match.say(0, "play 1")
    assert [thing.card for thing in match.state.things.values()] == ["paper-crane"]
    assert len(side.hand) == 1
