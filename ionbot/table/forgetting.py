"""The command by which people have themselves forgotten. It takes two steps, since it cannot be undone."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import structlog

from games.kit.text import Text, phrase
from ionbot.channel import Person
from ionbot.store.people import Refused
from ionbot.table.vocabulary import Group, command

if TYPE_CHECKING:
    from ionbot.table.table import Table

_log = structlog.get_logger()


@command(
    "forget me", "let nothing tell any more who you are; it asks before it does so", group=Group.YOU, whole=True,
    more=(
        phrase(
            "Your nicks, your account, your decks and all that you have set on this network go for good. Your matches "
            "count as before, for somebody without a name. It has to wait until you sit at no table."
        ),
    ),
)  # fmt: skip
async def forget(table: "Table", person: Person, rest: str) -> None:
    """Ask somebody whether they want to be forgotten, or forget them."""
    whom, *sure = rest.lower().split() or [""]
    if whom != "me" or sure not in ([], ["yes"]):
        table.tell(
            person,
            phrase(
                "Everybody can have themselves forgotten, and nobody else: {forget}.", forget=table.typed("forget me")
            ),
        )
    elif there := next(_sitting(table, person), None):
        table.tell(person, phrase("You sit at the table in {channel}; that has to end first.", channel=there))
    elif sure:
        table.tell(person, await _forget(table, person))
    else:
        table.tell(
            person,
            phrase(
                "Your nicks, your account, your decks and all that you have set on this network would go for good; "
                "your matches would count for somebody without a name. If you want that, type {forget}.",
                forget=table.typed("forget me yes"),
            ),
        )  # fmt: skip


async def _forget(table: "Table", person: Person) -> Text:
    """Forget somebody, and tell them what came of it."""
    identity = person.identity
    try:
        name = await table.insist(partial(table.forgetting.forget, person.network, identity))
    except Refused:
        return phrase("A match is running in which you have a seat; that has to end first.")
    table.pages.drop(person)
    for each in _tables(table):
        each.waiting.remove(person)
        each.offers.withdraw(person)
        each.news.drop(person)
        each.do(partial(_know_anew, each, identity))
    if not name:
        return phrase("Nothing is known of you on this network.")
    _log.info("forgotten", network=person.network, name=name)
    return phrase(
        "You are forgotten. Your matches count for {name}; whatever you do next is somebody new's.", name=name
    )


async def _know_anew(table: "Table", identity: str) -> None:
    """Let a guest be somebody new who sat down elsewhere just when they were forgotten."""
    for guest in table.lobby.guests if table.lobby else ():
        if guest.person.identity == identity:
            guest.player = await table.people.number(guest.person)


def _sitting(table: "Table", person: Person) -> Iterator[str]:
    """Yield the channels of the network in which somebody sits, on this connection or another one of their account."""
    for each in _tables(table):
        guests = [guest.person.identity for guest in each.lobby.guests] if each.lobby else []
        if each.seats(person) or person.identity in guests:
            yield each.channel.name


def _tables(table: "Table") -> "Iterator[Table]":
    """Yield all tables of the network."""
    yield from (each for each in table.neighbours if each.channel.network == table.channel.network)
