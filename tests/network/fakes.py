"""A clock that is turned by hand, a connection without a socket, and a listener that notes everything."""

import heapq
from collections.abc import Callable, Sequence
from itertools import count

from ionbot.channel import Channel, Delivery, Departure, Loss, Person, Refusal
from ionbot.config import NetworkConfig
from ionbot.network.channels import Channels, IrcChannel
from ionbot.network.clock import Timing
from ionbot.network.gate import Gate
from ionbot.network.link.servers import Route
from ionbot.network.sending.outbox import Outbox
from ionbot.network.sending.signs import Signs
from ionbot.network.session import Session
from ionbot.network.shared import Shared

DATE = 1_767_225_600_000
"""The start of 2026, in Unix ms."""


class FakeTimer:
    def __init__(self, callback: Callable[[], object]) -> None:
        self.callback: Callable[[], object] | None = callback

    def cancel(self) -> None:
        self.callback = None


class FakeClock:
    """Stands still until `advance`, which calls whatever is due on the way."""

    def __init__(self) -> None:
        self._now = 1000.0
        self._number = count()
        self._timers: list[tuple[float, int, FakeTimer]] = []

    def time(self) -> float:
        return self._now

    def wall(self) -> int:
        return DATE + round(1000 * self._now)

    def call_later(self, delay: float, callback: Callable[[], object], /) -> FakeTimer:
        timer = FakeTimer(callback)
        heapq.heappush(self._timers, (self._now + delay, next(self._number), timer))
        return timer

    def call_soon(self, callback: Callable[[], object], /) -> FakeTimer:
        return self.call_later(0, callback)

    def advance(self, seconds: float = 0) -> None:
        end = self._now + seconds
        while self._timers and self._timers[0][0] <= end:
            due, _, timer = heapq.heappop(self._timers)
            self._now = max(self._now, due)
            if timer.callback:
                timer.callback()
        self._now = end


class FakeLink:
    """Notes what is written, write by write."""

    def __init__(self) -> None:
        self.ready = True
        self.writes: list[list[str]] = []
        self.aborted = False

    def write(self, lines: Sequence[str]) -> None:
        self.writes.append(list(lines))

    def abort(self) -> None:
        self.aborted = True
        self.ready = False

    def take(self) -> list[str]:
        """Give what was written since the last time."""
        lines = [line for write in self.writes for line in write]
        self.writes.clear()
        return lines


class Recorder:
    """A listener; `events` holds a tuple for each call, `stamps` the stamp of each line that was heard."""

    def __init__(self) -> None:
        self.events: list[tuple[object, ...]] = []
        self.stamps: list[int | None] = []

    def entered(self, channel: Channel) -> None:
        self.events.append(("entered", channel.name))

    def lost(self, channel: Channel, loss: Loss) -> None:
        self.events.append(("lost", channel.name, loss))

    def joined(self, channel: Channel, person: Person) -> None:
        self.events.append(("joined", channel.name, person.nick))

    def left(self, channel: Channel, person: Person, departure: Departure) -> None:
        self.events.append(("left", channel.name, person.nick, departure))

    def heard(self, channel: Channel, person: Person, text: str, stamp: int | None = None) -> None:
        self._note(stamp, "heard", channel.name, person.nick, text)

    def told(self, person: Person, text: str, stamp: int | None = None) -> None:
        self._note(stamp, "told", person.nick, text)

    def identified(self, person: Person) -> None:
        self.events.append(("identified", person.nick, person.account))

    def refused(self, to: Channel | Person, refusal: Refusal, why: str) -> None:
        self.events.append(("refused", to.nick if isinstance(to, Person) else to.name, refusal, why))

    def _note(self, stamp: int | None, *event: object) -> None:
        self.events.append(event)
        self.stamps.append(stamp)

    def take(self) -> list[tuple[object, ...]]:
        """Give what was heard since the last time."""
        events, self.events = self.events, []
        return events


class Fates(list[tuple[Delivery, int | None]]):
    """What became of lines, with the stamps; `note` is their `OnDelivery`."""

    def note(self, fate: Delivery, stamp: int | None) -> None:
        self.append((fate, stamp))


SENT, REFUSED, LOST = ((fate, None) for fate in Delivery)
"""Fates without a stamp."""


def seen(channel: Channel, nick: str) -> Person | None:
    """Give who carries a nick in a channel, the bot excluded."""
    return next((person for person in channel.people() if person.folded == channel.fold(nick)), None)


def config(**changes: object) -> NetworkConfig:
    values: dict[str, object] = {"host": "127.0.0.1", "channels": ["#ion"], "colour": False}
    return NetworkConfig.model_validate(values | changes)


class Stage:
    """A session on a fake connection: feed it lines, see what it sends and tells."""

    def __init__(self, recorder: Recorder | None = None, gate: Gate | None = None, **changes: object) -> None:
        gate = gate or Gate()
        self.clock = FakeClock()
        self.recorder = recorder or Recorder()
        self.config = config(**{"burst": 100, "rate": 1000} | changes)
        outbox = Outbox(self.clock, self.config.speed, gate=gate)
        signs = Signs(self.clock, outbox)
        channels = Channels("net", self.config, outbox, signs, leased=gate.leased)
        self.shared = Shared(
            "net", self.config, channels, self.recorder, outbox, signs, self.clock, Timing(), gate=gate
        )
        self.route = Route(self.config.servers[0], self.config.tls)
        self.connect()

    def connect(self) -> None:
        """Begin a connection: the first, or another after `session.end`."""
        self.link = FakeLink()
        self.session = Session(self.shared, self.route)
        self.session.begin(self.link)

    def feed(self, *lines: str) -> None:
        for line in lines:
            self.session.receive(line)
        self.clock.advance()

    def sent(self, *lines: str) -> list[str]:
        """Feed lines, and give what is sent in answer."""
        self.link.take()
        self.feed(*lines)
        return self.link.take()

    def told(self, *lines: str) -> list[tuple[object, ...]]:
        """Feed lines, and give what the listener is told because of them."""
        self.recorder.take()
        self.feed(*lines)
        return self.recorder.take()

    def register(self, isupport: str = "", caps: str = "") -> "Stage":
        """Let the bot in as `ionbot`."""
        if caps:
            self.feed(f"CAP * LS :{caps}", f"CAP ionbot ACK :{caps}")
        self.feed(":irc.test 001 ionbot :Welcome")
        if isupport:
            self.feed(f":irc.test 005 ionbot {isupport} :are supported by this server")
        self.feed(":irc.test 376 ionbot :End of MOTD")
        return self

    def enter(self, names: str = "@ann bob", channel: str = "#ion") -> IrcChannel:
        """Let the bot into a channel with the modes +nt, where these people are already; none has an account."""
        nicks = [name.lstrip("~&@%+").partition("!")[0] for name in names.split(" ") if self.session._isupport.whox]
        self.feed(
            f":ionbot!bot@bot.host JOIN {channel}",
            f":irc.test 353 ionbot = {channel} :ionbot {names}",
            f":irc.test 366 ionbot {channel} :End of /NAMES",
            f":irc.test 324 ionbot {channel} +nt",
            *(f":irc.test 354 ionbot 108 {channel} user host {nick} 0" for nick in nicks),
            f":irc.test 315 ionbot {channel} :End of /WHO",
        )
        found = self.shared.channels.find(channel)
        assert found
        return found

    def person(self, nick: str, channel: str = "#ion") -> Person:
        """Give somebody who is in a channel."""
        found = self.shared.channels.find(channel)
        person = seen(found, nick) if found else None
        assert person, f"{nick} is not in {channel}"
        return person


def playing(isupport: str = "", caps: str = "", names: str = "@ann bob", **changes: object) -> Stage:
    """Give a stage with the bot in #ion, and nothing noted yet."""
    stage = Stage(**changes).register(isupport, caps)
    stage.enter(names)
    stage.link.take()
    stage.recorder.take()
    return stage
