"""What stands beside a plot."""

import pytest

from ionbot.store.courses import Part, PointsAt
from ionbot.web import plots
from tests.web.conftest import Client


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 0, [0]),
        (0, 25_000, [0, 5000, 10_000, 15_000, 20_000, 25_000]),
        (-300, 900, [-500, 0, 500, 1000]),
        (1.1, 4.0, [1, 2, 3, 4]),
        (7, 7, [7]),
        (10_000, 10_000, [10_000]),
    ],
)
def test_ticks_are_round_and_hold_all_values(low: float, high: float, expected: list[float]) -> None:
    found = plots.ticks(low, high)
    assert found == expected
    assert found[0] <= low <= high <= found[-1]


def course(*ended: int) -> list[PointsAt]:
    return [PointsAt(number, "ion", at, 5, 5 * number) for number, at in enumerate(ended, 1)]


def test_days_are_named_at_the_ends_and_between() -> None:
    drawn = plots.points(course(0, 5 * plots.DAY, 8 * plots.DAY)).decode()
    assert [day in drawn for day in ("1970-01-01", "1970-01-03", "1970-01-05", "1970-01-07", "1970-01-09")] == [
        True
    ] * 5


@pytest.mark.parametrize("ended", [(), (1,), (1, 1), (1, plots.DAY - 1)])
def test_few_matches_are_drawn_too(ended: tuple[int, ...]) -> None:
    drawn = plots.points(course(*ended)).decode()
    assert drawn.startswith("<svg")
    assert drawn.count("</text>") < 20


def test_pages_draw_a_part_of_many_matches(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    (number,) = [each["id"] for each in client.json("/players?nick=dan&network=far")["players"]]
    for path in (f"/players/{number}/points/wide.svg", f"/players/{number}/rating/ion.svg"):
        assert client.page(path).count("<circle") > 1
        with monkeypatch.context() as patch:
            patch.setattr("ionbot.web.pages._DRAWN", Part(most=1))
            assert client.page(path).count("<circle") == 1
