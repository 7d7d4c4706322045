"""A running match, and what the bot's server and its operators can do to it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.real.client import Client, until
from tests.real.company import Company
from tests.real.conftest import Make
from tests.real.home import Home, home
from tests.real.players import Player
from tests.real.servers import Daemon, InspIRCd, Ngircd

pytestmark = pytest.mark.real

KINDS = [Ngircd, InspIRCd]


@pytest.fixture(params=KINDS)
def server(request: pytest.FixtureRequest, make: Make) -> Daemon:
    """A running server of each kind."""
    server: Daemon = make(request.param)
    server.start()
    return server


@pytest.fixture
async def oper(server: Daemon) -> AsyncIterator[Client]:
    """An operator of the server."""
    async with Client(server.port, "op") as oper:
        oper.send("OPER", "oper", "operpass")
        await oper.expect("381")
        yield oper


async def stands_where_it_was(company: Company, bot: Home, said: int, held: object) -> None:
    """See that the channel was told in one line where the match stands, and that it goes on from there."""
    await bot.agrees(company)
    (line,) = company.boss.said[said:]
    assert line.startswith("I am here again. Last: ")
    assert line.endswith(company.prompts[-1])
    assert company.prompts[-1] == company.prompts[-2]
    assert company.holdings == held
    await company.play_on(4)
    await bot.agrees(company)


async def test_kicked_the_bot_comes_back_and_the_match_goes_on(ngircd: Ngircd, tmp_path: Path) -> None:
    async with Company.on(ngircd.port) as company, home(tmp_path, ngircd.port) as bot:
        await bot.begins(company)
        held, said = company.holdings, len(company.boss.said)
        company.boss.send("KICK", "#ion", "ionbot", "out with you")
        await company.hear("I am here again.")
        await stands_where_it_was(company, bot, said, held)


async def test_kicked_for_good_the_match_ends_as_it_stands_and_the_channel_hears_of_it_later(
    ngircd: Ngircd, tmp_path: Path
) -> None:
    tables = {"expelled_grace": 0.2}
    async with (
        Company.on(ngircd.port) as company,
        home(tmp_path, ngircd.port, tables, rejoin_after_kick=False) as bot,
    ):
        await bot.begins(company)
        said, points = len(company.boss.said), bot.records.points()
        company.boss.send("KICK", "#ion", "ionbot", "out with you")
        await until(lambda: bot.table.play is None)
        assert bot.records.ask("SELECT status FROM matches") == [("finished",)]
        assert company.boss.said[said:] == []
        company.boss.send("INVITE", "ionbot", "#ion")
        await company.hear("Match 1 is over. The seed of its cards was ")
        assert company.boss.said[said].startswith("Last in match 1: ")
        assert bot.records.points().keys() == points.keys()
        bot.check()


async def test_killed_by_an_operator_the_bot_is_back_and_tells_where_the_match_stands(
    server: Daemon, oper: Client, tmp_path: Path
) -> None:
    async with Company.on(server.port) as company, home(tmp_path, server.port) as bot:
        await bot.begins(company)
        held, said = company.holdings, len(company.boss.said)
        oper.send("KILL", "ionbot", "no bots here")
        await company.hear("I am here again.")
        await stands_where_it_was(company, bot, said, held)


async def test_a_player_who_is_killed_has_left(server: Daemon, oper: Client, tmp_path: Path) -> None:
    async with Company.on(server.port) as company, home(tmp_path, server.port) as bot:
        await bot.begins(company)
        oper.send("KILL", "bob", "no bobs here")
        await company.hear("bob left IRC and is out.")
        others = company.without(company.players[1])
        await others.play_on(4)
        await bot.agrees(others)
        assert bot.records.ask("SELECT nick, left_reason FROM seats WHERE NOT present") == [("bob", "disconnect")]


async def test_a_player_who_is_killed_may_come_back_where_quitting_has_a_grace(ngircd: Ngircd, tmp_path: Path) -> None:
    async with (
        Company.on(ngircd.port) as company,
        home(tmp_path, ngircd.port, ion={"quit_grace": 60}) as bot,
        Client(ngircd.port, "op") as oper,
    ):
        await bot.begins(company)
        held = company.holdings
        oper.send("OPER", "oper", "operpass")
        oper.send("KILL", "bob", "no bobs here")
        await company.hear("bob left IRC")
        company.players[1] = Player(ngircd.port, "bob", patient=True)
        await company.admit(company.players[1])
        await company.hear("bob is back.")
        await bot.agrees(company)
        assert company.holdings == held
        await company.play_on(4)
        await bot.agrees(company)


async def test_the_match_goes_on_on_a_server_that_was_restarted(server: Daemon, tmp_path: Path) -> None:
    async with home(tmp_path, server.port) as bot:
        async with Company.on(server.port) as company:
            await bot.begins(company)
            held = company.holdings
            server.stop()
            await until(lambda: not bot.channel.open)
        server.start()
        await until(lambda: bot.channel.open)
        async with Company.on(server.port, patient=True) as company:
            for player in company.players:
                await company.hear(f"{player.nick} is back.")
            await bot.agrees(company)
            assert company.holdings == held
            await company.play_on(4)
            await bot.agrees(company)
