"""When a server says that something was said: the tag of server-time (ircv3.net/specs/extensions/server-time)."""

import re
from datetime import UTC, datetime, timedelta

from irctokens.line import Line

_FORM = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?Z")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_AHEAD_MOST = timedelta(days=1) // timedelta(milliseconds=1)
"""By how many ms a server's clock may be ahead of ours. Stamps are only compared with each other, so that a clock which
is merely wrong does no harm; a stamp further off is no clock's."""


def stamp(line: Line, now: int) -> int | None:
    """Give a line's stamp in Unix ms; None where there is none, or it makes no sense at `now`, Unix ms too."""
    text = (line.tags or {}).get("time") or ""
    if not _FORM.fullmatch(text):
        return None
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        return None
    ms = (read - _EPOCH) // timedelta(milliseconds=1)
    return ms if 0 <= ms <= now + _AHEAD_MOST else None
