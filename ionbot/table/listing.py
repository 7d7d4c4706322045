"""Lists that are told on a few lines."""

from collections.abc import Sequence

from games.kit.text import Text, joined, phrase, plain

FEW = 3
"""How many lines an answer takes at most."""
WORD = 30
"""How many characters of a word that is not known are said back, so that the answer stays one line."""
LENGTH = 360
"""Characters a line, so that it fits into 512 bytes even where some letters take two or three, and `more` is named."""


def listed(head: Text, items: Sequence[Text], most: int | None = None) -> list[Text]:
    """Put items behind a beginning, on at most so many lines; what finds no room is counted."""
    lines: list[list[Text]] = [[]]
    for number, item in enumerate(items):
        if lines[-1] and len(plain(joined(head, *lines[-1], item, separator="; "))) > LENGTH:
            if len(lines) == most:
                lines[-1].append(phrase("and {n} more", n=len(items) - number))
                break
            lines.append([])
        lines[-1].append(item)
    first, *rest = (joined(*line, separator="; ") for line in lines)
    return [joined(head, first), *rest]
