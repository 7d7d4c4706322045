"""What to tell a player who announces what cannot be announced now."""

from collections.abc import Sequence

from games.cardbattle.cards import Card, Skill
from games.cardbattle.commands import Ref, Use
from games.cardbattle.faces import face, price, purse, several, shown
from games.cardbattle.field import Field
from games.cardbattle.legality import Obstacle, bounds, card_bill, obstacle, skill_bill, usable
from games.cardbattle.stack import Reaction
from games.cardbattle.state import State
from games.kit.errors import Illegal
from games.kit.text import Card as Face
from games.kit.text import Player, Text, joined, phrase

_EXPLANATIONS: dict[Obstacle, str] = {
    Obstacle.NO_CARD: "You hold no card with the number {number}; {hand} shows your hand.",
    Obstacle.NOT_YOURS: "You have nothing with the number {number} in play; {table} shows what is.",
    Obstacle.NO_SKILL: "{card} has no skill that is used.",
    Obstacle.NO_REACTION: "{card} cannot be played in reaction to something.",
    Obstacle.ONLY_REACTION: "{card} is played in reaction to something.",
    Obstacle.NO_CARD_PLAYED: "{card} is played in reaction to a card that is played.",
    Obstacle.USED_UP: "{card} has been used {uses} times in this turn, and that is all.",
    Obstacle.EXHAUSTED: "{card} is {exhausted}.",
    Obstacle.FRESH: "{card} has come only now, and can be {exhausted} from your next turn on.",
    Obstacle.PRICE: "{card} costs {price}, and you have {have}.",
    Obstacle.CONDITION: "What {card} needs is not given now; {ask} tells what that is.",
    Obstacle.NO_TARGET: "There is nothing for {card} to be aimed at.",
    Obstacle.TWICE: "You named something twice.",
}

_SHOWN = 5
"""How much of what could be aimed at is named."""


def check(field: Field, seat: int, command: Reaction, *, reacting: bool) -> None:
    """See that a seat can announce a card or skill with these targets. Raises Illegal."""
    if (found := obstacle(field, seat, command, reacting=reacting)) is not None:
        raise Illegal(_explained(field, seat, command, found))


def _explained(field: Field, seat: int, command: Reaction, found: Obstacle) -> Text:
    state = field.state
    if found is Obstacle.COUNT:
        return _count(field, seat, command)
    if found is Obstacle.UNFIT:
        return _unfit(field, seat, command)
    card = _card(state, seat, command)
    return phrase(
        _EXPLANATIONS[found],
        number=command.thing if isinstance(command, Use) else command.number,
        card=_face(command, card),
        uses=state.options.uses,
        exhausted=state.options.words.exhausted,
        price=_price(field, seat, command, card),
        have=purse(state, seat),
        ask=f"card {card.id}" if card else "",
        hand="hand",
        table="table",
    )


def _card(state: State, seat: int, command: Reaction) -> Card | None:
    if isinstance(command, Use):
        return state.card(command.thing) if command.thing in state.things else None
    code = state.sides[seat].hand.get(command.number)
    return None if code is None else state.cards[code]


def _face(command: Reaction, card: Card | None) -> Face | str:
    if card is None:
        return ""
    return Face(f"{card.name} [{command.thing}]", card.colour) if isinstance(command, Use) else face(card)


def _price(field: Field, seat: int, command: Reaction, card: Card | None) -> Text:
    state, bill = field.state, None
    if isinstance(command, Use):
        skill = _skill(state, command, card)
        bill = skill_bill(seat, skill) if skill else None
    elif card:
        bill = card_bill(field, seat, card)
    return price(state.options.words, bill.ap if bill else 0, bill.mana if bill else {})


def _skill(state: State, command: Reaction, card: Card | None) -> Skill | None:
    """Give the skill that is aimed."""
    if card is None:
        return None
    return usable(state, command.thing) if isinstance(command, Use) else card.played


def _count(field: Field, seat: int, command: Reaction) -> Text:
    """Say how many have to be named, and what there is."""
    state = field.state
    card = _card(state, seat, command)
    least, most = bounds(_skill(state, command, card))
    if not most:
        return phrase("That is aimed at nothing, so name nothing.")
    candidates = _candidates(field, seat, command)
    possible: Text = several(state, candidates[:_SHOWN])
    if len(candidates) > _SHOWN:
        possible = phrase("{some}, and {n} more", some=possible, n=len(candidates) - _SHOWN)
    example = _typed(command, candidates[: max(least, 1)])
    if least == most:
        return phrase(
            "Name {most} to aim at, as in {example}. Possible: {possible}.",
            most=most, example=example, possible=possible,
        )  # fmt: skip
    return phrase(
        "Name {least} to {most} to aim at, as in {example}. Possible: {possible}.",
        least=least, most=most, example=example, possible=possible,
    )  # fmt: skip


def _typed(command: Reaction, targets: Sequence[Ref]) -> Text:
    """Show how a card or skill is aimed at these."""
    head = f"use {command.thing} on" if isinstance(command, Use) else f"play {command.number} on"
    return joined(head, *(str(ref) if ref > 0 else Player(~ref) for ref in targets))


def _candidates(field: Field, seat: int, command: Reaction) -> Sequence[Ref]:
    """Give all that a card or skill can be aimed at."""
    skill = _skill(field.state, command, _card(field.state, seat, command))
    source = command.thing if isinstance(command, Use) else 0
    return field.candidates(skill.targets, seat, source) if skill and skill.targets else []


def _unfit(field: Field, seat: int, command: Reaction) -> Text:
    """Say what cannot be aimed at."""
    state = field.state
    candidates = _candidates(field, seat, command)
    wrong: Ref = next(ref for ref in command.targets if ref not in candidates)
    if wrong > 0 and wrong not in state.things:
        return phrase("There is nothing with the number {number} in play.", number=wrong)
    return phrase("It cannot be aimed at {what}.", what=shown(state, wrong))
