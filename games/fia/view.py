"""What a seat or an onlooker can see: hands, decks, secret plays and the moment of the call are hidden."""

from msgspec import Struct

from games.fia.cards import HIDDEN, Code
from games.fia.events import Dealt, Drew, Event, Holstered, Missed, Received, Refilled, Rested, Shuffled, TurnBegan
from games.fia.options import Options
from games.fia.state import Laid, Side, Stage, State, Stocked
from games.kit.inputs import Kind


class SideView(Struct, frozen=True):
    """A player as everybody sees them; `deck` and `hand` are counted. The fields are those of `Side`."""

    kind: Kind
    lp: int
    deck: int
    hand: int
    board: tuple[Code, ...]
    stock: tuple[Stocked, ...]
    discard: tuple[Code, ...]
    pending: int
    guard: int
    idle: int
    held: bool
    present: bool


class View(Struct, frozen=True):
    """A duel as the seat `viewer` sees it, or an onlooker: then that, `hand` and `laid` are None.

    The other fields are those of `State`. `drawn` are the seats that have laid a play which is not
    shown yet. Until the call has left it is a calm, and in a calm `due` is None.
    """

    options: Options
    sides: tuple[SideView, ...]
    stage: Stage
    current: int
    due: int | None
    number: int
    barred: tuple[int, ...]
    drawn: tuple[int, ...]
    repeats: int
    viewer: int | None = None
    hand: tuple[Code, ...] | None = None
    laid: Laid | None = None


def view(state: State, viewer: int | None) -> View:
    """Show the state to a seat, or to the public (None)."""
    return View(
        options=state.options,
        sides=tuple(map(_side, state.sides)),
        stage=Stage.CALM if state.stage is Stage.CALLED else state.stage,
        current=state.current,
        due=None if state.stage is Stage.CALM else state.due,
        number=state.number,
        barred=tuple(state.barred),
        drawn=tuple(state.laid),
        repeats=state.repeats,
        viewer=viewer,
        hand=None if viewer is None else tuple(state.sides[viewer].hand),
        laid=None if viewer is None else state.laid.get(viewer),
    )


def _side(side: Side) -> SideView:
    return SideView(
        kind=side.kind,
        lp=side.lp,
        deck=len(side.deck),
        hand=len(side.hand),
        board=tuple(side.board),
        stock=tuple(side.stock),
        discard=tuple(side.discard),
        pending=side.pending,
        guard=side.guard,
        idle=side.idle,
        held=side.held_until is not None,
        present=side.present,
    )


def reveal(event: Event, viewer: int | None) -> Event:
    """Show an event to a seat, or to the public (None): what others drew is counted, what they laid is not told."""
    match event:
        case Shuffled(seat):
            return Shuffled(seat, ())
        case Holstered(number):
            return Holstered(number, None)
        case Received(seat) if seat != viewer:
            return Received(seat)
        case Dealt(seat, cards) | Drew(seat, cards) if seat != viewer:
            return type(event)(seat, _hidden(cards))
        case TurnBegan(seat, drawn) | Rested(seat, drawn) | Missed(seat, drawn) | Refilled(seat, drawn) if (
            seat != viewer
        ):
            return type(event)(seat, _hidden(drawn))
        case _:
            return event


def _hidden(cards: tuple[Code, ...]) -> tuple[Code, ...]:
    return (HIDDEN,) * len(cards)
