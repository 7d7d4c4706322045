"""The whole bot at its start: who lets it in, who does not, and what is said of it."""

import asyncio
import json
import socket
import ssl
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from ionbot.assembly import bot
from ionbot.bot import Bot
from ionbot.config import BackupConfig, Config, DatabaseConfig, NetworkConfig
from ionbot.network import NetworkError
from ionbot.network.status import State
from ionbot.store.database import Database
from tests.environment import bare_environment
from tests.network.scripted import PATIENCE, Peer, Scripted, until

CERTIFICATE = Path(__file__).parent / "network" / "certificate.pem"
IONBOT = (sys.executable, "-c", "from ionbot.cli import app; app()")
BANNED = ":irc.test 465 ionbot :go away"

Networks = Callable[..., Config]
Start = Callable[..., Awaitable[Process]]


@pytest.fixture
def networks(tmp_path: Path) -> Networks:
    """Give the configuration of networks a, b, ... by the ports of their servers."""

    def networks(*ports: int, tls: bool = False) -> Config:
        each = {
            name: NetworkConfig(host="127.0.0.1", port=port, tls=tls, channels=["#ion"], burst=100, rate=1000)
            for name, port in zip("abc", ports, strict=False)
        }
        return Config(database=DatabaseConfig(url=f"sqlite:///{tmp_path}/bot.db"), networks=each)

    return networks


@pytest.fixture
async def servers() -> AsyncIterator[tuple[Scripted, Scripted]]:
    async with Scripted() as one, Scripted() as other:
        yield one, other


@pytest.fixture
async def start(servers: tuple[Scripted, Scripted], tmp_path: Path) -> AsyncIterator[Start]:
    """Gives a function that starts ionbot as a process, configured for the first server; none outlives the test."""
    (tmp_path / "config.toml").write_text(
        f'[networks.home]\nhost = "127.0.0.1"\nport = {servers[0].port}\ntls = false\nchannels = ["#ion"]\n'
    )
    started: list[Process] = []

    async def start(*words: str) -> Process:
        process = await asyncio.create_subprocess_exec(
            *IONBOT, *words, cwd=tmp_path, stdout=PIPE, stderr=PIPE, env=bare_environment()
        )
        started.append(process)
        return process

    yield start
    for process in started:
        if process.returncode is None:
            process.kill()
            await process.communicate()


@pytest.fixture
def closed_port() -> int:
    """Give a port where nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
    return port


async def lets_in(server: Scripted) -> Peer:
    """Let the next connection in, and into its channel."""
    peer = await server.accept()
    await peer.register()
    await peer.enter()
    return peer


async def sees_off(peer: Peer) -> None:
    await peer.expect("QUIT")
    peer.close()


async def meets_a_ban(server: Scripted) -> None:
    peer = await server.accept()
    await peer.expect("NICK")
    peer.send(BANNED)
    await peer.gone()


async def ends(running: Bot) -> str:
    """Let a bot run until no network is left; give the reason."""
    with pytest.raises(NetworkError) as caught:
        await asyncio.wait_for(running.run(), PATIENCE)
    return str(caught.value)


async def ended(process: Process) -> tuple[int | None, str, str]:
    """Wait for the end of a process; give its exit code and what it has told and complained of."""
    told, complained = await asyncio.wait_for(process.communicate(), PATIENCE)
    return process.returncode, told.decode(), complained.decode()


async def test_a_ban_ends_the_process_with_one_line(servers: tuple[Scripted, Scripted], start: Start) -> None:
    server, _ = servers
    process = await start("run")
    await meets_a_ban(server)
    code, told, complained = await ended(process)
    line = f"ionbot: home (127.0.0.1:{server.port}): the server has banned us: go away\n"
    assert (code, told) == (2, "")
    assert complained.endswith(line)


async def test_a_second_bot_is_refused_and_the_history_can_be_read(
    servers: tuple[Scripted, Scripted], start: Start
) -> None:
    server, _ = servers
    first = await start("run")
    peer = await lets_in(server)
    second, reader = await start("run"), await start("matches", "list")
    line = "ionbot: another ionbot works on sqlite:///ionbot.db; stop it first\n"
    assert await ended(second) == (2, "", line)
    assert await ended(reader) == (0, "none\n", "")
    first.terminate()
    await sees_off(peer)
    code, _, log = await ended(first)
    assert code == 0
    assert [word for word in log.split() if word in ("started", "stopping", "stopped")] == [
        "started", "stopping", "stopped"
    ]  # fmt: skip


async def test_a_port_where_nobody_listens_ends_the_run(networks: Networks, closed_port: int) -> None:
    async with bot(networks(closed_port)) as running:
        why = await ends(running)
    assert why.startswith(f"a (127.0.0.1:{closed_port}): ")
    assert "Connect call failed" in why


async def test_a_certificate_that_cannot_be_trusted_ends_the_run(networks: Networks) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    async with Scripted(context) as server, bot(networks(server.port, tls=True)) as running:
        assert "the server's certificate cannot be trusted" in await ends(running)


async def test_the_reasons_of_all_networks_are_told(
    networks: Networks, servers: tuple[Scripted, Scripted], closed_port: int
) -> None:
    server, _ = servers
    with capture_logs():
        async with bot(networks(closed_port, server.port)) as running:
            why, _ = await asyncio.gather(ends(running), meets_a_ban(server))
    first, _, second = why.partition("; ")
    assert first.startswith(f"a (127.0.0.1:{closed_port}): ")
    assert second == f"b (127.0.0.1:{server.port}): the server has banned us: go away"


async def test_a_network_that_fails_at_first_is_tried_again_while_another_is_in(
    networks: Networks, servers: tuple[Scripted, Scripted]
) -> None:
    one, other = servers
    with capture_logs() as logs:
        async with bot(networks(one.port, other.port)) as running:
            life = asyncio.create_task(running.run())
            peer = await lets_in(one)
            (await other.accept()).close()
            again = await lets_in(other)
            await asyncio.gather(running.stop("The test is over."), sees_off(peer), sees_off(again))
            await life
    (refusal,) = (entry for entry in logs if entry["event"] == "given up")
    assert refusal["tried_again"]


async def test_a_ban_from_one_network_leaves_the_other_alone(
    networks: Networks, servers: tuple[Scripted, Scripted]
) -> None:
    one, other = servers
    with capture_logs() as logs:
        async with bot(networks(one.port, other.port)) as running:
            life = asyncio.create_task(running.run())
            peer = await lets_in(one)
            await meets_a_ban(other)
            await until(lambda: running.status().networks[1].state is State.GIVEN_UP)
            assert await peer.answers()
            await asyncio.gather(running.stop("The test is over."), sees_off(peer))
            await life
    assert [entry["tried_again"] for entry in logs if entry["event"] == "given up"] == [False]
    assert other.connections == 1


async def test_a_ban_in_the_middle_ends_the_bot_that_is_nowhere_else(
    networks: Networks, servers: tuple[Scripted, Scripted]
) -> None:
    server, _ = servers
    async with bot(networks(server.port)) as running:
        end = asyncio.create_task(ends(running))
        (await lets_in(server)).send(BANNED)
        assert await end == f"a (127.0.0.1:{server.port}): the server has banned us: go away"
    assert server.connections == 1


async def test_the_running_bot_tells_how_it_is(servers: tuple[Scripted, Scripted], start: Start) -> None:
    server, _ = servers
    status = ("status", "--format", "json")
    running = await start("run")
    peer = await lets_in(server)
    peer.send(":ann!a@h PRIVMSG #ion :!join")
    await peer.expect("PRIVMSG #ion :a\u200bnn opens ION, match 1")
    code, told, complained = await ended(await start(*status))
    assert (code, complained) == (0, "")
    found = json.loads(told)
    assert [network["state"] for network in found["networks"]] == ["connected"]
    assert found["tables"] == [{"network": "home", "channel": "#ion", "playing": "open for match 1 of ION"}]
    running.terminate()
    await sees_off(peer)
    await ended(running)
    assert await ended(await start(*status)) == (1, "", "ionbot: no ionbot is running on sqlite:///ionbot.db\n")


async def test_a_backup_that_was_missed_is_made_at_the_start(
    networks: Networks, servers: tuple[Scripted, Scripted], tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "bot-20250101-040000.db").touch()
    config = networks(servers[0].port).model_copy(update={"backup": BackupConfig(directory=str(folder), keep=1)})
    async with bot(config) as running:
        await until(lambda: (now := running.status().backup) is not None and now.next > time.time() * 1000)
        backup = running.status().backup
    assert backup
    assert backup.why == ""
    (made,) = folder.iterdir()
    assert made.name == datetime.fromtimestamp((backup.last or 0) / 1000, UTC).strftime("bot-%Y%m%d-%H%M%S.db")
    with closing(Database(f"sqlite:///{made}")) as copy:
        copy.require_current()


async def test_a_policy_of_encryption_outlives_the_bot(networks: Networks, servers: tuple[Scripted, Scripted]) -> None:
    plain, _ = servers
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    async with Scripted(context) as safe:
        config = networks(plain.port)
        trusting = config.networks["a"].model_copy(update={"tls_ca": CERTIFICATE})
        config = config.model_copy(update={"networks": {"a": trusting}})
        for number in range(2):
            async with bot(config) as running:
                life = asyncio.create_task(running.run())
                if number == 0:
                    (await plain.accept()).send(f"CAP * LS :sts=port={safe.port}")
                peer = await safe.accept()
                peer.send("CAP * LS :sts=duration=1000")
                await peer.register()
                assert await peer.answers()
                await asyncio.gather(running.stop("The test is over."), sees_off(peer))
                await life
    assert (plain.connections, safe.connections) == (1, 2)
