"""Blocks that ask somebody to choose when they go off: what is asked, and what comes of the answer."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.blocks import AnyBlock, Choose, Discard, Fetch
from games.cardbattle.cards import HIDDEN, Code
from games.cardbattle.changes import Event
from games.cardbattle.commands import Ref
from games.cardbattle.effects import Going
from games.cardbattle.field import Field, is_like
from games.cardbattle.stack import Ask, Frame
from games.cardbattle.state import State

Asking: TypeAlias = Choose | Discard | Fetch


def askers(going: Going, block: AnyBlock) -> list[int] | None:
    """Give who has to choose for a block, one after the other; None for a block that asks nobody."""
    match block:
        case Discard():
            return going.seats(block.to)
        case Choose():
            return going.seats(block.by)
        case Fetch():
            return [going.seat]
        case _:
            return None


def ask(going: Going, block: AnyBlock, seats: Sequence[int], step: int) -> Iterator[Event]:
    """Ask one player after the other. Where there is nothing to choose between, nobody is asked.

    Who searches their deck is always asked: nobody else shall learn whether there was anything to be found.
    """
    asks, take = _ASKING[type(block)]
    for place, seat in enumerate(seats):
        asked = asks(going, block, seat)
        if len(asked.candidates) > asked.least or (asked.zone == "deck" and going.state.sides[seat].deck):
            chosen, others = tuple(going.chosen), tuple(seats[place + 1 :])
            yield e.Asked(Frame(going.state.next_item, seat, asked, step, chosen, others))
            return
        yield from take(going, block, seat, asked.candidates)


def take(going: Going, block: AnyBlock, seat: int, picks: Sequence[Ref]) -> Iterator[Event]:
    """Do with an answer what the block says."""
    return _ASKING[type(block)][1](going, block, seat, picks)


def fetchable(state: State, seat: int, block: Fetch) -> list[Code]:
    """Give the different cards of a player's rest pile or deck that a block can fetch; they are numbered from 1.

    Into play come only those that stay there, and lie on nothing.
    """
    side = state.sides[seat]
    zone = side.rest if block.zone == "rest" else side.deck
    cards = [state.cards[code] for code in {*zone} - {HIDDEN}]
    if block.into == "play":
        cards = [card for card in cards if card.stands]
    return sorted(card.id for card in cards if is_like(card, block.where))


def searched(state: State, frame: Frame) -> list[Code]:
    """Give the cards of a rest pile or deck that a question is about; they are numbered from 1."""
    skill = state.skill(state.running) if state.running else None
    block = skill.effects[frame.step] if skill and frame.step is not None else None
    return fetchable(state, frame.seat, block) if isinstance(block, Fetch) else []


def _ask_discard(going: Going, block: Discard, seat: int) -> Ask:
    hand = going.state.sides[seat].hand
    count = min(block.amount, len(hand))
    numbers = tuple(going.rng.shuffled("discard", hand)[:count]) if block.random else tuple(hand)
    return Ask("discard", numbers, count, count, zone="hand")


def _discard(going: Going, _block: Discard, seat: int, picks: Sequence[Ref]) -> Iterator[Event]:
    hand = going.state.sides[seat].hand
    if picks:
        yield c.Discarded(seat, tuple(picks), tuple(hand[number] for number in picks))


def _ask_choose(going: Going, block: Choose, seat: int) -> Ask:
    candidates = Field(going.state).all(block.where, seat, going.item.source)
    least = min(block.least, len(candidates))
    return Ask("choose", tuple(candidates), least, min(block.most, len(candidates)))


def _choose(going: Going, _block: Choose, _seat: int, picks: Sequence[Ref]) -> Iterator[Event]:
    going.chosen += picks
    return iter(())


def _ask_fetch(going: Going, block: Fetch, seat: int) -> Ask:
    count = len(fetchable(going.state, seat, block))
    most = min(block.amount, count)
    return Ask("choose", tuple(range(1, count + 1)), 0, most, zone=block.zone)


def _fetch(going: Going, block: Fetch, seat: int, picks: Sequence[Ref]) -> Iterator[Event]:
    state = going.state
    cards = fetchable(state, seat, block)
    for pick in picks:
        card = cards[pick - 1]
        if block.into == "hand":
            yield c.Fetched(seat, card, block.zone)
        else:
            yield c.Entered(state.next_thing, card, seat, zone=block.zone)
    if block.zone == "deck":
        yield c.Shuffled(seat, tuple(going.rng.shuffled("deck", state.sides[seat].deck)))


_ASKING: dict[type[Any], tuple[Callable[[Going, Any, int], Ask], Callable[[Going, Any, int, Any], Iterator[Event]]]] = {
    Discard: (_ask_discard, _discard),
    Choose: (_ask_choose, _choose),
    Fetch: (_ask_fetch, _fetch),
}
