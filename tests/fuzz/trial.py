"""One run: lines in, answers out, time, reconnections; and what must hold all the while."""

from collections import deque
from collections.abc import Iterable
from random import Random
from typing import TypeAlias

from ionbot.channel import Status
from ionbot.network.lines import read
from ionbot.network.link.transport import Buffer
from tests.fuzz.crowd import CHANNELS, FLAVOURS
from tests.fuzz.listening import LogEntry, listening
from tests.fuzz.server import Server
from tests.fuzz.spoiling import Spoiler
from tests.fuzz.table import Table
from tests.network.fakes import Stage
from tests.network.wire import wired

PAUSES_S = (0, 0, 0, 0.05, 0.5, 2, 10)
"""How long nothing comes; less than what makes the bot think that the server is dead."""
DOWN_S = (0, 2, 300)
"""How long the bot is disconnected."""
SETTLED_S = 60
"""After so many seconds of silence the bot has asked, and been told, all that it wants to know."""
ENDINGS = {"ERROR", "465"}
"""Lines after which the bot may give up a connection: it may be banned."""
NO_ENTRY = {"432", "433", "436", "437", "464"}
"""More of them before the welcome: no nick or password will do."""
BAN = 0.05
"""How many of those lines are not left out: each costs a connection, and with it all that was reached."""
CLOGGED = 0.02
"""How often the connection takes no lines for a while."""
MOST_WAITING = 3_000
"""How many lines may be on their way at once, those included that were replaced by others."""
STATUSES = {
    "": Status.NONE, "v": Status.VOICE, "h": Status.HALFOP, "o": Status.OP, "a": Status.ADMIN, "q": Status.OWNER,
}  # fmt: skip

View: TypeAlias = tuple[str, Status, str | None]
"""What is known of somebody in a channel: host, status, account."""


class Failed(AssertionError):
    """Something that must hold does not."""


class Trial:
    """A network without sockets, with a table at one end and a server that is not always itself at the other."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.lines = 0
        self.connections = 0
        self.faults: list[str] = []
        self._recent: deque[str] = deque(maxlen=20)
        self._chance = Random(seed)
        self._table = Table(self._chance)
        self._stage = Stage(
            self._table, channels=["#ion", "#cards KEY", "#[brackets]"], account="dealer", account_password="secret",
            alternatives=["ionbot_"], burst=8, rate=4, tls=self._chance.random() < 0.5,
            inviters=["*!*@1.example"],
        )  # fmt: skip
        self._spoiler = Spoiler(self._chance, sorted(self._stage.session._handlers))
        self._begin()

    def run(self, lines: int) -> None:
        """Go on until so many lines have been read. Raises Failed."""
        with listening(self._note):
            while self.lines < lines:
                try:
                    self._step()
                except Failed:
                    raise
                except Exception as error:
                    raise self._failure("an exception escaped") from error
                if self.faults:
                    raise self._failure(self.faults[0])

    def _begin(self) -> None:
        self.connections += 1
        self._server = Server(self._chance, self._chance.choice(FLAVOURS))
        self._buffer = Buffer()
        self._calm = self._chance.random() < 0.3
        self._left = self._chance.randrange(1000)

    def _step(self) -> None:
        """Let one thing happen, let the bot answer, and let time pass."""
        self._stage.link.ready = self._chance.random() > CLOGGED
        self._receive(self._happening())
        self._exchange()
        self._wait(self._chance.choice(PAUSES_S))
        self._stage.link.ready = not self._stage.link.aborted
        self._stage.session.resume()
        self._exchange()
        self._left -= 1
        if self._stage.link.aborted or self._left < 0:
            self._reconnect()

    def _happening(self) -> Iterable[bytes]:
        share = 0.1 if self._stage.session.registered_at is None else 0.5
        if self._calm or self._chance.random() > share:
            return map(str.encode, self._server.crowd.event())
        line = self._spoiler.line()
        return [] if self._may_end(line.decode("latin-1")) and self._chance.random() > BAN else [line]

    def _exchange(self) -> None:
        """Let the server answer what the bot has written, until both have nothing more to say."""
        while lines := self._stage.link.take():
            for line in lines:
                wired(line)
                if not self._stage.link.aborted:
                    self._receive(map(str.encode, self._server.answers(line)))
            self._wait(0)

    def _receive(self, lines: Iterable[bytes]) -> None:
        data = b"".join(line + b"\r\n" for line in lines)
        cut = self._chance.randrange(len(data) + 1)
        for part in (data[:cut], data[cut:]):
            self._buffer.feed(part)
            for line in self._buffer:
                self._recent.append(line)
                self.lines += 1
                was_over = self._stage.link.aborted
                self._stage.session.receive(line)
                if self._stage.link.aborted and not was_over and (self._calm or not self._may_end(line)):
                    raise self._failure(f"it gave up: {self._stage.session.failure}")

    def _wait(self, seconds: float) -> None:
        was_over = self._stage.link.aborted
        self._stage.clock.advance(seconds)
        if self._stage.link.aborted and not was_over and self._stage.session.registered_at is not None:
            raise self._failure(f"it gave up in time: {self._stage.session.failure}")
        if len(self._table.waiting) > MOST_WAITING:
            raise self._failure(f"{len(self._table.waiting)} lines wait")

    def _reconnect(self) -> None:
        if not self._stage.link.aborted:
            self._check_view()
        self._stage.session.end(None)
        self._wait(0)
        if self._table.waiting:
            raise self._failure(f"{len(self._table.waiting)} lines have no fate")
        self._wait(self._chance.choice(DOWN_S))
        self._stage.connect()
        self._begin()

    def _check_view(self) -> None:
        """See that what the bot knows fits together, and after a calm connection, that it is what the server knows."""
        for channel in self._stage.shared.channels.all():
            for person in channel.people():
                if channel.folded not in person.status or channel.fold(person.nick) != person.folded:
                    raise self._failure(f"{person} is in {channel.folded}")
        if self._calm:
            for _ in range(SETTLED_S):
                self._wait(1)
                self._exchange()
            for name in CHANNELS:
                if self._seen(name) != self._real(name):
                    raise self._failure(f"it sees {self._seen(name)} in {name}; there are {self._real(name)}")

    def _seen(self, name: str) -> dict[str, View]:
        channel = self._stage.shared.channels.find(name)
        if channel is None or not channel.open:
            return {}
        return {
            person.nick: (person.host, person.status[channel.folded], person.account if self._with_accounts else None)
            for person in channel.people()
        }

    def _real(self, name: str) -> dict[str, View]:
        return {
            user.nick: (user.host, STATUSES[user.modes[name]], user.account if self._with_accounts else None)
            for user in self._server.crowd.users[1:]
            if name in user.modes
        }

    @property
    def _with_accounts(self) -> bool:
        """Whether the server tells of all accounts."""
        return {"extended-join", "account-notify"} <= self._server.crowd.caps

    def _may_end(self, line: str) -> bool:
        """Tell whether a line may end the connection."""
        parsed = read(line)
        if parsed is None or parsed.command in ENDINGS:
            return parsed is not None
        if parsed.command == "CAP":  # it may say where there is encryption (sts)
            return not self._stage.config.tls
        return parsed.command in NO_ENTRY and self._stage.session.registered_at is None

    def _failure(self, why: str) -> Failed:
        last = "\n".join(f"    {line!a}" for line in self._recent)
        return Failed(f"seed {self.seed}, line {self.lines}: {why}\nthe last lines:\n{last}")

    def _note(self, _method: str, entry: LogEntry) -> None:
        """Note faults that are logged."""
        if entry["event"] == "fault":
            self.faults.append(f"a fault in {entry['what']}: {entry.get('exception')}")
