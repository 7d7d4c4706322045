"""The writer: one thread that commits for all tables.

Whatever is queued when the thread is free shares one transaction, so that many tables cost few commits; it never waits
for company. Nobody hears of a job before its commit is durable.
"""

import asyncio
from asyncio import AbstractEventLoop, Future
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from threading import Condition, Thread
from typing import Any, TypeVar, overload

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from ionbot.measures import UNMEASURED, Measures
from ionbot.store.database import DatabaseError, translated
from ionbot.store.engines import WRITING, is_conflict
from ionbot.store.fence import FENCE, Fence, Fenced, demand
from ionbot.threads import in_thread

T = TypeVar("T")

GROUP = 64
"""How many jobs may share a transaction."""
TRIES = 5
"""How often a transaction is begun that another one got in the way of."""
LAST_S = 1.0
"""How long a lock that another process holds may keep the writer from its end."""


@dataclass(frozen=True)
class Share:
    """A job that is done together with those beside it in the queue that have the same `bulk`: fewer statements.

    `bulk` is given the `what` of each of them, in their order.
    """

    bulk: Callable[[Connection, list[Any]], None]
    what: Any


@dataclass(eq=False)
class _Queued:
    job: Callable[[Connection], Any] | Share
    loop: AbstractEventLoop
    future: Future[Any]
    fence: Fence | None
    outcome: Any = None
    error: BaseException | None = None

    def settle(self) -> None:
        if self.future.done():
            return
        if self.error is None:
            self.future.set_result(self.outcome)
        else:
            self.future.set_exception(self.error)


class Writer:
    """Runs jobs in transactions, in the order they came. Close it when nothing is to be written any more."""

    def __init__(self, engine: Engine, measures: Measures = UNMEASURED) -> None:
        self._engine = engine.execution_options(**WRITING)
        self._measures = measures
        self._queue: deque[_Queued] = deque()
        self._ready = Condition()
        self._closed = False
        self._waits_for_lock = False
        self._given_up = False
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    @overload
    async def write(self, job: Share) -> None: ...

    @overload
    async def write(self, job: Callable[[Connection], T]) -> T: ...

    async def write(self, job: Callable[[Connection], Any] | Share) -> Any:
        """Run a job in the writer's thread and give what it returned, once that is committed.

        A job must be repeatable: it may run twice, and if the connection breaks in the commit itself, so that its
        outcome is unknown, what the first run wrote may be there when the second one looks. It is run even if the
        caller is cancelled meanwhile. Raises what the job raised, DatabaseError for the database's errors; then nothing
        of the job was written, except after a commit of unknown outcome.
        """
        loop = asyncio.get_running_loop()
        queued = _Queued(job, loop, loop.create_future(), FENCE.get())
        with self._ready:
            if self._closed:
                raise DatabaseError("the database is being closed")
            self._queue.append(queued)
            self._ready.notify()
        return await queued.future

    async def close(self) -> None:
        """Take no more jobs, and wait until all that were taken are done.

        While another process keeps the database locked they are given up, as if the bot had been killed.
        """
        with self._ready:
            self._closed = True
            self._ready.notify()
        await in_thread(self._join)

    def _join(self) -> None:
        while self._thread.is_alive() and not self._given_up:
            self._thread.join(LAST_S)
            self._given_up = self._waits_for_lock

    def _run(self) -> None:
        while group := self._next():
            self._commit(group)
            _settle(group)

    def _next(self) -> list[_Queued]:
        with self._ready:
            self._ready.wait_for(lambda: self._queue or self._closed)
            return [self._queue.popleft() for _ in range(min(GROUP, len(self._queue)))]

    def _commit(self, group: Sequence[_Queued], tries: int = TRIES) -> None:
        begun, self._waits_for_lock = False, True
        since = self._measures.time()
        try:
            with self._engine.begin() as connection:
                begun, self._waits_for_lock = True, False
                self._demand_time()
                _run(connection, group)
            self._measures.committed(len(group), since)
        except (Exception, Fenced) as error:  # noqa: BLE001 - a job may raise anything, and the thread must go on
            self._measures.failed()
            if begun and len(group) > 1:
                for queued in group:
                    self._commit([queued])
            elif tries > 1 and is_conflict(error):
                self._commit(group, tries - 1)
            else:  # a transaction that does not even begin is nobody's fault, and is not tried for each in turn
                for queued in group:
                    queued.error = self._translated(error)

    def _demand_time(self) -> None:
        if self._given_up:
            raise DatabaseError("the database was locked when it was closed")

    def _translated(self, error: BaseException) -> BaseException:
        if not isinstance(error, SQLAlchemyError):
            return error
        translation = translated(self._engine, error)
        translation.__cause__ = error
        return translation


def _run(connection: Connection, group: Sequence[_Queued]) -> None:
    """Do jobs in their order, neighbours together where they can be. Raises Fenced if one of them may not be done."""
    if fences := {queued.fence for queued in group if queued.fence}:
        demand(connection, fences)
    for bulk, members in groupby(group, lambda queued: queued.job.bulk if isinstance(queued.job, Share) else None):
        shares = []
        for queued in members:
            if isinstance(queued.job, Share):
                shares.append(queued.job.what)
            else:
                queued.outcome = queued.job(connection)
        if bulk:
            bulk(connection, shares)


def _settle(group: Sequence[_Queued]) -> None:
    """Wake those who wait, with one call for each event loop."""
    for loop in {queued.loop for queued in group}:
        members = [queued for queued in group if queued.loop is loop]
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_settle_all, members)


def _settle_all(members: Sequence[_Queued]) -> None:
    for queued in members:
        queued.settle()
