"""Rules 1 to 3: setting up and winning, empty decks, numbers."""

import pytest

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.field import Field
from games.cardbattle.loader import CardsError
from games.cardbattle.state import Step
from games.haven import HAVEN
from games.kit import fair
from games.kit.inputs import Kind, Left, Reason, Stopped
from games.kit.match import Match
from games.kit.options import read_options
from games.kit.protocol import Chair, Header
from games.kit.rng import ALGORITHM
from games.kit.scenario import Scenario
from games.kit.text import plain
from tests.haven.scenes import DECK, composure, hand, inplay, lines, of, put, say, scene

SUNBEAM = 'id = "zap"\nname = "Zap"\ntype = "action"\nap = 1\n'


def begun(seats: int = 2, **draws: object) -> Scenario:
    return Scenario.begun(HAVEN, seats, {}, **{"starter": [0], **draws})


def mistakes(*cards: str) -> list[str]:
    return [plain(text) for text in HAVEN.deck_mistakes(cards, "deck")]


def test_rule_1_a_deck_has_40_to_60_cards_and_no_card_more_than_3_times():
    ids = [*HAVEN.cards]
    assert mistakes(*ids[:20], *ids[:20]) == []
    assert mistakes(*ids[:20], *ids[:20], *ids[:20]) == []
    assert mistakes(*ids[:39]) == ["39 cards, at least 40 are needed"]
    assert mistakes(*ids[:61]) == ["61 cards, 60 at most"]
    assert mistakes(*ids[:36], *["picnic"] * 4) == ["Picnic: 4 times, 3 at most"]
    assert mistakes(*ids[:40], "dragon") == ["no such cards: dragon"]


def test_rule_1_four_ready_decks_ship_and_can_be_played():
    decks = HAVEN.ready_decks("deck")
    assert len(decks) == 4
    assert all(mistakes(*deck) == [] for deck in decks.values())
    assert HAVEN.default_deck(HAVEN.options()) in decks


def test_rule_1_a_deck_is_typed_as_it_is_shown():
    deck = HAVEN.ready_decks("deck")["tide"]
    shown = plain(HAVEN.show_deck(deck)).partition(": ")[2]
    assert HAVEN.read_deck(shown) == tuple(code for code in HAVEN.cards for each in deck if each == code)
    assert HAVEN.read_deck("dawn-lamb, 2xpicnic") == ("dawn-lamb", "picnic", "picnic")


def test_rule_1_a_deck_with_mistakes_is_refused():
    options, chairs = HAVEN.options(), (Chair(), Chair(brought=("picnic",) * 40))
    header = Header(0, "haven", 1, "", {}, chairs, ALGORITHM)
    with pytest.raises(ValueError, match="the deck of seat 1 cannot be played: Picnic: 40 times, 3 at most"):
        list(HAVEN.setup(header.chairs, options, Match.open(HAVEN, header, bytes(32)).rng))


def test_rule_1_the_opening_hand_is_5_and_everybody_has_30_composure():
    match = begun(3)
    assert [len(side.hand) for side in match.state.sides] == [5, 5, 5]
    assert composure(match) == [30, 30, 30]
    assert match.state.opening == [0, 1, 2]


def test_rule_1_one_mulligan_to_5_then_play():
    match = begun()
    before = hand(match, 0)
    say(match, 0, "mulligan")
    assert len(hand(match, 0)) == 5
    assert [*match.state.sides[0].hand] == [6, 7, 8, 9, 10]
    assert hand(match, 0) != before
    assert match.refusal(0, "mulligan") == "Your opening hand is settled."
    assert match.state.opening == [1]
    say(match, 1, "keep")
    assert match.state.step is Step.REFRESH
    assert match.state.turn == 1


def test_rule_1_there_are_2_to_8_players():
    assert HAVEN.seats(HAVEN.options()) == (2, 8)


def test_rule_1_chance_decides_who_begins_and_then_it_goes_round_the_table():
    match = Scenario.begun(HAVEN, 4, {}, starter=[2])
    assert match.state.order == [2, 3, 0, 1]
    for seat in range(4):
        say(match, seat, "keep")
    actives = []
    for _ in range(5):
        actives.append(match.state.active)
        say(match, match.state.active, "end")
    assert actives == [2, 3, 0, 1, 2]


def test_rule_1_charm_given_to_a_player_is_taken_off_their_composure():
    match = scene("love-letter")
    say(match, 0, "play 1 on @1")
    assert composure(match) == [30, 26]


def test_rule_1_at_0_a_player_is_out_and_what_they_own_leaves_play():
    match = scene("love-letter", "", "")
    match.state.sides[1].life = 4
    mine, theirs = put(match, 0, "dawn-lamb")[0], put(match, 1, "star-whale", "welcome-mat")[0]
    match.state.things[mine].owner = 1
    match.state.things[theirs].controller = 2
    events = say(match, 0, "play 1 on @1")
    assert of(events, e.Departed)[0].seats == (1,)
    assert inplay(match, 0) == inplay(match, 1) == inplay(match, 2) == []
    assert match.state.playing == [0, 2]
    assert sorted(match.state.sides[1].rest) == ["dawn-lamb", "star-whale", "welcome-mat"]


def test_rule_1_the_last_one_in_wins():
    match = scene("love-letter")
    match.state.sides[1].life = 3
    entry = match.say(0, "play 1 on @1")[-1]
    assert match.result
    assert match.result.places == {0: 1, 1: 2}
    assert lines(match.state, entry)[-1] == "ann is the last one in and wins! Composure: ann 30, bob 0."


def test_rule_1_all_of_the_last_ones_out_at_the_same_moment_share_the_win():
    storm = 'effects = [{ do = "hit", to = "players", amount = 9 }]'
    match = scene(
        "storm", "", "", cards=f'[[card]]\n{SUNBEAM.replace("zap", "storm")}\n[[card.skills]]\nwhen = "once"\n{storm}'
    )
    for seat, life in enumerate((5, 9, 20)):
        match.state.sides[seat].life = life
    match.state.sides[2].present = False
    match.state.out = [[2]]
    say(match, 0, "play 1")
    assert match.result
    assert match.result.places == {0: 1, 1: 1, 2: 3}


def test_rule_1_who_is_out_later_is_placed_before():
    match = scene("love-letter love-letter", "", "", "")
    match.input(Left(Reason.QUIT), 3)
    match.state.sides[1].life = match.state.sides[2].life = 4
    say(match, 0, "play 1 on @1")
    say(match, 0, "play 2 on @2")
    assert match.result
    assert match.result.places == {0: 1, 2: 2, 1: 3, 3: 4}


def test_rule_1_nobody_wins_against_computers_alone():
    match = computers(Kind.HUMAN, Kind.COMPUTER, Kind.COMPUTER)
    match.input(Left(Reason.QUIT), 0)
    assert match.result
    assert match.result.places == {}


def test_rule_1_computers_that_have_beaten_all_humans_are_placed():
    match = computers(Kind.HUMAN, Kind.COMPUTER, Kind.COMPUTER)
    match.state.sides[0].life = 3
    match.state.sides[1].life = 20
    match.state.active = 1
    say(match, 1, "play 1 on @0")
    assert match.result
    assert match.result.places == {2: 1, 1: 2, 0: 3}


def computers(*kinds: Kind) -> Scenario:
    match = scene("", "love-letter", "")
    for side, kind in zip(match.state.sides, kinds, strict=True):
        side.kind = kind
    return match


@pytest.mark.parametrize(("scored", "places"), [(True, {1: 1, 0: 2}), (False, {})])
def test_rule_1_a_match_that_is_stopped_is_decided_as_it_stands_or_not_at_all(scored, places):
    match = scene()
    match.state.sides[0].life = 10
    match.input(Stopped(scored))
    assert match.result
    assert match.result.places == places


def test_rule_2_who_must_draw_from_an_empty_deck_shuffles_their_rest_pile_into_a_new_one():
    match = scene("picnic")
    side = match.state.sides[0]
    side.deck, side.rest = ["hush"], ["sunbeam", "encore", "homeward"]
    events = say(match, 0, "play 1")
    assert of(events, c.Drew)[0].cards == ("hush",)
    assert of(events, c.Shuffled)[0].rest
    assert len(side.hand) == 2
    assert len(side.deck) == 2
    assert side.rest == ["picnic"]


def test_rule_2_with_no_card_anywhere_nothing_is_drawn():
    match = scene("picnic")
    match.state.sides[0].deck.clear()
    assert of(say(match, 0, "play 1"), c.Drew) == []
    match.state.sides[0].rest.clear()
    assert match.refusal(0, "draw") == "You have no card left to draw."


def test_rule_3_numbers_stop_at_0_and_adding_afterwards_starts_from_0():
    weak = (
        '[[card]]\nid = "gloom"\nname = "Gloom"\ntype = "treat"\nap = 0\n[[card.skills]]\nwhen = "passive"\n'
        'effects = [{ do = "change", to = { types = ["sprite"] }, value = "charm", add = -9 },'
        ' { do = "change", to = { types = ["sprite"] }, value = "charm", add = 2 }]'
    )
    match = scene("", "", cards=weak)
    put(match, 0, "gloom")
    (lion,) = put(match, 0, "noon-lion")
    say(match, 0, f"den {lion}")
    assert composure(match) == [30, 28]


@pytest.mark.parametrize(("less", "left"), [(1, 4), (3, 2), (9, 2)])
def test_rule_3_sp_stops_at_0_and_adding_afterwards_starts_from_0(less, left):
    cards = (
        '[[card]]\nid = "gloom"\nname = "Gloom"\ntype = "treat"\nap = 0\n[[card.skills]]\nwhen = "passive"\n'
        f'effects = [{{ do = "change", to = {{ types = ["sprite"] }}, value = "max_sp", add = {-less} }},'
        ' { do = "change", to = { types = ["sprite"] }, value = "max_sp", add = 2 }]'
    )
    match = scene("dawn-lamb", cards=cards)
    put(match, 0, "gloom")
    say(match, 0, "play 1")
    assert Field(match.state).left(2) == left


def test_rule_3_a_sprite_has_no_less_than_0_sp():
    match = scene("sunbeam")
    (lamb,) = put(match, 1, "dawn-lamb")
    (struck,) = of(say(match, 0, f"play 1 on {lamb}"), c.Struck)
    assert struck.blows[0].amount == 4
    assert struck.taken == {lamb: 3}


def test_rule_3_nobody_has_less_than_0_composure():
    match = scene("love-letter")
    match.state.sides[1].life = 1
    (struck,) = of(say(match, 0, "play 1 on @1"), c.Struck)
    assert struck.taken == {~1: 1}
    assert composure(match) == [30, 0]


@pytest.mark.parametrize(("changes", "paid"), [((-9,), 0), ((-9, 3), 3), ((3, -9), 0), ((-1, -1, 4), 4)])
def test_rule_3_a_cost_stops_at_0_and_adding_afterwards_starts_from_0(changes, paid):
    effects = ", ".join(
        f'{{ do = "change", to = {{ types = ["sprite"], side = "yours" }}, value = "ap", add = {add} }}'
        for add in changes
    )
    gift = (
        '[[card]]\nid = "gift"\nname = "Gift"\ntype = "treat"\nap = 0\n[[card.skills]]\nwhen = "passive"\n'
        f"effects = [{effects}]"
    )
    match = scene("dawn-lamb", cards=gift)
    put(match, 0, "gift")
    say(match, 0, "play 1")
    assert match.state.sides[0].ap == 10 - paid


def test_rule_3_all_are_integers():
    with pytest.raises(CardsError, match="Expected `int`, got `float`"):
        scene(cards='[[card]]\nid = "half"\nname = "Half"\ntype = "sprite"\nkinds = ["sun"]\nap = 1\nmax_sp = 2.5\n')


def test_the_commitment_is_the_kits():
    assert len(fair.commitment(bytes(32))) == 40
    assert read_options(HAVEN, {}) == HAVEN.options()
    assert len(DECK) == 5
