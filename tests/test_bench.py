"""The measurements run, and what they give fits together. How good the figures are is no test's business."""

import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import json

from tests.bench.__main__ import BENCHES, main
from tests.bench.figures import Figure, spread


@pytest.mark.parametrize("name", BENCHES)
def test_a_measurement_gives_figures(name):
    command = [sys.executable, "-m", "tests.bench", "--quick", "--json", name]
    run = subprocess.run(command, cwd=Path(__file__).parent.parent, capture_output=True, check=True)
    figures = json.decode(run.stdout)
    assert figures
    for figure in figures:
        assert figure["value"] > 0
        assert (figure["met"] is None) == (figure["aim"] is None)


def test_an_aim_is_the_least_or_the_most():
    assert Figure("speed", 2, "moves/s", aim=2).met
    assert not Figure("speed", 1, "moves/s", aim=2).met
    assert Figure("size", 2, "bytes", aim=2, at_most=True).met
    assert not Figure("size", 3, "bytes", aim=2, at_most=True).met
    assert Figure("size", 3, "bytes").met is None


def test_a_spread_is_the_median_and_the_worst_but_one_in_a_hundred():
    figures = spread("wait", range(101), "ms", (None, 98))
    assert [(figure.name, round(figure.value, 2), figure.met) for figure in figures] == [
        ("wait, p50", 50, None),
        ("wait, p99", 99, False),
    ]


def test_what_is_unknown_is_not_measured(capsys):
    with pytest.raises(SystemExit):
        main(["speed"])
    assert "there is no speed; there are playout, talk, wire, lateness, alarms" in capsys.readouterr().err
