"""The tie-break: both have lost at the same time, so one card each decides (rule 14)."""

from collections.abc import Iterator, Sequence

from games.fia.cards import CARDS, Card, CardKind
from games.fia.commands import Command, Play
from games.fia.ends import win
from games.fia.events import Dealt, Event, LaidOut, Received, Repeated, Shuffled, Tied
from games.fia.legality import check_play
from games.fia.state import SEATS, End, State
from games.kit.errors import Illegal
from games.kit.rng import Rng
from games.kit.text import phrase

HAND = 7
"""Cards that both draw at the beginning, for a draw of the Free spread, and in a tie-break."""

LOW = 6
"""Special cards with a number up to this are no loss to a plain one."""

_STRIKES = {CardKind.ATTACK, CardKind.COUNTER}


def lose(state: State, losers: Sequence[int], why: End, rng: Rng) -> Iterator[Event]:
    """End the duel with a loser; with two begin a tie-break: all cards go back into the decks, and both draw anew."""
    if len(losers) == 1:
        yield win(1 - losers[0], why)
        return
    yield Tied()
    for seat in SEATS:
        yield shuffle(state, seat, rng)
        yield Dealt(seat, state.sides[seat].top(HAND))


def shuffle(state: State, seat: int, rng: Rng) -> Shuffled:
    """Shuffle all cards of a player into their deck."""
    return Shuffled(seat, tuple(rng.shuffled("deck", state.sides[seat].cards)))


def lay(state: State, seat: int, command: Command, rng: Rng) -> Iterator[Event]:
    """Lay a card in secret; when both have, compare them. Raises Illegal."""
    if not isinstance(command, Play):
        raise Illegal(phrase("In a tie-break you lay one card."))
    if seat in state.laid:
        raise Illegal(phrase("You have laid your card; the other one has not yet."))
    check_play(state, seat, command.cards)
    yield Received(seat, command.cards)
    yield from _compare_if_all_have(state, rng)


def time_out(state: State, seats: Sequence[int], rng: Rng) -> Iterator[Event]:
    """Lay a card by chance for each of those who have not in time."""
    for seat in seats:
        yield Received(seat, (rng.choice("tie", state.sides[seat].hand),))
    yield from _compare_if_all_have(state, rng)


def winner(first: Card, second: Card) -> int | None:
    """Tell which of two cards wins, 0 or 1; None: the tie-break is repeated."""
    if first.plain and second.plain:
        return _plain_winner(first, second)
    if first.plain or second.plain:
        special = second if first.plain else first
        repeats = special.number is not None and special.number <= LOW
        return None if repeats else 1 - int(first.plain)
    return None


def _plain_winner(first: Card, second: Card) -> int | None:
    one, two = first.number or 0, second.number or 0
    strikes = first.kind in _STRIKES, second.kind in _STRIKES
    if strikes == (True, True):
        return None if one == two else int(two > one)
    if strikes == (True, False):
        return None if two > one else 0
    if strikes == (False, True):
        return None if one > two else 1
    return None


def _compare_if_all_have(state: State, rng: Rng) -> Iterator[Event]:
    if state.missing:
        return
    cards = [state.laid[seat].cards for seat in SEATS]
    for seat in SEATS:
        yield LaidOut(seat, cards[seat])
    first, second = (CARDS[laid[0]] for laid in cards)
    if (best := winner(first, second)) is not None:
        yield win(best, End.TIE)
    elif state.repeats >= state.options.tie_repeats:
        yield win(rng.below("tie winner", 2), End.CHANCE)
    else:
        yield from _repeat(state, rng)


def _repeat(state: State, rng: Rng) -> Iterator[Event]:
    """Let both drop everything and draw anew; a deck that has too few cards is reshuffled."""
    yield Repeated()
    for seat in SEATS:
        side = state.sides[seat]
        if len(side.deck) < HAND:
            yield shuffle(state, seat, rng)
        yield Dealt(seat, side.top(HAND))
