"""Writes golden playthroughs anew: `python -m tests.golden [GAME ...]`."""

import sys

from games.kit.registry import all_games
from tests.golden.playthrough import path, playthrough

for name in sys.argv[1:] or all_games():
    path(name).write_text(playthrough(name), encoding="utf-8")
    print(path(name))
