"""Getting into channels and back into them, patiently."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

import structlog
from irctokens.line import Line

from ionbot.network.channels import IrcChannel
from ionbot.network.clock import Growing, Timer
from ionbot.network.isupport import Isupport
from ionbot.network.lines import Handlers, param, write
from ionbot.network.shared import Shared

MOST_BYTES = 400
"""How long the list of channels in one JOIN may be."""
MOST_TARGETS = 10
"""How many channels one JOIN may name where the server does not say."""
_REFUSALS = {
    "403": "there is no such channel",
    "405": "the bot is in too many channels",
    "437": "the channel is not to be had for now",
    "448": "the name is not allowed",
    "471": "the channel is full",
    "473": "the channel is invite only",
    "474": "the bot is banned from the channel",
    "475": "the channel has a key",
    "476": "the name is not allowed",
    "477": "the channel wants registered nicks",
    "480": "the channel throttles joins",
    "489": "the channel wants encrypted connections",
}

_log = structlog.get_logger()


class Joins:
    """One connection's attempts to enter the configured channels.

    Every attempt sets the time of the next, further off each time; entering stops them. So a refusal, a kick and an
    answer that never comes are all the same, and there is no tight loop.
    """

    def __init__(self, shared: Shared, isupport: Isupport) -> None:
        self.handlers: Handlers = dict.fromkeys(_REFUSALS, self._on_refused)
        self._shared = shared
        self._isupport = isupport
        self._timers: dict[IrcChannel, Timer] = {}
        self._delays: dict[IrcChannel, Growing] = {}
        self._entered: dict[IrcChannel, float] = {}

    def begin(self) -> None:
        """Ask for all configured channels, many in a line, as far as CHANLIMIT and TARGMAX allow."""
        allowed = list(self._allowed())
        for group in self._groups(allowed):
            self._shared.outbox.protocol(write("JOIN", ",".join(channel.name for channel in group)))
        for channel in allowed:
            self.retry(channel)

    def entered(self, channel: IrcChannel) -> None:
        """Note that the bot is in a channel."""
        self._cancel(channel)
        self._entered[channel] = self._shared.clock.time()

    def retry(self, channel: IrcChannel) -> None:
        """Try a configured channel again after a delay, which is the first one if the last stay was a long one."""
        if channel not in self._shared.channels.configured():
            return
        self._cancel(channel)
        delays, now = self._growing(channel), self._shared.clock.time()
        if now - self._entered.pop(channel, now) >= self._shared.timing.stable:
            delays.reset()
        self._timers[channel] = self._shared.clock.call_later(delays.delay, partial(self._again, channel))

    def stop(self) -> None:
        """Try no more."""
        for channel in list(self._timers):
            self._cancel(channel)

    def _again(self, channel: IrcChannel) -> None:
        self._shared.outbox.protocol(write("JOIN", channel.name))
        self._growing(channel).grow()
        self.retry(channel)

    def _growing(self, channel: IrcChannel) -> Growing:
        timing = self._shared.timing
        return self._delays.setdefault(channel, Growing(timing.rejoin_first, timing.rejoin_most))

    def _cancel(self, channel: IrcChannel) -> None:
        if timer := self._timers.pop(channel, None):
            timer.cancel()

    def _on_refused(self, line: Line) -> None:
        channel = self._shared.channels.find(param(line, 1))
        if channel is not None and channel in self._timers:
            reason = _REFUSALS[line.command]
            _log.warning("join refused", channel=channel.name, reason=reason, answer=line.params[-1])

    def _allowed(self) -> Iterator[IrcChannel]:
        counts: Counter[str] = Counter()
        for channel in self._shared.channels.configured():
            sign = channel.name[:1]
            counts[sign] += 1
            most = self._isupport.chanlimit.get(sign)
            if sign not in self._isupport.chantypes:
                _log.error("channel left out", channel=channel.name, reason=f"no channel begins with {sign} here")
            elif most is not None and counts[sign] > most:
                _log.error("channel left out", channel=channel.name, reason=f"the network allows {most} channels")
            else:
                yield channel

    def _groups(self, channels: list[IrcChannel]) -> Iterator[list[IrcChannel]]:
        most = self._isupport.targmax.get("JOIN", MOST_TARGETS) or len(channels)
        group: list[IrcChannel] = []
        for channel in channels:
            size = sum(len(member.name.encode()) + 1 for member in [*group, channel])
            if group and (len(group) >= most or size > MOST_BYTES):
                yield group
                group = []
            group.append(channel)
        if group:
            yield group
