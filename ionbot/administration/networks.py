"""The networks that the bot is on: each connects, and again, until it is left; some may come and go meanwhile."""

import asyncio
from collections.abc import Callable, Iterator, Mapping

import structlog

from ionbot.channel import Listener
from ionbot.config import NetworkConfig
from ionbot.measures import UNMEASURED, Measures
from ionbot.network import Network, NetworkError, Unreachable
from ionbot.network.gate import Gate
from ionbot.network.link.sts import Policies

_log = structlog.get_logger()


class Networks:
    """The networks by name.

    `policies` are what servers have said about encrypted connections. `was_in` tells whether the bot has ever been in a
    channel, so that a refusal by all is not the end.
    """

    def __init__(
        self,
        configs: Mapping[str, NetworkConfig],
        listener: Listener,
        policies: Policies,
        was_in: Callable[[], bool],
        measures: Measures = UNMEASURED,
        *,
        gate: Gate | None = None,
    ) -> None:
        self._listener = listener
        self._was_in = was_in
        self._policies = policies
        self._measures = measures
        self._gate = gate
        self._all: dict[str, Network] = {}
        self._lives: dict[asyncio.Task[bool], str] = {}
        self._refusals: dict[str, NetworkError] = {}
        self._given_up: set[str] = set()
        self._running = False
        for name, config in configs.items():
            self.add(name, config)

    def __getitem__(self, name: str) -> Network:
        return self._all[name]

    def __iter__(self) -> Iterator[Network]:
        return iter(self._all.values())

    def __contains__(self, name: str) -> bool:
        return name in self._all

    async def run(self) -> None:
        """Be on all networks until `stop`.

        A network that does not let us in at first is tried again while another one may. Raises NetworkError, with each
        network's reason, when none does, or none is left that makes sense to try.
        """
        self._running = True
        for name in self._all:
            self._begin(name)
        try:
            while self._lives:
                done, _ = await asyncio.wait(self._lives, return_when=asyncio.FIRST_COMPLETED)
                for life in done:
                    name = self._lives.pop(life)
                    if life.result():
                        self._given_up.add(name)
        finally:
            for life in self._lives:
                life.cancel()
        if self._is_nowhere or (self._all and self._given_up >= self._all.keys()):
            raise NetworkError("; ".join(str(self._refusals[name]) for name in self._all))

    async def stop(self, reason: str) -> None:
        """Say goodbye on all networks; `run` then returns. None is begun any more."""
        self._running = False
        await asyncio.gather(*(network.stop(reason) for network in self._all.values()))

    def add(self, name: str, config: NetworkConfig) -> Network:
        """Be on another network too."""
        self._all[name] = network = Network(
            name, config, self._listener, policies=self._policies, measures=self._measures, gate=self._gate
        )
        if self._running:
            self._begin(name)
        return network

    async def remove(self, name: str, reason: str) -> None:
        """Leave a network for good."""
        await self._all[name].stop(reason)
        del self._all[name]
        self._refusals.pop(name, None)
        self._given_up.discard(name)

    @property
    def _is_nowhere(self) -> bool:
        """Whether every network has refused us before we were in any channel."""
        return not self._was_in() and bool(self._all) and self._refusals.keys() >= self._all.keys()

    def _begin(self, name: str) -> None:
        self._lives[asyncio.create_task(self._stay(self._all[name]))] = name

    async def _stay(self, network: Network) -> bool:
        """Be on a network until `stop`. Tells whether it was given up."""
        patient = False
        while True:
            try:
                await network.run(patient=patient)
            except NetworkError as error:
                patient = isinstance(error, Unreachable)
                self._refusals[network.name] = error
                if self._is_nowhere:
                    await self.stop("No network lets me in.")
                elif len(self._all) > 1:
                    _log.error("given up", network=network.name, why=str(error), tried_again=patient)
                if not patient:
                    return True
            else:
                return False
