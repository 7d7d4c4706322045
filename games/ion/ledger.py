"""The ledger: what each event changes in points, coins and items, how the seats stand, and who won."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from games.ion import events as e
from games.ion.evolve import TRADE_PRICE
from games.ion.items import Item
from games.ion.state import TEAMS, State
from games.kit.protocol import Posting, Result, Standing

BANK = None
"""The ledger's name for the bank."""


def postings(event: e.Event) -> list[Posting]:
    """Tell what an event changes in the ledger."""
    rule = _POSTINGS.get(type(event))
    return [posting for posting in rule(event) if posting.delta] if rule else []


def standings(state: State) -> list[Standing]:
    """Tell how every seat stands; what a leaver put aside stays with their seat."""
    return [
        Standing(number, seat.kind, seat.team, seat.points, seat.coins, dict(seat.hand), seat.present)
        for number, seat in enumerate(state.seats)
    ]


def result(state: State) -> Result | None:
    """Give places by points to those who play at the end and can win; equals share a place (rule 12)."""
    if not state.over:
        return None
    teams: dict[str, int] = {team: sum(seat.points for seat in state.seats if seat.team == team) for team in TEAMS}
    if not state.scored:
        return Result({}, teams)
    totals = sorted((state.seats[seat].points for seat in state.players), reverse=True)
    return Result({seat: 1 + totals.index(state.seats[seat].points) for seat in sorted(state.players)}, teams)


def _points(seat: int | None, delta: int, reason: str) -> Posting:
    return Posting(seat, "points", delta, reason)


def _coins(seat: int, delta: int, reason: str) -> Posting:
    return Posting(seat, "coins", delta, reason)


def _items(seat: int, items: Sequence[Item], reason: str, sign: int = 1) -> Iterator[Posting]:
    for item in dict.fromkeys(items):
        yield Posting(seat, "item", sign * items.count(item), reason, item)


def _paid(shares: dict[int, int], reason: str) -> Iterator[Posting]:
    """Post what the bank paid."""
    yield _points(BANK, -sum(shares.values()), reason)
    for seat, share in shares.items():
        yield _points(seat, share, reason)


def _gained(event: e.Gained) -> Iterator[Posting]:
    seat = event.seat
    yield from _items(seat, event.drawn[:1], "drawn")
    yield from _items(seat, event.drawn[1:], "bonus")
    yield _coins(seat, event.coins, "found")
    if event.traded is not None:
        yield _coins(seat, -TRADE_PRICE, "trade")
        yield from _items(seat, (event.traded,), "trade")
    if event.stolen:
        yield _points(seat, -event.stolen, "theft")
    if event.gift is not None:
        yield from _items(seat, (event.gift,), "gift")


def _took(event: e.Took) -> Iterator[Posting]:
    if event.victim is not None:
        yield from _items(event.victim, (event.item,), "taken", -1)
        yield from _items(event.seat, (event.item,), "taken")


def _departed(event: e.Departed) -> Iterator[Posting]:
    yield _points(event.seat, -event.forfeit, "forfeit")
    for seat, share in event.shares.items():
        yield _points(seat, share, "forfeit")
    yield _points(BANK, event.rest, "forfeit")


def _round_ended(event: e.RoundEnded) -> Iterator[Posting]:
    yield from _paid(event.shares, "payout")
    yield _points(BANK, -event.void, "void")


_POSTINGS: dict[type[e.Event], Callable[[Any], Iterable[Posting]]] = {
    e.Dealt: lambda event: _items(event.seat, event.items, "deal"),
    e.Played: lambda event: _items(event.seat, event.items, "played", -1),
    e.Banked: lambda event: [_points(BANK, event.points, "card")],
    e.Dumped: lambda event: _paid(event.shares, "dump"),
    e.Took: _took,
    e.Gained: _gained,
    e.Missed: lambda event: [_points(event.seat, -event.penalty, "timeout")],
    e.Pitied: lambda event: _items(event.seat, (event.item,), "pity"),
    e.Departed: _departed,
    e.RoundEnded: _round_ended,
    e.Ended: lambda event: [_points(BANK, -event.void, "void")],
}
