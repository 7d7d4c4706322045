"""Every rule of the guide is named by a test, and the guide tells every option as it is."""

import re
from pathlib import Path

from msgspec import to_builtins

from games.kit.text import plain
from games.menagerie import MENAGERIE

RULES = range(1, 19)


def test_the_guide_numbers_every_rule_once():
    assert [int(number) for number in re.findall(r"^\*\*(\d+)\.\*\*", MENAGERIE.guide(), re.MULTILINE)] == list(RULES)


def test_every_rule_is_named_by_a_test():
    sources = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_rules_*.py"))
    named = {int(number) for number in re.findall(r"^def test_rule_(\d+)_", sources, re.MULTILINE)}
    assert named == set(RULES)


def test_the_guide_names_every_option():
    assert set(MENAGERIE.options.__struct_fields__) <= set(re.findall(r"`(\w+)`", MENAGERIE.guide()))


def test_the_guide_tells_every_number_as_it_is_by_default():
    options = to_builtins(MENAGERIE.options())
    guide = MENAGERIE.guide()
    for told in (
        "{hp} HP (`hp`)",
        "{hand} cards (`hand`)",
        "{ap} AP (`ap`)",
        "{pool_limit} MP of a type (`pool_limit`)",
        "{refresh_cost} AP (`refresh_cost`)",
        "{draw_cost} AP (`draw_cost`)",
        "{hand_limit} cards (`hand_limit`)",
        "{uses} times a turn (`uses`)",
        "After {turn_items} things",
        "{react_time} s (`react_time`)",
        "{choice_time} s (`choice_time`)",
        "{action_time} s (`action_time`)",
        "{max_rounds} rounds (`max_rounds`), or {crowd_rounds} (`crowd_rounds`)",
        "with {quit_grace} s you are out at once",
        "{split_grace} s (`split_grace`)",
        "{ping_timeout_grace} s (`ping_timeout_grace`)",
        "{away_grace} s (`away_grace`)",
    ):
        assert told.format(**options) in guide
    assert options["idle_limit"] == 3
    assert "Three time-outs in a row (`idle_limit`)" in guide


def test_the_guide_names_the_ready_decks():
    assert all(f"`{name}`" in MENAGERIE.guide() for name in MENAGERIE.ready_decks("deck"))


def test_the_examples_of_cards_are_as_the_cards_are():
    rows = re.findall(r"^\| (\w+) \| ([\w ]+), (.*) \|$", MENAGERIE.guide(), re.MULTILINE)
    by_name = {card.name: card for card in MENAGERIE.cards.values()}
    assert [type_ for type_, _, _ in rows] == [
        "Creature", "Land", "Action", "Enchantment", "Alteration", "Surprise",
    ]  # fmt: skip
    for type_, name, text in rows:
        card = by_name[name]
        assert card.type == type_.lower()
        assert text == plain(MENAGERIE.lookups["card"](None, card.id)).split(": ", 1)[1]
