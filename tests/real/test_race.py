"""A draw of Fia's Free spread on a real server: who was faster, and by how much, is what the server's stamps say."""

import asyncio
import re
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from irctokens.line import Line

from ionbot.assembly import bot
from ionbot.config import Config, DatabaseConfig, NetworkConfig, TableConfig
from ionbot.network.formatting import clean
from ionbot.network.stamps import stamp
from ionbot.store.journal import unix_ms
from tests.real.client import PATIENCE, Client
from tests.real.servers import InspIRCd

pytestmark = pytest.mark.real

INACCURACY = 25
"""By how many ms the server, where it has to wait, may stamp the same message otherwise for its two ends."""


async def hear(client: Client, part: str) -> Line:
    """Read on until somebody hears the bot say something."""
    async with asyncio.timeout(PATIENCE):
        while line := await client.line():
            if (line.source or "").startswith("ionbot!") and part in clean(line.params[-1]):
                return line
    raise AssertionError(f"{client.nick} lost the connection before {part!r}")


async def called(client: Client) -> str:
    """Wait until the draw is called, and give a card that somebody was shown before."""
    holding = clean((await hear(client, "You hold ")).params[-1])
    await hear(client, "DRAW!")
    return re.findall(r"\b[rbgy][adhc]\d\b", holding)[0]


async def lay(client: Client, card: str) -> int:
    """Lay a card, and give the server's stamp of it."""
    client.say("ionbot", card)
    sent = stamp(await client.expect("PRIVMSG", "ionbot", card), unix_ms())
    assert sent
    return sent


async def test_the_milliseconds_told_are_those_of_the_stamps(inspircd: InspIRCd, tmp_path: Path) -> None:
    network = NetworkConfig(host="127.0.0.1", port=inspircd.port, tls=False, channels=["#fia"], burst=100, rate=1000)
    config = Config(
        database=DatabaseConfig(url=f"sqlite:///{tmp_path}/ionbot.db"),
        networks={"home": network},
        tables=TableConfig(game="fia", countdown=0, person_burst=1000),
        games={"fia": {"spread": "free", "calm": (1, 1)}},
    )
    async with AsyncExitStack() as stack:
        ann, bob = [await stack.enter_async_context(Client(inspircd.port, nick, "#fia")) for nick in ("ann", "bob")]
        for client in (ann, bob):
            client.send("CAP", "REQ", "server-time echo-message")
            await client.expect("CAP")
        running = await stack.enter_async_context(bot(config))
        life = asyncio.create_task(running.run())
        await running.hall.first_table()
        for client in (ann, bob):
            client.say("#fia", "!join")
        cards = [await called(client) for client in (ann, bob)]
        first = await lay(ann, cards[0])
        await hear(bob, "has drawn.")
        second = await lay(bob, cards[1])
        said = clean((await hear(ann, "lays ")).params[-1]).replace("\u200b", "")
        await running.stop("The test is over.")
        await life
    told = re.match(r"ann was faster by (\d+) ms\.", said)
    assert told
    assert abs(second - first - int(told[1])) <= INACCURACY
