"""A seat is handed over to somebody else, who has to want it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from games.kit.inputs import Kind
from games.kit.text import Named, Text, joined, phrase
from ionbot.channel import Person
from ionbot.table import computers
from ionbot.table.admission import unseated
from ionbot.table.finding import Sitter, present, sitter, sitters
from ionbot.table.listing import WORD
from ionbot.table.lobby import Guest
from ionbot.table.offers import OFFERED_MS, Offer
from ionbot.table.seating import Seat
from ionbot.table.vocabulary import Group, command

if TYPE_CHECKING:
    from ionbot.table.table import Table

_USAGE = "swap NEW | swap OLD NEW"


@command(
    _USAGE, "hand your seat over to somebody who accepts it; operators can hand over any seat",
    group=Group.PLAY, whole=True,
    more=(
        phrase(
            "{prefix}swap NEW offers your seat, {prefix}swap OLD NEW that of somebody else. NEW has 60 s to type "
            "{prefix}accept, and then holds all that it holds. What the seat scores counts for who began with it."
        ),
    ),
)  # fmt: skip
async def swap(table: "Table", person: Person, rest: str) -> None:
    """Offer a seat; who takes one for themselves has it at once."""
    *before, new = rest.replace(computers.MARK, "").split() or [""]
    old = " ".join(before)
    if table.resting:
        table.tell(person, table.resting)
    elif not new or len(before) > 1:
        table.tell(person, phrase("It is {usage}.", usage=table.typed(_USAGE)))
    elif why := _not_theirs(table, person, old):
        table.tell(person, why)
    elif given := sitter(table, old) if old else _own(table, person):
        await _swap(table, person, given, new)


async def _swap(table: "Table", giver: Person, given: Sitter, new: str) -> None:
    """Offer a seat that can be handed over to somebody, if they can take it."""
    to = present(table, new)
    if not to:
        here = table.channel.name
        table.tell(giver, phrase("Nobody in {channel} is called {nick}.", channel=here, nick=new[:WORD]))
    elif _has_seat(table, to):
        table.tell(giver, phrase("{nick} sits here already.", nick=Named(to.nick)))
    elif unseated(table, to, given):
        settings = table.typed("settings one_seat")
        table.tell(
            giver, phrase("{nick} cannot sit down here; {settings} tells more.", nick=Named(to.nick), settings=settings)
        )
    elif to is giver:
        taken = phrase("{nick} takes the seat of {old}.", nick=Named(to.nick), old=Named(given.name))
        await _hand_over(table, given, to, taken)
    else:
        _offer(table, giver, given, to)


@command(
    "accept", "take the seat that you are offered", group=Group.PLAY,
    more=(
        phrase(
            "Who types {prefix}swap with your nick offers you a seat for 60 s. You are told in private what it holds, "
            "and play on from there. What it scores counts for who began with it."
        ),
    ),
)  # fmt: skip
async def accept(table: "Table", person: Person, _rest: str) -> None:
    """Take the seat that somebody is offered, of several the last."""
    if not (offers := table.offers.to(person)):
        table.tell(person, phrase("You are offered no seat now; an offer holds for {n} s.", n=OFFERED_MS // 1000))
    elif person not in table.channel.people():
        table.tell(person, phrase("Come to {channel} to play.", channel=table.channel.name))
    elif _has_seat(table, person):
        table.tell(person, phrase("You sit here already."))
    elif why := unseated(table, person, offers[0].sitter):
        table.tell(person, why)
    else:
        await _hand_over(table, offers[0].sitter, person, _given(offers[0]))


def _offer(table: "Table", giver: Person, given: Sitter, to: Person) -> None:
    """Offer a seat in the channel: everybody may know. Nobody is called for the same one again and again."""
    typed = table.typed("accept")
    if any(offer.sitter is given for offer in table.offers.to(to)):
        text = phrase("{nick} has been offered that seat; {accept} takes it.", nick=Named(to.nick), accept=typed)
        table.tell(giver, text)
        return
    table.offers.make(given, giver, to)
    nick, old, n = Named(giver.nick), Named(given.name), OFFERED_MS // 1000
    offer: Text = phrase("{old} offers you the seat; type {accept} within {n} s.", old=old, accept=typed, n=n)
    if giver is not given.person:
        offer = phrase(
            "{nick} offers you the seat of {old}; type {accept} within {n} s.", nick=nick, old=old, accept=typed, n=n
        )
    if isinstance(given, Seat):
        offer = joined(offer, phrase("It is yours until the match ends; its result counts for who began with it."))
    table.call(to, offer)


def _given(offer: Offer) -> Text:
    """Tell that somebody has got the seat that they were offered."""
    giver, old, new = Named(offer.giver.nick), Named(offer.sitter.name), Named(offer.to.nick)
    if offer.giver is offer.sitter.person:
        return phrase("{old} gives the seat to {new}.", old=old, new=new)
    return phrase("{nick} gives the seat of {old} to {new}.", nick=giver, old=old, new=new)


async def _hand_over(table: "Table", given: Sitter, to: Person, text: Text) -> None:
    """Put somebody on the seat of somebody else."""
    table.offers.end(given)
    if isinstance(given, Guest):
        await table.reception.hand_over(given, to, text)
    elif table.play:
        await table.play.roster.hand_over(given, to, await table.people.number(to), text)
        await table.play.set_hold(given, on=table.people.manner(to).hold)
    table.waiting.remove(to)


def _not_theirs(table: "Table", person: Person, old: str) -> Text | None:
    """Tell why a seat is not somebody's to hand over: the one of `old`, or without that their own."""
    own = _own(table, person)
    if not old:
        return None if own else _no_seat(table, person)
    meant = sitter(table, old)
    if not table.operates(person) and not (own and meant is own):
        return phrase(
            "{command} is for channel operators; you can use {instead}.",
            command=table.typed("swap OLD NEW"), instead=table.typed("swap NEW"),
        )  # fmt: skip
    if meant:
        return None
    if table.channel.fold(old) in map(table.channel.fold, _computers(table)):
        return phrase(
            "{name} is a computer player, whose seat stays; {remove} sends one away.",
            name=old, remove=table.typed("bot remove"),
        )  # fmt: skip
    return phrase("Nobody at the table is called {nick}.", nick=old[:WORD])


def _no_seat(table: "Table", person: Person) -> Text:
    if table.operates(person):
        swap = table.typed("swap OLD NEW")
        return phrase("You do not sit at this table; {swap} hands over another seat.", swap=swap)
    return phrase("You do not sit at this table; {join} sits down.", join=table.typed("join"))


def _has_seat(table: "Table", person: Person) -> bool:
    """Tell whether somebody sits here, be it on another connection of theirs, or away."""
    if table.play:
        return table.play.seating.of(person) is not None or table.play.sitters.own(person) is not None
    return table.lobby is not None and table.lobby.twin(person) is not None


def _computers(table: "Table") -> Iterable[str]:
    """Give the names of the computer players, without what marks them."""
    if table.play:
        names = [seat.name for seat in table.play.sitters.seats if seat.kind is not Kind.HUMAN]
    else:
        names = [computers.name(number) for number in range(len(table.lobby.computers))] if table.lobby else []
    return [name.removesuffix(computers.MARK) for name in names]


def _own(table: "Table", person: Person) -> Sitter | None:
    return next((each for each in sitters(table) if each.person is person), None)
