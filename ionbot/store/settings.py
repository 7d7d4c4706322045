"""What operators have set for a channel, and the trace of it. A channel's settings are its alone.

All methods raise DatabaseError as those of the journal do: then the call can be repeated as it was.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select

from ionbot.store.models import channels, players
from ionbot.store.places import PLACES, Where, channel_id
from ionbot.store.upsert import upsert
from ionbot.store.wish_tables import settings, settings_log
from ionbot.store.writer import Writer


@dataclass(frozen=True)
class Change:
    """Who has changed which setting, when (Unix ms), from what to what. None is what the configuration says."""

    nick: str
    changed: int
    name: str
    before: Any
    after: Any


class Settings:
    """Keeps the settings, through the writer: what is answered is durable. A value is anything that JSON can say."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def of(self, where: Where) -> dict[str, Any]:
        """Give what is set for a channel, by name."""
        return await self._writer.write(partial(_of, where))

    async def change(self, where: Where, values: Mapping[str, Any], who: int, changed: int) -> dict[str, Any]:
        """Set some settings, or with None leave them to the configuration, by a player's number; what changes is noted.

        `changed` is in Unix ms. Gives what is set for the channel then, by name.
        """
        return await self._writer.write(partial(_change, where, values, who, changed))

    async def log(self, where: Where, most: int, name: str | None = None) -> list[Change]:
        """Give the last changes of a channel, or of one setting there, the latest first."""
        return await self._writer.write(partial(_log, where, most, name))


def _of(where: Where, connection: Connection) -> dict[str, Any]:
    return {name: json.loads(value) for name, value in _stored(where, connection).items()}


def _stored(where: Where, connection: Connection) -> dict[str, str]:
    """Give the values as they are stored."""
    there = select(settings.c.name, settings.c.value).select_from(settings.join(PLACES)).where(where.clause)
    return {row.name: row.value for row in connection.execute(there.order_by(settings.c.name))}


def _change(where: Where, values: Mapping[str, Any], who: int, changed: int, connection: Connection) -> dict[str, Any]:
    channel = channel_id(connection, where)
    before = _stored(where, connection)
    for name, value in values.items():
        after = None if value is None else json.dumps(value)
        if after == before.get(name):
            continue
        if after is None:
            connection.execute(delete(settings).where(settings.c.channel == channel, settings.c.name == name))
        else:
            statement = upsert(connection.dialect.name, settings, ("channel", "name"), ("value",))
            connection.execute(statement, {"channel": channel, "name": name, "value": after})
        trace = {"channel": channel, "changed": changed, "who": who, "name": name}
        connection.execute(insert(settings_log).values(**trace, before=before.get(name), after=after))
    return _of(where, connection)


def _log(where: Where, most: int, name: str | None, connection: Connection) -> list[Change]:
    changes = (
        select(players.c.nick, settings_log)
        .select_from(settings_log.join(players).join(PLACES, settings_log.c.channel == channels.c.id))
        .where(where.clause)
        .order_by(settings_log.c.id.desc())
        .limit(most)
    )
    if name is not None:
        changes = changes.where(settings_log.c.name == name)
    return [_change_of(row) for row in connection.execute(changes)]


def _change_of(row: Row[Any]) -> Change:
    before, after = (None if value is None else json.loads(value) for value in (row.before, row.after))
    return Change(row.nick, row.changed, row.name, before, after)
