"""How a duel ends, but for the tie-break (rules 4, 19 and 20)."""

from collections.abc import Iterator, Sequence

from games.fia.events import Departed, Ended, Event, Exit
from games.fia.state import SEATS, End, Stage, State


def win(seat: int, why: End) -> Ended:
    """Say that a player has won."""
    return Ended({seat: 1, 1 - seat: 2}, why)


def depart(state: State, seats: Sequence[int], why: Exit) -> Iterator[Event]:
    """Take players out, which ends the duel.

    When the last human is gone it ends without places: nobody wins against computers alone.
    """
    for seat in seats:
        yield Departed(seat, why)
    if state.alone_with_computers or len(seats) > 1:
        yield Ended({}, End.OUT)
    else:
        yield win(1 - seats[0], End.OUT)


def stop(state: State, *, scored: bool) -> Iterator[Event]:
    """End the duel as it stands: more LP win, and in a tie-break, as with equal LP, nobody has more."""
    if not scored:
        yield Ended({}, End.STOPPED)
        return
    first, second = (state.sides[seat].lp for seat in SEATS)
    if first == second or state.stage is Stage.TIE:
        yield Ended(dict.fromkeys(SEATS, 1), End.STOPPED)
    else:
        yield win(0 if first > second else 1, End.STOPPED)
