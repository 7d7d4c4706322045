"""Opens the planned matches of a channel when their time comes, and says so beforehand."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

import structlog

from games.kit.options import OptionsError
from games.kit.registry import UnknownGame, find_game
from games.kit.text import Text, joined, phrase
from ionbot.channel import Person
from ionbot.store.plans import Plan
from ionbot.table.calendar import after
from ionbot.table.services import Services

if TYPE_CHECKING:
    from ionbot.table.table import Table

LEADS = (timedelta(minutes=10), timedelta(minutes=1), timedelta(0))
"""So long before it begins a planned match is announced; the last is the beginning."""
_LATE = timedelta(minutes=5)
"""What should have been said longer ago is not said any more: the clock was set, or the machine slept."""
_LOOK_MS = 600_000
"""How often the wall clock is looked at in any case, since it may be set."""

_log = structlog.get_logger()


class Planner:
    """The plans of one table, by number. It is woken by the alarm clock of all tables."""

    def __init__(self, table: "Table", services: Services) -> None:
        self.plans: dict[int, Plan] = {}
        self._table = table
        self._services = services
        self._seen = self._now()

    def wake(self) -> None:
        """Look at the clock: something may be due."""
        self._table.do(self._look)

    async def load(self) -> None:
        """Let what the store has planned for the channel count, from now on."""
        plans = self._services.stores.plans
        self.plans = await self._table.insist(partial(plans.of, self._table.where))
        self._arm()

    async def add(self, plan: Plan, person: Person) -> None:
        """Keep a plan of somebody's."""
        plans, who = self._services.stores.plans, await self._table.people.number(person)
        await self._table.insist(partial(plans.add, self._table.where, plan, who))
        await self.load()

    async def remove(self, number: int) -> None:
        """Forget a plan."""
        plans = self._services.stores.plans
        await self._table.insist(partial(plans.remove, self._table.where, number))
        await self.load()

    def next(self, plan: Plan) -> datetime | None:
        """Tell when a planned match begins next (UTC)."""
        return after(plan, self._now())

    async def _look(self) -> None:
        now = self._now()
        for number, plan, lead in list(self._due(now)):
            if lead:
                self._table.say(_announcement(self._table, plan, lead))
            else:
                await self._begin(plan)
            if not after(plan, now):
                await self.remove(number)
        self._seen = now
        self._arm()

    def _due(self, now: datetime) -> Iterator[tuple[int, Plan, timedelta]]:
        for number, plan in self.plans.items():
            for lead in LEADS:
                begin = after(plan, max(self._seen, now - _LATE) + lead)
                if begin and begin - lead <= now:
                    yield number, plan, lead

    async def _begin(self, plan: Plan) -> None:
        table = self._table
        try:
            game = find_game(plan.game)
            if why := self._services.closing.refusal(self._services.now()):
                table.say(joined(phrase("It is time for {game}, which was planned.", game=game.title), why))
            elif table.play or table.lobby or table.resting:
                table.say(phrase("It is time for {game}, which was planned, but the table is taken.", game=game.title))
            else:
                await table.reception.call_for(game, plan.options)
        except (UnknownGame, OptionsError) as error:
            _log.warning("planned match cannot begin", game=plan.game, why=str(error))
            table.say(phrase("{game} was planned for now, but cannot be played any more.", game=plan.game))

    def _arm(self) -> None:
        now = self._now()
        begins = (after(plan, now + lead) for plan in self.plans.values() for lead in LEADS)
        waits = [(begin - lead - now) for begin, lead in zip(begins, LEADS * len(self.plans), strict=True) if begin]
        least = min((round(wait.total_seconds() * 1000) for wait in waits), default=None)
        due = None if least is None else self._services.now() + min(least, _LOOK_MS)
        self._services.alarm.set(self, due)

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._services.wall() / 1000, UTC)


def _announcement(table: "Table", plan: Plan, lead: timedelta) -> Text:
    minutes = round(lead.total_seconds() / 60)
    return phrase(
        "{game} is planned for {time} ({zone}), in {minutes} min; {join} then sits down.",
        game=find_game(plan.game).title, time=plan.time, zone=plan.zone, minutes=minutes, join=table.typed("join"),
    )  # fmt: skip
