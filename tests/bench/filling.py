"""The database that questions are asked: `python -m tests.bench.filling 200000` makes one of so many matches.

It stays in `.bench`, and the largest that is there is asked. The command makes it: `ionbot simulate --into`.
"""

import subprocess
import sys
from pathlib import Path

FOLDER = Path(".bench")
MATCHES = 20_000
"""So many are played where nothing was made before; it takes some minutes."""
MIX = "fia:22,ion,haven,menagerie"
"""How often each game is played: a match has some 50 moves, so that 200,000 have ten million."""


def largest() -> Path:
    """Give the largest database there is; make one if there is none."""
    there = [path for path in FOLDER.glob("*.db") if path.stem.isdecimal()]
    return max(there, key=lambda path: int(path.stem), default=None) or made(FOLDER, MATCHES)


def made(folder: Path, matches: int) -> Path:
    """Make a database of so many matches in a folder, unless it is there."""
    folder.mkdir(exist_ok=True)
    path, half = folder / f"{matches}.db", folder / f"{matches}-half.db"
    if not path.exists():
        half.unlink(missing_ok=True)
        words = ["simulate", MIX, "--matches", str(matches), "--into", f"sqlite:///{half}"]
        command = [sys.executable, "-c", "from ionbot.cli import app; app()", *words]
        subprocess.run(command, check=True, stdout=sys.stderr)
        half.rename(path)
    return path


if __name__ == "__main__":
    print(made(FOLDER, int(sys.argv[1])))
