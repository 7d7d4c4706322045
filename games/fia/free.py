"""The Free spread: a series of quick draws (rules 16 to 19)."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TypeAlias

from games.fia.battle import act, beaten, counters, land
from games.fia.cards import Card, CardKind
from games.fia.chains import worths
from games.fia.commands import Command, Pass, Play
from games.fia.ends import depart
from games.fia.events import (
    Barred,
    Cancelled,
    Event,
    Exit,
    Holstered,
    LaidOut,
    Missed,
    Received,
    Refilled,
    Shown,
)
from games.fia.legality import check_play
from games.fia.options import Options
from games.fia.state import SEATS, End, Stage, State
from games.fia.tiebreak import HAND, lose
from games.kit.errors import Illegal
from games.kit.rng import Rng
from games.kit.text import phrase

Plays: TypeAlias = dict[int, list[tuple[Card, int]]]
"""What each player laid, the one who acts first first: cards with their factors."""

_ATTACK, _COUNTER = CardKind.ATTACK, CardKind.COUNTER


def begin_draw(options: Options, number: int, rng: Rng) -> Holstered:
    """Begin a draw, or begin one again; nobody knows when it will be called."""
    least, most = options.calm
    return Holstered(number, rng.between("calm", least * 1000, most * 1000))


def lay(state: State, seat: int, command: Command, now: int, rng: Rng) -> Iterator[Event]:
    """Lay a play in secret, or pass; when nobody is missing, show what was laid. Raises Illegal."""
    if seat in state.barred:
        raise Illegal(phrase("You drew too early: you lay nothing in this draw."))
    if seat in state.laid:
        raise Illegal(phrase("You have drawn already."))
    match command:
        case Play():
            yield _received(state, seat, command, now)
        case Pass() if state.stage is Stage.OPEN:
            yield Received(seat, (), now)
        case Pass():
            raise Illegal(phrase("The draw has not been called yet: wait for DRAW!"))
        case _:
            raise Illegal(phrase("Here you lay a card or a chain, or {pas}.", pas="pass"))
    yield from _go_on(state, rng)


def time_out(state: State, seats: Sequence[int], rng: Rng) -> Iterator[Event]:
    """Let some lay nothing in this draw, who have not laid in time."""
    for seat in seats:
        yield Missed(seat)
    yield from _go_on(state, rng)


def _received(state: State, seat: int, command: Play, now: int) -> Event:
    """Take a play, or bar who laid it before the call. Raises Illegal."""
    sent = now if command.sent is None else command.sent
    if state.stage is Stage.HOLSTER or sent < state.since:
        raise Illegal(phrase("That was before this draw began, and does not count. Wait for the call."))
    check_play(state, seat, command.cards)
    if state.stage is not Stage.OPEN or sent < state.opened:
        return Barred(seat)
    return Received(seat, command.cards, sent, stamped=command.sent is not None)


def _go_on(state: State, rng: Rng) -> Iterator[Event]:
    """When nobody is missing: show what was laid, let it happen, and go on to the next draw."""
    if state.missing:
        return
    yield from _resolve(state)
    if lost := beaten(state):
        yield from lose(state, lost, End.LIFE, rng)
        return
    needed = {seat: _needed(state, seat) for seat in SEATS}
    short = [seat for seat in SEATS if needed[seat] > len(state.sides[seat].deck)]
    for seat, count in needed.items():
        yield Refilled(seat, state.sides[seat].top(count))
    idle = [seat for seat in SEATS if state.sides[seat].idle >= state.options.idle_limit]
    if not short and len(idle) == 1:
        yield from depart(state, idle, Exit.IDLE)
    elif lost := sorted({*short, *idle}):
        yield from lose(state, lost, End.DECK, rng)
    else:
        yield begin_draw(state.options, state.number + 1, rng)


def _needed(state: State, seat: int) -> int:
    """Tell how many cards a player draws after a draw: up to 7 in hand, and one more if they laid nothing."""
    laid = state.laid.get(seat)
    return max(0, HAND - len(state.sides[seat].hand)) + (laid is None or not laid.cards)


def _resolve(state: State) -> Iterator[Event]:
    """Show the plays and let them happen, that of the faster player first (rule 18)."""
    order = sorted((seat for seat, laid in state.laid.items() if laid.cards), key=lambda seat: state.laid[seat].moment)
    shown = _shown(state, order)
    yield shown
    plays: Plays = {}
    for seat in order:
        yield LaidOut(seat, state.laid[seat].cards)
        plays[seat] = list(worths(state.laid[seat].cards))
    if shown.first is not None:
        yield from _cancel(plays, *order)
    at_once = len(order) == len(SEATS) and shown.first is None
    for seat, play in plays.items():
        for card, factor in play:
            if card.kind is _ATTACK:
                yield from act(state, seat, card, factor)
    yield from (_at_once if at_once else _in_turn)(state, plays)
    for seat in SEATS:
        yield from land(state, seat)


def _shown(state: State, order: Sequence[int]) -> Shown:
    """Say who was faster, and who laid nothing. By how much can only be told of what one clock has measured."""
    passed = tuple(seat for seat, laid in state.laid.items() if laid.sent is not None and not laid.cards)
    barred = tuple(state.barred)
    if len(order) < len(SEATS):
        return Shown(passed=passed, barred=barred)
    one, two = (state.laid[seat] for seat in order)
    lead = two.moment - one.moment
    is_exact = one.stamped is two.stamped or not lead
    return Shown(order[0] if lead else None, lead if is_exact else None)


def _cancel(plays: Plays, faster: int, slower: int) -> Iterator[Event]:
    """Take from the slower play the Attacks if the faster one has any, and the Counters if it has any."""
    void = {card.kind for card, _ in plays[faster]} & {_ATTACK, _COUNTER}
    for card, _ in plays[slower]:
        if card.kind in void:
            yield Cancelled(slower, card.code)
    plays[slower] = [(card, factor) for card, factor in plays[slower] if card.kind not in void]


def _in_turn(state: State, plays: Plays) -> Iterator[Event]:
    """Let what is no Attack happen, play by play. If the faster play has beaten somebody, the slower does no more.

    Its Attacks were there before: nothing but a Counter beats anybody here, and that has met them.
    """
    for seat, play in plays.items():
        over = bool(beaten(state))
        for card, factor in play:
            if card.kind is _ATTACK:
                continue
            if over:
                yield Cancelled(seat, card.code)
            else:
                yield from act(state, seat, card, factor)


def _at_once(state: State, plays: Plays) -> Iterator[Event]:
    """Let what is no Attack happen, for both at once: what a Counter meets is settled first."""
    for seat, play in plays.items():
        for card, factor in play:
            if card.kind not in {_ATTACK, _COUNTER}:
                yield from act(state, seat, card, factor)
    values = [[card.number for card, _ in play if card.kind is _COUNTER] for play in plays.values()]
    for pair in zip_longest(*values):
        yield from counters(state, {seat: value for seat, value in zip(plays, pair, strict=True) if value is not None})
