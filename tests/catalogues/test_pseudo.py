"""All that players are told comes through a catalogue: in a language of other letters, no sentence of ours is left.

What is typed, names, values of settings and the guides are the same in all languages.
"""

import re
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from games.cardbattle.game import CardBattle
from games.cardbattle.texts import describe
from games.haven import HAVEN
from games.kit.text import plain
from games.menagerie import MENAGERIE
from ionbot.store.database import Database
from ionbot.table import voice
from ionbot.table.administering import ORDERS
from ionbot.table.vocabulary import COMMANDS, Command
from tests.catalogues.pseudo import translate
from tests.golden import playthrough
from tests.transcripts import scenes

_ENGLISH = re.compile(
    r"\b(?:the|an|is|are|was|be|it|that|this|there|you|your|to|of|and|or|with|for|from|has|have|what|whether|how|who"
    r"|whose|will|can|cannot|now|already|yet|not|nothing|card|player|point|points|turn|item|round)\b"
)
"""Words without which hardly a sentence is made."""
_COMMANDS = list(dict.fromkeys(COMMANDS.values()))
_USAGES = sorted((known.usage for known in _COMMANDS if known.takes_more), key=len, reverse=True)
_TYPED = re.compile(r"!(?:[\w.]+ )*[\w.]+|(?<=: )(?:\w+, )+\w+(?=[.;])|'.*?'")
"""What is typed, and lists of names."""


def left(line: str) -> list[str]:
    """Give what is left in English in a line."""
    for usage in _USAGES:
        line = line.replace(usage, "")
    return _ENGLISH.findall(_TYPED.sub("", line))


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of a database in which nothing has happened."""
    folder = tmp_path_factory.mktemp("pseudo")
    with closing(Database(f"sqlite:///{folder}/empty.db")) as database:
        database.upgrade()
    return folder


@pytest.mark.parametrize("known", [each for each in _COMMANDS if each.name != "rules"], ids=lambda known: known.name)
async def test_what_commands_say_is_translated(known: Command, empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voice, "translation", lambda _: translate)
    for typed in [*scenes.LINES.get(known.name, (known.name,)), f"help {known.name}"]:
        for line in await scenes._told(empty, "ion", typed, "match", "operator"):
            assert left(line.partition(": ")[2]) == [], line


@pytest.mark.parametrize("usage", [*(known.usage for known in _COMMANDS), *(known.usage for known in ORDERS.values())])
def test_how_commands_are_typed_needs_no_translation(usage: str) -> None:
    assert {"or", "and", "a", "the"}.isdisjoint(re.findall(r"\w+", usage))


def lines(name: str) -> Iterator[str]:
    """Yield what is said in a playthrough."""
    for line in playthrough.playthrough(name).splitlines():
        if re.match(r"  (?:\||\d\|)", line):
            yield line


@pytest.mark.parametrize("name", playthrough.recipes())
def test_what_games_say_is_translated(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playthrough, "plain", partial(plain, translate=translate))
    said = list(lines(name))
    assert len(said) > 50
    assert [line for line in said if left(line)] == []


@pytest.mark.parametrize("game", [HAVEN, MENAGERIE], ids=lambda game: game.name)
def test_what_a_card_does_is_translated(game: CardBattle[Any]) -> None:
    said = {card.name: plain(describe(card, game.nouns), translate=translate) for card in game.cards.values()}
    assert len(said) > 50
    assert {name: text for name, text in said.items() if left(text.partition(": ")[2])} == {}


def test_a_sentence_that_comes_through_no_catalogue_is_found() -> None:
    assert left("Ａｎｎ sits down.") == []
    assert left("Ａｎｎ sits at the table.") == ["the"]
