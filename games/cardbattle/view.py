"""What a seat or an onlooker can see: decks, others' hands and answers, and who holds are hidden.

A view is a state, with what is hidden left out, so that whoever has one can ask it all that a state can be asked. It
shares what is open with the state, and is good until the next event.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.asking import searched
from games.cardbattle.cards import HIDDEN, Code
from games.cardbattle.changes import Event
from games.cardbattle.commands import Pass
from games.cardbattle.stack import Ask, Frame, Item, Window
from games.cardbattle.state import S, Side


def view(state: S, viewer: int | None) -> S:
    """Show the state to a seat, or to the public (None)."""
    frame = state.frame
    found = searched(state, frame) if frame and frame.seat == viewer and frame.ask.zone == "deck" else []
    return replace(
        state,
        sides=[_side(side, found, own=seat == viewer) for seat, side in enumerate(state.sides)],
        stack=[_on_stack(thing, viewer) for thing in state.stack],
        window=_window(state.window, viewer) if state.window else None,
        viewer=viewer,
    )


def reveal(event: Event, viewer: int | None) -> Event | None:
    """Show an event to a seat, or to the public (None); None for what is nobody else's business."""
    if isinstance(event, c.Shuffled):
        return replace(event, cards=())
    whose, hidden = _SECRET.get(type(event), _OPEN)
    return event if whose(event) == viewer else hidden(event)


def _side(side: Side, found: list[Code], *, own: bool) -> Side:
    """Show a player's cards; of their own deck they see what they have `found` in it, as long as they search it."""
    deck = [HIDDEN] * len(side.deck)
    if own:
        return replace(side, deck=[*found, *deck[len(found) :]])
    hand = dict.fromkeys(range(1, len(side.hand) + 1), HIDDEN)
    return replace(side, deck=deck, hand=hand, next_number=0, hold=False, passing=False, silent=0)


def _on_stack(thing: Item | Frame, viewer: int | None) -> Item | Frame:
    return _frame(thing, viewer) if isinstance(thing, Frame) else thing


def _frame(frame: Frame, viewer: int | None) -> Frame:
    """Show what is asked; of what only the asked seat can see, others do not even learn how much there is."""
    if frame.seat == viewer or not frame.ask.secret:
        return frame
    return replace(frame, ask=Ask(frame.ask.word, (), 0, 0, zone=frame.ask.zone))


def _window(window: Window, viewer: int | None) -> Window:
    """Show who has answered; what, only to who did: for others all have passed."""
    return replace(
        window, answers={seat: answer if seat == viewer else Pass() for seat, answer in window.answers.items()}
    )


def _seat(event: Any) -> int:
    seat: int = event.seat
    return seat


_Rule: TypeAlias = tuple[Callable[[Any], int | None], Callable[[Any], Event | None]]

_OPEN: _Rule = (lambda _event: None, lambda event: event)
_SECRET: dict[type[Event], _Rule] = {
    e.HoldSet: (_seat, lambda _event: None),
    c.Drew: (_seat, lambda event: replace(event, cards=(HIDDEN,) * len(event.cards))),
    c.Fetched: (_seat, lambda event: event if event.zone == "rest" else replace(event, card=HIDDEN)),
    e.Announced: (lambda event: event.item.seat, lambda event: e.Announced(event.item)),
    c.Discarded: (_seat, lambda event: replace(event, numbers=())),
    e.Reacted: (_seat, lambda event: replace(event, answer=None)),
    e.Asked: (lambda event: event.frame.seat, lambda event: e.Asked(_frame(event.frame, None))),
    e.Chose: (_seat, lambda event: replace(event, picks=None) if event.secret else event),
}
"""For each event that is not open to all, who sees it whole, and what all others see of it."""
