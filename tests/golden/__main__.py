"""Writes golden playthroughs anew: `python -m tests.golden [NAME ...]`."""

import sys

from tests.golden.playthrough import path, playthrough, recipes

for name in sys.argv[1:] or recipes():
    path(name).write_text(playthrough(name), encoding="utf-8")
    print(path(name))
