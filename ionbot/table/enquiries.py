"""Questions about what has been played. They are answered in threads, so that the tables play on meanwhile."""

from asyncio import Lock, Semaphore, to_thread
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias
from weakref import WeakKeyDictionary

import structlog

from games.kit.text import Text, phrase
from ionbot.channel import Person
from ionbot.store.database import Database, DatabaseError
from ionbot.store.journal import unix_ms
from ionbot.store.seasons import DEFAULT_SEASON, SeasonUnit
from ionbot.table.background import FAILED, Background
from ionbot.table.clock import Now

if TYPE_CHECKING:
    from ionbot.table.table import Table

Question: TypeAlias = Callable[[Database], Sequence[Text]]
"""Blocks, and gives the lines of the answer. Raises DatabaseError."""

_AT_ONCE = 2
"""So many questions are answered at once, whoever asks."""

_log = structlog.get_logger()


class Enquiries:
    """What is asked at all tables: one question each of a person and of a channel at a time.

    `season` is a season's length, `wall` gives Unix ms, `url` is where the web pages are found, "" if nowhere.
    """

    def __init__(
        self, database: Database, season: SeasonUnit = DEFAULT_SEASON, wall: Now = unix_ms, url: str = ""
    ) -> None:
        self.season = season
        self.wall = wall
        self.url = url
        self._database = database
        self._asking: set[tuple[str, str]] = set()
        self._turns: WeakKeyDictionary[Table, Lock] = WeakKeyDictionary()
        self._threads = Semaphore(_AT_ONCE)
        self._background = Background()

    def ask(self, table: "Table", person: Person, question: Question) -> None:
        """Answer somebody in private, when the answer is there."""
        who = (person.network, f"{person.user}@{person.host}" if person.host else person.folded)
        if who in self._asking:
            table.tell(person, phrase("One question after the other: I am still looking up the last one."))
            return
        self._asking.add(who)
        self._background.start("question", self._answer(table, person, question, who))

    async def settle(self) -> None:
        """Wait until all has been answered."""
        await self._background.settle()

    async def close(self) -> None:
        """Answer nothing any more."""
        await self._background.close()

    async def _answer(self, table: "Table", person: Person, question: Question, who: tuple[str, str]) -> None:
        try:
            async with self._turns.setdefault(table, Lock()), self._threads:
                lines = await to_thread(question, self._database)
        except DatabaseError as error:
            _log.warning("question failed", why=str(error))
            table.tell(person, phrase("I cannot look that up just now; ask again later."))
        except Exception:  # noqa: BLE001 - a game may break in any way on what it wrote in earlier days
            _log.exception("question fault", network=person.network, channel=table.channel.name)
            table.tell(person, FAILED)
        else:
            table.pages.tell(table, person, lines)
        finally:
            self._asking.discard(who)
