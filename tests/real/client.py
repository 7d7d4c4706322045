"""A person on a real server, acting by script."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Self

from irctokens.line import Line, build, tokenise

PATIENCE = 30
"""Seconds until something that should be heard is missed."""


async def until(condition: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait until something is so, for so many seconds at most, and leave the servers the processor meanwhile."""
    async with asyncio.timeout(patience):
        while not condition():  # noqa: ASYNC110  what a test looks at has no event to wait for
            await asyncio.sleep(0.005)


class Client:
    """A connection with a nick. Use it as an async context; lines are read as the test asks for them."""

    def __init__(self, port: int, nick: str, *channels: str) -> None:
        self.nick = nick
        self._port = port
        self._channels = channels

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        self.send("NICK", self.nick)
        self.send("USER", self.nick, "0", "*", self.nick)
        await self.expect("001")
        for channel in self._channels:
            await self.join(channel)
        return self

    async def __aexit__(self, *_exception: object) -> None:
        self.drop()
        await asyncio.gather(self._writer.wait_closed(), return_exceptions=True)

    def drop(self) -> None:
        """Break the connection without a word."""
        self._writer.transport.abort()

    def send(self, command: str, *params: str) -> None:
        self._writer.write(build(command, list(params)).format().encode() + b"\r\n")

    def say(self, target: str, text: str) -> None:
        self.send("PRIVMSG", target, text)

    async def join(self, channel: str) -> None:
        self.send("JOIN", channel)
        await self.expect("366")

    async def ask(self, target: str, text: str) -> str:
        """Say something to somebody in private, and give the NOTICE that comes in answer."""
        self.say(target, text)
        return (await self.expect("NOTICE", self.nick)).params[-1]

    async def finds(self, name: str, *question: str, answer: str, end: str) -> None:
        """Ask the server until what it answers, up to the line with the command `end`, has a line about this name."""
        async with asyncio.timeout(PATIENCE):
            while not any(line.params[1:2] == [name] for line in await self._answers(question, answer, end)):
                continue

    async def _answers(self, question: Sequence[str], answer: str, end: str) -> list[Line]:
        self.send(*question)
        return [line for line in await self.until(end) if line.command == answer]

    async def expect(self, command: str, *params: str) -> Line:
        """Read on until a line with this command and these first parameters comes, and give it."""
        return (await self.until(command, *params))[-1]

    async def until(self, command: str, *params: str) -> list[Line]:
        """Give all lines up to the first with this command and these first parameters."""
        lines: list[Line] = []
        async with asyncio.timeout(PATIENCE):
            while line := await self.line():
                lines.append(line)
                if line.command == command and line.params[: len(params)] == list(params):
                    return lines
        raise AssertionError(f"{self.nick} lost the connection before {command}; heard {lines}")

    async def line(self) -> Line | None:
        """Give the next line that is no PING; None at the end."""
        while raw := await self._reader.readline():
            line = tokenise(raw.rstrip(b"\r\n"))
            if line.command != "PING":
                return line
            self.send("PONG", line.params[-1])
        return None
