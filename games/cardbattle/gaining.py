"""What players gain: action points and mana, from effects and from what they have in play."""

from collections.abc import Iterator, Mapping

from games.cardbattle.blocks import Gain
from games.cardbattle.cards import When
from games.cardbattle.costs import Mana, joint
from games.cardbattle.events import Gained
from games.cardbattle.field import Field
from games.cardbattle.state import State
from games.cardbattle.triggers import gives_at_once


def gain(state: State, seat: int, ap: int, mana: Mapping[str, int]) -> Iterator[Gained]:
    """Let a player gain, as far as there is room for it in their pool."""
    if (fitting := room(state, seat, mana)) or ap:
        yield Gained(seat, ap, fitting)


def room(state: State, seat: int, mana: Mapping[str, int]) -> Mana:
    """Give how much of some mana there is room for in a player's pool."""
    if (limit := state.pool_limit) is None:
        return dict(mana)
    pool = state.sides[seat].mana
    left = {kinds: min(amount, limit - pool.get(kinds, 0)) for kinds, amount in mana.items()}
    return {kinds: amount for kinds, amount in left.items() if amount > 0}


def given(state: State, seat: int, when: When) -> tuple[int, Mana]:
    """Give what the things that a seat controls let it gain at its refill, or when it refreshes."""
    field = Field(state)
    gains = [
        block
        for number, thing in state.things.items()
        if thing.controller == seat
        for skill in state.card(number).skills
        if skill.when == when and gives_at_once(skill) and field.holds(skill.condition, seat, number)
        for block in skill.effects
        if isinstance(block, Gain)
    ]
    return sum(block.ap for block in gains), joint(*(block.mana for block in gains))
