"""A game's guide, as `rules` tells it: its topics, and each in a few lines of plain text.

A topic is a rule by its number, or a section of the guide by its heading, or by a word of its text: then it is told
from where that word is explained.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from textwrap import wrap

from games.kit.text import Text, phrase
from ionbot.table.listing import LENGTH

_HEADER = re.compile(r"^\|(.+)\|\n\|[\s|:-]+\|$", re.MULTILINE)
_MARKS = re.compile(r"\*\*\d+\.\*\* | ?\*\(ruling\)\*")
"""What numbers a rule and marks a decision: for who reads the whole guide."""
_CLAUSE_END = re.compile(r"(?<=[.;?!]) ")
_STEM = 4
"""Letters that a word needs to stand for others that begin with it, as `dump` for `dumped`, and a heading by its
beginning."""

_MEASURED = "Balance"
"""The heading of what was measured in many matches, in every guide."""


@dataclass(frozen=True)
class _Section:
    """A section: its heading, and its paragraphs and table rows as plain text."""

    heading: str
    passages: list[str]


def topics(guide: str, typed: str) -> Text:
    """Name the topics; `typed` is how the command is typed."""
    names = ", ".join(section.heading for section in _sections(guide))
    return phrase(
        "Topics: {topics}. {typed} and a topic, a rule's number, or a word of the game, tells of it.",
        topics=names, typed=typed,
    )  # fmt: skip


def topic(guide: str, wanted: str) -> list[Text]:
    """Tell a topic, line by line."""
    text = find(guide, wanted)
    if text is None:
        names = ", ".join(section.heading for section in _sections(guide))
        return [phrase("There is no topic {wanted}; there are: {topics}.", wanted=wanted[: LENGTH // 4], topics=names)]
    return [phrase("{line}", line=each) for each in _lines(text)]


def _lines(text: str) -> Iterator[str]:
    """Break a text into lines that fit: where a sentence or clause ends, and within one only if it is too long."""
    line = ""
    for clause in _CLAUSE_END.split(text):
        if len(whole := f"{line} {clause}".strip()) <= LENGTH:
            line = whole
        else:
            *full, line = [*filter(None, [line]), *wrap(clause, LENGTH)]
            yield from full
    yield line


def find(guide: str, wanted: str) -> str | None:
    """Give all that a topic has to tell, if there is one."""
    sections = _sections(guide)
    return (
        _by_number(guide, wanted)
        or _by_heading(sections, wanted)
        or _by_word(sections, wanted)
        or _by_likeness(sections, wanted)
    )


def _by_number(guide: str, wanted: str) -> str | None:
    """Give the rule of a number, up to the next rule or heading."""
    pattern = rf"^\*\*{re.escape(wanted)}\.\*\*.*?(?=^\*\*\d|^## |\Z)"
    rule = re.search(pattern, guide, re.MULTILINE | re.DOTALL)
    return " ".join(_passages(rule[0])) if rule else None


def _by_heading(sections: list[_Section], wanted: str) -> str | None:
    """Give the section whose heading is or begins with what is wanted."""
    for section in sections:
        heading = section.heading.lower()
        if heading == wanted.lower() or (len(wanted) >= _STEM - 1 and heading.startswith(wanted.lower())):
            return " ".join(section.passages)
    return None


def _by_likeness(sections: list[_Section], wanted: str) -> str | None:
    """Give the section whose heading was probably meant."""
    by_heading = {section.heading.lower(): section for section in sections}
    found = get_close_matches(wanted.lower(), by_heading, 1)
    return " ".join(by_heading[found[0]].passages) if found else None


def _by_word(sections: list[_Section], wanted: str) -> str | None:
    """Give the section that explains a word, from the passage on that begins with it, has it as code, or names it."""
    word, code = _pattern(wanted), re.compile(f"`{re.escape(wanted)}\\b", re.IGNORECASE)
    option = re.compile(rf"\((?:option )?(?:`\w+`, )*`{re.escape(wanted)}`(?:, `\w+`)*\)", re.IGNORECASE)
    best = max(sections, key=lambda section: _weight(option, word, section), default=None)
    named = [number for number, passage in enumerate(best.passages) if word.search(passage)] if best else []
    if not best or not named:
        return None
    named = [number for number in named if option.search(best.passages[number])] or named
    start = min(
        named, key=lambda number: (not _begins(word, best.passages[number]), not code.search(best.passages[number]))
    )
    return f"{best.heading}: {' '.join(best.passages[start:])}"


def _pattern(wanted: str) -> "re.Pattern[str]":
    """Make the pattern of a word, in singular and plural, or of signs, which are not part of other signs."""
    stem = wanted.lower().removesuffix("s") if len(wanted) > _STEM else wanted.lower()
    is_stem = stem.isalpha() and len(stem) >= _STEM
    signs = r"[\w+=±:*&-]"
    before = r"(?<!\w)" if stem[:1].isalnum() else f"(?<!{signs})"
    after = r"(?!\w)" if stem[-1:].isalnum() else f"(?!{signs})"
    return re.compile(f"{before}{re.escape(stem)}{'' if is_stem else after}", re.IGNORECASE)


def _weight(option: "re.Pattern[str]", word: "re.Pattern[str]", section: _Section) -> tuple[bool, bool, int, int]:
    """Tell how well a section explains a word.

    Best where it is named as an option; else rather in the rules than in what was measured, where more sentences begin
    with it, and where it stands more often.
    """
    is_option = any(option.search(passage) for passage in section.passages)
    sentences = [sentence for passage in section.passages for sentence in re.split(r"(?<=[.?!]) ", passage)]
    explained = sum(_begins(word, sentence) for sentence in sentences)
    times = sum(len(word.findall(passage)) for passage in section.passages)
    return is_option, times > 0 and section.heading != _MEASURED, explained, times


def _begins(word: "re.Pattern[str]", text: str) -> bool:
    """Tell whether a text begins with a word, be it with an article or as code."""
    return word.match(re.sub(r"^(?:An?|The) |^`", "", text)) is not None


def _sections(guide: str) -> list[_Section]:
    """Cut the guide at its headings of the second level."""
    parts = re.split(r"^## +(.+)$", guide, flags=re.MULTILINE)[1:]
    return [
        _Section(heading.strip(), list(_passages(text))) for heading, text in zip(parts[::2], parts[1::2], strict=True)
    ]


def _passages(markdown: str) -> Iterator[str]:
    """Make plain text of a section's paragraphs and table rows; signs that are moves of a game stay as they are."""
    headed = _HEADER.sub(lambda header: f"({_cells(header[1])})", markdown)
    for block in re.split(r"\n\s*\n|\n(?=\|)", headed):
        lines = (line.strip() for line in _MARKS.sub("", block).splitlines())
        text = " ".join(_row(line) if line.startswith("|") else line for line in lines if line)
        if text:
            yield text


def _row(line: str) -> str:
    return _cells(line.strip("|")).removesuffix(".") + ";"


def _cells(row: str) -> str:
    return ": ".join(cell.strip() for cell in row.split("|"))
