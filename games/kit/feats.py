"""Games in which some of what players do is worth a record: the largest dump, the fastest quick draw."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from games.kit.protocol import Entry
from games.kit.text import Phrase

Unit: TypeAlias = Literal["points", "ms", "wins"]


class Feat(Struct, frozen=True):
    """What there is a record of: `about` names it, such as "largest dump"; with `least` the smallest value is best."""

    about: Phrase
    unit: Unit
    least: bool = False


class Deed(NamedTuple):
    """That a seat has done something of which there is a record; `value` is in the feat's unit."""

    seat: int
    feat: str
    value: int


@runtime_checkable
class Notable(Protocol):
    """A game that has records; games need not."""

    @property
    def feats(self) -> Mapping[str, Feat]:
        """What there are records of, by a word."""
        ...

    def deeds(self, log: Iterable[Entry]) -> Iterator[Deed]:
        """Yield what was done in a match that has ended, by its log, which is read once and in order."""
        ...


def feats_of(game: object) -> Mapping[str, Feat]:
    """Give what a game has records of; nothing in one that does not say."""
    return game.feats if isinstance(game, Notable) else {}


def best_deeds(game: object, log: Iterable[Entry]) -> dict[tuple[int, str], int]:
    """Give the best value of what each seat did, by seat and feat. The log may be left unread."""
    best: dict[tuple[int, str], int] = {}
    if isinstance(game, Notable):
        for seat, feat, value in game.deeds(log):
            better = min if game.feats[feat].least else max
            best[seat, feat] = better(value, best.get((seat, feat), value))
    return best
