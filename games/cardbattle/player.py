"""What the computer players of all card battles decide in the same way. A game adds how it fights."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from games.cardbattle.appraisal import DRAWN, Appraisal, gives
from games.cardbattle.asking import searched
from games.cardbattle.commands import Choose, Command, Draw, End, Open, Pass, Play, Ref, Refresh, Use
from games.cardbattle.parsing import read
from games.cardbattle.stack import Ask, Frame, Reaction
from games.cardbattle.state import State
from games.kit.protocol import Choice
from games.kit.rng import Rng

Rated: TypeAlias = tuple[float, Command]
"""A move, and what it is worth."""

Fights: TypeAlias = Callable[[Appraisal, Choice], Rated | None]
"""Rates the best way to fill a choice of creatures to fight with."""

Refreshes: TypeAlias = Callable[[Appraisal], float]
"""Tells what it is worth to refresh."""

Answers: TypeAlias = Mapping[str, Callable[[Appraisal, Ask], Sequence[Ref]]]
"""How the questions of a game are answered, by their words."""

_WORTHWHILE = 0.3
"""What a move is worth at least that costs something."""

_REFRESHED = 5.0
_MOST_HELD = 6
_GOOD_HAND = range(1, 4)
"""So many cards that give mana are right in an opening hand."""


class Normal:
    """The level `normal`: of all moves it makes the one that is worth most, as far as a player can know."""

    def __init__(self, fights: Fights, answers: Answers, refreshes: Refreshes = lambda _by: _REFRESHED) -> None:
        self._fights = fights
        self._answers = answers
        self._refreshes = refreshes

    def move(self, view: State, choices: Sequence[Choice], rng: Rng) -> Command:
        """Give the best move; among equals chance decides."""
        if view.viewer is None:
            raise ValueError("a computer player sees what its seat sees")
        by = Appraisal(view, view.viewer)
        if view.opening:
            return Open(anew=_is_poor(by))
        if frame := view.frame:
            return Choose(frame.ask.word, tuple(self._answer(by, frame)))
        rated = [each for choice in choices for each in self._rated(by, choice)]
        most = max(worth for worth, _ in rated)
        return rng.choice("best", [command for worth, command in rated if worth == most])

    def _rated(self, by: Appraisal, choice: Choice) -> Iterator[Rated]:
        """Yield the moves of a choice that are worth while; to do nothing always is."""
        word = choice.kind.split()[0]
        if word in {"pass", "end"}:
            yield 0, Pass() if word == "pass" else End()
        elif word == "refresh":
            yield self._refreshes(by), Refresh()
        elif word == "draw":
            yield _draw(by), Draw()
        elif word in {"play", "use"}:
            yield from (each for each in _announceable(by, choice) if each[0] > _WORTHWHILE)
        elif (fight := self._fights(by, choice)) and fight[0] > _WORTHWHILE:
            yield fight

    def _answer(self, by: Appraisal, frame: Frame) -> Sequence[Ref]:
        """Answer a question."""
        ask = frame.ask
        if answer := self._answers.get(ask.word):
            return answer(by, ask)
        if ask.zone == "hand":
            hand = by.view.sides[by.seat].hand
            return sorted(ask.candidates, key=lambda number: by.card(by.view.cards[hand[number]]))[: ask.least]
        if ask.zone in {"rest", "deck"}:
            return _fetched(by, frame)
        return _best(ask, lambda ref: _chosen(by, frame, ref)) if ask.zone == "play" else ask.candidates


def _is_poor(by: Appraisal) -> bool:
    """Tell whether an opening hand is to be changed: with too few cards in it that give mana, or too many."""
    hand = by.view.sides[by.seat].hand.values()
    return sum(gives(by.view.cards[code]) for code in hand) not in _GOOD_HAND


def _draw(by: Appraisal) -> float:
    held = len(by.view.sides[by.seat].hand)
    return DRAWN - by.price(by.field.draw_cost(by.seat)) if held <= _MOST_HELD else -1


def _announceable(by: Appraisal, choice: Choice) -> Iterator[Rated]:
    """Yield the cards or skills of a choice; one that is aimed, in the best way."""
    word, *number = choice.kind.split()[:2]
    announce: Callable[..., Reaction] = Play if word == "play" else Use
    if not number:
        for candidate in choice.candidates:
            command = announce(read(candidate))
            yield by.announced(command), command
        return
    command = announce(int(number[0]))
    worths = {ref: by.aimed(command, ref) for ref in map(read, choice.candidates)}
    ranked = sorted(worths, key=lambda ref: -worths[ref])
    picked = [
        ref for place, ref in enumerate(ranked) if place < choice.most and (place < choice.least or worths[ref] > 0)
    ]
    aimed = announce(int(number[0]), tuple(picked))
    yield by.announced(aimed), aimed


def _fetched(by: Appraisal, frame: Frame) -> Sequence[Ref]:
    """Fetch what is worth most."""
    found = [by.card(by.view.cards[code]) for code in searched(by.view, frame)]
    return sorted(frame.ask.candidates, key=lambda place: -found[place - 1])[: frame.ask.most]


def _chosen(by: Appraisal, frame: Frame, ref: Ref) -> float:
    """Tell what it is worth to choose something: a target of an own skill, or what somebody takes something from."""
    if frame.item:
        skill = by.view.cards[frame.item.card].skills[frame.item.skill]
        return by.skill(skill, (ref,), frame.item.source)
    return by.side(ref) * by.thing(ref) if ref > 0 else 0


def _best(ask: Ask, worth: Callable[[Ref], float]) -> Sequence[Ref]:
    """Choose what is worth most, and no more than has to be of what is bad."""
    ranked = sorted(ask.candidates, key=lambda ref: -worth(ref))
    return [ref for place, ref in enumerate(ranked) if place < ask.most and (place < ask.least or worth(ref) > 0)]
