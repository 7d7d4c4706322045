"""Reads the configuration again while the bot runs. Matches that run are left alone."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import structlog

from games.kit.text import Text, phrase, plural
from ionbot.administration.current import Current
from ionbot.administration.leaving import Leaving
from ionbot.administration.networks import Networks
from ionbot.config import Change, Config, ConfigError, change
from ionbot.network.link.tls import unusable
from ionbot.store.stays import Stays
from ionbot.table.hall import Hall
from ionbot.table.listing import listed
from ionbot.threads import in_thread

Reread: TypeAlias = Callable[[], Config]
"""Reads the configuration; it blocks. Raises ConfigError."""

_LONGEST = 250
"""How many characters of a mistake are told, so that the line stays one."""

_log = structlog.get_logger()


class Reloading:
    """Lets another configuration count. Without `reread` there is none."""

    def __init__(
        self, reread: Reread | None, *,
        current: Current, hall: Hall, networks: Networks, stays: Stays, leaving: Leaving,
    ) -> None:  # fmt: skip
        self._reread = reread
        self._current = current
        self._hall = hall
        self._networks = networks
        self._stays = stays
        self._leaving = leaving

    async def reload(self, by: str) -> Sequence[Text]:
        """Read it again for somebody, and tell what came of it. If it cannot be used, nothing changes.

        Raises DatabaseError.
        """
        if self._reread is None:
            return [phrase("There is no configuration file that could be read again.")]
        async with self._leaving.lock:
            try:
                new = await in_thread(self._reread)
            except ConfigError as error:
                return _refused(by, [str(mistake) for mistake in error.mistakes])
            if wrong := list(unusable(new.networks)):
                return _refused(by, wrong)
            changed = change(self._current.config, new)
            await self._apply(changed)
            _log.info("configuration read again", by=by, changed=changed.now, at_the_next_start=changed.later)
            return list(_told(changed, self._leaving.waiting))

    async def _apply(self, changed: Change) -> None:
        before, after = self._current.config.networks, changed.config.networks
        gone = {name: each for name, each in before.items() if name not in after}
        self._current.config = changed.config.model_copy(update={"networks": after | gone})
        for name, network in after.items():
            if name in self._networks:
                self._networks[name].configure(network)
        self._leaving.stay(after)
        for name in after:
            for channel in before[name].keys if name in before else ():
                self._leave_unless_wanted(name, channel)
        for name in gone:
            self._leaving.network(name)
        self._hall.configure(changed.config.tables)
        for name in after:
            if name not in self._networks:
                await self._enter(name)
        self._leaving.look()

    def _leave_unless_wanted(self, network: str, name: str) -> None:
        channel = self._networks[network].find(name)
        if channel and not self._networks[network].stays_in(name):
            self._leaving.channel(channel)

    async def _enter(self, name: str) -> None:
        """Be on a new network, also in the channels there to which an admin has sent the bot before."""
        stays = [stay for stay in await self._stays.all() if stay.network == name]
        network = self._networks.add(name, self._current.config.networks[name])
        for stay in stays:
            network.join(stay.channel, stay.key)


def _refused(by: str, wrong: Sequence[str]) -> list[Text]:
    """Log all mistakes, and tell the first."""
    _log.error("configuration cannot be used; nothing is changed", by=by, mistakes=list(wrong))
    return [
        plural(
            "Nothing is changed: the configuration has {n} mistake: {mistake}",
            "Nothing is changed: the configuration has {n} mistakes (the log has all), the first: {mistake}",
            n=len(wrong), mistake=wrong[0][:_LONGEST],
        )
    ]  # fmt: skip


def _told(changed: Change, waiting: list[str]) -> Iterator[Text]:
    """Tell what has changed, what only a start changes, and what is left later."""
    if not changed.now and not changed.later and not waiting:
        yield phrase("The configuration is read again; nothing has changed.")
    if changed.now:
        yield from listed(phrase("Changed:"), _names(changed.now))
    if changed.later:
        yield from listed(phrase("Changed only when I am started again:"), _names(changed.later))
    if waiting:
        yield from listed(phrase("I leave these when the matches there are over:"), _names(waiting))


def _names(keys: Sequence[str]) -> list[Text]:
    return [phrase("{key}", key=key) for key in keys]
