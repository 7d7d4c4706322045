"""What becomes of a table when the bot comes into its channel, and when it is not there any more."""

from typing import TYPE_CHECKING

from games.kit.text import phrase
from ionbot.channel import Loss

if TYPE_CHECKING:
    from ionbot.table.table import Table


class Presence:
    """The bot's own presence in a table's channel. `closed`: a lobby was open there when the bot was stopped."""

    def __init__(self, table: "Table", *, closed: bool) -> None:
        self._table = table
        self._closed_unseen = closed
        """Whether a lobby was closed that the channel has not heard of yet."""

    async def enter(self) -> None:
        """The bot is in the channel: for the first time, or again."""
        table = self._table
        table.standstill.end_grace()
        await table.settings.load()
        await table.planner.load()
        if self._closed_unseen:
            self._closed_unseen = False
            join = table.typed("join")
            table.say(phrase("I was away; the table that was open is closed. {join} opens one.", join=join))
        await table.recovery.take_up(phrase("I am here again."))

    async def lose(self, loss: Loss) -> None:
        """The bot is not in the channel any more. If it was put out, the match does not wait for ever."""
        table = self._table
        if table.play:
            await table.play.lose_network()
            if loss is Loss.EXPELLED:
                table.standstill.begin_grace(round(table.config.expelled_grace * 1000))
        elif table.lobby:
            await table.reception.close(table.lobby)
            self._closed_unseen = True
