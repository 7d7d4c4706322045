"""Runs the torture: `python -m tests.torture [--kills N] [--seed S] [--json]`; without a seed, one by chance."""

import asyncio
import json
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from random import SystemRandom

from tests.torture.trial import Trial


def main(arguments: Sequence[str]) -> int:
    """Run, and print what came of it; 1 if anything was lost, doubled or wrong."""
    parser = ArgumentParser("python -m tests.torture", description="Kill a loaded bot again and again.")
    parser.add_argument("--kills", type=int, default=1000, help="how often (default: 1,000)")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**9), help="what decides all")
    parser.add_argument("--tables", type=int, default=2, help="how many of each game (default: 2)")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    wanted = parser.parse_args(arguments)
    if not wanted.json:
        print(f"seed {wanted.seed}", flush=True)

    def report() -> None:
        print(f"{trial.kills.total():,} kills, {trial.tally.acknowledged:,} moves", file=sys.stderr, flush=True)

    trial = Trial(wanted.seed, wanted.tables, report)
    tally = asyncio.run(trial.run(wanted.kills))
    figures = {
        "seed": wanted.seed, "kills": trial.kills.total(), "acknowledged": tally.acknowledged, "lost": tally.lost,
        "doubled": tally.doubled, "resumed": tally.resumed, "ended": tally.ended,
        "crashes": trial.crashes, "phases": dict(sorted(trial.kills.items())),
        "findings": tally.findings,
    }  # fmt: skip
    print(json.dumps(figures) if wanted.json else _table(figures))
    return int(not tally.sound)


def _table(figures: dict[str, object]) -> str:
    """Give the summary for people."""
    phases, findings = figures["phases"], figures["findings"]
    assert isinstance(phases, dict)
    assert isinstance(findings, list)
    return "\n".join([
        f"kills                {figures['kills']:>8,}",
        *(f"  {name:<18} {count:>8,}" for name, count in phases.items()),
        f"moves acknowledged   {figures['acknowledged']:>8,}",
        f"lost                 {figures['lost']:>8,}",
        f"doubled              {figures['doubled']:>8,}",
        f"matches taken up     {figures['resumed']:>8,}",
        f"matches ended        {figures['ended']:>8,}",
        f"losses of power      {figures['crashes']:>8,}",
        *findings,
    ])  # fmt: skip


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
