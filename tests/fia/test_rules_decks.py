"""Rules 1 to 3 and 15: cards, and what a deck consists of."""

from collections import Counter

import pytest

from games.fia import FIA
from games.fia.cards import CARDS, HIDDEN, PLAIN, CardKind, face, in_order
from games.fia.decks import FIXED, mistakes
from games.fia.ready import ready_decks
from games.kit.decks import Decked
from games.kit.errors import Fault, Misread
from games.kit.match import Match
from games.kit.options import read_options
from games.kit.protocol import Chair
from games.kit.text import Card, Colour, spans
from tests.fia.playouts import header
from tests.fia.scenes import scene, written

SPREADS = ("palette", "free")
NAMES = ("balanced", "aggressive", "guarded", "healing")


def told(deck, spread="palette"):
    return [written(mistake) for mistake in mistakes(deck, spread)]


PALETTE = "a9 a8 a8 a7 a7 a6 d8 d6 d5 h6 h5 h4 c8 c6 c4"
FREE = {"ra": "002344322", "bd": "123331100", "gh": "123331100", "yc": "002242200"}
DECKS = {
    "palette": [f"{colour}{card}" for colour in "bgry" for card in PALETTE.split()],
    "free": [
        f"{kind}{value}" for kind, counts in FREE.items() for value, n in enumerate(counts, 1) for _ in range(int(n))
    ],
}
"""A deck of each spread that can be played, but for the cards that every deck has."""


def changed(spread="palette", out="", into=""):
    """A deck with some cards taken out and others put in."""
    deck = [*DECKS[spread], *FIXED[spread]]
    for code in out.split():
        deck.remove(code)
    return deck + into.split()


# Rule 1


def test_rule_1_four_colours_and_white_and_their_kinds():
    assert len(CARDS) == 4 * (4 * 9 + 3) + 3 + 2
    assert len(PLAIN) == 4 * 4 * 9
    for code, colour, kind, number in [
        ("ra7", "r", CardKind.ATTACK, 7),
        ("bd3", "b", CardKind.DEFEND, 3),
        ("gh9", "g", CardKind.HEAL, 9),
        ("yc1", "y", CardKind.COUNTER, 1),
        ("gx2", "g", CardKind.DOUBLE, 2),
        ("y+2", "y", CardKind.DRAW, 2),
        ("rp2", "r", CardKind.DUAL, 2),
        ("w", "", CardKind.SHIFT, 0),
        ("w4", "", CardKind.FOUR_SHIFT, 0),
    ]:
        card = CARDS[code]
        assert (card.colour, card.kind, card.number, card.plain) == (colour, kind, number, code in PLAIN)


def test_rule_1_a_card_has_its_colour_in_its_face_too():
    assert [face(code).colour for code in ("ba1", "ga1", "ra1", "ya1", "w", "x2")] == [
        Colour.BLUE, Colour.GREEN, Colour.RED, Colour.YELLOW, Colour.PLAIN, Colour.PLAIN,
    ]  # fmt: skip
    assert all(face(code).face == code for code in CARDS)
    assert HIDDEN not in CARDS


def test_rule_1_a_hand_is_shown_by_colour_and_kind():
    assert in_order(["w4", "ya1", "w", "rh2", "x2", "ra9", "bd3", "rx2", "ra2"]) == [
        "bd3", "ra2", "ra9", "rh2", "rx2", "ya1", "x2", "w", "w4",
    ]  # fmt: skip


@pytest.mark.parametrize(("options", "lp"), [({}, 40), ({"lp": 7}, 7)])
def test_rule_1_lp_to_begin_with(options, lp):
    assert [side.lp for side in scene("ra7", **options).state.sides] == [lp, lp]


# Rule 2


def test_rule_2_a_palette_deck_has_90_cards():
    for deck in ready_decks("palette").values():
        assert len(deck) == 90
        for colour in "bgry":
            kinds = Counter(CARDS[code].kind for code in deck if CARDS[code].colour == colour)
            assert kinds[CardKind.ATTACK] + kinds[CardKind.DEFEND] + kinds[CardKind.HEAL] == 12
            assert kinds[CardKind.COUNTER] == 3
            assert kinds[CardKind.DOUBLE] == kinds[CardKind.DRAW] == kinds[CardKind.DUAL] == 2
        assert (deck.count("w"), deck.count("w4")) == (4, 2)


@pytest.mark.parametrize(
    ("out", "into", "said"),
    [
        ("", "", []),
        ("rh4", "", ["red Attacks, Defends and Heals: 11 of 12, 1 missing"]),
        ("rd5", "rh1 rd1", ["red Attacks, Defends and Heals: 13 of 12, 1 too many"]),
        ("yc8", "", ["yellow Counters: 2 of 3, 1 missing"]),
        ("", "yc5", ["yellow Counters: 4 of 3, 1 too many"]),
        ("gx2", "", ["gx2: 1 of 2, 1 missing"]),
        ("b+2 bp2", "b+2 b+2 bp2 bp2", ["b+2: 3 of 2, 1 too many", "bp2: 3 of 2, 1 too many"]),
        ("w w4", "", ["w: 3 of 4, 1 missing", "w4: 1 of 2, 1 missing"]),
        ("ra9", "ra8", ["ra8: 3 times, 2 at most"]),
        ("rc6", "rc8", []),
        ("rc6 rc4", "rc8 rc8", ["rc8: 3 times, 2 at most"]),
        ("ra7", "ra9", ["red Attacks: worth 47 together, 45 at most"]),
        ("rd5", "rd6", ["red Defends and Heals: worth 35 together, 34 at most"]),
        (
            "ra9 ra8 ra8 rd8",
            "rh1 rh1 rh2 rd3",
            ["red Attacks: 3, at least 4 are needed"],
        ),
        ("ra9", "ra9 x2 +2", ["no cards of this spread: x2 +2"]),
    ],
)  # fmt: skip
def test_rule_2_what_is_wrong_with_a_deck(out, into, said):
    assert told(changed("palette", out, into)) == said


def test_rule_2_cards_of_the_other_spread_are_shown_as_cards():
    (mistake,) = mistakes(changed("palette", "", "x2 zz9"), "palette")
    assert [span.face for span in spans(mistake) if isinstance(span, Card)] == ["x2"]


def test_rule_2_all_that_is_wrong_is_told_at_once():
    assert len(told(())) == 4 * 6 + 2
    said = told(changed("palette", "rh4 yc8 w", "zz9"))
    assert said == [
        "no cards of this spread: zz9",
        "red Attacks, Defends and Heals: 11 of 12, 1 missing",
        "yellow Counters: 2 of 3, 1 missing",
        "w: 3 of 4, 1 missing",
    ]


# Rule 3


@pytest.mark.parametrize("spread", SPREADS)
def test_rule_3_there_are_four_ready_decks_that_can_be_played(spread):
    assert tuple(ready_decks(spread)) == NAMES
    assert all(told(deck, spread) == [] for deck in ready_decks(spread).values())
    assert len({tuple(sorted(deck)) for deck in ready_decks(spread).values()}) == 4


@pytest.mark.parametrize("spread", SPREADS)
@pytest.mark.parametrize("name", NAMES)
def test_rule_3_who_brings_no_deck_plays_the_ready_one_of_the_option(spread, name):
    match = Match.open(FIA, header(spread=spread, deck=name), bytes(32))
    match.begin()
    for side in match.state.sides:
        assert sorted(side.cards) == sorted(ready_decks(spread)[name])


@pytest.mark.parametrize("spread", SPREADS)
def test_rule_3_who_brings_a_deck_plays_it(spread):
    brought = ready_decks(spread)["healing"]
    match = Match.open(FIA, header(chairs=(Chair(brought=brought), Chair()), spread=spread), bytes(32))
    match.begin()
    assert [sorted(side.cards) for side in match.state.sides] == [
        sorted(brought),
        sorted(ready_decks(spread)["balanced"]),
    ]


def test_rule_3_a_wrong_deck_is_refused_with_each_thing_that_is_wrong():
    wrong = Chair(brought=tuple(changed("palette", "rh4 w")))
    match = Match.open(FIA, header(chairs=(Chair(), wrong)), bytes(32))
    with pytest.raises(
        Fault, match=r"deck of seat 1 cannot be played: red .*11 of 12, 1 missing; w: 3 of 4, 1 missing"
    ):
        match.begin()


def test_rule_3_a_deck_of_the_other_spread_is_refused():
    match = Match.open(FIA, header(chairs=(Chair(), Chair(brought=ready_decks("free")["balanced"]))), bytes(32))
    with pytest.raises(Fault, match="no cards of this spread: x2"):
        match.begin()


def test_rule_3_how_decks_are_built():
    assert isinstance(FIA, Decked)
    assert FIA.deck_sorts == SPREADS
    assert [FIA.deck_sort(read_options(FIA, {"spread": spread})) for spread in SPREADS] == list(SPREADS)
    assert FIA.read_deck(" RA7, bd3>gx2\tw4 [w]") == ("ra7", "bd3", "gx2", "w4", "w")
    assert FIA.ready_decks("free") == ready_decks("free")
    assert [len(FIA.new_deck(spread)) for spread in SPREADS] == [30, 12]
    for spread in SPREADS:
        missing = [written(mistake) for mistake in FIA.deck_mistakes(FIA.new_deck(spread), spread)]
        assert missing
        assert not any(mistake.startswith(f"{code}:") for mistake in missing for code in FIXED[spread])


def test_rule_3_cards_that_do_not_exist_are_named():
    with pytest.raises(Misread) as refused:
        FIA.read_deck("ra7 ra0 zebra ra0")
    assert str(refused.value) == "No such card: ra0, zebra. A card is typed like ra7, gx2, w, bd3*2."
    with pytest.raises(Misread) as refused:
        FIA.read_deck(" ".join(["x" * 500] * 50))
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    "word", ["ra7*", "ra7*0", "*2", "ra7*100", "ra7*-1", "ra7*2*2", "ra7*999999999", "ra7*²", "ra0*2"]
)
def test_rule_3_copies_that_make_no_sense_are_no_card(word):
    with pytest.raises(Misread, match="No such card: "):
        FIA.read_deck(word)


@pytest.mark.parametrize("spread", SPREADS)
@pytest.mark.parametrize("name", NAMES)
def test_rule_3_a_deck_can_be_typed_as_it_is_shown(spread, name):
    deck = ready_decks(spread)[name]
    text = FIA.show_deck(deck)
    assert not any(isinstance(span, Card) for span in spans(text))
    shown = written(text)
    assert len(shown) < 400
    assert sorted(FIA.read_deck(shown.partition(": ")[2] + ".")) == sorted(deck)


def test_rule_3_a_deck_is_shown_in_order():
    assert written(FIA.show_deck(("w", "ra7", "bd3", "ra7"))) == "4 cards: bd3 ra7*2 w"
    assert written(FIA.show_deck(("w",))) == "1 card: w"
    assert written(FIA.show_deck(())) == "no cards"


# Rule 15


def test_rule_15_a_free_deck_has_72_cards():
    for deck in ready_decks("free").values():
        assert len(deck) == 72
        kinds = Counter(CARDS[code].kind for code in deck)
        assert kinds[CardKind.ATTACK] + kinds[CardKind.DEFEND] + kinds[CardKind.HEAL] == 48
        assert kinds[CardKind.COUNTER] == 12
        assert [deck.count(code) for code in ("x2", "+2", "p2")] == [4, 4, 4]
        assert {code[0] for code in deck if CARDS[code].kind is CardKind.ATTACK} == {"r"}


@pytest.mark.parametrize(
    ("out", "into", "said"),
    [
        ("gh5", "", ["Attacks, Defends and Heals: 47 of 48, 1 missing"]),
        ("", "yc1", ["Counters: 13 of 12, 1 too many"]),
        ("x2 +2", "p2", ["x2: 3 of 4, 1 missing", "+2: 3 of 4, 1 missing", "p2: 5 of 4, 1 too many"]),
        ("ra3 ra3 ra4 ra4 ra4", "gh1 gh1 gh1 gh1 gh1", ["Attacks: 15, at least 16 are needed"]),
        ("gh1 bd1 bd2", "ra9 ra9 ra9", ["all values: worth 308 together, 300 at most"]),
        ("ra9 ra9 bd3 gh7", "gh3 gh3 gh3 gh3", ["gh3: 7 times, 6 at most"]),
        ("ra9", "ba9", ["no cards of this spread: ba9", "Attacks, Defends and Heals: 47 of 48, 1 missing"]),
        ("", "w", ["no cards of this spread: w"]),
    ],
)  # fmt: skip
def test_rule_15_what_is_wrong_with_a_deck(out, into, said):
    assert told(changed("free", out, into), "free") == said


@pytest.mark.parametrize(("options", "lp"), [({}, 20), ({"free_lp": 9}, 9)])
def test_rule_15_lp_to_begin_with(options, lp):
    match = Match.open(FIA, header(spread="free", **options), bytes(32))
    match.begin()
    assert [side.lp for side in match.state.sides] == [lp, lp]
