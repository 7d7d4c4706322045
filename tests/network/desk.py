"""An outbox on a fake connection, for tests that put something and see what leaves."""

from collections.abc import Sequence

from ionbot.channel import Delivery, Lane, OnDelivery, Person
from ionbot.config import Pace
from ionbot.network.channels import IrcChannel
from ionbot.network.sending.lanes import Parcel, Recipient
from ionbot.network.sending.outbox import Outbox
from ionbot.network.sending.signs import Signs
from tests.network.fakes import FakeClock, FakeLink, config


class Desk:
    """An outbox on a fake connection; `fates` notes by text what became of it, `gone` what may be sent again.

    `sharing` is how many people may share a line. A message counts as sent when its last line is written.
    """

    def __init__(
        self, burst: int = 4, rate: float = 1, most: int = 200, line_bytes: int | None = None, sharing: int = 1
    ) -> None:
        self.clock = FakeClock()
        self.link = FakeLink()
        self.outbox = Outbox(self.clock, Pace(burst, rate, line_bytes), most)
        self.sharing = sharing
        self.open()
        self.fates: list[tuple[str, Delivery]] = []
        self.gone: list[tuple[Parcel, int]] = []
        self._recipients: dict[str, Recipient] = {}

    def open(self) -> None:
        self.outbox.open(self.link, self)

    def leaving(self, line: str, index: int, parcels: Sequence[Parcel]) -> str:
        for parcel in parcels:
            self.gone.append((parcel, index))
            if not parcel.waiting:
                self.outbox.settle(parcel, Delivery.SENT)
        return line

    def to(self, name: str) -> Recipient:
        """Give the channel or person with this name."""
        if name not in self._recipients:
            signs = Signs(self.clock, self.outbox)
            channel = IrcChannel("net", name, name, config=config(), outbox=self.outbox, signs=signs)
            self._recipients[name] = channel if name.startswith("#") else Person("net", name, name)
        return self._recipients[name]

    def put(self, text: str, to: str = "#ion", lane: int = Lane.RESULT, key: str = "") -> None:
        self.outbox.put(Parcel(self.to(to), text.split("|"), lane, key, [self.noting(text)]))

    def noting(self, text: str) -> OnDelivery:
        return lambda fate, _stamp: self.fates.append((text, fate))

    def sent(self, seconds: float = 0) -> list[str]:
        """Let time pass, and give what is sent, messages as `recipient text`."""
        self.clock.advance(seconds)
        return [_short(line) for line in self.link.take()]


def _short(line: str) -> str:
    command, _, rest = line.partition(" ")
    return rest.replace(" :", " ") if command in {"PRIVMSG", "NOTICE"} else line
