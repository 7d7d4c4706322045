"""Chance that nobody can predict and everybody can check: a keyed counter.

Draw number n is the n-th 64-bit number of the stream BLAKE2b(key, counter) for counter 0, 1, 2 ...; each 64-byte block
gives eight numbers, little-endian. A number below k is taken by rejection, so there is no modulo bias. The same key
gives the same draws on every Python. Every draw says what it is for (`what`): scenarios force draws by that name.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from itertools import accumulate
from struct import Struct as Layout
from typing import Generic, TypeVar

T = TypeVar("T")

ALGORITHM = "blake2b-counter-1"
_BLOCK = Layout("<8Q")
_RANGE = 1 << 64


class Table(Generic[T]):
    """Outcomes with whole-number weights, ready to be drawn from: `Table("bonus", {0: 70, 1: 20, 2: 7, 3: 3})`."""

    def __init__(self, what: str, weights: Mapping[T, int]) -> None:
        self.what = what
        self.outcomes: tuple[T, ...] = tuple(weights)
        self.bounds: tuple[int, ...] = tuple(accumulate(weights.values()))
        self.total = self.bounds[-1]


class Rng:
    """The match's own chance. `position` counts the numbers taken; the journal keeps it with every entry."""

    def __init__(self, key: bytes, position: int = 0) -> None:
        self._key = key
        self.position = position
        self._block_number = -1
        self._block: tuple[int, ...] = ()

    def _next(self) -> int:
        number, index = divmod(self.position, 8)
        if number != self._block_number:
            digest = blake2b(number.to_bytes(8, "little"), key=self._key).digest()
            self._block = _BLOCK.unpack(digest)
            self._block_number = number
        self.position += 1
        return self._block[index]

    def below(self, what: str, n: int) -> int:
        """Draw a whole number from 0 to n - 1, each equally likely. Raises ValueError unless n is from 1 to 2**64."""
        if not 0 < n <= _RANGE:
            raise ValueError(f"cannot draw one of {n} numbers for {what}")
        limit = _RANGE - _RANGE % n
        while (number := self._next()) >= limit:
            continue
        return number % n

    def between(self, what: str, least: int, most: int) -> int:
        """Draw a whole number from `least` to `most`, both included."""
        return least + self.below(what, most - least + 1)

    def percent(self, what: str, chance: int) -> bool:
        """Tell whether something that happens in `chance` % of cases happens now."""
        return self.below(what, 100) < chance

    def pick(self, table: Table[T]) -> T:
        """Draw one outcome of a table by its weights."""
        return table.outcomes[bisect_right(table.bounds, self.below(table.what, table.total))]

    def choice(self, what: str, outcomes: Sequence[T]) -> T:
        """Draw one of some equally likely outcomes."""
        return outcomes[self.below(what, len(outcomes))]

    def shuffled(self, what: str, things: Iterable[T]) -> list[T]:
        """Give the things in random order (Fisher and Yates)."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(what, last + 1)
            order[last], order[other] = order[other], order[last]
        return order


class Forced(Rng):
    """Chance with some draws decided beforehand, for scenarios: `Forced(key, bonus=[0], item=["R", "++"])`.

    A forced draw still takes a number, so positions are as in a real match. What is not forced is drawn by chance.
    """

    def __init__(self, key: bytes = b"scenario", /, **draws: Iterable[object]) -> None:
        super().__init__(key)
        self._forced: dict[str, list[object]] = {}
        self.force(**draws)

    def force(self, **draws: Iterable[object]) -> None:
        """Decide further draws of these names, in order, after those already decided."""
        for what, outcomes in draws.items():
            self._forced.setdefault(what, []).extend(outcomes)

    @property
    def unused(self) -> dict[str, list[object]]:
        """What was forced and has not been drawn: empty at the end of an exact scenario."""
        return {what: outcomes for what, outcomes in self._forced.items() if outcomes}

    def _forced_index(self, what: str, outcomes: Sequence[object]) -> int | None:
        if not self._forced.get(what):
            return None
        self._next()
        return outcomes.index(self._forced[what].pop(0))

    def below(self, what: str, n: int) -> int:
        """Draw as `Rng.below`, or take the forced number."""
        index = self._forced_index(what, range(n))
        return super().below(what, n) if index is None else index

    def between(self, what: str, least: int, most: int) -> int:
        """Draw as `Rng.between`; the forced number lies between `least` and `most`."""
        index = self._forced_index(what, range(least, most + 1))
        return super().between(what, least, most) if index is None else least + index

    def percent(self, what: str, chance: int) -> bool:
        """Draw as `Rng.percent`; the forced outcome is True or False."""
        index = self._forced_index(what, (False, True))
        return super().percent(what, chance) if index is None else bool(index)

    def pick(self, table: Table[T]) -> T:
        """Draw as `Rng.pick`; the forced outcome is one of the table's."""
        index = self._forced_index(table.what, table.outcomes)
        return super().pick(table) if index is None else table.outcomes[index]

    def choice(self, what: str, outcomes: Sequence[T]) -> T:
        """Draw as `Rng.choice`; the forced outcome is one of the given."""
        index = self._forced_index(what, outcomes)
        return super().choice(what, outcomes) if index is None else outcomes[index]
