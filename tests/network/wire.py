"""What the transport makes of a line."""

from ionbot.network.lines import read
from ionbot.network.link.transport import Connection

OURS = {
    "AUTHENTICATE", "CAP", "ISON", "JOIN", "MODE", "MONITOR", "NICK", "NOTICE", "PART", "PASS", "PING", "PONG",
    "PRIVMSG", "QUIT", "USER", "WHO", "WHOIS",
}  # fmt: skip
"""All that the bot ever says."""


def wired(line: str) -> bytes:
    """Give the bytes; see that they are one line of ours, of at most 512 bytes, tags not counted."""
    data = Connection._prep_message(Connection.__new__(Connection), line)
    parsed = read(data.decode().removesuffix("\r\n"))
    assert parsed is not None
    assert parsed.command in OURS
    assert data.endswith(b"\r\n")
    assert not set(b"\r\n\0") & set(data[:-2])
    assert len(data.partition(b" ")[2] if parsed.tags else data) <= 512
    return data
