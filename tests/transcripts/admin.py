"""What an admin is told, one order after the other, while a match runs; the orders are carried out as the bot does."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

from ionbot.administration.current import Current
from ionbot.administration.networks import Networks
from ionbot.administration.orders import Orders
from ionbot.config import Config, NetworkConfig
from ionbot.network.status import ChannelStatus, NetworkStatus, State
from ionbot.store.stays import Stays
from ionbot.table.background import Background
from tests.table.ion import card_seed
from tests.table.room import NETWORK, WALL_MS, FakeChannel, Room

TYPED = (
    "help", "help shutdown", "networks", "channels", "status", "say #cards Back in 5 minutes.", "say #else Hello",
    "channel join #new sesame", "channel join cards", "channel part #cards", "reload", "shutdown 10m", "status",
    "shutdown cancel", "shutdown soon", "channel part #cards yes",
)  # fmt: skip


class FakeNetwork:
    """The room's network; where the bot is sent it is not let in."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._channels = {room.channel.folded: room.channel}

    def find(self, name: str) -> FakeChannel | None:
        return self._channels.get(name.lower())

    def obstacle(self, _name: str) -> str:
        return ""

    def stays_in(self, name: str) -> bool:
        return self.find(name) is not None

    def join(self, name: str, _key: str) -> None:
        self._channels[name.lower()] = FakeChannel(name)
        self._channels[name.lower()].open = False

    def part(self, name: str, _why: str) -> None:
        self._channels[name.lower()].open = False

    def status(self) -> NetworkStatus:
        return NetworkStatus(
            name=NETWORK, state=State.CONNECTED, since=WALL_MS, server="irc.example:6697", tls=True, why="",
            again_in_s=None, server_name="irc.example", nick="ionbot", wanted_nick="ionbot", account="ionbot",
            lag_ms=12, waiting_lines=0,
            channels=[ChannelStatus(each.name, each.open) for each in self._channels.values()],
        )  # fmt: skip


async def scene(folder: Path) -> str:
    """Give the whole conversation."""
    async with AsyncExitStack() as stack:
        room = Room(folder, folder / "empty.db", "ion", {"even": False}, card_seed(2))
        stack.callback(room.database.close)
        await room.open()
        stack.push_async_callback(room.close)
        background = Background()
        stack.push_async_callback(background.close)
        room.hall.house = _house(room, background)
        return "\n".join(["## For admins", "", *[line async for line in _told(room)], ""])


class FakeNetworks(dict[str, FakeNetwork]):
    """The networks: iterating gives them, as it does with the real ones."""

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values())


def _house(room: Room, background: Background) -> Orders:
    networks = cast("Networks", FakeNetworks({NETWORK: FakeNetwork(room)}))
    config = NetworkConfig(host="irc.example", channels=["#cards"])
    current, stays = Current(Config(networks={NETWORK: config})), Stays(room.writer)
    return Orders(
        hall=room.hall, networks=networks, current=current, stays=stays, background=background,
        services=room.services, reread=None, stop=lambda: None,
    )  # fmt: skip


async def _told(room: Room) -> AsyncIterator[str]:
    """Yield what the admin types, and what is said to them and to the channel."""
    room.admins = ["account:ann"]
    ann, bob, eve = [await room.arrives(room.person(nick, account=nick)) for nick in ("ann", "bob", "eve")]
    await room.begins(bob, eve)
    for typed in TYPED:
        await room.whispers(ann, typed)
        yield f"in private: {typed}"
        for said in room.fresh():
            if said.to in {None, ann}:
                text = said.text.replace(version("ionbot"), "VERSION")
                yield f"    {'in private' if said.to else '#cards'}: {text}"
