"""Card files that nobody should write: whatever is in them, the answer is a list of mistakes of one line each."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.haven import HAVEN
from games.menagerie import MENAGERIE

ZAP = '[[card]]\nid = "zap"\nname = "Zap"\ntype = "action"\nap = 1\n[[card.skills]]\nwhen = "once"\n'
ID = "an id is lower case letters, digits and hyphens, without blanks, and a letter is first"
DRAW = ZAP + "effects = [{ do = 'draw' }]"


def mistakes(text: str) -> list[str]:
    return [*HAVEN.card_mistakes(text, "own.toml")]


@pytest.mark.parametrize("number", ["1001", "1099511627776", "9" * 30])
@pytest.mark.parametrize(
    "text",
    [
        DRAW.replace("ap = 1", "ap = 1001"),
        DRAW.replace("ap = 1", "ap = 1\ngp = { sun = 1001 }"),
        ZAP + "effects = [{ do = 'mend', to = 'you', amount = 1001 }]",
        ZAP + "effects = [{ do = 'hit', to = 'you', amount = { each = {}, times = 1001 } }]",
        ZAP + "effects = [{ do = 'gain', gp = { sun = 1001 } }]",
        ZAP + "effects = [{ do = 'change', to = {}, value = 'max_sp', add = -1001 }]",
        ZAP + "effects = [{ do = 'change', to = {}, value = 'max_sp', set = 1001 }]",
        ZAP + "targets = { most = 1001 }\neffects = [{ do = 'exhaust', to = 'target' }]",
    ],
)
def test_numbers_are_small_enough_to_be_kept_and_told(text, number):
    assert mistakes(text.replace("1001", number)) == ["own.toml: zap: no number of a card is above 1000"]
    assert mistakes(text.replace("1001", "1000")) == []


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        (DRAW.replace("ap = 1", f"ap = {'9' * 5000}"), "own.toml: a number has thousands of digits"),
        ("card = " + "[" * 20_000, "own.toml: its brackets are too deep in each other"),
        (ZAP + "effects = " + "{ do = " * 20_000, "own.toml: its brackets are too deep in each other"),
        (ZAP + f"effects = [{'{ do = `draw` },' * 11}]".replace("`", "'"),
         "own.toml: zap: a card has 10 skills at most, and a skill 10 effects"),
        (DRAW.replace('"zap"', f'"{"z" * 41}"'),
         f"own.toml: {'z' * 41}: {ID}"),
        (DRAW.replace('"zap"', '"z\\u0003\\u000a\\u202e"'),
         "own.toml: z\\x03\\n\\u202e: " + ID),
    ],
)  # fmt: skip
def test_what_is_too_much_is_named(text, mistake):
    assert mistakes(text) == [mistake]


WORDS = st.sampled_from([
    "[[card]]", "[[card.skills]]", "id", "name", "type", "kinds", "skills", "effects", "do", "to", "where", "targets",
    '"draw"', '"hit"', '"you"', '"sun"', '"sprite"', '"action"', "=", "{", "}", "[", "]", ",", "\n", "1", "-1", "1e9",
    "9999999999999999999999", '"\\u0002"', "true", "1979-05-27", "a.b", "'''",
])  # fmt: skip


@given(st.lists(WORDS, max_size=40).map(" ".join) | st.text(max_size=200))
def test_any_text_is_cards_or_mistakes_of_one_line(text):
    for game in (HAVEN, MENAGERIE):
        for mistake in game.card_mistakes(text, "own.toml"):
            assert mistake.startswith("own.toml: ")
            assert mistake.isprintable()
