"""What the bot's database has of the match, in plain SQL."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any


class Records:
    """The database in a file, with one match."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def ask(self, question: str) -> list[Any]:
        """Give the rows of an answer."""
        with closing(sqlite3.connect(self._file)) as connection:
            return connection.execute(question).fetchall()

    def points(self) -> dict[str, int]:
        """Everybody's points by nick."""
        return dict(self.ask("SELECT nick, points FROM seats"))

    def holdings(self) -> dict[str, tuple[list[str], int]]:
        """What everybody who sits there holds, items in order and coins."""
        items: dict[str, list[str]] = {nick: [] for (nick,) in self.ask("SELECT nick FROM seats WHERE present")}
        for nick, item, count in self.ask(
            "SELECT nick, item, count FROM inventories JOIN seats USING (match, seat) WHERE present"
        ):
            items[nick] += [item] * count
        coins = dict(self.ask("SELECT nick, coins FROM seats"))
        return {nick: (sorted(held), coins[nick]) for nick, held in items.items()}

    def bank(self) -> int:
        """The points in the bank, from the ledger."""
        (row,) = self.ask("SELECT coalesce(sum(delta), 0) FROM ledger WHERE asset = 'points' AND seat IS NULL")
        return int(row[0])
