"""How Haven's computer player `normal` decides about the den: who charges, who meets, whom they face."""

from collections.abc import Sequence
from itertools import chain, combinations, islice

from games.cardbattle.appraisal import AP, Appraisal
from games.cardbattle.commands import Fight, Ref
from games.cardbattle.fights import able_to_defend
from games.cardbattle.parsing import read
from games.cardbattle.player import Answers, Normal, Rated
from games.cardbattle.stack import Ask
from games.haven.meeting import Meeting
from games.kit.protocol import Choice

_EXPOSED = 0.25
"""What it costs to have a Sprite exhausted that could meet others, of its worth."""

_MOST_TRIED = 40
"""So many ways are looked at, at most."""


def normal() -> Normal:
    """Give the computer player."""
    return Normal(_charge, _ANSWERS)


def _charge(by: Appraisal, choice: Choice) -> Rated | None:
    """Give the best charge at an opponent: the strongest Sprites, so many of them that it pays whoever meets them."""
    defender = ~read(choice.kind.split()[1])
    able = sorted(map(read, choice.candidates), key=lambda number: -by.field.highest(number))
    meeting = sorted(able_to_defend(by.view, defender), key=lambda number: -by.creature(number))
    most = min(len(meeting), by.view.sides[defender].ap)
    best: Rated | None = None
    for count in range(1, choice.most + 1):
        charging = able[:count]
        outcomes = [Meeting(by, charging, meeting[:others], defender).worth for others in {0, most}]
        exposed = _EXPOSED * sum(map(by.creature, charging)) if len(by.view.playing) > 1 else 0
        worth = min(outcomes) - AP * count - exposed
        if best is None or worth > best[0]:
            best = worth, Fight(tuple(charging), defender)
    return best


def _meet(by: Appraisal, ask: Ask) -> Sequence[Ref]:
    """Meet a charge with those with whom it costs least."""
    den = by.view.struggle
    if den is None:
        return ()
    ways = [(), *_ways(ask)]
    worths = [-Meeting(by, den.attacking, way, by.seat).worth - AP * len(way) for way in ways]
    return ways[worths.index(max(worths))]


def _face(by: Appraisal, ask: Ask) -> Sequence[Ref]:
    """Face those that it is best to charm."""
    den = by.view.struggle
    if den is None:
        return ask.default
    charges = by.seat == den.attacker
    ways = [way for way in _ways(ask) if len(way) == ask.least]
    worths = [
        Meeting(by, den.attacking, den.defending, den.defender, faced=way).worth * (1 if charges else -1)
        for way in ways
    ]
    return ways[worths.index(max(worths))]


def _ways(ask: Ask) -> list[tuple[Ref, ...]]:
    """Give some ways to answer, those with the fewest first; not that nobody is chosen."""
    counts = range(max(1, ask.least), ask.most + 1)
    return [*islice(chain.from_iterable(combinations(ask.candidates, count) for count in counts), _MOST_TRIED)]


_ANSWERS: Answers = {"meet": _meet, "face": _face}
