"""What a play is worth to whoever makes it, as far as they can know. The weights were found by playing."""

from dataclasses import dataclass

from games.fia.battle import DRAWN
from games.fia.cards import CARDS, Card, CardKind, Code
from games.fia.chains import worths
from games.fia.options import Spread
from games.fia.view import View

DECISIVE = 1000.0
"""More than anything but the end of the duel is worth."""
REPEATS = 6.5
"""How good it is to have a tie-break repeated: better than a 6 that strikes, and worse than a 7."""


@dataclass(frozen=True)
class Weights:
    """What things are worth in LP.

    `thrown`: a point of an attack that the opponent can still answer; `stocked`: a point of a stockpile; `drawn`: a
    card that is drawn; `plain` and `special`: a card that is kept, `value` more for each point of its value.
    """

    thrown: float
    stocked: float
    drawn: float
    plain: float
    value: float
    special: float


WEIGHTS: dict[Spread, Weights] = {
    "palette": Weights(thrown=0.7, stocked=0.5, drawn=1.5, plain=0.8, value=0.1, special=2.0),
    "free": Weights(thrown=0.7, stocked=0.5, drawn=0.8, plain=0.1, value=0.1, special=0.5),
}


@dataclass
class _Outcome:
    """What a play comes to. `attack` waits for the player, who has stockpiled `stock` and the opponent `shelter`."""

    waits: bool
    attack: int
    stock: int
    shelter: int
    dealt: int = 0
    taken: int = 0
    healed: int = 0
    thrown: int = 0
    stocked: int = 0
    drawn: int = 0
    broken: int = 0

    def play(self, card: Card, factor: int) -> None:
        """Count in what a card does."""
        value = card.number * factor
        match card.kind:
            case CardKind.ATTACK:
                self.thrown += value
            case CardKind.DEFEND if self.waits:
                self.attack = max(0, self.attack - value)
            case CardKind.DEFEND:
                self.stocked += value
            case CardKind.HEAL:
                self.healed += value
            case CardKind.COUNTER:
                self._counter(value)
            case CardKind.DUAL:
                self.stocked -= self.stock
                self.stock = 0
            case kind:
                self.drawn += DRAWN.get(kind, 0) * factor

    def land(self) -> None:
        """Let the attack land that still waits."""
        if self.waits:
            self.taken += max(0, self.attack - self.stock)

    def _counter(self, value: int) -> None:
        attack = self.attack
        dealt = value if attack > value else value - attack
        self.dealt += max(0, dealt - self.shelter)
        self.taken += max(0, attack - value - self.stock)
        if dealt:
            self.broken += min(dealt, self.shelter)
            self.shelter = 0
        self.waits, self.attack = False, 0


class Appraisal:
    """Appraises the plays that somebody can make."""

    def __init__(self, view: View) -> None:
        me = view.viewer or 0
        self._own, self._other = view.sides[me], view.sides[1 - me]
        self._weights = WEIGHTS[view.options.spread]

    def worth(self, cards: tuple[Code, ...]) -> float:
        """Tell what it is worth to lay these cards; none is to play none."""
        own, other, weights = self._own, self._other, self._weights
        outcome = _Outcome(
            own.pending > 0,
            max(0, own.pending - own.guard),
            sum(stocked.worth for stocked in own.stock),
            sum(stocked.worth for stocked in other.stock),
        )
        for card, factor in worths(cards):
            outcome.play(card, factor)
        outcome.land()
        thrown = max(0, outcome.thrown - outcome.shelter)
        return (
            outcome.dealt
            - outcome.taken
            + outcome.healed
            + weights.thrown * thrown
            + weights.stocked * (outcome.stocked + outcome.broken + min(outcome.thrown, outcome.shelter))
            + weights.drawn * min(outcome.drawn, own.deck - 1)
            - sum(map(self._kept, cards))
            + DECISIVE * ((other.lp <= outcome.dealt) - (own.lp + outcome.healed <= outcome.taken))
        )

    @property
    def idle(self) -> float:
        """What it is worth to play none, which draws a card more."""
        return self.worth(()) + self._weights.drawn

    def _kept(self, code: Code) -> float:
        """Tell what a card is worth in the hand."""
        card = CARDS[code]
        return self._weights.plain + self._weights.value * card.number if card.plain else self._weights.special


def strength(code: Code) -> float:
    """Tell how good a card is in a tie-break: what strikes by its value, then other plain cards, then white ones.

    A special card with a number cannot lose, but only has it repeated.
    """
    card = CARDS[code]
    if card.kind in {CardKind.ATTACK, CardKind.COUNTER}:
        return card.number
    if card.plain:
        return card.number - 10
    return REPEATS if card.number else -10
