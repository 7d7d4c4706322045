"""How the running bot is: whoever connects to a Unix socket beside the database is told, and cannot change anything."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from pathlib import Path

import structlog
from msgspec import MsgspecError, json

from ionbot.config.place import file_of
from ionbot.network.status import NetworkStatus
from ionbot.table.table import Table

PATIENCE = 5
"""Seconds that the other side may take."""

_log = structlog.get_logger()


class Unanswered(Exception):
    """There is no answer, for a reason that the message tells."""


class NotRunning(Unanswered):
    """No bot is running."""


@dataclass(frozen=True)
class TableStatus:
    """A channel's table, and what is played there in a few words."""

    network: str
    channel: str
    playing: str


@dataclass(frozen=True)
class BotStatus:
    """A bot at a moment."""

    networks: list[NetworkStatus]
    tables: list[TableStatus]


def survey(networks: Iterable[NetworkStatus], tables: Iterable[Table]) -> BotStatus:
    """Put together how networks and tables are."""
    return BotStatus(list(networks), list(map(_seen, tables)))


@asynccontextmanager
async def told(database: str, status: Callable[[], BotStatus]) -> AsyncIterator[None]:
    """Tell the status to whoever asks, meanwhile. Only the bot that holds the lock of the database may do so."""
    path = _place(database)

    async def answer(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with closing(writer), suppress(OSError):
            writer.write(json.encode(status()))
            await asyncio.wait_for(writer.drain(), PATIENCE)

    try:
        server = await asyncio.start_unix_server(answer, sock=_listening(path))
    except OSError as error:
        _log.warning("ionbot status will not work", socket=str(path), why=error.strerror or str(error))
        yield
        return
    try:
        yield
    finally:
        server.close()
        path.unlink(missing_ok=True)


def ask(database: str) -> BotStatus:
    """Ask the bot that works on a database. Raises NotRunning, and Unanswered if it does not answer."""
    path = _place(database)
    try:
        with socket.socket(socket.AF_UNIX) as asking:
            asking.settimeout(PATIENCE)
            asking.connect(str(path))
            with asking.makefile("rb") as answer:
                text = answer.read()
    except (FileNotFoundError, ConnectionRefusedError) as error:
        raise NotRunning(f"no ionbot is running on {database}") from error
    except TimeoutError as error:
        raise Unanswered(f"the ionbot on {database} does not answer in {PATIENCE} s") from error
    except OSError as error:
        raise Unanswered(f"the ionbot on {database} cannot be asked by {path}: {error.strerror or error}") from error
    if not text:
        raise Unanswered(f"the ionbot on {database} gives no answer; its log says why")
    try:
        return json.decode(text, type=BotStatus)
    except MsgspecError as error:
        raise Unanswered(f"the ionbot on {database} is of another version: {error}") from error


def _place(database: str) -> Path:
    return Path(f"{file_of(database).resolve()}.sock")


def _listening(path: Path) -> socket.socket:
    """Make the socket, which only our user may connect to, in place of one that a crash has left."""
    if path.is_socket():
        path.unlink()
    made = socket.socket(socket.AF_UNIX)
    try:
        made.bind(str(path))
        path.chmod(0o600)
    except OSError:
        made.close()
        raise
    return made


def _seen(table: Table) -> TableStatus:
    mute = "; the bot cannot speak there" if table.voice.silent else ""
    return TableStatus(table.channel.network, table.channel.name, _playing(table) + mute)


def _playing(table: Table) -> str:
    if table.play:
        paused = ", paused" if table.play.paused else ""
        return f"match {table.play.match.header.match} of {table.game.name}{paused}"
    if table.lobby:
        return f"lobby of match {table.lobby.match} of {table.game.name}"
    return "a match that cannot go on" if table.resting else "nothing"
