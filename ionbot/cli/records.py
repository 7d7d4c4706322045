"""`ionbot scores records`: the largest dump, the longest winning streak, and what else games find worth a record."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ionbot.cli.counting import Filters, filtered
from ionbot.cli.dates import zone_of
from ionbot.cli.options import BIGGEST, DatabaseOption, current
from ionbot.cli.output import Format, ListFormatOption, show_rows
from ionbot.legible import date, minute

if TYPE_CHECKING:
    from ionbot.store.records import Record


@filtered
def records(
    *,
    filters: Filters,
    limit: Annotated[
        int, typer.Option("--limit", min=1, max=BIGGEST, help="At most so many players of each record, the best first.")
    ] = 1,
    url: DatabaseOption = None,
    form: ListFormatOption = Format.TABLE,
) -> None:
    """Show the records of all games, or of one: who did best at what, and in which match.

    A winning streak counts where its last match does.
    """
    from ionbot.store.records import records as held

    zone = zone_of(filters.zone)
    with current(url) as database:
        found = held(database, filters.counted(database), limit)
    rows = [row for record in found for row in _rows(record)]
    if form is Format.TABLE:
        show_rows([_line(row) | {"ended": minute(row["ended"], zone)} for row in rows], form)
    else:
        show_rows([row | {"ended": date(row["ended"], zone)} for row in rows], form)


def _rows(record: "Record") -> list[dict[str, Any]]:
    from games.kit.text import plain

    return [
        {
            "game": record.game,
            "feat": record.name,
            "record": plain(record.feat.about, str),
            "rank": rank,
            "nick": holder.player.nick,
            "network": holder.player.network,
            "identity": holder.player.identity,
            "value": holder.value,
            "unit": record.feat.unit,
            "match": holder.match,
            "channel": holder.channel,
            "ended": holder.ended,
        }
        for rank, holder in record.ranked
    ]


def _line(row: dict[str, Any]) -> dict[str, Any]:
    """Give what a list for people shows of a row."""
    about = {"game": row["game"], "record": row["record"], "value": f"{row['value']:,} {row['unit']}"}
    return about | {name: row[name] for name in ("nick", "network", "match", "channel")}
