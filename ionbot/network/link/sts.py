"""Strict Transport Security: servers that want encrypted connections only (ircv3.net/specs/extensions/sts)."""

import re
from collections.abc import MutableMapping
from typing import TypeAlias

from ionbot.config import Server
from ionbot.network.clock import Clock
from ionbot.network.link.servers import Route

Policies: TypeAlias = MutableMapping[str, tuple[int, int]]
"""By host in lower case: the port of its encrypted connections, and until when there may be no others, in Unix ms."""
_PORT = re.compile(r"[0-9]{1,5}")
_DURATION = re.compile(r"[0-9]{1,10}")
"""In seconds; ten digits are 300 years."""


class Upgrade(ConnectionError):
    """The server wants the connection to be made anew, by this route."""

    def __init__(self, route: Route) -> None:
        super().__init__(f"the server wants an encrypted connection to port {route.server.port} (STS)")
        self.route = route


def route(server: Server, tls: bool, policies: Policies, now: int) -> Route:
    """Give the way to a server at a time (Unix ms): as configured, unless a policy forbids plain connections."""
    port, expires = policies.get(_key(server), (0, 0))
    if tls or expires <= now:
        return Route(server, tls)
    return Route(server._replace(port=port), tls=True, sts=True)


class Sts:
    """What one connection hears of it.

    `vouched`: an authority vouches for the server's name, if the connection is encrypted. Else no policy is kept: it
    would shut out connections that do not trust this certificate without reason, and anybody could have sent it.
    """

    def __init__(self, route: Route, policies: Policies, clock: Clock, *, vouched: bool) -> None:
        self._route = route
        self._policies = policies
        self._clock = clock
        self._binding = route.tls and vouched
        self._duration = 0

    def heard(self, value: str) -> Upgrade | None:
        """Take the value of the capability. Gives how to go on, if not with this connection."""
        tokens = dict(token.partition("=")[::2] for token in value.split(","))
        port, duration = tokens.get("port", ""), tokens.get("duration", "")
        if self._binding and _DURATION.fullmatch(duration):
            self._duration = int(duration)
            self._keep()
            if not self._duration:
                self._policies.pop(_key(self._route.server), None)
        elif not self._route.tls and _PORT.fullmatch(port) and 1 <= int(port) <= 65535:
            return Upgrade(Route(self._route.server._replace(port=int(port)), tls=True, sts=True))
        return None

    def ended(self) -> None:
        """Let the policy last from now on: the connection has ended."""
        self._keep()

    def _keep(self) -> None:
        if self._duration:
            server = self._route.server
            self._policies[_key(server)] = server.port, self._clock.wall() + 1000 * self._duration


def _key(server: Server) -> str:
    return server.host.lower().removesuffix(".")
