"""What can be set for a channel: by which names, what it means and can be, and how its values are shown.

A setting goes by a key of `[tables]` that can differ by channel (`prefix`), or by a game's option (`ion.move_time`, and
a key of an option that is a table: `haven.words.fight`).
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from games.kit import registry
from games.kit.extension import CARDS, Extensible
from games.kit.options import Option, describe_options, measured
from games.kit.protocol import AnyGame
from games.kit.text import Arg, Phrase, Text, joined, phrase
from ionbot.config import ChannelConfig, possible

KEYS = tuple(ChannelConfig.model_fields)
"""The keys that can differ by channel."""
_MOST = 4
"""How many values of a list are shown."""

EMPTY = {"games": "all", "excluded": "nobody", "quiet": "never", "results": "off"}
"""What a list or a text with nothing in it is shown as, and can be typed as; others as `none`."""


class Described(NamedTuple):
    """What a setting means, what it can be (None where its meaning says so), unit ("" for none), and default."""

    meaning: Phrase
    possible: Text | None
    unit: str
    default: Any


@cache
def describe(name: str) -> Described:
    """Describe a setting (full name). Raises KeyError if there is none of that name, or none any more."""
    if name in KEYS:
        schema, default = (
            ChannelConfig.model_json_schema()["properties"][name],
            ChannelConfig.model_fields[name].default,
        )
        right = Phrase(schema["right"], {}) if "right" in schema else possible(ChannelConfig, name)
        return Described(Phrase(schema["description"], {}), right, schema.get("unit", ""), default)
    game, *path = name.split(".")
    option = _option(options_of(registry.all_games()[game]), path)
    bounds = joined(measured(option.bounds, option.unit)) if option.bounds else None
    meaning = phrase(option.meaning) if option.meaning else phrase("The word for it in all that is said.")
    return Described(meaning, bounds, option.unit, option.default)


@cache
def options_of(game: AnyGame) -> tuple[Option, ...]:
    """Describe the options of a game that can be set for a channel: all but cards, which whoever runs the bot adds."""
    return tuple(each for each in describe_options(game) if each.name != CARDS or not isinstance(game, Extensible))


def names_of(game: AnyGame) -> list[str]:
    """Name the options of a game that can be set, without the game; of those that are tables, the keys behind them."""
    return [
        name
        for option in options_of(game)
        for name in ([f"{option.name}.{part.name}" for part in option.parts] if option.parts else [option.name])
    ]


def shown(name: str, value: Any) -> Arg:
    """Show a value of a setting (full name), be it one that there is no more."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, Mapping):
        return "..."
    values = value if isinstance(value, list | tuple) else [value]
    texts = [f"{each:g}" if isinstance(each, float) else str(each) for each in values[:_MOST]]
    more = [phrase("and {n} more", n=len(values) - _MOST)] if len(values) > _MOST else []
    listed = joined(*texts, *more, separator=", ") if any(texts) else EMPTY.get(name, "none")
    return measured(listed, describe(name).unit if exists(name) else "", 1 if value == 1 else 2)


def exists(name: str) -> bool:
    """Tell whether there is a setting of that (full) name, or still is."""
    try:
        describe(name)
    except KeyError:
        return False
    return True


def _option(options: tuple[Option, ...], path: list[str]) -> Option:
    first, *rest = path
    option = {each.name: each for each in options}[first]
    return _option(option.parts, rest) if rest else option
