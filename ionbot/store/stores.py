"""All that tables keep. One writer is behind it."""

from dataclasses import dataclass

from ionbot.store import manners, subscriptions
from ionbot.store.decks import Decks
from ionbot.store.forgetting import Forgetting
from ionbot.store.journal import Journal
from ionbot.store.manners import Manners
from ionbot.store.plans import Plans
from ionbot.store.settings import Settings
from ionbot.store.subscriptions import Subscriptions
from ionbot.store.writer import Writer


@dataclass(frozen=True)
class Stores:
    """Matches, and what players and operators have set."""

    journal: Journal
    decks: Decks
    settings: Settings
    plans: Plans
    manners: Manners
    subscriptions: Subscriptions
    forgetting: Forgetting

    async def reload(self) -> None:
        """Learn what admins and other workers have written meanwhile of what is in memory. Raises DatabaseError."""
        await self.manners.reload()
        await self.subscriptions.reload()


async def load(writer: Writer, journal: Journal) -> Stores:
    """Give all that is kept through a writer, which is also the journal's. Raises DatabaseError."""
    known, subscribed = await manners.load(writer), await subscriptions.load(writer)
    return Stores(
        journal, Decks(writer), Settings(writer), Plans(writer), known, subscribed,
        Forgetting(writer, known, subscribed),
    )  # fmt: skip
