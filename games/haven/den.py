"""Entering the den (rules 13 to 16): a step at a time, with a move on the stack wherever others may react."""

from collections.abc import Iterator, Sequence

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.announcing import pay
from games.cardbattle.changes import Blow, Event
from games.cardbattle.commands import Fight
from games.cardbattle.costs import Bill
from games.cardbattle.faces import thing
from games.cardbattle.field import Field
from games.cardbattle.settling import strike
from games.cardbattle.stack import Ask, Frame, Item
from games.cardbattle.state import Struggle
from games.haven.state import Den, State
from games.kit.errors import Illegal
from games.kit.rng import Rng
from games.kit.text import Text, phrase

ONCE = "den"
"""What marks that the active player has entered the den in this turn."""

_NEXT = {"charge": Den.MEETING, "meet": Den.FACING, "give": Den.RETURNING, "return": Den.PARTING}
"""Where the den goes on when a move has gone off that others could react to."""

_GENEROUS, _EXTRA, _GREEDY = "generous", "extra_generous", "greedy"


def can_charge(state: State, seat: int) -> list[int]:
    """Give the Sprites with which a seat can enter the den; none if it cannot (rules 7 and 13 a)."""
    if ONCE in state.done or not state.sides[seat].ap:
        return []
    return [
        number
        for number, each in state.things.items()
        if each.controller == seat and not each.exhausted and not each.fresh and state.card(number).type == "sprite"
    ]


def charge(state: State, seat: int, command: Fight) -> Iterator[Event]:
    """(a) Let the active player enter the den with some Sprites, against a player. Raises Illegal."""
    _check(state, seat, command)
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
        yield from _ask_to_meet(state, den)
    elif den.step == Den.FACING:
        yield from _face(state, den)
    elif den.step == Den.GIVING:
        yield from _give(state, den)
    else:
        yield from _return(state, den)


def meet(state: State, seat: int, picks: Sequence[int]) -> Iterator[Event]:
    """(b) Let the defender meet the charge with some Sprites."""
    yield from pay(state, Bill(seat, len(picks), {}))
    if picks:
        yield e.Defended(seat, tuple(picks))
    yield e.Announced(Item(state.next_item, seat, "meet", fight=True))


def face(state: State, _seat: int, picks: Sequence[int]) -> Iterator[Event]:
    """(c) Let whoever has fewer Sprites choose whom they face; of their own all are chosen."""
    den = state.struggle
    if den:
        own = den.defending if picks[0] in den.attacking else den.attacking
        yield e.Named((*own, *picks))
        yield e.StruggleStepped(Den.GIVING)


def _check(state: State, seat: int, command: Fight) -> None:
    """See that a seat can enter the den like that. Raises Illegal."""
    nouns = state.options.words
    if ONCE in state.done:
        raise Illegal(phrase("You have entered the {den} in this turn already.", den=nouns.fight))
    if command.against == seat or command.against not in state.playing:
        raise Illegal(phrase("Name an opponent who is still in."))
    able = can_charge(state, seat)
    for number in command.creatures:
        if number not in able:
            raise Illegal(_unable(state, seat, number))
    if len(set(command.creatures)) != len(command.creatures):
        raise Illegal(phrase("You named something twice."))
    if not command.creatures:
        raise Illegal(phrase("Name at least one {sprite}.", sprite=nouns.sprite))
    if len(command.creatures) > state.sides[seat].ap:
        raise Illegal(phrase("Each costs 1 {ap}, and you have {n}.", ap=nouns.ap, n=state.sides[seat].ap))


def _unable(state: State, seat: int, number: int) -> Text:
    """Say why a thing cannot charge."""
    each = state.things.get(number)
    if each is None or each.controller != seat or state.card(number).type != "sprite":
        return phrase("{number} is no {sprite} of yours.", number=number, sprite=state.options.words.sprite)
    if each.exhausted:
        return phrase("{sprite} is exhausted.", sprite=thing(state, number))
    if each.fresh:
        return phrase("{sprite} has come only now, and can charge from your next turn on.", sprite=thing(state, number))
    return phrase("You have no {ap} left.", ap=state.options.words.ap)


def _ask_to_meet(state: State, den: Struggle) -> Iterator[Event]:
    """(b) Ask the defender who meets the charge, if there is anybody who could."""
    seat = den.defender
    able = [
        number
        for number, each in state.things.items()
        if each.controller == seat and not each.exhausted and state.card(number).type == "sprite"
    ]
    most = min(len(able), state.sides[seat].ap)
    if most:
        yield e.Asked(Frame(state.next_item, seat, Ask("meet", tuple(able), 0, most), fight=True))
    else:
        yield from meet(state, seat, ())


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
