"""Matches made up by computer players, written as a bot writes them, for trying out questions and measuring them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.kit import fair
from games.kit.inputs import Kind
from games.kit.match import AnyMatch, Match
from games.kit.options import read_options
from games.kit.protocol import AnyGame, Chair, Standing
from games.kit.rng import Rng
from games.kit.simulate import Plan, whole
from ionbot.store.journal import Journal
from ionbot.store.record import Newcomer, Record
from ionbot.store.writer import Writer

PLACES = (("home", "#cards"), ("home", "#games"), ("far", "#cards"))
NICKS = ("ann", "bob", "cat", "dan", "eve", "[fay]", "gus", "hal", "ida", "jo^")
"""Who plays, on each network. Every other one plays as well as computer players can."""
FIRST_MS = 1_735_689_600_000
"""When the first lobby opens: 2025-01-01 (UTC)."""
STEP_MS = 31_000_000
"""From lobby to lobby: 300 matches take some three and a half months."""
MOST_SEATS = 4
WITH_COMPUTER = 20
"""In so many % of the matches a computer player takes part."""
PACE_MS = 4000


@dataclass(frozen=True)
class Seeder:
    """Plays matches of some games in turn. The same seed gives the same matches in an empty database."""

    games: Sequence[AnyGame]
    seed: bytes

    async def fill(self, writer: Writer, matches: int, tell: Callable[[], object] = lambda: None) -> None:
        """Write so many matches; `tell` hears of each. Raises DatabaseError, Fault if a game breaks."""
        time = [FIRST_MS]
        journal = Journal(writer, clock=lambda: time[0])
        for number in range(matches):
            time[0] = FIRST_MS + number * STEP_MS
            await self._match(journal, self.games[number % len(self.games)], number, time[0])
            tell()

    async def _match(self, journal: Journal, game: AnyGame, number: int, opened: int) -> None:
        rng = Rng(self.seed, number)
        network, channel = rng.choice("place", PLACES)
        options = read_options(game, {})
        least, most = game.seats(options)
        nicks = rng.shuffled("people", NICKS)[: least + rng.below("seats", max(1, min(most, MOST_SEATS) - least + 1))]
        ids = [await journal.player(network, f"nick:{nick}", nick) for nick in nicks]
        levels = [*game.computers]
        skill = [levels[-1 if NICKS.index(nick) % 2 else 0] for nick in nicks]
        computer = await journal.player(network, f"computer:{levels[0]}", levels[0], kind=Kind.COMPUTER)
        chairs = [Chair(Kind.HUMAN, player) for player in ids]
        if rng.percent("computer", WITH_COMPUTER):
            chairs[-1], skill[-1] = Chair(Kind.COMPUTER, computer), levels[0]
            nicks[-1] = levels[0]
        commitment = fair.commitment(self.seed)
        match = await journal.open(network, channel, game=game, commitment=commitment, seed=self.seed, opened_ms=opened)
        turned = tuple(skill[(seat - match) % len(skill)] for seat in range(len(skill)))
        played = whole(Plan(game, options, len(chairs), turned, self.seed, PACE_MS, missed=3), match, chairs)
        newcomers = [Newcomer(seat, chairs[seat].player, nick) for seat, nick in enumerate(nicks)]
        await self._write(journal, played, opened, newcomers, computer)

    async def _write(
        self, journal: Journal, played: AnyMatch, opened: int, newcomers: list[Newcomer], computer: int
    ) -> None:
        game, header, log = played.game, played.header, played.log
        begun = Match.fold(game, header, log[:1], seed=b"")
        number, standings = header.match, game.standings(begun.state)
        await journal.start(header, Record(number, game, log[:1], opened + 30_000, standings, newcomers))
        last: Sequence[Standing] = game.standings(played.state)
        fillers = [Newcomer(each.seat, computer, game.title) for each in last[len(newcomers) :]]
        received = opened + 30_000 + played.now
        await journal.append(Record(number, game, log[1:], received, last, fillers, result=played.result))
