"""What the blocks of skills do when they go off."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from games.cardbattle import blocks as b
from games.cardbattle import changes as c
from games.cardbattle.cards import Skill
from games.cardbattle.changes import Blow, Event
from games.cardbattle.commands import Ref
from games.cardbattle.events import Countered
from games.cardbattle.field import Field
from games.cardbattle.filters import Amount, Filter, Reference
from games.cardbattle.gaining import gain
from games.cardbattle.settling import cards_of, draw, gone, strike
from games.cardbattle.stack import Item
from games.cardbattle.state import Lasting, State
from games.kit.rng import Rng


@dataclass(slots=True)
class Going:
    """A skill that goes off: on what it was aimed (as far as that is still valid), and what was chosen for it."""

    state: State
    item: Item
    skill: Skill
    targets: list[Ref]
    chosen: list[Ref]
    rng: Rng

    @property
    def seat(self) -> int:
        """Whose skill it is."""
        return self.item.seat

    def refs(self, to: Reference) -> list[Ref]:
        """Give the things and players that an effect is about, as far as they are still there."""
        state, item = self.state, self.item
        if isinstance(to, Filter):
            return [*Field(state).all(to, item.seat, item.source)]
        match to:
            case "target":
                refs = self.targets
            case "chosen":
                refs = self.chosen
            case "self":
                refs = [item.source]
            case "cause":
                refs = [item.cause]
            case "host":
                refs = [state.things[item.source].host] if item.source in state.things else []
            case "you":
                refs = [~item.seat]
            case _:
                refs = [~seat for seat in state.around(state.active) if to == "players" or seat != item.seat]
        return [ref for ref in refs if ref in state.things or (ref < 0 and state.sides[~ref].present)]

    def things(self, to: Reference) -> list[int]:
        """Give the things that an effect is about."""
        return [ref for ref in self.refs(to) if ref > 0]

    def seats(self, to: Reference) -> list[int]:
        """Give the players that an effect is about, for things their controllers."""
        seats = [~ref if ref < 0 else self.state.things[ref].controller for ref in self.refs(to)]
        return [*dict.fromkeys(seats)]

    def amount(self, amount: Amount) -> int:
        """Give a number as it is now."""
        return amount if isinstance(amount, int) else Field(self.state).amount(amount, self.seat, self.item.source)


def perform(going: Going, block: b.AnyBlock) -> Iterator[Event]:
    """Do what a block says that asks nobody."""
    return _DO[type(block)](going, block)


def _hit(going: Going, block: b.Hit) -> Iterator[Event]:
    source = going.item.source if going.item.source in going.state.things else 0
    amount = going.amount(block.amount)
    return strike(going.state, [Blow(source, ref, amount) for ref in going.refs(block.to)])


def _mend(going: Going, block: b.Mend) -> Iterator[Event]:
    amount = going.amount(block.amount)
    for ref in going.refs(block.to):
        if healed := amount if ref < 0 else min(amount, going.state.things[ref].hurt):
            yield c.Mended(ref, healed)


def _draw(going: Going, block: b.Draw) -> Iterator[Event]:
    amount = going.amount(block.amount)
    for seat in going.seats(block.to):
        yield from draw(going.state, seat, amount, going.rng)


def _gain(going: Going, block: b.Gain) -> Iterator[Event]:
    for seat in going.seats(block.to):
        yield from gain(going.state, seat, block.ap, block.mana)


def _exhaust(going: Going, block: b.Exhaust) -> Iterator[Event]:
    if things := [number for number in going.things(block.to) if not going.state.things[number].exhausted]:
        yield c.Exhausted(tuple(things))


def _refresh(going: Going, block: b.Refresh) -> Iterator[Event]:
    if things := [number for number in going.things(block.to) if going.state.things[number].exhausted]:
        yield c.Refreshed(tuple(things))


def _move(going: Going, block: b.Move) -> Iterator[Event]:
    if things := tuple(going.things(block.to)):
        yield gone(going.state, things) if block.into == "rest" else c.Moved(cards_of(going.state, things), block.into)


def _change(going: Going, block: b.Change) -> Iterator[Event]:
    add = going.amount(block.add)
    if going.skill.duration == "turn":
        if refs := tuple(going.refs(block.to)):
            yield c.Changed(Lasting(refs, block.value, add, block.set))
        return
    for number in going.things(block.to):
        yield c.Grown(number, block.value, add)


def _grant(going: Going, block: b.Grant) -> Iterator[Event]:
    things = tuple(going.things(block.to))
    if going.skill.duration == "turn":
        if things:
            yield c.Changed(Lasting(things, keyword=block.keyword, kind=block.kind))
        return
    for number in things:
        yield c.Grown(number, keyword=block.keyword, kind=block.kind)


def _counter(going: Going, _block: b.Counter) -> Iterator[Event]:
    if (top := going.state.top) and top.id in going.targets:
        yield Countered(top)


def _take(going: Going, block: b.Take) -> Iterator[Event]:
    for number in going.things(block.to):
        if going.state.things[number].controller != going.seat:
            yield c.Taken(number, going.seat, turn=going.skill.duration == "turn")


_DO: dict[type[b.Block], Callable[[Going, Any], Iterator[Event]]] = {
    b.Hit: _hit, b.Mend: _mend, b.Draw: _draw, b.Gain: _gain, b.Exhaust: _exhaust, b.Refresh: _refresh, b.Move: _move,
    b.Change: _change, b.Grant: _grant, b.Counter: _counter, b.Take: _take,
}  # fmt: skip
