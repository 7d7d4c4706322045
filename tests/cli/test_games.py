"""`ionbot games`: the list of what can be played, and the check of card files."""

import json
import re
from pathlib import Path

import pytest

from games.kit import registry
from games.kit.options import describe_options
from games.kit.registry import all_games
from games.kit.text import plain
from tests.cli.conftest import ReadJson, Run
from tests.kit.stones import STONES
from tests.kit.widened import WIDENED, WidenedGame


class Mossy(WidenedGame):
    """A game for which every stone is soft."""

    name = "mossy"
    title = "Mossy"

    def card_mistakes(self, text: str, file: str) -> list[str]:
        return [f"{file}: {word} is mossy" for word in text.split()]


def test_games_lists_every_option(run: Run, read_json: ReadJson) -> None:
    listed = read_json("games")
    tables = re.split(r"^(?=\w+: )", run("games").stdout, flags=re.MULTILINE)[1:]
    assert [game["name"] for game in listed] == list(all_games())
    for game, table in zip(listed, tables, strict=True):
        assert f" players, computer players {', '.join(all_games()[game['name']].computers)}" in table
        options = list(describe_options(all_games()[game["name"]]))
        assert [option["name"] for option in game["options"]] == [option.name for option in options]
        for option in options:
            (line,) = (line for line in table.splitlines() if line.split()[:1] == [option.name])
            assert option.meaning in line
            assert plain(option.bounds or "") in line


def test_games_lists_the_words_that_can_be_given_other_names(run: Run, read_json: ReadJson) -> None:
    (line,) = (line for line in run("games").stdout.splitlines() if line.startswith("[games.haven.words] has "))
    (haven,) = (game for game in read_json("games") if game["name"] == "haven")
    (words,) = (option for option in haven["options"] if option["name"] == "words")
    assert [part["name"] for part in words["parts"]] == list(all_games()["haven"].nouns.__struct_fields__)
    assert all(f"{part['name']} = {part['default']!r}" in line for part in words["parts"])


def test_the_cards_that_come_with_a_game_are_in_order(run: Run) -> None:
    for name in ("haven", "menagerie"):
        file = Path(__file__).parents[2] / "games" / name / "cards.toml"
        result = run("games", "check", str(file))
        assert (result.exit_code, result.stdout.replace("\n", " ")) == (
            0, f"{file} is in order: {all_games()[name].title} can be played with it. ",
        )  # fmt: skip


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of which two take card files."""
    games = {game.name: game for game in (Mossy(), STONES, WIDENED)}
    monkeypatch.setattr(registry, "all_games", lambda: games)


@pytest.mark.usefixtures("installed")
def test_a_card_file_that_is_in_order(run: Run, read_json: ReadJson) -> None:
    """Whose cards they are is found out: it is the game that finds the fewest mistakes."""
    Path("own.toml").write_text("flint granite", "utf-8")
    result = run("games", "check", "own.toml")
    assert (result.exit_code, result.stdout) == (0, "own.toml is in order: Widened can be played with it.\n")
    assert read_json("games", "check", "own.toml") == {"file": "own.toml", "game": "Widened", "mistakes": []}


@pytest.mark.usefixtures("installed")
def test_all_mistakes_of_a_card_file_are_told_at_once(run: Run) -> None:
    Path("own.toml").write_text("flint mud sand", "utf-8")
    result = run("games", "check", "own.toml")
    assert (result.exit_code, result.stdout) == (1, "own.toml: mud is soft\nown.toml: sand is soft\n")
    result = run("games", "check", "own.toml", "--format", "json")
    assert (result.exit_code, json.loads(result.stdout)["mistakes"]) == (
        1,
        ["own.toml: mud is soft", "own.toml: sand is soft"],
    )


@pytest.mark.usefixtures("installed")
def test_a_card_file_is_checked_for_the_game_that_is_named(run: Run) -> None:
    Path("own.toml").write_text("flint", "utf-8")
    result = run("games", "check", "own.toml", "--game", "MOSSY")
    assert (result.exit_code, result.stdout) == (1, "own.toml: flint is mossy\n")


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["none.toml"], "there is no file none.toml"),
        (["."], ". cannot be read: Is a directory"),
        (["latin.toml"], "latin.toml is not UTF-8 at byte 1"),
        (["own.toml", "--game", "widend"], "there is no game 'widend'; did you mean widened?"),
        (["own.toml", "--game", "stones"], "no cards can be added to stones; to these they can: mossy, widened"),
        ([], "Missing argument 'FILE' (see `ionbot games check --help`)"),
    ],
)
def test_what_cannot_be_checked(run: Run, words: list[str], complaint: str) -> None:
    Path("own.toml").write_text("flint", "utf-8")
    Path("latin.toml").write_bytes("f\u00fcnf".encode("latin-1"))
    result = run("games", "check", *words)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"ionbot: {complaint}\n")


def test_where_no_game_takes_cards(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "all_games", lambda: {"stones": STONES})
    Path("own.toml").write_text("flint", "utf-8")
    assert run("games", "check", "own.toml").stderr == "ionbot: no cards can be added to any game here\n"


def test_a_game_that_cannot_be_loaded_is_told_beside_the_others(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "broken_games", lambda: {"whist": "whist:WHIST cannot be loaded: no module"})
    result = run("games")
    assert (result.exit_code, result.stderr) == (
        0,
        "ionbot: whist is installed, but whist:WHIST cannot be loaded: no module\n",
    )
    assert "ion: ION" in result.stdout
