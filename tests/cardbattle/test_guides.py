"""Every rule of a guide is named by a test, and the guide tells options, decks and cards as they are."""

import re
from pathlib import Path

import pytest
from msgspec import to_builtins

from games.haven import HAVEN
from games.kit.text import plain
from games.menagerie import MENAGERIE

GAMES = pytest.mark.parametrize("game", [HAVEN, MENAGERIE], ids=lambda game: game.name)
RULES = {"haven": range(1, 26), "menagerie": range(1, 19)}
OF_BOTH = (
    "{hand} cards (`hand`)",
    "{ap} AP (`ap`)",
    "{refresh_cost} AP (`refresh_cost`)",
    "{draw_cost} AP (`draw_cost`)",
    "{hand_limit} cards (`hand_limit`)",
    "{uses} times a turn (`uses`)",
    "After {turn_items} things that went off in a turn (`turn_items`)",
    "{react_time} s (`react_time`)",
    "{choice_time} s (`choice_time`)",
    "{action_time} s (`action_time`)",
    "{max_rounds} rounds (`max_rounds`), or {crowd_rounds} (`crowd_rounds`)",
    "(`quit_grace`); with {quit_grace} s you are out at once",
    "{split_grace} s (`split_grace`)",
    "{ping_timeout_grace} s (`ping_timeout_grace`)",
    "{away_grace} s (`away_grace`)",
)
OWN = {
    "haven": ("{composure} composure (`composure`)", "{first_ap} AP (`first_ap`)"),
    "menagerie": ("{hp} HP (`hp`)", "{pool_limit} MP of a type (`pool_limit`)"),
}


@GAMES
def test_the_guide_numbers_every_rule_once(game):
    numbers = re.findall(r"^\*\*(\d+)\.\*\*", game.guide(), re.MULTILINE)
    assert [int(number) for number in numbers] == [*RULES[game.name]]


@GAMES
def test_every_rule_is_named_by_a_test(game):
    files = (Path(__file__).parent.parent / game.name).glob("test_rules_*.py")
    sources = "".join(path.read_text("utf-8") for path in files)
    named = {int(number) for number in re.findall(r"^(?:async )?def test_rule_(\d+)_", sources, re.MULTILINE)}
    assert named == {*RULES[game.name]}


@GAMES
def test_the_guide_names_every_option(game):
    assert set(game.options.__struct_fields__) <= set(re.findall(r"`(\w+)`", game.guide()))


@GAMES
def test_the_guide_tells_every_number_as_it_is_by_default(game):
    options = to_builtins(game.options())
    told = (*OF_BOTH, *OWN[game.name])
    assert [each for each in told if each.format(**options) not in game.guide()] == []
    assert options["idle_limit"] == 3
    assert "Three time-outs in a row (`idle_limit`)" in game.guide()
    numbers = {name for name, value in options.items() if type(value) is int} - {"idle_limit"}
    assert numbers == {name for each in told for name in re.findall(r"\{(\w+)\}", each)}


@GAMES
def test_the_guide_names_the_ready_decks(game):
    assert all(f"`{name}`" in game.guide() for name in game.ready_decks("deck"))


@GAMES
def test_the_guide_has_an_example_of_each_type_of_card_as_it_is_told(game):
    rows = re.findall(r"^\| ([A-Z]\w+) \| ([\w ]+), (.*) \|$", game.guide(), re.MULTILINE)
    by_name = {card.name: card for card in game.cards.values()}
    assert {by_name[name].type for _, name, _ in rows} == game.dialect.types.keys()
    for type_, name, text in rows:
        card = by_name[name]
        assert type_ == game.nouns.of(card.type)
        assert text == plain(game.lookups["card"](None, card.id)).split(": ", 1)[1]
