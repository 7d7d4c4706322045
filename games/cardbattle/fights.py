"""What fights have in common: who can attack and defend, paying for it, and what to tell who names others."""

from collections.abc import Iterator, Sequence

from games.cardbattle import events as e
from games.cardbattle.announcing import pay
from games.cardbattle.changes import Event
from games.cardbattle.commands import Fight
from games.cardbattle.costs import Bill
from games.cardbattle.faces import thing
from games.cardbattle.stack import Ask, Frame, Item
from games.cardbattle.state import State
from games.kit.errors import Illegal
from games.kit.text import Text, phrase


def able_to_defend(state: State, seat: int) -> list[int]:
    """Give the creatures with which a seat can defend: those that are not exhausted."""
    return [
        number
        for number, each in state.things.items()
        if each.controller == seat and not each.exhausted and state.card(number).fights
    ]


def able_to_attack(state: State, seat: int) -> list[int]:
    """Give the creatures with which a seat can attack: those of them that have not come only now."""
    return [number for number in able_to_defend(state, seat) if not state.things[number].fresh]


def check_attack(state: State, seat: int, command: Fight, attack: str, creature: str) -> None:
    """See that a seat can attack a player with some creatures, in a game with these words. Raises Illegal."""
    creatures, against = command.creatures, command.against
    if against == seat or against not in state.playing:
        raise Illegal(phrase("Name an opponent who is still in."))
    able = able_to_attack(state, seat)
    for number in creatures:
        if number not in able:
            raise Illegal(_unable(state, seat, number, attack, creature))
    if len(set(creatures)) != len(creatures):
        raise Illegal(phrase("You named something twice."))
    if not creatures:
        raise Illegal(phrase("Name at least one {creature}.", creature=creature))
    if len(creatures) > (left := state.sides[seat].ap):
        template = "Each costs 1 {ap}, and you have {n}." if left else "You have no {ap} left."
        raise Illegal(phrase(template, ap=state.options.words.ap, n=left))


def ask_to_defend(state: State, seat: int, word: str) -> Iterator[Event]:
    """Ask a seat who defends, 1 action point each, if there is anybody who could."""
    able = able_to_defend(state, seat)
    if most := min(len(able), state.sides[seat].ap):
        yield e.Asked(Frame(state.next_item, seat, Ask(word, tuple(able), 0, most), fight=True))
    else:
        yield from defend(state, seat, (), word)


def defend(state: State, seat: int, picks: Sequence[int], word: str) -> Iterator[Event]:
    """Let a seat pay for those who defend; then players may react."""
    yield from pay(state, Bill(seat, len(picks), {}))
    if picks:
        yield e.Defended(seat, tuple(picks))
    yield e.Announced(Item(state.next_item, seat, word, fight=True))


def _unable(state: State, seat: int, number: int, attack: str, creature: str) -> Text:
    """Say why a thing cannot attack."""
    each, words = state.things.get(number), {"attack": attack, "creature": creature}
    if each is None or each.controller != seat or not state.card(number).fights:
        return phrase("{number} is no {creature} of yours.", number=number, **words)
    if each.exhausted:
        return phrase("{thing} is {exhausted}.", thing=thing(state, number), exhausted=state.options.words.exhausted)
    return phrase(
        "{thing} has come only now, and can {attack} from your next turn on.", thing=thing(state, number), **words
    )
