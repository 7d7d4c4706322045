"""What things, cards and skills are worth to a player, in points of life, as far as that player can know.

It looks one move ahead and no further. The numbers were found by playing; they are tastes, not rules.
"""

from collections.abc import Callable, Sequence
from typing import Any

from games.cardbattle import blocks as b
from games.cardbattle.cards import Card, Role, Skill
from games.cardbattle.commands import Play, Ref, Use
from games.cardbattle.field import Field
from games.cardbattle.filters import Filter, Reference
from games.cardbattle.legality import usable
from games.cardbattle.stack import Reaction
from games.cardbattle.state import State

AP = 0.4
"""What an action point is worth while there is something to do with it."""

_RESERVE, _RESERVED = 2, 0.6
"""So many of them are worth more, with creatures that could defend."""

DRAWN = 2.6
_COUNTERED = 3.0
_LOST_CARD = 1.2
_KILL = 100.0
_LASTING = 3.2
_EXHAUSTED = 1.6
_ALSO = 1.6
_SOURCE, _ENOUGH = 6.0, 4
"""What a card is worth that gives mana, up to so many of them."""


class Appraisal:
    """What the seat that sees a view thinks of what it could do."""

    def __init__(self, view: State, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.field = Field(view)
        able = sum(
            thing.controller == seat and not thing.exhausted and view.cards[thing.card].fights
            for thing in view.things.values()
        )
        self._reserve = min(able, _RESERVE)

    def creature(self, number: int) -> float:
        """Tell what a creature in play is worth, whoever has it."""
        field = self.field
        return 1 + 0.5 * field.left(number) + field.highest(number) + 0.8 * len(field.keywords(number))

    def thing(self, number: int) -> float:
        """Tell what anything in play is worth."""
        return self.creature(number) if self.view.card(number).fights else _LASTING

    def card(self, card: Card) -> float:
        """Tell what a card is worth in hand, be it to keep it or to fetch it."""
        if card.fights:
            return 1 + 0.5 * card.life + max(card.strength.values(), default=0) + 0.8 * len(card.keywords)
        return self._source() if gives(card) else _LASTING

    def price(self, ap: int) -> float:
        """Tell what it is worth to keep so many action points: the last ones pay for defending and reacting."""
        left = self.view.sides[self.seat].ap - ap
        return AP * ap + _RESERVED * max(0, self._reserve - left)

    def side(self, ref: Ref) -> int:
        """Tell whether harm to something is good (1) or bad (-1)."""
        owner = ~ref if ref < 0 else self.view.things[ref].controller
        return -1 if owner == self.seat else 1

    def announced(self, command: Reaction) -> float:
        """Tell what playing a card or activating a skill is worth, all costs taken off."""
        if isinstance(command, Use):
            skill = usable(self.view, command.thing)
            return self._used(command, skill) if skill else 0
        card = self.view.cards[self.view.sides[self.seat].hand[command.number]]
        paid = self.price(self.field.cost(self.seat, card))
        if card.fights:
            return self.card(card) - paid + self._skills(card)
        if card.role is Role.LASTING:
            return self.card(card) - paid
        if card.role is Role.ATTACHED:
            return self._attached(card, command.targets) - paid
        return self.skill(card.played, command.targets, 0) - paid - _LOST_CARD if card.played else 0

    def aimed(self, command: Reaction, target: Ref) -> float:
        """Tell what a command is worth that is aimed at one thing."""
        aim = (target,)
        return self.announced(Play(command.number, aim) if isinstance(command, Play) else Use(command.thing, aim))

    def skill(self, skill: Skill, targets: Sequence[Ref], source: int) -> float:
        """Tell what the effects of a skill are worth."""
        return sum(
            _WORTH[type(block)](self, block, self._refs(block, targets, source), skill) for block in skill.effects
        )

    def top(self) -> float:
        """Tell what it is worth that the top of the stack does not happen."""
        top = self.view.top
        if top is None or top.seat == self.seat:
            return -_LOST_CARD
        card = self.view.cards[top.card]
        if top.kind == "card" and card.stays:
            return self.card(card)
        skill = self.view.skill(top)
        if skill is None:
            return 0
        if any(isinstance(block, b.Counter) for block in skill.effects):
            return _COUNTERED if any(each.seat == self.seat for each in self.view.stack[-2:-1]) else 0
        return Appraisal(self.view, top.seat).skill(skill, top.targets, top.source)

    def _used(self, command: Use, skill: Skill) -> float:
        cost = skill.cost
        paid = self.price(cost.ap) + 0.5 * sum(cost.mana.values())
        if cost.rest:
            paid += self.thing(command.thing)
        if cost.exhaust and self.view.card(command.thing).fights:
            paid += 0.3 * self.field.highest(command.thing)
        return self.skill(skill, command.targets, command.thing) - paid

    def _skills(self, card: Card) -> float:
        """What a creature's own skills add to it when it comes into play."""
        return sum(self.skill(skill, (), 0) for skill in card.skills if skill.when == "enters")

    def _attached(self, card: Card, targets: Sequence[Ref]) -> float:
        """What a card is worth that lies on another: for what it does to that, and a little for what else it can."""
        about = [block for skill in card.passive for block in skill.effects if getattr(block, "to", None) == "host"]
        worth = sum(-self.side(ref) * self._altered(ref, block) for ref in targets for block in about)
        return worth + _ALSO * sum(skill.when not in {"passive", "attach"} for skill in card.skills)

    def _altered(self, ref: Ref, block: b.AnyBlock) -> float:
        """How much a creature gains from a block of a passive skill."""
        if not isinstance(block, b.Change) or ref < 0:
            return 0
        if block.set is None:
            return 0.8 * self.field.amount(block.add, self.seat)
        return block.set - (self.field.life(ref) if block.value == "life" else self.field.highest(ref))

    def _source(self) -> float:
        mine = [thing for thing in self.view.things.values() if thing.controller == self.seat]
        return _SOURCE if sum(gives(self.view.cards[thing.card]) for thing in mine) < _ENOUGH else _LASTING - 1

    def _refs(self, block: b.AnyBlock, targets: Sequence[Ref], source: int) -> Sequence[Ref]:
        """Give what a block is about, as far as that can be told before."""
        to: Reference | None = getattr(block, "to", None)
        if isinstance(to, Filter):
            return self.field.all(to, self.seat, source)
        if to == "target":
            return [ref for ref in targets if ref < 0 or ref in self.view.things]
        if to == "self":
            return (source,) if source in self.view.things else ()
        if to == "you":
            return (~self.seat,)
        if to in {"opponents", "players"}:
            return [~seat for seat in self.view.playing if to == "players" or seat != self.seat]
        return ()

    def hurt(self, ref: Ref, amount: int) -> float:
        """Tell what it is worth to somebody else that something is hurt."""
        if ref < 0:
            left = self.view.sides[~ref].life
            return _KILL if amount >= left else amount * (1.5 if left <= 10 else 1)
        if not self.view.card(ref).fights:
            return 0
        left = self.field.left(ref)
        return self.creature(ref) if amount >= left else 0.4 * amount


def gives(card: Card) -> bool:
    """Tell whether a card gives mana at each refill, or when its player refreshes."""
    return any(
        skill.when in {"refill", "refresh"} and isinstance(block, b.Gain)
        for skill in card.skills
        for block in skill.effects
    )


def _hit(by: Appraisal, block: b.Hit, refs: Sequence[Ref], _skill: Skill) -> float:
    amount = by.field.amount(block.amount, by.seat)
    return sum(by.side(ref) * by.hurt(ref, amount) for ref in refs)


def _mend(by: Appraisal, block: b.Mend, refs: Sequence[Ref], _skill: Skill) -> float:
    amount = by.field.amount(block.amount, by.seat)
    healed = (amount if ref < 0 else 0.6 * min(amount, by.view.things[ref].hurt) for ref in refs)
    return sum(-0.6 * by.side(ref) * each for ref, each in zip(refs, healed, strict=True))


def _draw(by: Appraisal, block: b.Draw, refs: Sequence[Ref], _skill: Skill) -> float:
    return sum(-by.side(ref) * DRAWN * by.field.amount(block.amount, by.seat) for ref in refs)


def _discard(by: Appraisal, block: b.Discard, refs: Sequence[Ref], _skill: Skill) -> float:
    return sum(by.side(ref) * 1.8 * block.amount for ref in refs)


def _gain(by: Appraisal, block: b.Gain, refs: Sequence[Ref], _skill: Skill) -> float:
    return sum(-by.side(ref) * (AP * block.ap + 0.5 * sum(block.mana.values())) for ref in refs)


def _exhaust(by: Appraisal, _block: b.Exhaust, refs: Sequence[Ref], _skill: Skill) -> float:
    things = (ref for ref in refs if ref > 0 and not by.view.things[ref].exhausted)
    return sum(by.side(ref) * (_EXHAUSTED + 0.2 * by.field.highest(ref)) for ref in things)


def _refresh(by: Appraisal, _block: b.Refresh, refs: Sequence[Ref], _skill: Skill) -> float:
    return sum(-by.side(ref) * _EXHAUSTED for ref in refs if ref > 0 and by.view.things[ref].exhausted)


def _move(by: Appraisal, block: b.Move, refs: Sequence[Ref], _skill: Skill) -> float:
    part = 0.7 if block.into == "hand" else 1.1
    return sum(by.side(ref) * part * by.thing(ref) for ref in refs if ref > 0)


def _change(by: Appraisal, block: b.Change, refs: Sequence[Ref], skill: Skill) -> float:
    if block.set is not None or block.value not in {"life", "strength"}:
        return 0
    add = by.field.amount(block.add, by.seat)
    part = 0.8 if skill.duration == "play" else 0.4 * (by.view.struggle is not None)
    return sum(-by.side(ref) * part * add for ref in refs if ref > 0)


def _grant(by: Appraisal, _block: b.Grant, refs: Sequence[Ref], _skill: Skill) -> float:
    return sum(-by.side(ref) for ref in refs if ref > 0 and by.view.struggle)


def _take(by: Appraisal, _block: b.Take, refs: Sequence[Ref], skill: Skill) -> float:
    part = 1.6 if skill.duration == "play" else 0.5
    return sum(part * by.thing(ref) for ref in refs if ref > 0 and by.side(ref) > 0)


_WORTH: dict[type[b.Block], Callable[[Appraisal, Any, Sequence[Ref], Skill], float]] = {
    b.Hit: _hit, b.Mend: _mend, b.Draw: _draw, b.Discard: _discard, b.Gain: _gain, b.Exhaust: _exhaust,
    b.Refresh: _refresh, b.Move: _move, b.Change: _change, b.Grant: _grant, b.Take: _take,
    b.Counter: lambda by, _block, _refs, _skill: by.top(),
    b.Fetch: lambda _by, block, _refs, _skill: DRAWN * block.amount,
    b.Choose: lambda _by, _block, _refs, _skill: 2,
}  # fmt: skip
