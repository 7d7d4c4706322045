"""Plots as pictures of their own (SVG), dark or light and without scripts: how somebody's points and ratings went."""

from collections.abc import Sequence
from datetime import UTC, datetime
from math import ceil, floor, log10
from typing import Any

import pygal
from pygal.etree import etree
from pygal.style import Style

from ionbot.store.courses import PointsAt, RatingAt
from ionbot.store.ratings import Rating

WIDE, SMALL = (720, 300), (440, 230)
"""How large a plot is, in px: its width and height."""
TICKS = 5
"""About so many values are named beside a plot."""
DAY = 86_400_000
"""A day in ms."""

_STYLE = Style(
    background="transparent",
    plot_background="transparent",
    foreground="#5d5a70",
    foreground_strong="#3b384d",
    foreground_subtle="#5d5a70",
    opacity=".9",
    colors=("#6a4ee0",),
    font_family="system-ui, sans-serif",
    label_font_size=14,
    major_label_font_size=14,
)
_SCHEMES = """inline:
.axis .guide.line, .axis .major.guide.line { stroke-dasharray: none; stroke: #8d8aa3; stroke-opacity: .3 }
.axis > .line { stroke: #8d8aa3; opacity: .6 }
@media (prefers-color-scheme: dark) {
  .axis text.major, .axis text { fill: #c9c5dc }
  .color-0, .series .dot, .series .line { stroke: #b7a6ff; fill: #b7a6ff }
  .series .line { fill: none }
}"""
"""Pygal's style goes before it, so that this decides."""


def points(course: Sequence[PointsAt], size: tuple[int, int] = WIDE) -> bytes:
    """Draw how somebody's points went, match by match."""
    return _drawn([(at.ended, float(at.total)) for at in course], size)


def ratings(course: Sequence[RatingAt]) -> bytes:
    """Draw how somebody's rating at a game went, match by match: what players are ranked by."""
    return _drawn([(at.ended, Rating(at.mu, at.sigma).skill) for at in course], SMALL)


def _drawn(course: Sequence[tuple[int, float]], size: tuple[int, int]) -> bytes:
    """Draw a line through points in time, given in Unix ms."""
    width, height = size
    values = [value for _, value in course] or [0.0]
    plot = pygal.DateTimeLine(
        style=_STYLE, css=("file://style.css", "file://graph.css", _SCHEMES), js=(), no_prefix=True, show_legend=False,
        width=width, height=height, margin=10, margin_right=42, dots_size=3 if len(course) < 80 else 1.2,
        stroke_style={"width": 2.5},
        x_value_formatter=_day, value_formatter=_figure, y_labels=ticks(min(values), max(values)),
        x_labels=_days([ended for ended, _ in course], width), show_x_guides=False, truncate_label=-1,
        no_data_text="", disable_xml_declaration=True,
    )  # fmt: skip
    plot.add("", [(_moment(ended), value) for ended, value in course])
    return _without_scripts(plot.render_tree())


def ticks(low: float, high: float) -> list[float]:
    """Give round values from at most the lowest to at least the highest, 0 among them where they lie on both sides."""
    rough = max(high - low, abs(high) / 10, 1) / TICKS
    power = 10 ** floor(log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
    return [number * step for number in range(floor(low / step), ceil(high / step) + 1)]


def _days(times: Sequence[int], width: int) -> list[datetime]:
    """Give the times to be named below a plot: as many as there is room for, at least a day apart."""
    if not times:
        return []
    first, last = times[0], times[-1]
    steps = max(1, min(width // 150, (last - first) // DAY))
    between = {first + (last - first) * step // steps for step in range(steps + 1)} if last - first >= DAY else {first}
    return [_moment(time) for time in sorted(between)]


def _moment(unix_ms: int) -> datetime:
    return datetime.fromtimestamp(unix_ms / 1000, UTC)


def _day(when: datetime) -> str:
    return f"{when:%Y-%m-%d}"


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) else f"{value:,.1f}"


def _without_scripts(tree: Any) -> bytes:
    """Give a picture as text, without scripts, and without comments that tell the date."""
    for parent in list(tree.iter()):
        for child in list(parent):
            if not isinstance(child.tag, str) or child.tag.endswith("script"):
                parent.remove(child)
    drawn: bytes = etree.tostring(tree)
    return drawn
