"""What `rules` tells of a guide: plain text, by heading or by word."""

import re

import pytest

from games.fia import FIA
from games.ion import ION
from games.ion.items import ITEMS
from games.kit.protocol import AnyGame
from games.kit.text import plain
from ionbot.table.guide import topic, topics
from ionbot.table.listing import LENGTH

GUIDE = """# Game

Not told: **0.** cards.

## Teams

**1.** Two teams. *(ruling)* The `+` goes first,
the `*` last. A card is no member.

## The cards

**2.** Cards have levels *(ruling)*.

| card | points |
|---|---|
| `+` | 300 *(ruling)* |
| `*` | Stops the game. |

## Ends

**3.** A dump of cards ends it: dumped cards are gone.
"""


def told(wanted: str, guide: str = GUIDE) -> list[str]:
    return [plain(text) for text in topic(guide, wanted)]


def test_the_topics_are_the_headings() -> None:
    assert plain(topics(GUIDE, "!rules")) == (
        "Topics: Teams, The cards, Ends. !rules and a topic, a rule's number, or a word of the game, tells of it."
    )


def test_marks_of_the_guide_are_left_out_and_moves_stay() -> None:
    assert told("Teams") == ["Two teams. The `+` goes first, the `*` last. A card is no member."]
    assert told("the c") == ["Cards have levels. (card: points) `+`: 300; `*`: Stops the game;"]


@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("card", "The cards: Cards have levels. (card: points)"),
        ("Cards", "The cards: Cards have levels. (card: points)"),
        ("dump", "Ends: A dump of cards"),
        ("dumps", "Ends: A dump of cards"),
        ("dumped", "Ends: A dump of cards"),
        ("*", "The cards: `*`: Stops the game;"),
        ("+", "The cards: `+`: 300;"),
        ("member", "Teams: Two teams."),
        ("ends it", "Ends: A dump of cards"),
        ("no", "Teams: Two teams."),
    ],
)
def test_a_word_leads_to_where_it_is_explained(word: str, line: str) -> None:
    (text,) = told(word)
    assert text.startswith(line)


@pytest.mark.parametrize(
    ("number", "line"),
    [
        ("1", "Two teams. The `+` goes first, the `*` last. A card is no member."),
        ("2", "Cards have levels. (card: points) `+`: 300; `*`: Stops the game;"),
        ("3", "A dump of cards ends it: dumped cards are gone."),
    ],
)
def test_a_rule_is_told_by_its_number_with_its_table(number: str, line: str) -> None:
    assert told(number) == [line]


@pytest.mark.parametrize("number", ["0", "4", "12", "1.", "-1"])
def test_a_number_that_no_rule_has_is_no_topic(number: str) -> None:
    assert told(number)[0].startswith("There is no topic ")


@pytest.mark.parametrize("typo", ["Tems", "taems"])
def test_a_heading_is_found_in_spite_of_a_slip(typo: str) -> None:
    assert told(typo)[0].startswith("Two teams.")


@pytest.mark.parametrize("word", ["weather", "ruling", "dum", "ca", "(", "[", "**", "x" * 400])
def test_what_is_no_topic_is_answered_with_those_there_are(word: str) -> None:
    (text,) = told(word)
    assert text == f"There is no topic {word[: LENGTH // 4]}; there are: Teams, The cards, Ends."


def test_a_long_topic_is_told_to_its_end_in_lines_that_fit() -> None:
    guide = "# Game\n\n## Turns\n\n" + "\n\n".join(f"**{number}.** {'Word ' * 60}{number}." for number in range(1, 7))
    lines = told("Turns", guide)
    assert len(lines) > 3
    assert all(len(line) <= LENGTH for line in lines)
    assert lines[-1].endswith(" 6.")


def test_a_line_ends_where_a_sentence_or_a_clause_does() -> None:
    half = "w" * (LENGTH // 2 - 1)
    lines = told("Turns", f"## Turns\n\n{half}; {half}. And so; {half}? Yes.\n")
    assert lines == [f"{half};", f"{half}. And so;", f"{half}? Yes."]


def test_a_clause_that_is_too_long_for_a_line_begins_one_and_is_broken_between_words() -> None:
    words = " ".join(["word"] * (LENGTH // 5 + 10))
    assert [len(line) <= LENGTH for line in told("Turns", f"## Turns\n\nOne. {words}. Two.\n")] == [True] * 3
    assert told("Turns", f"## Turns\n\nOne. {words}. Two.\n")[0] == "One."
    assert told("Turns", f"## Turns\n\nOne. {words}. Two.\n")[2].endswith("word. Two.")


@pytest.mark.parametrize("item", ITEMS)
def test_each_item_of_ion_is_explained_as_the_first_hand_says(item: str) -> None:
    assert f"`{item}`" in told(item, ION.guide())[0][:60]


def test_a_guide_without_topics_has_none() -> None:
    assert told("cards", "# Game\n\nNothing more.\n") == ["There is no topic cards; there are: ."]


@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("cards", "Bank: "),
        ("dump", "Bank: A dump to a team"),
        ("coins", "Gains: In half of all moves"),
        ("penalty", "Turns: Without a move in time"),
        ("netsplit", "Leaving: A netsplit"),
        ("away", "Leaving: A netsplit"),
        ("x2", "Objects: `x2`: 3 %"),
        ("T", "Objects: `T`: 1 %"),
        ("&", "Objects: `&`: 3 %"),
        ("+--", "Objects: `+--`: 3 %"),
        ("bank", "The bank holds points"),
        ("inv", "Commands: `join`, `quit`"),
        ("limit", "Bank: At polarity +10 or -10 (`limit`)"),
        ("even", "Teams: Whoever joins"),
        ("play", "Teams: Whoever joins"),
        ("dull", "Balance: With the default options"),
    ],
)
def test_words_of_ion_lead_to_their_rules(word: str, line: str) -> None:
    assert told(word, ION.guide())[0].startswith(line)


@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("chain", "A special card does what it does at once"),
        ("dual", "Chains: A special card"),
        ("stockpile", "A Defend that meets no attack"),
        ("counter", "Attack and Counter: A Counter meets"),
        ("deck", "A deck for Palette has 90 cards"),
        ("free", "There are no turns"),
        ("w4", "Cards: 4-Shift: `w4`: White"),
        ("draw", "Palette: Every other turn begins with Drop & Draw"),
        ("12", "A Counter meets the attack"),
    ],
)
def test_words_of_fia_lead_to_their_rules(word: str, line: str) -> None:
    assert told(word, FIA.guide())[0].startswith(line)


@pytest.mark.parametrize("game", [ION, FIA], ids=lambda game: str(game.name))
def test_no_mark_of_a_guide_is_seen(game: AnyGame) -> None:
    headings = re.findall(r"^## (.+)$", game.guide(), re.MULTILINE)
    lines = [line for heading in headings for line in told(heading, game.guide())]
    assert len(lines) > len(headings)
    assert not any(re.search(r"\*\*|\*\(|\(ruling|\|", line) for line in lines)
