"""What people say to the bot and near it."""

from importlib.metadata import version

from irctokens.line import Line

from ionbot.channel import Lane, Person
from ionbot.network.formatting import clean
from ionbot.network.lines import Handlers, param, sender, write
from ionbot.network.outbox import Parcel
from ionbot.network.people import People
from ionbot.network.receipts import Receipts
from ionbot.network.shared import Shared
from ionbot.network.stamps import stamp

_CTCP = "\x01"
_PING_MOST = 64
"""How much of a CTCP PING is sent back, in characters."""
_BATCHES_MOST = 50
"""How many batches may be open at once; older ones count as closed."""


class Speech:
    """One connection's messages. Only what a visible person says now, in plain words, is passed on.

    What is said in a channel before its people are known is not: an account would be taken for a mere nick.

    NOTICEs never are: two bots that answer each other would not end. What the bot said itself comes back as an echo,
    if the server was asked for it, and is put to `receipts`. `capabilities` is the live set.
    """

    def __init__(self, shared: Shared, people: People, capabilities: set[str], receipts: Receipts) -> None:
        self.handlers: Handlers = {"PRIVMSG": self._on_message, "NOTICE": self._on_notice, "BATCH": self._on_batch}
        self._shared = shared
        self._people = people
        self._capabilities = capabilities
        self._receipts = receipts
        self._batches: dict[str, bool] = {}
        self._answered = float("-inf")

    def _on_batch(self, line: Line) -> None:
        """Follow batches: what the server repeats from the past is never a command, however deep it is nested."""
        reference, kind = param(line, 0), param(line, 1).lower()
        if reference.startswith("+"):
            is_past = "chathistory" in kind or "playback" in kind or self._is_past(line)
            self._batches[reference[1:]] = is_past
            while len(self._batches) > _BATCHES_MOST:
                del self._batches[next(iter(self._batches))]
        else:
            self._batches.pop(reference[1:], None)

    def _is_past(self, line: Line) -> bool:
        return self._batches.get((line.tags or {}).get("batch", ""), False)

    def _on_notice(self, line: Line) -> None:
        if not self._is_past(line) and self._people.find(sender(line).nickname) is self._people.me:
            self._on_echo(line)

    def _on_echo(self, line: Line) -> None:
        if "echo-message" in self._capabilities:
            self._receipts.echoed(param(line, 0), param(line, 1), self._stamp(line))

    def _on_message(self, line: Line) -> None:
        target, text = param(line, 0), param(line, 1)
        person = None if self._is_past(line) else self._speaker(line)
        if person is None or not text:
            return
        if person is self._people.me:
            self._on_echo(line)
        elif text.startswith(_CTCP):
            self._on_ctcp(person, text.strip(_CTCP))
        elif self._people.find(target) is self._people.me:
            self._shared.listener.told(person, clean(text), self._stamp(line))
        elif (channel := self._shared.channels.find(target)) and channel.open and channel.folded in person.status:
            self._shared.listener.heard(channel, person, clean(text), self._stamp(line))

    def _speaker(self, line: Line) -> Person | None:
        """Give the visible person who sent a line, with what the line itself tells of them; or the bot."""
        who = sender(line)
        person = self._people.find(who.nickname)
        if person is None or person is self._people.me:
            return person
        self._people.place(person, who.username, who.hostname)
        if "account-tag" in self._capabilities:
            person.account = (line.tags or {}).get("account") or None
        return person

    def _stamp(self, line: Line) -> int | None:
        return stamp(line, self._shared.clock.wall()) if "server-time" in self._capabilities else None

    def _on_ctcp(self, person: Person, request: str) -> None:
        """Answer VERSION and PING, seldom enough that nobody can make us flood."""
        verb, _, rest = request.partition(" ")
        now = self._shared.clock.time()
        if verb.upper() not in {"VERSION", "PING"} or now < self._answered + self._shared.timing.ctcp:
            return
        self._answered = now
        answer = f"ionbot {version('ionbot')}" if verb.upper() == "VERSION" else clean(rest)[:_PING_MOST]
        text = f"{_CTCP}{verb.upper()} {answer}{_CTCP}"
        self._shared.outbox.put(Parcel(person, lambda text: write("NOTICE", person.nick, text), [text], Lane.CHATTER))
