"""How Menagerie's computer player `normal` decides about combat and refresh: who attacks, defends, and is named."""

from collections.abc import Sequence

from games.cardbattle.appraisal import AP, Appraisal
from games.cardbattle.commands import Fight, Ref
from games.cardbattle.fights import able_to_defend
from games.cardbattle.parsing import read
from games.cardbattle.player import Answers, Normal, Rated
from games.cardbattle.stack import Ask
from games.kit.protocol import Choice
from games.menagerie.clash import Clash
from games.menagerie.refreshing import yields
from games.menagerie.state import State

_EXPOSED = 0.1
"""What it costs to have a Creature tapped that could defend, of its worth."""

_MANA, _UNTAPPED = 0.4, 0.25
"""What it is worth to get mana, and to untap a Creature, of its worth."""

_MOST_TRIED = 6
"""So many defenders are thought of, at most."""


def normal() -> Normal:
    """Give the computer player."""
    return Normal(_attack, _ANSWERS, _refresh)


def _attack(by: Appraisal, choice: Choice) -> Rated | None:
    """Give the best attack on an opponent: the strongest Creatures, so many of them that it pays whoever defends."""
    defender = ~read(choice.kind.split()[1])
    able = sorted(map(read, choice.candidates), key=lambda number: -by.field.highest(number))[: choice.most]
    defenders = sorted(able_to_defend(by.view, defender), key=lambda number: -by.creature(number))
    defenders = defenders[: min(by.view.sides[defender].ap, _MOST_TRIED)]
    clash = Clash(by, able, defenders, defender)
    best: Rated | None = None
    for count in range(1, len(able) + 1):
        attacking = able[:count]
        outcome = min(clash.worth(attacking, defenders[:others]) for others in range(len(defenders) + 1))
        worth = outcome - AP * count - _EXPOSED * sum(map(by.creature, attacking))
        if best is None or worth > best[0]:
            best = worth, Fight(tuple(attacking), defender)
    return best


def _defend(by: Appraisal, ask: Ask) -> Sequence[Ref]:
    """Defend with those with whom it costs least: one after the other, as long as another one helps."""
    combat = by.view.struggle
    if combat is None:
        return ()
    clash = Clash(by, combat.attacking, ask.candidates, by.seat)
    chosen: list[Ref] = []
    best = worth = -clash.worth(combat.attacking, ())
    answer: Sequence[Ref] = ()
    for _ in range(min(ask.most, _MOST_TRIED)):
        rest = [ref for ref in ask.candidates if ref not in chosen]
        worths = {ref: -clash.worth(combat.attacking, [*chosen, ref]) for ref in rest}
        chosen.append(max(worths, key=worths.__getitem__))
        worth = worths[chosen[-1]] - AP * len(chosen)
        if worth > best:
            best, answer = worth, tuple(chosen)
    return answer


def _name(by: Appraisal, ask: Ask) -> Sequence[Ref]:
    """Name those that it costs least."""
    combat = by.view.struggle
    if combat is None:
        return ask.default
    others = combat.defending if by.seat == combat.attacker else combat.attacking
    losses = Clash(by, ask.candidates, others, combat.defender).losses(ask.candidates, others)
    return sorted(losses, key=losses.__getitem__)[: ask.least]


def _refresh(by: Appraisal) -> float:
    """Tell what it is worth to refresh: the mana that it gives, and the Creatures that can defend or attack again."""
    view = by.view
    if not isinstance(view, State):
        return 0
    _, mana = yields(view, by.seat)
    tapped = [number for number in view.creatures(by.seat) if view.things[number].exhausted]
    gained = _MANA * sum(mana.values()) + _UNTAPPED * sum(map(by.creature, tapped))
    return gained - by.price(by.field.refresh_cost(by.seat))


_ANSWERS: Answers = {"defend": _defend, "name": _name}
