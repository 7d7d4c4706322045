"""Which channels of a cluster a worker is to take and to give up, from where it can be and what it has seen."""

from collections import Counter
from collections.abc import Collection, Mapping

from ionbot.administration.networks import Networks
from ionbot.administration.sharing import Live, due_to, loads, surplus
from ionbot.network.channels import IrcChannel
from ionbot.network.gate import Uptime
from ionbot.store.leases import Survey
from ionbot.store.places import Where

PATIENCE_S = 8.0
"""How long a worker that has lost a network keeps its channels there; and a free channel waits for who is due to it."""


class Shares:
    """A worker's share of the channels. `look` at how all stands, then ask."""

    def __init__(self, worker: str, networks: Networks, now: Uptime) -> None:
        self._me = worker
        self._networks = networks
        self._now = now
        self._seen: dict[str, tuple[float, str]] = {}
        self._live: Live = {}
        self._loads = loads(())
        self._free_since: dict[Where, float] = {}
        self._overdue: set[Where] = set()
        self._beyond: set[Where] = set()

    def posts(self) -> dict[str, str]:
        """Tell on which networks this worker is, or was a moment ago, and by which nicks."""
        now = self._now()
        self._seen |= {each.name: (now, each.nick) for each in self._networks if each.nick}
        return {
            name: nick for name, (at, nick) in self._seen.items() if name in self._networks and now - at < PATIENCE_S
        }

    def look(self, survey: Survey) -> None:
        """Note how all stands. Where other workers came or went, all is reckoned anew."""
        if survey.live != self._live:
            self._live = survey.live
            self._overdue.clear()
            self._beyond.clear()
        self._loads = loads(lease.worker for lease in survey.leases.values())
        wished = {Where(each.name, channel.folded) for each in self._networks for channel in each.wished}
        taken = {where for where, lease in survey.leases.items() if lease.worker or lease.away}
        now = self._now()
        self._free_since = {
            where: self._free_since.get(where, now) for where in (wished | survey.leases.keys()) - taken
        }

    def due(self) -> set[Where]:
        """Give the free channels to take: this worker's share, and those that nobody takes who is due to them.

        Of the latter it is not the surplus that is given up first, while the workers are the same.
        """
        now = self._now()
        late = {where for where, since in self._free_since.items() if now - since > PATIENCE_S}
        due = {*due_to(self._me, self._free_since, self._loads, self._live)}
        able = {where for where in late | due if self._is_able(where)}
        self._overdue |= late & able
        return able

    def surplus(self, idle: Collection[Where]) -> list[Where]:
        """Give which of its idle channels this worker is to give up, since others have less."""
        counted = self._loads - Counter({self._me: len(self._overdue)})
        return [*surplus(self._me, set(idle) - self._overdue, counted, self._live)]

    def superfluous(self, held: Mapping[Where, IrcChannel]) -> list[Where]:
        """Give the channels that this worker holds for nothing; it does not take them again at once."""
        superfluous = [where for where, channel in held.items() if self._is_superfluous(where, channel)]
        self._beyond.update(superfluous)
        return superfluous

    def _is_able(self, where: Where) -> bool:
        """Tell whether this worker can be in a channel: it is wanted there, and the network lets it."""
        if where in self._beyond or where.network not in self._networks:
            return False
        network = self._networks[where.network]
        return bool(network.nick) and network.stays_in(where.channel) and not network.obstacle(where.channel)

    def _is_superfluous(self, where: Where, channel: IrcChannel) -> bool:
        """Tell whether the bot is not to be in a channel, cannot be, or is not on the network, where others are."""
        if where.network not in self._networks:
            return True
        network = self._networks[where.network]
        if network.nick is None:
            return where.network not in self.posts() and bool(self._live.get(where.network))
        unwanted = bool(channel.barred) and not network.stays_in(channel.name)
        return unwanted or (not channel.open and bool(network.obstacle(channel.name)))
