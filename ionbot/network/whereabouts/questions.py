"""What the bot asks about people: WHO, where there is WHOX with their accounts. One question at a time."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from irctokens.line import Line

from ionbot.channel import Delivery, Person
from ionbot.network.channels import IrcChannel
from ionbot.network.clock import Timer
from ionbot.network.isupport import Isupport
from ionbot.network.lines import Handlers, param, write
from ionbot.network.shared import Shared
from ionbot.network.whereabouts.accounts import Accounts
from ionbot.network.whereabouts.people import People

FIELDS = "%tcuhna"
MARK = "108"
"""Marks the answers to our questions; WHOX gives token, channel, user, host, nick, account in this order."""
CROWD = 5
"""How many people may wait to be asked about one by one; for more, as after a netsplit, a whole channel is asked."""


@dataclass(eq=False)
class _Question:
    """About a channel or a nick: who shall be known by the answer, and by which nick they were asked about."""

    mask: str
    about: Mapping[Person, str] = field(default_factory=dict)
    channel: IrcChannel | None = None
    """The channel that the bot has come into."""
    answered: Callable[[], object] | None = None


class Questions:
    """One connection's questions. Each is over when the server says so, or after a while without an answer.

    Channels that the bot comes into go before people who come into the bot's channels later. Of many channels at once
    the modes come last: a table needs its people, while it can do without colours for a while.
    """

    def __init__(self, shared: Shared, people: People, isupport: Isupport, accounts: Accounts) -> None:
        self.handlers: Handlers = {"352": self._on_who, "354": self._on_whox, "315": self._on_end}
        self._shared = shared
        self._people = people
        self._isupport = isupport
        self._accounts = accounts
        self._channels: deque[_Question] = deque()
        self._unmoded: deque[IrcChannel] = deque()
        self._asked: _Question | None = None
        self._timer: Timer | None = None

    def stop(self) -> None:
        """Wait for no answer any more."""
        if self._timer:
            self._timer.cancel()

    def channel(self, channel: IrcChannel, answered: Callable[[], object]) -> None:
        """Ask for a channel's modes and people; `answered` is called once, when the question is over."""
        self._channels.append(_Question(channel.name, {}, channel, answered))
        self._ask()

    def person(self, person: Person) -> None:
        """Ask for somebody's account, if the server tells accounts."""
        if self._isupport.whox:
            self._accounts.expect(person)
            self._ask()

    def _ask(self) -> None:
        """Ask the next question, unless one is still open."""
        if self._asked:
            return
        if not (question := self._next()):
            self._ask_modes()
            return
        self._asked = question
        if question.channel and self._channels:
            self._unmoded.append(question.channel)
        elif question.channel:
            self._shared.outbox.question(write("MODE", question.channel.name))
        fields = (f"{FIELDS},{MARK}",) if self._isupport.whox else ()
        self._shared.outbox.question(write("WHO", question.mask, *fields), partial(self._left, question))

    def _ask_modes(self) -> None:
        """Ask for the modes of the next channel that was put off; whatever else comes up goes before the one after."""
        while self._unmoded:
            channel = self._unmoded.popleft()
            if channel.folded in self._people.me.status and channel.modes is None:
                self._asked = question = _Question(channel.name)
                self._shared.outbox.question(write("MODE", channel.name), partial(self._modes_left, question))
                return

    def _next(self) -> _Question | None:
        if self._channels:
            return self._channels.popleft()
        people = list(self._accounts.expected)
        if not people:
            return None
        if len(people) <= CROWD:
            return _Question(people[0].nick, {people[0]: people[0].nick})
        folded = next(iter(people[0].status))
        about = {person: person.nick for person in people if folded in person.status}
        return _Question(self._shared.channels[folded].name, about)

    def _left(self, question: _Question, fate: Delivery, _stamp: int | None) -> None:
        """Give the server its time to answer, once the question has left."""
        if fate is Delivery.SENT and question is self._asked:
            self._timer = self._shared.clock.call_later(self._shared.timing.people, partial(self._over, question))

    def _modes_left(self, question: _Question, fate: Delivery, _stamp: int | None) -> None:
        """Go on when a question for modes has left: nothing waits for its answer."""
        if fate is Delivery.SENT and question is self._asked:
            self._over(question)

    def _on_end(self, line: Line) -> None:
        if self._asked and self._people.fold(param(line, 1)) == self._people.fold(self._asked.mask):
            self._over(self._asked)

    def _over(self, question: _Question) -> None:
        """Go on after a question. Who was not in the answer under the nick they still have is told by nobody."""
        self.stop()
        self._asked = None
        for person, nick in question.about.items():
            if person.nick == nick:
                self._accounts.settle(person)
        if question.answered:
            question.answered()
        self._ask()

    def _on_who(self, line: Line) -> None:
        if person := self._people.find(param(line, 5)):
            self._people.place(person, param(line, 2), param(line, 3))

    def _on_whox(self, line: Line) -> None:
        person = self._people.find(param(line, 5))
        if person and param(line, 1) == MARK:
            self._people.place(person, param(line, 3), param(line, 4))
            self._accounts.learn(person, param(line, 6))
