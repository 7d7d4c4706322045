"""Every rule of the guide is named by a test."""

import re
from pathlib import Path

from games.ion import ION

RULES = range(1, 25)


def test_the_guide_numbers_every_rule_once():
    assert [int(number) for number in re.findall(r"^\*\*(\d+)\.\*\*", ION.guide(), re.MULTILINE)] == list(RULES)


def test_every_rule_is_named_by_a_test():
    sources = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_rules_*.py"))
    named = {int(number) for number in re.findall(r"^def test_rule_(\d+)_", sources, re.MULTILINE)}
    assert named == set(RULES)


def test_the_guide_names_every_option():
    assert set(ION.options.__struct_fields__) <= set(re.findall(r"`(\w+)`", ION.guide()))


def test_the_guide_tells_every_number_as_it_is_by_default():
    options = ION.options()
    guide = ION.guide()
    for told in (
        f"{options.min_players} to {options.max_players} players (`min_players`, `max_players`)",
        f"{options.hand} random items (`hand`)",
        f"{options.split_grace} s (`split_grace`)",
        f"{options.ping_timeout_grace} s (`ping_timeout_grace`)",
        f"{options.away_grace} s (`away_grace`)",
        f"{options.idle_limit} turns in a row without a move (`idle_limit`)",
        f"{options.move_time} s for a move (`move_time`)",
        f"{options.penalty:,} points (`penalty`)",
        f"{options.round_time // 60} min (`round_time`)",
        f"-{options.limit} (`limit`)",
        f"{options.extra_turns} extra turns in a row (`extra_turns`",
        f"{options.extra_minutes} minutes a round (`extra_minutes`)",
        f"{options.charge_turns} turns (`charge_turns`)",
        "{}, {}, {} or {} % (`bonus`)".format(*options.bonus),
        f"{options.hand_limit} in hand (`hand_limit`)",
    ):
        assert told in guide
