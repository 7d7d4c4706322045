"""What cards do to the bank, and how it pays (rules 12 to 15, 18 and 19)."""

from collections.abc import Iterator

from games.ion.events import Banked, Dumped, Event
from games.ion.items import CARDS, Card, Item
from games.ion.state import State, Team


def play_card(state: State, seat: int, item: Item, factor: int) -> Iterator[Event]:
    """Put a card's points into the bank and move its polarity; dump it where that is due."""
    card = CARDS[item]
    points = _points(state, card) * factor
    if state.dump_due:
        before = state.polarity
        yield Banked(points, before)
        yield dump(state, seat, _side(before))
        return
    polarity = _moved(state, card)
    yield Banked(points, polarity)
    if state.dump_due:
        yield dump(state, seat, _side(polarity))


def dump(state: State, seat: int, team: Team) -> Dumped:
    """Say who gets what when a seat dumps the bank to a team."""
    members = state.members(team)
    if seat in members:
        share = state.bank // (len(members) + 1)
        shares = dict.fromkeys(members, share)
        shares[seat] = state.bank - share * (len(members) - 1)
    else:
        shares = even_shares(state, team)
    return Dumped(seat, team, shares)


def even_shares(state: State, team: Team) -> dict[int, int]:
    """Divide the bank evenly among a team; what does not divide is left over."""
    members = state.members(team)
    return dict.fromkeys(members, state.bank // len(members)) if members else {}


def final_shares(state: State) -> dict[int, int]:
    """Divide the bank after the last round: the side of its polarity gets it, at 0 nobody."""
    return even_shares(state, _side(state.polarity)) if state.polarity else {}


def _side(polarity: int) -> Team:
    return "+" if polarity > 0 else "-"


def _points(state: State, card: Card) -> int:
    return 0 if card.neutral and state.polarity else card.points


def _moved(state: State, card: Card) -> int:
    polarity = state.polarity
    if card.neutral:
        distance = min(card.level, abs(polarity))
        return polarity - distance if polarity > 0 else polarity + distance
    if state.charge:
        return polarity + card.step
    limit = state.options.limit
    return max(-limit, min(limit, polarity + card.step))
