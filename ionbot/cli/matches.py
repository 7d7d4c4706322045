"""`ionbot matches`: which were played, how one went, its replay, and the proof that it was fair.

What is hidden while a match runs, by its game's word, is shown once it has ended; so is its seed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from datetime import tzinfo
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ionbot.cli import replaying
from ionbot.cli.dates import ZoneOption, zone_of
from ionbot.cli.guard import FOUND, Failure
from ionbot.cli.lookup import found, known, require
from ionbot.cli.options import BIGGEST, DatabaseOption, current
from ionbot.cli.output import Format, FormatOption, ListFormatOption, show_fields, show_json, show_lines, show_rows
from ionbot.cli.progress import progress
from ionbot.legible import clock, date, minute, several

if TYPE_CHECKING:
    from games.kit.protocol import Posting
    from games.kit.text import Text
    from ionbot.store.history import MatchRow, WholeMatch
    from ionbot.store.voids import Void

app = typer.Typer(help="Look at matches: list, show, replay and verify them, or take one out of all scores.")
app.command()(replaying.replay)

HIDEABLE = ("team", "points", "coins", "items", "place")
"""What of a seat is for its game to show while the match runs."""

IN_SEATS = ("seat", "nick", "kind", "team", "points", "coins", "place", "left_reason")
IN_LEDGER = ("seq", "time", "holder", "asset", "item", "delta", "total", "reason")
"""What a table shows of a seat and of a posting; JSON has all."""

NAMES = 3
"""So many names are written in a list of matches."""

NumberArgument = Annotated[int, typer.Argument(metavar="MATCH", min=1, help="The match's number.")]


@app.command("list")
def list_(
    *,
    status: Annotated[
        str | None, typer.Option("--status", help="Only lobby, running, finished, abandoned or cancelled ones.")
    ] = None,
    game: Annotated[str | None, typer.Option("--game", metavar="NAME", help="Only those of a game.")] = None,
    channel: Annotated[str | None, typer.Option("--channel", metavar="NAME", help="Only those of a channel.")] = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, max=BIGGEST, help="At most so many.")] = None,
    zone: ZoneOption = "UTC",
    url: DatabaseOption = None,
    form: ListFormatOption = Format.TABLE,
) -> None:
    """List matches, the latest first."""
    from ionbot.store.history import matches_list
    from ionbot.store.models import MatchStatus

    if status not in (None, *MatchStatus):
        raise Failure(f"there is no status {status!r}; there are: {', '.join(MatchStatus)}")
    where = zone_of(zone)
    with current(url) as database:
        rows = matches_list(
            database,
            status=MatchStatus(status) if status else None,
            game=known(database, "game", game),
            channel=known(database, "channel", channel),
            limit=limit,
        )
    show_rows([_line(row, where) if form is Format.TABLE else _summary(row, where) for row in rows], form)


@app.command()
def show(
    number: NumberArgument, zone: ZoneOption = "UTC", url: DatabaseOption = None, form: FormatOption = Format.TABLE
) -> None:
    """Show a match: its seats with points, coins, items and places, and its ledger with what each holder had then.

    Of one that runs, only what an onlooker sees.
    """
    from ionbot.store.public import public

    where = zone_of(zone)
    with current(url) as database:
        match = found(database, number)
    seen = None if match.match.ended else public(match)
    hidden = HIDEABLE if not match.match.ended else ()
    summary, seats = _summary(match.match, where), list(map(asdict, match.seats))
    ledger = list(_ledger(match, seen.ledger if seen else match.ledger))
    proof = {"rules_version": match.match.rules_version, "commitment": match.commitment, "seed": match.seed}
    if form is Format.JSON:
        shown = [seat | dict.fromkeys(hidden) for seat in seats]
        summary["voids"] = [_void(each, where) for each in match.voids]
        show_json({**summary, **proof, "seats": shown, "view": seen.view if seen else None, "ledger": ledger})
        return
    show_fields({name: value for name, value in (summary | proof).items() if name != "voided"})
    show_lines(_voided(match.voids, where))
    show_rows([{name: seat[name] for name in IN_SEATS if name not in hidden} for seat in seats], form, "Seats")
    if "items" not in hidden:
        show_rows([{name: seat[name] for name in ("seat", "nick", "items")} for seat in seats], form, "Items")
    if seen:
        show_lines(_told(match, seen.texts))
    show_rows([{name: row[name] for name in IN_LEDGER} for row in ledger], form, "Ledger")


@app.command()
def void(
    number: NumberArgument,
    *,
    reason: Annotated[str | None, typer.Option("--reason", metavar="TEXT", help="Why; it is kept.")] = None,
    undo: Annotated[bool, typer.Option("--undo", help="Let the match count again.")] = False,
    url: DatabaseOption = None,
) -> None:
    """Take a match out of all scores, or with --undo back in. Who did so, when and why is kept.

    The ratings of its game are out of date then, until `ionbot scores recompute`.
    """
    from getpass import getuser

    from ionbot.store import voids
    from ionbot.store.journal import unix_ms

    if undo == (reason is not None) or reason == "":
        raise Failure("say why: --reason TEXT; or --undo, which needs no reason")
    with current(url) as database:
        require(database, number)
        try:
            with database.write() as connection:
                if reason is not None:
                    voids.void(connection, number, getuser(), reason, unix_ms())
                else:
                    voids.restore(connection, number, getuser(), unix_ms())
        except voids.NotPossible as error:
            raise Failure(str(error)) from error
    done = f"match {number} counts again" if undo else f"match {number} counts no more"
    show_lines([f"{done}; `ionbot scores recompute` rates its players anew."])


@app.command()
def verify(
    number: Annotated[int | None, typer.Argument(metavar="[MATCH]", min=1, help="The match's number.")] = None,
    *,
    all_: Annotated[bool, typer.Option("--all", help="Verify all that were played and have ended.")] = False,
    url: DatabaseOption = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """Prove that matches were fair: commitment, every draw, every move and the ledger. Exit code 1 if one is not."""
    from ionbot.store.proof import played, proofs

    if all_ == (number is not None):
        raise Failure("say which match to verify: its number, or --all")
    with current(url) as database:
        if number is not None:
            require(database, number)
        numbers = played(database) if number is None else [number]
        verdicts = []
        with progress("matches", len(numbers)) as tell:
            for verdict in proofs(database, numbers):
                verdicts.append(verdict)
                tell(1)
    if form is Format.JSON:
        show_json(
            [{"match": each, "proven": not objections, "objections": objections} for each, objections in verdicts]
        )
    else:
        show_lines(f"match {each}: {'; '.join(objections) or 'proven'}" for each, objections in verdicts)
    if any(objections for _, objections in verdicts):
        raise typer.Exit(FOUND)


def _line(row: "MatchRow", zone: tzinfo) -> dict[str, Any]:
    """Give what a list for people shows of a match: as much as 80 columns hold."""
    return {
        "id": row.id,
        "status": "void" if row.voided else row.status.value,
        "game": row.game,
        "channel": f"{row.network} {row.channel}",
        f"time ({zone})": minute(row.started or row.opened, zone),
        "players": several(row.players, NAMES),
        "winners": several(row.winners, NAMES),
    }


def _summary(row: "MatchRow", zone: tzinfo) -> dict[str, Any]:
    return {
        "id": row.id,
        "status": row.status.value,
        "game": row.game,
        "network": row.network,
        "channel": row.channel,
        "opened": date(row.opened, zone),
        "started": date(row.started, zone),
        "ended": date(row.ended, zone),
        "voided": date(row.voided, zone),
        "players": row.players,
        "winners": row.winners,
    }


def _ledger(match: "WholeMatch", ledger: Mapping[int, list["Posting"]]) -> Iterator[dict[str, Any]]:
    nicks = {seat.seat: seat.nick for seat in match.seats}
    times = {entry.seq: entry.at for entry in match.log}
    totals: Counter[tuple[int | None, str, str]] = Counter()
    for seq, postings in ledger.items():
        for posting in postings:
            whose = posting.seat, posting.asset, posting.item
            totals[whose] += posting.delta
            yield {
                "seq": seq,
                "time": clock(times[seq]),
                "holder": "bank" if posting.seat is None else nicks[posting.seat],
                "seat": posting.seat,
                "asset": posting.asset,
                "item": posting.item,
                "delta": posting.delta,
                "total": totals[whose],
                "reason": posting.reason,
            }


def _void(void: "Void", zone: tzinfo) -> dict[str, Any]:
    return asdict(void) | {"voided": date(void.voided, zone), "undone": date(void.undone, zone)}


def _voided(voids: Iterable["Void"], zone: tzinfo) -> Iterator[str]:
    for void in voids:
        undone = f"; {void.undone_by} took that back at {minute(void.undone, zone)} ({zone})" if void.undone else ""
        yield f"Void by {void.who} at {minute(void.voided, zone)} ({zone}): {void.reason}{undone}"


def _told(match: "WholeMatch", texts: Iterable["Text"]) -> Iterator[str]:
    """Write texts with the nicks of a match."""
    from games.kit.text import plain

    nicks = {seat.seat: seat.nick for seat in match.seats}
    return (plain(text, nicks.__getitem__) for text in texts)
