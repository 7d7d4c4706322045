"""What lies open, in as few lines as it takes: a line for each player, and one for the stack."""

from collections.abc import Iterator

from games.cardbattle.cards import Code
from games.cardbattle.faces import face, price, purse, several, thing
from games.cardbattle.field import Field
from games.cardbattle.stack import Item
from games.cardbattle.state import State
from games.kit.text import Arg, Phrase, Player, Text, joined, phrase, plural


def side(field: Field, seat: int) -> Text:
    """Show a player's side: what they have, and what they control, by its numbers."""
    state = field.state
    side = state.sides[seat]
    nouns = state.options.words
    shown = [_thing(field, number) for number, each in state.things.items() if each.controller == seat]
    return phrase(
        "{player}: {life} {noun}, {purse}, hand {hand}, deck {deck}, {pile} {rest}. {things}",
        player=Player(seat), life=side.life, noun=nouns.life, purse=purse(state, seat),
        hand=len(side.hand), deck=len(side.deck), pile=nouns.pile, rest=len(side.rest),
        things=joined(*shown, separator="; ") if shown else phrase("Nothing in play."),
    )  # fmt: skip


def on_stack(state: State) -> Iterator[Text]:
    """Show what lies on the stack, the top first."""
    items = [item for item in reversed(state.stack) if isinstance(item, Item) and item.card]
    if items:
        yield phrase("Stack: {items}.", items=joined(*(_item(state, item) for item in items), separator="; "))


def player(state: State, seat: int) -> Phrase:
    """Show a player in the order of the turns."""
    side = state.sides[seat]
    if not side.present:
        return phrase("{player} (out)", player=Player(seat))
    if side.held_until is not None:
        return phrase("{player} (away)", player=Player(seat))
    return plural("{player} ({n} card)", "{player} ({n} cards)", n=len(side.hand), player=Player(seat))


def numbered(field: Field, seat: int, number: int, code: Code) -> Text:
    """Show a card of a hand, with its number and what it costs now."""
    state = field.state
    card = state.cards[code]
    cost = price(state.options.words, field.cost(seat, card), card.mana)
    return phrase("{number} {card} ({cost})", number=number, card=face(card), cost=cost)


def _thing(field: Field, number: int) -> Text:
    """Show a thing in play: a creature with its life, and what it does to each kind."""
    state = field.state
    each = state.things[number]
    exhausted, fresh = state.options.words.exhausted, phrase("new")
    marks: list[Arg] = [mark for mark, given in ((exhausted, each.exhausted), (fresh, each.fresh)) if given]
    parts: list[Arg] = [thing(state, number)]
    card = state.cards[each.card]
    if card.fights:
        parts += _values(field, number)
        parts += map(state.options.words.of, field.keywords(number))
    else:
        marks = marks[: each.exhausted]
    if each.host in state.things:
        parts.append(phrase("on {host}", host=thing(state, each.host)))
    return joined(*parts, *([phrase("({marks})", marks=joined(*marks, separator=", "))] if marks else []))


def _values(field: Field, number: int) -> tuple[str, ...]:
    """Show a creature's life, and what it does to each kind; with letters also of which kinds it is itself."""
    state = field.state
    life = f"{field.left(number)}/{field.life(number)}"
    strength = {kind: field.strength(number, kind) for kind in state.card(number).strength}
    if not state.lettered:
        return life, "/".join(map(str, strength.values()))
    of = state.options.words.of
    kinds = "/".join(of(kind)[0] for kind in field.kinds(number))
    return kinds, life, " ".join(f"{value}{of(kind)[0]}" for kind, value in strength.items())


def _item(state: State, item: Item) -> Text:
    shown: Arg = thing(state, item.source) if item.source in state.things else face(state.cards[item.card])
    targets = [ref for ref in item.targets if ref < 0 or ref in state.things]
    skill = state.skill(item)
    if not targets or (skill and skill.targets and skill.targets.what == "top"):
        return joined(shown)
    return phrase("{card} on {targets}", card=shown, targets=several(state, targets))
