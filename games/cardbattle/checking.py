"""What can be wrong with a card that reads well, and with its skills. What is wrong in a block is in `proofreading`."""

import re
from collections.abc import Iterator

from msgspec.structs import asdict

from games.cardbattle.blocks import AnyBlock, Change, Gain, Grant
from games.cardbattle.cards import UNTRIGGERED, Card, Cost, Role, Skill
from games.cardbattle.dialect import Dialect
from games.cardbattle.filters import PLAYERS
from games.cardbattle.proofreading import MOST, block_mistakes, negative, strange_names, too_large

_ID = re.compile(r"[^\W\d_](?:[^\W_]|-)*")
"""As it can be typed in a deck: a number before it would be how often the card is in it."""

_LONGEST = 40
"""Letters of a name: a line names several cards."""

_MOST_PARTS = 10
"""Skills of a card and effects of a skill: what goes off is told on a line."""

_PASSIVE = (Change, Grant)
_OF_PASSIVE = {"self", "host", *PLAYERS}


def mistakes(card: Card, dialect: Dialect) -> Iterator[str]:
    """Yield what is wrong with a card of a game whose cards are written like this."""
    if not _ID.fullmatch(card.id) or card.id.lower() != card.id or len(card.id) > _LONGEST:
        yield "an id is lower case letters, digits and hyphens, without blanks, and a letter is first"
    if not card.name.strip() or not card.name.isprintable() or len(card.name) > _LONGEST:
        yield f"a name has 1 to {_LONGEST} letters, and no control characters"
    if negative(card):
        yield "no number of a card is below 0"
    if too_large(card):
        yield f"no number of a card is above {MOST}"
    if (card.role is Role.CREATURE) != bool(card.life):
        yield "what fights has life, and nothing else does"
    yield from strange_names(card, dialect)
    yield from _kinds(card, dialect)
    yield from _skills(card)
    for skill in card.skills:
        yield from _skill(skill)
        yield from _references(card, skill)
        for place, block in enumerate(skill.effects):
            yield from block_mistakes(block, skill, place, dialect)


def _kinds(card: Card, dialect: Dialect) -> Iterator[str]:
    """Yield what is wrong with which kinds a card has."""
    if not dialect.of_one_kind:
        if card.role is Role.CREATURE and not card.kinds:
            yield f"what fights is of a kind: {', '.join(dialect.kinds)}"
        return
    if len(card.kinds) != 1:
        yield f"a card is of one kind: {', '.join(dialect.kinds)}"
    if card.role is Role.CREATURE and set(card.strength) != set(dialect.kinds):
        yield "what fights has a 'strength' against each kind"


def _skills(card: Card) -> Iterator[str]:
    """Yield what is wrong with which skills a card has."""
    whens = [skill.when for skill in card.skills]
    if max([len(whens), *(len(skill.effects) for skill in card.skills)]) > _MOST_PARTS:
        yield f"a card has {_MOST_PARTS} skills at most, and a skill {_MOST_PARTS} effects"
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
    if bool(skill.effects) is (skill.when == "attach"):
        yield f"the skill {skill.when!r} has {'only targets' if skill.effects else 'no effects'}"
    yield from _limited(skill)
    if skill.when in {"passive", "refresh", "refill", "end"} and skill.of:
        yield f"'of' means nothing to the skill {skill.when!r}"
    if skill.when == "plays" and not skill.of:
        yield "the skill 'plays' needs 'of', which says what is played by whom"
    if skill.when != "use" and skill.cost != Cost():
        yield "only the skill 'use' has a cost of its own"
    if skill.targets and not 0 < skill.targets.least <= skill.targets.most:
        yield "targets: at least 1, and no more at least than at most"


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


def _references(card: Card, skill: Skill) -> Iterator[str]:
    """Yield which references in a skill mean nothing there."""
    about = [value for block in skill.effects for value in asdict(block).values() if isinstance(value, str)]
    if "target" in about and (skill.targets is None or skill.targets.what == "top"):
        yield "an effect is about 'target', and there are no targets to name"
    if "cause" in about and skill.when in UNTRIGGERED - {"passive"}:
        yield "an effect is about 'cause', and nothing triggers the skill"
    if "self" in about and not card.stays:
        yield "an effect is about 'self', and the card is used up"
    if "host" in about and card.role is not Role.ATTACHED:
        yield "an effect is about 'host', and the card lies on no other"
