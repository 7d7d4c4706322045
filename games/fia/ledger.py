"""The ledger: what each event changes in LP, which are the points, how the players stand, and who won."""

from collections.abc import Callable
from typing import Any

from games.fia import events as e
from games.fia.state import State
from games.kit.protocol import Posting, Result, Standing


def postings(event: e.Event) -> list[Posting]:
    """Tell what an event changes in the ledger."""
    rule = _POSTINGS.get(type(event))
    return [posting for posting in rule(event) if posting.delta] if rule else []


def standings(state: State) -> list[Standing]:
    """Tell how both players stand."""
    return [
        Standing(number, side.kind, team="", points=side.lp, coins=0, items={}, present=side.present)
        for number, side in enumerate(state.sides)
    ]


def result(state: State) -> Result | None:
    """Give the places once the duel is over."""
    return Result(state.places) if state.over else None


def _lp(seat: int, delta: int, reason: str) -> Posting:
    return Posting(seat, "points", delta, reason)


_POSTINGS: dict[type[e.Event], Callable[[Any], list[Posting]]] = {
    e.LifeSet: lambda event: [_lp(event.seat, event.lp, "start")],
    e.Healed: lambda event: [_lp(event.seat, event.amount, "heal")],
    e.Landed: lambda event: [_lp(event.seat, -event.amount, "attack")],
    e.Countered: lambda event: [
        _lp(1 - event.seat, -event.dealt, "counter"),
        _lp(event.seat, -event.taken, "attack"),
    ],
}
