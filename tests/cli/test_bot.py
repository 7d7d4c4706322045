"""`check`, `run` and `demo`: what they do with their options, and with a broken configuration."""

import socket
from pathlib import Path

import pytest

from ionbot.administration.reloading import Reread
from ionbot.config import Config
from ionbot.demo import run as demo_room
from ionbot.demo.run import Demo
from ionbot.network.errors import NetworkError
from ionbot.store.database import DatabaseError
from tests.cli.conftest import Run

GOOD = """
[networks.home]
host = "irc.example.org"
channels = ["#cards", "#games"]
[log]
level = "error"
"""
BROKEN = GOOD + "level2 = 1\n[tables]\nprefix = '+'\n"


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[Config]:
    """Give the configurations with which the bot was run."""
    configs = []

    async def run_bot(config: Config, _reread: Reread) -> None:
        configs.append(config)

    monkeypatch.setattr("ionbot.server.run_bot", run_bot)
    monkeypatch.setattr("ionbot.log.configure", lambda config: None)
    return configs


@pytest.fixture
def demos(monkeypatch: pytest.MonkeyPatch) -> list[Demo]:
    """Give the demos that were played."""
    played = []

    async def play(demo: Demo) -> None:
        played.append(demo)

    monkeypatch.setattr(demo_room, "play", play)
    monkeypatch.setattr("ionbot.log.configure", lambda config: None)
    return played


def test_check_reads_certificates_too(run: Run) -> None:
    Path("bot.pem").write_text("nothing")
    two = '[networks.two]\nhost = "b"\nchannels = ["#b"]\ntls_cert = "bot.pem"\n'
    Path("config.toml").write_text(GOOD.replace("[log]", f'tls_ca = "bot.pem"\n{two}[log]'))
    result = run("check")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines() == [
        "ionbot: config.toml cannot be used:",
        "  networks.home: tls_ca = bot.pem cannot be used: no certificate or crl found",
        "  networks.two: tls_cert = bot.pem cannot be used: it is no such PEM; "
        "right would be a certificate and its key as PEM, without a password, or tls_key set too",
    ]


def test_check_tells_where_the_bot_will_be(run: Run) -> None:
    Path("config.toml").write_text(GOOD)
    result = run("check")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == "home: ionbot at irc.example.org:6697, #cards #games\nconfig.toml is in order.\n"


@pytest.mark.parametrize("command", ["check", "run"])
def test_a_broken_configuration_is_listed(run: Run, ran: list[Config], command: str) -> None:
    Path("other.toml").write_text(BROKEN)
    result = run(command, "--config", "other.toml")
    assert (result.exit_code, result.stdout, ran) == (2, "", [])
    head, *mistakes = result.stderr.splitlines()
    assert head == "ionbot: other.toml cannot be used:"
    assert [mistake.split(":")[0].strip() for mistake in mistakes] == ["tables.prefix", "log.level2"]


@pytest.mark.parametrize("command", ["check", "run"])
def test_a_missing_configuration_is_told(run: Run, ran: list[Config], command: str) -> None:
    result = run(command)
    assert (result.exit_code, ran) == (2, [])
    assert "config.toml: there is no such file" in result.stderr


def test_a_mistake_in_the_environment_is_not_blamed_on_the_file(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("config.toml").write_text(GOOD)
    monkeypatch.setenv("IONBOT_TABELS__FILL", "3")
    result = run("check")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "ionbot: the environment cannot be used:\n"
        "  IONBOT_TABELS__FILL: there is no such key; did you mean IONBOT_TABLES__FILL?\n"
    )


def test_the_example_is_printed_and_in_order(run: Run) -> None:
    printed = run("check", "--example")
    assert (printed.exit_code, printed.stderr) == (0, "")
    Path("config.toml").write_text(printed.stdout)
    assert run("check").exit_code == 0
    assert "`ionbot check --example`" in run("check", "--config", "none.toml").stderr


def test_run_runs_the_bot(run: Run, ran: list[Config]) -> None:
    Path("config.toml").write_text(GOOD)
    assert run("run").exit_code == 0
    (config,) = ran
    assert config.networks["home"].channels == ["#cards", "#games"]


@pytest.mark.parametrize("error", [DatabaseError("database x: disk full"), NetworkError("home: banned")])
def test_run_tells_why_it_cannot_go_on(
    run: Run, ran: list[Config], monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    async def run_bot(config: Config, _reread: Reread) -> None:
        raise error

    monkeypatch.setattr("ionbot.server.run_bot", run_bot)
    Path("config.toml").write_text(GOOD)
    result = run("run")
    assert (result.exit_code, result.output) == (2, f"ionbot: {error}\n")


def test_demo_has_the_options_of_its_command_line(run: Run, demos: list[Demo]) -> None:
    assert run("demo").exit_code == 0
    words = "demo --watch --fast --game ION --matches 3 --database sqlite:///x.db --port 6667"
    assert run(*words.split()).exit_code == 0
    assert demos == [
        Demo(watch=False, fast=False, game="ion", matches=None, database=None, port=0),
        Demo(watch=True, fast=True, game="ion", matches=3, database="sqlite:///x.db", port=6667),
    ]


def test_demo_of_an_unknown_game(run: Run, demos: list[Demo]) -> None:
    result = run("demo", "--game", "iom")
    assert (result.exit_code, demos) == (2, [])
    assert result.stderr == "ionbot: there is no game 'iom'; did you mean ion?\n"


@pytest.mark.parametrize(
    ("url", "complaint"),
    [("nonsense", "no URL of a SQLite or PostgreSQL database"), ("sqlite:////no/such/x.db", "no/such/x.db")],
)
def test_demo_with_a_database_that_cannot_be_used(
    run: Run, monkeypatch: pytest.MonkeyPatch, url: str, complaint: str
) -> None:
    monkeypatch.setattr("ionbot.log.configure", lambda config: None)
    result = run("demo", "--watch", "--database", url)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith("ionbot: ")
    assert complaint in line


def test_demo_on_a_port_that_is_taken(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ionbot.log.configure", lambda config: None)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = run("demo", "--watch", "--port", str(taken.getsockname()[1]))
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert "address already in use" in line
