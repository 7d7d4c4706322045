"""`ionbot status`: what it shows of the running bot, and what it says where there is none."""

import json
from pathlib import Path

import pytest
from msgspec import to_builtins

from ionbot import control
from ionbot.administration.nightly import BackupStatus
from ionbot.control import BotStatus, NotRunning, TableStatus, Unanswered
from ionbot.network.status import ChannelStatus, NetworkStatus, State
from tests.cli.conftest import Run

CONFIG = '[networks.home]\nhost = "irc.example.org"\nchannels = ["#cards"]\n[database]\nurl = "sqlite:///bot.db"\n'
SINCE = 1_767_225_600_000


def network(name: str, **changes: object) -> NetworkStatus:
    values: dict[str, object] = {
        "name": name, "state": State.CONNECTED, "since": SINCE, "server": f"{name}.test:6697", "tls": True, "why": "",
        "again_in_s": None, "server_name": "", "nick": "", "wanted_nick": "ionbot", "account": None, "lag_ms": None,
        "channels": [], "waiting_lines": 0,
    }  # fmt: skip
    return NetworkStatus(**values | changes)  # type: ignore[arg-type]


FOUND = BotStatus(
    [
        network(
            "one", server_name="irc.one.test", nick="ionbot7", account="dealer", lag_ms=42, waiting_lines=3,
            channels=[
                ChannelStatus("#ion", joined=True),
                ChannelStatus("#shut", joined=False, why="the bot is banned; the next attempt is in 20 s"),
            ],
        ),
        network("two", state=State.WAITING, why="no connection", again_in_s=12.3, tls=False),
        network("three", state=State.GIVEN_UP, why="three (three.test:6697): banned\x1b[31m"),
        network("four", state=State.CONNECTING, channels=[ChannelStatus("#ion", joined=False)]),
    ],
    [TableStatus("one", "#ion", "match 7 of ion")],
    BackupStatus(SINCE, SINCE + 86_400_000, "disk full"),
)  # fmt: skip


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Lets a bot answer with `FOUND`; gives the databases that were asked for."""
    urls: list[str] = []

    def ask(database: str) -> BotStatus:
        urls.append(database)
        return FOUND

    monkeypatch.setattr(control, "ask", ask)
    Path("config.toml").write_text(CONFIG)
    return urls


def rows(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.strip(" ─")]


def test_it_shows_networks_channels_and_tables(run: Run, asked: list[str]) -> None:
    result = run("status")
    assert (result.exit_code, result.stderr, asked) == (0, "", ["sqlite:///bot.db"])
    assert rows(result.stdout) == [
        "Networks",
        "network state server TLS nick account lag ms lines waiting",
        "one connected since 2026-01-01 00:00 irc.one.test yes ionbot7 (wanted: ionbot) dealer 42 3",
        "two waiting 12 s: no connection two.test:6697 no 0",
        "three given up: three (three.test:6697): banned?[31m three.test:6697 yes 0",
        "four connecting since 2026-01-01 00:00 four.test:6697 yes 0",
        "Channels (times are UTC)",
        "network channel state table",
        "one #ion joined match 7 of ion",
        "one #shut not joined: the bot is banned; the next attempt is in 20 s",
        "four #ion not joined",
        "Backups",
        "last next trouble",
        "2026-01-01 00:00 2026-01-02 00:00 disk full",
    ]


def test_as_json_it_is_what_the_bot_has_told(run: Run, asked: list[str]) -> None:
    told = json.loads(run("status", "--format", "json").stdout)
    assert {network.pop("since") for network in told["networks"]} == {"2026-01-01T00:00:00Z"}
    assert told.pop("backup") == {"last": "2026-01-01T00:00:00Z", "next": "2026-01-02T00:00:00Z", "why": "disk full"}
    expected = to_builtins(FOUND)
    del expected["backup"]
    assert {network.pop("since") for network in expected["networks"]} == {SINCE}
    assert told == expected


def test_without_a_bot_it_says_so(run: Run) -> None:
    Path("other.toml").write_text(CONFIG)
    result = run("status", "--config", "other.toml")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "ionbot: no ionbot is running on sqlite:///bot.db\n"


@pytest.mark.parametrize(("error", "code"), [(NotRunning("it sleeps"), 1), (Unanswered("it is mute"), 2)])
def test_the_exit_code_tells_no_bot_from_one_that_does_not_answer(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: Exception, code: int
) -> None:
    def ask(_database: str) -> BotStatus:
        raise error

    monkeypatch.setattr(control, "ask", ask)
    Path("config.toml").write_text(CONFIG)
    result = run("status")
    assert (result.exit_code, result.stdout, result.stderr) == (code, "", f"ionbot: {error}\n")


def test_nobody_needs_the_networks_passwords_to_look_at_the_bot(run: Run, asked: list[str]) -> None:
    Path("config.toml").write_text(CONFIG.replace("[database]", 'account = "dealer"\n[database]'))
    assert run("check").exit_code == 2
    assert (run("status").exit_code, asked) == (0, ["sqlite:///bot.db"])


def test_a_broken_configuration_is_told(run: Run) -> None:
    Path("config.toml").write_text("[networks")
    result = run("status")
    assert result.exit_code == 2
    assert result.stderr.startswith("ionbot: config.toml cannot be used:")
