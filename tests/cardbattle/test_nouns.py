"""Words that whoever runs the bot has given: at most 20 letters, and nothing that a line of IRC cannot carry."""

import pytest
from msgspec import ValidationError, convert

from games.haven.nouns import HavenNouns
from games.menagerie.nouns import MenagerieNouns


@pytest.mark.parametrize("nouns", [HavenNouns, MenagerieNouns])
@pytest.mark.parametrize(
    "word", ["", " ", "AP\n", "\nAP", "A\rP", "\x02AP", "\x0304AP", "AP\x0f", "A\x7fP", "A\x9bP", " AP", "AP ",
             "\u202eAP", "A\u2028P", "\u200b", "\ufeffAP", "a" * 21],
)  # fmt: skip
def test_a_word_that_cannot_be_said_is_refused(nouns, word):
    with pytest.raises(ValidationError):
        convert({"ap": word}, nouns)


@pytest.mark.parametrize("word", ["AP", "action points", "Ä", "行動", "a" * 20, "<3", "%s", "{ap}"])
def test_any_other_is_taken(word):
    assert convert({"ap": word}, HavenNouns).ap == word
