"""What a move brings: items, coins, a trade, and now and then a theft (rules 20 to 23)."""

from functools import cache

from games.ion.events import Gained
from games.ion.evolve import TRADE_PRICE
from games.ion.items import ITEM_TABLE, OBJECT_TABLE, REVERSE, STRETCH, Item
from games.ion.state import State
from games.kit.rng import Rng, Table

TRADED: tuple[Item, ...] = (REVERSE, "S", STRETCH)
STOLEN = (100, 200, 300, 400, 500)


def gains(state: State, seat: int, rng: Rng) -> Gained:
    """Draw what a move of the seat brings."""
    drawn = _draw_items(state, seat, rng)
    coins = rng.between("coins", 1, 10) if rng.percent("coin", 50) else 0
    traded = rng.choice("trade", TRADED) if state.seats[seat].coins + coins >= TRADE_PRICE else None
    if not rng.percent("theft", 4):
        return Gained(seat, drawn, coins, traded)
    return Gained(seat, drawn, coins, traded, rng.choice("stolen", STOLEN), rng.pick(OBJECT_TABLE))


def _draw_items(state: State, seat: int, rng: Rng) -> tuple[Item, ...]:
    """Draw one item always, and the bonus as far as the hand has room for it."""
    bonus = rng.pick(_bonus_table(state.options.bonus))
    if not bonus:
        return (rng.pick(ITEM_TABLE),)
    room = state.options.hand_limit - state.seats[seat].size - 1
    return tuple(rng.pick(ITEM_TABLE) for _ in range(1 + max(0, min(bonus, room))))


@cache
def _bonus_table(chances: tuple[int, int, int, int]) -> Table[int]:
    return Table("bonus", dict(enumerate(chances)))
