"""The hall: all tables, a table for each channel. It hears the networks and passes on what concerns a table."""

from asyncio import Event, Task, create_task, gather, wait_for
from collections.abc import Callable, Collection
from contextlib import suppress
from contextvars import copy_context
from functools import partial

import structlog

from games.kit.text import phrase
from ionbot.channel import Channel, Departure, Loss, Person, Refusal
from ionbot.config import TableConfig
from ionbot.store.fence import FENCE, Fence, Fenced
from ionbot.table import administering
from ionbot.table.address import addressed
from ionbot.table.administering import Order
from ionbot.table.attendance import arrive, depart, identify
from ionbot.table.background import FAILED, Background
from ionbot.table.hearing import hear, is_about, is_secret_move, meaning, obey, wish
from ionbot.table.house import House
from ionbot.table.pace import Pace
from ionbot.table.pages import Pages
from ionbot.table.refusals import silenced, unheard
from ionbot.table.results import tell_others
from ionbot.table.services import Services
from ionbot.table.table import Table

LOSS_S = 0.5
"""How long a table may take to deal with the loss of its network; the database may be away."""

_log = structlog.get_logger()


class Hall:
    """Listens to the networks. `lost` names the channels (network, folded name) whose lobby a crash has ended.

    `house` is what carries out the admins' orders; without one there are none. `fence` gives the fence around what is
    written for a channel, in a cluster.
    """

    def __init__(self, services: Services, lost: Collection[tuple[str, str]] = ()) -> None:
        self.tables: dict[tuple[str, str], Table] = {}
        self.house: House | None = None
        self.fence: Callable[[Channel], Fence | None] = lambda _: None
        self._services = services
        self._pace = Pace(services.config, services.now)
        self._pages = Pages(services.now)
        self._lost = set(lost)
        self._running: dict[Table, Task[None]] = {}
        self._orders = Background()
        self._deaf = False
        self._entered = Event()

    async def close(self) -> None:
        """Let no table do anything any more."""
        for running in self._running.values():
            running.cancel()
        await gather(*self._running.values(), return_exceptions=True)
        await self._orders.close()
        await self._services.enquiries.close()

    async def settle(self) -> None:
        """Wait until all that was put in has been dealt with."""
        await self._orders.settle()
        await gather(*(table.settle() for table in self.tables.values()))
        await self._services.enquiries.settle()

    async def finish(self) -> None:
        """Listen to nobody any more, and return when all that was said before has been dealt with."""
        self._deaf = True
        await self.settle()

    def configure(self, config: TableConfig) -> None:
        """Let the configuration count as it is now, for whatever begins; `config` is that of all tables."""
        self._pace = Pace(config, self._services.now)
        for table in self.tables.values():
            table.do(table.settings.configure)

    async def forget(self, network: str) -> None:
        """Have no tables of a network any more, once they have dealt with its loss: a table that is open is closed."""
        gone = [key for key in self.tables if key[0] == network]
        for key in gone:
            with suppress(TimeoutError):
                await wait_for(self.tables[key].settle(), LOSS_S)
            await gather(self._drop(key), return_exceptions=True)

    def drop(self, network: str, folded: str) -> None:
        """Have no table in a channel (folded) any more, whatever it is about: it does and says nothing from now on."""
        if (network, folded) in self.tables:
            self._drop((network, folded))

    def lobby_lost(self, network: str, folded: str) -> None:
        """Note that a channel's (folded) lobby, which another worker had left behind, is closed: it will be told so."""
        self._lost.add((network, folded))

    @property
    def was_entered(self) -> bool:
        """Whether the bot has ever been in a channel."""
        return self._entered.is_set()

    async def first_table(self) -> Table:
        """Wait until the bot is in a channel, and give the table of the first."""
        await self._entered.wait()
        return next(iter(self.tables.values()))

    def table(self, channel: Channel) -> Table | None:
        """Give the table of a channel, if the bot was ever there."""
        return self.tables.get((channel.network, channel.folded))

    def entered(self, channel: Channel) -> None:
        """Set up the channel's table, or go on with it."""
        key = (channel.network, channel.folded)
        if key not in self.tables:
            tell = partial(tell_others, self.tables.values())
            self.tables[key] = Table(
                channel, self._services, self._pages, tell, closed=key in self._lost, neighbours=self.tables.values()
            )
            self._lost.discard(key)
            self._run(self.tables[key])
        table = self.tables[key]
        table.do(table.presence.enter)
        self._entered.set()

    def lost(self, channel: Channel, loss: Loss) -> None:
        """Let the channel's match stand still."""
        if table := self.table(channel):
            table.do(partial(table.presence.lose, loss))

    def joined(self, channel: Channel, person: Person) -> None:
        """Somebody came into a channel."""
        if table := self.table(channel):
            table.do(partial(arrive, table, person))

    def left(self, channel: Channel, person: Person, departure: Departure) -> None:
        """Somebody is gone from a channel."""
        if table := self.table(channel):
            table.do(partial(depart, table, person, departure, channel.people()))

    def identified(self, person: Person) -> None:
        """Somebody's account is another one, or known now."""
        for table in self._near(person):
            table.do(partial(identify, table, person))

    def heard(self, channel: Channel, person: Person, text: str, stamp: int | None = None) -> None:
        """Somebody said something in a channel."""
        table = self.table(channel)
        if self._deaf or not table:
            return
        words = addressed(text, table.prefix, channel.me)
        if words is not None and self._obeys(table, person, words):
            return
        if self._pace.admits(table, person, meaning(table, person, text)):
            table.do(partial(hear, table, person, text, table.moment(stamp)), person)

    def told(self, person: Person, text: str, stamp: int | None = None) -> None:
        """Somebody speaks to the bot alone, and means the only table that they could."""
        tables, said = self._meant(person, text)
        if self._deaf or not tables or self._obeys(tables[0], person, said.removeprefix(tables[0].prefix)):
            return
        table, words = tables[0], said.removeprefix(tables[0].prefix)
        if not self._pace.admits(table, person, wish(table, person, words)):
            return
        if len(tables) == 1 or not is_about(table, person, words):
            table.do(partial(obey, table, person, words, table.moment(stamp), sure=True), person)
        else:
            example = f"{table.channel.name} ..."
            table.tell(
                person, phrase("There are tables in several channels; begin with the one you mean: {it}", it=example)
            )

    def refused(self, to: Channel | Person, refusal: Refusal, why: str) -> None:
        """A line of the bot did not get through. What was too fast the network logs, and sends again."""
        if refusal is Refusal.TOO_FAST:
            return
        if isinstance(to, Person):
            for table in self._near(to):
                table.do(partial(unheard, table, to, why))
        elif silent := self.table(to):
            silent.do(partial(silenced, silent, why))

    def _run(self, table: Table) -> None:
        """Let a table handle what comes, behind the fence around its channel."""
        context = copy_context()
        context.run(FENCE.set, self.fence(table.channel))
        self._running[table] = create_task(table.run(), context=context)
        self._running[table].add_done_callback(partial(self._over, table))

    def _over(self, table: Table, running: Task[None]) -> None:
        """Let a table go whose channel has become another worker's."""
        if not running.cancelled() and isinstance(running.exception(), Fenced) and table in self._running:
            _log.warning("table left to another worker", network=table.channel.network, channel=table.channel.name)
            self._drop((table.channel.network, table.channel.folded))

    def _drop(self, key: tuple[str, str]) -> Task[None]:
        """Have a table no more; give what is done when it has stopped."""
        table = self.tables.pop(key)
        running = self._running.pop(table)
        running.cancel()
        for sleeper in (table, table.planner):
            self._services.alarm.set(sleeper, None)
        return running

    def _obeys(self, table: Table, person: Person, words: str) -> bool:
        """Carry out an admin's order, whatever the table waits for; tell whether it is one."""
        order = administering.given(table, person, words)
        if not self.house or not order:
            return False
        self._orders.start("order", self._carry_out(self.house, table, person, *order))
        return True

    async def _carry_out(self, house: House, table: Table, person: Person, order: Order, rest: str) -> None:
        _log.info("order", by=person.nick, identity=person.identity, network=person.network, order=order.name)
        try:
            table.pages.tell(table, person, await order.run(house, person, rest))
        except Exception:  # noqa: BLE001 - whatever an order meets, the bot goes on
            _log.exception("order fault", network=person.network, order=order.name)
            table.tell(person, FAILED)

    def _meant(self, person: Person, text: str) -> tuple[list[Table], str]:
        """Give the tables that somebody may mean who speaks to the bot alone, and what they say there.

        It is the one whose channel they name in front. Else it is where they sit, rather where moves are secret and
        this is one, since that cannot be said in the channel; and who sits nowhere may mean all that are near.
        """
        near = self._near(person)
        name, _, rest = text.strip().partition(" ")
        if named := [table for table in near if table.channel.fold(name) == table.channel.folded]:
            return named, rest.strip()
        sitting = [table for table in near if table.seats(person)]
        secret = [table for table in sitting if is_secret_move(table, person, text.removeprefix(table.prefix))]
        return secret or sitting or near, text

    def _near(self, person: Person) -> list[Table]:
        """Give the tables of the channels that somebody is in."""
        keys = ((person.network, folded) for folded in person.status)
        return [self.tables[key] for key in keys if key in self.tables]
