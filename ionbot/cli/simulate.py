"""`ionbot simulate`: let computer players play many matches, and see whether the game is lively and fair."""

import os
import re
from collections.abc import Mapping
from dataclasses import asdict
from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ionbot.cli import seeding
from ionbot.cli.guard import FOUND, Failure
from ionbot.cli.output import Format, FormatOption, show_json, show_lines, show_rows
from ionbot.cli.progress import progress

if TYPE_CHECKING:
    from games.kit.protocol import AnyGame
    from games.kit.simulate import Plan
    from games.kit.tally import Share, Tally
    from ionbot.simulation import Finding

MANY = 8
"""Up to so many seats are tried where it is not said how many."""


def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="What is played.")],
    *,
    level: Annotated[str | None, typer.Option("--level", help="How well all seats play.")] = None,
    levels: Annotated[
        str | None,
        typer.Option("--levels", metavar="LEVEL,LEVEL...", help="How well each seat plays; they take turns."),
    ] = None,
    seats: Annotated[str | None, typer.Option("--seats", metavar="N|N..N", help="How many play.")] = None,
    matches: Annotated[int, typer.Option("--matches", min=1, help="So many matches for each number of seats.")] = 200,
    seed: Annotated[
        int, typer.Option("--seed", min=0, max=2**63 - 1, help="Where chance comes from: same seed, same figures.")
    ] = 1,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; --NAME VALUE will do, too."),
    ] = None,
    pace: Annotated[float, typer.Option("--pace", min=0.1, max=3600, help="What a move takes, in s.")] = 4,
    timeouts: Annotated[
        int, typer.Option("--timeouts", min=0, max=100, help="How many moves do not come in time, in %.")
    ] = 0,
    jobs: Annotated[int | None, typer.Option("--jobs", min=1, help="So many processes; by default one a core.")] = None,
    into: Annotated[
        str | None,
        typer.Option(
            "--into",
            metavar="URL",
            help="Write matches of made-up people into a database; GAME may be `all`, or several, such as fia:3,ion.",
        ),
    ] = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """Let computer players play many matches; tell whether the game is lively and fair. Exit code 1 if it is not."""
    jobs = jobs or os.cpu_count() or 1
    if into is not None:
        if level or levels or seats or option:
            raise Failure("--into chooses seats and levels itself; it takes --matches, --seed and --jobs")
        with progress("matches", matches) as tell:
            filled = seeding.fill(into, game, matches, seed=seed, jobs=jobs, tell=tell)
        show_lines([f"{filled} has {matches:,} more matches."])
        return
    from msgspec import to_builtins

    from games.kit.simulate import Plan
    from ionbot.simulation import examine, players

    played = _game(game)
    options = _options(played, option or [])
    chosen = _levels(played, level, levels)
    plans = [
        Plan(played, options, number, chosen, seed.to_bytes(32, "big"), round(pace * 1000), timeouts)
        for number in _seats(played, options, seats)
    ]
    with progress("matches", len(plans) * matches) as tell, players(jobs, matches, tell) as play:
        tallies = [play(plan) for plan in plans]
        findings = [found for plan, tally in zip(plans, tallies, strict=True) for found in examine(plan, tally, play)]
    rows = [_figures(plan, tally) for plan, tally in zip(plans, tallies, strict=True)]
    if form is Format.JSON:
        told = {"game": played.name, "options": to_builtins(options), "levels": chosen, "seed": seed, "pace_s": pace}
        show_json({**told, "rows": rows, "findings": list(map(asdict, findings))})
    else:
        title = f"{played.title}, {', '.join(chosen)}, {matches:,} matches each"
        show_rows(list(map(_narrow, rows)), form, title)
        show_rows(_wins_table(rows, decks=False), form, "Who wins, in % (what is fair)")
        if decks := _wins_table(rows, decks=True):
            show_rows(decks, form, "Which deck wins against the others, in % (what is fair)")
        show_lines(map(_told, findings))
    if findings:
        raise typer.Exit(FOUND)


def _game(name: str) -> "AnyGame":
    from games.kit.registry import UnknownGame, find_game

    try:
        return find_game(name)
    except UnknownGame as error:
        raise Failure(str(error)) from error


def _options(game: "AnyGame", given: list[str]) -> Any:
    """Read the options; a value with commas is a list."""
    from games.kit.options import OptionsError, read_options

    pairs = [pair.partition("=") for pair in given]
    if bad := next((name for name, sign, _ in pairs if not sign), None):
        raise Failure(f"{bad!r} is no option; right would be NAME=VALUE, such as limit=6")
    try:
        return read_options(game, {name: value.split(",") if "," in value else value for name, _, value in pairs})
    except OptionsError as error:
        raise Failure(f"{error} (see `ionbot games` and `ionbot simulate --help`)") from error


def _levels(game: "AnyGame", level: str | None, levels: str | None) -> tuple[str, ...]:
    if level and levels:
        raise Failure("say --level for all seats or --levels for each, not both")
    chosen = tuple((level or levels or next(iter(game.computers))).split(","))
    for name in chosen:
        if name not in game.computers:
            near = get_close_matches(name, game.computers, 1)
            hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(game.computers)}"
            raise Failure(f"{game.title} has no level {name!r}; {hint}")
    return chosen


def _seats(game: "AnyGame", options: Any, wanted: str | None) -> range:
    least, most = game.seats(options)
    if wanted is None:
        return range(least, max(least, min(most, MANY)) + 1)
    found = re.fullmatch(r"(\d+)(?:\.\.(\d+))?", wanted)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not least <= first <= last <= most:
        has, right = (least, least) if least == most else (f"{least} to {most}", f"{least}..{most}")
        raise Failure(f"--seats {wanted} is not possible; {game.title} has {has}: right would be {right}")
    return range(first, last + 1)


def _figures(plan: "Plan", tally: "Tally") -> dict[str, Any]:
    """What matters of the matches with so many seats."""
    from games.kit.measure import balance_of, measure_of

    figures: dict[str, Any] = {
        "seats": plan.seats,
        "matches": tally.matches,
        "moves": round(tally.moves / tally.matches, 1),
        "minutes": round(tally.time / tally.matches / 60_000, 2),
        "points_a_player": round(tally.points / max(1, tally.seats)),
    }
    if measure := measure_of(plan.game, plan.options):
        figures[f"{measure.plural}_a_round"] = round(tally.lively(measure), 2)
        figures["timeouts_percent"] = round(tally.missed_percent(measure), 1)
    if balance := balance_of(plan.game, plan.options):
        figures[f"median_{balance.moves}".replace(" ", "_")] = tally.length
    figures["shared_percent"] = round(100 * tally.shared / tally.matches, 1)
    figures["void_percent"] = round(100 * tally.void / tally.matches, 1)
    levels = {f"level {name}": share for name, share in tally.levels.items()} if len(tally.levels) > 1 else {}
    figures["wins"] = {name: _wins(share) for name, share in sorted((tally.groups | levels).items())}
    return figures


def _wins(share: "Share") -> dict[str, float]:
    return {"percent": round(share.percent, 1), "fair_percent": round(share.fair_percent, 1)}


def _narrow(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Give what fits into a row of 80 columns."""
    return {name.replace("_percent", " %"): value for name, value in figures.items() if name not in {"matches", "wins"}}


def _wins_table(rows: list[dict[str, Any]], *, decks: bool) -> list[dict[str, Any]]:
    """Give the shares of wins of decks, or of all other groups, as rows that all have the same columns; or none."""
    from games.kit.measure import DECK

    groups = sorted({group for figures in rows for group in figures["wins"] if group.startswith(DECK) is decks})
    return [
        {"seats": figures["seats"]} | {group.removeprefix(DECK): _cell(figures["wins"].get(group)) for group in groups}
        for figures in rows
        if groups
    ]


def _cell(share: Mapping[str, float] | None) -> str | None:
    return None if share is None else f"{share['percent']} ({share['fair_percent']})"


def _told(finding: "Finding") -> str:
    wrong = f"{finding.seats} seats: {finding.fault}."
    if finding.proposal:
        return f"{wrong} {_settings(finding.proposal)} helps: {finding.outcome}."
    tried = ", ".join(map(_settings, finding.tried))
    return f"{wrong} Nothing that was tried helps: {tried}." if tried else wrong


def _settings(changes: Mapping[str, Any]) -> str:
    return " ".join(f"{name}={value}" for name, value in changes.items())
