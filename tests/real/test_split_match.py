"""A running match on two linked servers that lose each other, and find a nick twice when they are back."""

from pathlib import Path

import pytest

from tests.real.client import Client, until
from tests.real.company import Company
from tests.real.conftest import Make
from tests.real.home import Home, home
from tests.real.pair import Pair, linked
from tests.real.players import Player
from tests.real.servers import InspIRCd, Ngircd

pytestmark = pytest.mark.real

KINDS = [Ngircd, InspIRCd]
DUMPS = {"limit": 2}
"""Options with which there are points soon."""


def between(pair: Pair, *far: str) -> Company:
    """Give a company of which some are on the other server; the bot is on the boss's."""
    nicks = ("boss", "ann", "bob", "cat")
    return Company(*(Player((pair.there if nick in far else pair.here).port, nick) for nick in nicks))


async def begin(company: Company, bot: Home) -> None:
    """Let them play until somebody has points."""
    await bot.begins(company)
    while not any((await company.scores()).values()):
        await company.play_on(1)
    await bot.agrees(company)


async def split(pair: Pair, company: Company, bot: Home, *far: str) -> None:
    """Split the servers: the seats of those on the other one are held, and points, items and coins stay."""
    before, said = (bot.records.points(), bot.records.holdings()), len(company.boss.said)
    pair.split()
    for nick in far:
        await company.hear(f"{nick} lost the connection", said)
    assert (bot.records.points(), bot.records.holdings()) == before


async def relink(pair: Pair, witness: Client, company: Company, bot: Home, *far: str) -> None:
    """Link the servers again: those on the other one have their seats, and what they had."""
    before, said = (bot.records.points(), bot.records.holdings()), len(company.boss.said)
    await pair.relink(witness)
    for nick in far:
        await company.hear(f"{nick} is back.", said)
    await bot.agrees(company)
    assert (bot.records.points(), bot.records.holdings()) == before


@pytest.mark.parametrize("kind", KINDS)
async def test_a_match_goes_on_during_a_netsplit_and_after_it(
    kind: type[Ngircd | InspIRCd], make: Make, tmp_path: Path
) -> None:
    async with linked(make, kind) as pair, Client(pair.there.port, "eve", "#ion") as eve:
        company = between(pair, "bob", "cat")
        async with company, home(tmp_path, pair.here.port, ion=DUMPS) as bot:
            await begin(company, bot)
            await split(pair, company, bot, "bob", "cat")
            near = company.without(*company.players[1:])
            await near.play_on(3)
            await bot.agrees(near)
            await relink(pair, eve, company, bot, "bob", "cat")
            await company.play_on(4)
            await bot.agrees(company)


async def test_while_everybody_else_is_split_off_time_stands_still(make: Make, tmp_path: Path) -> None:
    async with linked(make, Ngircd) as pair, Client(pair.there.port, "eve", "#ion") as eve:
        company = between(pair, "ann", "bob", "cat")
        async with company, home(tmp_path, pair.here.port, ion=DUMPS) as bot:
            await begin(company, bot)
            await split(pair, company, bot, "ann", "bob", "cat")
            assert bot.play.clock.held_by("away")
            await relink(pair, eve, company, bot, "ann", "bob", "cat")
            await company.play_on(4)
            await bot.agrees(company)


@pytest.mark.parametrize("kind", KINDS)
async def test_who_has_the_bot_s_nick_at_the_relink_stops_no_match(
    kind: type[Ngircd | InspIRCd], make: Make, tmp_path: Path
) -> None:
    """ngircd kills both; InspIRCd renames the older connection, if user and host are the same."""
    async with linked(make, kind) as pair, Client(pair.there.port, "eve", "#ion") as eve:
        company = between(pair, "cat")
        async with company, home(tmp_path, pair.here.port, ion=DUMPS) as bot:
            await begin(company, bot)
            await split(pair, company, bot, "cat")
            async with Client(pair.there.port, "ionbot"):
                await relink(pair, eve, company, bot, "cat")
                assert (bot.channel.me == "ionbot") is (kind is Ngircd)
                await company.play_on(4)
                await bot.agrees(company)
            await until(lambda: bot.channel.me == "ionbot")
            await company.play_on(4)
            await bot.agrees(company)


async def test_a_player_whose_nick_inspircd_finds_twice_plays_on(make: Make, tmp_path: Path) -> None:
    async with linked(make, InspIRCd) as pair, Client(pair.there.port, "eve", "#ion") as eve:
        company = between(pair, "cat")
        ann = company.players[0]
        async with company, home(tmp_path, pair.here.port, ion=DUMPS) as bot:
            await begin(company, bot)
            await split(pair, company, bot, "cat")
            async with Client(pair.there.port, "ann", "#ion") as other:
                await pair.relink(eve)
                await company.hear("cat is back.")
                await until(lambda: ann.nick != "ann")
                assert await other.ask("ionbot", "inv") == "You sit at no match here; !join takes a seat."
                await company.play_on(4)
                await bot.agrees(company)
                assert ann.nick in bot.records.points()


async def test_a_player_whose_nick_ngircd_finds_twice_has_the_seat_again(make: Make, tmp_path: Path) -> None:
    async with linked(make, Ngircd) as pair, Client(pair.there.port, "eve", "#ion") as eve:
        company = between(pair, "cat")
        async with company, home(tmp_path, pair.here.port, ion=DUMPS) as bot:
            await begin(company, bot)
            await split(pair, company, bot, "cat")
            held = bot.records.holdings()
            async with Client(pair.there.port, "ann"):
                await pair.relink(eve)
                await company.hear("ann lost the connection; the seat is held.")
            company.players[0] = Player(pair.here.port, "ann", patient=True)
            await company.admit(company.players[0])
            await company.hear("ann is back.")
            await bot.agrees(company)
            assert bot.records.holdings() == held
            await company.play_on(4)
            await bot.agrees(company)
