"""Carries out what admins order."""

from collections.abc import Callable, Sequence

import structlog
from pydantic import TypeAdapter, ValidationError

from games.kit.text import Text, phrase
from ionbot.administration import reports
from ionbot.administration.cluster import Cluster
from ionbot.administration.current import Current
from ionbot.administration.leaving import Leaving
from ionbot.administration.networks import Networks
from ionbot.administration.reloading import Reloading, Reread
from ionbot.administration.shutdown import Shutdown
from ionbot.channel import Channel, Lane, Person
from ionbot.config import ChannelName
from ionbot.network.formatting import clean
from ionbot.network.status import NetworkStatus
from ionbot.store.stays import Stay, Stays
from ionbot.table import operating
from ionbot.table.background import Background
from ionbot.table.durations import lasting
from ionbot.table.hall import Hall
from ionbot.table.services import Services
from ionbot.table.table import Table

SENT_AWAY = "an admin has sent the bot away"

_MOST = 70
"""How many characters of a channel's name are said back."""
_NAME: TypeAdapter[str] = TypeAdapter(ChannelName)

_log = structlog.get_logger()


class Orders:
    """The House of the tables: what admins ask and order is answered and done here.

    `reread` reads the configuration again, where there is one; `stop` stops the bot. `cluster` are the other workers
    with this one among them, if there are any.
    """

    def __init__(
        self, *,
        hall: Hall, networks: Networks, current: Current, stays: Stays, background: Background, services: Services,
        reread: Reread | None, stop: Callable[[], None], cluster: Cluster | None = None,
    ) -> None:  # fmt: skip
        self._leaving = Leaving(hall, networks, current, background)
        services.over_hearers.append(lambda _: self._leaving.look())
        self._hall = hall
        self._networks = networks
        self._current = current
        self._stays = stays
        self._cluster = cluster
        self._background = background
        self._reloading = Reloading(
            reread, current=current, hall=hall, networks=networks, stays=stays, leaving=self._leaving
        )
        self._shutdown = Shutdown(hall, services, stop)
        self._now = services.now
        self._begun = services.now()

    def networks(self) -> Sequence[Text]:
        """Tell how each network is."""
        return reports.networks(self._statuses)

    def channels(self) -> Sequence[Text]:
        """Tell where the bot is."""
        return reports.channels(self._statuses, self._tables)

    def status(self) -> Sequence[Text]:
        """Tell how the whole is."""
        lines = reports.whole(self._statuses, self._tables, self._now() - self._begun)
        end = self._shutdown.text()
        return [*lines, end] if end else lines

    def say(self, person: Person, channel: str, text: str) -> Text:
        """Say something in a channel."""
        there = self._networks[person.network].find(channel)
        table = self._hall.table(there) if there and there.open else None
        said = clean(text)
        if not table or not said.strip():
            return _absent(channel)
        _log.info(
            "said for an admin",
            by=person.nick, identity=person.identity, network=person.network, channel=table.channel.name, text=said,
        )  # fmt: skip
        table.say(phrase("{text}", text=said), Lane.ANSWER)
        return phrase("Said in {channel}.", channel=table.channel.name)

    async def join(self, person: Person, channel: str, key: str) -> Text:
        """Go to a channel and stay."""
        network = self._networks[person.network]
        try:
            _NAME.validate_python(f"{channel} {key}".strip())
        except ValidationError:
            return phrase("{channel} and what follows are no channel's name and key.", channel=channel[:_MOST])
        if known := network.find(channel):
            self._leaving.return_to(known)
        elif why := network.obstacle(channel):
            return phrase("I cannot go to {channel}: {why}.", channel=channel, why=why)
        if known and self._current.names(known):
            other = await self._go(person, channel, key)
            return other or phrase("I go to {channel}, which is configured.", channel=known.name)
        await self._stays.add(Stay(person.network, known.name if known else channel, key))
        _log.info(
            "sent to a channel", network=person.network, channel=channel, by=person.nick, identity=person.identity
        )
        other = await self._go(person, channel, key)
        return other or phrase(
            "I go to {channel}, after a restart too; {how} tells how it is.", channel=channel, how="channels"
        )

    async def part(self, person: Person, channel: str, *, sure: bool) -> Text:
        """Leave a channel; a match that runs there is ended if they are sure."""
        there = self._networks[person.network].find(channel)
        if there and self._cluster and (other := await self._cluster.elsewhere(there)):
            return _elsewhere(there, other)
        if not there or not (there.open or self._networks[person.network].stays_in(channel)):
            return _absent(channel)
        table = self._hall.table(there)
        if table and table.play and not sure:
            return phrase(
                "A match runs in {channel}; {again} ends it, scored as it stands.",
                channel=there.name, again=f"channel part {there.name} yes",
            )  # fmt: skip
        await self._stays.remove(person.network, there.name)
        _log.info(
            "sent away from a channel",
            network=there.network, channel=there.name, by=person.nick, identity=person.identity,
        )  # fmt: skip
        self._background.start("leaving", self._leave(person, there, table))
        if self._current.names(there):
            return phrase("I leave {channel}; it is configured, so a start brings me back.", channel=there.name)
        return phrase("I leave {channel}.", channel=there.name)

    async def reload(self, by: str) -> Sequence[Text]:
        """Read the configuration again."""
        return await self._reloading.reload(by)

    def shut_down(self, person: Person, delay: int) -> Text:
        """Stop the bot in so many ms."""
        _log.warning("shutdown", by=person.nick, identity=person.identity, in_s=delay // 1000)
        self._shutdown.begin(delay)
        if not delay:
            return phrase("I stop now.")
        return phrase("I stop in {time}; {cancel} takes that back.", time=lasting(delay), cancel="shutdown cancel")

    def stay(self, person: Person) -> Text:
        """Do not stop the bot."""
        if not self._shutdown.cancel():
            return self._shutdown.text() or phrase("I was not about to stop.")
        _log.warning("shutdown cancelled", by=person.nick, identity=person.identity)
        return phrase("I do not stop.")

    @property
    def _statuses(self) -> list[NetworkStatus]:
        return [network.status() for network in self._networks]

    @property
    def _tables(self) -> list[Table]:
        return list(self._hall.tables.values())

    async def _go(self, person: Person, name: str, key: str) -> Text | None:
        """Go to a channel; tell of another worker that has it, if one does."""
        channel = self._networks[person.network].join(name, key)
        other = await self._cluster.bring(channel) if self._cluster else None
        return _elsewhere(channel, other) if other else None

    async def _leave(self, person: Person, channel: Channel, table: Table | None) -> None:
        """End what is played in a channel as its operators would, and leave."""
        if table:

            async def end() -> None:
                if table.play or table.lobby:
                    await operating.stop(table, person, "")

            table.do(end, person)
            await table.settle()
        await self._leaving.now(channel, SENT_AWAY)
        if self._cluster:
            await self._cluster.send_away(channel)


def _elsewhere(channel: Channel, worker: str) -> Text:
    return phrase(
        "The worker {worker} has {channel}; what is to be done there is said to that one.",
        worker=worker, channel=channel.name,
    )  # fmt: skip


def _absent(channel: str) -> Text:
    return phrase("I am not in {channel}.", channel=channel[:_MOST])
