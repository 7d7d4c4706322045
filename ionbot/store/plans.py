"""Matches that are planned in a channel for a time of a day.

All methods raise DatabaseError as those of the journal do: then the call can be repeated as it was.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select

from ionbot.store.models import channels
from ionbot.store.places import PLACES, Where, channel_id
from ionbot.store.wish_tables import plans
from ionbot.store.writer import Writer


@dataclass(frozen=True)
class Plan:
    """What is played, and when: on a `day` (`mon` to `sun`, `daily`, or an ISO date) at a `time` (`HH:MM`) in a zone.

    `options` are as they were typed.
    """

    game: str
    day: str
    time: str
    zone: str
    options: Mapping[str, str] = field(default_factory=dict)


class Plans:
    """Keeps the plans, through the writer: what is answered is durable."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def of(self, where: Where) -> dict[int, Plan]:
        """Give a channel's plans by number."""
        return await self._writer.write(partial(_of, where))

    async def add(self, where: Where, plan: Plan, who: int) -> None:
        """Keep a plan of a player's; one that is the same is there once."""
        await self._writer.write(partial(_add, where, plan, who))

    async def remove(self, where: Where, number: int) -> None:
        """Forget a channel's plan, if it has one of that number."""
        await self._writer.write(partial(_remove, where, number))


def _of(where: Where, connection: Connection) -> dict[int, Plan]:
    there = select(plans).select_from(plans.join(PLACES, plans.c.channel == channels.c.id)).where(where.clause)
    return {row.id: _plan(row) for row in connection.execute(there.order_by(plans.c.id))}


def _plan(row: Row[Any]) -> Plan:
    return Plan(row.game, row.day, row.time, row.zone, json.loads(row.options))


def _add(where: Where, plan: Plan, who: int, connection: Connection) -> None:
    if plan not in _of(where, connection).values():
        row = asdict(plan) | {"options": json.dumps(plan.options)}
        connection.execute(insert(plans).values(channel=channel_id(connection, where), who=who, **row))


def _remove(where: Where, number: int, connection: Connection) -> None:
    if number in _of(where, connection):
        connection.execute(delete(plans).where(plans.c.id == number))
