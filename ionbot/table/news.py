"""The news of tables that open for a game, for those who want to hear of it."""

from typing import TYPE_CHECKING

from games.kit import registry
from games.kit.text import phrase
from ionbot.channel import Lane, Person

if TYPE_CHECKING:
    from ionbot.store.subscriptions import Subscriptions
    from ionbot.table.clock import Now
    from ionbot.table.table import Table

_HOUR_MS = 3_600_000
"""Nobody hears of tables more often."""


class News:
    """What the subscribers of one table's channel are told; `now` is in real ms."""

    def __init__(self, table: "Table", subscriptions: "Subscriptions", now: "Now") -> None:
        self._table = table
        self._subscriptions = subscriptions
        self._now = now
        self._told: dict[str, int] = {}
        """When somebody was told last, by identity: who comes back has heard it."""

    def games(self, person: Person) -> list[str]:
        """Name the games of whose tables somebody wants to hear."""
        return [name for name in sorted(registry.all_games()) if self._wants(person, name)]

    async def subscribe(self, person: Person, game: str, *, wanted: bool) -> None:
        """Let somebody hear of a game's tables, or not any more, wherever they are on the network."""
        where = self._table.channel.network, person.identity
        player = await self._table.people.number(person)
        await self._table.insist(lambda: self._subscriptions.keep(*where, game, player, wanted=wanted))

    def spread(self, game: str, title: str) -> None:
        """Tell the subscribers who are in the channel, and do not sit there, of a table that has opened."""
        table, now = self._table, self._now()
        self._told = {identity: at for identity, at in self._told.items() if now - at < _HOUR_MS}
        near = [each.news for each in table.neighbours if each.channel.network == table.channel.network]
        for person in table.channel.people():
            has_heard = any(news.has_told(person) for news in near)
            if self._wants(person, game) and not has_heard and not table.seats(person):
                self._told[person.identity] = now
                here, join = table.channel.name, table.typed("join")
                table.tell(
                    person,
                    phrase("A table is open for {game} in {here}; {join} sits down.", game=title, here=here, join=join),
                    Lane.CHATTER,
                )

    def has_told(self, person: Person) -> bool:
        """Tell whether somebody has heard of a table here within the last hour."""
        at = self._told.get(person.identity)
        return at is not None and self._now() - at < _HOUR_MS

    def drop(self, person: Person) -> None:
        """Know nothing of somebody any more."""
        self._told.pop(person.identity, None)

    def _wants(self, person: Person, game: str) -> bool:
        return self._subscriptions.has(self._table.channel.network, person.identity, game)
