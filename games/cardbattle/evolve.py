"""How each event changes the state. Nothing else does. What happens to cards is in `zones`."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from games.cardbattle import events as e
from games.cardbattle import zones
from games.cardbattle.changes import Event
from games.cardbattle.commands import Pass
from games.cardbattle.stack import Item, Window
from games.cardbattle.state import Side, State, Step, Struggle

Apply: TypeAlias = Callable[[Any, Any], None]


def _stop_clock(state: State) -> None:
    state.due = state.rest = None


def _awake(side: Side) -> None:
    """Note a sign of life."""
    side.idle = 0


def _cards_used(state: State, event: e.CardsUsed) -> None:
    state.cards = {card.id: card for card in event.cards}


def _life_set(state: State, event: e.LifeSet) -> None:
    state.sides[event.seat].life = event.life


def _ordered(state: State, event: e.Ordered) -> None:
    state.order = [*event.seats]
    state.active = state.order[0]
    state.opening = [] if event.settled else sorted(event.seats)


def _opened(state: State, event: e.Opened) -> None:
    state.opening.remove(event.seat)


def _turn_began(state: State, event: e.TurnBegan) -> None:
    state.active = event.seat
    state.round = event.round
    state.turn += 1
    state.step = Step.REFILL
    state.resolved = 0
    state.done.clear()
    _stop_clock(state)
    side = state.sides[event.seat]
    side.ap, side.mana = event.ap, dict(event.mana)
    for each in state.sides:
        each.passing = False
    for thing in state.things.values():
        thing.used = 0
        thing.fresh = thing.fresh and thing.controller != event.seat


def _step_began(state: State, event: e.StepBegan) -> None:
    state.step = event.step
    _stop_clock(state)


def _spent(state: State, event: e.Spent) -> None:
    side = state.sides[event.seat]
    side.ap -= event.ap
    for kinds, amount in event.mana.items():
        side.mana[kinds] -= amount
        if not side.mana[kinds]:
            del side.mana[kinds]


def _gained(state: State, event: e.Gained) -> None:
    side = state.sides[event.seat]
    side.ap += event.ap
    for kinds, amount in event.mana.items():
        side.mana[kinds] = side.mana.get(kinds, 0) + amount


def _announced(state: State, event: e.Announced) -> None:
    item = event.item
    side = state.sides[item.seat]
    _awake(side)
    if event.number:
        del side.hand[event.number]
    if item.kind == "use" and item.source in state.things:
        state.things[item.source].used += 1
    if state.step is Step.REFRESH:
        state.step = Step.MAIN
    _push(state, item)


def _push(state: State, item: Item) -> None:
    state.stack.append(item)
    state.next_item = max(state.next_item, item.id + 1)
    _stop_clock(state)


def _triggered(state: State, event: e.Triggered) -> None:
    state.triggers.append(event.item)
    state.next_item = event.item.id + 1


def _queued(state: State, event: e.Queued) -> None:
    waiting = {item.id: item for item in state.triggers}
    state.queue += [waiting.pop(number) for number in event.items]
    state.triggers = [*waiting.values()]


def _stacked(state: State, event: e.Stacked) -> None:
    del state.queue[0]
    if event.item:
        _push(state, event.item)


def _asked(state: State, event: e.Asked) -> None:
    state.stack.append(event.frame)
    state.next_item = event.frame.id + 1
    _stop_clock(state)


def _chose(state: State, event: e.Chose) -> None:
    state.stack.pop()
    if not event.missed:
        _awake(state.sides[event.seat])
    _stop_clock(state)


def _window_opened(state: State, event: e.WindowOpened) -> None:
    state.window = Window([*event.asked])
    _stop_clock(state)


def _reacted(state: State, event: e.Reacted) -> None:
    side = state.sides[event.seat]
    _awake(side)
    side.silent = 0
    answer = event.answer or Pass()
    side.passing = isinstance(answer, Pass) and answer.turn
    if state.window:
        state.window.answers[event.seat] = answer


def _window_closed(state: State, event: e.WindowClosed) -> None:
    state.window = None
    for seat in event.missed:
        state.sides[seat].silent += 1
    _stop_clock(state)


def _hold_set(state: State, event: e.HoldSet) -> None:
    side = state.sides[event.seat]
    side.hold = event.on
    side.silent = 0


def _going_off(state: State, event: e.GoingOff) -> None:
    state.stack.pop()
    state.running = event.item
    state.resolved += 1


def _went_off(state: State, _event: e.WentOff) -> None:
    if state.running:
        _drop(state, state.running)
    state.running = None


def _countered(state: State, event: e.Countered) -> None:
    state.stack.pop()
    _drop(state, event.item)


def _drop(state: State, item: Item) -> None:
    """Put the card of an item, if it is one, on its owner's rest pile."""
    if item.kind == "card":
        state.sides[item.seat].rest.append(item.card)


def _struggle_began(state: State, event: e.StruggleBegan) -> None:
    state.struggle = Struggle(event.attacker, event.defender, [*event.attacking], event.step)


def _defended(state: State, event: e.Defended) -> None:
    if state.struggle:
        state.struggle.defending += event.things


def _named(state: State, event: e.Named) -> None:
    if state.struggle:
        state.struggle.named += event.things


def _struggle_stepped(state: State, event: e.StruggleStepped) -> None:
    if state.struggle:
        state.struggle.step = event.step


def _struggle_ended(state: State, _event: e.StruggleEnded) -> None:
    state.struggle = None


def _did(state: State, event: e.Did) -> None:
    state.done.append(event.what)


def _prompt_left(state: State, event: e.PromptLeft) -> None:
    state.due = event.at + state.time
    state.rest = None


def _recalled(state: State, _event: e.Recalled) -> None:
    _stop_clock(state)


def _missed(state: State, event: e.Missed) -> None:
    state.sides[event.seat].idle += 1


def _held(state: State, event: e.Held) -> None:
    state.sides[event.seat].held_until = event.until
    state.due = None
    if event.rest is not None:
        state.rest = event.rest


def _came_back(state: State, event: e.CameBack) -> None:
    state.sides[event.seat].held_until = None


def _departed(state: State, event: e.Departed) -> None:
    gone, top = set(event.seats), state.top
    if gone & set(state.acting):
        _stop_clock(state)
    state.out.append([*event.seats])
    for seat in event.seats:
        side = state.sides[seat]
        side.present = False
        side.held_until = None
    state.opening = [seat for seat in state.opening if seat not in gone]
    _clear_stack_of(state, gone)
    _end_struggle_of(state, gone)
    _keep_window(state, gone, top)
    for number in event.things:
        thing = zones.leave_play(state, number)
        state.sides[thing.owner].rest.append(thing.card)
    for number, thing in state.things.items():
        if thing.controller in gone:
            zones.control(state, number, thing.owner)


def _end_struggle_of(state: State, gone: set[int]) -> None:
    if (struggle := state.struggle) and {struggle.attacker, struggle.defender} & gone:
        state.struggle = None
        state.stack = [thing for thing in state.stack if not thing.fight]


def _clear_stack_of(state: State, gone: set[int]) -> None:
    """Take away what those who are gone have on the stack or waiting, and what of theirs goes off.

    What somebody was asked goes too: it may be about what has left play. If they are in, they are asked anew.
    """
    if state.frame:
        _stop_clock(state)
    for thing in state.stack:
        if thing.seat in gone and isinstance(thing, Item):
            _drop(state, thing)
    state.stack = [thing for thing in state.stack if isinstance(thing, Item) and thing.seat not in gone]
    state.triggers = [item for item in state.triggers if item.seat not in gone]
    state.queue = [item for item in state.queue if item.seat not in gone]
    if state.running and state.running.seat in gone:
        _drop(state, state.running)
        state.running = None


def _keep_window(state: State, gone: set[int], top: Item | None) -> None:
    """Let a window go on without those who are gone, if it is still about the same."""
    if (window := state.window) and state.top is not top:
        state.window = None
        _stop_clock(state)
    elif window:
        window.asked = [seat for seat in window.asked if seat not in gone]


def _ended(state: State, event: e.Ended) -> None:
    state.step = Step.OVER
    state.places = event.places
    state.window = None
    state.due = None


APPLY: Mapping[type[Event], Apply] = {
    e.CardsUsed: _cards_used, e.LifeSet: _life_set, e.Ordered: _ordered, e.Opened: _opened, e.TurnBegan: _turn_began,
    e.StepBegan: _step_began, e.Spent: _spent, e.Gained: _gained, e.Announced: _announced, e.Triggered: _triggered,
    e.Queued: _queued, e.Stacked: _stacked, e.Asked: _asked, e.Chose: _chose, e.WindowOpened: _window_opened,
    e.Reacted: _reacted, e.WindowClosed: _window_closed, e.HoldSet: _hold_set, e.GoingOff: _going_off,
    e.WentOff: _went_off, e.Countered: _countered, e.StruggleBegan: _struggle_began, e.Defended: _defended,
    e.Named: _named, e.StruggleStepped: _struggle_stepped, e.StruggleEnded: _struggle_ended, e.Did: _did,
    e.PromptLeft: _prompt_left, e.Recalled: _recalled, e.Missed: _missed, e.Held: _held, e.CameBack: _came_back,
    e.Departed: _departed, e.Ended: _ended, **zones.APPLY,
}  # fmt: skip
"""What each event does. A game adds its own events."""
