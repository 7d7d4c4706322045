"""What is said in the golden playthroughs can be read on any client, and rings for nobody but who is called."""

import re
from collections import defaultdict
from collections.abc import Iterator, Set
from functools import cache

import pytest
from msgspec import Struct

from games.kit.brevity import words_of
from games.kit.text import Card, Colour, Joined, Phrase, Player, Text, english, plain, spans
from ionbot.channel import Line
from ionbot.network.formatting import pieces
from ionbot.table.speaker import in_ascii, line, uncoloured
from tests.golden.playthrough import played, recipes

pytestmark = pytest.mark.no_cover
ROOM = 100_000
"""Bytes, so that nothing is split."""
NAMES = ("Ann", "[Bob]", "cat|away", "D3", "eve^")
COLOURED = re.compile("\x03\\d\\d(.*?)\x0f")


class Told(Struct):
    """A text of a playthrough: said to all, as a prompt to those who are `waited` for, or to one in their own way."""

    kind: str
    text: Text
    waited: Set[int] = frozenset()

    @property
    def line(self) -> Line:
        """The text as a line."""
        return line(self.text, NAMES.__getitem__, english)


@cache
def told(name: str) -> list[Told]:
    """Give all that is told in a playthrough."""
    match, entries = played(name)
    game, state, seen = match.game, match.state, list[Told]()
    for entry in entries:
        seen += (Told("public", text) for text in game.words.public(state, entry))
        if waited := game.waits(state):
            seen.append(Told("prompt", game.words.prompt(state), waited))
        for compact in (False, True):
            words = words_of(game, compact=compact)
            kind = "compact" if compact else "private"
            seen += (Told(kind, text) for text in words.private(state, entry).values())
            seen += (Told(kind, words.hand(state, seat.seat)) for seat in game.standings(state))
        seen += (Told("table", text) for text in game.words.table(state, 0))
        seen += (Told("score", game.words.score(state)), Told("players", game.words.players(state)))
    return seen


def rendered(line: Line, *, colour: bool) -> str:
    return "".join(pieces(line, ROOM, colour))


every_playthrough = pytest.mark.parametrize("name", recipes())


@every_playthrough
def test_exactly_who_is_called_rings_in_a_prompt_and_nobody_else_anywhere(name: str) -> None:
    for each in told(name):
        called = {span.seat for span in spans(each.text) if isinstance(span, Player) and span.called}
        rests = "hands at the holsters" in plain(each.text)  # both wait for the call, which has a line of its own
        assert called == (set() if rests else each.waited), plain(each.text)


@every_playthrough
def test_a_nick_that_does_not_ring_stands_nowhere_as_it_is(name: str) -> None:
    for each in told(name):
        quiet = {NAMES[span.seat] for span in spans(each.text) if isinstance(span, Player)} - {
            NAMES[seat] for seat in each.waited
        }
        for text in (rendered(each.line, colour=True), rendered(in_ascii(each.line, "."), colour=True)):
            assert not [nick for nick in quiet if nick in text], text


@every_playthrough
def test_no_digit_stands_directly_behind_a_colour_code(name: str) -> None:
    """Not even if the faces of cards began with one, as those of added cards can."""
    for before in ("", "7"):
        lines = (_renamed(each.line, before) for each in told(name))
        texts = [rendered(line, colour=True) for line in lines]
        assert not [text for text in texts if re.search("\x03\\d\\d,?\\d", text)]
        assert any("\x03" in text for text in texts)


@every_playthrough
def test_colours_say_nothing_that_the_words_do_not(name: str) -> None:
    """Without them the text is the same, and no two things differ by their colours alone."""
    colours = defaultdict[str, set[Colour]](set)
    for each in told(name):
        for span in spans(each.text):
            if isinstance(span, Card):
                colours[span.face].add(span.colour)
        coloured = rendered(each.line, colour=True).replace("\x02\x02", "")
        assert COLOURED.sub(r"\1", coloured) == rendered(uncoloured(each.line), colour=True)
    assert not {face: shown for face, shown in colours.items() if len(shown) > 1}


@every_playthrough
def test_teams_have_their_sign_and_no_colour_everywhere(name: str) -> None:
    teams = [value for each in told(name) for value in _arguments(each.text, "team")]
    assert set(teams) == ({"+", "-"} if name == "ion" else set())


@every_playthrough
def test_in_ascii_all_is_ascii(name: str) -> None:
    for each in told(name):
        for mark in ("", "."):
            assert rendered(in_ascii(each.line, mark), colour=True).isascii()


@every_playthrough
def test_compact_hands_go_to_the_same_seats_and_are_shorter(name: str) -> None:
    match, entries = played(name)
    usual, compact = (words_of(match.game, compact=wanted) for wanted in (False, True))
    hands = list[tuple[int, int]]()
    for entry in entries:
        long, short = (words.private(match.state, entry) for words in (usual, compact))
        assert short.keys() == long.keys()
        assert all(len(plain(short[seat])) <= len(plain(long[seat])) for seat in long)
        for standing in match.game.standings(match.state):
            hands.append(tuple(len(plain(words.hand(match.state, standing.seat))) for words in (compact, usual)))
    assert all(short < long for short, long in hands)


def _renamed(line: Line, before: str) -> Line:
    return tuple(Card(before + span.face, span.colour) if isinstance(span, Card) else span for span in line)


def _arguments(text: object, name: str) -> Iterator[object]:
    """Yield what stands in a text for a field of that name."""
    if isinstance(text, Phrase):
        for field, value in text.args.items():
            if field == name:
                yield value
            yield from _arguments(value, name)
    elif isinstance(text, Joined):
        for part in text.parts:
            yield from _arguments(part, name)
