"""Fails unless at least 85 % of the mutants of `games/` were killed in the last run of mutmut."""

import json
import sys
from pathlib import Path

LEAST = 85
KILLED = ("killed", "timeout", "segfault")
"""A mutant that hangs is noticed as well."""


def main() -> int:
    """Print the share of mutants killed; give the exit code."""
    counts = json.loads(Path("mutants/mutmut-cicd-stats.json").read_text())
    killed = sum(counts[how] for how in KILLED)
    share = 100 * killed / counts["total"]
    print(f"mutants of games/ killed: {killed} of {counts['total']}, {share:.1f} %, must be at least {LEAST} %")
    return 0 if share >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
