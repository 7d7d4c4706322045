"""Fails unless more than 95 % of the branches of `games/` were taken in the last test run."""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from coverage import Coverage

LEAST = 95


def main() -> int:
    """Print the share of branches taken, and each file's missing ones; give the exit code."""
    coverage = Coverage()
    coverage.load()
    with TemporaryDirectory() as directory:
        path = Path(directory, "coverage.json")
        coverage.json_report(outfile=str(path), include=["games/*"])
        report = json.loads(path.read_text())
    for name, file in report["files"].items():
        for line, target in file["missing_branches"]:
            print(f"{name}:{line}: never went on to {f'line {target}' if target > 0 else 'the end'}")
    totals = report["totals"]
    share = 100 * totals["covered_branches"] / totals["num_branches"]
    print(f"branches of games/ covered: {share:.1f} %, must be above {LEAST} %")
    return 0 if share > LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
