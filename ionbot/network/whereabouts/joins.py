"""Getting into channels and back into them, patiently."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import takewhile
from typing import NamedTuple

import structlog
from irctokens.line import Line

from ionbot.network.channels import IrcChannel
from ionbot.network.clock import Growing, Timer
from ionbot.network.formatting import clean
from ionbot.network.isupport import Isupport
from ionbot.network.lines import MOST_BYTES, Handlers, param, write
from ionbot.network.shared import Shared

MOST_TARGETS = 10
"""How many channels one JOIN may name where the server does not say."""
_FORWARD = "470"
"""Followed by the name of another channel, into which the server puts us instead (Solanum, Ergo, UnrealIRCd)."""
_REFUSALS = {
    "403": "there is no such channel",
    "405": "the bot is in too many channels",
    "437": "the channel is not to be had for now",
    "448": "the name is not allowed",
    _FORWARD: "the channel sends everybody elsewhere",
    "471": "the channel is full",
    "473": "the channel is invite only",
    "474": "the bot is banned from the channel",
    "475": "the channel has a key, or another one (channels has it behind the name)",
    "476": "the name is not allowed",
    "477": "the channel wants registered nicks",
    "479": "the name is not allowed",
    "480": "the channel throttles joins, or wants encrypted connections",
    "489": "the channel wants encrypted connections",
    "495": "the channel lets nobody back in so soon after a kick",
    "500": "the channel throttles joins",
    "519": "the channel is for the network's administrators",
    "520": "the channel is for the network's operators",
}
"""RFC 2812, 5.2; from 448 on also UnrealIRCd's (include/numeric.h), Solanum's and ircd-hybrid's (480, of two meanings),
and InspIRCd's (495)."""

_log = structlog.get_logger()


class _Attempt(NamedTuple):
    """The next attempt to enter a channel, and the clock's time of it."""

    timer: Timer
    due: float


class Joins:
    """One connection's attempts to enter the channels that are wanted.

    Every attempt sets the time of the next, further off each time; entering stops them. So a refusal, a kick and an
    answer that never comes are all the same, and there is no tight loop.
    """

    def __init__(self, shared: Shared, isupport: Isupport) -> None:
        self.handlers: Handlers = dict.fromkeys(_REFUSALS, self._on_refused)
        self._shared = shared
        self._isupport = isupport
        self._attempts: dict[IrcChannel, _Attempt] = {}
        self._delays: dict[IrcChannel, Growing] = {}
        self._entered: dict[IrcChannel, float] = {}
        self._invited: dict[IrcChannel, float] = {}
        self._refusals: dict[IrcChannel, str] = {}
        self._left: set[IrcChannel] = set()

    def begin(self) -> None:
        """Ask for all wanted channels."""
        self.enter(self._shared.channels.wanted())

    def enter(self, channels: Iterable[IrcChannel]) -> None:
        """Ask for channels, many in a line, as far as CHANLIMIT and TARGMAX allow."""
        allowed = list(self._allowed(channels))
        self._left.difference_update(allowed)
        for group in self._groups(allowed):
            self._shared.outbox.protocol(_join(group))
        for channel in allowed:
            self._retry(channel)

    def entered(self, channel: IrcChannel) -> None:
        """Note that the bot is in a channel, and belongs there unless it has asked to leave meanwhile."""
        if channel not in self._left:
            channel.barred = ""
        self._cancel(channel)
        self._refusals.pop(channel, None)
        self._entered[channel] = self._shared.clock.time()
        _log.info("joined", channel=channel.name)

    def expelled(self, channel: IrcChannel, why: str) -> None:
        """Go back to a channel that the bot was put out of, if the configuration says so; else wait to be invited.

        One that it is not to be in any more it has left by itself.
        """
        self._left.discard(channel)
        if channel.barred or not channel.held:
            _log.info("left", channel=channel.name, why=channel.barred or "another worker may have it")
            return
        if self._shared.config.rejoin_after_kick:
            self._refusals[channel] = why
            self._retry(channel)
        else:
            self.give_up(channel, why)
        _log.warning("put out of a channel", channel=channel.name, why=why, then=self._prospect(channel))

    def give_up(self, channel: IrcChannel, why: str) -> None:
        """Try a channel no more, on this connection and the next, until somebody invites the bot."""
        self._cancel(channel)
        channel.barred = why

    def leave(self, channel: IrcChannel, *, inside: bool) -> None:
        """Leave a channel, or try no more to enter it; the server may just be letting the bot in."""
        if inside or (channel in self._attempts and channel not in self._refusals):
            self._left.add(channel)
            self._shared.outbox.protocol(write("PART", channel.name))
        self.give_up(channel, channel.barred)

    def seek(self, channel: IrcChannel) -> None:
        """Try to enter a channel at once, if the network lets the bot into so many."""
        self._left.discard(channel)
        if why := self.obstacle(channel.name):
            self._refusals[channel] = why
        else:
            self._growing(channel).reset()
            self._shared.outbox.protocol(_join([channel]))
            self._retry(channel)

    def invited(self, channel: IrcChannel, by: str) -> None:
        """Try to enter a channel at once; who invites the bot again and again cannot hurry it."""
        now = self._shared.clock.time()
        if now < self._invited.get(channel, float("-inf")) + self._shared.timing.rejoin_first:
            return
        self._invited[channel] = now
        _log.info("invited", channel=channel.name, by=clean(by))
        channel.barred = ""
        self._growing(channel).reset()
        self._shared.outbox.protocol(_join([channel]))
        self._retry(channel)

    def astray(self, name: str) -> None:
        """Leave a channel that the bot was put into without having asked for it."""
        _log.warning("put into a foreign channel", channel=clean(name), then="the bot leaves it")
        self._shared.outbox.protocol(write("PART", name))

    def obstacle(self, name: str) -> str:
        """Give why the server would not let the bot into a channel besides those wanted before it; "" if it would."""
        if not self._isupport.is_channel(name):
            return "the network has no such channels"
        kind = self._isupport.kind(name)
        most = self._isupport.chanlimit.get(kind)
        if most is None:
            return ""
        channel = self._shared.channels.find(name)
        before = takewhile(lambda other: other is not channel, self._shared.channels.wanted())
        taken = sum(other.name[:1] in kind for other in before)
        return f"the network allows {most} channels" if taken >= most else ""

    def refusals(self) -> Mapping[IrcChannel, str]:
        """Give why the bot is kept out of channels, and when it tries again, in words."""
        reasons = self._refusals | {each: each.barred for each in self._shared.channels.all() if each.barred}
        return {channel: f"{why}; {self._prospect(channel)}" for channel, why in reasons.items()}

    def stop(self) -> None:
        """Try no more."""
        for channel in list(self._attempts):
            self._cancel(channel)

    def _retry(self, channel: IrcChannel) -> None:
        """Try a channel again after a delay, which is the first one if the last stay was a long one."""
        self._cancel(channel)
        delays, now = self._growing(channel), self._shared.clock.time()
        if now - self._entered.pop(channel, now) >= self._shared.timing.stable:
            delays.reset()
        timer = self._shared.clock.call_later(delays.delay, partial(self._again, channel))
        self._attempts[channel] = _Attempt(timer, now + delays.delay)

    def _again(self, channel: IrcChannel) -> None:
        self._shared.outbox.protocol(_join([channel]))
        self._growing(channel).grow()
        self._retry(channel)

    def _growing(self, channel: IrcChannel) -> Growing:
        timing = self._shared.timing
        return self._delays.setdefault(channel, Growing(timing.rejoin_first, timing.rejoin_most))

    def _cancel(self, channel: IrcChannel) -> None:
        if attempt := self._attempts.pop(channel, None):
            attempt.timer.cancel()

    def _prospect(self, channel: IrcChannel) -> str:
        """Tell when the bot tries to enter a channel that it is kept out of."""
        if attempt := self._attempts.get(channel):
            return f"the next attempt is in {attempt.due - self._shared.clock.time():.0f} s"
        return "the bot waits for an invitation" if channel.barred else "the bot does not try"

    def _on_refused(self, line: Line) -> None:
        channel = self._shared.channels.find(param(line, 1))
        if channel is not None and channel in self._attempts:
            reason, answer = _REFUSALS[line.command], clean(" ".join(line.params[2:]))
            self._refusals[channel] = reason
            _log.warning("join refused", channel=channel.name, reason=reason, answer=answer)

    def _allowed(self, channels: Iterable[IrcChannel]) -> Iterator[IrcChannel]:
        for channel in channels:
            if why := self.obstacle(channel.name):
                self._refusals[channel] = why
                _log.error("channel left out", channel=channel.name, reason=why)
            else:
                yield channel

    def _groups(self, channels: list[IrcChannel]) -> Iterator[list[IrcChannel]]:
        most = self._isupport.targmax.get("JOIN", MOST_TARGETS) or len(channels)
        group: list[IrcChannel] = []
        for channel in channels:
            if group and (len(group) >= most or len(_join([*group, channel]).encode()) > MOST_BYTES):
                yield group
                group = []
            group.append(channel)
        if group:
            yield group


def _join(channels: Iterable[IrcChannel]) -> str:
    """Write a JOIN. Keys belong to the first channels in their order (RFC 2812, 3.2.1)."""
    ordered = sorted(channels, key=lambda channel: not channel.key)
    names, keys = ",".join(channel.name for channel in ordered), ",".join(filter(None, (each.key for each in ordered)))
    return write("JOIN", names, keys) if keys else write("JOIN", names)
