"""A pytest plugin for `make mutants`: what an earlier run in the same process has remembered does not count.

mutmut runs the tests once and then forks a process for each mutant, which would find what the first run has cached, and
never call the mutant.
"""

import sys


def pytest_sessionstart() -> None:
    """Empty every cache of the games."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "games":
            for value in vars(module).values():
                if clear := getattr(value, "cache_clear", None):
                    clear()
