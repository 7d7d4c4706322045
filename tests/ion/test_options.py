"""ION's options: every one is bounded and explained, and mistakes are told."""

import pytest

from games.ion import ION
from games.kit.options import OptionsError, describe_options, read_options


def test_every_option_is_explained_and_bounded():
    for option in describe_options(ION):
        assert option.meaning
        assert option.bounds or option.name == "bonus"


@pytest.mark.parametrize(
    ("given", "mistake"),
    [
        ({"bonus": [70, 20, 7, 4]}, "add up to 101 %, they must add up to 100 %"),
        ({"bonus": [100]}, "bonus"),
        ({"min_players": 5, "max_players": 4}, "min_players is 5, which is above max_players \\(4\\)"),
        (
            {"bonus": [70, 20, 7, 4], "min_players": 5, "max_players": 4},
            "must add up to 100 %; min_players is 5, which is above",
        ),
        ({"move_time": 0}, "possible is 1 to 600 s"),
        ({"hand": "many"}, "possible is 1 to 20 items"),
    ],
)
def test_mistakes_are_told(given, mistake):
    with pytest.raises(OptionsError, match=mistake):
        read_options(ION, given)


def test_the_first_computer_level_is_easy():
    assert list(ION.computers) == ["easy", "normal"]
