"""Changes of host that look like a QUIT and a JOIN, as servers tell them to whoever has no chghost."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from irctokens.hostmask import Hostmask

from ionbot.channel import Person
from ionbot.network.channels import IrcChannel
from ionbot.network.clock import Clock, Timer
from ionbot.network.whereabouts.people import People

PATIENCE = 5
"""Seconds from the QUIT to the last JOIN. Servers send all in one go; a busy connection may come between."""
_REASONS = {"registered", "unregistered", "host change", "changing host", "changing hostname"}
"""What servers say of it: ircu and snircd (`hide_hostmask`), Nefarious, snircd (`set_hostmask`), solanum and InspIRCd,
ircd-hybrid. Those in use without chghost, ircu's kin, put "Quit: " before what a user says."""


@dataclass(eq=False)
class _Cycle:
    """Somebody's change of host: in which channels they are not back yet, and when that is too late."""

    missing: list[IrcChannel]
    timer: Timer


class Cycles:
    """One connection's changes of host that are under way. `capabilities` is the live set.

    Who changes the host so is the same person, with the same nick and user. Who is not back in time has left: that is
    told with the channels to `gone`.
    """

    def __init__(
        self,
        clock: Clock,
        people: People,
        capabilities: set[str],
        gone: Callable[[Person, Iterable[IrcChannel]], None],
    ) -> None:
        self._clock = clock
        self._people = people
        self._capabilities = capabilities
        self._gone = gone
        self._cycles: dict[Person, _Cycle] = {}

    def is_one(self, reason: str) -> bool:
        """Tell from a QUIT's reason whether it begins a change of host."""
        return "chghost" not in self._capabilities and reason.lower() in _REASONS

    def begin(self, person: Person, channels: Iterable[IrcChannel]) -> None:
        """Expect somebody back in the channels in which they are."""
        self._forget(person)
        timer = self._clock.call_later(PATIENCE, partial(self._over, person))
        self._cycles[person] = _Cycle(list(channels), timer)

    def ends(self, who: Hostmask, channel: IrcChannel) -> bool:
        """Tell whether by this JOIN somebody is back in a channel."""
        person = self._people.find(who.nickname)
        cycle = self._cycles.get(person) if person else None
        if not person or not cycle or channel not in cycle.missing or not _may_be(person, who, channel):
            return False
        cycle.missing.remove(channel)
        return True

    def stop(self) -> None:
        """Expect nobody any more."""
        for person in list(self._cycles):
            self._forget(person)

    def _over(self, person: Person) -> None:
        self._gone(person, self._cycles.pop(person).missing)

    def _forget(self, person: Person) -> None:
        if cycle := self._cycles.pop(person, None):
            cycle.timer.cancel()


def _may_be(person: Person, who: Hostmask, channel: IrcChannel) -> bool:
    """Tell whether somebody has not left a channel meanwhile, and has the user that joins it, if theirs is known."""
    return channel.folded in person.status and (not person.user or who.username in {None, person.user})
