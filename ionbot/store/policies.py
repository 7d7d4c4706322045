"""STS policies: hosts that want encrypted connections only. They are kept, so that a restart does not forget them."""

from asyncio import Task, create_task, gather
from collections import UserDict
from collections.abc import Callable
from functools import partial

import structlog
from sqlalchemy import Connection, delete, select

from ionbot.store.database import DatabaseError
from ionbot.store.journal import unix_ms
from ionbot.store.models import sts_policies
from ionbot.store.upsert import upsert
from ionbot.store.writer import Writer

_log = structlog.get_logger()


class Policies(UserDict[str, tuple[int, int]]):
    """By host: the port of its encrypted connections, and until when it wants no others (Unix ms).

    What is changed counts at once and is written soon; `close` waits until it is.
    """

    def __init__(self, writer: Writer, stored: dict[str, tuple[int, int]]) -> None:
        super().__init__()
        self.data |= stored
        self._writer = writer
        self._writing: set[Task[None]] = set()

    def __setitem__(self, host: str, policy: tuple[int, int]) -> None:
        super().__setitem__(host, policy)
        self._write(partial(_keep, host, *policy))

    def __delitem__(self, host: str) -> None:
        super().__delitem__(host)
        self._write(partial(_drop, host))

    async def close(self) -> None:
        """Wait until all is written."""
        await gather(*self._writing)

    def _write(self, job: Callable[[Connection], None]) -> None:
        task = create_task(self._written(job))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def _written(self, job: Callable[[Connection], None]) -> None:
        try:
            await self._writer.write(job)
        except DatabaseError as error:
            _log.warning("STS policy not saved", why=str(error))


async def load(writer: Writer, clock: Callable[[], int] = unix_ms) -> Policies:
    """Give the policies, without those that have expired. `clock` gives Unix ms. Raises DatabaseError."""
    return Policies(writer, await writer.write(partial(_valid, clock())))


def _valid(now: int, connection: Connection) -> dict[str, tuple[int, int]]:
    connection.execute(delete(sts_policies).where(sts_policies.c.expires <= now))
    return {row.host: (row.port, row.expires) for row in connection.execute(select(sts_policies))}


def _keep(host: str, port: int, expires: int, connection: Connection) -> None:
    statement = upsert(connection.dialect.name, sts_policies, ("host",), ("port", "expires"))
    connection.execute(statement, {"host": host, "port": port, "expires": expires})


def _drop(host: str, connection: Connection) -> None:
    connection.execute(delete(sts_policies).where(sts_policies.c.host == host))
