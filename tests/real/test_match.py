"""A whole match of ION: the real bot, on a real server, with people who know only what they are told."""

import asyncio
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from tests.environment import bare_environment
from tests.real.client import until
from tests.real.conftest import Make
from tests.real.players import Player
from tests.real.servers import Daemon, Ngircd

pytestmark = [pytest.mark.real, pytest.mark.slow]

PATIENCE = 30
"""Seconds for what may take a whole round."""
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
[games.ion]
round_time = 15
extra_minutes = 0
min_players = 3
limit = 4
even = false
"""


class Bot(Daemon):
    """The bot's process. It is ready once it is on the network."""

    end = signal.SIGTERM

    def __init__(self, directory: Path, server: Ngircd) -> None:
        super().__init__(directory, server.port, IONBOT, "run")
        (directory / "config.toml").write_text(CONFIG.format(port=server.port), "utf-8")

    def is_ready(self) -> bool:
        """Tell whether the server has let it in."""
        return "registered" in self.output

    def ask(self, question: str) -> list[Any]:
        """Ask its database."""
        with closing(sqlite3.connect(self.directory / "ionbot.db")) as connection:
            return connection.execute(question).fetchall()

    def points(self) -> dict[str, int]:
        """Everybody's points by nick, from the database."""
        return dict(self.ask("SELECT nick, points FROM seats"))

    def holdings(self) -> dict[str, tuple[list[str], int]]:
        """What everybody who sits there holds, items in order and coins, from the database."""
        items: dict[str, list[str]] = {nick: [] for (nick,) in self.ask("SELECT nick FROM seats WHERE present")}
        for nick, item, count in self.ask(
            "SELECT nick, item, count FROM inventories JOIN seats USING (match, seat) WHERE present"
        ):
            items[nick] += [item] * count
        coins = dict(self.ask("SELECT nick, coins FROM seats"))
        return {nick: (sorted(held), coins[nick]) for nick, held in items.items()}

    def bank(self) -> int:
        """The points in the bank, from the ledger."""
        (row,) = self.ask("SELECT coalesce(sum(delta), 0) FROM ledger WHERE asset = 'points' AND seat IS NULL")
        return int(row[0])

    def run(self, *words: str) -> str:
        """Run a command of ionbot on the database; it has to succeed."""
        done = subprocess.run(
            [IONBOT, *words], cwd=self.directory, env=bare_environment(), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


class Company:
    """The people in #ion. `boss` does not play, but is the channel's operator and hears what all hear."""

    def __init__(self, boss: Player, players: list[Player]) -> None:
        self.boss = boss
        self.players = players

    @property
    def prompts(self) -> list[str]:
        """What the bot has said of the bank and of who is to move, each time."""
        return [found[0] for said in self.boss.said if (found := re.search(r"Bank .*'s turn(?: again)?: .*", said))]

    async def play_on(self, turns: int) -> None:
        """Let all move again, and wait until so many have been called."""
        called = len(self.prompts)
        for player in self.players:
            player.be(patient=False)
        await until(lambda: len(self.prompts) >= called + turns, patience=PATIENCE)

    async def hear(self, text: str, since: int = 0) -> str:
        """Wait until the bot has said something with this text, after so many other lines, and give that line."""
        await until(lambda: any(text in said for said in self.boss.said[since:]), patience=PATIENCE)
        return next(said for said in self.boss.said[since:] if text in said)

    async def meet_the_bot(self) -> None:
        """Wait until the bot answers."""
        async with asyncio.timeout(PATIENCE):
            while not self.boss.told:
                self.boss.say("#ion", "!score")
                await asyncio.sleep(0.1)

    async def pause(self) -> None:
        """Let nobody move, and wait until the last move is told and the next player asked."""
        for player in self.players:
            player.be(patient=True)
        await self.scores()

    async def scores(self) -> dict[str, int]:
        """Let all ask for the scores, which are told behind all that is to be said; give them by nick."""
        people = [self.boss, *self.players]
        heard = [len(person.told) for person in people]
        for person in people:
            person.say("#ion", "!score")
        await until(
            lambda: all(len(person.told) > had for person, had in zip(people, heard, strict=True)), patience=PATIENCE
        )
        return scores(self.boss.told[-1])

    @property
    def holdings(self) -> dict[str, tuple[list[str], int]]:
        """What everybody was shown to hold, items in order and coins, by nick."""
        return {player.nick: (sorted(player.hand), player.coins) for player in self.players}


def scores(line: str) -> dict[str, int]:
    """Read everybody's points from `Team +: 1,200 (ann 1,300, bob (out) -100). Team -: ...`."""
    found = re.findall(r"(\w+)(?: \(out\))? (-?\d[\d,]*)(?=[,)])", line.partition("Team +")[2])
    return {nick: int(points.replace(",", "")) for nick, points in found}


@pytest.fixture
def bot(make: Make, ngircd: Ngircd) -> Bot:
    return make(Bot, ngircd)


@pytest.fixture
async def company(ngircd: Ngircd) -> AsyncIterator[Company]:
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(Player(ngircd.port, nick)) for nick in ("boss", "ann", "bob", "cat")]
        hearing = [asyncio.create_task(player.play()) for player in people]
        yield Company(people[0], people[1:])
        for task in hearing:
            task.cancel()
        await asyncio.gather(*hearing, return_exceptions=True)


async def changes_the_nick(bot: Bot, company: Company, player: Player, nick: str) -> None:
    """The seat follows the connection (rule 5)."""
    player.send("NICK", nick)
    await company.hear(f"{nick}'s turn")
    await company.hear(f"{nick} plays")
    assert nick in bot.points()


async def leaves_and_returns(bot: Bot, company: Company, player: Player, deed: str) -> None:
    """Let somebody who has points leave: the others share them (rule 4). Then they come back without (rule 3)."""
    await company.pause()
    while bot.points()[player.nick] <= 0:
        await company.play_on(1)
        await company.pause()
    before, bank, held = bot.points(), bot.bank(), bot.holdings()[player.nick]
    if deed == "was kicked":
        company.boss.send("KICK", "#ion", player.nick)
    else:
        player.send("PART", "#ion")
    line = await company.hear(f"{player.nick} {deed}")
    share, rest = divmod(before[player.nick], 2)
    assert f"Each other player gets {share:,}" in line
    assert bot.points() == {nick: 0 if nick == player.nick else points + share for nick, points in before.items()}
    assert bot.bank() == bank + rest
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
    assert await company.scores() == points == bot.points()
    assert company.boss.said[said:] == [summary]
    assert company.prompts == [*prompts, prompts[-1]]
    assert company.holdings == shown == bot.holdings()
    await company.play_on(10)


async def is_killed_while_all_move(bot: Bot, company: Company) -> None:
    """Whatever was not told yet is told by the one line and the hands with it."""
    said = len(company.boss.said)
    bot.stop(signal.SIGKILL)
    bot.start()
    await company.hear("I am here again.", said)
    await company.pause()
    assert await company.scores() == bot.points()
    assert company.holdings == bot.holdings()
    await company.play_on(10)


async def test_a_match_on_a_real_server_from_the_first_join_to_its_proof(bot: Bot, company: Company) -> None:
    _, bob, cat = company.players
    bot.start()
    await company.meet_the_bot()
    for player in company.players:
        player.say("#ion", "!join")
    await changes_the_nick(bot, company, bob, "bert")
    await leaves_and_returns(bot, company, cat, "left the channel and is out")
    await is_killed_and_starts_again(bot, company)
    await is_killed_while_all_move(bot, company)
    await leaves_and_returns(bot, company, bob, "was kicked")
    await company.hear("Time is up.")
    outcome = await company.hear(" with ")
    assert await company.scores() == {}
    assert scores(outcome) == bot.points()
    assert company.holdings == bot.holdings()
    assert {told.partition(":")[0] for player in company.players for told in player.told[:-1]} == {"Team +"}
    assert bot.stop() == 0
    assert "fault" not in bot.output
    bot.run("matches", "verify", "--all")
    bot.run("db", "check")
