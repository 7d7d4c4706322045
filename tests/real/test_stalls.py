"""A running match on a server that stands still for longer than a move may take: it costs nobody anything."""

from pathlib import Path
from random import Random

import pytest

from ionbot.table.play import Play
from tests.real.client import until
from tests.real.company import Company
from tests.real.home import Home, home
from tests.real.players import move
from tests.real.servers import Daemon, InspIRCd, Ngircd

pytestmark = pytest.mark.real

QUICK_MOVES = {"move_time": 4}
OVERDUE_MS = 1_200
"""How long after the end of a move's time the server's sign is too late to be without meaning."""


async def stand_still(server: Daemon, company: Company, bot: Home) -> int:
    """Let the server stand still in the middle of somebody's turn. Gives how many lines were said before."""
    await bot.begins(company)
    await company.play_on(1)
    await company.pause()
    server.freeze()
    return len(company.boss.said)


async def nobody_is_late(company: Company, bot: Home, since: int) -> None:
    """See that the match goes on, and that time has run out for nobody since so many lines."""
    await company.play_on(4)
    assert [said for said in company.boss.said[since:] if "out of time" in said] == []
    await bot.agrees(company)


async def overdue(play: Play) -> None:
    """Wait until the turn is over, and the server has not given its sign."""
    due = play.match.due
    assert due is not None
    await until(lambda: play.clock.time > due + OVERDUE_MS)


@pytest.mark.parametrize("typed", [True, False])
async def test_a_server_that_stands_still_for_a_moment_makes_nobody_late(
    ngircd: Ngircd, tmp_path: Path, typed: bool
) -> None:
    async with Company.on(ngircd.port) as company, home(tmp_path, ngircd.port, ion=QUICK_MOVES) as bot:
        said = await stand_still(ngircd, company, bot)
        called = next(player for player in company.players if player.nick == company.called)
        if typed:
            called.say("#ion", move(called.hand, Random(1)))
        await overdue(bot.play)
        ngircd.thaw()
        if typed:
            await company.hear(f"{called.nick} plays", said)
        await nobody_is_late(company, bot, said)


async def test_a_server_that_stands_still_for_long_makes_nobody_late(
    inspircd: InspIRCd, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ionbot.network.sending.signs.PATIENCE", 0.5)
    async with Company.on(inspircd.port) as company, home(tmp_path, inspircd.port, ion=QUICK_MOVES) as bot:
        said = await stand_still(inspircd, company, bot)
        await until(lambda: bot.play.clock.held_by("silence"))
        inspircd.thaw()
        await nobody_is_late(company, bot, said)


async def test_a_server_that_is_given_up_and_goes_on_makes_nobody_late(ngircd: Ngircd, tmp_path: Path) -> None:
    impatient = {"ping_after": 1, "ping_timeout": 1}
    async with Company.on(ngircd.port) as company, home(tmp_path, ngircd.port, **impatient) as bot:
        said, held = await stand_still(ngircd, company, bot), company.holdings
        await until(lambda: not bot.channel.open)
        ngircd.thaw()
        await company.hear("I am here again.", said)
        await bot.agrees(company)
        assert company.holdings == held
        await nobody_is_late(company, bot, said)
        await until(lambda: bot.channel.me == "ionbot")
