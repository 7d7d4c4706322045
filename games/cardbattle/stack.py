"""What lies on the stack, and the window in which players may react to the top of it."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct, field

from games.cardbattle.cards import Code
from games.cardbattle.commands import Pass, Play, Ref, Use


class Item(Struct, frozen=True, tag=True, omit_defaults=True):
    """What was announced, frozen as it was. It goes off when it is the top of the stack and nobody reacts.

    A `card` from `seat`'s hand; the skill of a card in play, activated (`use`) or triggered by `cause` (`trigger`); or
    a move of the game, by its name. `fight`: it is a step of a fight, and ends with it.
    """

    id: int
    seat: int
    kind: str
    card: Code = ""
    source: int = 0
    skill: int = 0
    targets: tuple[Ref, ...] = ()
    cause: Ref = 0
    fight: bool = False


class Ask(Struct, frozen=True, omit_defaults=True):
    """What somebody has to choose: a description, never a closure. `word` is what they type before it.

    `zone` says what the candidates number: things in `play` or players; cards in the own `hand`; places from 1 in the
    own `rest` pile or `deck` (sorted); or triggered skills.
    """

    word: str
    candidates: tuple[Ref, ...]
    least: int = 1
    most: int = 1
    ordered: bool = False
    zone: Literal["play", "hand", "rest", "deck", "triggers"] = "play"

    @property
    def secret(self) -> bool:
        """Whether only who is asked can see the cards that it is about."""
        return self.zone in {"hand", "deck"}

    @property
    def default(self) -> tuple[Ref, ...]:
        """What is chosen for who does not: the fewest, of the lowest numbers; of players those of the first seats."""
        return tuple(sorted(self.candidates, key=abs)[: self.least])


class Frame(Struct, frozen=True, tag=True, omit_defaults=True):
    """Something that has stopped to ask a seat; it lies on the stack. Nothing else happens until it is answered.

    If it is an effect of the item that goes off, `step` is the place of its block, `chosen` what was chosen before, and
    `seats` who is asked next. For a triggered skill that needs targets, `item` is it. `fight`: it is a step of a fight,
    and ends with it.
    """

    id: int
    seat: int
    ask: Ask
    step: int | None = None
    chosen: tuple[Ref, ...] = ()
    seats: tuple[int, ...] = ()
    item: Item | None = None
    fight: bool = False


Reaction: TypeAlias = Play | Use


class Window(Struct):
    """Who may react to the top of the stack, in order of priority, and what those answer who have; it is secret."""

    asked: list[int]
    answers: dict[int, Play | Use | Pass] = field(default_factory=dict)

    @property
    def missing(self) -> list[int]:
        """Who has yet to answer."""
        return [seat for seat in self.asked if seat not in self.answers]

    @property
    def decided(self) -> bool:
        """Whether no further answer can change what happens: the first in order who reacts goes before all others."""
        for seat in self.asked:
            answer = self.answers.get(seat)
            if answer is None:
                return False
            if not isinstance(answer, Pass):
                return True
        return True

    @property
    def reactions(self) -> Iterator[tuple[int, Reaction]]:
        """Yield who reacts and with what, in order of priority."""
        for seat in self.asked:
            answer = self.answers.get(seat)
            if answer is not None and not isinstance(answer, Pass):
                yield seat, answer
