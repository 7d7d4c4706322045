from importlib.metadata import EntryPoint, EntryPoints

import pytest

from games.kit import registry
from games.kit.registry import GROUP, UnknownGame, all_games, broken_games, find_game
from tests.kit import stones
from tests.kit.stones import StonesGame


class Pebbles(StonesGame):
    name = "pebbles"


@pytest.fixture
def packages(monkeypatch):
    """Two games are installed, as two packages would do it."""
    monkeypatch.setattr(stones, "PEBBLES", Pebbles(), raising=False)
    points = EntryPoints(EntryPoint(name.lower(), f"tests.kit.stones:{name}", GROUP) for name in ("STONES", "PEBBLES"))
    monkeypatch.setattr(registry, "entry_points", lambda group: points.select(group=group))
    registry.installed.cache_clear()
    yield
    registry.installed.cache_clear()


def test_installed_games_are_found_by_name_in_order(packages):
    assert list(all_games()) == ["pebbles", "stones"]
    assert all_games()["stones"] is stones.STONES


@pytest.mark.parametrize("name", ["stones", "STONES", "Stones"])
def test_a_game_is_found_whatever_the_case(packages, name):
    assert find_game(name) is stones.STONES


@pytest.mark.parametrize(("name", "hint"), [("stone", "stones"), ("Pebles", "pebbles")])
def test_a_near_name_is_offered(packages, name, hint):
    with pytest.raises(UnknownGame, match=f"there is no game '{name}'; did you mean {hint}[?]"):
        find_game(name)


def test_else_all_names_are_told(packages):
    with pytest.raises(UnknownGame, match="there is no game 'whist'; there are: pebbles, stones"):
        find_game("whist")


def test_a_game_that_cannot_be_loaded_keeps_nobody_from_the_others(packages, monkeypatch):
    points = [*registry.entry_points(GROUP), EntryPoint("whist", "tests.kit.stones:WHIST", GROUP)]
    monkeypatch.setattr(registry, "entry_points", lambda group: EntryPoints(points).select(group=group))
    registry.installed.cache_clear()
    why = "tests.kit.stones:WHIST cannot be loaded: module 'tests.kit.stones' has no attribute 'WHIST'"
    assert list(all_games()) == ["pebbles", "stones"]
    assert broken_games() == {"whist": why}
    with pytest.raises(UnknownGame) as caught:
        find_game("Whist")
    assert str(caught.value) == f"the game Whist is installed, but {why}"
