"""Measures and prints: `python -m tests.bench [--json] [--quick] [NAME ...]`; without names, everything."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict

from msgspec import json
from rich.console import Console
from rich.table import Column, Table

from ionbot.config import LogConfig
from ionbot.log import configure
from tests.bench import alarms, asking, commands, durable, lateness, paced, playout, start, talk, wire
from tests.bench.figures import Figure

BENCHES: Mapping[str, Callable[[bool], list[Figure]]] = {
    "playout": playout.figures,
    "talk": talk.figures,
    "wire": wire.figures,
    "lateness": lateness.figures,
    "alarms": alarms.figures,
    "asking": asking.figures,
    "commands": commands.figures,
    "durable": durable.figures,
    "paced": paced.figures,
    "start": start.figures,
}
VERDICTS = {None: "", True: "met", False: "missed"}


def main(arguments: Sequence[str]) -> None:
    """Measure what is asked for."""
    parser = ArgumentParser("python -m tests.bench", description="Measure how fast the bot is.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"what to measure: {', '.join(BENCHES)}; none: all")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--quick", action="store_true", help="measure so briefly that the figures mean little")
    wanted = parser.parse_args(arguments)
    if unknown := set(wanted.names) - BENCHES.keys():
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(BENCHES)}")
    configure(LogConfig(level="error"))
    measured = [figure for name in wanted.names or BENCHES for figure in BENCHES[name](wanted.quick)]
    if wanted.json:
        print(json.format(json.encode([{**asdict(figure), "met": figure.met} for figure in measured])).decode())
    else:
        Console().print(table(measured))


def table(measured: Sequence[Figure]) -> Table:
    """Show each figure beside its aim."""
    shown = Table("what", Column("aim", justify="right"), Column("figure", justify="right"), "unit", "", box=None)
    for figure in measured:
        aim = "" if figure.aim is None else f"{'≤' if figure.at_most else '≥'} {number(figure.aim)}"
        shown.add_row(figure.name, aim, number(figure.value), figure.unit, VERDICTS[figure.met])
    return shown


def number(value: float) -> str:
    """Give a number with as many digits as mean something."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


if __name__ == "__main__":
    main(sys.argv[1:])
