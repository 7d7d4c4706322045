"""How servers end a connection, and whether it makes sense to come back."""

import re

from ionbot.network.errors import NetworkError

_PREAMBLE = re.compile(r"closing link: \S+ ((by )?[^(\[\s]+ )?", re.IGNORECASE)
"""Whom it ends, and who ended it, before the reason in brackets; hosts may be called anything."""
_KILLED = re.compile(r"\W*(local )?kill(ed)?\b", re.IGNORECASE)
"""An operator's KILL, whose reason may be called anything too."""
_BAN = re.compile(r"\b(banned|not welcome|a(uto)?-?kill(ed)?|(ga|[adgkqrxz])[-:]?line[ds]?)\b", re.IGNORECASE)
"""How servers name a ban: K-lined, G-Line, Z:lined, AKILL and so on."""
_PASSING = re.compile(r"throttle|too fast|wait a while|try again", re.IGNORECASE)
"""How they name one that is over soon: InspIRCd's is a Z-line for who comes back too often (connectban)."""
_PASSWORD = re.compile(r"(bad|invalid|incorrect) (server )?password|password (mismatch|incorrect)", re.IGNORECASE)
_HINTS = (
    (
        re.compile(r"excess(ive)? flood|recvq exceeded|flooding", re.IGNORECASE),
        'it takes less than the bot sends: pace = "slow" may help, or a smaller burst and rate',
    ),
    (  # of a password, InspIRCd does not say more
        re.compile(r"access denied|(not |un)authori[sz]ed", re.IGNORECASE),
        "perhaps it wants a password, or another one",
    ),
)
"""What may help where a server says so."""


def ending(error: str) -> Exception:
    """Give what the text of an ERROR means: a NetworkError where coming back makes no sense, else a ConnectionError."""
    reason = _PREAMBLE.sub("", error, count=1)
    if _KILLED.match(reason):
        return ConnectionError(error)
    if _PASSWORD.search(reason):
        return password_refused(error)
    if _BAN.search(reason) and not _PASSING.search(reason):
        return banned(error)
    hints = (hint for pattern, hint in _HINTS if pattern.search(reason))
    return ConnectionError("; ".join((error, *hints)))


def password_refused(why: str) -> NetworkError:
    """Give what a wrong password means, or none where the server wants one."""
    return NetworkError(f"the server refused the password: {why}; set password to the server's (not the account's)")


def banned(why: str) -> NetworkError:
    """Give what a ban means."""
    return NetworkError(f"the server has banned us: {why}")
