"""Which plays can be made, and what to tell a player whose play cannot (rules 5, 7 to 9 and 16)."""

from collections.abc import Iterable, Sequence

from games.fia import chains
from games.fia.cards import CARDS, Code, face, in_order
from games.fia.state import SEATS, Side, Stage, State
from games.kit.errors import Illegal
from games.kit.protocol import Choice
from games.kit.text import Joined, Phrase, Player, joined, phrase, plural

_GOES_ON: dict[Code, frozenset[Code]] = {
    code: frozenset(
        other.code
        for other in CARDS.values()
        if not card.colour or other.colour == card.colour or other.number == card.number
    )
    for code, card in CARDS.items()
}
"""The cards on which each can be played: those of its colour or number, and all of them for a white one."""

_DRAW = Choice("draw", least=0, most=0)
_TOP = Choice("top", least=0, most=0)
_PASS = Choice("pass", least=0, most=0)


def show(codes: Sequence[Code]) -> Joined | Phrase:
    """Show some cards in order, or that there are none."""
    return joined(*map(face, in_order(codes))) if codes else phrase("nothing")


def open_cards(state: State, seat: int) -> list[Code]:
    """Give the cards of which a player's first one must match one (rule 7); none: anything may be played.

    They are the coloured cards that lie face-up on the field, else the topmost coloured card of the opponent's discard.
    """
    field = [code for side in state.sides for code in side.board if CARDS[code].colour]
    if field:
        return field
    discard = state.sides[1 - seat].discard
    return next(([code] for code in reversed(discard) if CARDS[code].colour), [])


def fitting(codes: Iterable[Code], on: Sequence[Code]) -> list[Code]:
    """Give those of some cards that can be played first where these lie open."""
    return [code for code in codes if not (on and _GOES_ON[code].isdisjoint(on))]


def check_turn(state: State, seat: int | None) -> int:
    """See that a seat can move now, and give it. Raises Illegal."""
    if seat is None or seat not in SEATS:
        raise Illegal(phrase("You are not in the duel."))
    if state.held:
        gone = next(number for number in SEATS if state.sides[number].held_until is not None)
        raise Illegal(phrase("The duel waits until {player} is back or out.", player=Player(gone)))
    if seat != state.current and state.stage in {Stage.FIRST, Stage.TURN}:
        raise Illegal(phrase("It is not your turn: {player} is to move.", player=Player(state.current)))
    return seat


def check_play(state: State, seat: int, cards: Sequence[Code]) -> None:
    """See that a seat holds these cards and can lay them in this order. Raises Illegal with the rule."""
    side = state.sides[seat]
    _check_held(side, cards)
    if state.stage is Stage.TIE and len(cards) > 1:
        raise Illegal(phrase("In a tie-break you lay one card."))
    if state.stage is Stage.FIRST and len(cards) > 1:
        raise Illegal(phrase("The first play of a duel is one card, without a chain."))
    if broken := chains.mistake(cards):
        raise Illegal(broken)
    if state.stage is Stage.TURN and not fitting(cards[:1], on := open_cards(state, seat)):
        raise Illegal(joined(_unfit(cards[0], on), _instead(fitting(dict.fromkeys(side.hand), on))))


def _unfit(card: Code, on: Sequence[Code]) -> Phrase:
    open_ = joined(*map(face, on))
    return phrase("{card} has neither colour nor number of a card that lies open: {open}.", card=face(card), open=open_)


def _instead(fit: Sequence[Code]) -> Phrase:
    """Tell what can be played first, these cards or none."""
    if fit:
        return phrase("You can begin with {fit}, or {draw}.", fit=show(fit), draw="draw")
    return phrase("Nothing that you hold has: {draw} plays none.", draw="draw")


def _check_held(side: Side, cards: Sequence[Code]) -> None:
    for code in cards:
        if code not in side.hand:
            raise Illegal(phrase("You have no {card}. You hold {hand}.", card=face(code), hand=show(side.hand)))
        if cards.count(code) > side.hand.count(code):
            raise Illegal(
                plural(
                    "You have {card} only {n} time, and named it {named} times.",
                    "You have {card} only {n} times, and named it {named} times.",
                    n=side.hand.count(code),
                    card=face(code),
                    named=cards.count(code),
                )
            )


def choices(state: State, seat: int) -> list[Choice]:
    """List all that a seat can do now; the kinds are the beginnings of what would be typed."""
    if seat not in state.acting:
        return []
    hand = state.sides[seat].hand
    different = tuple(dict.fromkeys(hand))
    if state.stage is Stage.TIE:
        return [Choice("play", different)]
    if state.stage is Stage.FIRST:
        return [Choice("play", different), _TOP]
    if state.stage is Stage.OPEN:
        return [*chains.choices(hand, different), _PASS]
    return [*chains.choices(hand, fitting(different, open_cards(state, seat))), _DRAW]
