"""What can be wrong in what a skill is made of: names that the game does not have, numbers, blocks that do nothing."""

from collections.abc import Iterator, Mapping

from msgspec import Struct
from msgspec.structs import asdict

from games.cardbattle.blocks import AnyBlock, Change, Choose, Counter, Exhaust, Grant, Move, Refresh, Take
from games.cardbattle.cards import Card, Skill
from games.cardbattle.costs import SEVERAL
from games.cardbattle.dialect import Dialect
from games.cardbattle.filters import PLAYERS, Filter

_OF_CARDS = ("life", "strength")
_OF_PLAYERS = ("draw_cost", "refresh_cost", "hand_limit", "backwards")
MOST = 1000
"""The largest number of a card."""

_CARDS_ONLY = (Exhaust, Refresh, Move, Grant, Take)


def negative(data: object) -> bool:
    """Tell whether a number in a card, a skill or a block is below 0; what is changed may be, what it is set to not."""
    if isinstance(data, Change):
        return data.set is not None and data.set < 0
    return any(isinstance(each, int) and each < 0 for each in _parts(data)) or any(map(negative, _parts(data)))


def too_large(data: object) -> bool:
    """Tell whether a number in a card, a skill or a block is larger than matches and their ledger are made for."""
    return any(isinstance(each, int) and abs(each) > MOST for each in _parts(data)) or any(map(too_large, _parts(data)))


def strange_names(card: Card, dialect: Dialect) -> Iterator[str]:
    """Yield all names in a card and its skills that the game does not have, each once."""
    found = [f"there is no kind {kind!r}" for kind in _named_kinds(card) if kind not in dialect.kinds]
    found += [f"there is no keyword {word!r}" for word in card.keywords if word not in dialect.keywords]
    for wanted in _filters(card.skills):
        found += [f"there is no type {each!r}" for each in wanted.types if each not in dialect.types]
        if wanted.keyword and wanted.keyword not in dialect.keywords:
            found.append(f"there is no keyword {wanted.keyword!r}")
    yield from dict.fromkeys(found)


def block_mistakes(block: AnyBlock, skill: Skill, place: int, dialect: Dialect) -> Iterator[str]:
    """Yield what is wrong with the block of a skill at a place, counted from 0."""
    match block:
        case Change(value=value):
            yield from _changed(block, skill, value in _OF_CARDS or value in dialect.kinds)
        case Grant(keyword=keyword, kind=kind):
            if (keyword not in dialect.keywords) if keyword else (kind not in dialect.kinds):
                yield f"there is no keyword or kind {keyword or kind!r} to grant"
            elif keyword and kind:
                yield "grant: a keyword or a kind, and a block for each"
        case Counter() if skill.targets is None or skill.targets.what != "top":
            yield 'counter needs the targets { what = "top" }'
        case Choose(least=least, most=most) if not 0 <= least <= most:
            yield "choose: no more at least than at most"
        case _:
            yield from ()
    to = getattr(block, "to", None)
    if to == "chosen" and not any(isinstance(before, Choose) for before in skill.effects[:place]):
        yield "an effect is about 'chosen', and no block 'choose' stands before it"
    if isinstance(block, _CARDS_ONLY) and _is_player(block.to, skill):
        yield f"{type(block).__name__.lower()} is about cards, not about players"


def _is_player(to: object, skill: Skill) -> bool:
    """Tell whether a reference means players."""
    if to == "target":
        return skill.targets is not None and skill.targets.what == "player"
    return isinstance(to, str) and to in PLAYERS


def _changed(block: Change, skill: Skill, of_cards: bool) -> Iterator[str]:
    """Yield what is wrong with a change of a value."""
    players = _is_player(block.to, skill)
    if block.value == "ap":
        if skill.when != "passive" or not isinstance(block.to, Filter):
            yield "what cards cost is changed by passive skills only, for all cards of a filter"
    elif not of_cards and block.value not in _OF_PLAYERS:
        yield f"there is no value {block.value!r} to change"
    elif of_cards == players:
        yield f"{block.value!r} is no value of {'players' if players else 'cards'}"
    elif skill.duration == "play" and (players or block.set is not None):
        yield "what lasts for as long as a card is in play adds to values of cards, and sets none"


def _named_kinds(card: Card) -> Iterator[str]:
    """Yield all kinds that a card names; those of mana that is good for several, one by one."""
    yield from (*card.kinds, *card.mana, *card.strength)
    for wanted in _filters(card.skills):
        yield from wanted.kinds
    for skill in card.skills:
        yield from skill.cost.mana
        for block in skill.effects:
            for several in getattr(block, "mana", ()):
                yield from several.split(SEVERAL)


def _filters(data: object) -> Iterator[Filter]:
    """Yield all filters in something of a card."""
    if isinstance(data, Filter):
        yield data
    else:
        for part in _parts(data):
            yield from _filters(part)


def _parts(data: object) -> list[object]:
    """Give what something of a card consists of; nothing for a word or number."""
    if isinstance(data, Struct):
        return [*asdict(data).values()]
    if isinstance(data, Mapping):
        return [*data.values()]
    return [*data] if isinstance(data, tuple | list) else []
