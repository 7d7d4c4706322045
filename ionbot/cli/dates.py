"""Reading points in time from the command line: ISO 8601, in a zone, UTC by default, where no offset is given."""

from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from difflib import get_close_matches
from typing import Annotated
from zoneinfo import ZoneInfo, available_timezones

import typer

from ionbot.cli.guard import Failure

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

SinceOption = Annotated[
    str | None, typer.Option("--since", metavar="DATE", help="From this day or time on, such as 2026-11-01.")
]
UntilOption = Annotated[
    str | None, typer.Option("--until", metavar="DATE", help="To the end of this day, or to this time.")
]
SeasonOption = Annotated[
    str, typer.Option("--season", metavar="SEASON", help="Only a season: 2026-11, 2026-Q4 or all (UTC).")
]
ZoneOption = Annotated[
    str,
    typer.Option("--zone", metavar="ZONE", help="The zone in which times are told and read, such as Europe/Berlin."),
]


def zone_of(name: str) -> tzinfo:
    """Give a zone of the tz database. Raises Failure with near ones if there is none of that name."""
    known = {each.lower(): each for each in available_timezones()}
    if name.lower() == "utc":
        return UTC
    if name.lower() in known:
        return ZoneInfo(known[name.lower()])
    near = get_close_matches(name.lower(), known, 3)
    hint = f"did you mean {' or '.join(known[each] for each in near)}?" if near else "right would be Europe/Berlin"
    raise Failure(f"there is no zone {name!r}; {hint}")


def season_of(name: str) -> str:
    """Read a season. Raises Failure if it is none."""
    from ionbot.store.seasons import season_span

    try:
        season_span(name)
    except ValueError as error:
        raise Failure(f"--season {error}") from error
    return name


def span(since: str | None, until: str | None, zone: tzinfo = UTC) -> tuple[int | None, int | None]:
    """Read a span of time as Unix ms: from the first on, and before the second. Raises Failure.

    A day without a time is meant whole, so `until` a day ends where the next one begins.
    """
    first = None if since is None else _read("--since", since, timedelta(), zone)
    end = None if until is None else _read("--until", until, timedelta(days=1), zone)
    if first is not None and end is not None and first >= end:
        raise Failure(f"--since {since} is not before --until {until}")
    return first, end


def _read(option: str, text: str, whole_day: timedelta, zone: tzinfo) -> int:
    try:
        return (_moment(text, whole_day, zone) - _EPOCH) // timedelta(milliseconds=1)
    except (ValueError, OverflowError) as error:
        right = f"right would be 2026-11-30 or 2026-11-30T18:30 ({zone})"
        raise Failure(f"{option} {text!r} is no date to go by; {right}") from error


def _moment(text: str, whole_day: timedelta, zone: tzinfo) -> datetime:
    with suppress(ValueError):
        return datetime.combine(date.fromisoformat(text) + whole_day, time(tzinfo=zone))
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)
