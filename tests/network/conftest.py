import asyncio
import ssl
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from ionbot.network import Network
from ionbot.network.clock import Timing
from ionbot.network.link.sts import Policies
from tests.network.fakes import Recorder, config
from tests.network.scripted import Peer, Scripted

HERE = Path(__file__).parent
QUICK = Timing(reconnect_first=0.02, reconnect_most=0.05, rejoin_first=0.05, rejoin_most=0.1, farewell=0.02)


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Keeps the logs of hundreds of connections out of the way."""
    with capture_logs():
        yield


@pytest.fixture
def certificate() -> Path:
    """A self-signed certificate for 127.0.0.1, with its key."""
    return HERE / "certificate.pem"


@pytest.fixture
def server_tls(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context


@pytest.fixture
async def server() -> AsyncIterator[Scripted]:
    async with Scripted() as server:
        yield server


Start = Callable[..., tuple[Network, "asyncio.Task[None]", Recorder]]


async def entered(
    server: Scripted, start: Start, **changes: object
) -> tuple[Network, "asyncio.Task[None]", Recorder, Peer]:
    """Give network, its run, recorder and server end, with the bot in #ion."""
    network, task, recorder = start(server.port, **changes)
    peer = await server.accept()
    await peer.register()
    await peer.enter()
    await peer.answers()
    return network, task, recorder, peer


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    """Gives a function that runs a network; it is stopped after the test."""
    running: list[tuple[Network, asyncio.Task[None]]] = []

    def run(
        port: int, timing: Timing = QUICK, patient: bool = True, policies: Policies | None = None, **changes: object
    ) -> tuple[Network, "asyncio.Task[None]", Recorder]:
        recorder = Recorder()
        settings = config(**{"port": port, "tls": False, "burst": 100, "rate": 1000} | changes)
        network = Network("net", settings, recorder, timing, policies)
        task = asyncio.create_task(network.run(patient=patient))
        running.append((network, task))
        return network, task, recorder

    yield run
    for network, task in running:
        await network.stop("test over")
        await asyncio.wait({task})
