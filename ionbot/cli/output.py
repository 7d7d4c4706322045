"""How commands show what they list: a table for people, JSON for programs."""

import csv
import io
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any

import typer

from ionbot.legible import printable

WIDE = 10_000
"""Columns where the output is no terminal: nothing is wrapped."""
SHORT = 20
"""Cells up to so many characters are never wrapped; longer ones are, where the terminal is narrow."""


class Format(StrEnum):
    """The ways to show a list."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"


def _no_list(form: Format) -> Format:
    if form is Format.CSV:
        raise typer.BadParameter("this is no list, so it cannot be CSV; right would be table or json")
    return form


FormatOption = Annotated[
    Format, typer.Option("--format", metavar="table|json", callback=_no_list, help="For people, or for programs.")
]
ListFormatOption = Annotated[
    Format, typer.Option("--format", help="A table for people, CSV for a spreadsheet, or JSON for programs.")
]
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a text may begin that a spreadsheet takes for a formula, and runs."""


def show_json(value: Any) -> None:
    """Write a value as JSON, and nothing else, to stdout."""
    typer.echo(json.dumps(value, indent=2))


def show_rows(rows: Sequence[Mapping[str, Any]], form: Format, title: str = "") -> None:
    """List rows that all have the same keys, which head the columns."""
    if form is Format.JSON:
        show_json(rows)
    elif form is Format.CSV:
        _show_csv(rows)
    else:
        _show_table(rows, title)


def show_fields(fields: Mapping[str, Any]) -> None:
    """List the fields of one thing, each on a line."""
    width = max(map(len, fields))
    show_lines(f"{name.replace('_', ' '):<{width}}  {_cell(value)}".rstrip() for name, value in fields.items())


def show_lines(lines: Iterable[str]) -> None:
    """Write lines as they are, but for what nobody can read."""
    for line in lines:
        typer.echo(printable(line))


def _show_csv(rows: Sequence[Mapping[str, Any]]) -> None:
    """Write rows as CSV; a text that a spreadsheet would take for a formula gets an apostrophe before it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([[*row] for row in rows[:1]])
    writer.writerows([[_csv_cell(value) for value in row.values()] for row in rows])
    typer.echo(text.getvalue(), nl=False)


def _csv_cell(value: Any) -> Any:
    if value is None or isinstance(value, int | float):
        return value
    cell = _cell(value)
    return f"'{cell}" if cell.startswith(FORMULA) else cell


def _show_table(rows: Sequence[Mapping[str, Any]], title: str) -> None:
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(width=None if sys.stdout.isatty() else WIDE, highlight=False)
    table = Table(
        box=SIMPLE,
        padding=(0, 1, 0, 0),
        title=Text(title) if title else None,
        title_justify="left",
        header_style="bold",
    )
    for name in rows[0] if rows else ():
        number = all(isinstance(row[name], int | float | None) for row in rows)
        short = all(len(_cell(row[name])) <= SHORT for row in rows)
        table.add_column(name.replace("_", " "), justify="right" if number else "left", no_wrap=short, overflow="fold")
    for row in rows:
        table.add_row(*(Text(_cell(value)) for value in row.values()))
    console.print(table if rows else Text("none"))


def _cell(value: Any) -> str:
    """Write a value for a cell; what a nick smuggles in (escape sequences, line breaks) is shown, not sent."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, Mapping):
        return ", ".join(f"{count} {name}" for name, count in value.items())
    if isinstance(value, list | tuple):
        return printable(", ".join(map(str, value)))
    return printable(str(value))
