"""Palette: turn by turn (rules 4 to 6, 10 to 13 and 20)."""

from collections.abc import Iterator

from games.fia.battle import act, beaten, land
from games.fia.cards import CARDS
from games.fia.chains import worths
from games.fia.commands import Command, Play, Rest, Top
from games.fia.ends import depart
from games.fia.events import Event, Exit, LaidOut, Missed, Rested, Topped, TurnBegan
from games.fia.legality import check_play
from games.fia.state import End, Stage, State
from games.fia.tiebreak import lose
from games.kit.errors import Illegal
from games.kit.rng import Rng
from games.kit.text import phrase


def move(state: State, seat: int, command: Command, rng: Rng) -> Iterator[Event]:
    """Make a move, and end the turn. Raises Illegal."""
    match command:
        case Play(cards):
            check_play(state, seat, cards)
            yield LaidOut(seat, cards)
            for card, factor in worths(cards):
                yield from act(state, seat, card, factor)
        case Top():
            if state.stage is not Stage.FIRST:
                raise Illegal(phrase("Only the first play of a duel can be the top card of the deck."))
            yield from _top(state, seat)
        case Rest():
            if state.stage is Stage.FIRST:
                raise Illegal(
                    phrase("The first turn is one card of your hand, or {top} for the top one of the deck.", top="top")
                )
            yield Rested(seat, state.sides[seat].top(1))
        case _:
            raise Illegal(phrase("There is no pass in Palette: {draw} plays none and draws a card.", draw="draw"))
    yield from _go_on(state, seat, rng)


def miss(state: State, rng: Rng) -> Iterator[Event]:
    """Let the turn of who did not move in time end: they play none and draw; in the first turn the top card is played.

    Who is idle for too long is out.
    """
    seat = state.current
    first = state.stage is Stage.FIRST
    yield Missed(seat, () if first else state.sides[seat].top(1))
    if state.sides[seat].idle >= state.options.idle_limit:
        yield from depart(state, [seat], Exit.IDLE)
        return
    if first:
        yield from _top(state, seat)
    yield from _go_on(state, seat, rng)


def _top(state: State, seat: int) -> Iterator[Event]:
    (code,) = state.sides[seat].top(1)
    yield Topped(seat, code)
    yield from act(state, seat, CARDS[code], 1)


def _go_on(state: State, seat: int, rng: Rng) -> Iterator[Event]:
    """End the turn, see whether somebody has lost, and let the other player's begin.

    Who has lost by the play itself has by a Counter, which has ended what waited: then nothing lands (rule 4).
    """
    yield from land(state, seat)
    if lost := beaten(state):
        yield from lose(state, lost, End.LIFE, rng)
    elif not state.sides[seat].deck:
        yield from lose(state, [seat], End.DECK, rng)
    else:
        yield TurnBegan(1 - seat, state.sides[1 - seat].top(1))
