"""What would come of a den, as a computer player thinks: who would be charmed, and how much that is worth."""

from collections.abc import Sequence

from games.cardbattle.appraisal import Appraisal
from games.cardbattle.commands import Ref


class Meeting:
    """Some charging Sprites against some meeting ones. `worth` is what it is worth to who charges.

    `faced` are those of the side with more Sprites that the other side has chosen; else those that are worth most.
    """

    def __init__(
        self,
        by: Appraisal,
        charging: Sequence[int],
        meeting: Sequence[int],
        defender: int,
        *,
        faced: Sequence[Ref] | None = None,
    ) -> None:
        self._by = by
        self._left = {number: by.field.left(number) for number in (*charging, *meeting)}
        self._charging = list(charging)
        self._meeting = list(meeting)
        self._defender = defender
        self._named = self._chosen(faced)
        self._lost: dict[Ref, int] = {}
        self.worth = self._outcome()

    def _chosen(self, faced: Sequence[Ref] | None) -> set[int]:
        charging, meeting = self._charging, self._meeting
        few, many = sorted((charging, meeting), key=len)
        if faced is None:
            faced = sorted(many, key=self._by.creature, reverse=True)[: len(few)]
        return {*few, *faced} if few and len(few) < len(many) else {*charging, *meeting}

    def _outcome(self) -> float:
        keywords = {number: self._by.field.keywords(number) for number in self._left}
        first = [number for number, words in keywords.items() if "generous" in words or "extra_generous" in words]
        self._give(first)
        second = [number for number, words in keywords.items() if "extra_generous" in words or "generous" not in words]
        self._give([number for number in second if self._left[number] > 0])
        return sum(
            self._by.hurt(ref, amount) * (-1 if ref in self._charging else 1) for ref, amount in self._lost.items()
        )

    def _give(self, givers: Sequence[int]) -> None:
        """Let some give charm, all at the same time."""
        field = self._by.field
        present = any(self._left[number] > 0 for number in self._meeting)
        taken: dict[Ref, int] = {}
        for number in givers:
            charges = number in self._charging
            for other in self._meeting if charges else self._charging:
                if other in self._named and self._left[other] > 0:
                    taken[other] = taken.get(other, 0) + field.against(number, other)
            if charges and (not present or "greedy" in field.keywords(number)):
                taken[~self._defender] = taken.get(~self._defender, 0) + field.highest(number)
        for ref, amount in taken.items():
            self._lost[ref] = self._lost.get(ref, 0) + amount
            if ref > 0:
                self._left[ref] -= amount
