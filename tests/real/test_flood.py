"""Many people who want something at once, in the middle of a match, on servers that count lines."""

from pathlib import Path
from random import Random

import pytest
from structlog.testing import capture_logs

from ionbot.channel import Lane, Line, OnDelivery
from ionbot.network.channels import IrcChannel
from tests.real.client import until
from tests.real.company import Company
from tests.real.conftest import Make
from tests.real.home import home
from tests.real.players import Player, move
from tests.real.servers import Daemon, InspIRCd, Ngircd

pytestmark = [pytest.mark.real, pytest.mark.slow]

PLAYERS = [f"player{number}" for number in range(12)]
ASKING = PLAYERS[:10]
MOVES = 3
HELP = ["Type ! and one of these. ", "Learn: rules, more, "]
"""How each line of it begins."""
PATIENCE = 60
"""Seconds for what waits behind many other lines."""
SLOW = {"min_players": len(PLAYERS), "move_time": 600}
DEFAULT_PACE = {"burst": None, "rate": None}


@pytest.fixture(params=["ngircd", "inspircd"])
def servers(request: pytest.FixtureRequest, make: Make) -> tuple[Daemon, Daemon]:
    """A running server that takes lines as they come, and one of the same kind that takes about one a second."""
    if request.param == "ngircd":
        easy, strict = make(Ngircd), make(Ngircd, penalty=-1)
    else:
        easy, strict = make(InspIRCd), make(InspIRCd, fakelag=True)
    easy.start()
    strict.start()
    return easy, strict


@pytest.fixture
def results(monkeypatch: pytest.MonkeyPatch, messages: list[str]) -> list[int]:
    """How many messages had left whenever the bot had something to say to the channel."""
    marks: list[int] = []
    say = IrcChannel.say

    def noting(channel: IrcChannel, line: Line, lane: Lane = Lane.RESULT, left: OnDelivery | None = None) -> None:
        marks.append(len(messages))
        say(channel, line, lane, left)

    monkeypatch.setattr(IrcChannel, "say", noting)
    return marks


def crowd(server: Daemon) -> Company:
    """Give twelve who do not move before they are told to, and the boss."""
    return Company(*(Player(server.port, nick, patient=True) for nick in ("boss", *PLAYERS)))


async def moves(company: Company) -> None:
    """Let whose turn it is move, once they have been told what they hold, and wait until that is told."""
    called = next(player for player in company.players if player.nick == company.called)
    await until(lambda: called.hand, patience=PATIENCE)
    said = len(company.boss.said)
    called.say("#ion", move(called.hand, Random(1)))
    called.hand = []  # they may have to move again, and then with what they hold by then
    await company.hear(f"{called.nick} plays", said)


async def test_case_12_ten_ask_for_help_at_once_and_the_match_goes_on(
    servers: tuple[Daemon, Daemon], tmp_path: Path, messages: list[str], results: list[int]
) -> None:
    """The match begins on the easy server; on the strict one it is taken up, at the pace that a network has."""
    easy, strict = servers
    async with crowd(easy) as company, home(tmp_path, easy.port, ion=SLOW) as bot:
        await company.sit_down()
        await company.hear("'s turn")
    messages.clear()
    results.clear()
    with capture_logs() as logs:
        async with crowd(strict) as company, home(tmp_path, strict.port, ion=SLOW, **DEFAULT_PACE) as bot:
            await company.hear("I am here again.")
            asking = company.players[: len(ASKING)]
            for player in asking:
                player.say("ionbot", "help")
            for _ in range(MOVES):
                await moves(company)
            await until(lambda: all(len(player.told) == len(HELP) for player in asking), patience=PATIENCE)
            await until(lambda: all(player.said == company.boss.said for player in company.players), patience=PATIENCE)
            await until(lambda: company.holdings == bot.records.holdings(), patience=PATIENCE)
            for player in company.players:
                assert len(player.told) == (len(HELP) if player in asking else 0)
                assert all(map(str.startswith, player.told, HELP))
            bot.check()
    assert [messages[mark].partition(" ")[0] for mark in results] == ["PRIVMSG"] * (1 + MOVES)
    assert [entry for entry in logs if entry["event"] == "not connected"] == []
