"""Combat (rules 12 to 15): a step at a time, with a move on the stack wherever others may react."""

from collections.abc import Iterator, Mapping, Sequence

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.announcing import pay
from games.cardbattle.changes import Blow, Event
from games.cardbattle.commands import Fight
from games.cardbattle.costs import Bill
from games.cardbattle.field import Field
from games.cardbattle.fights import able_to_attack, ask_to_defend, check_attack
from games.cardbattle.fights import defend as defend_with
from games.cardbattle.settling import strike
from games.cardbattle.stack import Ask, Frame, Item
from games.cardbattle.state import State as BattleState
from games.cardbattle.state import Struggle
from games.cardbattle.triggers import DEEDS, Deed, Deeds, of_all
from games.kit.errors import Illegal
from games.kit.rng import Rng
from games.kit.text import Player, phrase
from games.menagerie.state import Combat, State

_NEXT: Mapping[str, Combat] = {"tapped": Combat.DEFENDING, "defend": Combat.NAMING, "effects": Combat.OVER}
"""Where a combat goes on when a move has gone off that others could react to."""


def attackable(state: State, seat: int) -> list[int]:
    """Give the players whom a seat can attack: each other one at most once a turn (rule 9)."""
    return [other for other in state.playing if other != seat and _mark(other) not in state.done]


def attack(state: State, seat: int, command: Fight) -> Iterator[Event]:
    """Let the active player announce whom they attack, and with which Creatures (rule 12). Raises Illegal."""
    nouns = state.options.words
    check_attack(state, seat, command, "attack", nouns.creature)
    if command.against not in attackable(state, seat):
        raise Illegal(phrase("You have attacked {player} in this turn already.", player=Player(command.against)))
    yield e.Did(_mark(command.against))
    yield e.Announced(Item(state.next_item, seat, "attack", targets=(*command.creatures, ~command.against)))


def tap(state: State, item: Item, _rng: Rng) -> Iterator[Event]:
    """Tap those of the announced Creatures that still can attack, as many as there is AP for, 1 AP each."""
    *creatures, against = item.targets
    able = able_to_attack(state, item.seat)
    attacking = tuple([number for number in creatures if number in able][: state.sides[item.seat].ap])
    if not attacking or ~against not in state.playing:
        return
    yield from pay(state, Bill(item.seat, len(attacking), {}))
    yield c.Exhausted(attacking, paid=True)
    yield e.StruggleBegan(item.seat, ~against, attacking, Combat.ATTACKING)
    yield e.Announced(Item(state.next_item, item.seat, "tapped", fight=True))


def go_on(state: State, item: Item, _rng: Rng) -> Iterator[Event]:
    """Take the combat on when all have reacted who wanted to; it may have ended by then."""
    if state.struggle:
        yield e.StruggleStepped(_NEXT[item.kind])


def step(state: State) -> Iterator[Event]:
    """Do the step at which the combat is, up to where somebody has to choose or may react."""
    combat = state.struggle
    if combat is None:
        return
    match combat.step:
        case Combat.DEFENDING if combat.attacking:
            yield from ask_to_defend(state, combat.defender, "defend")
        case Combat.NAMING if combat.attacking:
            yield from _ask_to_name(state, combat)
        case Combat.STRUCK:
            yield e.StruggleStepped(Combat.EFFECTS)
        case Combat.EFFECTS:
            yield e.Announced(Item(state.next_item, combat.attacker, "effects", fight=True))
        case _:
            yield e.StruggleEnded()


def defend(state: State, seat: int, picks: Sequence[int]) -> Iterator[Event]:
    """Let the attacked player pay for the Creatures that defend (rule 12)."""
    return defend_with(state, seat, picks, "defend")


def name(state: State, _seat: int, picks: Sequence[int]) -> Iterator[Event]:
    """Let the side with more Creatures name those of its own that take Damage; of the other all are named (rule 13)."""
    if combat := state.struggle:
        others = combat.defending if picks[0] in combat.attacking else combat.attacking
        yield from _strike(state, combat, (*picks, *others))


def _ask_to_name(state: State, combat: Struggle) -> Iterator[Event]:
    """Ask the side with more Creatures to name as many as the other has; with equal numbers all are named."""
    few, many = sorted((combat.attacking, combat.defending), key=len)
    if few and len(few) < len(many):
        seat = combat.attacker if many is combat.attacking else combat.defender
        yield e.Asked(Frame(state.next_item, seat, Ask("name", tuple(many), len(few), len(few)), fight=True))
    else:
        yield from _strike(state, combat, (*few, *many))


def _strike(state: State, combat: Struggle, named: Sequence[int]) -> Iterator[Event]:
    """Let all Damage happen at the same time (rules 13 and 14)."""
    field = Field(state)
    yield e.Named(tuple(named))
    yield e.StruggleStepped(Combat.STRUCK)
    if not combat.defending:
        blows = [Blow(number, ~combat.defender, field.highest(number)) for number in combat.attacking]
    else:
        blows = [
            *(Blow(by, at, field.against(by, at)) for by in combat.attacking for at in combat.defending if at in named),
            *(Blow(by, at, field.against(by, at)) for by in combat.defending for at in combat.attacking if at in named),
        ]
    yield from strike(state, blows)


def _mark(seat: int) -> str:
    """Give what marks that a player has been attacked in this turn."""
    return f"attack {seat}"


def _effects(state: BattleState, event: e.StruggleStepped) -> list[Deed]:
    """Attacking, combat and defending effects happen when the Damage is done, of those still there (rule 15)."""
    combat = state.struggle
    if combat is None or event.step != Combat.EFFECTS:
        return []
    fought = (*combat.attacking, *combat.defending)
    return [*of_all("attacks", combat.attacking), *of_all("fought", fought), *of_all("defends", combat.defending)]


COMBAT_DEEDS: Deeds = {
    **{event: deeds for event, deeds in DEEDS.items() if event not in {e.StruggleBegan, e.Defended, e.StruggleEnded}},
    e.StruggleStepped: _effects,
}
"""What triggers skills in Menagerie: as in every card battle, but in combat only when the Damage is done."""
