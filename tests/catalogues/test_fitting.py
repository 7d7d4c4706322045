"""In every language, what happens in a turn is one line of the protocol, with the longest nicks of a large network."""

from collections.abc import Iterator

import pytest

from games.kit.text import Text, joined
from ionbot.languages import languages, translation
from ionbot.network.formatting import pieces
from ionbot.network.lines import MOST_BYTES
from ionbot.table.speaker import line
from tests.catalogues.keeping import catalogues, read
from tests.golden.playthrough import played, recipes

NICK = 16
"""Bytes of the longest nick of Libera.Chat; user and host have 10 and 63 at most."""
BEFORE = len(":" + "n" * NICK + "!" + "u" * 10 + "@" + "h" * 63 + " PRIVMSG #" + "c" * 29 + " :")
"""Bytes that stand before a text, with a channel's name of 30."""
LONGEST_TEMPLATE = 330


def nick(seat: int) -> str:
    return chr(ord("a") + seat) * NICK


def said(name: str) -> Iterator[Text]:
    """Yield all that is said in a playthrough, the prompt behind what happened."""
    match, entries = played(name)
    words = match.game.words
    for entry in entries:
        state = match.state
        public = list(words.public(state, entry))
        if match.game.waits(state):
            public[-1:] = [joined(*public[-1:], words.prompt(state))]
        yield from public
        yield from words.private(state, entry).values()


@pytest.mark.parametrize("name", recipes())
def test_a_move_is_one_line(name: str) -> None:
    for text in said(name):
        for language in languages():
            assert len(pieces(line(text, nick, translation(language)), MOST_BYTES - BEFORE, colour=True)) <= 1


@pytest.mark.parametrize(("package", "language"), list(catalogues()))
def test_a_template_leaves_room_for_what_it_names(package: str, language: str) -> None:
    for message in read(package, language):
        for form in [message.string] if isinstance(message.string, str) else message.string:
            assert not message.id or len(form.encode()) <= LONGEST_TEMPLATE, form
