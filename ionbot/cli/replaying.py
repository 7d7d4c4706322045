"""`ionbot matches replay`: a match as the channel saw it, or as one of its seats did, step by step on a terminal."""

import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ionbot.cli.guard import Failure
from ionbot.cli.lookup import found
from ionbot.cli.options import DatabaseOption, current
from ionbot.cli.output import Format, FormatOption, show_json, show_lines
from ionbot.legible import clock, printable

if TYPE_CHECKING:
    from games.kit.text import Text
    from ionbot.store.history import WholeMatch

PUBLIC = "public"
KEYS = "[space: on, a: all, q: quit]"


def replay(
    number: Annotated[int, typer.Argument(metavar="MATCH", min=1, help="The match's number.")],
    *,
    viewer: Annotated[
        str, typer.Option("--as", metavar="SEAT|NICK|public", help="As whom; a seat sees its private lines too.")
    ] = PUBLIC,
    step: Annotated[
        bool | None, typer.Option("--step/--no-step", help="Wait for a key after each move; as on a terminal.")
    ] = None,
    url: DatabaseOption = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """Replay a match: its lines in order, each with its match time. On a terminal a key brings the next move."""
    with current(url) as database:
        match = found(database, number)
    seat = _seat(match, viewer)
    rows = list(_lines(match, seat))
    if form is Format.JSON:
        show_json(rows)
    elif not rows:
        show_lines([f"match {number} has no lines; its status is {match.match.status}"])
    else:
        moves = [[_line(row) for row in group] for _, group in groupby(rows, lambda row: row["seq"])]
        _step_through(moves, wait=sys.stdin.isatty() and sys.stdout.isatty() if step is None else step)


def _step_through(moves: Sequence[Sequence[str]], *, wait: bool) -> None:
    """Show move after move; with `wait` each after a key."""
    for number, lines in enumerate(moves, 1):
        show_lines(lines)
        if wait and number < len(moves):
            typer.echo(KEYS, nl=False, err=True)
            key = typer.getchar()
            typer.echo("\r" + " " * len(KEYS) + "\r", nl=False, err=True)
            if key in "qQ":
                return
            wait = key not in "aA"


def _line(row: dict[str, Any]) -> str:
    private = "" if row["to"] is None else "  (private) "
    return f"{clock(row['at_ms'])}  {private}{row['text']}"


def _seat(match: "WholeMatch", viewer: str) -> int | None:
    """Find the seat as which a match is seen, None for everybody. Raises Failure if there is none, or it may not."""
    from ionbot.store.replay import may_be_seen

    if viewer == PUBLIC:
        return None
    seats = {str(seat.seat): seat.seat for seat in match.seats}
    nicks = {seat.nick.lower(): seat.seat for seat in match.seats}
    if (seat := seats.get(viewer, nicks.get(viewer.lower()))) is None:
        there = ", ".join(f"{seat.seat} ({printable(seat.nick)})" for seat in match.seats)
        raise Failure(f"match {match.match.id} has no seat {viewer!r}; there are: {there or 'none'}, and {PUBLIC}")
    if not may_be_seen(match, seat):
        raise Failure(f"match {match.match.id} is running; what a seat sees is secret until it has ended")
    return seat


def _lines(match: "WholeMatch", seat: int | None) -> Iterator[dict[str, Any]]:
    """Tell what was heard, line by line; `to` is the seat to which a line was private."""
    from ionbot.store.replay import steps

    for step in steps(match, seat):
        for text in step.heard:
            yield {"seq": step.seq, "at_ms": step.at, "to": None, "text": _told(match, text)}
        if step.told:
            yield {"seq": step.seq, "at_ms": step.at, "to": seat, "text": _told(match, step.told)}


def _told(match: "WholeMatch", text: "Text") -> str:
    """Write a text with the nicks of a match."""
    from games.kit.text import plain

    nicks = {seat.seat: seat.nick for seat in match.seats}
    return plain(text, nicks.__getitem__)
