"""The event loop that the bot runs in: uvloop's where it is installed, else asyncio's own."""

import gc
import resource
import signal
from asyncio import AbstractEventLoop, Runner
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

from ionbot.cli.guard import Failure

FILES = 64
"""So many files and connections must be allowed at once; an event loop that gets too few breaks anywhere."""


@contextmanager
def loading() -> Iterator[None]:
    """Load what runs for long without looking for garbage meanwhile, nor ever after in what was loaded.

    There is none, and to look for it takes a fifth of the time.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


@contextmanager
def held_back(number: signal.Signals) -> Iterator[None]:
    """Let a signal that would end us wait until the work has a handler for it, and unblocks it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {number})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run something to its end. Raises Failure where too few files may be open."""
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed != resource.RLIM_INFINITY and allowed < FILES:
        work.close()
        raise Failure(
            f"only {allowed} files may be open at once, and {FILES} are needed; `ulimit -n {FILES}` allows them"
        )
    with Runner(loop_factory=_loop_factory()) as runner:
        runner.run(work)


def _loop_factory() -> Callable[[], AbstractEventLoop] | None:
    try:
        from uvloop import new_event_loop
    except ImportError:
        return None
    return new_event_loop
