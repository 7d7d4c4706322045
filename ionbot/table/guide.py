"""A game's guide, as `rules` tells it: its topics, and the beginning of each in a few lines."""

import re
from difflib import get_close_matches
from textwrap import wrap

from games.kit.text import Text, phrase

_RULE = re.compile(r"^\|[\s|:-]+\|$")
_LINES = 3
_LENGTH = 380
"""Characters a line, so that it fits into 512 bytes even where some letters take two or three."""


def topics(guide: str, typed: str) -> Text:
    """Name the topics; `typed` is how the command is typed."""
    return phrase("Topics: {topics}. {typed} and a topic tells of it.", topics=", ".join(_sections(guide)), typed=typed)


def topic(guide: str, wanted: str) -> list[Text]:
    """Tell a topic, in three lines at most."""
    sections = _sections(guide)
    names = {name.lower(): name for name in sections}
    found = next((name for name in names if name.startswith(wanted.lower())), None)
    if found is None:
        found = next(iter(get_close_matches(wanted.lower(), names, 1)), None)
    if found is None:
        return [phrase("There is no topic {wanted}; there are: {topics}.", wanted=wanted, topics=", ".join(sections))]
    lines = wrap(_flat(sections[names[found]]), _LENGTH, max_lines=_LINES, placeholder=" ...")
    return [phrase("{line}", line=text) for text in lines]


def _sections(guide: str) -> dict[str, str]:
    """Cut the guide at its headings of the second level."""
    parts = re.split(r"^## +(.+)$", guide, flags=re.MULTILINE)[1:]
    return dict(zip(map(str.strip, parts[::2]), parts[1::2], strict=True))


def _flat(markdown: str) -> str:
    """Make plain running text of a section; signs that are moves of a game stay as they are."""
    lines = (line.strip() for line in markdown.splitlines())
    return " ".join(_row(line) if line.startswith("|") else line for line in lines if line and not _RULE.match(line))


def _row(line: str) -> str:
    return ": ".join(cell.strip() for cell in line.strip("|").split("|")) + ";"
