"""How much people may say to the bot: who says more is ignored for a while, and hears so once.

That also ends a conversation with another bot, which would answer every answer.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from games.kit.text import phrase
from ionbot.channel import Lane, Person
from ionbot.config import TableConfig
from ionbot.table.clock import Now
from ionbot.table.hearing import Meaning

if TYPE_CHECKING:
    from ionbot.table.table import Table

MOST = 2_000
"""How many people are remembered, and how many channels; whoever was heard longest ago is forgotten."""


class Verdict(Enum):
    """Whether a line counts."""

    COUNTS = auto()
    TOO_MUCH = auto()
    """It is the first one too many: from now on none counts for a while."""
    IGNORED = auto()


@dataclass
class _Budget:
    """How many lines somebody may still send as of `at`, and until when they are ignored; in real ms."""

    lines: float
    at: int
    ignored_until: int = 0


class Budgets:
    """For everybody a budget of `burst` lines, which grows by `rate` a second. Who exceeds it is ignored for some s."""

    def __init__(self, burst: int, rate: float, ignored: float, now: Now) -> None:
        self._burst = burst
        self._rate = rate
        self._ignored = ignored
        self._now = now
        self._budgets: dict[Hashable, _Budget] = {}

    def charge(self, key: Hashable) -> Verdict:
        """Charge somebody for a line."""
        now = self._now()
        budget = self._budgets.pop(key, None) or _Budget(self._burst, now)
        self._budgets[key] = budget
        if len(self._budgets) > MOST:
            del self._budgets[next(iter(self._budgets))]
        if now < budget.ignored_until:
            return Verdict.IGNORED
        budget.lines = min(self._burst, budget.lines + (now - budget.at) / 1000 * self._rate)
        budget.at = now
        if budget.lines < 1:
            budget.ignored_until = now + round(self._ignored * 1000)
            return Verdict.TOO_MUCH
        budget.lines -= 1
        return Verdict.COUNTS


class Pace:
    """The budgets of everybody, and of every channel."""

    def __init__(self, config: TableConfig, now: Now) -> None:
        self._seconds = f"{config.ignored:g}"
        self._people = Budgets(config.person_burst, config.person_rate, config.ignored, now)
        self._channels = Budgets(config.channel_burst, config.channel_rate, config.ignored, now)

    def admits(self, table: "Table", person: Person, meaning: Meaning) -> bool:
        """Charge somebody and the table's channel for a line, unless it is chat; tell whether it counts.

        In a channel where too much is said, players' moves and operators' lines still count.
        """
        if meaning is Meaning.CHAT:
            return True
        if not self._hears(table, person):
            return False
        verdict = self._channels.charge((table.channel.network, table.channel.folded))
        if verdict is Verdict.TOO_MUCH:
            said = phrase("This is too much at once; for {time} s I listen to moves alone.", time=self._seconds)
            table.say(said, Lane.ANSWER)
        return verdict is Verdict.COUNTS or meaning is Meaning.MOVE or table.operates(person)

    def _hears(self, table: "Table", person: Person) -> bool:
        """Charge somebody for a line; neither another nick nor coming anew helps. Tell whether they are heard."""
        who = f"{person.user}@{person.host}" if person.host else person.folded
        verdict = self._people.charge((person.network, who))
        if verdict is Verdict.TOO_MUCH:
            told = phrase("You send faster than I can follow; I listen to you again in {time} s.", time=self._seconds)
            table.tell(person, told)
        return verdict is Verdict.COUNTS
