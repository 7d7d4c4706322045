"""Nobody's mistake ends in a traceback: what goes to stderr, and the exit codes."""

import subprocess
import sys

import pytest
import typer
from typer.testing import CliRunner, Result

from ionbot.cli.guard import Commands, Failure
from tests.cli.conftest import Run

IONBOT = (sys.executable, "-c", "from ionbot.cli import app; app()")


def _invoke(error: BaseException | None, *options: str) -> Result:
    """Run an application whose one command raises the error."""
    app = typer.Typer(cls=Commands)

    @app.callback()
    def main(debug: bool = False) -> None:
        """Read the options that stand before the command."""

    @app.command()
    def work() -> None:
        if error is not None:
            raise error

    return CliRunner().invoke(app, [*options, "work"])


def test_a_command_that_works_leaves_with_0() -> None:
    assert (_invoke(None).exit_code, _invoke(None).output) == (0, "")


def test_a_command_can_say_that_it_found_something() -> None:
    result = _invoke(typer.Exit(1))
    assert (result.exit_code, result.output) == (1, "")


def test_a_failure_is_one_line() -> None:
    result = _invoke(Failure("there is no match 7"))
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", "ionbot: there is no match 7\n")


def test_the_unexpected_is_one_line_with_a_hint() -> None:
    result = _invoke(RuntimeError("broken\nin two"))
    assert (result.exit_code, result.stdout) == (3, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("ionbot: this should not happen: RuntimeError('broken\\nin two'); `ionbot --debug ...`")


def test_debug_shows_where_the_unexpected_happened() -> None:
    result = _invoke(RuntimeError("broken"), "--debug")
    assert result.exit_code == 3
    assert result.stderr.startswith("Traceback")
    assert "in work" in result.stderr


def test_an_interruption_is_quiet() -> None:
    result = _invoke(KeyboardInterrupt())
    assert (result.exit_code, result.output) == (130, "")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_fault(closed: str) -> None:
    done = subprocess.run(["sh", "-c", f'"$@" {closed}', "sh", *IONBOT, "games"], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("limit", [12, 63])
def test_too_few_files_are_one_line(limit: int) -> None:
    words = ["sh", "-c", f'ulimit -n {limit}; exec "$@"', "sh", *IONBOT, "demo", "--watch"]
    done = subprocess.run(words, capture_output=True, check=False, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    line = f"ionbot: only {limit} files may be open at once, and 64 are needed; `ulimit -n 64` allows them\n"
    assert done.stderr == line


def test_a_refusal_without_words_is_named() -> None:
    assert _invoke(OSError()).stderr == "ionbot: the system refuses: OSError()\n"


def test_a_watcher_may_know_few_signs_and_may_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    with subprocess.Popen(
        [*IONBOT, "demo", "--watch", "--fast"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as demo:
        assert demo.stdout
        assert demo.stderr
        assert any(b"dumps at ?6" in line for line in demo.stdout)
        demo.stdout.close()
        assert demo.wait(30) == 1
        assert demo.stderr.read() == b""


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "Missing command (see `ionbot --help`)"),
        (["matches"], "Missing command (see `ionbot matches --help`)"),
        (["nonsense"], "No such command 'nonsense' (see `ionbot --help`)"),
        (["db", "upgrade", "--datbase", "x"], "No such option: --datbase"),
        (["demo", "--port", "70000"], "Invalid value for '--port': it should be less than or equal to 65535 (see"),
        (["demo", "--matches", "0"], "Invalid value for '--matches': it should be greater than or equal to 1 (see"),
        (["games", "--format", "xml"], "Invalid value for '--format': 'xml' is not one of 'table', 'csv', 'json' (see"),
        (["matches", "show", "one"], "Invalid value for 'MATCH': it should be a whole number (see"),
        (["simulate", "ion", "--pace", "slow"], "Invalid value for '--pace': it should be a number (see"),
    ],
)
def test_wrong_use_is_one_line(run: Run, words: list[str], complaint: str) -> None:
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("ionbot: ")
    assert complaint in line


def test_help_and_version(run: Run) -> None:
    help_ = run("--help")
    assert help_.exit_code == 0
    for command in ("demo", "run", "check", "games", "simulate", "matches", "db"):
        assert f" {command} " in help_.stdout
    version = run("--version")
    assert (version.exit_code, version.stdout.split()[0]) == (0, "ionbot")
