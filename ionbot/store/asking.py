"""Reading what is asked for, in a command or on a page: names as the database has them, seasons, dates, zones."""

from collections.abc import Collection
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from difflib import get_close_matches
from zoneinfo import ZoneInfo, available_timezones

from games.kit.registry import all_games
from ionbot.legible import printable
from ionbot.store.counting import Counted
from ionbot.store.database import Database
from ionbot.store.scores import Named, names
from ionbot.store.seasons import season_span
from ionbot.store.summaries import ALL

FEW = 8
"""So many names are told where none is near."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Unaskable(ValueError):
    """Nothing can be answered to what is asked; the message is one line that says what could be."""


class Unknown(Unaskable):
    """Nothing has that name; `near` are some that there are."""

    def __init__(self, what: str, name: str, there: Collection[str]) -> None:
        folded = {each.lower(): each for each in there}
        self.near = [folded[each] for each in get_close_matches(name.lower(), folded, 3)]
        if self.near:
            hint = f"did you mean {' or '.join(self.near)}?"
        elif 0 < len(there) <= FEW:
            hint = f"there are: {', '.join(there)}"
        else:
            hint = f"none of {len(there)} is like it" if there else f"there is no {what} yet"
        super().__init__(f"there is no {what} {name!r}; {printable(hint)}")


class Unreadable(Unaskable):
    """A value cannot be read; the message begins with the name of what it was meant for."""


def counted(
    database: Database,
    *,
    game: str | None = None,
    network: str | None = None,
    channel: str | None = None,
    season: str = ALL,
    since: str | None = None,
    until: str | None = None,
    zone: str = "UTC",
    with_computers: bool = False,
) -> Counted:
    """Read which matches count. Raises Unknown for names, Unreadable for seasons, dates and zones; DatabaseError."""
    first, end = span(since, until, zone_of(zone))
    there = None if network is None else named(database, "network", network)
    return Counted(
        game=None if game is None else named(database, "game", game),
        network=there,
        channel=None if channel is None else named(database, "channel", channel, there),
        season=season_of(season),
        since=first,
        until=end,
        with_computers=with_computers,
    )


def named(database: Database, what: Named, name: str, network: str | None = None) -> str:
    """Give a name as the database has it, whatever its case. Raises Unknown if it has not, DatabaseError."""
    installed = all_games() if what == "game" else {}
    if name in installed:
        return name
    # A game that is no longer installed may have been played, one that is installed may not.
    there = sorted({*names(database, what, network), *installed})
    if name in there:
        return name
    folded = {each.lower(): each for each in there}
    if name.lower() in folded:
        return folded[name.lower()]
    raise Unknown(what, name, there)


def season_of(name: str) -> str:
    """Read a season. Raises Unreadable if it is none."""
    try:
        season_span(name)
    except ValueError as error:
        raise Unreadable(f"season {error}") from error
    return name


def zone_of(name: str) -> tzinfo:
    """Give a zone of the tz database. Raises Unaskable with near ones if there is none of that name."""
    known = {each.lower(): each for each in available_timezones()}
    if name.lower() == "utc":
        return UTC
    if name.lower() in known:
        return ZoneInfo(known[name.lower()])
    if get_close_matches(name.lower(), known, 1):
        raise Unknown("zone", name, known.values())
    raise Unaskable(f"there is no zone {name!r}; right would be Europe/Berlin")


def span(since: str | None, until: str | None, zone: tzinfo = UTC) -> tuple[int | None, int | None]:
    """Read a span of time as Unix ms: from the first on, and before the second. Raises Unreadable.

    A day without a time is meant whole, so `until` a day ends where the next one begins.
    """
    first = None if since is None else _read("since", since, timedelta(), zone)
    end = None if until is None else _read("until", until, timedelta(days=1), zone)
    if first is not None and end is not None and first >= end:
        raise Unreadable(f"since {since} is not before the end, {until}")
    return first, end


def _read(what: str, text: str, whole_day: timedelta, zone: tzinfo) -> int:
    try:
        return (_moment(text, whole_day, zone) - _EPOCH) // timedelta(milliseconds=1)
    except (ValueError, OverflowError) as error:
        right = f"right would be 2026-11-30 or 2026-11-30T18:30 ({zone})"
        raise Unreadable(f"{what} {text!r} is no date to go by; {right}") from error


def _moment(text: str, whole_day: timedelta, zone: tzinfo) -> datetime:
    with suppress(ValueError):
        return datetime.combine(date.fromisoformat(text) + whole_day, time(tzinfo=zone))
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)
