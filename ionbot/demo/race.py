"""Running several things until the first is done."""

from asyncio import FIRST_COMPLETED, create_task, gather, wait
from collections.abc import Coroutine
from typing import Any


async def race(*ways: Coroutine[Any, Any, object]) -> None:
    """Run all until the first is done, and stop the others. Raises what that one raised."""
    running = [create_task(way) for way in ways]
    try:
        done, _ = await wait(running, return_when=FIRST_COMPLETED)
    finally:
        for each in running:
            each.cancel()
        await gather(*running, return_exceptions=True)
    for each in done:
        each.result()
