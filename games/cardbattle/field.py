"""What is in play as it counts now: values, kinds and keywords with all that changes them, computed and never stored.

Grants look at what is printed, changes of numbers at what was granted, so that nothing goes in circles. Where several
changes meet, those that set a value come first, then those that add, in the order of entering play and of beginning;
what a card has for good comes last. No number is ever below 0, so adding goes on from 0.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from games.cardbattle.blocks import Change, Grant
from games.cardbattle.cards import Card, Condition, Target
from games.cardbattle.commands import Ref
from games.cardbattle.filters import Amount, Each, Filter, Reference
from games.cardbattle.state import State, Thing

_Words: TypeAlias = dict[int, tuple[str, ...]]


class Passive(NamedTuple):
    """A block of a passive skill that works: its place in the order, of which card in play, and whose it is."""

    place: int
    source: int
    seat: int
    change: Change


class Field:
    """What is in play, as it is until the next event. What changes it is looked up when it is first asked for."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._kinds: _Words = {}
        self._keywords: _Words = {}
        self._passives: dict[str, list[Passive]] = {}
        self._values: dict[tuple[Ref, tuple[str, ...]], int] = {}
        self._looked = False

    def kinds(self, number: int) -> tuple[str, ...]:
        """The kinds of a thing."""
        if not self._looked:
            self._look()
        thing = self.state.things[number]
        return (*self.state.cards[thing.card].kinds, *thing.kinds, *self._kinds.get(number, ()))

    def keywords(self, number: int) -> tuple[str, ...]:
        """The keywords of a thing."""
        if not self._looked:
            self._look()
        thing = self.state.things[number]
        return (*self.state.cards[thing.card].keywords, *thing.keywords, *self._keywords.get(number, ()))

    def life(self, number: int) -> int:
        """How much life a creature can have."""
        thing = self.state.things[number]
        return self._value(number, ("life",), self.state.cards[thing.card].life, thing)

    def left(self, number: int) -> int:
        """How much life a creature has left."""
        return max(0, self.life(number) - self.state.things[number].hurt)

    def strength(self, number: int, kind: str) -> int:
        """What a creature does to one kind."""
        thing = self.state.things[number]
        return self._value(number, ("strength", kind), self.state.cards[thing.card].strength.get(kind, 0), thing)

    def against(self, number: int, other: int) -> int:
        """What a creature does to another: the highest of its values against the other's kinds."""
        return max((self.strength(number, kind) for kind in self.kinds(other)), default=0)

    def highest(self, number: int) -> int:
        """The highest value of a creature against any kind."""
        return max((self.strength(number, kind) for kind in self.state.card(number).strength), default=0)

    def draw_cost(self, seat: int) -> int:
        """What drawing a card costs a player: skills change it, but never below 1 or above 10."""
        return min(10, max(1, self._value(~seat, ("draw_cost",), self.state.options.draw_cost)))

    def refresh_cost(self, seat: int) -> int:
        """What refreshing costs a player: skills change it, but never above 10."""
        return min(10, self._value(~seat, ("refresh_cost",), self.state.options.refresh_cost))

    def hand_limit(self, seat: int) -> int:
        """How many cards a player keeps at the end of their turn."""
        return self._value(~seat, ("hand_limit",), self.state.options.hand_limit)

    def backwards(self, seat: int) -> bool:
        """Tell whether the turns go round the other way behind the turn of a player."""
        return self._value(~seat, ("backwards",), 0) % 2 == 1

    def best_kinds(self, number: int) -> list[str]:
        """Give the kinds against which the value of a creature is its highest, if that is more than 0."""
        values = {kind: self.strength(number, kind) for kind in self.state.card(number).strength}
        return [kind for kind, value in values.items() if 0 < value == max(values.values())]

    def cost(self, seat: int, card: Card) -> int:
        """How many action points a card in a player's hand costs."""
        if not self._looked:
            self._look()
        cost = card.ap
        changes = [
            (change.set, self.amount(change.add, owner, source))
            for _, source, owner, change in self._passives.get("ap", ())
            if isinstance(change.to, Filter) and self._in_hand(card, seat, change.to, owner)
        ]
        return _changed(cost, changes)

    def matches(self, number: int, wanted: Filter, seat: int, source: int = 0) -> bool:
        """Tell whether a thing is meant by a filter of a skill of `seat`, on the card `source`."""
        thing = self.state.things.get(number)
        if thing is None or (wanted.other and number == source):
            return False
        if wanted.side != "any" and (thing.controller == seat) != (wanted.side == "yours"):
            return False
        if wanted.types and self.state.cards[thing.card].type not in wanted.types:
            return False
        return self._is(number, thing, wanted)

    def all(self, wanted: Filter, seat: int, source: int = 0) -> list[int]:
        """Give all things that a filter means."""
        return [number for number in self.state.things if self.matches(number, wanted, seat, source)]

    def amount(self, amount: Amount, seat: int, source: int = 0) -> int:
        """Give a number that may depend on what is in play."""
        return len(self.all(amount.each, seat, source)) * amount.times if isinstance(amount, Each) else amount

    def holds(self, condition: Condition, seat: int, source: int = 0) -> bool:
        """Tell whether a condition of a skill of `seat` is fulfilled."""
        if condition.turn != "any" and (self.state.active == seat) != (condition.turn == "own"):
            return False
        if condition.life is not None and self.state.sides[seat].life > condition.life:
            return False
        return condition.where is None or len(self.all(condition.where, seat, source)) >= condition.least

    def candidates(self, target: Target, seat: int, source: int = 0) -> list[Ref]:
        """Give what can be named for a target."""
        if target.what == "top":
            top = self.state.top
            return [top.id] if top and self._countered(target.where, top.card) else []
        if target.what == "player":
            side = target.where.side
            return [~at for at in self.state.playing if side == "any" or (at == seat) == (side == "yours")]
        return [*self.all(target.where, seat, source)]

    def _countered(self, wanted: Filter, code: str) -> bool:
        """Tell whether what lies on the stack is meant; moves of the game, which have no card, never are."""
        return bool(code) and (not wanted.types or self.state.cards[code].type in wanted.types)

    def _is(self, number: int, thing: Thing, wanted: Filter) -> bool:
        """Tell whether a thing is in such a state, of such a kind and has such a keyword."""
        if wanted.exhausted is not None and thing.exhausted != wanted.exhausted:
            return False
        if wanted.kinds and not set(wanted.kinds) & set(self.kinds(number)):
            return False
        if wanted.keyword and wanted.keyword not in self.keywords(number):
            return False
        return wanted.fighting is None or self._fights(number) == wanted.fighting

    def _fights(self, number: int) -> bool:
        struggle = self.state.struggle
        return struggle is not None and (number in struggle.attacking or number in struggle.defending)

    def _in_hand(self, card: Card, seat: int, wanted: Filter, owner: int) -> bool:
        if wanted.side != "any" and (seat == owner) != (wanted.side == "yours"):
            return False
        return is_like(card, wanted)

    def _meant(self, ref: Ref, to: Reference, seat: int, source: int) -> bool:
        """Tell whether a passive skill of `seat`, on the card `source`, is about a thing or player."""
        if isinstance(to, Filter):
            return ref > 0 and self.matches(ref, to, seat, source)
        match to:
            case "self":
                return ref == source
            case "host":
                return ref == self.state.things[source].host
            case "you":
                return ref == ~seat
            case "opponents":
                return ref < 0 and ref != ~seat
            case _:
                return ref < 0

    def _changes(self, ref: Ref, names: tuple[str, ...]) -> Iterator[tuple[int | None, int]]:
        """Yield what sets or adds to a value of a thing or player, in order."""
        found = [passive for name in names for passive in self._passives.get(name, ())]
        for _, source, seat, change in sorted(found, key=itemgetter(0)) if len(found) > 1 else found:
            if self._meant(ref, change.to, seat, source):
                yield change.set, self.amount(change.add, seat, source)
        for lasting in self.state.lasting:
            if lasting.value in names and ref in lasting.refs:
                yield lasting.set, lasting.add

    def _value(self, ref: Ref, names: tuple[str, ...], value: int, thing: Thing | None = None) -> int:
        """Give a value as it counts now. It is computed once: computer players ask for the same again and again."""
        if (known := self._values.get((ref, names))) is not None:
            return known
        if not self._looked:
            self._look()
        if self._passives or self.state.lasting:
            value = _changed(value, list(self._changes(ref, names)))
        if thing and thing.grown:
            value = max(0, value + sum(thing.grown.get(name, 0) for name in names))
        self._values[ref, names] = value
        return value

    def _look(self) -> None:
        """Find out what is granted, then what is changed."""
        self._looked = True
        cards = self.state.cards
        passives = [(number, thing) for number, thing in self.state.things.items() if cards[thing.card].passive]
        if passives or self.state.lasting:
            self._grant_all(passives)
            self._change_all(passives)

    def _change_all(self, passives: Sequence[tuple[int, Thing]]) -> None:
        """Find out which values are changed by what, by their names."""
        place = count()
        for source, thing in passives:
            for skill in self.state.cards[thing.card].passive:
                if self.holds(skill.condition, thing.controller, source):
                    for block in skill.effects:
                        if isinstance(block, Change):
                            passive = Passive(next(place), source, thing.controller, block)
                            self._passives.setdefault(block.value, []).append(passive)

    def _grant_all(self, passives: Sequence[tuple[int, Thing]]) -> None:
        """Find out which kinds and keywords things are granted."""
        kinds: _Words = {}
        keywords: _Words = {}
        for source, thing in passives:
            seat = thing.controller
            for skill in self.state.cards[thing.card].passive:
                for block in skill.effects:
                    if isinstance(block, Grant) and self.holds(skill.condition, seat, source):
                        numbers = [each for each in self.state.things if self._meant(each, block.to, seat, source)]
                        _grant(kinds, numbers, block.kind)
                        _grant(keywords, numbers, block.keyword)
        for lasting in self.state.lasting:
            _grant(kinds, lasting.refs, lasting.kind)
            _grant(keywords, lasting.refs, lasting.keyword)
        self._kinds, self._keywords = kinds, keywords


def _changed(value: int, changes: Sequence[tuple[int | None, int]]) -> int:
    """Change a value: what sets it comes first, then what adds to it, never below 0."""
    for fixed, _ in changes:
        value = value if fixed is None else fixed
    for _, add in changes:
        value = max(0, value + add)
    return value


def _grant(words: _Words, numbers: Iterable[int], word: str) -> None:
    for number in numbers if word else ():
        words[number] = (*words.get(number, ()), word)


def is_like(card: Card, wanted: Filter) -> bool:
    """Tell whether a card, wherever it is, is of the types and kinds of a filter."""
    if wanted.types and card.type not in wanted.types:
        return False
    return not wanted.kinds or bool(set(wanted.kinds) & set(card.kinds))
