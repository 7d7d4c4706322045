"""How the running bot is: whoever connects to a Unix socket beside the database is told, and cannot change anything."""

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from pathlib import Path

import structlog
from msgspec import MsgspecError, json

from games.kit.text import plain
from ionbot.administration.nightly import BackupStatus
from ionbot.config.place import file_of, shown, socket_of
from ionbot.network.status import NetworkStatus
from ionbot.table.doing import in_words
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
    backup: BackupStatus | None = None


def survey(networks: Iterable[NetworkStatus], tables: Iterable[Table], backup: BackupStatus | None) -> BotStatus:
    """Put together how networks and tables are, and the nightly backups, if some are made."""
    return BotStatus(list(networks), list(map(_seen, tables)), backup)


@asynccontextmanager
async def told(database: str, status: Callable[[], BotStatus], worker: str = "") -> AsyncIterator[None]:
    """Tell the status to whoever asks, meanwhile.

    Only the bot that holds the lock of the database may do so, or the worker of this name.
    """
    path = socket_of(database, worker)

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


def ask(database: str, worker: str = "") -> BotStatus:
    """Ask the bot that works on a database, or this worker. Raises NotRunning, and Unanswered if it does not answer."""
    path, name = socket_of(database, worker), shown(database)
    # Among the temporary files anybody can write; in the bot's run-time directory only the bot can, and root may ask.
    if not file_of(database) and path.exists() and path.stat().st_uid not in {os.getuid(), path.parent.stat().st_uid}:
        raise Unanswered(f"the ionbot on {name} cannot be asked by {path}: that is somebody else's")
    try:
        with socket.socket(socket.AF_UNIX) as asking:
            asking.settimeout(PATIENCE)
            asking.connect(str(path))
            with asking.makefile("rb") as answer:
                text = answer.read()
    except (FileNotFoundError, ConnectionRefusedError) as error:
        if file_of(database):
            raise NotRunning(f"no ionbot is running on {name}") from error
        raise NotRunning(f"no ionbot is running here on {name} that this user can ask: nobody is at {path}") from error
    except TimeoutError as error:
        raise Unanswered(f"the ionbot on {name} does not answer in {PATIENCE} s") from error
    except OSError as error:
        raise Unanswered(f"the ionbot on {name} cannot be asked by {path}: {error.strerror or error}") from error
    if not text:
        raise Unanswered(f"the ionbot on {name} gives no answer; its log says why")
    try:
        return json.decode(text, type=BotStatus)
    except MsgspecError as error:
        raise Unanswered(f"the ionbot on {name} is of another version: {error}") from error


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
    return TableStatus(table.channel.network, table.channel.name, plain(in_words(table)) + mute)
