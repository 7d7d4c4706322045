from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from games.fia import FIA
from games.kit.options import Option, OptionsError, describe_options, read_options
from games.kit.text import phrase, plain
from tests.kit.stones import STONES, Options, StonesGame


class Several(Struct, frozen=True):
    level: Literal["easy", "hard"] = "easy"
    least: Annotated[int, Meta(ge=2)] = 2
    open: Annotated[bool, Meta(description="Seen by all.")] = False
    plain: int = 5


Short = Annotated[str, Meta(min_length=1, max_length=5, pattern=r"^[^\x00-\x1f]+$")]


class Names(Struct, frozen=True, omit_defaults=True):
    stone: Short = "stone"
    heap: Short = "heap"


class Naming(Struct, frozen=True):
    least: Annotated[int, Meta(ge=2)] = 2
    words: Annotated[Names, Meta(description="Other names.")] = Names()


class NamingGame(StonesGame):
    options = Naming


NAMING = NamingGame()


class SeveralGame(StonesGame):
    options = Several


SEVERAL = SeveralGame()


def mistakes(given, game=STONES) -> dict[str, str]:
    with pytest.raises(OptionsError) as caught:
        read_options(game, given)
    return {name: plain(what) for name, what in caught.value.mistakes}


def test_nothing_given_gives_the_defaults():
    assert read_options(STONES, {}) == Options()


def test_what_is_given_is_taken_as_value_or_as_text():
    assert read_options(STONES, {"heap": 7, "pace": "0.5"}) == Options(heap=7, pace=0.5)
    assert read_options(STONES, {"heap": "7", "name": "hill"}) == Options(heap=7, name="hill")


@pytest.mark.parametrize(
    ("text", "value"),
    [("on", True), ("YES", True), ("true", True), ("1", True), ("off", False), ("No", False), ("0", False)],
)
def test_a_switch_is_read_as_people_type_it(text, value):
    assert read_options(STONES, {"die": text}).die is value
    assert read_options(STONES, {"die": value}).die is value


def test_words_for_switches_are_only_read_where_a_switch_is():
    assert read_options(STONES, {"name": "on"}).name == "on"


def test_all_mistakes_are_told_at_once():
    assert mistakes({"heap": 0, "move_tim": 5, "die": "perhaps", "pace": 1, "round_time": "long"}) == {
        "move_tim": "there is no such option; did you mean move_time?",
        "heap": "0 is not possible; possible is 1 to 50 stones",
        "die": "'perhaps' is not possible; possible is true or false",
        "round_time": "'long' is not possible; possible is at least 1 s",
    }


def test_an_option_far_from_any_other_is_answered_with_all_names():
    names = "heap, move_time, round_time, die, pace, name"
    assert mistakes({"xyz": 1}) == {"xyz": f"there is no such option; there are: {names}"}


@pytest.mark.parametrize(
    ("heap", "right"), [(0, False), (1, True), (50, True), (51, False), ("x", False), (2.5, False)]
)
def test_bounds_are_included(heap, right):
    if right:
        assert read_options(STONES, {"heap": heap}).heap == heap
    else:
        assert mistakes({"heap": heap}) == {"heap": f"{heap!r} is not possible; possible is 1 to 50 stones"}


def test_a_bound_above():
    assert mistakes({"pace": 2.6}) == {"pace": "2.6 is not possible; possible is at most 2.5"}


def test_a_word_out_of_some():
    assert mistakes({"level": "mean"}, SEVERAL) == {"level": "'mean' is not possible; possible is easy or hard"}


def test_what_has_no_bounds_is_answered_by_its_type():
    assert mistakes({"plain": "many"}, SEVERAL) == {"plain": "Expected `int`, got `str`"}


def test_options_that_do_not_go_together_are_told():
    assert mistakes({"move_time": 30, "round_time": 20}) == {"stones": "a move cannot take longer than the round"}


def test_the_error_says_it_all_in_one_line():
    with pytest.raises(OptionsError, match=r"^heep: there is no such option; did you mean heap[?]; heap: 0 is not"):
        read_options(STONES, {"heap": 0, "heep": 1})


def test_options_are_described_with_default_unit_bounds_and_meaning():
    described = {option.name: option for option in describe_options(STONES)}
    assert list(described) == ["heap", "move_time", "round_time", "die", "pace", "name"]
    within, above = phrase("{least} to {most}", least="1", most="50"), phrase("at least {least}", least="1")
    assert described["heap"] == Option("heap", 10, "stones", within, "Stones at the start.")
    assert described["round_time"] == Option("round_time", 60, "s", above, "Time for all.")
    assert described["die"] == Option("die", True, "", phrase("true or false"), "Whether a die puts stones back.")
    assert described["name"] == Option("name", "heap", "", None, "")


def test_an_option_can_be_a_table():
    assert read_options(NAMING, {"words": {"stone": "rock"}}) == Naming(words=Names(stone="rock"))
    assert read_options(NAMING, {"words": {}}) == Naming()


def test_mistakes_in_a_table_are_told_by_its_keys_all_at_once():
    possible = "possible is 1 to 5 characters that can be seen"
    assert mistakes({"words": {"stones": "x", "stone": "", "heap": "a\nb"}, "least": 1}, NAMING) == {
        "words.stones": "there is no such option; did you mean stone?",
        "words.stone": f"'' is not possible; {possible}",
        "words.heap": f"'a\\nb' is not possible; {possible}",
        "least": "1 is not possible; possible is at least 2",
    }
    assert mistakes({"words": {"stone": "boulder"}}, NAMING) == {
        "words.stone": f"'boulder' is not possible; {possible}"
    }
    assert mistakes({"words": {"stone": 5}}, NAMING) == {"words.stone": f"5 is not possible; {possible}"}


def test_what_is_no_table_is_answered_with_its_keys():
    assert mistakes({"words": "rock"}, NAMING) == {"words": "'rock' is no table; its keys can be: stone, heap"}


def test_a_table_is_described_with_its_keys():
    least, words = describe_options(NAMING)
    assert least.parts == ()
    assert (words.name, words.default, words.bounds, words.meaning) == ("words", Names(), None, "Other names.")
    bounds = phrase("{least} to {most} characters that can be seen", least=1, most=5)
    assert words.parts == (Option("stone", "stone", "", bounds, ""), Option("heap", "heap", "", bounds, ""))


def test_what_several_numbers_may_be_is_told():
    calm = next(option for option in describe_options(FIA) if option.name == "calm")
    assert calm.bounds
    assert (plain(calm.bounds), calm.unit) == ("2 numbers, each 1 to 60", "s")
    with pytest.raises(OptionsError, match=r"calm: .* is not possible; possible is 2 numbers, each 1 to 60 s"):
        read_options(FIA, {"calm": "soon"})
