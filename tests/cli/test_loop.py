"""The event loop of `run` and `demo`, with uvloop and without."""

import asyncio
import sys

import pytest

from ionbot.assembly import bot
from ionbot.cli import loop
from ionbot.config import Config, DatabaseConfig, NetworkConfig
from ionbot.demo.server import Server


@pytest.fixture(params=["uvloop", "asyncio"])
def package(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Have uvloop, or not; give the package whose loop is to run."""
    package: str = request.param
    if package == "uvloop":
        pytest.importorskip("uvloop")
    else:
        monkeypatch.setitem(sys.modules, "uvloop", None)
    return package


def test_uvloop_runs_where_it_is_installed(package: str) -> None:
    ran = []

    async def look() -> None:
        ran.append(type(asyncio.get_running_loop()).__module__.partition(".")[0])

    loop.run(look())
    assert ran == [package]


def test_the_bot_is_in_its_channel_in_either_loop(package: str) -> None:
    nicks = []

    async def visit() -> None:
        async with Server() as server:
            network = NetworkConfig(host="127.0.0.1", port=server.port, tls=False, channels=["#ion"])
            config = Config(database=DatabaseConfig(url="sqlite:///x.db"), networks={"demo": network})
            async with bot(config) as running:
                life = asyncio.create_task(running.run())
                await running.hall.first_table()
                nicks.extend(server.nicks())
                await running.stop("The test is over.")
                await life

    loop.run(visit())
    assert nicks == ["ionbot"]
