"""Skills that are triggered by what happens, and how they come onto the stack."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.blocks import Gain
from games.cardbattle.cards import Skill, When
from games.cardbattle.changes import Event
from games.cardbattle.commands import Ref
from games.cardbattle.events import Queued, Stacked, Triggered
from games.cardbattle.field import Field, is_like
from games.cardbattle.stack import Ask, Frame, Item
from games.cardbattle.state import State


class Deed(NamedTuple):
    """Something that can trigger skills: who or what did it, and what else it has to do with."""

    when: When
    of: Ref
    cause: Ref


Deeds: TypeAlias = Mapping[type[Event], Callable[[State, Any], list[Deed]]]


_LEAVING = frozenset((c.Gone, c.Moved, e.Departed, e.StruggleEnded))
"""What leaves play or a fight by these is seen as it was before."""


def watched(state: State, events: Iterable[Event], seen: Deeds) -> Iterator[Event]:
    """Yield events, and behind each one the skills that it triggers."""
    for event in events:
        deeds = seen.get(type(event))
        if deeds is None or state.tired:
            yield event
            continue
        leaving = type(event) in _LEAVING
        found = _found(state, deeds(state, event)) if leaving else []
        yield event
        for item in found if leaving else _found(state, deeds(state, event)):
            if state.sides[item.seat].present:
                yield Triggered(replace(item, id=state.next_item))


def stack_next(state: State) -> Iterator[Event]:
    """Put the next triggered skill on the stack: by seat from the active player on, each owner ordering their own."""
    if state.tired:
        yield from _drop_all(state)
        return
    if state.queue:
        yield from _stack(state, state.queue[0])
        return
    seat = next(seat for seat in state.around(state.active) if any(item.seat == seat for item in state.triggers))
    waiting = waiting_of(state, seat)
    if len({(item.card, item.skill) for item in waiting}) == 1:
        yield Queued(tuple(item.id for item in waiting))
        return
    places = tuple(range(1, len(waiting) + 1))
    yield e.Asked(
        Frame(state.next_item, seat, Ask("order", places, len(places), len(places), ordered=True, zone="triggers"))
    )


def _drop_all(state: State) -> Iterator[Event]:
    """Drop all that is triggered and not on the stack."""
    if state.triggers:
        yield Queued(tuple(item.id for item in state.triggers))
    while state.queue:
        yield Stacked(None)


def waiting_of(state: State, seat: int) -> list[Item]:
    """Give a player's triggered skills that are not in order yet."""
    return [item for item in state.triggers if item.seat == seat]


def put_in_order(state: State, seat: int, picks: Sequence[int]) -> Queued:
    """Put a player's triggered skills in order: what is to go off first comes on the stack last."""
    waiting = waiting_of(state, seat)
    return Queued(tuple(waiting[place - 1].id for place in reversed(picks)))


def gives_at_once(skill: Skill) -> bool:
    """Tell whether a refill skill only gives, so that it is part of the refill itself."""
    return all(isinstance(block, Gain) for block in skill.effects)


def _stack(state: State, item: Item) -> Iterator[Event]:
    """Put a skill on the stack; with nothing to aim it at, it is dropped."""
    target = state.cards[item.card].skills[item.skill].targets
    if target is None:
        yield Stacked(item)
        return
    candidates = Field(state).candidates(target, item.seat, item.source)
    if len(candidates) < target.least:
        yield Stacked(None)
    elif len(candidates) == target.least:
        yield Stacked(replace(item, targets=tuple(candidates)))
    else:
        most = min(target.most, len(candidates))
        yield e.Asked(
            Frame(state.next_item, item.seat, Ask("choose", tuple(candidates), target.least, most), item=item)
        )


def _found(state: State, deeds: Sequence[Deed]) -> list[Item]:
    """Give the skills in play that some deeds trigger, with no id yet."""
    whens = {deed.when for deed in deeds}
    listening = [
        (number, thing.controller, place, skill)
        for number, thing in (state.things.items() if whens else ())
        for place, skill in state.cards[thing.card].triggered
        if skill.when in whens
    ]
    if not listening:
        return []
    field = Field(state)
    return [
        Item(0, seat, "trigger", state.things[number].card, number, place, cause=deed.cause)
        for deed in deeds
        for number, seat, place, skill in listening
        if skill.when == deed.when
        and _is_of(field, deed, skill, seat, number)
        and field.holds(skill.condition, seat, number)
    ]


def _is_of(field: Field, deed: Deed, skill: Skill, seat: int, number: int) -> bool:
    """Tell whether a deed is done by whose deeds a skill of a card in play listens for."""
    if deed.when == "end":
        return True
    if deed.when == "refill":
        return deed.of == ~seat and not gives_at_once(skill)
    if deed.when == "plays":
        return _is_played(field.state, skill, seat)
    if skill.of is None:
        return deed.of == number
    return field.matches(deed.of, skill.of, seat, number)


def _is_played(state: State, skill: Skill, seat: int) -> bool:
    """Tell whether a skill listens for the card that was just played, and lies on top of the stack."""
    wanted, top = skill.of, state.top
    if top is None or wanted is None:
        return False
    if wanted.side != "any" and (top.seat == seat) != (wanted.side == "yours"):
        return False
    return is_like(state.cards[top.card], wanted)


def _of_struck(_state: State, event: c.Struck) -> list[Deed]:
    by = [Deed("hits", blow.source, blow.at) for blow in event.blows if blow.source]
    return [*by, *(Deed("hurt", blow.at, blow.source) for blow in event.blows if blow.at > 0)]


def _of_announced(_state: State, event: e.Announced) -> list[Deed]:
    return [Deed("plays", ~event.item.seat, ~event.item.seat)] if event.item.kind == "card" else []


def of_all(when: When, numbers: Iterable[int]) -> list[Deed]:
    """Give the same deed of several things."""
    return [Deed(when, number, number) for number in numbers]


def _of_ended_struggle(state: State, _event: e.StruggleEnded) -> list[Deed]:
    struggle = state.struggle
    return of_all("fought", (*struggle.attacking, *struggle.defending)) if struggle else []


DEEDS: Deeds = {
    e.TurnBegan: lambda _state, event: [Deed("refill", ~event.seat, ~event.seat)],
    c.LastingEnded: lambda _state, _event: [Deed("end", 0, 0)],
    e.Announced: _of_announced,
    c.Entered: lambda _state, event: of_all("enters", (event.thing,)),
    c.Gone: lambda _state, event: of_all("leaves", event.things),
    c.Moved: lambda _state, event: of_all("leaves", event.things),
    e.Departed: lambda _state, event: of_all("leaves", event.things),
    e.StruggleBegan: lambda _state, event: of_all("attacks", event.attacking),
    e.Defended: lambda _state, event: of_all("defends", event.things),
    c.Struck: _of_struck,
    e.StruggleEnded: _of_ended_struggle,
}
"""Which deeds each event is; a game may see them at other events."""
