"""Rules 6 and 7: setting up and winning, the order of the turns."""

import pytest

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.state import Step
from games.kit.inputs import Left, Reason, Stopped
from games.kit.match import Match
from games.kit.protocol import Chair, Header
from games.kit.rng import ALGORITHM
from games.kit.scenario import Scenario
from games.kit.text import plain
from games.menagerie import MENAGERIE
from tests.menagerie.scenes import card, hp, inplay, next_turn, of, put, said, say, scene, told

STORM = card("storm", "action", 'when = "once"\neffects = [{ do = "hit", to = "players", amount = 9 }]')


def mistakes(*cards: str) -> list[str]:
    return [plain(text) for text in MENAGERIE.deck_mistakes(cards, "deck")]


def test_rule_6_all_start_with_10_ap_5_cards_and_40_hp():
    match = Scenario.begun(MENAGERIE, 3, {}, starter=[1])
    assert [(side.ap, len(side.hand), side.life, side.mana) for side in match.state.sides] == [(10, 5, 40, {})] * 3
    assert (match.state.active, match.state.step, match.state.turn) == (1, Step.MAIN, 1)


def test_rule_6_the_hp_are_an_option():
    assert hp(Scenario.begun(MENAGERIE, 2, {"hp": 25})) == [25, 25]


def test_rule_6_what_is_said_at_the_beginning():
    match = Scenario.begun(MENAGERIE, 2, {}, starter=[1])
    assert said(match) == ["ann, bob, 40 HP each. The turns go bob, ann. bob's turn (1/30). bob, 10 AP: 60 s."]
    assert set(told(match)) == {0, 1}


def test_rule_6_a_deck_has_40_cards_no_card_more_than_3_times_and_no_land_more_than_8_times():
    ids = [card.id for card in MENAGERIE.cards.values() if card.type != "land"]
    assert mistakes(*ids[:16], *ids[:16], *["warm-hearth"] * 8) == []
    assert mistakes(*ids[:39]) == ["39 cards, at least 40 are needed"]
    assert mistakes(*ids[:41]) == ["41 cards, 40 at most"]
    assert mistakes(*ids[:36], *["cinder-chick"] * 4)[-1] == "Cinder Chick: 5 times, 3 at most"
    assert mistakes(*ids[:31], *["warm-hearth"] * 9) == ["Warm Hearth: 9 times, 8 at most"]
    assert mistakes(*ids[:39], "dragon") == ["no such cards: dragon"]


def test_rule_6_four_ready_decks_ship_and_can_be_played():
    decks = MENAGERIE.ready_decks("deck")
    assert len(decks) == 4
    assert all(mistakes(*deck) == [] for deck in decks.values())
    assert MENAGERIE.default_deck(MENAGERIE.options()) in decks


def test_rule_6_own_decks_are_typed_as_they_are_shown():
    deck = MENAGERIE.ready_decks("deck")["lagoon"]
    shown = plain(MENAGERIE.show_deck(deck)).partition(": ")[2]
    assert sorted(MENAGERIE.read_deck(shown)) == sorted(deck)


def test_rule_6_a_deck_with_mistakes_is_refused():
    options, chairs = MENAGERIE.options(), (Chair(), Chair(brought=("splash",) * 40))
    header = Header(0, "menagerie", 1, "", {}, chairs, ALGORITHM)
    with pytest.raises(ValueError, match="the deck of seat 1 cannot be played: Splash: 40 times, 3 at most"):
        list(MENAGERIE.setup(header.chairs, options, Match.open(MENAGERIE, header, bytes(32)).rng))


def test_rule_6_two_to_six_can_play():
    assert MENAGERIE.seats(MENAGERIE.options()) == (2, 6)


def test_rule_6_at_0_hp_a_player_is_out_and_what_they_own_leaves_play():
    match = scene("storm", "", "", cards=STORM)
    match.state.sides[1].life = 9
    mine, theirs = put(match, 0, "cinder-chick")[0], put(match, 1, "harbor-whale", "lighthouse")[0]
    match.state.things[mine].owner = 1
    match.state.things[theirs].controller = 2
    events = say(match, 0, "play 1")
    assert of(events, e.Departed)[0].seats == (1,)
    assert inplay(match, 0) == inplay(match, 1) == inplay(match, 2) == []
    assert match.state.playing == [0, 2]
    assert "bob has no HP left and is out!" in said(match)[0]


def test_rule_6_the_last_one_in_wins():
    match = scene("storm", cards=STORM)
    match.state.sides[1].life = 3
    say(match, 0, "play 1")
    assert match.result
    assert match.result.places == {0: 1, 1: 2}
    assert said(match)[-1] == "ann is the last one in and wins! HP: ann 31, bob 0."


def test_rule_6_who_is_out_later_is_placed_before_and_at_the_same_moment_they_share():
    match = scene("storm", "", "", "", cards=STORM)
    match.input(Left(Reason.QUIT), 3)
    for seat in (0, 1, 2):
        match.state.sides[seat].life = 9
    say(match, 0, "play 1")
    assert match.result
    assert match.result.places == {0: 1, 1: 1, 2: 1, 3: 4}


@pytest.mark.parametrize(("scored", "places"), [(True, {1: 1, 0: 2}), (False, {})])
def test_rule_6_a_match_that_is_stopped_is_decided_as_it_stands_or_not_at_all(scored, places):
    match = scene()
    match.state.sides[0].life = 10
    match.input(Stopped(scored))
    assert match.result
    assert match.result.places == places


def test_rule_6_with_an_empty_deck_the_discard_pile_is_shuffled_in():
    match = scene()
    side = match.state.sides[0]
    side.deck, side.rest = [], ["splash", "cinder-chick", "lighthouse"]
    events = say(match, 0, "draw")
    assert of(events, c.Shuffled)[0].rest
    assert (len(side.hand), len(side.deck), side.rest) == (1, 2, [])


def test_rule_6_with_no_card_anywhere_nothing_is_drawn():
    match = scene()
    match.state.sides[0].deck.clear()
    assert match.refusal(0, "draw") == "You have no card left to draw."


def actives(match: Scenario, count: int) -> list[int]:
    seats = []
    for _ in range(count):
        seats.append(match.state.active)
        next_turn(match)
    return seats


def test_rule_7_the_order_of_the_turns_stays_the_same():
    match = Scenario.begun(MENAGERIE, 4, {}, starter=[2])
    assert match.state.order == [2, 3, 0, 1]
    assert actives(match, 9) == [2, 3, 0, 1, 2, 3, 0, 1, 2]
    match.input(Left(Reason.QUIT), 0)
    assert actives(match, 4) == [3, 1, 2, 3]


def test_rule_7_a_card_can_change_it():
    match = scene("", "", "", "")
    assert actives(match, 2) == [0, 1]
    put(match, 0, "weathercock")
    assert actives(match, 5) == [2, 1, 0, 3, 2]
    put(match, 3, "weathercock")
    assert actives(match, 3) == [1, 2, 3]


def test_rule_7_rounds_end_also_where_the_turns_go_round_the_other_way():
    match = scene("", "", "")
    put(match, 0, "weathercock")
    rounds = []
    for _ in range(7):
        rounds.append((match.state.active, match.state.round))
        next_turn(match)
    assert rounds == [(0, 1), (2, 2), (1, 2), (0, 2), (2, 3), (1, 3), (0, 3)]


def test_rule_7_turns_that_go_to_and_fro_do_not_last_for_ever():
    spin = card(
        "spin", "enchantment", 'when = "passive"\nif = { turn = "own" }\n'
        'effects = [{ do = "change", to = "you", value = "backwards", add = 1 }]',
    )  # fmt: skip
    match = scene("", "", "", cards=spin, max_rounds=5)
    put(match, 1, "spin")
    next_turn(match)
    seats = actives(match, 4)
    assert seats == [1, 0, 1, 0]
    for _ in range(40):
        if match.over:
            break
        next_turn(match)
    assert match.over
    assert match.state.turn <= 5 * 3
