"""The log while a fuzzer runs: it is looked at, and nothing of it gets through."""

from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any, NoReturn, TypeAlias

import structlog

LogEntry: TypeAlias = MutableMapping[str, Any]


@contextmanager
def listening(note: Callable[[str, LogEntry], None]) -> Iterator[None]:
    """Tell the method and the entry of whatever is logged meanwhile, exceptions written out."""

    def drop(_logger: Any, method: str, entry: LogEntry) -> NoReturn:
        note(method, entry)
        raise structlog.DropEvent

    processors = structlog.get_config()["processors"]
    before = processors.copy()
    processors[:] = [structlog.processors.format_exc_info, drop]
    try:
        yield
    finally:
        processors[:] = before
