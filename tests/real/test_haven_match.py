"""A whole match of Haven on a real server: nobody needs more than their hand, the channel and `table`."""

import asyncio
import re
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.real.battlers import Battler
from tests.real.client import until
from tests.real.home import home
from tests.real.servers import Ngircd

pytestmark = [pytest.mark.real, pytest.mark.slow]

TABLES = {"game": "haven", "countdown": 30}
PATIENCE = 120
"""Seconds for a whole match."""


async def test_a_match_of_three_from_lobby_to_winner(ngircd: Ngircd, tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        bot = await stack.enter_async_context(
            home(tmp_path, ngircd.port, TABLES, haven={"composure": 8}, channels=["#haven"])
        )
        people = [Battler(ngircd.port, nick) for nick in ("ann", "bob", "cat")]
        for person in people:
            await stack.enter_async_context(person)
            await person.join("#haven")
        tasks = [asyncio.create_task(person.play()) for person in people]
        for person in people:
            person.say("#haven", "!join")
        await until(lambda: any("cat sits down" in said for said in people[0].said))
        people[0].say("#haven", "!go")
        await until(lambda: all("Match 1 is over" in " ".join(person.said) for person in people), PATIENCE)
        await until(lambda: all(person.said == people[0].said for person in people))
        for task in tasks:
            task.cancel()
        bot.check()
    said = people[0].said
    assert any(re.search(r"\bwins?\b", each) for each in said)
    assert all(person.moved for person in people)
