"""Leaves channels and networks, politely: what runs there first comes to its end, and all is said that waits."""

from asyncio import Lock
from collections.abc import Collection

from games.kit.text import phrase
from ionbot.administration.current import Current
from ionbot.administration.networks import Networks
from ionbot.channel import Channel
from ionbot.table.background import Background
from ionbot.table.hall import Hall

GOODBYE = phrase("I am called away from here. Goodbye!")
UNCONFIGURED = "it is not configured any more"


class Leaving:
    """What is to be left as soon as no match runs there: channels, and networks."""

    def __init__(self, hall: Hall, networks: Networks, current: Current, background: Background) -> None:
        self._hall = hall
        self._networks = networks
        self._current = current
        self._background = background
        self._channels: set[Channel] = set()
        self._removed: set[str] = set()
        self._sent_away: set[Channel] = set()
        self.lock = Lock()
        """Held while networks come and go."""

    @property
    def waiting(self) -> list[str]:
        """Name what is to be left, but for a match that runs."""
        channels = sorted(channel.name for channel in self._channels)
        return [*sorted(filter(self._is_played_on, self._removed)), *channels]

    def channel(self, channel: Channel) -> None:
        """Leave a channel that is not configured any more, once no match runs there."""
        self._channels.add(channel)

    def network(self, name: str) -> None:
        """Leave a network that is not configured any more, once no match runs there."""
        self._removed.add(name)

    def stay(self, networks: Collection[str]) -> None:
        """Stay on these networks after all, and in channels where the configuration or an admin wants the bot."""
        self._removed.difference_update(networks)
        self._channels = {channel for channel in self._channels if not self._is_wanted(channel)}

    def return_to(self, channel: Channel) -> None:
        """Stay in a channel for an admin who sends the bot back while it takes its leave."""
        self._sent_away.discard(channel)

    def look(self) -> None:
        """Leave what can be left: a match may be over."""
        for channel in [each for each in self._channels if not self._is_busy(each)]:
            self._channels.discard(channel)
            self._background.start("leaving", self._unless_wanted(channel))
        for network in self._removed:
            if not self._is_played_on(network):
                self._background.start("leaving", self._off(network))

    async def now(self, channel: Channel, why: str) -> None:
        """Leave a channel for this reason, which the status tells, when the goodbye has left."""
        self._sent_away.add(channel)
        await self._say_goodbye(channel)
        if channel in self._sent_away:
            self._sent_away.discard(channel)
            self._part(channel, why)

    async def _unless_wanted(self, channel: Channel) -> None:
        """Leave a channel, unless it is wanted again, or a match has begun there, when the goodbye has left."""
        await self._say_goodbye(channel)
        if self._is_busy(channel):
            self._channels.add(channel)
        elif not self._is_wanted(channel):
            self._part(channel, UNCONFIGURED)

    def _part(self, channel: Channel, why: str) -> None:
        if channel.network in self._networks:
            self._networks[channel.network].part(channel.name, why)

    async def _say_goodbye(self, channel: Channel) -> None:
        if table := self._hall.table(channel):
            await table.say_last(GOODBYE)

    async def _off(self, network: str) -> None:
        """Leave a network, unless it is configured again or left already, or a match has begun there."""
        async with self.lock:
            if network in self._removed and not self._is_played_on(network):
                self._removed.discard(network)
                await self._networks.remove(network, "This network is not configured any more.")
                await self._hall.forget(network)
                self._current.without(network)

    def _is_wanted(self, channel: Channel) -> bool:
        return channel.network in self._networks and self._networks[channel.network].stays_in(channel.name)

    def _is_busy(self, channel: Channel) -> bool:
        table = self._hall.table(channel)
        return table is not None and table.play is not None

    def _is_played_on(self, network: str) -> bool:
        return any(table.play for key, table in self._hall.tables.items() if key[0] == network)
