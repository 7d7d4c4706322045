"""Waiting for what blocks without being held up by it at the end."""

from asyncio import get_running_loop
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


async def in_thread(work: Callable[[], T]) -> T:
    """Give what something gives that may block for long: a nameserver that is silent, a disk that is away.

    Raises what it raises. Other than with `asyncio.to_thread` the process can end meanwhile: nothing waits for the
    thread when nobody waits here any more.
    """
    loop = get_running_loop()
    future = loop.create_future()

    def settle(outcome: T | None, error: BaseException | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(outcome)
        else:
            future.set_exception(error)

    def run() -> None:
        outcome, error = None, None
        try:
            outcome = work()
        except Exception as raised:  # noqa: BLE001 - whoever waits has it
            error = raised
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, outcome, error)

    Thread(target=run, daemon=True).start()
    outcome: T = await future
    return outcome
