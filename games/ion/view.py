"""What a seat or an onlooker can see: other seats' items and coins are hidden, points and the bank are not."""

from msgspec import Struct

from games.ion.events import Dealt, Event, Gained, Pitied
from games.ion.items import HIDDEN, Item
from games.ion.options import Options
from games.ion.state import State, Team
from games.kit.inputs import Kind


class SeatView(Struct, frozen=True):
    """A seat as everybody sees it; `items` counts what it holds."""

    kind: Kind
    team: Team
    points: int
    items: int
    held: bool
    present: bool


class View(Struct, frozen=True):
    """A match as a seat sees it, or an onlooker: then `hand` and `coins` are None. The fields are those of `State`."""

    options: Options
    seats: tuple[SeatView, ...]
    order: tuple[int, ...]
    flow: int
    bank: int
    polarity: int
    charge: int
    current: int
    asked_at: int | None
    stretched: bool
    extras: int
    round: int
    round_began: int | None
    round_length: int
    round_gained: int
    hand: dict[Item, int] | None = None
    coins: int | None = None


def view(state: State, viewer: int | None) -> View:
    """Show the state to a seat, or to the public (None)."""
    own = None if viewer is None else state.seats[viewer]
    return View(
        options=state.options,
        seats=tuple(
            SeatView(seat.kind, seat.team, seat.points, seat.size, seat.held, seat.present) for seat in state.seats
        ),
        order=tuple(state.order),
        flow=state.flow,
        bank=state.bank,
        polarity=state.polarity,
        charge=state.charge,
        current=state.current,
        asked_at=state.asked_at,
        stretched=state.stretched,
        extras=state.extras,
        round=state.round,
        round_began=state.round_began,
        round_length=state.round_length,
        round_gained=state.round_gained,
        hand=None if own is None else dict(own.hand),
        coins=None if own is None else own.coins,
    )


def reveal(event: Event, viewer: int | None) -> Event:
    """Show an event to a seat, or to the public (None): what others drew is only counted, their coins are not told."""
    match event:
        case Dealt(seat, items) if seat != viewer:
            return Dealt(seat, (HIDDEN,) * len(items))
        case Pitied(seat) if seat != viewer:
            return Pitied(seat, HIDDEN)
        case Gained(seat) if seat != viewer:
            hidden = len(event.drawn) + (event.traded is not None) + (event.gift is not None)
            return Gained(seat, (HIDDEN,) * hidden, stolen=event.stolen)
        case _:
            return event
