"""Matches of pebbles, played through the journal as a table does it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.kit import fair
from games.kit.inputs import Kind, Prompted
from games.kit.match import Match
from games.kit.options import read_options
from games.kit.protocol import AnyGame, Chair, Entry
from games.kit.registry import UnknownGame
from games.kit.rng import Rng
from ionbot.store.journal import Journal
from ionbot.store.record import Newcomer, Record
from tests.kit_game import PEBBLES

NETWORK, CHANNEL = "net", "#stones"
START = 1_700_000_000_000
NAMES = ("ann", "bob", "cat", "dan")


def find(name: str) -> AnyGame:
    """Know pebbles only."""
    if name != PEBBLES.name:
        raise UnknownGame(f"there is no game {name!r}")
    return PEBBLES


@dataclass
class Played:
    """A match with the pen that writes it."""

    journal: Journal
    match: Match[Any, Any, Any, Any]
    seed: bytes
    players: list[int]

    @property
    def number(self) -> int:
        return self.match.header.match

    def record(self, entries: Sequence[Entry], **more: Any) -> Record:
        return Record(
            match=self.number,
            game=self.match.game,
            entries=entries,
            received=START + self.match.now,
            standings=PEBBLES.standings(self.match.state),
            result=self.match.result,
            log=self.match.log,
            **more,
        )

    def input(self, command: Any, seat: int | None = None, at: int | None = None, **more: Any) -> Record:
        """Give the match an input and make its record, without writing it."""
        return self.record(list(self.match.submit(self.match.now if at is None else at, command, seat)), **more)

    async def do(self, command: Any, seat: int | None = None, at: int | None = None, **more: Any) -> Record:
        record = self.input(command, seat, at, **more)
        await self.journal.append(record)
        return record

    async def move(self) -> None:
        """Let whose turn it is be prompted and play by chance, or be late now and then."""
        await self.do(Prompted())
        seat, rng = self.match.state.turn, Rng(b"mind", len(self.match.log))
        if rng.percent("late", 20):
            entries = list(self.match.tick(self.match.due or 0))
            await self.journal.append(self.record(entries))
        else:
            command = PEBBLES.computers["easy"].move(self.match.state, PEBBLES.choices(self.match.state, seat), rng)
            await self.do(command, seat, self.match.now + 1500)

    async def finish(self) -> None:
        while not self.match.over:
            await self.move()


def newcomer(seat: int, player: int) -> Newcomer:
    name = NAMES[seat]
    return Newcomer(seat, player, name.title(), f"{name}!{name}@host{seat}")


async def begin(journal: Journal, channel: str = CHANNEL, seats: int = 3, seed: int = 1, **options: Any) -> Played:
    """Open a lobby and start the match: all humans but the last."""
    secret = seed.to_bytes(32)
    number = await journal.open(
        NETWORK, channel, game=PEBBLES, commitment=fair.commitment(secret), seed=secret, opened_ms=START - 30_000
    )
    players = [await journal.player(NETWORK, f"account:{name}", name.title(), name) for name in NAMES[:seats]]
    kinds = [Kind.HUMAN] * (seats - 1) + [Kind.COMPUTER]
    chairs = [Chair(kind, player, "luck") for kind, player in zip(kinds, players, strict=True)]
    header = fair.header(PEBBLES, number, secret, read_options(PEBBLES, options), chairs)
    played = Played(journal, Match.open(PEBBLES, header, secret), secret, players)
    record = played.record([played.match.begin()], newcomers=[newcomer(*seat) for seat in enumerate(players)])
    await journal.start(header, record)
    return played


async def open_lobby(journal: Journal, channel: str = CHANNEL, seed: bytes = b"s" * 32, network: str = NETWORK) -> int:
    """Open a lobby and give its match's number."""
    return await journal.open(network, channel, game=PEBBLES, commitment=f"c{seed.hex()}", seed=seed, opened_ms=START)
