"""The games that are installed: every package can register one under the entry point group `ionbot.games`."""

from functools import cache
from importlib.metadata import entry_points
from typing import NamedTuple

from games.kit.errors import Told, nearest
from games.kit.protocol import AnyGame
from games.kit.text import phrase

GROUP = "ionbot.games"


class UnknownGame(Told, LookupError):
    """No game of that name can be played; the text names those that can."""


class _Installed(NamedTuple):
    """The games by name; and for each entry point whose game cannot be loaded, the reason."""

    games: dict[str, AnyGame]
    broken: dict[str, str]


@cache
def installed() -> _Installed:
    """Load the installed games. One that is broken keeps nobody from playing the others."""
    games: list[AnyGame] = []
    broken: dict[str, str] = {}
    for point in entry_points(group=GROUP):
        try:
            games.append(point.load())
        except Exception as error:  # noqa: BLE001 - a game may break in any way as it is loaded
            broken[point.name] = f"{point.value} cannot be loaded: {error or type(error).__name__}"
    return _Installed({game.name: game for game in sorted(games, key=lambda game: game.name)}, broken)


def all_games() -> dict[str, AnyGame]:
    """Give the installed games by name."""
    return installed().games


def broken_games() -> dict[str, str]:
    """Tell why games cannot be played that are installed, by the names of their entry points."""
    return installed().broken


def find_game(name: str) -> AnyGame:
    """Give a game by its name, whatever its case. Raises UnknownGame."""
    games = all_games()
    if name.lower() in games:
        return games[name.lower()]
    if why := broken_games().get(name.lower()):
        raise UnknownGame(phrase("the game {name} is installed, but {why}", name=name, why=why))
    hint = nearest(name.lower(), games)
    raise UnknownGame(phrase("there is no game {name}; {hint}", name=repr(name), hint=hint))
