"""Real matches in a real database, made through the store as a table does it."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

from games.ion import ION
from games.kit import fair
from games.kit.inputs import Prompted
from games.kit.match import AnyMatch, Match
from games.kit.options import read_options
from games.kit.protocol import Chair, Entry
from games.kit.rng import Rng
from ionbot.store.database import Database
from ionbot.store.journal import Journal
from ionbot.store.record import Newcomer, Record
from ionbot.store.writer import Writer

SEED = bytes(range(32))
OPENED = 1_764_000_000_000
NICKS = ("ann", "[bob]")


async def play(url: str, channel: str = "#cards", *, moves: int | None = None) -> int:
    """Let the computer play a short match of two, to its end or for some moves, and give its number."""
    async with _pen(url) as journal:
        return await _play(journal, channel, moves)


async def open_lobby(url: str, channel: str) -> int:
    """Open a lobby and give its match's number."""
    async with _pen(url) as journal:
        return await _open(journal, channel)


@asynccontextmanager
async def _pen(url: str) -> AsyncIterator[Journal]:
    database = Database(url)
    database.upgrade()
    writer = Writer(database.engine)
    try:
        yield Journal(writer, clock=lambda: OPENED)
    finally:
        await writer.close()
        database.close()


async def _open(journal: Journal, channel: str) -> int:
    commitment = fair.commitment(SEED)
    return await journal.open("home", channel, game=ION, commitment=commitment, seed=SEED, opened_ms=OPENED)


async def _play(journal: Journal, channel: str, moves: int | None) -> int:
    numbers = [await journal.player("home", f"nick:{nick}", nick) for nick in NICKS]
    number = await _open(journal, channel)
    options = read_options(ION, {"round_time": 30, "limit": 4})
    header = fair.header(ION, number, SEED, options, [Chair(player=player) for player in numbers])
    match = Match.open(ION, header, SEED)
    newcomers = [Newcomer(seat, player, nick) for seat, (player, nick) in enumerate(zip(numbers, NICKS, strict=True))]
    await journal.start(header, _record(match, [match.begin()], newcomers))
    for entry in _moves(match, moves):
        await journal.append(_record(match, [entry]))
    return number


def _moves(match: AnyMatch, limit: int | None) -> Iterator[Entry]:
    """Move every second."""
    rng = Rng(b"pair")
    while not match.over and (limit is None or len(match.log) < limit):
        yield from match.submit(match.now, Prompted())
        (seat,) = match.game.actors(match.state)
        mind = match.game.computers["easy"]
        command = mind.move(match.game.view(match.state, seat), match.game.choices(match.state, seat), rng)
        if (match.due or 0) > match.now + 1000:
            yield from match.submit(match.now + 1000, command, seat)
        else:
            yield from match.tick(match.now + 1000)


def _record(match: AnyMatch, entries: list[Entry], newcomers: list[Newcomer] | None = None) -> Record:
    standings = match.game.standings(match.state)
    received = OPENED + match.now
    number, result = match.header.match, match.result
    return Record(number, match.game, entries, received, standings, newcomers or (), result=result, log=match.log)
