"""Letting things happen: the stack goes off from the top, until somebody is asked or can act."""

from collections.abc import Sequence

from msgspec.structs import replace

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.asking import ask, askers, take
from games.cardbattle.commands import Ref
from games.cardbattle.effects import Going, perform
from games.cardbattle.field import Field
from games.cardbattle.flow import Decided, Flow
from games.cardbattle.legality import can_react
from games.cardbattle.settling import settle
from games.cardbattle.stack import Frame, Item
from games.cardbattle.state import S, State, Step
from games.cardbattle.triggers import put_in_order, stack_next
from games.cardbattle.turns import discard, end_turn, finish_turn
from games.kit.rng import Rng


def go_on(state: S, flow: Flow[S], rng: Rng) -> Decided:
    """Let happen what happens by itself, until somebody is asked or can act, or the match is over."""
    while not state.over:
        yield from settle(state)
        if state.over or state.frame or state.window or state.opening or state.open_to_actions:
            return
        if state.triggers or state.queue:
            yield from stack_next(state)
        elif not state.stack:
            yield from _proceed(state, flow)
        elif asked := who_may_react(state, flow):
            yield e.WindowOpened(tuple(asked))
            return
        else:
            yield from go_off(state, flow, rng)


def who_may_react(state: S, flow: Flow[S]) -> list[int]:
    """Give who is asked whether they react to the top of the stack, in order of priority.

    Who holds nothing that they could play is passed over without being asked, unless they hold, or the game wakes them.
    """
    if state.quiet or state.tired:
        return []
    field = Field(state)
    return [
        seat
        for seat in state.around(state.active)
        if not (side := state.sides[seat]).passing and (side.hold or flow.wakes(state, seat) or can_react(field, seat))
    ]


def go_off(state: S, flow: Flow[S], rng: Rng) -> Decided:
    """Let the top of the stack go off. If all its targets have become invalid, it does nothing."""
    item = state.top
    if item is None:
        return
    targets = _valid(state, item)
    yield e.GoingOff(item if targets == item.targets else replace(item, targets=targets))
    if move := flow.moves.get(item.kind):
        yield e.WentOff()
        yield from move(state, item, rng)
    elif item.targets and not targets:
        yield e.WentOff(failed=True)
    elif item.kind == "card" and (card := state.cards[item.card]).stays:
        yield c.Entered(state.next_thing, item.card, item.seat, 0 if card.stands else targets[0])
    else:
        yield from _effects(state, 0, (), rng)


def answered(state: S, flow: Flow[S], frame: Frame, picks: Sequence[Ref], rng: Rng) -> Decided:
    """Go on where something had stopped to ask, with the answer; its frame is not on the stack any more."""
    if frame.item:
        yield e.Stacked(replace(frame.item, targets=tuple(picks)))
    elif frame.step is not None:
        yield from _resume(state, frame, frame.step, picks, rng)
    elif frame.ask.word == "order":
        yield put_in_order(state, frame.seat, picks)
    elif frame.ask.word == "discard":
        yield from discard(state, frame.seat, picks)
    else:
        yield from flow.answers[frame.ask.word](state, frame.seat, picks)


def _proceed(state: S, flow: Flow[S]) -> Decided:
    """Go on to the next step of the turn or the fight, or to the next turn."""
    if state.step is Step.OPENING:
        yield from flow.begin(state, next(state.around(state.active)), 1)
    elif state.step is Step.REFILL:
        yield e.StepBegan(flow.first)
    elif state.step is Step.ENDING:
        yield from finish_turn(state, flow)
    elif state.struggle:
        yield from flow.fight(state)
    else:
        yield from end_turn()


def _effects(state: State, first: int, chosen: Sequence[Ref], rng: Rng) -> Decided:
    """Let the effects of what goes off happen, from one of its blocks on, until one has to ask."""
    going = _going(state, chosen, rng)
    for place in range(first, len(going.skill.effects) if going else 0):
        if going is None:
            return
        block = going.skill.effects[place]
        seats = askers(going, block)
        if seats is None:
            yield from perform(going, block)
        else:
            yield from ask(going, block, seats, place)
            if state.frame:
                return
        yield from settle(state)
        if state.over or state.running is None:
            return
    yield e.WentOff()


def ask_anew(state: S, frame: Frame, rng: Rng) -> Decided:
    """Ask again where an effect had stopped to ask: who has left took the question away (see `Departed`)."""
    if frame.step is not None:
        yield from _resume(state, frame, frame.step, None, rng)


def _resume(state: S, frame: Frame, place: int, picks: Sequence[Ref] | None, rng: Rng) -> Decided:
    """Go on with an effect that had stopped to ask: with whom it asks next, then with what comes behind it.

    Without an answer it asks the same player again.
    """
    going = _going(state, frame.chosen, rng)
    if going is None:
        return
    block, seats = going.skill.effects[place], frame.seats
    if picks is None:
        seats = (frame.seat, *seats)
    else:
        yield from take(going, block, frame.seat, picks)
    yield from ask(going, block, [seat for seat in seats if state.sides[seat].present], place)
    if state.frame:
        return
    yield from settle(state)
    if state.running and not state.over:
        yield from _effects(state, place + 1, going.chosen, rng)


def _going(state: State, chosen: Sequence[Ref], rng: Rng) -> Going | None:
    """Give what goes off, with its skill."""
    item = state.running
    skill = state.skill(item) if item else None
    return Going(state, item, skill, [*item.targets], [*chosen], rng) if item and skill else None


def _valid(state: State, item: Item) -> tuple[Ref, ...]:
    """Give those of an item's targets that can still be aimed at."""
    skill = state.skill(item) if item.targets else None
    if skill is None or skill.targets is None:
        return ()
    if skill.targets.what == "top":
        below = state.stack[-2] if len(state.stack) > 1 else None
        return item.targets if isinstance(below, Item) and below.id in item.targets else ()
    candidates = Field(state).candidates(skill.targets, item.seat, item.source)
    return tuple(ref for ref in item.targets if ref in candidates)
