"""How far a long command is, on a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ionbot.store.telling import Tell


@contextmanager
def progress(what: str, total: int) -> Iterator[Tell]:
    """Show how many of a total of things, such as "matches", are done, if the standard error output is a terminal.

    What it gives is told how many more are done. Should they become more than the total, that grows.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as shown:
        bar = shown.add_task(what, total=total)

        def tell(more: int) -> None:
            done = shown.tasks[0].completed + more
            shown.update(bar, completed=done, total=max(total, done))

        yield tell
