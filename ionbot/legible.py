"""How times and names are written for people, on a terminal and on a page."""

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo


def date(unix_ms: int | None, zone: tzinfo = UTC) -> str | None:
    """Write a point in time, given in Unix ms: `2026-11-30T04:36:29Z`, in another zone `2026-11-30T05:36:29+01:00`."""
    if unix_ms is None:
        return None
    return datetime.fromtimestamp(unix_ms // 1000, zone).isoformat().replace("+00:00", "Z")


def minute(unix_ms: int, zone: tzinfo = UTC) -> str:
    """Write a point in time, given in Unix ms, for a list that people read: `2026-11-30 04:36`."""
    return f"{datetime.fromtimestamp(unix_ms // 1000, zone):%Y-%m-%d %H:%M}"


def clock(match_ms: int) -> str:
    """Write a match time, given in ms: `12:05.250`."""
    minutes, rest = divmod(match_ms, 60_000)
    return f"{minutes}:{rest / 1000:06.3f}"


def several(names: Sequence[str], most: int) -> str:
    """Write names, and how many more there are than fit: `ann, bob +3`."""
    more = f" +{len(names) - most}" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more}"


def printable(text: str) -> str:
    """Write text with a question mark for each sign that cannot be seen (escape sequences, line breaks)."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)
