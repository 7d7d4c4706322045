"""A small IRC client for one channel: what a person needs to play, and what a watcher hears."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from typing import Self

from irctokens.line import Line, build, tokenise

PATIENCE = 10
"""Seconds for connecting, registering and joining together."""
TEXT_LIMIT = 400
"""Bytes of text in one line; the rest goes into the next. With prefix and target it stays under 512."""
NO_MOTD = "422"
"""The one numeric from 400 to 599 that is no error."""
NO_LINE_ENDS = str.maketrans("\r\n", "  ", "\0")


class Kind(Enum):
    """What was heard."""

    SAID = auto()
    NOTICE = auto()
    ACTION = auto()
    INFO = auto()
    """Something happened; `text` tells it, `who` is empty."""


@dataclass(frozen=True)
class Heard:
    """One thing to show. `text` is as it came, formatting codes included; `private` if it was not to the channel."""

    kind: Kind
    text: str
    who: str = ""
    private: bool = False


class Client:
    """A connection that is in a channel while the context lasts.

    >>> async with Client("127.0.0.1", 6667, "ann", "#ion") as client:
    ...     client.say("!join")
    ...     async for heard in client.listen():
    ...         print(heard.text)

    Entering raises OSError if the server cannot be reached or refuses; the message says why.
    """

    def __init__(self, host: str, port: int, nick: str, channel: str) -> None:
        self.nick = nick
        """The nick that the server knows."""
        self.channel = channel
        self._address = (host, port)
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter
        self._people: list[str] = []
        self._early: list[Heard] = []

    async def __aenter__(self) -> Self:
        """Connect, register and join. The nick gets an underscore as long as it is taken."""
        async with asyncio.timeout(PATIENCE):
            self._reader, self._writer = await asyncio.open_connection(*self._address)
            try:
                await self._enter()
            except BaseException:
                await self._close()
                raise
        return self

    async def __aexit__(self, *_exception: object) -> None:
        self._send("QUIT")
        await self._close()

    async def listen(self) -> AsyncIterator[Heard]:
        """Give what is heard, from the names of those in the channel on, until the connection ends."""
        while self._early:
            yield self._early.pop(0)
        while (line := await self._line()) is not None:
            if heard := self._hear(line):
                yield heard

    def say(self, text: str) -> None:
        """Say something in the channel."""
        self.tell(self.channel, text)

    def tell(self, nick: str, text: str) -> None:
        """Say something to one person; a long text goes out in several lines."""
        for piece in pieces(text):
            self._send("PRIVMSG", nick, piece)

    def rename(self, nick: str) -> None:
        """Ask for another nick. It has changed when the server says so."""
        self._send("NICK", nick)

    async def _enter(self) -> None:
        self._send("NICK", self.nick)
        self._send("USER", "player", "0", "*", self.nick)
        while (line := await self._line()) is not None:
            if line.command == "433":
                self.nick += "_"
                self._send("NICK", self.nick)
            elif line.command == "ERROR" or (line.command[0] in "45" and line.command != NO_MOTD):
                raise ConnectionError(line.params[-1] if line.params else line.command)
            elif heard := self._hear(line):
                self._early.append(heard)
            if line.command == "001":
                self._send("JOIN", self.channel)
            elif line.command == "366":
                return
        raise ConnectionError("The server closed the connection")

    async def _close(self) -> None:
        self._writer.close()
        with suppress(OSError):
            await self._writer.wait_closed()

    def _send(self, command: str, *params: str) -> None:
        if not self._writer.is_closing():
            self._writer.write(build(command, list(params)).format().encode() + b"\r\n")

    async def _line(self) -> Line | None:
        """Read the next line that can be read; None at the end."""
        while True:
            try:
                raw = await self._reader.readline()
            except OSError:
                return None
            except ValueError:  # a line longer than any may be; it is gone from the buffer
                continue
            if not raw:
                return None
            with suppress(ValueError, IndexError):  # irctokens raises either on what is no line
                return tokenise(raw.rstrip(b"\r\n"))

    def _hear(self, line: Line) -> Heard | None:
        """Follow what the line changes, and give what it has to show."""
        match line.command, line.params:
            case "PING", [token, *_]:
                self._send("PONG", token)
            case "001", [nick, *_]:
                self.nick = nick
            case "353", [*_, names]:
                self._people += names.split()
            case "366", _:
                names, self._people = ", ".join(self._people), []
                return Heard(Kind.INFO, f"In {self.channel}: {names}")
            case "PRIVMSG" | "NOTICE", [target, text, *_]:
                return self._speech(line.command, _who(line), target, text)
            case _:
                return self._event(line)
        return None

    def _speech(self, command: str, who: str, target: str, text: str) -> Heard | None:
        private = target.lower() != self.channel.lower()
        if text.startswith("\x01ACTION "):
            return Heard(Kind.ACTION, text.removeprefix("\x01ACTION ").rstrip("\x01"), who, private)
        if text.startswith("\x01"):
            return None
        return Heard(Kind.NOTICE if command == "NOTICE" else Kind.SAID, text, who, private)

    def _event(self, line: Line) -> Heard | None:
        who = _who(line)
        match line.command, line.params:
            case "NICK", [nick, *_]:
                if who == self.nick:
                    self.nick = nick
                text = f"{who} is now {nick}"
            case "JOIN", _:
                text = f"{who} has joined"
            case "PART" | "QUIT", _:
                text = f"{who} has left"
            case "KICK", [_, victim, *_]:
                text = f"{victim} was kicked by {who}"
            case "ERROR", [reason, *_]:
                text = reason
            case numeric, [_, *_, reason] if numeric[0] in "45" and numeric != NO_MOTD:
                text = reason
            case _:
                return None
        return Heard(Kind.INFO, text)


def _who(line: Line) -> str:
    return (line.source or "").partition("!")[0]


def pieces(text: str) -> Iterator[str]:
    """Cut a text into lines of at most `TEXT_LIMIT` bytes, between characters, without what would end a line."""
    rest = text.translate(NO_LINE_ENDS).encode(errors="replace")
    while rest:
        piece = rest[:TEXT_LIMIT].decode(errors="ignore")  # a character that was cut goes into the next piece
        yield piece
        rest = rest[len(piece.encode()) :]
