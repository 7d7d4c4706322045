"""The house keeps its own rules: small files, nothing unfinished, tests that wait for nothing, a README that is true.

That a room imports only from rooms below it is proved by import-linter (`make check`).
"""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

HOUSE = Path(__file__).parent.parent
ROOMS = ("games", "ionbot", "migrations", "tests", ".ci")


def files(*rooms: str) -> Iterator[Path]:
    for room in rooms:
        yield from (HOUSE / room).rglob("*.py")


def name(path: Path) -> str:
    return str(path.relative_to(HOUSE))


@pytest.mark.parametrize("path", sorted(files(*ROOMS)), ids=name)
def test_a_file_is_read_in_one_sitting(path: Path) -> None:
    limit = 320 if path.is_relative_to(HOUSE / "games") else 450
    assert len(path.read_text("utf-8").splitlines()) <= limit


def test_every_room_is_found() -> None:
    assert all(any(files(room)) for room in ROOMS)


def test_nothing_is_unfinished() -> None:
    unfinished = re.compile(r"\bTODO\b|\bFIXME\b|\bXXX\b|NotImplementedError")
    found = [name(path) for path in files(*ROOMS) if path != Path(__file__) and unfinished.search(path.read_text())]
    assert found == []


def test_no_test_sleeps() -> None:
    """Only tests of real servers, the bench and the torture know real time; all others wait for what happens."""
    sleeps = re.compile(r"\b(?:time\.sleep\(|asyncio\.sleep\((?!0\)))")
    real = [HOUSE / "tests" / room for room in ("real", "bench", "torture")]
    found = [
        f"{name(path)}:{number}"
        for path in files("tests")
        if path != Path(__file__) and not any(path.is_relative_to(room) for room in real)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if sleeps.search(line)
    ]
    assert found == []


def test_games_read_no_clock_and_no_chance_of_their_own() -> None:
    forbidden = re.compile(
        r"^\s*(?:import|from) (ionbot|asyncio|time|datetime|random|secrets|sqlalchemy)\b", re.MULTILINE
    )
    found = {name(path): forbidden.findall(path.read_text("utf-8")) for path in files("games")}
    assert {path: modules for path, modules in found.items() if modules} == {}


def test_the_readme_names_make_targets_that_exist() -> None:
    makefile = (HOUSE / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, flags=re.MULTILINE))
    named = set(re.findall(r"\bmake ([a-z]+)", (HOUSE / "README.md").read_text("utf-8")))
    assert {"demo", "test"} <= named <= targets


def test_every_make_target_has_a_word_of_help() -> None:
    targets = set(re.findall(r"^([a-z]+):", (HOUSE / "Makefile").read_text("utf-8"), flags=re.MULTILINE))
    shown = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=HOUSE, capture_output=True, text=True, check=True
    ).stdout
    assert {line.split()[1] for line in shown.splitlines()} == targets
