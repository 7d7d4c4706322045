"""The bot around a room, whose network is never connected: what admins order is carried out as far as that goes."""

from ionbot.administration.current import Current
from ionbot.administration.networks import Networks
from ionbot.administration.orders import Orders
from ionbot.channel import Person
from ionbot.config import Config, NetworkConfig
from ionbot.store.stays import Stays
from ionbot.table.background import Background
from tests.table.room import CHANNEL, NETWORK, Room


class House:
    """Carries out orders in a room; `settle` waits until that is done."""

    def __init__(self, room: Room) -> None:
        config = Config(networks={NETWORK: NetworkConfig(host="irc.test", channels=[CHANNEL])}, tables=room.config)
        self._background = Background()
        networks = Networks(config.networks, room.hall, {}, lambda: True)
        room.hall.house = Orders(
            hall=room.hall, networks=networks, current=Current(config), stays=Stays(room.writer),
            background=self._background, services=room.services, reread=lambda: config, stop=lambda: None,
        )  # fmt: skip

    async def settle(self) -> None:
        """Wait until all that was ordered is done."""
        await self._background.settle()


def whole_mask(person: Person) -> str:
    """Name somebody as the configuration names an admin."""
    return f"*!{person.user}@{person.host}"
