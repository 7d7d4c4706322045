"""docs/writing-a-game.md is true: its game is played by entry point, its commands work, its cards are read."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from pkgutil import resolve_name
from typing import get_args

import pytest
from msgspec import Struct, convert
from msgspec.structs import fields
from typer.testing import CliRunner

from games.cardbattle.blocks import Block, Draw, Exhaust
from games.cardbattle.cards import Card, Skill, When
from games.cardbattle.filters import Each, Filter, Reference
from games.cardbattle.loader import CardsError, read_cards, read_decks
from games.cardbattle.texts import skill_text
from games.haven import HAVEN
from games.haven.cards import DIALECT
from games.kit.extension import extended
from games.kit.options import read_options
from games.kit.registry import GROUP, all_games, find_game, installed
from games.kit.text import plain
from ionbot.channel import Departure
from ionbot.cli import app
from ionbot.config import TableConfig, load
from ionbot.store.database import Database
from ionbot.store.models import MatchStatus
from ionbot.store.proof import proofs
from tests.environment import bare_environment
from tests.table.room import Room, Rooms

HOUSE = Path(__file__).parent.parent
EXAMPLE = HOUSE / "tests" / "example_game"
GAME = "twentyone"
DOCUMENT = (HOUSE / "docs" / "writing-a-game.md").read_text("utf-8")
FRAGMENTS = re.findall(r"^```(\w*)\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)


def fragments(language: str) -> list[str]:
    """Give the fragments in a language, in their order."""
    return [text for written_in, text in FRAGMENTS if written_in == language]


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def rows(heading: str, table: int = 0) -> list[list[str]]:
    """Give the cells of a table under a heading, without its header."""
    section = DOCUMENT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    tables = re.findall(r"(?:^\|.*\n)+", section, re.MULTILINE)
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in tables[table].splitlines()[2:]]


def coded(cell: str) -> list[str]:
    """Give what is written as code in a cell."""
    return re.findall(r"`(.+?)`", cell)


def first_column(heading: str, table: int = 0) -> set[str]:
    return {key for cell, _ in rows(heading, table) for key in coded(cell)}


PACKAGE, CONFIG, CARD, OWN_CARDS, DECK = fragments("toml")
TRANSCRIPT, CARD_TEXT, MISTAKE = fragments("")


@pytest.fixture
def places(tmp_path: Path) -> list[Path]:
    """Give where Python finds the example as `pip install --editable` leaves it: what is told of it, and its code."""
    project = tomllib.loads(PACKAGE)["project"]
    info = tmp_path / "site" / f"{project['name']}-{project['version']}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    points = [f"{name} = {where}" for name, where in project["entry-points"][GROUP].items()]
    (info / "entry_points.txt").write_text("\n".join([f"[{GROUP}]", *points]))
    return [info.parent, EXAMPLE]


@pytest.fixture
def _installed(places: list[Path], monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for place in places:
        monkeypatch.syspath_prepend(place)
    installed.cache_clear()
    yield
    installed.cache_clear()


@pytest.fixture
async def room(tmp_path: Path, _installed: None) -> AsyncIterator[Room]:
    """A room where the example is played."""
    with closing(Database(f"sqlite:///{tmp_path}/empty.db")) as database:
        database.upgrade()
    async with AsyncExitStack() as stack:
        yield await Rooms(tmp_path, tmp_path / "empty.db", stack).open(game=GAME)


def heard(room: Room) -> Iterator[str]:
    """Yield what was said since the last look, as the document shows it."""
    for said in room.fresh():
        yield f"-ionbot:{said.to.nick}- {said.text}" if said.to else f"<ionbot> {said.text.replace('*', '')}"


def is_shown_as(told: str, shown: str) -> bool:
    """Compare a line with how the document shows it: one that is too long ends there with an ellipsis."""
    return told.startswith(shown[:-1]) if shown.endswith("…") else told == shown


def proven(room: Room) -> bool:
    """Tell whether the match is stored as it was played, and fair."""
    return room.findings() == [] and dict(proofs(room.database)) == {1: []}


def test_the_pieces_are_the_whole_example_and_its_tests() -> None:
    files = ("twentyone.py", "test_twentyone.py", "test_paper_crane.py")
    wanted = [line for name in files for line in lines((EXAMPLE / name).read_text("utf-8"))]
    assert [line for piece in fragments("python") for line in lines(piece)] == wanted


@pytest.mark.parametrize(("fragment", "file"), [(PACKAGE, "pyproject.toml"), (CARD, "paper_crane.toml")])
def test_the_other_files_are_as_they_are_shown(fragment: str, file: str) -> None:
    assert fragment == (EXAMPLE / file).read_text("utf-8")


@pytest.mark.usefixtures("_installed")
def test_the_game_is_found_by_its_entry_point() -> None:
    assert list(all_games()) == sorted([GAME, *(name for name in all_games() if name != GAME)])
    assert find_game(GAME).title == "Twenty-one"


async def test_the_match_of_the_document_is_played_like_that(room: Room) -> None:
    people = {person.nick: person for person in room.present("ann", "bob")}
    for exchange in re.split(r"^(?=<(?!ionbot))", TRANSCRIPT, flags=re.MULTILINE)[1:]:
        said, *wanted = exchange.splitlines()
        nick, _, text = said[1:].partition("> ")
        await room.says(people[nick], text)
        told = [*heard(room)]
        assert len(told) == len(wanted)
        assert all(map(is_shown_as, told, wanted)), told
    assert room.stored().match.status is MatchStatus.FINISHED
    assert room.stored().match.winners == ["bob"]
    assert proven(room)


async def test_the_game_goes_on_after_a_crash_and_asks_again(room: Room) -> None:
    first, second = await room.begins(*room.present("ann", "bob"))
    await room.says(first, "draw")
    await room.restart()
    first, second = (room.channel.find(person.nick) for person in (first, second))
    assert first
    assert second
    assert room.public()[-1].endswith(f"Last: {first.nick} draws. *{second.nick}*, draw or stay? 20 s.")
    await room.says(second, "stay")
    await room.advance(20_000)
    assert f"{first.nick} stays. " in room.public()[-2]
    assert proven(room)


async def test_nobody_wins_once_all_have_left(room: Room) -> None:
    first, second = await room.begins(*room.present("ann", "bob"))
    await room.leaves(second, Departure.QUIT)
    assert room.public() == [f"{second.nick} is out."]
    await room.leaves(first)
    assert room.stored().match.status is MatchStatus.ABANDONED
    assert proven(room)


async def test_who_comes_late_waits_for_the_next_match(room: Room) -> None:
    await room.begins(*room.present("ann", "bob"))
    (cat,) = room.present("cat")
    await room.says(cat, "!join")
    assert room.private(cat)[0].startswith("The cards are dealt already.")


async def test_a_pause_gives_the_whole_time_again(room: Room) -> None:
    first, second = await room.begins(*room.present("ann", "bob"))
    await room.advance(19_000)
    await room.disconnects()
    await room.reconnects(first, second)
    room.fresh()
    await room.advance(19_999)
    assert room.public() == []
    await room.advance(1)
    assert room.public()[0].startswith(f"{first.nick} stays.")


@pytest.mark.usefixtures("_installed")
def test_the_commands_of_the_document_work(places: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("paper_crane.toml").write_text(CARD, "utf-8")
    commands = [words for text in fragments("sh") for words in lines(text) if words.startswith("ionbot ")]
    commands.remove(f"ionbot demo --game {GAME}")  # for who sits at a terminal; the next one is like it
    watch, *others = (words.split()[1:] for words in sorted(commands, key=lambda words: " demo " not in words))
    shown = subprocess.run(
        [sys.executable, "-c", "from ionbot.cli import app; app()", *watch],
        env={**bare_environment(), "PYTHONPATH": os.pathsep.join(map(str, places))},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    assert shown.stdout.count("Computer players play Twenty-one") == 3
    for words in others:
        done = CliRunner().invoke(app, words, prog_name="ionbot")
        assert (done.exit_code, done.stderr) == (0, ""), words


@pytest.mark.usefixtures("_installed")
def test_the_configuration_of_the_document_is_taken() -> None:
    config = tomllib.loads(CONFIG)
    assert find_game(TableConfig(**config["tables"]).game).name == GAME
    assert read_options(find_game(GAME), config["games"][GAME]).limit == 31


def test_the_cards_of_the_document_are_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("IONBOT_REAL", raising=False)  # it is the tests', not the configuration's
    Path("paper_crane.toml").write_text(CARD, "utf-8")
    Path("config.toml").write_text(f'[networks.home]\nhost = "a.example"\nchannels = ["#a"]\n{OWN_CARDS}', "utf-8")
    options = read_options(find_game("haven"), load(Path("config.toml")).games["haven"])
    assert "paper-crane" in extended(find_game("haven"), options).cards


def test_what_the_document_says_of_faults_is_what_is_read() -> None:
    sources = "".join(
        path.read_text("utf-8") for room in ("games/kit", "ionbot") for path in (HOUSE / room).rglob("*.py")
    )
    told = [piece for cell, _ in rows("If something is wrong") for piece in coded(cell)]
    assert told
    assert [piece for piece in told if piece not in sources] == []


@pytest.mark.parametrize("document", [DOCUMENT, (HOUSE / "docs" / "kit.md").read_text("utf-8")], ids=["game", "kit"])
def test_what_a_document_names_is_there(document: str) -> None:
    for dotted in re.findall(r"`(games\.[\w.]+)`", document):
        resolve_name(dotted)
    paths = [*re.findall(r"`((?:games|tests)/[\w./]+)`", document), *re.findall(r"\]\((\w[\w/.]+)\)", document)]
    assert paths
    assert [path for path in paths if not any((place / path).exists() for place in (HOUSE, HOUSE / "docs"))] == []


# Cards


def read_skill(**keys: str) -> Skill:
    """Read a skill with such keys, on a card that can have any of them."""
    given = {"when": '"use"', "effects": '[{ do = "draw" }]'} | keys
    skill = "\n".join(f"{key} = {value}" for key, value in given.items())
    card = f'[[card]]\nid = "x"\nname = "X"\ntype = "treat"\n[[card.skills]]\n{skill}'
    return read_cards(card, "x.toml", DIALECT)["x"].skills[0]


def names(of: type[Struct]) -> set[str]:
    """Give the keys of a Struct in a card file of Haven."""
    own = {term: name for name, term in DIALECT.terms.items()}
    return {own.get(field.encode_name, field.encode_name) for field in fields(of)}


def test_every_block_has_a_row() -> None:
    assert [coded(row[0]) for row in rows("Blocks")] == [[block.__name__.lower()] for block in Block.__subclasses__()]


@pytest.mark.parametrize(("block", "example", "text"), rows("Blocks"), ids=lambda cell: cell[:20])
def test_the_example_of_a_block_is_read_and_told_like_that(block: str, example: str, text: str) -> None:
    aim = '{ what = "top" }' if "counter" in block else '{ where = { types = ["sprite"] } }'
    skill = read_skill(targets=aim, effects=f"[{example.strip('`')}]")
    assert [type(effect).__name__.lower() for effect in skill.effects] == coded(block)
    assert plain(skill_text(skill, HAVEN.nouns)) == f"0 AP: {text}"


def test_every_key_of_a_card_a_skill_and_a_filter_has_a_row() -> None:
    assert first_column("A card") == names(Card) - {"role", "colour"}
    assert first_column("Skills") == names(Skill)
    assert first_column("Blocks", 2) == names(Filter)


def test_every_occasion_of_a_skill_and_everything_that_it_can_be_about_has_a_row() -> None:
    assert first_column("Skills", 1) == set(get_args(When))
    assert first_column("Blocks", 1) == {f'"{name}"' for name in get_args(get_args(Reference)[0])}


@pytest.mark.parametrize(
    ("key", "example"),
    [(coded(key)[0], example) for key, meaning in rows("Skills") for example in coded(meaning) if example[0] == "{"],
)
def test_an_example_of_a_key_of_a_skill_is_read(key: str, example: str) -> None:
    assert read_skill(**{key: example}) != read_skill()


@pytest.mark.parametrize(
    "example", [example for _, meaning in rows("Blocks", 2) for example in coded(meaning) if example[0] == "{"]
)
def test_an_example_of_a_filter_is_read(example: str) -> None:
    (block,) = read_skill(effects=f'[{{ do = "exhaust", to = {example} }}]').effects
    assert block == Exhaust(convert(tomllib.loads(f"to = {example}")["to"], Filter))


def test_numbers_can_count_as_the_document_says() -> None:
    (example,) = re.findall(r"An amount is a number, or counts what is in play: `(.+?)`", DOCUMENT)
    (block,) = read_skill(effects=f'[{{ do = "draw", amount = {example} }}]').effects
    assert block == Draw(amount=Each(Filter(kinds=("sun",)), 2))


def test_a_value_that_the_document_names_can_be_changed() -> None:
    (told,) = re.findall(r"\* `change` .*?: (.*?)\. `ap` ", " ".join(DOCUMENT.split()))
    for to, values in zip(("self", "you"), told.split(" of players "), strict=True):
        assert len(coded(values)) > 1
        for value in coded(values):
            assert read_skill(effects=f'[{{ do = "change", to = "{to}", value = "{value}", add = 1 }}]')


def test_the_card_of_the_document_is_told_like_that() -> None:
    match = HAVEN.blank()
    match.cards = read_cards(CARD, "paper_crane.toml", DIALECT)
    assert plain(HAVEN.lookups["card"](match, "paper crane")) == CARD_TEXT.strip()
    assert read_decks(DECK)["paper"] == ("paper-crane",) * 3 + ("sunny-terrace",) * 3


def test_the_mistake_of_the_document_is_told_like_that() -> None:
    with pytest.raises(CardsError) as refused:
        read_cards(CARD.replace('do = "draw"', 'do = "darw"'), "cards.toml", DIALECT)
    assert str(refused.value) == MISTAKE.strip()
