"""Reading points in time from the command line: ISO 8601, in UTC where no offset is given."""

from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated

import typer

from ionbot.cli.guard import Failure

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

SinceOption = Annotated[
    str | None, typer.Option("--since", metavar="DATE", help="From this day or time on, such as 2026-11-01 (UTC).")
]
UntilOption = Annotated[
    str | None, typer.Option("--until", metavar="DATE", help="To the end of this day, or to this time (UTC).")
]


def span(since: str | None, until: str | None) -> tuple[int | None, int | None]:
    """Read a span of time as Unix ms: from the first on, and before the second. Raises Failure.

    A day without a time is meant whole, so `until` a day ends where the next one begins.
    """
    first = None if since is None else _read("--since", since, timedelta())
    end = None if until is None else _read("--until", until, timedelta(days=1))
    if first is not None and end is not None and first >= end:
        raise Failure(f"--since {since} is not before --until {until}")
    return first, end


def _read(option: str, text: str, whole_day: timedelta) -> int:
    try:
        return (_moment(text, whole_day) - _EPOCH) // timedelta(milliseconds=1)
    except (ValueError, OverflowError) as error:
        right = "right would be 2026-11-30 or 2026-11-30T18:30 (UTC)"
        raise Failure(f"{option} {text!r} is no date to go by; {right}") from error


def _moment(text: str, whole_day: timedelta) -> datetime:
    with suppress(ValueError):
        return datetime.combine(date.fromisoformat(text), time(tzinfo=UTC)) + whole_day
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
