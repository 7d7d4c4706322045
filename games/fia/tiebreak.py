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
    if _beats(first, second):
        return 0
    return 1 if _beats(second, first) else None


def _beats(card: Card, other: Card) -> bool:
    """Tell whether a card wins against another one, by the table of rule 14."""
    if not card.plain:
        return False
    if not other.plain:
        return not 0 < other.number <= LOW
    if card.kind not in _STRIKES:
        return False
    return card.number > other.number if other.kind in _STRIKES else card.number >= other.number


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
        yield win(rng.choice("tie winner", SEATS), End.CHANCE)
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
