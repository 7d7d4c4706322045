"""The games that are installed: every package can register one under the entry point group `ionbot.games`."""

from difflib import get_close_matches
from functools import cache
from importlib.metadata import entry_points

from games.kit.protocol import AnyGame

GROUP = "ionbot.games"


class UnknownGame(LookupError):
    """No game of that name is installed; the message names those that are."""


@cache
def all_games() -> dict[str, AnyGame]:
    """Give the installed games by name."""
    games: list[AnyGame] = [point.load() for point in entry_points(group=GROUP)]
    return {game.name: game for game in sorted(games, key=lambda game: game.name)}


def find_game(name: str) -> AnyGame:
    """Give a game by its name, whatever its case. Raises UnknownGame."""
    games = all_games()
    if name.lower() in games:
        return games[name.lower()]
    near = get_close_matches(name.lower(), games, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(games)}"
    raise UnknownGame(f"there is no game {name!r}; {hint}")
