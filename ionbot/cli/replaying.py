"""`ionbot matches replay`: a match as the channel saw it, or as one of its seats did, step by step on a terminal."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ionbot.cli.guard import Failure
from ionbot.cli.lookup import found
from ionbot.cli.options import DatabaseOption, current
from ionbot.cli.output import Format, FormatOption, clock, printable, show_json, show_lines

if TYPE_CHECKING:
    from games.kit.protocol import Entry
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
    if viewer == PUBLIC:
        return None
    seats = {str(seat.seat): seat.seat for seat in match.seats}
    nicks = {seat.nick.lower(): seat.seat for seat in match.seats}
    if (seat := seats.get(viewer, nicks.get(viewer.lower()))) is None:
        there = ", ".join(f"{seat.seat} ({printable(seat.nick)})" for seat in match.seats)
        raise Failure(f"match {match.match.id} has no seat {viewer!r}; there are: {there or 'none'}, and {PUBLIC}")
    if not match.match.ended:
        raise Failure(f"match {match.match.id} is running; what a seat sees is secret until it has ended")
    return seat


def _lines(match: "WholeMatch", seat: int | None) -> Iterator[dict[str, Any]]:
    """Fold the log again and tell after each entry what was heard; `to` is the seat to which a line was private."""
    from games.kit.match import Match
    from games.kit.registry import find_game

    if match.header is None:
        return
    game = find_game(match.match.game)
    # Folding draws nothing, so the chance may be any.
    folded = Match.open(game, match.header, seed=b"")
    for entry in folded.replay(match.log):
        for text in _heard(match, game, folded.state, entry):
            yield {"seq": entry.seq, "at_ms": entry.at, "to": None, "text": text}
        if seat is not None and (private := game.words.private(folded.state, entry).get(seat)):
            yield {"seq": entry.seq, "at_ms": entry.at, "to": seat, "text": _told(match, private)}


def _heard(match: "WholeMatch", game: Any, state: Any, entry: "Entry") -> Iterable[str]:
    """Tell what the channel heard after an entry."""
    from games.kit.inputs import Paused, Resumed
    from games.kit.text import joined

    texts = list(game.words.public(state, entry))
    if texts and game.waits(state):
        texts[-1:] = [joined(texts[-1], game.words.prompt(state))]
    if isinstance(entry.command, Paused | Resumed) and not texts:
        return ["(The match stands still.)" if isinstance(entry.command, Paused) else "(The match goes on.)"]
    return [_told(match, text) for text in texts]


def _told(match: "WholeMatch", text: "Text") -> str:
    """Write a text with the nicks of a match."""
    from games.kit.text import plain

    nicks = {seat.seat: seat.nick for seat in match.seats}
    return plain(text, nicks.__getitem__)
