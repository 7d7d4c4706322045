"""What admins order in a cluster: two workers in this process, on PostgreSQL and the embedded server."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack

import pytest

from ionbot.assembly import bot
from ionbot.bot import Bot
from ionbot.config import Config, DatabaseConfig, NetworkConfig
from ionbot.config.cluster import ClusterConfig
from ionbot.demo.server import Server
from ionbot.store.database import Database, DatabaseError
from ionbot.store.rollcall import RollCall, call_roll
from tests.demo.raw import Raw
from tests.store.shelves import NOTHING, Served

pytestmark = pytest.mark.real

PATIENCE = 20
"""Seconds until something that should be so is missed."""


class Workers:
    """Workers in this process; `ann` is an admin."""

    def __init__(self, stack: AsyncExitStack, database: Database, port: int) -> None:
        self._stack = stack
        self._database = database
        self._port = port
        self.configs: dict[str, Config] = {}

    def config(self, name: str, *channels: str) -> Config:
        network = NetworkConfig(
            host="127.0.0.1", port=self._port, tls=False, nick=name, channels=list(channels), pace="none",
            admins=["*!~ann@127.0.0.1"], colour=False,
        )  # fmt: skip
        url = self._database.url.set(query={}).render_as_string(hide_password=False)
        return Config(database=DatabaseConfig(url=url), cluster=ClusterConfig(worker=name), networks={"home": network})

    async def start(self, name: str, *channels: str) -> Bot:
        self.configs[name] = self.config(name, *channels)
        running = await self._stack.enter_async_context(bot(self.configs[name], reread=lambda: self.configs[name]))
        life = asyncio.create_task(running.run())
        self._stack.push_async_callback(self._stop, running, life)
        return running

    async def _stop(self, running: Bot, life: asyncio.Task[None]) -> None:
        await running.stop("The test is over.")
        await life

    async def become(self, **holders: str | None) -> None:
        """Wait until these workers hold these channels, named without the #."""

        def so(roll: RollCall) -> bool:
            found = {lease.channel.removeprefix("#"): lease.worker for lease in roll.channels}
            return all(found.get(channel) == worker for channel, worker in holders.items())

        await self._until(so)

    async def look_again(self) -> None:
        """Wait until each worker has been heard of twice more: it has looked for free channels meanwhile."""
        for _ in range(2):
            before = {worker.name: worker.heard for worker in call_roll(self._database).workers}
            await self._until(lambda roll, before=before: all(each.heard != before[each.name] for each in roll.workers))

    async def _until(self, so: Callable[[RollCall], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not so(await asyncio.to_thread(call_roll, self._database)):  # noqa: ASYNC110 - workers make it so
                await asyncio.sleep(0.05)


class Ann(Raw):
    """The admin."""

    async def order(self, worker: str, text: str) -> str:
        """Order something, and give the first line of the answer."""
        self.send(f"PRIVMSG {worker} :{text}")
        return (await self.until(f":{worker}!~ionbot@127.0.0.1 NOTICE ann :"))[-1].partition(" NOTICE ann :")[2]

    async def sees(self, worker: str, *words: str) -> None:
        await self.until(f":{worker}!~ionbot@127.0.0.1 {' '.join(words)}")


@pytest.fixture
async def stack() -> AsyncIterator[AsyncExitStack]:
    async with AsyncExitStack() as stack:
        yield stack


@pytest.fixture
async def server(stack: AsyncExitStack) -> Server:
    return await stack.enter_async_context(Server())


@pytest.fixture
def workers(stack: AsyncExitStack, served: Served, server: Server) -> Workers:
    database = stack.enter_context(served.copied(NOTHING, lambda database: None))
    return Workers(stack, database, server.port)


@pytest.fixture
async def ann(stack: AsyncExitStack, server: Server) -> Ann:
    ann = Ann(*await asyncio.open_connection("127.0.0.1", server.port))
    stack.push_async_callback(ann.close)
    await ann.sync("NICK ann", "USER ann 0 * :ann", "JOIN #ion,#lounge")
    return ann


async def test_a_channel_is_left_and_entered_by_order_of_an_admin(workers: Workers, ann: Ann) -> None:
    await workers.start("one", "#ion", "#lounge")
    await workers.become(ion="one", lounge="one")
    await workers.start("two", "#ion", "#lounge")
    await workers.become(ion="two", lounge="one")
    await ann.sees("two", "JOIN", "#ion")

    held = "The worker two has #ion; what is to be done there is said to that one."
    assert await ann.order("one", "channel part #ion") == held
    assert await ann.order("one", "channel join #ion") == held
    assert (await ann.order("two", "channel part #ion")).startswith("I leave #ion; it is configured")
    await ann.sees("two", "PART", "#ion")
    await workers.become(ion=None, lounge="one")
    await workers.look_again()
    await workers.become(ion=None)

    assert await ann.order("one", "channel join #ion") == "I go to #ion, which is configured."
    await ann.sees("one", "JOIN", "#ion")
    assert await ann.order("one", "channel join #new") == (
        "I go to #new, after a restart too; channels tells how it is."
    )
    await workers.become(new="one")
    assert await ann.order("one", "channel part #new") == "I leave #new."
    await workers.become(new=None)


async def test_another_configuration_counts_for_the_worker_that_reads_it(workers: Workers, ann: Ann) -> None:
    await workers.start("one", "#ion")
    await ann.sees("one", "JOIN", "#ion")
    workers.configs["one"] = workers.config("one", "#ion", "#lounge").model_copy(
        update={"cluster": ClusterConfig(worker="other")}
    )
    assert await ann.order("one", "reload") == "Changed: networks.home.channels"
    assert (await ann.until("NOTICE ann"))[-1].endswith(":Changed only when I am started again: cluster.worker")
    await ann.sees("one", "JOIN", "#lounge")
    workers.configs["one"] = workers.config("one", "#lounge")
    await ann.order("one", "reload")
    await ann.sees("one", "PART", "#ion")
    await workers.become(ion=None, lounge="one")


async def test_a_bot_that_works_alone_and_a_cluster_do_not_mix(workers: Workers, ann: Ann) -> None:
    await workers.start("one", "#ion")
    alone = workers.config("two", "#ion").model_copy(update={"cluster": ClusterConfig()})
    with pytest.raises(DatabaseError, match="another ionbot works on"):
        async with bot(alone):
            raise AssertionError
