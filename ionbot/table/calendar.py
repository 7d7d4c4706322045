"""When a planned match begins: from what operators type to a moment, by the rules of a time zone.

APScheduler's cron trigger would fire twice where a clock is set back.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import MAXYEAR, MINYEAR, UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from games.kit.errors import Told
from games.kit.text import phrase
from ionbot.store.plans import Plan

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
DAILY = "daily"
_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHOWN = 60
"""How many characters of what is typed are said back."""
_SHORTEST = 3
"""Letters of a day's name that tell which it is."""
_TIME = re.compile(r"([01]?\d|2[0-3])[:.]([0-5]\d)", re.ASCII)


class PlanError(Told, ValueError):
    """What was typed is no such time; the text says what would be."""


def read(words: Sequence[str], zone: str) -> tuple[str, str, str]:
    """Read DAY TIME [ZONE]; give day, time and zone as a plan has them. Raises PlanError."""
    if not 2 <= len(words) <= 3:
        raise PlanError(
            phrase(
                "It is a day, a time, and a time zone if it is not the channel's: {example}",
                example="fri 20:00 Europe/Berlin",
            )
        )
    day, clock, zone = *words[:2], words[2] if len(words) > 2 else zone
    return _day(day.lower()), _time(clock), _zone(zone)


def after(plan: Plan, moment: datetime) -> datetime | None:
    """Give the first beginning (UTC) of a planned match after a moment; None if there is none any more.

    A time that a clock passes twice counts when it comes first; one that is left out counts as if it were not.
    """
    zone = ZoneInfo(plan.zone)
    clock = time.fromisoformat(plan.time)
    today = moment.astimezone(zone).date()
    for day in (today + timedelta(days) for days in range(-1, 8)) if plan.day in (*DAYS, DAILY) else [_date(plan.day)]:
        begin = datetime.combine(day, clock, zone).astimezone(UTC)
        if begin > moment and plan.day in (DAYS[day.weekday()], DAILY, day.isoformat()):
            return begin
    return None


def _date(day: str) -> date:
    return date.fromisoformat(day)


def _day(typed: str) -> str:
    if typed in (DAILY, "every", "day"):
        return DAILY
    if len(typed) >= _SHORTEST and (known := [name for name in _NAMES if name.startswith(typed)]):
        return known[0][:_SHORTEST]
    with suppress(ValueError):
        day = date.fromisoformat(typed)
        if MINYEAR < day.year < MAXYEAR:  # elsewhere a time of a zone can be one that UTC does not have
            return day.isoformat()
    days = ", ".join((*DAYS, DAILY))
    raise PlanError(phrase("{typed} is no day; right would be {days}, or a date", typed=typed[:_SHOWN], days=days))


def _time(typed: str) -> str:
    if not (found := _TIME.fullmatch(typed)):
        raise PlanError(phrase("{typed} is no time of a day; right would be 20:00", typed=typed[:_SHOWN]))
    return f"{int(found[1]):02}:{found[2]}"


def _zone(typed: str) -> str:
    try:
        return ZoneInfo(typed).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        text = phrase("there is no time zone {typed}; right would be UTC or Europe/Berlin", typed=typed[:_SHOWN])
        raise PlanError(text) from None
