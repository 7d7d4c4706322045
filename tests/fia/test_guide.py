"""Every rule of the guide is named by a test, and the guide tells every option as it is."""

import re
from pathlib import Path

from msgspec import to_builtins

from games.fia import FIA

RULES = range(1, 22)


def test_the_guide_numbers_every_rule_once():
    assert [int(number) for number in re.findall(r"^\*\*(\d+)\.\*\*", FIA.guide(), re.MULTILINE)] == list(RULES)


def test_every_rule_is_named_by_a_test():
    sources = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_rules_*.py"))
    named = {int(number) for number in re.findall(r"^def test_rule_(\d+)_", sources, re.MULTILINE)}
    assert named == set(RULES)


def test_the_guide_names_every_option():
    assert set(FIA.options.__struct_fields__) <= set(re.findall(r"`(\w+)`", FIA.guide()))


def test_the_guide_tells_every_number_as_it_is_by_default():
    options = to_builtins(FIA.options())
    guide = FIA.guide()
    for told in (
        "{lp} LP (`lp`)",
        "at {free_lp} (`free_lp`)",
        "{tie_time} s (`tie_time`)",
        "{tie_repeats} repeats (`tie_repeats`)",
        "{calm[0]} to {calm[1]} s (`calm`)",
        "{draw_time} s (`draw_time`)",
        "{turn_time} s for a turn (`turn_time`)",
        "with {quit_grace} s you are out at once",
        "{split_grace} s (`split_grace`)",
        "{ping_timeout_grace} s (`ping_timeout_grace`)",
        "{away_grace} s (`away_grace`)",
    ):
        assert told.format(**options) in guide
    assert options["idle_limit"] == 3
    assert "three draws in a row (`idle_limit`)" in guide
    assert "Three time-outs in a row (`idle_limit`)" in guide
