"""A worker of a cluster in the hands of a test: what it works on notes what it does, and the test sets the clock."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast

from ionbot.administration.cluster import Cluster
from ionbot.network.gate import Gate
from ionbot.store.fence import Fenced
from ionbot.store.leases import Leases, Worker
from ionbot.store.writer import Writer


class Net:
    """The one network of a worker. `said` notes what the worker does there."""

    def __init__(self, *channels: str) -> None:
        self.name = "home"
        self.nick: str | None = "ion"
        self.most = 100
        self.channels = {name: self.channel(name) for name in channels}
        self.guests: set[str] = set()
        self.said: list[str] = []
        self.held: list[str] = []
        self.asked = 0

    @staticmethod
    def channel(name: str) -> Any:
        return SimpleNamespace(network="home", name=name, folded=name, barred="", held=False, open=False)

    @property
    def wished(self) -> list[Any]:
        return [each for name, each in self.channels.items() if name not in self.guests]

    def find(self, name: str) -> Any:
        return self.channels.get(name)

    def stays_in(self, name: str) -> bool:
        return name in self.channels and name not in self.guests

    def obstacle(self, name: str) -> str:
        self.asked += 1
        before = self.held[: self.held.index(name)] if name in self.held else self.held
        return "" if len(before) < self.most else f"the network allows {self.most} channels"

    def hold(self, channels: list[Any]) -> None:
        for channel in channels:
            channel.held = True
            self.held.append(channel.name)

    def release(self, channel: Any) -> None:
        channel.held = False
        self.held.remove(channel.name)

    def hush(self) -> None:
        self.said.append("hush")

    def come_back(self) -> None:
        self.said.append("come back")

    def join(self, name: str, key: str) -> Any:
        self.said.append(f"join {name} {key}")
        self.guests.discard(name)
        return self.channels.setdefault(name, self.channel(name))

    def part(self, name: str, _why: str) -> None:
        self.said.append(f"part {name}")
        self.guests.add(name)


class Nets(dict[str, Net]):
    def __iter__(self) -> Iterator[Any]:
        return iter(self.values())


class World:
    """The time, on the database's clock and on the workers' own."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.now = 1000.0

    def ms(self, _connection: object) -> int:
        return round(self.now * 1000)


class Hand:
    """A worker, with all that it works on."""

    def __init__(self, world: World, name: str, *channels: str, run: str = "first") -> None:
        self.net = Net(*channels)
        self.gate = Gate(leased=True, now=lambda: world.now)
        self.leases = Leases(world.writer, Worker(name, run), world.ms)
        self.dropped: list[str] = []
        self.lobbies: list[str] = []
        self.left_lobbies: list[str] = []
        self.fenced: list[str] = []
        self.reloads = 0
        self.tables: dict[tuple[str, str], Any] = {}
        self.cluster = Cluster(
            leases=self.leases, gate=self.gate, networks=cast("Any", Nets(home=self.net)), hall=cast("Any", self),
            stores=cast("Any", SimpleNamespace(reload=self.reload, journal=self)), now=lambda: world.now,
        )  # fmt: skip

    def drop(self, _network: str, folded: str) -> None:
        self.dropped.append(folded)

    def lobby_lost(self, _network: str, folded: str) -> None:
        self.lobbies.append(folded)

    async def reload(self) -> None:
        self.reloads += 1

    async def cancel_lobbies(self, _network: str, channel: str) -> list[str]:
        if channel in self.fenced:
            raise Fenced
        return [channel] if channel in self.left_lobbies else []

    def plays(self, channel: str) -> None:
        self.tables["home", channel] = SimpleNamespace(play=object(), lobby=None)

    async def beat(self) -> float:
        """Beat until there is nothing left to do at once."""
        while not (pause := await self.cluster._beat()):
            continue
        return pause


@asynccontextmanager
async def working(*hands: Hand) -> AsyncIterator[None]:
    for hand in hands:
        await hand.leases.begin()
    yield
    for hand in hands:
        if hand.cluster._silence:
            hand.cluster._silence.cancel()
