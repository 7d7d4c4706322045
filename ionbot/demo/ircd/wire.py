"""Lines as they travel: bytes in, bytes out.

IRC is bytes, not text: what is no UTF-8 passes through unchanged (Python's `surrogateescape`).
"""

from collections.abc import Collection, Mapping
from datetime import UTC, datetime

from irctokens.line import build

BODY_LIMIT = 510
"""Bytes of a line without its tags and line end (RFC 1459, 2.3)."""
TAGS_LIMIT = 4096
"""Bytes of the tags a client may send, with the at sign and the space (IRCv3 message-tags)."""


class Inbox:
    """Cuts a stream into lines. CR alone ends a line too, as many servers have it."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> list[str]:
        """Take what has come and give the lines that are complete, without their ends; too long ones are cut."""
        *lines, rest = (self._rest + data.replace(b"\0", b"").replace(b"\r", b"\n")).split(b"\n")
        self._rest = rest[: TAGS_LIMIT + BODY_LIMIT]
        return [_cut(line).decode("utf-8", "surrogateescape") for line in lines if line]


def _cut(line: bytes) -> bytes:
    if not line.startswith(b"@"):
        return line[:BODY_LIMIT]
    tags, space, body = line.partition(b" ")
    return tags[: TAGS_LIMIT - 1] + space + body[:BODY_LIMIT]


class Message:
    """A line for any number of clients, formatted once for each set of capabilities that makes a difference.

    `params` must fit the grammar: only the last may be empty, hold spaces or begin with a colon. `tags` are client
    tags to pass on.
    """

    def __init__(self, source: str | None, command: str, *params: str, tags: Mapping[str, str] | None = None) -> None:
        line = build(command, list(params), source).format()
        self._body = line.encode("utf-8", "surrogateescape")[:BODY_LIMIT] + b"\r\n"
        self._tags = dict(tags or {})
        self._at = datetime.now(UTC)
        self._forms: dict[tuple[bool, bool], bytes] = {}

    def wire(self, caps: Collection[str]) -> bytes:
        """Give the bytes for a client with these capabilities."""
        wanted = ("server-time" in caps, "message-tags" in caps)
        if wanted not in self._forms:
            self._forms[wanted] = self._head(*wanted) + self._body
        return self._forms[wanted]

    def _head(self, stamped: bool, tagged: bool) -> bytes:
        tags = dict(self._tags) if tagged else {}
        if stamped:
            tags["time"] = self._at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        if not tags:
            return b""
        # A line without a source and parameters is its tags and its command; only the tags are wanted.
        return build("", [], tags=tags).format().encode("utf-8", "surrogateescape")


def middle(param: str) -> str:
    """Make a text that a client sent fit for any place in a line."""
    return param.partition(" ")[0].lstrip(":") or "*"
