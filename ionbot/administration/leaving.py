"""Leaves channels and networks, politely: what runs there first comes to its end, and all is said that waits."""

from asyncio import Lock
from collections.abc import Collection

from games.kit.text import phrase
from ionbot.administration.background import Background
from ionbot.administration.current import Current
from ionbot.administration.networks import Networks
from ionbot.channel import Channel
from ionbot.table.hall import Hall
from ionbot.table.table import Table

GOODBYE = phrase("I am called away from here. Goodbye!")
UNCONFIGURED = "it is not configured any more"


class Leaving:
    """What is to be left as soon as no match runs there: channels (network, folded name), and networks."""

    def __init__(self, hall: Hall, networks: Networks, current: Current, background: Background) -> None:
        self._hall = hall
        self._networks = networks
        self._current = current
        self._background = background
        self._channels: set[tuple[str, str]] = set()
        self._removed: set[str] = set()
        self.lock = Lock()
        """Held while networks come and go."""

    @property
    def waiting(self) -> list[str]:
        """Name what is to be left, but for a match that runs."""
        channels = (self._networks[network].channels[folded].name for network, folded in self._channels)
        return [*sorted(filter(self._is_played_on, self._removed)), *channels]

    def channel(self, channel: Channel) -> None:
        """Leave a channel that is not configured any more, once no match runs there."""
        self._channels.add((channel.network, channel.folded))

    def network(self, name: str) -> None:
        """Leave a network that is not configured any more, once no match runs there."""
        self._removed.add(name)

    def stay(self, networks: Collection[str]) -> None:
        """Stay on these networks after all, and in channels where the configuration or an admin wants the bot."""
        self._removed.difference_update(networks)
        self._channels = {
            (network, folded) for network, folded in self._channels if not self._networks[network].stays_in(folded)
        }

    def look(self) -> None:
        """Leave what can be left: a match may be over."""
        for network, folded in [each for each in self._channels if not self._busy(*each)]:
            self._channels.discard((network, folded))
            channel = self._networks[network].channels[folded]
            self._background.start("leaving", self._unless_wanted(channel))
        for network in self._removed:
            if not self._is_played_on(network):
                self._background.start("leaving", self._off(network))

    def table(self, channel: Channel) -> Table | None:
        """Give the table of a channel, if the bot was ever there."""
        return self._hall.tables.get((channel.network, channel.folded))

    async def now(self, channel: Channel, why: str) -> None:
        """Leave a channel for this reason, which the status tells, when the goodbye has left."""
        if table := self.table(channel):
            await table.say_last(GOODBYE)
        self._networks[channel.network].part(channel.name, why)

    async def _unless_wanted(self, channel: Channel) -> None:
        """Leave a channel, unless it is configured again when the goodbye has left."""
        if table := self.table(channel):
            await table.say_last(GOODBYE)
        if not self._networks[channel.network].stays_in(channel.name):
            self._networks[channel.network].part(channel.name, UNCONFIGURED)

    async def _off(self, network: str) -> None:
        """Leave a network, unless it is configured again or left already."""
        async with self.lock:
            if network in self._removed:
                self._removed.discard(network)
                await self._networks.remove(network, "This network is not configured any more.")
                await self._hall.forget(network)
                self._current.without(network)

    def _busy(self, network: str, folded: str) -> bool:
        table = self._hall.tables.get((network, folded))
        return table is not None and table.play is not None

    def _is_played_on(self, network: str) -> bool:
        return any(self._busy(*key) for key in self._hall.tables if key[0] == network)
