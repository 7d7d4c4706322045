"""What people say to the bot and near it."""

from collections.abc import Callable, Mapping
from email.utils import formatdate
from functools import partial
from importlib.metadata import version

from irctokens.line import Line

from ionbot.channel import Lane, Person
from ionbot.network.formatting import clean
from ionbot.network.lines import Handlers, param, sender
from ionbot.network.sending.lanes import Parcel
from ionbot.network.sending.receipts import Receipts
from ionbot.network.shared import Shared
from ionbot.network.stamps import stamp
from ionbot.network.whereabouts.accounts import Accounts
from ionbot.network.whereabouts.people import People

_CTCP = "\x01"
"""What stands around a request to the client itself, and around an ACTION (modern.ircdocs.horse/ctcp)."""
_PING_MOST = 64
"""How much of a CTCP PING is sent back, in characters."""
_BOT = "bot"
"""The tag of what another bot says (ircv3.net/specs/extensions/bot-mode)."""


class Speech:
    """One connection's messages. Only what a visible person says now, in plain words, is passed on.

    What somebody says waits until their account is known, if the network tells accounts: else an account would be taken
    for a mere nick. For the same reason nothing is heard in a channel before its people are known.

    NOTICEs never are, nor is what the server says comes from a bot: two bots that answer each other would not end. What
    the bot said itself comes back as an echo, if the server was asked for it, and is put to `receipts`. `capabilities`
    is the live set.
    """

    def __init__(
        self, shared: Shared, people: People, capabilities: set[str], receipts: Receipts, accounts: Accounts
    ) -> None:
        self.handlers: Handlers = {"PRIVMSG": self._on_message, "NOTICE": self._on_notice}
        self._shared = shared
        self._people = people
        self._capabilities = capabilities
        self._receipts = receipts
        self._accounts = accounts
        self._answers: Mapping[str, Callable[[str], str]] = {
            "PING": lambda mark: clean(mark)[:_PING_MOST],
            "TIME": lambda _: formatdate(shared.clock.wall() / 1000, usegmt=True),
            "VERSION": lambda _: f"ionbot {version('ionbot')}",
        }
        self._answered_at = float("-inf")

    def _on_notice(self, line: Line) -> None:
        if self._people.find(sender(line).nickname) is self._people.me:
            self._on_echo(line)

    def _on_echo(self, line: Line) -> None:
        if "echo-message" in self._capabilities:
            self._receipts.echoed(line, self._stamp(line))

    def _on_message(self, line: Line) -> None:
        text, person = param(line, 1), self._speaker(line)
        is_me = person is self._people.me
        if not text or (_BOT in (line.tags or {}) and not is_me):
            return
        if is_me:
            self._on_echo(line)
        elif text.startswith(_CTCP):
            self._on_ctcp(person or self._stranger(line), text.strip(_CTCP))
        elif person:
            said = partial(self._pass_on, person, param(line, 0), clean(text), self._stamp(line))
            self._accounts.once_known(person, said)

    def _pass_on(self, person: Person, target: str, text: str, stamp: int | None) -> None:
        """Tell what somebody has said, if it was said to the bot, or in a channel where both are."""
        if self._people.find(target) is self._people.me:
            self._shared.listener.told(person, text, stamp)
        elif (channel := self._shared.channels.find(target)) and channel.open and channel.folded in person.status:
            self._shared.listener.heard(channel, person, text, stamp)

    def _speaker(self, line: Line) -> Person | None:
        """Give the visible person who sent a line, with what the line itself tells of them; or the bot."""
        who = sender(line)
        person = self._people.find(who.nickname)
        if person and person is not self._people.me:
            self._people.place(person, who.username, who.hostname)
            self._accounts.hear(person, line)
        return person

    def _stranger(self, line: Line) -> Person | None:
        nick = sender(line).nickname
        return Person(self._shared.name, nick, self._people.fold(nick)) if nick else None

    def _stamp(self, line: Line) -> int | None:
        return stamp(line, self._shared.clock.wall()) if "server-time" in self._capabilities else None

    def _on_ctcp(self, person: Person | None, request: str) -> None:
        """Answer what asks for an answer, seldom enough that nobody can make us flood.

        Strangers are answered too: networks ask those who connect, and throw out who says nothing.
        """
        verb, _, rest = request.partition(" ")
        now, answer = self._shared.clock.time(), self._answers.get(verb.upper())
        if person and answer and now >= self._answered_at + self._shared.timing.ctcp:
            self._answered_at = now
            text = f"{_CTCP}{verb.upper()} {answer(rest)}{_CTCP}"
            self._shared.outbox.put(Parcel(person, [text], Lane.CHATTER))
