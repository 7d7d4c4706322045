"""What a measurement gives."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import quantiles


@dataclass(frozen=True)
class Figure:
    """A number with its unit. The aim, where there is one, is the least it should be, or the most with `at_most`."""

    name: str
    value: float
    unit: str
    aim: float | None = None
    at_most: bool = False

    @property
    def met(self) -> bool | None:
        """Whether the aim is met; None without one."""
        if self.aim is None:
            return None
        return self.value <= self.aim if self.at_most else self.value >= self.aim


def spread(
    name: str, times: Sequence[float], unit: str, aims: tuple[float | None, float | None] = (None, None)
) -> list[Figure]:
    """Give the median and the 99th percentile, with the most that each should be."""
    percentiles = quantiles(times, n=100, method="inclusive")
    return [
        Figure(f"{name}, p{percent}", percentiles[percent - 1], unit, aim, at_most=True)
        for percent, aim in zip((50, 99), aims, strict=True)
    ]
