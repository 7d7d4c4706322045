"""A trial: bots on one database after the other, each killed many times, and judged after every kill."""

import asyncio
import shutil
import signal
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from ionbot.store.database import Database
from tests.torture.crowd import Crowd, crowd
from tests.torture.judging import Judge, Tally
from tests.torture.nursery import Nursery, nursery
from tests.torture.points import PHASES, Phase
from tests.torture.power import crashed, moment, stopped

LIFE = 40
"""How often bots are killed on one database, before all of it is checked and the next one begins."""
_DEATH_S = 1.0
"""How long a bot may take to come to the point where it dies; then it is killed where it is."""
_AGAIN_S = 60.0
"""How long a bot may take until it has said in all channels how matches stand."""
_AGAIN = "I am here again."
_JUST_BEFORE = Phase("storm", most_s=0.5)
"""When a bot dies whose successor is to die at once."""


class Trial:
    """Kills bots, and counts. `kills` are by phase, `crashes` the losses of power.

    `on_life` hears when a database has served.
    """

    def __init__(self, seed: int, tables: int, on_life: Callable[[], None] = lambda: None) -> None:
        self.tally = Tally()
        self.kills = Counter[str]()
        self.crashes = 0
        self._chance = Random(seed)
        self._tables = tables
        self._on_life = on_life

    async def run(self, kills: int) -> Tally:
        """Kill so often."""
        with TemporaryDirectory() as name:
            log = Path(name) / "log"
            async with crowd(self._tables, self._chance) as people, nursery(log) as births:
                while kills > 0:
                    folder = Path(name) / f"life{kills}"
                    folder.mkdir()
                    life = _Life(self, people, births, folder)
                    await life.run(min(kills, LIFE))
                    shutil.rmtree(folder)
                    kills -= LIFE
                    self._on_life()
            self.tally.findings += log.read_text().splitlines()
        return self.tally

    def next_phase(self) -> Phase:
        """Choose when the next bot dies."""
        return self._chance.choice(PHASES)

    @property
    def chance(self) -> Random:
        """What decides everything."""
        return self._chance


class _Life:
    """A database with the bots that work on it."""

    def __init__(self, trial: Trial, people: Crowd, births: Nursery, folder: Path) -> None:
        self._trial = trial
        self._people = people
        self._births = births
        self._folder = folder
        self._config = people.configure(folder)
        self._judge = Judge(people, trial.tally)
        self._running: set[str] = set()

    async def run(self, kills: int) -> None:
        for _ in range(kills):
            phase = self._trial.next_phase()
            heard = self._heard()
            if phase.again:
                await self._let_die(_JUST_BEFORE, heard)
            await self._let_die(phase, heard)
            self._trial.kills[phase.name] += 1 + phase.again
            await self._people.settle()
            self._look_for_greetings(heard)
            self._look()
        with closing(Database(f"sqlite:///{self._folder}/bot.db")) as database:
            self._judge.look_through(database)

    def _heard(self) -> dict[str, int]:
        return {channel: len(self._people.heard(channel)) for channel in self._people.channels}

    async def _let_die(self, phase: Phase, heard: dict[str, int]) -> None:
        """Start a bot, and have it killed."""
        chance = self._trial.chance
        point = chance.choice(phase.points) if phase.points else None
        bot = await self._births.start(self._config, point, chance.randint(1, phase.calls))
        death = asyncio.ensure_future(self._births.wait())
        if phase.settled:
            await self._greetings(death, heard)
        if phase.powerless and not death.done():
            await self._lose_power(bot)
        wait_s = chance.uniform(0, phase.most_s) if point is None else _DEATH_S
        with suppress(TimeoutError):
            async with asyncio.timeout(wait_s):
                await asyncio.shield(death)
        if not death.done():
            self._births.kill()
        if (code := await death) != -signal.SIGKILL:
            self._trial.tally.findings.append(f"{phase.name}: the bot has ended by itself, with {code}")

    async def _lose_power(self, bot: int) -> None:
        """Judge a copy of the files as a crash could leave them, while the bot plays on."""
        await asyncio.sleep(self._trial.chance.uniform(0, 0.3))
        with TemporaryDirectory() as name:
            file, before, copied = self._folder / "bot.db", Path(name) / "before.db", Path(name) / "bot.db"
            with stopped(bot):
                heard, first = self._heard(), moment(file)
                shutil.copy(file, before)
            await asyncio.sleep(self._trial.chance.uniform(0, 0.1))
            with stopped(bot):
                crashed(file, before, first, copied, self._trial.chance)
            with closing(Database(f"sqlite:///{copied}")) as database:
                self._judge.look_at_copy(database, heard)
        self._trial.crashes += 1

    async def _greetings(self, death: asyncio.Future[int], heard: dict[str, int]) -> None:
        """Wait until the bot has said in each channel where the match stands."""
        try:
            async with asyncio.timeout(_AGAIN_S):
                while not (death.done() or self._stands(heard)):  # noqa: ASYNC110
                    await asyncio.sleep(0.005)
        except TimeoutError:
            silent = sorted(channel for channel in self._running if not self._greeted(channel, heard))
            self._trial.tally.findings.append(f"no word of where the match stands in {', '.join(silent)}")
        self._trial.tally.resumed += len(self._running)

    def _stands(self, heard: dict[str, int]) -> bool:
        """Tell whether the bot is there, and has said in each channel where the match stands."""
        return self._people.bot_is_here and all(self._greeted(channel, heard) for channel in self._running)

    def _greeted(self, channel: str, heard: dict[str, int]) -> int:
        return sum(line.startswith(_AGAIN) for line in self._people.heard(channel)[heard[channel] :])

    def _look_for_greetings(self, heard: dict[str, int]) -> None:
        """Each table says once where it stands, and names whoever may move."""
        for channel, players in self._people.channels.items():
            lines = [line for line in self._people.heard(channel)[heard[channel] :] if line.startswith(_AGAIN)]
            if len(lines) > 1 or (lines and channel not in self._running):
                self._trial.tally.findings.append(f"{channel}: {lines}")
            self._trial.tally.findings += (
                f"{channel}: nobody's turn: {line}"
                for line in lines
                if not any(player.nick in line for player in players)
            )

    def _look(self) -> None:
        """Judge a copy of the files: the next bot has to find them as the dead one has left them."""
        with TemporaryDirectory() as name:
            for file in self._folder.glob("bot.db*"):
                if file.suffix in {".db", ".db-wal"}:
                    shutil.copy(file, Path(name) / file.name)
            if not (Path(name) / "bot.db").exists():
                return
            with closing(Database(f"sqlite:///{name}/bot.db")) as database:
                if database.is_current():  # else no bot has come so far as to make the first tables
                    self._running = self._judge.look(database)
                elif self._running:
                    self._trial.tally.findings.append("the tables of the database are gone")
