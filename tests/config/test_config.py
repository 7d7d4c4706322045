"""The configuration: what is read, what is refused and with what words, and that the example shows every key."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from games.kit.options import describe_options, read_options
from games.kit.registry import all_games, find_game
from games.kit.text import plain
from ionbot.config import (
    BackupConfig,
    Config,
    ConfigError,
    DatabaseConfig,
    LogConfig,
    MetricsConfig,
    NetworkConfig,
    ScoresConfig,
    TableConfig,
    WebConfig,
    load,
    load_database,
)
from ionbot.config.network import LocalConfig
from tests.config.conftest import LEAST, Mistakes, Read

EXAMPLE = Path(__file__).parents[2] / "config.example.toml"


def test_the_least_configuration_has_all_defaults(read: Read) -> None:
    config = read(LEAST)
    assert config.database.url == "sqlite:///ionbot.db"
    network = config.networks["home"]
    assert (network.port, network.tls, network.tls_verify, network.nick) == (6697, True, True, "ionbot")
    assert config.tables == TableConfig()
    assert config.games == {}


def test_every_mistake_is_told_at_once(mistakes: Mistakes) -> None:
    found = mistakes("""
        tabels = 1
        [networks.libera]
        port = 70000
        tls = "maybe"
        nik = "ann"
        nick = "1abc"
        alternatives = ["fine", "not fine"]
        channels = ["#ok", "cards"]
        rate = 0
        tls_ca = "/no/such/file"
        bind = "everywhere"
        user = "a@b"
        realname = "two\\nlines"
        password = 12
        [networks.Bad]
        host = "irc.example.org:6667 "
        channels = []
        [tables]
        prefix = "a"
        countdown = "soon"
        fill = true
        game = "iom"
        computer_level = "eazy"
        computer_pause = [3, 1]
        [games.ino]
        [games.ion]
        hnad = 3
        hand = "many"
        [database]
        url = "mysql://localhost/x"
        [log]
        level = "loud"
    """)
    assert found == {
        "tabels": "there is no such key; did you mean tables?",
        "networks.libera.host": "it is missing; right would be a name or address without port, such as irc.libera.chat",
        "networks.libera.port": "70000 should be less than or equal to 65535; "
        "right would be a whole number from 1 to 65535",
        "networks.libera.tls": "'maybe' should be a valid boolean, unable to interpret input; "
        "right would be true or false",
        "networks.libera.nik": "there is no such key; did you mean nick?",
        "networks.libera.nick": "'1abc' is no nick that servers take; "
        "right would be at most 30 letters, digits and []\\^_{|}-, first no digit and no -",
        "networks.libera.alternatives[1]": "'not fine' is no nick that servers take; "
        'right would be a list of nicks, such as ["ionbot_", "ionbot2"]',
        "networks.libera.channels[1]": "'cards' is no channel name; "
        'right would be a list of channels, such as ["#cards", "#secret KEY"]',
        "networks.libera.rate": "0 should be greater than or equal to 0.1; "
        "right would be a number from 0.1 to 1000 lines/s",
        "networks.libera.tls_ca": "'/no/such/file': Path does not point to a file; "
        "right would be the path of an existing file",
        "networks.libera.bind": "'everywhere' does not appear to be an IPv4 or IPv6 address; "
        "right would be an address of this machine, such as 192.0.2.7",
        "networks.libera.user": "'a@b' cannot be used; right would be at most 32 characters without blanks, @, ! and :",
        "networks.libera.realname": "'two\\nlines' cannot be used; right would be one line of at most 120 characters",
        "networks.libera.password": "the value should be a valid string; "
        "right would be text of one line, best set by the environment",
        "networks.Bad": "'Bad' cannot be a network's name; right would be a name of lower case letters, digits and "
        "single underscores, which an environment variable can spell",
        "networks.Bad.host": "'irc.example.org:6667 ' cannot be used; "
        "right would be a name or address without port, such as irc.libera.chat",
        "networks.Bad.channels": "a list: List should have at least 1 item after validation, not 0; "
        'right would be a list of channels, such as ["#cards", "#secret KEY"]',
        "tables.prefix": "'a' cannot stand in a prefix; "
        "right would be 1 to 3 signs such as ! or . (no letters, digits, blanks, and none that begins a move)",
        "tables.countdown": "'soon' should be a valid number, unable to parse string as a number; "
        "right would be a number from 0 to 3600 s",
        "tables.fill": "true is a truth value; right would be a whole number from 0 to 19 players",
        "tables.game": "there is no game 'iom'; did you mean ion?; right would be a name that `ionbot games` lists",
        "tables.computer_level": "there is no level 'eazy'; did you mean easy?; "
        "right would be a level that an installed game has",
        "tables.computer_pause": "3 to 1 is no such range; "
        "right would be two numbers of seconds from 0 to 60, the lower first",
        "games.ino": "there is no such game; did you mean ion?",
        "games.ion.hnad": "there is no such option; did you mean hand?",
        "games.ion.hand": "'many' is not possible; possible is 1 to 20 items",
        "database.url": "it is no URL of a SQLite or PostgreSQL database; "
        "right would be such as sqlite:///ionbot.db or postgresql+psycopg://ionbot@localhost/ionbot",
        "log.level": "'loud' should be 'debug', 'info', 'warning' or 'error'; "
        "right would be debug or info or warning or error",
    }


def test_a_network_is_needed(mistakes: Mistakes) -> None:
    assert mistakes("")["networks"].startswith("it is missing; right would be at least [networks.NAME] with host = ")
    assert mistakes("networks = 1") == {"networks": "it is no table; write [networks] and its keys below"}
    assert mistakes("[networks]\nhome = 1") == {
        "networks.home": "it is no table; write [networks.home] and its keys below"
    }


@pytest.mark.parametrize("prefix", ["", "!!!!", " ", "! ", "x", "1", "ß", "/", "\u200b", "\u0301", "+", "-", "=", "!:"])
def test_a_prefix_is_refused(mistakes: Mistakes, prefix: str) -> None:
    assert list(mistakes(f"{LEAST}[tables]\nprefix = {prefix!r}")) == ["tables.prefix"]


@pytest.mark.parametrize("prefix", ["!", ".", "!!", "@!;"])
def test_a_prefix_is_taken(read: Read, prefix: str) -> None:
    assert read(f'{LEAST}[tables]\nprefix = "{prefix}"').tables.prefix == prefix


def test_no_sign_of_an_installed_game_is_a_prefix(mistakes: Mistakes) -> None:
    for game in all_games().values():
        for sign in game.signs:
            assert f"{sign!r} begins moves" in mistakes(f"{LEAST}[tables]\nprefix = '{sign}'")["tables.prefix"]


@pytest.mark.parametrize("url", ["", "ionbot.db", "sqlite://", "sqlite:///", "sqlite:///:memory:", "oracle://x/y"])
def test_a_database_is_refused(mistakes: Mistakes, url: str) -> None:
    assert list(mistakes(f'{LEAST}[database]\nurl = "{url}"')) == ["database.url"]


@pytest.mark.parametrize("kind", ["postgresql+psycopg", "postgresql", "postgres"])
def test_a_postgresql_database_is_spoken_to_by_psycopg(read: Read, kind: str) -> None:
    url = read(f'{LEAST}[database]\nurl = "{kind}://bot:hunter2@db/x"').database.url
    assert url == "postgresql+psycopg://bot:hunter2@db/x"


def test_game_options_reach_their_game(read: Read) -> None:
    assert read(f"{LEAST}[games.ion]\nhand = 7").games == {"ion": {"hand": 7}}


def test_words_of_a_game_can_be_given_other_names(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    config = read(f'{LEAST}[games.haven.words]\nsprite = "Cat"\nsun = "Gold"')
    assert config.games == {"haven": {"words": {"sprite": "Cat", "sun": "Gold"}}}
    assert read_options(find_game("haven"), config.games["haven"]).words.of("sprite") == "Cat"
    monkeypatch.setenv("IONBOT_GAMES__HAVEN__WORDS__SPRITE", "Fox")
    assert read(LEAST).games == {"haven": {"words": {"sprite": "Fox"}}}


CRANE = """
[[card]]
id = "paper-crane"
name = "Paper Crane"
type = "sprite"
kinds = ["cloud"]
charm = { sun = 1 }
max_sp = 2
"""


def test_a_card_file_is_read_with_the_options(read: Read, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(CRANE, "utf-8-sig")
    config = read(f'{LEAST}[games.haven]\nhand = 4\ncards = "{file}"')
    assert config.games == {"haven": {"hand": 4, "cards": CRANE}}
    assert read_options(find_game("haven"), config.games["haven"]).cards == CRANE
    assert read(f'{LEAST}[games.haven]\ncards = ""').games == {"haven": {"cards": ""}}


def test_all_mistakes_of_a_card_file_are_told_with_file_and_card(read: Read, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    lamb = CRANE.replace("paper-crane", "dawn-lamb")
    file.write_text(CRANE.replace("max_sp = 2", "max_sp = 'x'") + lamb, "utf-8")
    with pytest.raises(ConfigError) as refused:
        read(f'{LEAST}[games.haven]\ncards = "{file}"\nhand = 99')
    assert [*map(str, refused.value.mistakes)] == [
        f"games.haven.cards: {file}: paper-crane: Expected `int`, got `str` - at `$.max_sp`",
        f"games.haven.cards: {file}: dawn-lamb: another card with this id comes with the game",
        "games.haven.hand: 99 is not possible; possible is 0 to 20 cards",
    ]


def test_a_card_file_that_cannot_be_read(mistakes: Mistakes, tmp_path: Path) -> None:
    right = "right would be the name of a card file"
    for name, wrong in (("none.toml", "there is no file {}"), (".", "{} cannot be read: Is a directory")):
        path = tmp_path / name
        assert mistakes(f'{LEAST}[games.haven]\ncards = "{path}"') == {
            "games.haven.cards": f"{wrong.format(path)}; {right}"
        }
    assert mistakes(f"{LEAST}[games.haven]\ncards = 5") == {"games.haven.cards": "Expected `str`, got `int`"}


def test_all_mistakes_in_a_table_of_words_are_told_by_their_keys(mistakes: Mistakes) -> None:
    words = (
        '[games.haven.words]\nspirte = "Cat"\nsun = ""\nmoon = "a\\u0002b"\nstar = "a star that is too long"\nap = 5'
    )
    possible = "possible is 1 to 20 characters that can be seen"
    assert mistakes(f"{LEAST}[games.haven]\ncomposure = 0\n{words}") == {
        "games.haven.composure": "0 is not possible; possible is 1 to 1000 composure",
        "games.haven.words.spirte": "there is no such option; did you mean sprite?",
        "games.haven.words.sun": f"'' is not possible; {possible}",
        "games.haven.words.moon": f"'a\\x02b' is not possible; {possible}",
        "games.haven.words.star": f"'a star that is too long' is not possible; {possible}",
        "games.haven.words.ap": f"5 is not possible; {possible}",
    }
    (found,) = mistakes(f'{LEAST}[games.haven]\nwords = "Cat"').items()
    assert found[0] == "games.haven.words"
    assert found[1].startswith("'Cat' is no table; its keys can be: life, spirit, ")


def test_options_that_do_not_fit_together_are_refused(mistakes: Mistakes) -> None:
    (found,) = mistakes(f"{LEAST}[games.ion]\nmin_players = 5\nmax_players = 4").items()
    assert found[0] == "games.ion"
    assert "min_players is 5, which is above max_players (4)" in found[1]


@pytest.mark.parametrize("other", ["hnad = 3", "hand = 99", "bonus = 3"])
def test_other_mistakes_do_not_hide_that_options_do_not_fit_together(mistakes: Mistakes, other: str) -> None:
    found = mistakes(f"{LEAST}[games.ion]\nmin_players = 5\nmax_players = 4\n{other}")
    assert set(found) == {"games.ion", f"games.ion.{other.split(maxsplit=1)[0]}"}
    assert "above max_players" in found["games.ion"]


def test_toml_is_refused_with_its_place(mistakes: Mistakes) -> None:
    (found,) = mistakes("[log]\nlevel = \n").items()
    assert found[0].endswith("config.toml, line 2, column 9")
    assert found[1].startswith("Invalid value; TOML is expected")


def test_toml_that_is_too_deep_is_refused(mistakes: Mistakes) -> None:
    assert "too deep" in str(mistakes(f"x = {'[' * 5000}"))


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    for path, wrong in ((tmp_path / "no.toml", "there is no such file"), (tmp_path, "it cannot be read")):
        with pytest.raises(ConfigError, match=wrong):
            load(path)
    (tmp_path / "latin.toml").write_bytes(b"# \xb1")
    with pytest.raises(ConfigError, match="byte 2 is not UTF-8"):
        load(tmp_path / "latin.toml")


def test_the_environment_goes_before_the_file(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IONBOT_NETWORKS__HOME__PASSWORD", "0123")
    monkeypatch.setenv("IONBOT_NETWORKS__HOME__PORT", "6667")
    monkeypatch.setenv("IONBOT_NETWORKS__HOME__CHANNELS", '["#a", "#b"]')
    monkeypatch.setenv("IONBOT_TABLES__COMPUTER_PAUSE", "[0, 0]")
    monkeypatch.setenv("IONBOT_GAMES__ION__HAND", "7")
    config = read(LEAST)
    network = config.networks["home"]
    assert network.password is not None
    assert network.password.get_secret_value() == "0123"
    assert (network.host, network.port, network.channels) == ("irc.example.org", 6667, ["#a", "#b"])
    assert config.tables.computer_pause == (0, 0)
    assert config.games["ion"]["hand"] in (7, "7")
    assert "0123" not in repr(config)


def test_mistakes_in_the_environment_have_their_key(mistakes: Mistakes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IONBOT_NETWORKS__HOME__CHANNELS", '["#a"')
    monkeypatch.setenv("IONBOT_NETWORKS__HOME__PASWORD", "hunter2")
    monkeypatch.setenv("IONBOT_LOG", "{")
    found = mistakes(LEAST)
    monkeypatch.setenv("IONBOT_TABLES", '{"fill": 99, "operators": ["account:ann", "bob"]}')
    monkeypatch.setenv("IONBOT_GAMES__ION__HAND", "many")
    found = mistakes(f"{LEAST}[tables]\ncountdown = -1\n[games.ion]\nlimit = 0")
    assert set(found) == {
        "IONBOT_NETWORKS__HOME__CHANNELS",
        "IONBOT_NETWORKS__HOME__PASWORD",
        "IONBOT_LOG",
        "IONBOT_TABLES.fill",
        "IONBOT_TABLES.operators[1]",
        "IONBOT_GAMES__ION__HAND",
        "tables.countdown",
        "games.ion.limit",
    }
    assert found["IONBOT_NETWORKS__HOME__PASWORD"] == "there is no such key; did you mean password?"


@pytest.mark.parametrize(
    ("variable", "right"),
    [
        ("IONBOT_TABELS__FILL", "did you mean IONBOT_TABLES__FILL?"),
        ("IONBOT_DATABASE_URL", "did you mean IONBOT_DATABASE__URL?"),
        ("IONBOT_NETWORK__HOME__NICK", "did you mean IONBOT_NETWORKS__HOME__NICK?"),
        ("ionbot_zzz", "right would be such as IONBOT_DATABASE__URL"),
    ],
)
def test_a_variable_that_sets_nothing_is_a_mistake(
    mistakes: Mistakes, monkeypatch: pytest.MonkeyPatch, variable: str, right: str
) -> None:
    monkeypatch.setenv(variable, "3")
    assert mistakes(LEAST) == {variable: f"there is no such key; {right}"}


@pytest.mark.parametrize("table", ["database", "networks", "tables", "games", "log"])
def test_a_truth_value_is_no_table(mistakes: Mistakes, table: str) -> None:
    text = "" if table == "networks" else LEAST
    assert mistakes(f"{table} = false\n{text}") == {table: f"it is no table; write [{table}] and its keys below"}


def test_a_mark_before_the_text_is_no_mistake(read: Read) -> None:
    assert read(f"\ufeff{LEAST}").networks


def test_the_database_alone_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "config.toml"
    path.write_text(LEAST + 'typo = 1\n[database]\nurl = "sqlite:///one.db"\n[games]\nion = 1')
    assert load_database(path).url == "sqlite:///one.db"
    monkeypatch.setenv("IONBOT_DATABASE__URL", "sqlite:///two.db")
    assert load_database(path).url == "sqlite:///two.db"
    monkeypatch.setenv("IONBOT_DATABASE__URL", "mysql:///two.db")
    with pytest.raises(ConfigError, match=r"^IONBOT_DATABASE__URL: ") as caught:
        load_database(path)
    assert len(caught.value.mistakes) == 1


def test_a_database_needs_its_directory(mistakes: Mistakes, read: Read, tmp_path: Path) -> None:
    assert mistakes(f'{LEAST}[database]\nurl = "sqlite:///{tmp_path}/none/x.db"') == {
        "database.url": f"there is no directory {tmp_path}/none; make it, or name another file"
    }
    (tmp_path / "so me").mkdir()
    assert read(f'{LEAST}[database]\nurl = "sqlite:///{tmp_path}/so me/x.db?timeout=1"')


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("ann", "'ann' is neither an account nor a mask; a nick alone proves nothing"),
        ("@staff.example", "'@staff.example' is neither an account nor a mask"),
        ("account:", "'account:' is neither an account nor a mask"),
        ("account:*", "'account:*' is neither an account nor a mask"),
        ("ann!*@*", "'ann!*@*' fits every host, and all else in a mask is anybody's to choose"),
        ("*!staff@*.*", "'*!staff@*.*' fits every host"),
    ],
)
def test_who_proves_nothing_is_no_operator(mistakes: Mistakes, name: str, wrong: str) -> None:
    found = mistakes(f'{LEAST}[tables]\noperators = ["account:bob", "{name}"]')
    assert list(found) == ["tables.operators[1]"]
    assert found["tables.operators[1]"].startswith(wrong)
    assert found["tables.operators[1]"].endswith(
        'right would be accounts and masks, such as ["account:ann", "*!*@staff.example"]'
    )


def test_accounts_and_masks_are_operators(read: Read) -> None:
    names = ["account:ann", "*!*@staff.example", "a[b]!~u?@2001:db8::*"]
    assert read(f"{LEAST}[tables]\noperators = {names}").tables.operators == names


def test_the_example_is_in_order_and_shows_the_defaults() -> None:
    config = load(EXAMPLE)
    (network,) = config.networks.values()
    local: Any = {"channel": {"#cards": LocalConfig(games={"ion": {}})}, "games": {"ion": {}}}
    assert network == NetworkConfig(host="irc.libera.chat", channels=["#cards"], **local)
    assert (config.database, config.tables, config.log) == (DatabaseConfig(), TableConfig(), LogConfig())
    assert (config.scores, config.web, config.metrics) == (ScoresConfig(), WebConfig(), MetricsConfig())
    assert config.backup == BackupConfig()
    for game in all_games().values():
        assert set(config.games[game.name]) == {option.name for option in describe_options(game)}
        assert read_options(game, config.games[game.name]) == game.options()


def test_the_example_shows_every_key_with_its_unit() -> None:
    text = re.sub(r"^# (\w+ = )", r"\1", EXAMPLE.read_text("utf-8"), flags=re.MULTILINE)
    shown = tomllib.loads(text)
    models: dict[str, type[BaseModel]] = {
        "database": DatabaseConfig, "networks.libera": NetworkConfig, "tables": TableConfig, "log": LogConfig,
        "scores": ScoresConfig, "web": WebConfig, "metrics": MetricsConfig, "backup": BackupConfig,
    }  # fmt: skip
    assert set(shown) == set(Config.model_fields)
    nested = {"networks.libera": {"tables", "games", "channel"}}
    for name, model in models.items():
        (table,) = re.findall(rf"^\[{name}\]\n(.*?)(?=^\[|\Z)", text, flags=re.MULTILINE | re.DOTALL)
        assert set(tomllib.loads(table)) == set(model.model_fields) - nested.get(name, set()), name
        for key in tomllib.loads(table):
            schema = model.model_json_schema()["properties"][key]
            (comment,) = re.findall(rf"^# (.*)\n{key} = ", table, flags=re.MULTILINE)
            assert schema.get("unit", "") in comment, key
            assert str(schema.get("maximum", "")) in comment, key


def test_the_example_shows_every_option_of_every_game() -> None:
    text = EXAMPLE.read_text("utf-8")
    for game in all_games().values():
        (shown,) = re.findall(rf"^\[games\.{game.name}\]\n(.*?)\n\n", text, flags=re.MULTILINE | re.DOTALL)
        for option in describe_options(game):
            (comment,) = re.findall(rf"^# (.*)\n{option.name} = ", shown, flags=re.MULTILINE)
            assert option.unit in comment, option.name
            assert isinstance(option.default, bool) or plain(option.bounds or "") in comment, option.name


def test_every_key_is_described() -> None:
    for model in (
        BackupConfig, Config, DatabaseConfig, NetworkConfig, TableConfig, LogConfig, MetricsConfig, ScoresConfig
    ):  # fmt: skip
        for name, field in model.model_fields.items():
            assert field.description, name
