"""What can be wrong with a card that reads well: names that the game does not have, blocks that do not fit together."""

from collections.abc import Container, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from games.cardbattle.blocks import AnyBlock, Change, Choose, Counter, Gain, Grant
from games.cardbattle.cards import UNTRIGGERED, Card, Role, Skill
from games.cardbattle.costs import SEVERAL
from games.cardbattle.filters import PLAYERS, Filter

_OF_CARDS = ("life", "strength")
_OF_PLAYERS = ("draw_cost", "refresh_cost", "hand_limit", "backwards")
_PASSIVE = (Change, Grant)
_OF_PASSIVE = {"self", "host", *PLAYERS}


def mistakes(card: Card, kinds: Container[str], keywords: Container[str]) -> Iterator[str]:
    """Yield what is wrong with a card of a game with these kinds and keywords."""
    if not card.id or card.id.strip().lower() != card.id or " " in card.id:
        yield "an id is lower case and has no blanks"
    if card.ap < 0 or card.life < 0 or any(value < 0 for value in (*card.mana.values(), *card.strength.values())):
        yield "no number of a card is below 0"
    if (card.role is Role.CREATURE) != bool(card.life):
        yield "what fights has life, and nothing else does"
    for kind in (*card.kinds, *card.mana, *card.strength):
        if kind not in kinds:
            yield f"there is no kind {kind!r}"
    for keyword in card.keywords:
        if keyword not in keywords:
            yield f"there is no keyword {keyword!r}"
    yield from _skills(card)
    for skill in card.skills:
        yield from _skill(skill)
        for block in skill.effects:
            yield from _block(block, skill, kinds, keywords)


def _skills(card: Card) -> Iterator[str]:
    """Yield what is wrong with which skills a card has."""
    whens = [skill.when for skill in card.skills]
    for when in ("use", "once", "attach"):
        if whens.count(when) > 1:
            yield f"a card has one skill {when!r} at most"
    if not card.stays and whens != ["once"]:
        yield "a card that is used up has one skill, and that is 'once'"
    if card.role is Role.ATTACHED and "attach" not in whens:
        yield "a card that lies on another says on which, by a skill 'attach'"
    if card.stays and ("once" in whens or (card.role is not Role.ATTACHED and "attach" in whens)):
        yield "a card that stays in play has no skill 'once', and 'attach' only where it lies on another"


def _skill(skill: Skill) -> Iterator[str]:
    """Yield what is wrong with a skill as a whole."""
    if not skill.effects and skill.when != "attach":
        yield f"the skill {skill.when!r} has no effects"
    yield from _limited(skill)
    if skill.when in {"passive", "refresh", "refill", "end"} and skill.of:
        yield f"'of' means nothing to the skill {skill.when!r}"
    if skill.when == "plays" and not skill.of:
        yield "the skill 'plays' needs 'of', which says what is played by whom"
    if skill.when != "use" and skill.cost != type(skill.cost)():
        yield "only the skill 'use' has a cost of its own"
    aimed = any("target" in asdict(block).values() for block in skill.effects)
    if aimed and (skill.targets is None or skill.targets.what == "top"):
        yield "an effect is about 'target', and there are no targets to name"
    if skill.targets and not 0 < skill.targets.least <= skill.targets.most:
        yield "targets: at least 1, and no more at least than at most"
    if skill.when in UNTRIGGERED - {"passive"} and any("cause" in asdict(block).values() for block in skill.effects):
        yield "an effect is about 'cause', and nothing triggers the skill"


def _limited(skill: Skill) -> Iterator[str]:
    """Yield what is wrong with a skill that cannot have all effects, for it never goes off."""
    if skill.when == "passive" and not all(isinstance(block, _PASSIVE) for block in skill.effects):
        yield "a passive skill can only change and grant"
    elif skill.when == "passive" and any(_strays(block) for block in skill.effects):
        yield "a passive skill is about this card, its host, players or a filter"
    elif skill.when == "refresh" and not all(isinstance(each, Gain) and each.to == "you" for each in skill.effects):
        yield "a skill 'refresh' can only let you gain"


def _strays(block: AnyBlock) -> bool:
    """Tell whether a block of a passive skill is about something that only what goes off knows."""
    return isinstance(block, _PASSIVE) and isinstance(block.to, str) and block.to not in _OF_PASSIVE


def _block(block: AnyBlock, skill: Skill, kinds: Container[str], keywords: Container[str]) -> Iterator[str]:
    """Yield what is wrong with a block of a skill."""
    match block:
        case Change(value=value):
            yield from _changed(block, skill, value in _OF_CARDS or value in kinds)
        case Grant(keyword=keyword, kind=kind):
            if (keyword not in keywords) if keyword else (kind not in kinds):
                yield f"there is no keyword or kind {keyword or kind!r} to grant"
        case Gain(mana=mana):
            for kind in (part for several in mana for part in several.split(SEVERAL)):
                if kind not in kinds:
                    yield f"there is no kind {kind!r}"
        case Counter() if skill.targets is None or skill.targets.what != "top":
            yield 'counter needs the targets { what = "top" }'
        case Choose(least=least, most=most) if not 0 <= least <= most:
            yield "choose: no more at least than at most"
        case _:
            pass
    for wanted in _filters(block):
        yield from (f"there is no kind {kind!r}" for kind in wanted.kinds if kind not in kinds)


def _changed(block: Change, skill: Skill, of_cards: bool) -> Iterator[str]:
    """Yield what is wrong with a change of a value."""
    players = isinstance(block.to, str) and block.to in PLAYERS
    if block.value == "ap":
        if skill.when != "passive" or not isinstance(block.to, Filter):
            yield "what cards cost is changed by passive skills only, for all cards of a filter"
    elif not of_cards and block.value not in _OF_PLAYERS:
        yield f"there is no value {block.value!r} to change"
    elif of_cards == players:
        yield f"{block.value!r} is no value of {'players' if players else 'cards'}"
    elif skill.duration == "play" and (players or block.set is not None):
        yield "what lasts for as long as a card is in play adds to values of cards, and sets none"


def _filters(data: Any) -> Iterator[Filter]:
    """Yield all filters in a block."""
    if isinstance(data, Filter):
        yield data
    elif isinstance(data, Struct):
        for value in asdict(data).values():
            yield from _filters(value)
