"""Whose turn it is, and what time does (rules 6 and 8 to 12)."""

from collections.abc import Iterator

from games.ion.bank import final_shares
from games.ion.events import (
    Asked,
    Departed,
    Ended,
    Event,
    Exit,
    Missed,
    Opened,
    Passed,
    Pitied,
    Recalled,
    RoundBegan,
    RoundEnded,
)
from games.ion.items import CARD_TABLE
from games.ion.state import State
from games.kit.rng import Rng


def open_turn(state: State, seat: int, rng: Rng) -> Iterator[Event]:
    """Let the turn come to a seat, and go on until it reaches somebody who can move.

    With everybody away it stays with the first seat that holds something, and nobody acts.
    """
    while True:
        holder = state.seats[seat]
        if not holder.hand:
            yield Pitied(seat, rng.pick(CARD_TABLE))
        elif holder.held and not state.everybody_held:
            yield Passed(seat)
        else:
            yield Opened(seat)
            return
        seat = state.follower(seat)


def wake(state: State, rng: Rng) -> Iterator[Event]:
    """If nobody can act, let the turn go on to somebody who can."""
    if state.acting is None:
        yield from open_turn(state, state.follower(state.current), rng)


def prompt_left(state: State, now: int) -> Iterator[Event]:
    """Start the time of the turn that waits for it."""
    if state.acting is not None and state.asked_at is None:
        yield Asked(now)


def recall(state: State) -> Iterator[Event]:
    """Ask the open turn again, with its full time."""
    if state.asked_at is not None:
        yield Recalled()


def miss(state: State, rng: Rng) -> Iterator[Event]:
    """Punish that no move came in time, remove who does nothing for too long, and go on."""
    seat = state.current
    yield Missed(seat, state.options.penalty)
    if state.seats[seat].idle >= state.options.idle_limit:
        yield from depart(state, seat, Exit.IDLE, rng)
    else:
        yield from open_turn(state, state.follower(seat), rng)


def depart(state: State, seat: int, why: Exit, rng: Rng) -> Iterator[Event]:
    """Take a seat out of the match, divide its points, and go on if it was its turn (rules 4 and 7).

    When the last human is gone the match ends without places: nobody wins against computers alone.
    """
    follower = state.follower(seat)
    others = list(state.others(seat))
    forfeit = max(state.seats[seat].points, 0)
    share, rest = divmod(forfeit, len(others)) if others else (0, forfeit)
    yield Departed(seat, why, forfeit, dict.fromkeys(others, share) if share else {}, rest)
    if state.alone_with_computers:
        yield Ended(scored=False, void=state.bank)
    elif len(state.players) < 2:
        yield Ended(scored=True, void=state.bank)
    elif seat == state.current:
        yield from open_turn(state, follower, rng)


def end_round(state: State, rng: Rng) -> Iterator[Event]:
    """End the round; after the last one the bank pays and the match is over."""
    if state.round >= state.options.rounds:
        shares = final_shares(state)
        yield RoundEnded(shares, state.bank - sum(shares.values()))
        yield Ended(scored=True, void=0)
        return
    yield RoundEnded({}, 0)
    yield RoundBegan()
    mover = state.last_mover
    yield from open_turn(state, state.follower(mover) if mover in state.order else state.current, rng)
