"""The whole bot at its start: who lets it in, who does not, and what is said of it."""

import asyncio
import socket
import ssl
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from ionbot.config import Config, DatabaseConfig, NetworkConfig
from ionbot.network import NetworkError
from ionbot.server import Bot, bot
from tests.environment import bare_environment
from tests.network.scripted import PATIENCE, Peer, Scripted

CERTIFICATE = Path(__file__).parent / "network" / "certificate.pem"
IONBOT = (sys.executable, "-c", "from ionbot.cli import app; app()")
BANNED = ":irc.test 465 ionbot :go away"

Networks = Callable[..., Config]


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


async def test_a_ban_ends_the_process_with_one_line(servers: tuple[Scripted, Scripted], tmp_path: Path) -> None:
    server, _ = servers
    (tmp_path / "config.toml").write_text(
        f'[networks.home]\nhost = "127.0.0.1"\nport = {server.port}\ntls = false\nchannels = ["#ion"]\n'
    )
    process = await asyncio.create_subprocess_exec(
        *IONBOT, "run", cwd=tmp_path, stdout=PIPE, stderr=PIPE, env=bare_environment()
    )
    await meets_a_ban(server)
    told, complained = await asyncio.wait_for(process.communicate(), PATIENCE)
    line = f"ionbot: home (127.0.0.1:{server.port}): the server has banned us: go away\n"
    assert (process.returncode, told.decode()) == (2, "")
    assert complained.decode().endswith(line)


async def test_a_second_bot_is_refused_and_the_history_can_be_read(
    servers: tuple[Scripted, Scripted], tmp_path: Path
) -> None:
    server, _ = servers
    (tmp_path / "config.toml").write_text(
        f'[networks.home]\nhost = "127.0.0.1"\nport = {server.port}\ntls = false\nchannels = ["#ion"]\n'
    )

    async def start(*words: str) -> Process:
        return await asyncio.create_subprocess_exec(
            *IONBOT, *words, cwd=tmp_path, stdout=PIPE, stderr=PIPE, env=bare_environment()
        )

    first = await start("run")
    peer = await lets_in(server)
    second, reader = await start("run"), await start("matches", "list")
    told, complained = await asyncio.wait_for(second.communicate(), PATIENCE)
    line = "ionbot: another ionbot works on sqlite:///ionbot.db; two would play the same matches\n"
    assert (second.returncode, told.decode(), complained.decode()) == (2, "", line)
    assert (await reader.communicate(), reader.returncode) == ((b"none\n", b""), 0)
    first.terminate()
    await sees_off(peer)
    _, log = await asyncio.wait_for(first.communicate(), PATIENCE)
    assert first.returncode == 0
    assert [word for word in log.decode().split() if word in ("started", "stopping", "stopped")] == [
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
    (refusal,) = (entry for entry in logs if entry["event"] == "network refuses")
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
            await meets_a_ban(other)
            assert await peer.answers()
            await asyncio.gather(running.stop("The test is over."), sees_off(peer))
            await life
    assert [entry["tried_again"] for entry in logs if entry["event"] == "network refuses"] == [True, False]
