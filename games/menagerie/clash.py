"""What would come of a combat, as a computer player thinks: who would be hurt, and how much that is worth."""

from collections.abc import Sequence

from games.cardbattle.appraisal import Appraisal
from games.cardbattle.commands import Ref


class Clash:
    """Some Creatures that could attack, and some that could defend against them."""

    def __init__(self, by: Appraisal, attackers: Sequence[int], defenders: Sequence[int], defender: int) -> None:
        self._by = by
        self._defender = defender
        field = by.field
        pairs = [(one, other) for one in attackers for other in defenders]
        self._does = {pair: field.against(*pair) for pair in (*pairs, *((other, one) for one, other in pairs))}

    def worth(self, attacking: Sequence[int], defending: Sequence[int]) -> float:
        """Tell what it is worth to the attacking side; each side names those of its own that it costs least."""
        by = self._by
        if not defending:
            return by.hurt(~self._defender, sum(map(by.field.highest, attacking)))
        few = min(len(attacking), len(defending))
        lost, won = self.losses(attacking, defending), self.losses(defending, attacking)
        return sum(sorted(won.values())[:few]) - sum(sorted(lost.values())[:few])

    def losses(self, own: Sequence[Ref], others: Sequence[Ref]) -> dict[Ref, float]:
        """Tell for each of some Creatures what it would cost to name it against some others."""
        return {number: self._by.hurt(number, sum(self._does[other, number] for other in others)) for number in own}
