"""What is there to run the bot as a service: units that systemd takes and finds well closed, and a Containerfile."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from ionbot.cli import app

HOUSE = Path(__file__).parent.parent
DEPLOY = HOUSE / "deploy"
UNITS = ("ionbot.service", "ionbot-web.service")
EXPOSED = 15
"""How much of the machine a service may reach at most, of 100, as systemd counts; a unit that says nothing has 96."""


def test_the_containerfile_has_nothing_that_a_linter_finds() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    found = subprocess.run([hadolint, DEPLOY / "Containerfile"], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (0, "")


def test_the_container_copies_what_the_wheel_is_made_of() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (DEPLOY / "Containerfile").read_text("utf-8"), re.MULTILINE)
    names = {name for names in copied for name in names.split()}
    assert all((HOUSE / name).exists() for name in names)
    assert {"games", "ionbot", "migrations", "pyproject.toml", "config.example.toml", "README.md", ".ci"} <= names


@pytest.mark.real
@pytest.mark.parametrize("unit", UNITS)
def test_systemd_takes_the_units_and_they_reach_little(tmp_path: Path, unit: str) -> None:
    if not (analyze := shutil.which("systemd-analyze")):
        assert not os.environ.get("IONBOT_REAL"), "systemd-analyze is not installed"
        pytest.skip("systemd-analyze is not installed")
    installed = re.sub(r"/opt/ionbot/bin/ionbot", "/bin/true", (DEPLOY / unit).read_text("utf-8"))
    (tmp_path / unit).write_text(installed, encoding="utf-8")
    for words in (["verify", "--man=no"], ["security", "--offline=yes", "--no-pager", f"--threshold={EXPOSED}"]):
        told = subprocess.run([analyze, *words, tmp_path / unit], capture_output=True, text=True, check=False)
        assert (told.returncode, told.stderr) == (0, ""), told.stdout


def commands(text: str) -> Iterator[list[str]]:
    """Yield the words behind `ionbot` of the command lines in a text: a unit, a Containerfile, a document's blocks."""
    for line in re.findall(r"^\s*CMD \[(.+)\]$", text, re.MULTILINE):
        yield [word for word in re.findall(r'"([^"]*)"', line) if word != "ionbot"]
    for line in re.findall(r"^(?:ExecStart=| {4} *)(?:podman exec \w+ )?(?:\S+/)?ionbot (.+)$", text, re.MULTILINE):
        yield shlex.split(line.partition(" > ")[0], comments=True)


@pytest.mark.parametrize(
    ("path", "least"),
    [
        ("deploy/ionbot.service", 1),
        ("deploy/ionbot-web.service", 1),
        ("deploy/Containerfile", 2),
        ("docs/running.md", 9),
    ],
)
def test_every_command_is_one(path: str, least: int) -> None:
    found = list(commands((HOUSE / path).read_text("utf-8")))
    assert len(found) >= least
    for words in found:
        understood(words)


def understood(words: list[str]) -> None:
    """See that a command line of ionbot is one: a command that there is, with arguments and options that it takes."""
    command, rest = typer.main.get_command(app), list(words)
    while hasattr(command, "commands"):
        command = command.commands[rest.pop(0)]
    command.make_context("ionbot", rest)
