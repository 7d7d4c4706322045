"""IRC formatting codes as terminal escape sequences.

Nothing else that moves a terminal comes through: what others write may hold no escape sequence, no control character
and no invisible character. So a nick that was made silent by a zero-width character shows as itself.
"""

import re
import unicodedata
from dataclasses import dataclass, field

from rich.console import Console
from rich.text import Text

INDEXED = (
    *(15, 0, 4, 2, 9, 1, 5, 3, 11, 10, 6, 14, 12, 13, 8, 7),
    *(52, 94, 100, 58, 22, 29, 23, 24, 17, 54, 53, 89),
    *(88, 130, 142, 64, 28, 35, 30, 25, 18, 91, 90, 125),
    *(124, 166, 184, 106, 34, 49, 37, 33, 19, 129, 127, 161),
    *(196, 208, 226, 154, 46, 86, 51, 75, 21, 171, 201, 198),
    *(203, 215, 227, 191, 83, 122, 87, 111, 63, 177, 207, 205),
    *(217, 223, 229, 193, 157, 158, 159, 153, 147, 183, 219, 212),
    *(16, 233, 235, 237, 239, 241, 244, 247, 250, 254, 231),
)
"""The terminal's colour (of 256) for each IRC colour from 0 to 98; 99 is the terminal's default."""

TOGGLES = {"\x02": "1", "\x1d": "3", "\x1f": "4", "\x16": "7", "\x1e": "9"}
"""Bold, italic, underlined, reversed, struck out: the code and the terminal's parameter."""

CODE = re.compile(
    "(?P<index>\x03)(?:(?P<fg>[0-9]{1,2})(?:,(?P<bg>[0-9]{1,2}))?)?"
    "|(?P<hex>\x04)(?:(?P<hex_fg>[0-9A-Fa-f]{6})(?:,(?P<hex_bg>[0-9A-Fa-f]{6}))?)?"
    "|(?P<toggle>[\x02\x1d\x1f\x16\x1e])|(?P<reset>\x0f)"
)
RESET = "\x1b[0m"


@dataclass
class _Style:
    """What is switched on, as parameters of the terminal."""

    toggles: set[str] = field(default_factory=set)
    fg: str = ""
    bg: str = ""

    def apply(self, code: re.Match[str]) -> None:
        if code["toggle"]:
            self.toggles ^= {TOGGLES[code["toggle"]]}
        elif code["reset"]:
            self.toggles, self.fg, self.bg = set(), "", ""
        elif not (code["fg"] or code["hex_fg"]):
            self.fg = self.bg = ""
        else:
            self.fg = _indexed(38, code["fg"]) if code["fg"] else _rgb(38, code["hex_fg"])
            if code["bg"] or code["hex_bg"]:
                self.bg = _indexed(48, code["bg"]) if code["bg"] else _rgb(48, code["hex_bg"])

    def sequence(self) -> str:
        """Give the escape sequence that sets this style, whatever was set before; none for plain text."""
        parameters = [*sorted(self.toggles), *filter(None, (self.fg, self.bg))]
        return f"\x1b[{';'.join(parameters)}m" if parameters else ""


def _indexed(ground: int, number: str) -> str:
    return f"{ground};5;{INDEXED[int(number)]}" if int(number) < len(INDEXED) else ""


def _rgb(ground: int, digits: str) -> str:
    return f"{ground};2;" + ";".join(str(value) for value in bytes.fromhex(digits))


def ansi(text: str) -> str:
    r"""Turn a line with IRC formatting into one for a terminal; it ends in the terminal's plain style.

    >>> ansi("\x0304red\x03 plain")
    '\x1b[38;5;9mred\x1b[0m plain'
    """
    style = _Style()
    parts = []
    start = 0
    for code in CODE.finditer(text):
        parts.append(_styled(style, text[start : code.start()]))
        style.apply(code)
        start = code.end()
    return "".join([*parts, _styled(style, text[start:])])


def _styled(style: _Style, text: str) -> str:
    visible = clean(text)
    sequence = style.sequence()
    return f"{sequence}{visible}{RESET}" if visible and sequence else visible


def folded(line: str, width: int) -> str:
    """Break a line for a terminal, as `ansi` gives it, between its words, at `width` cells."""
    screen = Console(width=width, force_terminal=True, color_system="truecolor")
    with screen.capture() as shown:
        screen.print(Text.from_ansi(line), end="")
    return shown.get()


def unformatted(text: str) -> str:
    """Take the formatting codes out of a line, and nothing else."""
    return CODE.sub("", text)


def plain(text: str) -> str:
    """Take the formatting out of a line, and whatever else is not to be seen."""
    return clean(unformatted(text))


def clean(text: str) -> str:
    """Take out control characters and invisible ones; a lone surrogate becomes U+FFFD."""
    return text if text.isascii() and text.isprintable() else "".join(map(_visible, text))


def _visible(character: str) -> str:
    match unicodedata.category(character):
        case "Cc":
            return " " if character == "\t" else ""
        case "Cf":
            return ""
        case "Zl" | "Zp":
            return " "
        case "Cs":
            return "\N{REPLACEMENT CHARACTER}"
        case _:
            return character
