"""Nicks that try to be something else, on the lines that leave: they are text there, and do nothing."""

import re
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from ionbot.network.formatting import clean
from tests.hostile import NICKS, on_irc
from tests.table.wire import Wire

OURS = re.compile("\x03\\d\\d|\x02\x02|\x0f|\u200b")
"""What the bot itself writes of what cannot be seen: colours, and what keeps nicks from ringing."""
TYPED = (
    "!stats {}", "!history {}", "!top {}", "!replay {}", "!help {}", "!rules ion {}", "!settings {}", "!card {}",
    "!deck {}", "!join {}", "!language {}", "!subscribe {}", "!swap {}", "!vote {}", "!forget {}", "!{}", "{}",
)  # fmt: skip
"""What players type a nick or any word behind."""
ORDERED = (
    "!start {}", "!drop {}", "!swap ann {}", "!exclude {}", "!include {}", "!set fill {}", "!set {} 1", "!reset {}",
    "!bot add {}", "!schedule ion {} 20:00",
)  # fmt: skip
"""The same for operators."""


@pytest.fixture
async def wire(tmp_path: Path, empty: Path) -> AsyncIterator[Wire]:
    room = Wire(tmp_path, empty, game="ion")
    with closing(room.database):
        await room.open()
        yield room
        await room.close()


def harmless(wire: Wire) -> list[str]:
    """Give the texts of the lines that have left since the last look, and see that they are text."""
    lines = [line for line in wire.lines if line.startswith(("PRIVMSG", "NOTICE"))]
    wire.lines.clear()
    texts = [OURS.sub("", line.partition(" :")[2]) for line in lines]
    for line, text in zip(lines, texts, strict=True):
        assert text.isprintable(), line
        assert len(line.encode()) <= 510
    return texts


async def test_who_plays_is_named_unharmed(wire: Wire) -> None:
    for nick in sorted({*map(on_irc, NICKS)}):
        named = OURS.sub("", clean(nick))
        wire.stage.feed(f":{nick}!u@h JOIN #ion")
        for who, text in ((nick, "!join"), ("bob", "!join"), (nick, "!go"), (nick, "!table"), ("bob", "!turn")):
            await wire.hears(who, text)
        begun = harmless(wire)
        assert [text for text in begun if text.startswith(f"{named} opens ION")], nick
        assert [text for text in begun if f"Team -: {named}." in text or f"Team +: {named}." in text], nick
        await wire.hears("oz", "!stop")
        for text in (f"!stats {nick}", "!top ion", f"!history {nick}"):
            await wire.hears("ann", text)
        await wire.passes(0.2)
        assert len(harmless(wire)) > 2
        wire.stage.feed(f":{nick}!u@h QUIT")
    assert wire.findings() == []


async def test_what_is_typed_is_said_back_unharmed(wire: Wire) -> None:
    for nick in NICKS:
        for number, text in enumerate((*TYPED, *ORDERED)):
            await wire.hears("ann" if number < len(TYPED) else "oz", text.format(on_irc(nick)))
        await wire.passes(0.2)
        assert len(harmless(wire)) > 20, nick
    assert wire.findings() == []
