"""A network: connected, or about to be again, until it is stopped."""

import asyncio
from collections.abc import Collection, Mapping
from contextlib import suppress
from contextvars import Context

import structlog
from structlog.contextvars import bind_contextvars

from ionbot.channel import Channel, Listener
from ionbot.config import NetworkConfig
from ionbot.measures import UNMEASURED, Measures
from ionbot.network.channels import Channels, IrcChannel
from ionbot.network.clock import LoopClock, Timing
from ionbot.network.containment import SafeListener
from ionbot.network.errors import NetworkError, Unreachable
from ionbot.network.gate import Gate
from ionbot.network.link.dialing import Dialer
from ionbot.network.link.servers import Attempts, Route
from ionbot.network.link.sts import Policies, Upgrade, route
from ionbot.network.link.transport import connected
from ionbot.network.sending.outbox import Outbox
from ionbot.network.sending.signs import Signs
from ionbot.network.session import Session
from ionbot.network.shared import Shared
from ionbot.network.status import NetworkStatus, Phase, State, snapshot

_log = structlog.get_logger()


class Network:
    """One configured network. `run` keeps it connected; its channels outlive the connections."""

    def __init__(
        self,
        name: str,
        config: NetworkConfig,
        listener: Listener,
        timing: Timing | None = None,
        policies: Policies | None = None,
        *,
        measures: Measures = UNMEASURED,
        gate: Gate | None = None,
    ) -> None:
        """`policies` are what servers have said about encrypted connections, to be kept for all networks.

        `gate` tells whether the bot may speak, and whether channels are to be held before it enters them.
        """
        self._name = name
        self._config = config
        self._measures = measures
        self._context = Context()  # for the log: whoever wants something of it may be somewhere else
        self._context.run(bind_contextvars, network=name)
        clock = LoopClock(self._context)
        gate = gate or Gate()
        outbox = Outbox(clock, config.speed, gate=gate)
        signs = Signs(clock, outbox)
        channels = Channels(name, config, outbox, signs, leased=gate.leased)
        self._shared = Shared(
            name, config, channels, SafeListener(listener), outbox, signs, clock,
            timing=timing or Timing(), policies={} if policies is None else policies, gate=gate,
        )  # fmt: skip
        self._dialer = Dialer(config)
        self._attempts = Attempts(config.servers, self._shared.timing)
        self._route = self._next_route()
        self._phase = Phase(State.STOPPED, clock.wall())
        self._life: asyncio.Task[None] | None = None
        self._session: Session | None = None
        self._stopping = False
        self._was_in = False

    @property
    def name(self) -> str:
        """The configured name."""
        return self._name

    @property
    def channels(self) -> Mapping[str, Channel]:
        """The configured channels, and those it was ever invited or sent to, by folded name."""
        return self._shared.channels

    def status(self) -> NetworkStatus:
        """Tell what it does now."""
        return snapshot(self._shared, self._route, self._phase, self._session)

    def configure(self, config: NetworkConfig) -> None:
        """Let another configuration count that has the same connection and login, and enter its new channels.

        Channels that it does not name any more are left by `part`.
        """
        self._config = self._shared.config = config
        self._shared.outbox.change_pace(config.speed)
        for channel in self._shared.channels.configure(config):
            channel.barred = ""
            self._enter_channel(channel)

    def find(self, name: str) -> IrcChannel | None:
        """Give a channel by its name in any case, if it was ever configured, or invited or sent to."""
        return self._shared.channels.find(name)

    def stays_in(self, name: str) -> bool:
        """Tell whether the configuration or an admin wants the bot in a channel."""
        channel = self._shared.channels.find(name)
        return channel is not None and self._shared.channels.stays_in(channel)

    def obstacle(self, name: str) -> str:
        """Give why the server would not let the bot into another channel; "" if it would, or that is not known."""
        return self._session.obstacle(name) if self._session else ""

    def join(self, name: str, key: str = "") -> Channel:
        """Be in a channel from now on, as if it were configured, and give it."""
        channel = self._shared.channels.send_to(name, key)
        self._enter_channel(channel)
        return channel

    def part(self, name: str, why: str) -> None:
        """Be in a channel no more, for this reason, which the status tells."""
        if channel := self._shared.channels.find(name):
            self._shared.channels.call_back(channel, why)
            if self._session:
                self._context.copy().run(self._session.part, channel)

    @property
    def nick(self) -> str | None:
        """The bot's nick where it has come as far as the channels, None while it has not."""
        return self._session.me.nick if self._session and self._session.entered else None

    @property
    def wished(self) -> list[IrcChannel]:
        """The channels in which the configuration or an admin wants the bot, be they held or not."""
        return [each for each in self._shared.channels.all() if self._shared.channels.stays_in(each)]

    def hold(self, channels: Collection[IrcChannel]) -> None:
        """Be in channels that are this worker's now."""
        for channel in channels:
            channel.held, channel.barred = True, ""
        if self._session:
            self._context.copy().run(self._session.enter, channels)

    def release(self, channel: IrcChannel) -> None:
        """Be no more in a channel that may be another worker's."""
        channel.held = False
        if self._session and not channel.barred:
            self._context.copy().run(self._session.part, channel)

    def hush(self) -> None:
        """Say nothing that waits, and be in no channel for whoever listens, until `come_back`."""
        self._shared.outbox.hush()
        if self._session:
            self._session.hush()

    def come_back(self) -> None:
        """Be in the channels again for whoever listens, as far as they are held."""
        if self._session:
            self._session.come_back()

    async def run(self, *, patient: bool = True) -> None:
        """Connect, and connect again, until `stop`.

        Raises NetworkError where it makes no sense to go on: banned, password refused, unreadable certificates; and
        Unreachable, if not `patient`, when no server lets us in at first.
        """
        if self._stopping:
            return
        self._life = asyncio.create_task(self._live(patient), context=self._context.copy())
        try:
            await self._life
        except NetworkError as error:
            self._enter(State.GIVEN_UP, str(error))
            raise
        except asyncio.CancelledError:
            if not self._stopping:
                raise
        self._enter(State.STOPPED)

    async def stop(self, reason: str) -> None:
        """Leave the network with this reason, once what waits has left, or some of it within the time there is.

        Returns when the connection is closed and `run` is about to return.
        """
        self._stopping = True
        if self._life is None:
            return
        if self._session:
            await self._last_lines()
        if self._session:
            self._session.quit(reason)
            await asyncio.wait({self._life}, timeout=self._shared.timing.farewell)
        self._life.cancel()
        await asyncio.wait({self._life})

    async def _last_lines(self) -> None:
        """Wait until nothing waits in the outbox, or the time for that is over."""
        empty = asyncio.Event()
        self._shared.outbox.once_empty(empty.set)
        with suppress(TimeoutError):
            await asyncio.wait_for(empty.wait(), self._shared.timing.parting)

    async def _live(self, patient: bool) -> None:
        refusals: list[str] = []
        while not self._stopping:
            failure = await self._attempt(self._next_route())
            if isinstance(failure, Upgrade) and not self._stopping:
                failure = await self._attempt(failure.route)
            if self._stopping:
                return
            refusal = f"{self._name} ({self._route}): {_told(failure)}"
            if isinstance(failure, NetworkError):
                raise NetworkError(refusal) from failure
            if not patient and not self._was_in:
                refusals.append(refusal)
                if len(refusals) == len(self._config.servers):
                    raise Unreachable("; ".join(refusals)) from failure
            await self._pause(_told(failure))

    def _next_route(self) -> Route:
        return route(self._attempts.server, self._config.tls, self._shared.policies, self._shared.clock.wall())

    async def _attempt(self, route: Route) -> BaseException | None:
        """Be connected by a route for as long as that is possible, and give why it no longer is."""
        self._route = route
        self._enter(State.CONNECTING)
        _log.info("connecting", server=str(route), tls=route.tls)
        session = Session(self._shared, route)
        try:
            async with connected(self._dialer, route, session) as connection:
                self._session = session
                try:
                    await connection.closed.wait()
                finally:
                    self._session = None
        except (OSError, NetworkError) as error:
            return error
        self._was_in |= session.entered
        stable = self._shared.timing.stable
        if session.registered_at is not None and self._shared.clock.time() - session.registered_at >= stable:
            self._attempts.begin_anew()
        return session.failure

    async def _pause(self, why: str) -> None:
        """Wait before the next attempt."""
        server, pause = str(self._route), self._attempts.next()
        self._enter(State.WAITING, why, self._shared.clock.time() + pause)
        _log.warning("not connected", server=server, why=why, again_in=f"{pause:.1f} s")
        await asyncio.sleep(pause)
        self._measures.connected_again(self._name)

    def _enter_channel(self, channel: IrcChannel) -> None:
        if self._session:
            self._context.copy().run(self._session.join, channel)

    def _enter(self, state: State, why: str = "", due: float | None = None) -> None:
        self._phase = Phase(state, self._shared.clock.wall(), why, due)


def _told(failure: BaseException | None) -> str:
    """Say why a connection ended."""
    if failure is None:
        return "the server closed the connection"
    return str(failure) or type(failure).__name__
