"""What admins can order, in any channel or in private. For all others none of this is there.

An order is about the whole bot, not about a table: it waits for no table and for no match.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, TypeAlias

from games.kit.text import Text, phrase
from ionbot.channel import Person
from ionbot.table.durations import typed_ms
from ionbot.table.house import House

if TYPE_CHECKING:
    from ionbot.table.table import Table

_SURE = "yes"
"""What is typed behind `channel part` to end the match that runs there."""
_MOST_MS = 24 * 3_600_000
"""The longest time to a shutdown; who wants a later one can say so later."""
_CHANNEL = "channel join #NAME [KEY] | channel part #NAME"
_SHUTDOWN = "shutdown [30s|10m|2h|cancel]"

Run: TypeAlias = Callable[[House, Person, str], Awaitable[Sequence[Text]]]


@dataclass(frozen=True)
class Order:
    """An order: what carries it out (with the rest of the line) and gives the answer, and what `help` says of it.

    It is never abbreviated.
    """

    usage: str
    help: str
    run: Run

    @property
    def name(self) -> str:
        """The word it goes by."""
        return self.usage.partition(" ")[0]


ORDERS: dict[str, Order] = {}
"""All orders by their word."""


def order(usage: str, help: str) -> Callable[[Run], Run]:  # noqa: A002 - it is what it is
    """Register an order under the first word of its usage."""

    def register(run: Run) -> Run:
        known = Order(usage, help, run)
        ORDERS[known.name] = known
        return run

    return register


def given(table: "Table", person: Person, words: str) -> tuple[Order, str] | None:
    """Give the order that words for the bot are, with what stands behind it; None if it is none, or not theirs."""
    word, _, rest = words.strip().partition(" ")
    known = ORDERS.get(word.lower())
    return (known, rest.strip()) if known and table.administers(person) else None


def near(table: "Table", person: Person, word: str) -> str | None:
    """Give the order that an admin has probably meant."""
    close = get_close_matches(word.lower(), ORDERS, 1, 0.75)
    return close[0] if close and table.administers(person) else None


def overview() -> Text:
    """Name the orders."""
    return phrase("As an admin also: {names}.", names=", ".join(ORDERS))


def explained(table: "Table", known: Order) -> Text:
    """Tell what an order does."""
    return phrase("{usage}: {help}. For admins.", usage=table.typed(known.usage), help=phrase(known.help))


@order("networks", "how the bot is on each network")
async def networks(house: House, _person: Person, _rest: str) -> Sequence[Text]:
    """Tell how each network is."""
    return house.networks()


@order("channels", "where the bot is, and what is played there")
async def channels(house: House, _person: Person, _rest: str) -> Sequence[Text]:
    """Tell where the bot is."""
    return house.channels()


@order(_CHANNEL, "go to a channel of this network and stay, or leave one")
async def channel(house: House, person: Person, rest: str) -> Sequence[Text]:
    """Go to a channel, or leave one."""
    deed, name, more, *others = [*rest.split(), "", "", ""]
    if not name or any(others) or deed.lower() not in ("join", "part"):
        return [phrase("It is {usage}.", usage=_CHANNEL)]
    if deed.lower() == "join":
        return [await house.join(person, name, more)]
    return [await house.part(person, name, sure=more.lower() == _SURE)]


@order("say #NAME TEXT", "say something in a channel of this network; the log tells who wanted it")
async def say(house: House, person: Person, rest: str) -> Sequence[Text]:
    """Say something in a channel."""
    name, _, text = rest.partition(" ")
    if not text.strip():
        return [phrase("It is {usage}.", usage="say #NAME TEXT")]
    return [house.say(person, name, text.strip())]


@order("reload", "read the configuration again; matches that run are left alone")
async def reload(house: House, person: Person, _rest: str) -> Sequence[Text]:
    """Read the configuration again."""
    return await house.reload(f"{person.nick} ({person.identity})")


@order("status", "how the bot is")
async def status(house: House, _person: Person, _rest: str) -> Sequence[Text]:
    """Tell how the whole is."""
    return house.status()


@order(_SHUTDOWN, "stop the bot, now or later; channels where something is played are told")
async def shutdown(house: House, person: Person, rest: str) -> Sequence[Text]:
    """Stop the bot, or take that back."""
    if rest.lower() == "cancel":
        return [house.stay(person)]
    delay = typed_ms(rest) if rest else 0
    if delay is None or delay > _MOST_MS:
        return [phrase("It is {usage}, and 24h at most.", usage=_SHUTDOWN)]
    return [house.shut_down(person, delay)]
