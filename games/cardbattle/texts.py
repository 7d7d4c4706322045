"""What a card does, in words made of its data: so a card that somebody adds needs no text of its own."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from games.cardbattle import blocks as b
from games.cardbattle.cards import Card, Cost, Skill, Target, When
from games.cardbattle.faces import face, price
from games.cardbattle.filters import PLAYERS, Amount, Each, Filter, Reference
from games.cardbattle.meanings import meant, one
from games.cardbattle.nouns import Nouns
from games.kit.text import Arg, Phrase, Text, joined, phrase


class Aim(NamedTuple):
    """What a skill is aimed at, as it is told, and whether that is players."""

    text: Text
    players: bool


def describe(card: Card, nouns: Nouns) -> Text:
    """Tell all about a card."""
    parts: list[Text] = [_heading(card, nouns)]
    if card.life:
        parts.append(
            phrase(
                "{n} {vigour}, {blow} {values}.",
                n=card.life,
                vigour=nouns.vigour,
                blow=nouns.blow,
                values=_values(card, nouns),
            )
        )
    if card.keywords:
        parts.append(phrase("{keywords}.", keywords=", ".join(map(nouns.of, card.keywords))))
    parts += [phrase("{skill}.", skill=skill_text(skill, nouns)) for skill in card.skills]
    return joined(*parts)


def skill_text(skill: Skill, nouns: Nouns) -> Text:
    """Tell what a skill does, without a full stop."""
    lies = phrase("on {what}", what=_aimed(skill, nouns))
    said = joined(*_effects(skill, nouns), separator=", ") if skill.effects else lies
    before = joined(*_before(skill, nouns), separator=", ")
    return phrase("{when}: {what}", when=before, what=said) if before.parts else said


def value_text(value: str, add: Amount, nouns: Nouns) -> Text:
    """Tell what is added to a value: "+2 Max SP", "+1 charm against Moon for each Treat of yours"."""
    if isinstance(add, Each):
        what = meant(add.each, nouns)
        return phrase("{value} for each {what}", value=value_text(value, add.times, nouns), what=what)
    template = _ADDED.get(value, "{add} {noun}")
    return phrase(template, add=f"{add:+}", noun=nouns.ap if value in _ADDED else _value(value, nouns))


_ADDED: dict[str, str] = {
    "ap": "cost {add} {noun}",
    "draw_cost": "drawing costs {add} {noun}",
    "refresh_cost": "refreshing costs {add} {noun}",
    "hand_limit": "hand limit {add}",
    "backwards": "the turns go round the other way",
}


def _value(value: str, nouns: Nouns) -> Text:
    """Name a value of cards."""
    if value in {"life", "strength"}:
        return phrase("{noun}", noun=nouns.vigour if value == "life" else nouns.blow)
    return phrase("{blow} against {kind}", blow=nouns.blow, kind=nouns.of(value))


def _much(amount: Amount, noun: str, nouns: Nouns) -> Text:
    """Tell how much of something, be it by what is in play."""
    if isinstance(amount, Each):
        return phrase("{n} {noun} for each {what}", n=amount.times, noun=noun, what=meant(amount.each, nouns))
    return phrase("{n} {noun}", n=amount, noun=noun)


def _heading(card: Card, nouns: Nouns) -> Phrase:
    of = " ".join(map(nouns.of, (*card.kinds, card.type)))
    return phrase(
        "{card} ({id}): {of}, {price}.", card=face(card), id=card.id, of=of, price=price(nouns, card.ap, card.mana)
    )


def _values(card: Card, nouns: Nouns) -> Text:
    return joined(
        *(phrase("{kind} {n}", kind=nouns.of(kind), n=n) for kind, n in card.strength.items()), separator=", "
    )


def _before(skill: Skill, nouns: Nouns) -> Iterator[Arg]:
    """Yield what stands before the colon: the price, the occasion, the condition."""
    if skill.when == "use":
        yield _cost(skill.cost, nouns)
    elif occasion := _OCCASIONS.get(skill.when):
        yield phrase(occasion, of=_doer(skill, nouns), blow=nouns.blow)
    elif skill.when == "end":
        yield phrase(_ENDS[skill.condition.turn])
    yield from _condition(skill, nouns)


_OCCASIONS: dict[When, str] = {
    "refill": "at your refill",
    "refresh": "when you refresh",
    "plays": "when {of}",
    "enters": "when {of} comes into play",
    "leaves": "when {of} leaves play",
    "attacks": "when {of} attacks",
    "defends": "when {of} defends",
    "fought": "when {of} has fought",
    "hits": "when {of} gives {blow}",
    "hurt": "when {of} takes {blow}",
}


_ENDS = {
    "any": "at the end of a turn",
    "own": "at the end of your turn",
    "other": "at the end of another player's turn",
}


def _doer(skill: Skill, nouns: Nouns) -> Text:
    """Tell whose deeds a skill listens for; of a card that is played, who plays what."""
    if skill.of is None:
        return phrase("this")
    if skill.when == "plays":
        template = {"yours": "you play {what}", "theirs": "an opponent plays {what}", "any": "somebody plays {what}"}
        return phrase(template[skill.of.side], what=one(meant(replace(skill.of, side="any"), nouns)))
    what = meant(replace(skill.of, other=False), nouns)
    return phrase("another {what}", what=what) if skill.of.other else one(what)


def _cost(cost: Cost, nouns: Nouns) -> Text:
    parts: list[Text] = []
    if cost.ap or cost.mana or not (cost.exhaust or cost.rest):
        parts.append(price(nouns, cost.ap, cost.mana))
    if cost.exhaust:
        parts.append(phrase("{exhaust} this", exhaust=nouns.exhaust))
    if cost.rest:
        parts.append(phrase("put this on the {pile}", pile=nouns.pile))
    return joined(*parts, separator=", ")


def _condition(skill: Skill, nouns: Nouns) -> Iterator[Text]:
    condition = skill.condition
    if condition.turn != "any" and skill.when != "end":
        yield phrase("in your turn" if condition.turn == "own" else "in others' turns")
    if condition.where:
        what = meant(condition.where, nouns, condition.least)
        yield phrase("with {n} {what} or more", n=condition.least, what=what)
    if condition.life is not None:
        yield phrase("with {n} {life} or less", n=condition.life, life=nouns.life)


def _effects(skill: Skill, nouns: Nouns) -> Iterator[Text]:
    """Yield what each block does; what was mentioned as a target before is `it`, or `them`."""
    mentioned, again = False, "it" if _most(skill) == 1 else "them"
    for block in skill.effects:
        players = skill.targets is not None and skill.targets.what == "player"
        aim = Aim(phrase(again) if mentioned else _aimed(skill, nouns), players)
        said = _TELL[type(block)](block, nouns, aim)
        lasts = isinstance(block, b.Change | b.Grant | b.Take) and skill.when != "passive" and skill.duration == "turn"
        yield phrase("{what} until the end of the turn", what=said) if lasts else said
        mentioned = mentioned or getattr(block, "to", None) == "target"


def _most(skill: Skill) -> int:
    """Give how many targets can be named."""
    return skill.targets.most if skill.targets else 1


def _aimed(skill: Skill, nouns: Nouns) -> Text:
    """Tell what a skill is aimed at."""
    target = skill.targets or Target()
    if target.what == "player":
        return phrase("an opponent" if target.where.side == "theirs" else "a player")
    if target.what == "top" and not target.where.types:
        return phrase("what this reacts to")
    what = meant(target.where, nouns, target.most)
    if target.what == "top":
        return phrase("the {what} that this reacts to", what=what)
    if target.most == 1:
        return one(what)
    if target.least == target.most:
        return phrase("{n} {what}", n=target.most, what=what)
    return phrase("{least} to {most} {what}", least=target.least, most=target.most, what=what)


def _whom(to: Reference, nouns: Nouns, aim: Aim) -> Text:
    """Tell what an effect is about."""
    if isinstance(to, Filter):
        return phrase("each {what}", what=meant(to, nouns))
    return aim.text if to == "target" else phrase(_REFERENCES[to])


_REFERENCES: dict[str, str] = {
    "self": "this",
    "host": "what this lies on",
    "cause": "what did it",
    "chosen": "what was chosen",
    "you": "you",
    "opponents": "each opponent",
    "players": "each player",
}


def _let(to: Reference, nouns: Nouns, aim: Aim, what: Text) -> Text:
    """Tell what players do: you without saying so, others by name."""
    return what if to == "you" else phrase("{who}: {what}", who=_whom(to, nouns, aim), what=what)


def _mend(block: b.Mend, nouns: Nouns, aim: Aim) -> Text:
    what = nouns.life if block.to in PLAYERS or (block.to == "target" and aim.players) else nouns.spirit
    return phrase("{much} back to {to}", much=_much(block.amount, what, nouns), to=_whom(block.to, nouns, aim))


def _change(block: b.Change, nouns: Nouns, aim: Aim) -> Text:
    what = value_text(block.value, block.add, nouns)
    if block.set is not None:
        what = phrase("{value} is {n}", value=_value(block.value, nouns), n=block.set)
    return _let(block.to, nouns, aim, what)


def _fetch(block: b.Fetch, nouns: Nouns, _aim: Aim) -> Text:
    template = (
        "take up to {n} {what} from your {zone} into your hand"
        if block.into == "hand"
        else "put up to {n} {what} from your {zone} into play"
    )
    zone: Arg = nouns.pile if block.zone == "rest" else phrase("deck")
    return phrase(template, n=block.amount, what=meant(block.where, nouns, block.amount), zone=zone)


def _drawn(amount: Amount, nouns: Nouns) -> Text:
    if isinstance(amount, Each):
        return phrase("draw {n} for each {what}", n=amount.times, what=meant(amount.each, nouns))
    return phrase("draw {n}", n=amount)


def _discard(block: b.Discard, nouns: Nouns, aim: Aim) -> Text:
    template = "discard {n} by chance" if block.random else "discard {n}"
    return _let(block.to, nouns, aim, phrase(template, n=block.amount))


def _choose(block: b.Choose, nouns: Nouns, aim: Aim) -> Text:
    template = "choose {most} {what}" if block.least == block.most else "choose {least} to {most} {what}"
    cards = meant(block.where, nouns, block.most, others=block.by != "you")
    what = phrase(template, least=block.least, most=block.most, what=cards)
    return _let(block.by, nouns, aim, what)


_INTO = {
    "hand": "put {to} into the owner's hand",
    "rest": "put {to} on the owner's {pile}",
    "deck": "put {to} under the owner's deck",
}

_TELL: dict[type[b.Block], Callable[[Any, Nouns, Aim], Text]] = {
    b.Hit: lambda block, nouns, aim: phrase(
        "{much} to {to}", much=_much(block.amount, nouns.blow, nouns), to=_whom(block.to, nouns, aim)
    ),
    b.Mend: _mend,
    b.Draw: lambda block, nouns, aim: _let(block.to, nouns, aim, _drawn(block.amount, nouns)),
    b.Discard: _discard,
    b.Gain: lambda block, nouns, aim: _let(
        block.to, nouns, aim, phrase("gain {price}", price=price(nouns, block.ap, block.mana))
    ),
    b.Exhaust: lambda block, nouns, aim: phrase(
        "{exhaust} {to}", exhaust=nouns.exhaust, to=_whom(block.to, nouns, aim)
    ),
    b.Refresh: lambda block, nouns, aim: phrase(
        "{refresh} {to}", refresh=nouns.refresh, to=_whom(block.to, nouns, aim)
    ),
    b.Move: lambda block, nouns, aim: phrase(_INTO[block.into], to=_whom(block.to, nouns, aim), pile=nouns.pile),
    b.Fetch: _fetch,
    b.Change: _change,
    b.Grant: lambda block, nouns, aim: phrase(
        "{to}: {word}", to=_whom(block.to, nouns, aim), word=nouns.of(block.keyword or block.kind)
    ),
    b.Counter: lambda _block, _nouns, aim: phrase("{what} does not happen", what=aim.text),
    b.Take: lambda block, nouns, aim: phrase("get control of {to}", to=_whom(block.to, nouns, aim)),
    b.Choose: _choose,
}
"""What each block does, with what the skill is aimed at."""
