"""What is to be paid, whether it can be, and with what: the most restricted mana goes first."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from games.cardbattle.state import Side

Mana: TypeAlias = dict[str, int]
"""So much mana of each kind, or of several kinds: `{ "sun": 2, "moon/star": 1 }`."""

SEVERAL = "/"
"""Stands between the kinds for which the same mana is good."""


class Bill(NamedTuple):
    """What a player has to pay. Of the mana `asked`, another player, has to pay as much as they can.

    `given`: what they get because the mana need not be paid.
    """

    seat: int
    ap: int
    mana: Mapping[str, int]
    asked: int | None = None
    given: Mapping[str, int] | None = None


def payment(side: Side, bill: Bill) -> Mana | None:
    """Give the mana with which a player pays a bill; None if they cannot.

    Mana of one kind goes before mana of several, unless only the other way round everything can be paid.
    """
    if bill.ap > side.ap:
        return None
    for kind, count in bill.mana.items():
        if side.mana.get(kind, 0) < count:
            break
    else:
        return dict(bill.mana)
    if not any(SEVERAL in kinds for kinds in side.mana):
        return None
    for kind, count in bill.mana.items():
        if sum(amount for kinds, amount in side.mana.items() if kind in kinds.split(SEVERAL)) < count:
            return None
    pool, wanted, spent = dict(side.mana), dict(bill.mana), Mana()
    if not _enough(pool, wanted):
        return None
    for kind in (kind for kind, count in bill.mana.items() for _ in range(count)):
        wanted[kind] -= 1
        kinds = _most_restricted(pool, wanted, kind)
        spent[kinds] = spent.get(kinds, 0) + 1
    return spent


def shares(sides: Sequence[Side], bill: Bill) -> dict[int, Mana] | None:
    """Give the mana with which each player pays their part of a bill; None if they cannot."""
    if bill.asked is None or bill.asked == bill.seat:
        mana = payment(sides[bill.seat], bill)
        return None if mana is None else {bill.seat: mana}
    wanted, rest = _divided(sides[bill.asked], bill)
    mine = payment(sides[bill.seat], Bill(bill.seat, bill.ap, rest))
    theirs = payment(sides[bill.asked], wanted)
    return None if mine is None or theirs is None else {bill.seat: mine, bill.asked: theirs}


def _divided(side: Side, bill: Bill) -> tuple[Bill, Mana]:
    """Divide the mana of a bill into what who is asked can pay, and the rest."""
    wanted, rest = Bill(bill.seat, 0, {}), Mana()
    for kind in (kind for kind, count in bill.mana.items() for _ in range(count)):
        more = wanted._replace(mana=joint(wanted.mana, {kind: 1}))
        if payment(side, more) is None:
            rest = joint(rest, {kind: 1})
        else:
            wanted = more
    return wanted, rest


def joint(*manas: Mapping[str, int]) -> Mana:
    """Add mana to mana."""
    total: Mana = {}
    for kinds, amount in _all(manas):
        total[kinds] = total.get(kinds, 0) + amount
    return total


def _all(manas: Iterable[Mapping[str, int]]) -> Iterator[tuple[str, int]]:
    for mana in manas:
        yield from mana.items()


def _most_restricted(pool: Mana, wanted: Mana, kind: str) -> str:
    """Take a unit of the most restricted mana for a kind that leaves enough for all else; there is some."""
    fitting = (kinds for kinds, amount in pool.items() if amount and kind in kinds.split(SEVERAL))
    for kinds in sorted(fitting, key=lambda kinds: kinds.count(SEVERAL)):
        pool[kinds] -= 1
        if _enough(pool, wanted):
            return kinds
        pool[kinds] += 1
    raise ValueError(f"there is no mana for {kind}")


def _enough(pool: Mana, wanted: Mana) -> bool:
    """Tell whether all can be paid: for any of the kinds together there is as much mana as is wanted of them."""
    kinds = [kind for kind, count in wanted.items() if count]
    return all(
        sum(wanted[kind] for kind in some)
        <= sum(amount for of, amount in pool.items() if not set(some).isdisjoint(of.split(SEVERAL)))
        for size in range(1, len(kinds) + 1)
        for some in combinations(kinds, size)
    )
