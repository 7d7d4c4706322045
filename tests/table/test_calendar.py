"""When planned matches begin, by the rules of a time zone, over both changes of the clocks."""

from datetime import UTC, datetime

import pytest

from ionbot.store.plans import Plan
from ionbot.table.calendar import PlanError, after, read


def begins(day: str, time: str, zone: str, moment: str, count: int = 3) -> str:
    """Give so many beginnings after a moment (UTC)."""
    plan = Plan("ion", day, time, zone)
    found: list[str] = []
    at: datetime | None = datetime.fromisoformat(moment).replace(tzinfo=UTC)
    while at and len(found) < count and (at := after(plan, at)):
        found.append(at.strftime("%a %m-%d %H:%M"))
    return ", ".join(found)


@pytest.mark.parametrize(
    ("day", "time", "zone", "moment", "expected"),
    [
        ("fri", "20:00", "UTC", "2026-11-30T12:00", "Fri 12-04 20:00, Fri 12-11 20:00, Fri 12-18 20:00"),
        ("mon", "12:00", "UTC", "2026-11-30T12:00", "Mon 12-07 12:00, Mon 12-14 12:00, Mon 12-21 12:00"),
        ("mon", "12:01", "UTC", "2026-11-30T12:00", "Mon 11-30 12:01, Mon 12-07 12:01, Mon 12-14 12:01"),
        ("daily", "00:30", "Asia/Tokyo", "2026-12-31T10:00", "Thu 12-31 15:30, Fri 01-01 15:30, Sat 01-02 15:30"),
        ("2026-12-24", "18:00", "Europe/Berlin", "2026-11-30T12:00", "Thu 12-24 17:00"),
        ("2026-11-29", "18:00", "Europe/Berlin", "2026-11-30T12:00", ""),
        # Berlin puts its clocks forward on 29 March at 1:00 UTC, and back on 25 October at 1:00 UTC.
        ("sat", "20:00", "Europe/Berlin", "2026-03-20T12:00", "Sat 03-21 19:00, Sat 03-28 19:00, Sat 04-04 18:00"),
        ("fri", "20:00", "Europe/Berlin", "2026-10-15T20:00", "Fri 10-16 18:00, Fri 10-23 18:00, Fri 10-30 19:00"),
        ("daily", "02:30", "Europe/Berlin", "2026-03-28T00:00", "Sat 03-28 01:30, Sun 03-29 01:30, Mon 03-30 00:30"),
        ("daily", "02:30", "Europe/Berlin", "2026-10-24T00:00", "Sat 10-24 00:30, Sun 10-25 00:30, Mon 10-26 01:30"),
        # Lord Howe Island moves by half an hour.
        ("daily", "01:45", "Australia/Lord_Howe", "2026-04-04T00:00",
         "Sat 04-04 14:45, Sun 04-05 15:15, Mon 04-06 15:15"),
    ],
)  # fmt: skip
def test_each_beginning(day: str, time: str, zone: str, moment: str, expected: str) -> None:
    assert begins(day, time, zone, moment) == expected


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("fri 20:00", ("fri", "20:00", "UTC")),
        ("Friday 8:05 Europe/Berlin", ("fri", "08:05", "Europe/Berlin")),
        ("daily 00.00", ("daily", "00:00", "UTC")),
        ("2026-12-24 23:59 Asia/Tokyo", ("2026-12-24", "23:59", "Asia/Tokyo")),
    ],
)
def test_what_is_typed_is_read(typed: str, expected: tuple[str, str, str]) -> None:
    assert read(typed.split(), "UTC") == expected


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("fri", "It is a day, a time, and"),
        ("fri 20:00 UTC now", "It is a day, a time, and"),
        ("fr 20:00", "fr is no day; right would be mon, tue,"),
        ("2026-02-30 20:00", "2026-02-30 is no day"),
        ("9999-12-31 23:59 America/Los_Angeles", "9999-12-31 is no day"),
        ("0001-01-01 00:00 Asia/Tokyo", "0001-01-01 is no day"),
        ("fri 24:00", "24:00 is no time of a day; right would be 20:00"),
        ("fri 20:0\N{ARABIC-INDIC DIGIT FOUR}", "20:0\N{ARABIC-INDIC DIGIT FOUR} is no time"),
        ("fri 8pm", "8pm is no time"),
        ("fri 20:00 Berlin", "there is no time zone Berlin; right would be UTC or Europe/Berlin"),
        ("fri 20:00 ../etc", "there is no time zone ../etc"),
    ],
)
def test_what_is_no_time_is_told(typed: str, why: str) -> None:
    with pytest.raises(PlanError) as caught:
        read(typed.split(), "UTC")
    assert str(caught.value).startswith(why)
