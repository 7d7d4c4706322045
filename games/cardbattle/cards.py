"""What a card is, as data: its costs, its numbers and its skills. `games.cardbattle.loader` reads it from TOML."""

from enum import StrEnum
from functools import cached_property
from typing import Literal, TypeAlias

from msgspec import field

from games.cardbattle.blocks import AnyBlock, Change
from games.cardbattle.filters import Data, Filter
from games.kit.text import Colour

Code: TypeAlias = str
"""A card by what is typed for it: `dawn-lamb`."""

HIDDEN: Code = "?"
"""A card that the viewer may not see."""


class Role(StrEnum):
    """What becomes of a card that goes off. Each game says which of its types of cards have which role."""

    CREATURE = "creature"
    """It stays in play, can fight and be hurt."""
    LASTING = "lasting"
    """It stays in play."""
    ATTACHED = "attached"
    """It stays in play on the card that it was played on, and leaves with it."""
    ONCE = "once"
    """It is used up, in its player's own main step."""
    REACTION = "reaction"
    """It is used up, in reaction to something."""


class Cost(Data, frozen=True):
    """What a skill costs: `{ ap = 1, mana = { sun = 2 }, exhaust = true }`.

    `exhaust` exhausts its own card, `rest` puts that on the rest pile.
    """

    ap: int = 0
    mana: dict[str, int] = field(default_factory=dict)
    exhaust: bool = False
    rest: bool = False


class Target(Data, frozen=True):
    """What has to be named when a card or skill is announced: `{ where = { types = ["sprite"] }, most = 2 }`.

    `top` is what lies on top of the stack and need not be named; only the types of its `where` count, and none are
    all cards and skills.
    """

    what: Literal["card", "player", "top"] = "card"
    where: Filter = Filter()
    least: int = 1
    most: int = 1


class Condition(Data, frozen=True):
    """When a skill works: `{ turn = "own" }`, `{ where = { kinds = ["sun"] }, least = 3 }`, `{ life = 10 }`.

    In its controller's own `turn` or another's; with at least so many of those cards in play; with at most so much
    `life` left to its controller.
    """

    turn: Literal["any", "own", "other"] = "any"
    where: Filter | None = None
    least: int = 1
    life: int | None = None


When: TypeAlias = Literal[
    "passive", "use", "once", "attach",
    "refresh", "refill", "end", "plays", "enters", "leaves", "attacks", "defends", "fought", "hits", "hurt",
]  # fmt: skip
"""When a skill works.

`passive`: as long as its card is in play; `use`: activated by its controller; `once`: when the card goes off;
`attach`: says what a card can be played on; `refresh`: what it gives when its controller refreshes. The others are
triggers: at the `refill` of its controller, at the `end` of a turn, when somebody `plays` a card, when one `enters` or
`leaves` play, `attacks`, `defends`, has `fought`, `hits` others, or is `hurt`.
"""

UNTRIGGERED: frozenset[When] = frozenset(("passive", "use", "once", "attach", "refresh"))

ALWAYS = Condition()


class Skill(Data, frozen=True):
    """A skill. `of` says whose deeds trigger it, and is the card itself where it is left out.

    What it changes for a time stays so for the `turn`, or for as long as what is changed is in `play`.
    """

    when: When
    cost: Cost = Cost()
    targets: Target | None = None
    of: Filter | None = None
    condition: Condition = field(default=ALWAYS, name="if")
    effects: tuple[AnyBlock, ...] = ()
    duration: Literal["turn", "play"] = "turn"


class Card(Data, frozen=True, dict=True):
    """A card. `strength` is what it does to each kind when it fights, `life` how much it can take.

    `role` and `colour` follow from the type and the kinds, and do not stand in files.
    """

    id: Code
    name: str
    type: str
    role: Role
    colour: Colour = Colour.PLAIN
    kinds: tuple[str, ...] = ()
    ap: int = 0
    mana: dict[str, int] = field(default_factory=dict)
    strength: dict[str, int] = field(default_factory=dict)
    life: int = 0
    keywords: tuple[str, ...] = ()
    skills: tuple[Skill, ...] = ()

    @cached_property
    def fights(self) -> bool:
        """Whether it is a creature."""
        return self.role is Role.CREATURE

    @cached_property
    def reacts(self) -> bool:
        """Whether it is played in reaction to something, and only then."""
        return self.role is Role.REACTION

    @cached_property
    def stays(self) -> bool:
        """Whether it comes into play when it goes off."""
        return self.role is not Role.ONCE and self.role is not Role.REACTION

    @cached_property
    def stands(self) -> bool:
        """Whether it comes into play and lies on nothing there."""
        return self.stays and self.role is not Role.ATTACHED

    @cached_property
    def played(self) -> Skill | None:
        """The skill that says what the card needs, and does, when it is played."""
        return next((skill for skill in self.skills if skill.when in {"once", "attach"}), None)

    @cached_property
    def usable(self) -> int | None:
        """The place of its activated skill; a card has one at most."""
        return next((place for place, skill in enumerate(self.skills) if skill.when == "use"), None)

    @cached_property
    def passive(self) -> tuple[Skill, ...]:
        """Its passive skills."""
        return tuple(skill for skill in self.skills if skill.when == "passive")

    @cached_property
    def weakens(self) -> bool:
        """Whether a passive skill of it can take life from what is not hurt."""
        changes = (block for skill in self.passive for block in skill.effects if isinstance(block, Change))
        return any(
            change.value == "life" and (change.set is not None or not (isinstance(change.add, int) and change.add > 0))
            for change in changes
        )

    @cached_property
    def triggered(self) -> tuple[tuple[int, Skill], ...]:
        """Its triggered skills, with their places."""
        return tuple((place, skill) for place, skill in enumerate(self.skills) if skill.when not in UNTRIGGERED)
