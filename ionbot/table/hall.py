"""The hall: all tables, a table for each channel. It hears the networks and passes on what concerns a table."""

from asyncio import Event, Task, create_task, gather
from collections.abc import Collection
from functools import partial

import structlog

from games.kit.text import phrase
from ionbot.channel import Channel, Departure, Person
from ionbot.table.hearing import hear, obey
from ionbot.table.services import Services
from ionbot.table.table import Table

_log = structlog.get_logger()


class Hall:
    """Listens to the networks. `lost` names the channels (network, folded name) whose lobby a crash has ended."""

    def __init__(self, services: Services, lost: Collection[tuple[str, str]] = ()) -> None:
        self.tables: dict[tuple[str, str], Table] = {}
        self._services = services
        self._lost = frozenset(lost)
        self._tasks: list[Task[None]] = []
        self._entered = Event()

    async def close(self) -> None:
        """Let no table do anything any more."""
        for running in self._tasks:
            running.cancel()
        await gather(*self._tasks, return_exceptions=True)

    async def first_table(self) -> Table:
        """Wait until the bot is in a channel, and give the table of the first."""
        await self._entered.wait()
        return next(iter(self.tables.values()))

    def entered(self, channel: Channel) -> None:
        """Set up the channel's table, or go on with it."""
        key = (channel.network, channel.folded)
        if key not in self.tables:
            self.tables[key] = Table(channel, self._services, closed=key in self._lost)
            self._tasks.append(create_task(self.tables[key].run()))
        table = self.tables[key]
        table.do(table.enter)
        self._entered.set()

    def lost(self, channel: Channel, why: str) -> None:  # noqa: ARG002 - the network has logged it
        """Let the channel's match stand still."""
        if table := self._table(channel):
            table.do(table.lose)

    def joined(self, channel: Channel, person: Person) -> None:
        """Somebody came into a channel."""
        if table := self._table(channel):
            table.do(partial(table.arrive, person))

    def left(self, channel: Channel, person: Person, departure: Departure) -> None:
        """Somebody is gone from a channel."""
        if table := self._table(channel):
            table.do(partial(table.depart, person, departure))

    def heard(self, channel: Channel, person: Person, text: str, stamp: int | None = None) -> None:
        """Somebody said something in a channel."""
        if table := self._table(channel):
            table.do(partial(hear, table, person, text, table.moment(stamp)), person)

    def told(self, person: Person, text: str, stamp: int | None = None) -> None:
        """Somebody speaks to the bot alone: they mean the table where they sit, else the only one they could."""
        keys = ((person.network, folded) for folded in person.status)
        near = [self.tables[key] for key in keys if key in self.tables]
        sits = [table for table in near if table.seats(person)]
        if len(tables := sits or near) == 1:
            table = tables[0]
            words = text.removeprefix(table.prefix)
            table.do(partial(obey, table, person, words, table.moment(stamp), sure=True), person)
        elif tables:
            tables[0].tell(person, phrase("There are tables in several channels; say it in the one you mean."))

    def refused(self, to: Channel | Person, why: str) -> None:
        """Note that a line of the bot did not get through."""
        _log.warning("line refused", to=to.nick if isinstance(to, Person) else to.name, why=why)

    def _table(self, channel: Channel) -> Table | None:
        return self.tables.get((channel.network, channel.folded))
