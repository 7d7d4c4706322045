"""The blocks of which the effects of skills are built. In a card file the field `do` names one.

Each block has an example, as it stands in a file. Where a block asks somebody to choose, they do so when it goes off.
"""

from typing import Literal, TypeAlias

from msgspec import field

from games.cardbattle.filters import Amount, Data, Filter, Reference


class Block(Data, frozen=True, tag_field="do", tag=str.lower):
    """Base of the blocks."""


class Hit(Block, frozen=True):
    """Hurt creatures or players: `{ do = "hit", to = "target", amount = 3 }`."""

    to: Reference
    amount: Amount


class Mend(Block, frozen=True):
    """Give back life to creatures, up to what they can have, or to players.

    `{ do = "mend", to = "you", amount = 2 }`
    """

    to: Reference
    amount: Amount


class Draw(Block, frozen=True):
    """Let players draw cards, or the controllers of cards: `{ do = "draw", to = "you", amount = 2 }`."""

    to: Reference = "you"
    amount: Amount = 1


class Discard(Block, frozen=True):
    """Let players discard cards of their choice, or by chance.

    `{ do = "discard", to = "opponents", random = true }`
    """

    to: Reference = "you"
    amount: int = 1
    random: bool = False


class Gain(Block, frozen=True):
    """Give players action points, and mana of one kind or good for several.

    `{ do = "gain", ap = 1, mana = { "sun/moon" = 1 } }`
    """

    to: Reference = "you"
    ap: int = 0
    mana: dict[str, int] = field(default_factory=dict)


class Exhaust(Block, frozen=True):
    """Exhaust cards: `{ do = "exhaust", to = "target" }`."""

    to: Reference


class Refresh(Block, frozen=True):
    """Refresh cards: `{ do = "refresh", to = { types = ["sprite"], side = "yours" } }`."""

    to: Reference


class Move(Block, frozen=True):
    """Take cards out of play to their owner's hand or rest pile, or under their deck.

    `{ do = "move", to = "target", into = "hand" }`
    """

    to: Reference
    into: Literal["hand", "rest", "deck"]


class Fetch(Block, frozen=True):
    """Choose cards of your rest pile or deck, which is shuffled: `{ do = "fetch", zone = "rest", into = "hand" }`.

    Only types and kinds count in `where`.
    """

    zone: Literal["rest", "deck"]
    into: Literal["hand", "play"]
    where: Filter = Filter()
    amount: int = 1


class Change(Block, frozen=True):
    """Change a value of cards or players: `{ do = "change", to = "self", value = "life", add = 2 }`.

    Values of cards are `life`, `strength` (against all kinds) and each kind by its name; what cards in hand cost is
    `ap`; values of players are `draw_cost`, `refresh_cost`, `hand_limit` and `backwards`: behind the turn of who has an
    odd number there the turns go round the other way. `set` comes before what is added.
    """

    to: Reference
    value: str
    add: Amount = 0
    set: int | None = None


class Grant(Block, frozen=True):
    """Give cards a keyword, or one more kind: `{ do = "grant", to = "self", keyword = "greedy" }`."""

    to: Reference
    keyword: str = ""
    kind: str = ""


class Counter(Block, frozen=True):
    """Take what lies on top of the stack off it, so that it does not happen: `{ do = "counter" }`."""


class Take(Block, frozen=True):
    """Get control of cards: `{ do = "take", to = "target" }`."""

    to: Reference


class Choose(Block, frozen=True):
    """Choose cards in play when it goes off, for `chosen`: `{ do = "choose", where = { side = "yours" }, most = 2 }`.

    `by` says who chooses; what is theirs is seen from them.
    """

    where: Filter
    by: Literal["you", "opponents"] = "you"
    least: int = 1
    most: int = 1


AnyBlock: TypeAlias = (
    Hit | Mend | Draw | Discard | Gain | Exhaust | Refresh | Move | Fetch | Change | Grant | Counter | Take | Choose
)
"""Any block."""
