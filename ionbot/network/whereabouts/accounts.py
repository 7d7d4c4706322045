"""Who is logged in as whom: what is known of it, and what waits until it is."""

from collections.abc import Callable, Collection
from functools import partial

from irctokens.line import Line

from ionbot.channel import Person
from ionbot.network.lines import Handlers, param, sender
from ionbot.network.shared import Shared
from ionbot.network.whereabouts.people import People

_MOST_WAITING = 20
"""How much may wait for one account; nobody says more in the moment until it is known."""


class Accounts:
    """One connection's knowledge of the accounts of others than the bot. `capabilities` is the live set.

    The listener hears of a change once the person has been announced to it. Somebody whose account is still `expected`
    passes for logged out, but what they say waits: else it would count for whoever has the bare nick.
    """

    def __init__(self, shared: Shared, people: People, capabilities: set[str]) -> None:
        self.handlers: Handlers = {"ACCOUNT": self._on_account}
        self._shared = shared
        self._people = people
        self._capabilities = capabilities
        self._waiting: dict[Person, list[Callable[[], object]]] = {}

    @property
    def expected(self) -> Collection[Person]:
        """Who is there and not known yet, in the order they came."""
        for person in [person for person in self._waiting if not self._people.knows(person)]:
            del self._waiting[person]
        return self._waiting.keys()

    def expect(self, person: Person) -> None:
        """Expect that the server will tell somebody's account."""
        self._waiting.setdefault(person, [])

    def learn(self, person: Person, name: str) -> None:
        """Note somebody's account as the server writes it: nothing, a star, or 0 (WHOX) where they are logged out."""
        if person is self._people.me:
            return
        before, person.account = person.account, name if name not in {"", "*", "0"} else None
        if person.account != before and self._is_announced(person):
            self._shared.listener.identified(person)
        self.settle(person)

    def settle(self, person: Person) -> None:
        """Let go on what waits for somebody's account: it is known, or nobody will tell it."""
        for act in self._waiting.pop(person, ()):
            act()

    def once_known(self, person: Person, act: Callable[[], object]) -> None:
        """Act when somebody's account is known: now, or once it is; never, should they go before."""
        if person not in self._waiting:
            act()
        elif len(self._waiting[person]) < _MOST_WAITING:
            self._waiting[person].append(act)

    def once_all_known(self, act: Callable[[], object]) -> None:
        """Act when nothing that was said waits any more."""
        person = next((person for person in self.expected if self._waiting[person]), None)
        if person:
            self._waiting[person].append(partial(self.once_all_known, act))
        else:
            act()

    def hear(self, person: Person, line: Line) -> bool:
        """Learn somebody's account from a line that they sent, if it tells it (extended-join, account-tag)."""
        if line.command == "JOIN" and "extended-join" in self._capabilities:
            self.learn(person, param(line, 1))
        elif "account-tag" in self._capabilities:
            self.learn(person, _tag(line))
        else:
            return False
        return True

    def of(self, line: Line) -> str | None:
        """Give the account of who sent a line, in sight or not, as far as it is known."""
        if "account-tag" in self._capabilities:
            return _tag(line) or None
        person = self._people.find(sender(line).nickname)
        return person.account if person else None

    def _on_account(self, line: Line) -> None:
        if person := self._people.find(sender(line).nickname):
            self.learn(person, param(line, 0))

    def _is_announced(self, person: Person) -> bool:
        return any(self._shared.channels[folded].open for folded in person.status)


def _tag(line: Line) -> str:
    return (line.tags or {}).get("account") or ""
