"""What the configuration of a network names, in the forms of IRC: servers, nicks, channels, messages to services."""

import re
from ipaddress import ip_address
from typing import Annotated, NamedTuple

from pydantic import AfterValidator, Field

_NICK = re.compile(r"[^\s\d!@*?,.:#&+%~$\x00-\x1f-][^\s!@*?,.:\x00-\x1f]*")
_CHANNEL = re.compile(r"[#&+!][^\s,:\x00-\x1f]+")
_KEY = re.compile(r"[^\s,:\x00-\x1f]+")
_SERVER = re.compile(r"(\[(?P<v6>[0-9A-Fa-f:.]+)\]|(?P<name>[^\s/@,:\[\]]+))(:(?P<port>[0-9]{1,5}))?")
_MESSAGE = re.compile(r"[^\s:]+ [^\s\x00-\x1f][^\x00-\x1f]*")
_BRACES = re.compile(r"\{[^}]*\}")
_FINGERPRINT = re.compile(r"([0-9A-Fa-f]{2}:?){31}[0-9A-Fa-f]{2}")


class Server(NamedTuple):
    """Where a network is: a name or address, and a port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def server(text: str, port: int) -> Server:
    """Read `name`, `name:port`, `[address]` or `[address]:port`; `port` is the default. Raises ValueError."""
    match = _SERVER.fullmatch(text)
    if not match or (match["port"] and not 1 <= int(match["port"]) <= 65535):
        raise ValueError(f"{text!r} is no server")
    if match["v6"]:
        ip_address(match["v6"])
    return Server(match["v6"] or match["name"], int(match["port"] or port))


def _is_server(text: str) -> str:
    server(text, 6697)
    return text


def _nick(nick: str) -> str:
    if not _NICK.fullmatch(nick):
        raise ValueError(f"{nick!r} is no nick that servers take")
    return nick


def _channel(channel: str) -> str:
    """Check a channel with its key, if any; what is wrong is told without the key."""
    name, blank, key = channel.partition(" ")
    if not _CHANNEL.fullmatch(name) or len(name) > 64:
        raise ValueError(f"{name!r} is no channel name")
    if blank and (not _KEY.fullmatch(key) or len(key) > 32):
        raise ValueError(f"what follows {name} is no key of at most 32 characters")
    return channel


def _fingerprint(text: str) -> str:
    if not _FINGERPRINT.fullmatch(text):
        raise ValueError("it is no SHA-256 fingerprint")
    return text.replace(":", "").lower()


def _message(text: str, allowed: set[str]) -> str:
    """Check a message to a network's services: whom, what, and in braces only what is known. It may hold a password."""
    if not _MESSAGE.fullmatch(text) or not allowed.issuperset(_BRACES.findall(text)):
        raise ValueError("it is no message to a network's services")
    return text


def _identify(text: str) -> str:
    if text and "{password}" not in _message(text, {"{account}", "{password}"}):
        raise ValueError("it does not say {password}")
    return text


def _regain(text: str) -> str:
    return _message(text, {"{nick}"})


NickName = Annotated[str, Field(max_length=30), AfterValidator(_nick)]
ChannelName = Annotated[str, AfterValidator(_channel)]
"""With the channel's key behind a blank, if it has one."""
ServerName = Annotated[str, AfterValidator(_is_server)]
Fingerprint = Annotated[str, AfterValidator(_fingerprint)]
Identify = Annotated[str, AfterValidator(_identify)]
Regain = Annotated[str, AfterValidator(_regain)]
