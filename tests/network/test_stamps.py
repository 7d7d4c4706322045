"""The server's stamps of what is said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ionbot.network.lines import read
from ionbot.network.stamps import stamp
from tests.network.fakes import DATE, playing

HI = ":ann!a@h PRIVMSG #ion :hi"
CAPS = "server-time message-tags batch"


def stamped(time: str, now: int = DATE) -> int | None:
    line = read(f"@time={time} {HI}")
    assert line
    return stamp(line, now)


@pytest.mark.parametrize(
    ("time", "ms"),
    [
        ("2025-12-31T23:59:59.999Z", DATE - 1),
        ("2026-01-01T00:00:00Z", DATE),
        ("2026-01-01T00:00:00.5Z", DATE + 500),
        ("2026-01-01T00:00:00.0019Z", DATE + 1),
        ("2026-01-01T00:00:00.123456789Z", DATE + 123),
        ("2026-01-01T23:59:59.999Z", DATE + 86_399_999),
        ("1970-01-01T00:00:00.001Z", 1),
    ],
)
def test_a_stamp_is_read_as_unix_ms(time: str, ms: int) -> None:
    assert stamped(time) == ms


@pytest.mark.parametrize(
    "time",
    [
        "",
        "=",
        "now",
        "1767225600",
        "2026-01-01",
        "2026-01-01T00:00:00",
        "2026-01-01 00:00:00Z",
        "2026-01-01T00:00:00+02:00",
        "2026-13-01T00:00:00Z",
        "2026-02-30T00:00:00Z",
        "2026-01-01T24:00:01Z",
        "2026-12-31T23:59:60Z",
        "0000-01-01T00:00:00Z",
        "0001-01-01T00:00:00Z",
        "1969-12-31T23:59:59.999Z",
        "9999-12-31T23:59:59Z",
        "2026-01-02T00:00:00.001Z",
        "２０２６-01-01T00:00:00Z",
        "-2026-01-01T00:00:00Z",
    ],
)
def test_a_stamp_that_makes_no_sense_is_none(time: str) -> None:
    assert stamped(time) is None


@given(st.one_of(st.text(max_size=40), st.from_regex(r"[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}(\.[0-9]+)?Z")))
def test_no_stamp_raises(time: str) -> None:
    line = read(HI)
    assert line
    line.tags = {"time": time}
    found = stamp(line, DATE)
    assert found is None or 0 <= found <= DATE + 86_400_000


def test_what_is_said_is_passed_on_with_its_stamp() -> None:
    stage = playing(caps=CAPS)
    stage.feed(
        "@time=2026-01-01T00:00:01.500Z :ann!a@h PRIVMSG #ion :to all",
        "@time=2026-01-01T00:00:02Z :ann!a@h PRIVMSG ionbot :to you",
        "@time=tomorrow :ann!a@h PRIVMSG #ion :odd",
        ":ann!a@h PRIVMSG #ion :none",
        "@time=;x :ann!a@h PRIVMSG #ion :empty",
    )
    assert stage.recorder.stamps == [DATE + 1500, DATE + 2000, None, None, None]


def test_a_tag_that_was_not_asked_for_is_no_stamp() -> None:
    stage = playing(caps="message-tags")
    stage.feed("@time=2026-01-01T00:00:01Z :ann!a@h PRIVMSG #ion :hi")
    assert stage.recorder.stamps == [None]


def test_the_past_is_no_command_whatever_its_stamp() -> None:
    stage = playing(caps=CAPS)
    past = "@batch=1;time=2026-01-01T00:00:01Z :ann!a@h PRIVMSG #ion :!stop"
    assert stage.told(":i BATCH +1 chathistory #ion", past) == []
