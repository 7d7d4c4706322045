"""A whole match of ION: the real bot, on a real server, with people who know only what they are told."""

import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.environment import bare_environment
from tests.real.company import Company, scores
from tests.real.conftest import Make
from tests.real.players import Player
from tests.real.records import Records
from tests.real.servers import Daemon, Ngircd

pytestmark = [pytest.mark.real, pytest.mark.slow]

IONBOT = Path(sys.executable).with_name("ionbot")
CONFIG = """
[networks.home]
host = "127.0.0.1"
port = {port}
tls = false
channels = ["#ion"]
burst = 100
rate = 1000
[tables]
countdown = 0
person_burst = 1000
channel_burst = 10000
warnings = false
[games.ion]
round_time = 15
extra_minutes = 0
min_players = 3
limit = 4
even = false
move_time = 20
"""


class Bot(Daemon):
    """The bot's process. It is ready once it is on the network."""

    end = signal.SIGTERM

    def __init__(self, directory: Path, server: Ngircd) -> None:
        super().__init__(directory, server.port, IONBOT, "run")
        (directory / "config.toml").write_text(CONFIG.format(port=server.port), "utf-8")
        self.records = Records(directory / "ionbot.db")

    def is_ready(self) -> bool:
        """Tell whether the server has let it in."""
        return "registered" in self.output

    def run(self, *words: str) -> str:
        """Run a command of ionbot on the database; it has to succeed."""
        done = subprocess.run(
            [IONBOT, *words], cwd=self.directory, env=bare_environment(), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture
def bot(make: Make, ngircd: Ngircd) -> Bot:
    return make(Bot, ngircd)


@pytest.fixture
async def company(ngircd: Ngircd) -> AsyncIterator[Company]:
    async with Company.on(ngircd.port) as company:
        yield company


async def changes_the_nick(bot: Bot, company: Company, player: Player, nick: str) -> None:
    """The seat follows the connection (rule 5)."""
    player.send("NICK", nick)
    await company.hear(f"{nick}'s turn")
    await company.hear(f"{nick} plays")
    assert nick in bot.records.points()


async def leaves_and_returns(bot: Bot, company: Company, player: Player, deed: str) -> None:
    """Let somebody who has points leave: the others share them (rule 4). Then they come back without (rule 3)."""
    await company.pause()
    while bot.records.points()[player.nick] <= 0:
        await company.play_on(1)
        await company.pause()
    before, bank, held = bot.records.points(), bot.records.bank(), bot.records.holdings()[player.nick]
    if deed == "was kicked":
        company.boss.send("KICK", "#ion", player.nick)
    else:
        player.send("PART", "#ion")
    line = await company.hear(f"{player.nick} {deed}")
    share, rest = divmod(before[player.nick], 2)
    assert f"Each other player gets {share:,}" in line
    after = {nick: 0 if nick == player.nick else points + share for nick, points in before.items()}
    assert (bot.records.points(), bot.records.bank()) == (after, bank + rest)
    player.send("JOIN", "#ion")
    player.say("#ion", "!join")
    await company.hear(f"{player.nick} joins team")
    await company.scores()
    assert company.holdings[player.nick] == held
    await company.play_on(10)


async def is_killed_and_starts_again(bot: Bot, company: Company) -> None:
    """The bot goes on where it was, and says so in one line; the player who was called has the full time again."""
    await company.pause()
    prompts, points, shown = company.prompts, await company.scores(), company.holdings
    bot.stop(signal.SIGKILL)
    said = len(company.boss.said)
    bot.start()
    summary = await company.hear("I am here again.")
    assert await company.scores() == points == bot.records.points()
    assert company.boss.said[said:] == [summary]
    assert company.prompts == [*prompts, prompts[-1]]
    assert company.holdings == shown == bot.records.holdings()
    await company.play_on(10)


async def is_killed_while_all_move(bot: Bot, company: Company) -> None:
    """Whatever was not told yet is told by the one line and the hands with it."""
    said = len(company.boss.said)
    bot.stop(signal.SIGKILL)
    bot.start()
    await company.hear("I am here again.", said)
    await company.pause()
    assert await company.scores() == bot.records.points()
    assert company.holdings == bot.records.holdings()
    await company.play_on(10)


async def test_a_match_on_a_real_server_from_the_first_join_to_its_proof(bot: Bot, company: Company) -> None:
    _, bob, cat = company.players
    bot.start()
    await company.sit_down()
    await changes_the_nick(bot, company, bob, "bert")
    await leaves_and_returns(bot, company, cat, "left the channel and is out")
    await is_killed_and_starts_again(bot, company)
    await is_killed_while_all_move(bot, company)
    await leaves_and_returns(bot, company, bob, "was kicked")
    await company.hear("Time is up.")
    outcome = await company.hear(" with ")
    assert await company.scores() == {}
    assert scores(outcome) == bot.records.points()
    assert company.holdings == bot.records.holdings()
    answers = {told.partition(":")[0] for player in company.players for told in player.told[:-1]}
    assert answers - {"The match is over."} == {"Team +"}  # a move that crossed the end of time is answered
    assert bot.stop() == 0
    assert "fault" not in bot.output
    bot.run("matches", "verify", "--all")
    bot.run("db", "check")
