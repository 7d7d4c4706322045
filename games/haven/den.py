"""Entering the den (rules 13 to 16): a step at a time, with a move on the stack wherever others may react."""

from collections.abc import Iterator, Sequence

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.announcing import pay
from games.cardbattle.changes import Blow, Event
from games.cardbattle.commands import Fight
from games.cardbattle.costs import Bill
from games.cardbattle.field import Field
from games.cardbattle.fights import able_to_attack, ask_to_defend, check_attack, defend
from games.cardbattle.settling import strike
from games.cardbattle.stack import Ask, Frame, Item
from games.cardbattle.state import Struggle
from games.haven.state import Den, State
from games.kit.errors import Illegal
from games.kit.rng import Rng
from games.kit.text import phrase

ONCE = "den"
"""What marks that the active player has entered the den in this turn."""

_NEXT = {"charge": Den.MEETING, "meet": Den.FACING, "give": Den.RETURNING, "return": Den.PARTING}
"""Where the den goes on when a move has gone off that others could react to."""

_GENEROUS, _EXTRA, _GREEDY = "generous", "extra_generous", "greedy"


def can_charge(state: State, seat: int) -> list[int]:
    """Give the Sprites with which a seat can enter the den; none if it cannot (rules 7 and 13 a)."""
    return [] if ONCE in state.done or not state.sides[seat].ap else able_to_attack(state, seat)


def charge(state: State, seat: int, command: Fight) -> Iterator[Event]:
    """(a) Let the active player enter the den with some Sprites, against a player. Raises Illegal."""
    nouns = state.options.words
    if ONCE in state.done:
        raise Illegal(phrase("You have entered the {den} in this turn already.", den=nouns.fight))
    check_attack(state, seat, command, "charge", nouns.sprite)
    yield from pay(state, Bill(seat, len(command.creatures), {}))
    yield e.Did(ONCE)
    yield c.Exhausted(command.creatures, paid=True)
    yield e.StruggleBegan(seat, command.against, command.creatures, Den.CHARGED)
    yield e.Announced(Item(state.next_item, seat, "charge", fight=True))


def go_on(state: State, item: Item, _rng: Rng) -> Iterator[Event]:
    """Take the den on when all have reacted who wanted to; it may have ended by then."""
    if state.struggle:
        yield e.StruggleStepped(_NEXT[item.kind])


def step(state: State) -> Iterator[Event]:
    """Do the step at which the den is, up to where somebody has to choose or may react."""
    den = state.struggle
    if den is None:
        return
    if not den.attacking or den.step == Den.PARTING:
        yield e.StruggleEnded()
    elif den.step == Den.MEETING:
        yield from ask_to_defend(state, den.defender, "meet")
    elif den.step == Den.FACING:
        yield from _face(state, den)
    elif den.step == Den.GIVING:
        yield from _give(state, den)
    else:
        yield from _return(state, den)


def meet(state: State, seat: int, picks: Sequence[int]) -> Iterator[Event]:
    """(b) Let the defender meet the charge with some Sprites."""
    return defend(state, seat, picks, "meet")


def face(state: State, _seat: int, picks: Sequence[int]) -> Iterator[Event]:
    """(c) Let whoever has fewer Sprites choose whom they face; of their own all are chosen."""
    den = state.struggle
    if den:
        own = den.defending if picks[0] in den.attacking else den.attacking
        yield e.Named((*own, *picks))
        yield e.StruggleStepped(Den.GIVING)


def _face(state: State, den: Struggle) -> Iterator[Event]:
    """(c) Ask whoever has fewer Sprites in the den whom of the others they face."""
    charging, meeting = den.attacking, den.defending
    if meeting and len(charging) != len(meeting):
        few, many = sorted((charging, meeting), key=len)
        seat = den.attacker if few is charging else den.defender
        yield e.Asked(Frame(state.next_item, seat, Ask("face", tuple(many), len(few), len(few)), fight=True))
        return
    yield e.Named((*charging, *meeting))
    yield e.StruggleStepped(Den.GIVING)


def _give(state: State, den: Struggle) -> Iterator[Event]:
    """(d) Let Generous and Extra Generous Sprites give charm, all at the same time."""
    field = Field(state)
    first = [number for number in (*den.attacking, *den.defending) if {_GENEROUS, _EXTRA} & set(field.keywords(number))]
    if not first:
        yield e.StruggleStepped(Den.RETURNING)
        return
    yield from strike(state, _blows(field, den, first))
    yield e.Announced(Item(state.next_item, den.attacker, "give", fight=True))


def _return(state: State, den: Struggle) -> Iterator[Event]:
    """(e) Let all that are not Generous give charm, and the Extra Generous ones again, all at the same time."""
    field = Field(state)
    second = [number for number in (*den.attacking, *den.defending) if _gives_second(field.keywords(number))]
    yield from strike(state, _blows(field, den, second))
    yield e.Announced(Item(state.next_item, den.attacker, "return", fight=True))


def _gives_second(keywords: Sequence[str]) -> bool:
    return _EXTRA in keywords or _GENEROUS not in keywords


def _blows(field: Field, den: Struggle, givers: Sequence[int]) -> list[Blow]:
    """Give all charm of some Sprites: to those chosen of the other side, or to the defender (rules 14 and 15)."""
    named = set(den.named)
    blows: list[Blow] = []
    for number in givers:
        charging = number in den.attacking
        faced = [other for other in (den.defending if charging else den.attacking) if other in named]
        blows += (Blow(number, other, field.against(number, other)) for other in faced)
        if charging and (not den.defending or _GREEDY in field.keywords(number)):
            blows.append(Blow(number, ~den.defender, field.highest(number)))
    return blows
