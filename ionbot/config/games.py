"""The games' options in the configuration, with all that is wrong with them."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, TypeAlias

from pydantic import AfterValidator

from games.kit.options import OptionsError, read_options
from games.kit.registry import all_games
from games.kit.text import plain
from ionbot.config.cards import with_cards
from ionbot.config.mistakes import Mistake, Mistakes, nearest


def _checked(games: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    mistakes: list[Mistake] = []
    for name, options in games.items():
        given, wrong = with_cards(all_games()[name], options) if name in all_games() else (options, [])
        mistakes += [*wrong, *option_mistakes(name, given)]
        games = games | {name: given}
    if mistakes:
        raise Mistakes(mistakes)
    return games


GameOptions: TypeAlias = Annotated[dict[str, dict[str, Any]], AfterValidator(_checked)]
"""Each game's options, by game; card files are read."""

Options: TypeAlias = Mapping[str, Mapping[str, Any]]
"""The same, once they are in order."""


def over(games: Options, changes: Options) -> Options:
    """Give games' options with some that go before them."""
    return {**games, **{name: {**games.get(name, {}), **changes[name]} for name in changes}}


def option_mistakes(name: str, options: Mapping[str, Any]) -> Iterator[Mistake]:
    """Yield all that is wrong with a game's options."""
    if name not in all_games():
        yield Mistake(name, "there is no such game", nearest(name, all_games()))
        return
    try:
        read_options(all_games()[name], options)
    except OptionsError as error:
        for option, what in error.mistakes:
            # Options that do not fit together are a mistake of the whole table; a table's keys stand behind its name.
            yield Mistake(f"{name}.{option}" if option.partition(".")[0] in options else name, plain(what), "")
        wrong = {option.partition(".")[0] for option, _ in error.mistakes}
        right = {option: value for option, value in options.items() if option not in wrong}
        if len(right) < len(options):  # those that are right by themselves may still not fit together
            yield from option_mistakes(name, right)
