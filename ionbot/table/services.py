"""What all tables share."""

from asyncio import sleep
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from secrets import token_bytes
from time import monotonic_ns
from typing import TypeAlias

from games.kit.fair import SEED_BYTES
from games.kit.rng import Rng
from ionbot.channel import Channel
from ionbot.config import Local, TableConfig
from ionbot.measures import UNMEASURED, Measures
from ionbot.store.journal import unix_ms
from ionbot.store.resume import StoredMatch, Unresumable
from ionbot.store.stores import Stores
from ionbot.table.alarm import Alarm
from ionbot.table.clock import Now
from ionbot.table.closing import Closing
from ionbot.table.enquiries import Enquiries

OnOver: TypeAlias = Callable[[bool], None]


def monotonic_ms() -> int:
    """Give the monotonic clock in ms."""
    return monotonic_ns() // 1_000_000


@dataclass(frozen=True)
class Services:
    """What is stored, clocks, chance, and the configuration. Everything that is not the same twice comes from here.

    `resume` reads the running match of a network's channel (folded), as `ionbot.store.resume.running` does; it blocks.
    `local` gives what is configured for a channel. `sleep` takes s. `seed` makes a match's secret, `chance` is
    the computer players' own. `over_hearers` hear when a match has come to its end (True) or was given up (False).
    `closing` knows when the bot is to be stopped.
    """

    stores: Stores
    resume: Callable[[str, str], StoredMatch | Unresumable | None]
    alarm: Alarm
    config: TableConfig
    local: Callable[[Channel], Local]
    enquiries: Enquiries
    now: Now = monotonic_ms
    wall: Now = unix_ms
    sleep: Callable[[float], Awaitable[None]] = sleep
    seed: Callable[[], bytes] = lambda: token_bytes(SEED_BYTES)
    chance: Rng = field(default_factory=lambda: Rng(token_bytes(SEED_BYTES)))
    over_hearers: list[OnOver] = field(default_factory=list)
    closing: Closing = field(default_factory=Closing)
    measures: Measures = UNMEASURED
