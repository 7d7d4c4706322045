"""Stretches of time as people type them and are told."""

import re

from games.kit.text import Text, joined, phrase

_TYPED = re.compile(r"(\d{1,5})\s*(s|m|min|h)", re.ASCII)
_UNIT_MS = {"s": 1_000, "m": 60_000, "min": 60_000, "h": 3_600_000}
_MINUTE_MS, _HOUR_MS, _DAY_MS = 60_000, 3_600_000, 86_400_000


def typed_ms(text: str) -> int | None:
    """Read `90s`, `10m` or `2h`, in ms; None if it is nothing of that kind."""
    match = _TYPED.fullmatch(text.lower())
    return int(match[1]) * _UNIT_MS[match[2]] if match else None


def lasting(ms: int) -> Text:
    """Tell a stretch of time, in its two largest units."""
    if ms < _MINUTE_MS:
        return phrase("{s} s", s=-(-ms // 1000))
    if ms < _HOUR_MS:
        return _both(phrase("{min} min", min=ms // _MINUTE_MS), ms % _MINUTE_MS // 1000, "s")
    if ms < _DAY_MS:
        return _both(phrase("{h} h", h=ms // _HOUR_MS), ms % _HOUR_MS // _MINUTE_MS, "min")
    return _both(phrase("{d} d", d=ms // _DAY_MS), ms % _DAY_MS // _HOUR_MS, "h")


def _both(large: Text, small: int, unit: str) -> Text:
    """Add what is left over, if anything is."""
    rest = {"s": phrase("{s} s", s=small), "min": phrase("{min} min", min=small), "h": phrase("{h} h", h=small)}
    return joined(large, rest[unit]) if small else large
