from importlib.metadata import EntryPoint, EntryPoints

import pytest

from games.kit import registry
from games.kit.registry import GROUP, UnknownGame, all_games, find_game
from tests.kit import stones
from tests.kit.stones import StonesGame


class Pebbles(StonesGame):
    name = "pebbles"


@pytest.fixture
def installed(monkeypatch):
    """Two games are installed, as two packages would do it."""
    monkeypatch.setattr(stones, "PEBBLES", Pebbles(), raising=False)
    points = EntryPoints(EntryPoint(name.lower(), f"tests.kit.stones:{name}", GROUP) for name in ("STONES", "PEBBLES"))
    monkeypatch.setattr(registry, "entry_points", lambda group: points.select(group=group))
    all_games.cache_clear()
    yield
    all_games.cache_clear()


def test_installed_games_are_found_by_name_in_order(installed):
    assert list(all_games()) == ["pebbles", "stones"]
    assert all_games()["stones"] is stones.STONES


@pytest.mark.parametrize("name", ["stones", "STONES", "Stones"])
def test_a_game_is_found_whatever_the_case(installed, name):
    assert find_game(name) is stones.STONES


@pytest.mark.parametrize(("name", "hint"), [("stone", "stones"), ("Pebles", "pebbles")])
def test_a_near_name_is_offered(installed, name, hint):
    with pytest.raises(UnknownGame, match=f"there is no game '{name}'; did you mean {hint}[?]"):
        find_game(name)


def test_else_all_names_are_told(installed):
    with pytest.raises(UnknownGame, match="there is no game 'whist'; there are: pebbles, stones"):
        find_game("whist")
