"""Every registered game plays as its golden file says."""

import pytest

from tests.golden.playthrough import path, playthrough, recipes


@pytest.mark.parametrize("name", recipes())
def test_a_game_plays_as_its_golden_file_says(name):
    assert path(name).exists(), f"write it with: python -m tests.golden {name}"
    assert playthrough(name) == path(name).read_text("utf-8")


def test_no_golden_file_is_of_an_unknown_game():
    assert {file.stem for file in path("any").parent.glob("*.txt")} == set(recipes())
