"""What a network is doing, for whoever looks after the bot."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from ionbot.network.link.servers import Route
from ionbot.network.session import Session
from ionbot.network.shared import Shared


class State(StrEnum):
    """Where a network stands."""

    CONNECTING = "connecting"
    """Also while the server has not let the bot in yet."""
    CONNECTED = "connected"
    WAITING = "waiting"
    """For the next attempt to connect."""
    GIVEN_UP = "given up"
    """It makes no sense to connect again as things are."""
    STOPPED = "stopped"


class Phase(NamedTuple):
    """A state that a network came into: when (Unix ms), why, and until when (the clock's time) if that is certain."""

    state: State
    since: int
    why: str = ""
    due: float | None = None


@dataclass(frozen=True)
class ChannelStatus:
    """A channel that the bot is in, or wants to be in. `why` is why it is not, and when it tries again."""

    name: str
    joined: bool
    why: str = ""


@dataclass(frozen=True)
class NetworkStatus:
    """A network at a moment.

    `since` is when it came into its state, in Unix ms. `server` is where it connects to and `server_name` how that
    calls itself. `why` is why it waits or was given up, `again_in_s` for how long it still waits. `lag_ms` is how long
    the server's last answer to a PING took. `waiting_lines` wait in the outbox. What is not known is None or empty.
    """

    name: str
    state: State
    since: int
    server: str
    tls: bool
    why: str
    again_in_s: float | None
    server_name: str
    nick: str
    wanted_nick: str
    account: str | None
    lag_ms: int | None
    channels: list[ChannelStatus]
    waiting_lines: int


def snapshot(shared: Shared, route: Route, phase: Phase, session: Session | None) -> NetworkStatus:
    """Tell what a network does now; `session` is that of its connection, if it has one."""
    clock, config = shared.clock, shared.config
    now = clock.time()
    if session and session.registered_at is not None:
        phase = Phase(State.CONNECTED, clock.wall() - round(1000 * (now - session.registered_at)))
    else:
        session = None
    refusals = session.refusals if session else {}
    return NetworkStatus(
        name=shared.name,
        state=phase.state,
        since=phase.since,
        server=str(route),
        tls=route.tls,
        why=phase.why,
        again_in_s=None if phase.due is None else max(0, round(phase.due - now, 1)),
        server_name=session.server if session else "",
        nick=session.me.nick if session else "",
        wanted_nick=config.nick,
        account=session.me.account if session else None,
        lag_ms=None if session is None or session.lag is None else round(1000 * session.lag),
        channels=[
            ChannelStatus(each.name, each.open, refusals.get(each, "")) for each in shared.channels.all() if each.held
        ],
        waiting_lines=len(shared.outbox),
    )
