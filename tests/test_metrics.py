"""What Prometheus is told: what it counts, what it never names, and that the bot does without if it cannot listen."""

import asyncio
import re
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from threading import Event
from typing import TypeAlias
from urllib.request import urlopen

import pytest
from prometheus_client.parser import text_string_to_metric_families
from structlog.testing import capture_logs

from ionbot.assembly import bot
from ionbot.bot import Bot
from ionbot.config import Config, MetricsConfig
from ionbot.metrics import Metrics
from ionbot.store.database import Database, DatabaseError
from ionbot.store.writer import Writer
from ionbot.table.alarm import Alarm
from tests.environment import bare_environment
from tests.network.scripted import Peer, Scripted, until

DOCUMENT = Path(__file__).parents[1] / "docs" / "running.md"
STATES = {"free", "lobby", "playing", "paused", "resting"}

Samples: TypeAlias = dict[tuple[str, frozenset[str]], float]


def read(text: str) -> Samples:
    """Give what Prometheus would read: each sample by its name and the values of its labels."""
    return {
        (sample.name, frozenset(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def text(port: int) -> str:
    """Ask as Prometheus does; it blocks."""
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        assert answer.headers["Content-Type"].startswith("text/plain; version=")
        return str(answer.read().decode())


async def scrape(port: int) -> Samples:
    return read(await asyncio.to_thread(text, port))


@pytest.fixture
def port() -> int:
    """Give a port where nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        number: int = server.getsockname()[1]
    return number


def is_free(port: int) -> bool:
    """Tell whether nobody listens there."""
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) != 0


@pytest.fixture
async def irc() -> AsyncIterator[Scripted]:
    async with Scripted() as irc:
        yield irc


@pytest.fixture
async def running(irc: Scripted, port: int, tmp_path: Path) -> AsyncIterator[tuple[Bot, Peer]]:
    """The bot in #ion of the network `home`, which Prometheus can ask."""
    async with AsyncExitStack() as stack:
        network = {"host": "127.0.0.1", "port": irc.port, "tls": False, "channels": ["#ion", "#den"], "pace": "none"}
        config = Config.model_validate(
            {
                "database": {"url": f"sqlite:///{tmp_path}/bot.db"},
                "networks": {"home": network | {"colour": False}},
                "tables": {"countdown": 0},
                "games": {"ion": {"even": False}},
                "metrics": {"port": port},
            }
        )
        running = await stack.enter_async_context(bot(config))
        life = asyncio.create_task(running.run())
        yield running, await enters(irc)
        irc.hang_up()
        await running.stop("The test is over.")
        await life


async def enters(irc: Scripted) -> Peer:
    peer = await irc.accept()
    await peer.register()
    await peer.enter(asked="#ion,#den", names="@ann bob eve")
    assert await peer.answers()
    return peer


async def plays_a_card(peer: Peer) -> None:
    """Let bob and eve begin a match, and whose turn it is try a card that they lack, and play one."""
    for nick in ("bob", "eve"):
        peer.send(f":{nick}!{nick}@h PRIVMSG #ion :!join")
    await peer.expect("PRIVMSG #ion :Team +")
    turn = next(line for line in reversed(peer.lines) if "'s turn" in line)
    nick = "bob" if re.search(r"b\W*ob's turn", turn) else "eve"
    hand = (await peer.expect(f"NOTICE {nick} :You hold ")).partition("You hold ")[2].split(" ")
    lacking = next(card for card in ("+++", "++", "+", "---", "--", "-", "=") if card not in hand)
    for text in (lacking, hand[0]):
        peer.send(f":{nick}!{nick}@h PRIVMSG #ion :{text}")
    await peer.expect("PRIVMSG #ion :")


async def test_a_match_is_counted(running: tuple[Bot, Peer], port: int) -> None:
    here, peer = running
    before = await scrape(port)
    assert before["ionbot_tables", frozenset({"free"})] == 1
    await plays_a_card(peer)
    await here.hall.settle()
    after = await scrape(port)
    moves = frozenset({"ion"})
    assert after["ionbot_moves_total", moves] == 1
    assert after["ionbot_moves_refused_total", moves] == 1
    for name in ("ionbot_move_durable_seconds", "ionbot_move_sent_seconds"):
        assert after[f"{name}_count", frozenset()] == 1
        assert 0 < after[f"{name}_sum", frozenset()] < 30
    assert after["ionbot_commit_seconds_count", frozenset()] > before["ionbot_commit_seconds_count", frozenset()] > 0
    assert after["ionbot_commit_jobs_sum", frozenset()] >= after["ionbot_commit_jobs_count", frozenset()]
    assert after["ionbot_commit_failures_total", frozenset()] == 0
    assert {state: after["ionbot_tables", frozenset({state})] for state in STATES} == dict.fromkeys(STATES, 0) | {
        "playing": 1
    }
    assert after["ionbot_players_seated", frozenset()] == 2
    for joined in ("yes", "no"):
        assert after["ionbot_channels", frozenset({"home", joined})] == 1
    assert after["ionbot_network_connected", frozenset({"home"})] == 1
    assert after["ionbot_outbox_lines", frozenset({"home"})] == 0
    assert after["process_resident_memory_bytes", frozenset()] > 0
    labels = {value for name, values in after if name.startswith("ionbot_") for value in values}
    words = {value for value in labels if not re.fullmatch(r"[\d.e-]+|\+Inf", value)}
    assert words == STATES | {"home", "ion", "yes", "no"}  # no nick, channel or match


async def test_reconnects_are_counted(running: tuple[Bot, Peer], irc: Scripted, port: int) -> None:
    running[1].close()
    await enters(irc)
    assert (await scrape(port))["ionbot_reconnects_total", frozenset({"home"})] == 1


async def test_what_the_loop_does_not_tell_in_time_is_left_out(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ionbot.metrics.PATIENCE", 0.05)
    answered = Event()

    def survey() -> tuple[tuple[()], tuple[()]]:
        """Hold the event loop up until there is an answer."""
        assert answered.wait(10)
        return (), ()

    def late() -> str:
        answered.clear()
        try:
            return text(port)
        finally:
            answered.set()

    async with Metrics().served(MetricsConfig(port=port), survey):
        answered.set()
        in_time = await scrape(port)
        too_late = read(await asyncio.to_thread(late))
    assert ("ionbot_tables", frozenset({"free"})) in in_time
    assert {name for name, _ in in_time} - {name for name, _ in too_late} == {"ionbot_tables", "ionbot_players_seated"}


async def test_a_port_that_is_taken_is_told_and_the_bot_does_without() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, capture_logs() as logs:
        config = MetricsConfig(port=taken.getsockname()[1])
        async with Metrics().served(config, lambda: ((), ())):
            pass
    (entry,) = logs
    assert (entry["event"], entry["log_level"]) == ("metrics cannot be asked for", "error")
    assert (entry["port"], entry["why"]) == (config.port, "Address already in use")


async def test_nobody_listens_any_more_at_the_end(port: int) -> None:
    async with Metrics().served(MetricsConfig(port=port), lambda: ((), ())):
        assert await scrape(port)
    await until(lambda: is_free(port))


def sample(metrics: Metrics, name: str) -> float:
    value = metrics.registry.get_sample_value(name)
    assert value is not None
    return value


async def test_a_commit_that_fails_is_counted(tmp_path: Path) -> None:
    metrics, database = Metrics(), Database(f"sqlite:///{tmp_path}/none/bot.db")
    writer = Writer(database.engine, metrics)
    with pytest.raises(DatabaseError):
        await writer.write(lambda _: None)
    await writer.close()
    database.close()
    assert sample(metrics, "ionbot_commit_failures_total") == 1
    assert sample(metrics, "ionbot_commit_seconds_count") == 0


async def test_a_timer_is_late_by_its_own_clock() -> None:
    class Sleeper:
        woken = False

        def wake(self) -> None:
            self.woken = True

    metrics, sleeper, times = Metrics(), Sleeper(), iter([990])
    alarm = Alarm(lambda: next(times, 1250), metrics)
    alarm.set(sleeper, 1000)
    alarm.start()
    await until(lambda: sleeper.woken)
    alarm.stop()
    assert sample(metrics, "ionbot_timer_lateness_seconds_count") == 1
    assert sample(metrics, "ionbot_timer_lateness_seconds_sum") == 0.25


async def test_the_document_names_them_all(port: int) -> None:
    """The names and types in the document are those that Prometheus is told, with what it puts behind them."""
    documented = re.findall(r"^\| `(ionbot_\w+)` \| (\w+) \|", DOCUMENT.read_text("utf-8"), flags=re.MULTILINE)
    async with Metrics().served(MetricsConfig(port=port), lambda: ((), ())):
        families = text_string_to_metric_families(await asyncio.to_thread(text, port))
    told = {f"{each.name}{'_total' if each.type == 'counter' else ''}": each.type for each in families}
    assert dict(documented) == {name: kind for name, kind in told.items() if ours(name)}


def ours(name: str) -> bool:
    """Tell whether a metric is the bot's own, and not when another was made."""
    return name.startswith("ionbot_") and not name.endswith("_created")


def test_who_wants_no_metrics_does_not_wait_for_their_library() -> None:
    program = "import ionbot.server, sys; sys.exit('prometheus_client' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], env=bare_environment(), check=False).returncode == 0
