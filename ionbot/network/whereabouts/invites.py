"""Invitations: whose are followed, and into how many channels."""

import structlog
from irctokens.line import Line

from ionbot.masks import fits
from ionbot.network.channels import IrcChannel
from ionbot.network.formatting import clean
from ionbot.network.lines import Handlers, param
from ionbot.network.shared import Shared
from ionbot.network.whereabouts.accounts import Accounts
from ionbot.network.whereabouts.joins import Joins
from ionbot.network.whereabouts.people import People

MOST = 10
"""In how many channels that are not configured the bot is at once."""
QUIET = 10
"""Seconds between two declined invitations in the log: strangers may send any number of them."""

_log = structlog.get_logger()


class Invites:
    """One connection's invitations. Anybody's are followed to a configured channel, those of `inviters` to any."""

    def __init__(self, shared: Shared, people: People, joins: Joins, accounts: Accounts) -> None:
        self.handlers: Handlers = {"INVITE": self._on_invite}
        self._shared = shared
        self._people = people
        self._joins = joins
        self._accounts = accounts
        self._quiet_until = float("-inf")

    def _on_invite(self, line: Line) -> None:
        """Follow an invitation of the bot, or log why not; invite-notify tells of those of others as well."""
        name, by = param(line, 1), line.source or ""
        if self._people.find(param(line, 0)) is not self._people.me:
            return
        channel = self._shared.channels.find(name)
        if channel and channel.folded in self._people.me.status:
            return
        if why := self._obstacle(channel, name, line):
            self._decline(name, by, why)
        elif (channel := self._shared.channels.add(name)).held:
            self._joins.invited(channel, by)
        else:
            self._shared.gate.ask(self._shared.name, channel.folded)

    def _obstacle(self, channel: IrcChannel | None, name: str, line: Line) -> str:
        """Give why an invitation is not followed, "" if it is."""
        if channel and self._shared.channels.stays_in(channel):
            return ""
        account, fold = self._accounts.of(line), self._people.fold
        if not any(fits(inviter, account, line.source or "", fold) for inviter in self._shared.config.inviters):
            return "it came from none of the inviters"
        return self._joins.obstacle(name) or self._make_room(channel)

    def _make_room(self, channel: IrcChannel | None) -> str:
        """Give why there is no room for another channel; of those that the bot is kept out of the first gives way."""
        channels = self._shared.channels
        guests = [each for each in channels.wanted() if not channels.stays_in(each)]
        if channel in guests or len(guests) < MOST:
            return ""
        if idle := next((guest for guest in guests if not guest.open), None):
            self._joins.give_up(idle, "another invitation took its place")
            return ""
        return f"the bot is in {MOST} channels by invitation"

    def _decline(self, name: str, by: str, why: str) -> None:
        now = self._shared.clock.time()
        if now >= self._quiet_until:
            self._quiet_until = now + QUIET
            _log.info("invitation declined", channel=clean(name), by=clean(by), why=why)
