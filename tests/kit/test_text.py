from hypothesis import given
from hypothesis import strategies as st

from games.kit.text import Card, Colour, Named, Phrase, Player, Points, english, joined, phrase, plain, plural, spans

ANN = Player(0, called=True)


def german(text: Phrase) -> str:
    return {
        "{player} plays {card}.": "{card} wird von {player} gespielt.",
        "{n} item": "{n} Ding" if text.args.get("n") == 1 else "{n} Dinge",
        "Bank {points}": "Kasse {points}",
    }[text.template]


def test_a_phrase_becomes_spans_in_the_order_of_its_template():
    card = Card("++", Colour.GREEN)
    assert list(spans(phrase("{player} plays {card}.", player=ANN, card=card))) == [ANN, " plays ", card, "."]


def test_a_translation_may_turn_the_order_round():
    card = Card("S")
    text = phrase("{player} plays {card}.", player=ANN, card=card)
    assert list(spans(text, german)) == [card, " wird von ", ANN, " gespielt."]
    assert plain(text, "Seat{}".format, german) == "S wird von Seat0 gespielt."


def test_an_argument_may_be_used_twice_or_not_at_all():
    assert plain(phrase("{word} and {word}", word="again", unused=1)) == "again and again"


def test_somebody_without_a_seat_is_named():
    text = phrase("{nick} comes.", nick=Named("ann"))
    assert list(spans(text)) == [Named("ann"), " comes."]
    assert plain(text) == "ann comes."


def test_plural_forms():
    assert [plain(plural("{n} item", "{n} items", n=n)) for n in (0, 1, 2)] == ["0 items", "1 item", "2 items"]
    assert [plain(plural("{n} item", "{n} items", n=n), translate=german) for n in (1, 2)] == ["1 Ding", "2 Dinge"]
    assert english(plural("one for {player}", "{n} for {player}", n=1, player=ANN)) == "one for {player}"


def test_joined_puts_the_separator_between_and_nowhere_else():
    cards = [Card("+"), Card("-"), Card("S")]
    assert list(spans(joined(*cards))) == [cards[0], " ", cards[1], " ", cards[2]]
    assert plain(joined(*cards, separator=", ")) == "+, -, S"
    assert list(spans(joined())) == []
    assert plain(joined("alone")) == "alone"


def test_texts_are_nested_and_translated_all_the_way_down():
    text = joined(
        phrase("{player} plays {card}.", player=ANN, card=Card("+")),
        plural("{n} item", "{n} items", n=3),
        phrase("Bank {points}", points=joined(Points(1400), Points(-5, signed=True), separator=" / ")),
        phrase("Bank {points}", points=plural("{n} item", "{n} items", n=1)),
    )
    assert plain(text) == "seat 0 plays +. 3 items Bank 1,400 / -5 Bank 1 item"
    assert plain(text, translate=german) == "+ wird von seat 0 gespielt. 3 Dinge Kasse 1,400 / -5 Kasse 1 Ding"


def test_numbers_have_separators_and_signs():
    assert plain(phrase("{n}", n=1234567)) == "1,234,567"
    assert [str(Points(value)) for value in (1000, -1000, 0)] == ["1,000", "-1,000", "0"]
    assert [str(Points(value, signed=True)) for value in (1000, -1000, 0)] == ["+1,000", "-1,000", "+0"]


def test_doubled_braces_are_braces():
    assert plain(phrase("{{{word}}}", word="x")) == "{x}"


@given(st.text())
def test_what_an_argument_holds_is_never_read_as_a_template(word):
    assert plain(phrase("<{word}>", word=word)) == f"<{word}>"


def test_a_player_is_named_by_whoever_shows_the_text():
    names = ["ann", "bob"]
    assert plain(joined(Player(1), Player(0)), names.__getitem__) == "bob ann"
