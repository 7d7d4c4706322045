"""Runs the fuzzer: `python -m tests.fuzz [--lines N] [--seed S]`; without a seed, one by chance."""

import gc
import os
import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from random import SystemRandom
from statistics import median

from tests.fuzz.trial import Failed, Trial

SAMPLES = 100
"""How often the memory is looked at."""
GROWTH_MOST_MB = 2
"""By how much the median of the second half of the samples may be above that of the first."""


def main(arguments: Sequence[str]) -> int:
    """Run, and print the figures; 1 if something failed."""
    parser = ArgumentParser("python -m tests.fuzz", description="Throw hostile lines at the network layer.")
    parser.add_argument("--lines", type=int, default=1_000_000, help="how many (default: 1,000,000)")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**9), help="what decides all of them")
    wanted = parser.parse_args(arguments)
    print(f"seed {wanted.seed}", flush=True)
    trial, samples, start = Trial(wanted.seed), [], time.perf_counter()
    try:
        for number in range(1, SAMPLES + 1):
            trial.run(number * wanted.lines // SAMPLES)
            samples.append(resident_mb())
            if number % 10 == 0:
                speed = trial.lines / (time.perf_counter() - start)
                print(f"{trial.lines:,} lines, {speed:,.0f} lines/s, {samples[-1]:.1f} MB", flush=True)
    except Failed as failure:
        print(failure)
        return 1
    return verdict(samples, trial.connections)


def verdict(samples: Sequence[float], connections: int) -> int:
    """Print how much memory there was in each half; 1 if it grew."""
    first, second = median(samples[: SAMPLES // 2]), median(samples[SAMPLES // 2 :])
    print(f"{connections:,} connections; memory, median of each half: {first:.1f} MB, {second:.1f} MB")
    return int(second - first > GROWTH_MOST_MB)


def resident_mb() -> float:
    """Tell how much memory this process holds."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
