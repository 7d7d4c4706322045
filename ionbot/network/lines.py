"""Lines of the protocol, read and written with irctokens, so that nothing a server or person sends can raise here."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from irctokens.hostmask import Hostmask, hostmask
from irctokens.line import Line, build, tokenise

Handler: TypeAlias = Callable[[Line], None]
Handlers: TypeAlias = Mapping[str, Handler]
"""By command or numeric, in upper case."""

LINE_ENDS = str.maketrans("\r\n\0", "   ")
"""What may never be sent inside a line, as blanks."""

MOST_BYTES = 510
"""Of a line that is sent, without its tags and its CR LF (RFC 1459, 2.3)."""
TAGS_MOST = 8_191
"""Bytes of the longest tags (ircv3.net/specs/extensions/message-tags). To read them takes time by the square of it."""
LONGEST = 2 * (TAGS_MOST + 1)
"""Bytes of the longest line that is read: tags and what stands behind them, with room for servers of longer lines."""


def read(text: str) -> Line | None:
    """Tokenize a line; only the space splits parameters. None for what is no line, or too long for one."""
    if text.startswith("@"):
        tags, _, rest = text.partition(" ")
        if len(tags) > TAGS_MOST:
            return None
        text = f"{tags} {rest.lstrip(' ')}"
    if len(text) > LONGEST:
        return None
    try:
        return tokenise(text)
    except (ValueError, IndexError):
        return None


def write(command: str, *params: str) -> str:
    """Write a line. Parameters before the last lose blanks and leading colons: they cannot become two, or the last."""
    clean = [param.translate(LINE_ENDS) for param in params]
    heads = [param.replace(" ", "").lstrip(":") or "*" for param in clean[:-1]]
    return build(command, [*heads, *clean[-1:]]).format()


def param(line: Line, index: int) -> str:
    """Give a parameter (-1 is the last), "" where it is missing."""
    try:
        return line.params[index]
    except IndexError:
        return ""


def sender(line: Line) -> Hostmask:
    """Give who sent a line; its nickname is "" where nobody is named."""
    return hostmask(line.source or "")


def opened_or_closed(batch: Line) -> tuple[str, str]:
    """Give which batch a BATCH opens and which it closes, by their references; "" is none. One of them is always ""."""
    sign, reference = param(batch, 0)[:1], param(batch, 0)[1:]
    return (reference if sign == "+" else "", reference if sign == "-" else "")
