"""What stands between the commands and the terminal: nobody's mistake ends in a traceback."""

import io
import os
import re
import sys
import traceback
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

from ionbot.legible import printable

_IN_PLAIN = {
    r"Value error, ": "",
    r", unable to parse string as an? \w+": "",
    r"Input should be a valid integer": "it should be a whole number",
    r"Input should be a valid": "it should be a",
    r"Input should be": "it should be",
}
"""What Typer says of a value that cannot be, and how it is said here."""

FOUND = 1
WRONG = 2
FAULT = 3


class Failure(Exception):
    """A command cannot do its work, for a reason that the admin can mend. Told on stderr; the exit code is `WRONG`."""


class Commands(TyperGroup):
    """The commands, with all that can go wrong turned into a line on stderr and an exit code."""

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run the command line and leave with the exit code."""
        _open_streams()
        try:
            code = super().main(*args, **extra | {"standalone_mode": False})
        except TyperException as error:
            ctx = getattr(error, "ctx", None)
            where = f" (see `{ctx.command_path} --help`)" if ctx else ""
            _complain(f"{_in_plain(error.format_message())}{where}")
            code = WRONG
        sys.exit(code)

    def invoke(self, ctx: Any) -> Any:
        """Run a command; whatever it raises ends it with an exit code."""
        try:
            return super().invoke(ctx)
        except Failure as failure:
            _complain(str(failure))
            raise typer.Exit(WRONG) from failure
        except (TyperException, typer.Exit, typer.Abort, BrokenPipeError):
            raise
        except OSError as error:
            _complain(f"the system refuses: {str(error) or repr(error)}")
            raise typer.Exit(WRONG) from error
        except Exception as error:
            if ctx.params["debug"]:
                traceback.print_exc()
            else:
                _complain(f"this should not happen: {error!r}; `ionbot --debug ...` shows where it happened")
            raise typer.Exit(FAULT) from error


def _open_streams() -> None:
    """Let whatever is written be writable: a closed stream leads nowhere, what an encoding lacks is a question mark."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # it gets that number, which else a socket would get
    sys.stdin = sys.stdin or os.fdopen(0, closefd=False)
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _in_plain(message: str) -> str:
    """Say what is wrong with the command line as we say such things."""
    for pattern, words in _IN_PLAIN.items():
        message = re.sub(pattern, words, message)
    return message.rstrip(".")


def _complain(message: str) -> None:
    typer.echo("\n".join(map(printable, f"ionbot: {message}".split("\n"))), err=True)
