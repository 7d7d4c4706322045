"""Rules 8 and 9: what can be chained to what, and what a chain is worth; counted against every sequence of cards."""

from itertools import permutations

import pytest

from games.fia import FIA
from games.fia.events import Attacked, Drew, Guarded, Healed, LaidOut, Stockpiled
from games.kit.errors import Illegal
from games.kit.rng import Rng
from tests.fia.scenes import draw, fast, lie, of, play, scene, stock

LONG = " ".join(f"{colour}h{value}" for colour in "bg" for value in range(1, 9))


def chain(text):
    """Play a chain whose cards are held, with nothing to match; give the events."""
    match = scene(text + " yh9", decks=(LONG, LONG))
    return play(match, 0, text)


# Rule 8


@pytest.mark.parametrize(
    "text",
    ["ra7", "rx2", "r+2", "rp2", "w", "w4", "rx2 ra7", "w ra7", "w gx2 ra7", "rx2 gx2 ra7", "rp2 ra3 gd4", "w bh9"],
)  # fmt: skip
def test_rule_8_plays_that_can_be_made(text):
    assert LaidOut(0, tuple(text.split())) in chain(text)


@pytest.mark.parametrize("text", ["rx2>ra7", " RX2 > ra7 ", "play rx2 ra7", "pl rx2 ra7", "lay rx2 ra7", "[rx2] [ra7]"])
def test_rule_8_how_a_chain_is_typed(text):
    match = scene("rx2 ra7")
    assert LaidOut(0, ("rx2", "ra7")) in play(match, 0, text)


def test_rule_8_colour_and_number_do_not_matter_behind_the_first_card():
    match = scene("rx2 ba7 ga7")
    lie(match, 1, board="rh5")
    assert match.refusal(0, "ba7").startswith("ba7 has neither colour nor number of a card that lies open: rh5")
    assert Attacked(1, 14) in play(match, 0, "rx2 ba7")


def test_rule_8_the_first_card_must_be_legal():
    match = scene("rx2 ba7 gx2")
    lie(match, 1, board="ba5")
    assert match.refusal(0, "rx2 ba7").startswith("rx2 has neither")


@pytest.mark.parametrize("text", ["rx2 gx2 w4 ra7", "w rx2 gx2 ra7", "ra7 ra8 ra9 rh1"])
def test_rule_8_a_play_has_at_most_three_cards(text):
    assert scene(text).refusal(0, text) == "A play has at most 3 cards: one, and two that are chained to it."


def test_rule_8_a_dual_has_its_two_cards_and_nothing_more():
    match = scene("rp2 ra3 rx2 ra4 rd1")
    assert match.refusal(0, "rp2 ra3") == "A Dual is played alone or with two cards."
    assert match.refusal(0, "rp2 ra3 ra4 rd1") == "A play has at most 3 cards: one, and two that are chained to it."
    assert of(play(match, 0, "rp2 ra3 ra4"), Attacked) == [Attacked(1, 3), Attacked(1, 4)]


def test_rule_8_stockpiled_cards_do_not_block_a_chain():
    match = scene("rx2 gx2 ra7")
    lie(match, 0, stock="bd3 gd4")
    assert Attacked(1, 28) in play(match, 0, "rx2 gx2 ra7")
    assert stock(match, 0) == [("bd3", 3), ("gd4", 4)]


# Rule 9


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("rx2 ra7", Attacked(1, 14)),
        ("rx2 gx2 ra7", Attacked(1, 28)),
        ("rx2 bh3", Healed(0, 6)),
        ("rx2 gx2 bh3", Healed(0, 12)),
        ("rx2 bd3", Stockpiled(0, "bd3", 6)),
        ("w ra7", Attacked(1, 7)),
        ("w gx2 ra7", Attacked(1, 14)),
        ("w4 gx2 ra7", Attacked(1, 14)),
        ("rx2 w4 ra7", Attacked(1, 7)),
    ],
)
def test_rule_9_a_double_doubles_the_next_card(text, event):
    assert event in chain(text)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("r+2", 2), ("rx2 g+2", 4), ("rx2 gx2 b+2", 8), ("w g+2", 2), ("w gx2 b+2", 4), ("w4 g+2", 4 + 2),
        ("w4", 4), ("rx2 w4", 8), ("w rx2 w4", 8), ("rx2 w4 r+2", 8 + 2), ("w4 rx2", 4), ("rp2 g+2 b+2", 2 + 2),
    ],
)  # fmt: skip
def test_rule_9_how_many_cards_are_drawn(text, count):
    assert sum(len(drew.cards) for drew in of(chain(text), Drew)) == count


def test_rule_9_a_doubled_defend_takes_off_twice_as_much():
    match = scene("rx2 bd3")
    match.state.sides[0].pending = 9
    assert Guarded(0, 6) in play(match, 0, "rx2 bd3")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rx2 gc5", "A Counter cannot follow a Double."),
        ("rx2 gx2 gc5", "A Counter cannot follow a Double."),
        ("w gx2 gc5", "A Counter cannot follow a Double."),
        ("r+2 ra7", "Nothing can be chained to r+2: it is no Double, Dual, Shift or 4-Shift."),
        ("rx2 r+2 ra7", "Nothing can be chained to r+2: it is no Double, Dual, Shift or 4-Shift."),
        ("ra7 ra8", "Nothing can be chained to ra7: it is no Double, Dual, Shift or 4-Shift."),
        ("w ra7 rx2", "Nothing can be chained to ra7: it is no Double, Dual, Shift or 4-Shift."),
        ("rx2 rp2", "A Dual cannot follow another card."),
        ("w rp2 ra1", "A Dual cannot follow another card."),
        ("rx2 w", "A Shift cannot follow another card."),
        ("w w", "A Shift cannot follow another card."),
        ("w4 w", "A Shift cannot follow another card."),
        ("w w4", "A 4-Shift can follow only a Double."),
        ("w4 w4", "A 4-Shift can follow only a Double."),
        ("rx2 gx2 w4", "A 4-Shift cannot follow two Doubles."),
        (
            "rp2 rx2 ra7",
            "Both cards of a Dual are Attacks, Defends, Heals, Counters or Draws; rx2 is a Double.",
        ),
        ("rp2 ra7 w", "Both cards of a Dual are Attacks, Defends, Heals, Counters or Draws; w is a Shift."),
        ("rp2 gp2 ra7", "Both cards of a Dual are Attacks, Defends, Heals, Counters or Draws; gp2 is a Dual."),
    ],
)
def test_rule_9_a_chain_that_breaks_a_rule_is_refused_with_the_rule(text, said):
    match = scene(text + " yh9")
    assert match.refusal(0, text) == said
    assert match.state.sides[0].hand == [*text.split(), "yh9"]


@pytest.mark.parametrize("text", ["w gc5", "w4 gc5", "rx2 w4 gc5", "rp2 gc5 gc6", "rx2 gx2 bx2", "rx2 w4 gx2"])
def test_rule_9_chains_that_no_rule_forbids(text):
    assert LaidOut(0, tuple(text.split())) in chain(text)


def listed(match, seat=0):
    """The plays by `choices`, each filled in every way."""
    plays = []
    for choice in FIA.choices(match.state, seat):
        word, *before = choice.kind.split()
        if word == "play":
            plays += [(*before, *picked) for picked in permutations(choice.candidates, choice.most)]
    return plays


def accepted(match, seat=0):
    """The plays that the rules take, of all sequences of cards that are held."""
    hand = match.state.sides[seat].hand
    taken = set()
    for cards in {cards for size in range(1, 5) for cards in permutations(hand, size)}:
        try:
            next(
                iter(FIA.decide(match.state, seat, FIA.parse(match.state, seat, " ".join(cards)), match.now, Rng(b"x")))
            )
        except Illegal:
            continue
        taken.add(cards)
    return taken


@pytest.mark.parametrize(
    ("hand", "count"),
    [
        ("ra7 bd3 gh4 yc5", 1),
        ("rx2 gx2 bx2 ra7 yc5", 25),
        ("rp2 ra7 ra7 yc5 r+2 bx2", 13),
        ("w w4 rx2 gx2 ra7 r+2 yc5", 50),
        ("w w w4 w4 rx2 rp2 ba5", 15),
        ("w w4", 2),
        ("bh1", 0),
    ],
)
def test_rules_8_and_9_what_is_listed_is_what_is_taken(hand, count):
    match = scene(hand)
    lie(match, 1, board="ra2")
    plays = listed(match)
    assert len(plays) == len(set(plays)) == count
    assert set(plays) == accepted(match)


@pytest.mark.parametrize("hand", ["ra7 bd3 gh4 yc5", "x2 x2 p2 ra7 ra7 yc5 +2"])
def test_rules_8_and_9_in_the_free_spread_too(hand):
    match = draw(hand, "ra1")
    plays = listed(match)
    assert len(plays) == len(set(plays))
    assert set(plays) == accepted(match)


def test_rules_8_and_9_every_listed_play_can_be_sampled():
    match = scene("w w4 rx2 rp2 ra7 ra7 yc5")
    rng = Rng(b"sample")
    choices = FIA.choices(match.state, 0)
    sampled = {FIA.sample(None, choice, rng).cards for _ in range(400) for choice in choices if choice.kind != "draw"}
    assert sampled == set(listed(match))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ra8", "You have no ra8. You hold ra7 rx2."),
        ("bh1", "You have no bh1. You hold ra7 rx2."),
        ("rx2 ra7 ra7", "You have ra7 only 1 time, and named it 2 times."),
    ],
)
def test_rule_8_cards_that_are_not_held(text, said):
    # bob holds bh1, and nobody learns that.
    assert scene("rx2 ra7", "bh1").refusal(0, text) == said


def test_rule_8_a_chain_in_the_free_spread():
    match = draw("x2 yc5 ra7", "bh1")
    assert match.refusal(0, "x2 yc5") == "A Counter cannot follow a Double."
    assert Attacked(1, 14) in fast(match, "x2 ra7", "pass")
