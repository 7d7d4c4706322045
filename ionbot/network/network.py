"""A network: connected, or about to be again, until it is stopped."""

import asyncio
import ssl
from collections.abc import Mapping
from random import SystemRandom

import structlog
from structlog.contextvars import bind_contextvars

from ionbot.channel import Channel, Listener
from ionbot.config import NetworkConfig
from ionbot.network.channels import Channels
from ionbot.network.clock import Growing, LoopClock, Timing
from ionbot.network.containment import SafeListener
from ionbot.network.errors import NetworkError
from ionbot.network.outbox import Outbox
from ionbot.network.session import Session
from ionbot.network.shared import Shared
from ionbot.network.signs import Signs
from ionbot.network.transport import connected, tls_context

_log = structlog.get_logger()


class Network:
    """One configured network. `run` keeps it connected; its channels outlive the connections."""

    def __init__(self, name: str, config: NetworkConfig, listener: Listener, timing: Timing | None = None) -> None:
        self._name = name
        self._config = config
        clock = LoopClock()
        outbox = Outbox(clock, config.burst, config.rate)
        signs = Signs(clock, outbox)
        channels = Channels(name, config, outbox, signs)
        self._shared = Shared(name, config, channels, SafeListener(listener), outbox, signs, clock, timing or Timing())
        self._delays = Growing(self._shared.timing.reconnect_first, self._shared.timing.reconnect_most)
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
        """The configured channels, and those the bot was ever put into, by folded name."""
        return self._shared.channels

    async def run(self, *, patient: bool = True) -> None:
        """Connect, and connect again, until `stop`.

        Raises NetworkError where it makes no sense to go on: banned, password refused, unreadable certificates; and, if
        not `patient`, when the server does not let us in at first.
        """
        if self._stopping:
            return
        self._life = asyncio.create_task(self._live(patient))
        try:
            await self._life
        except asyncio.CancelledError:
            if not self._stopping:
                raise

    async def stop(self, reason: str) -> None:
        """Leave the network with this reason. Returns when the connection is closed and `run` is about to return."""
        self._stopping = True
        if self._life is None:
            return
        if self._session:
            self._session.quit(reason)
            await asyncio.wait({self._life}, timeout=self._shared.timing.farewell)
        self._life.cancel()
        await asyncio.wait({self._life})

    async def _live(self, patient: bool) -> None:
        bind_contextvars(network=self._name)
        try:
            context = tls_context(self._config)
        except OSError as error:
            raise NetworkError(f"{self._name}: the certificates cannot be read: {error}") from error
        while not self._stopping:
            try:
                failure = await self._connection(context)
            except OSError as error:
                failure = error
            if not self._stopping:
                await self._pause(failure, patient or self._was_in)

    async def _connection(self, context: ssl.SSLContext | None) -> Exception | None:
        """Connect, and give why the connection ended. Raises OSError if it could not be made."""
        session = Session(self._shared)
        async with connected(self._config, context, session) as connection:
            self._session = session
            try:
                await connection.closed.wait()
            finally:
                self._session = None
        if session.registered_at is not None:
            self._was_in = True
            if self._shared.clock.time() - session.registered_at >= self._shared.timing.stable:
                self._delays.reset()
        return session.failure

    async def _pause(self, failure: Exception | None, patient: bool) -> None:
        """Wait before the next connection. Raises NetworkError if there is none to be."""
        where = f"{self._config.host}:{self._config.port}"
        why = str(failure or "the server closed the connection") or type(failure).__name__
        if isinstance(failure, NetworkError) or not patient:
            raise NetworkError(f"{self._name} ({where}): {why}") from failure
        delay = SystemRandom().uniform(0, self._delays.delay)
        self._delays.grow()
        _log.warning("not connected", server=where, why=why, again_in=f"{delay:.1f} s")
        await asyncio.sleep(delay)
