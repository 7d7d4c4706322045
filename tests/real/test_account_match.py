"""A player who logs in, logs out and comes back in the middle of a match (case 4)."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from tests.network.fakes import seen
from tests.real.client import until
from tests.real.company import Company
from tests.real.home import Home, home
from tests.real.players import Player, move
from tests.real.servers import Atheme, InspIRCd

pytestmark = pytest.mark.real


@pytest.fixture
async def company(inspircd: InspIRCd, atheme: Atheme) -> AsyncIterator[Company]:
    async with Company.on(inspircd.port) as company:
        yield company


@pytest.fixture
async def bot(company: Company, inspircd: InspIRCd, tmp_path: Path) -> AsyncIterator[Home]:
    """The bot, with a match in which ann has registered and logged in."""
    async with home(tmp_path, inspircd.port) as bot:
        await bot.begins(company)
        company.players[0].say("NickServ", "REGISTER secret ann@irc.test")
        await knows(bot, "ann", "ann")
        yield bot


async def knows(bot: Home, nick: str, account: str | None) -> None:
    """Wait until the bot knows as whom somebody is logged in."""
    await until(lambda: (person := seen(bot.channel, nick)) and person.account == account)


async def comes(inspircd: InspIRCd, company: Company, bot: Home, nick: str, *, as_ann: bool) -> Player:
    """Let somebody come on a new connection, maybe with ann's account."""
    player = Player(inspircd.port, nick, patient=True)
    await company.admit(player)
    if as_ann:
        player.say("NickServ", "IDENTIFY ann secret")
    await knows(bot, nick, "ann" if as_ann else None)
    return player


async def is_called(company: Company, player: Player) -> None:
    """Play until it is somebody's turn, and stop there."""
    await company.pause()
    while company.called != player.nick:
        await company.play_on(1)
        await company.pause()


async def test_who_logs_out_keeps_the_seat_and_a_stranger_with_the_nick_gets_nothing(
    inspircd: InspIRCd, company: Company, bot: Home
) -> None:
    ann = company.players[0]
    ann.say("NickServ", "LOGOUT")
    await knows(bot, "ann", None)
    await company.play_on(3)
    await bot.agrees(company)
    ann.send("NICK", "annie")
    await until(lambda: ann.nick == "annie")
    stranger = await comes(inspircd, company, bot, "ann", as_ann=False)
    await is_called(company, ann)
    said = len(company.boss.said)
    for text in (ann.hand[0], f"!{ann.hand[0]}", "!inv"):
        stranger.say("#ion", text)
    await until(lambda: "You sit at no match here; !join takes a seat." in stranger.told)
    assert company.boss.said[said:] == []
    await company.play_on(4)
    await bot.agrees(company)
    assert stranger.hand == []


async def test_the_account_has_its_seat_again_on_a_new_connection(
    inspircd: InspIRCd, company: Company, bot: Home
) -> None:
    ann, held = company.players[0], company.holdings["ann"]
    ann.drop()
    await company.hear("ann lost the connection; the seat is held.")
    stranger = await comes(inspircd, company, bot, "ann", as_ann=False)
    mobile = await comes(inspircd, company, bot, "mobile", as_ann=True)
    await company.hear("mobile is back.")
    company.players[0] = mobile
    await bot.agrees(company)
    assert company.holdings["mobile"] == held
    await is_called(company, mobile)
    await company.play_on(4)
    await company.hear("mobile plays ")
    await bot.agrees(company)
    assert stranger.hand == []


async def test_another_connection_of_the_account_takes_over_the_turn(
    inspircd: InspIRCd, company: Company, bot: Home
) -> None:
    ann = company.players[0]
    mobile = await comes(inspircd, company, bot, "mobile", as_ann=True)
    await is_called(company, ann)
    said, held = len(company.boss.said), company.holdings["ann"]
    ann.drop()
    await until(lambda: mobile.hand)
    company.players[0] = mobile
    assert company.holdings["mobile"] == held
    mobile.say("#ion", f"!{move(mobile.hand, Random(1))}")
    await company.hear("mobile plays ", said)
    assert company.boss.said[said].startswith("mobile plays ")
    await company.play_on(4)
    await bot.agrees(company)
