"""A room whose channel is a real one of the network layer, on a connection whose server does what a test says."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.network.fakes import DATE, Stage
from tests.table.room import Room

STEP_S = 0.1
"""How far the clock moves at once; what is due happens that much late at most."""
AHEAD_MS = 3_000
"""How much the server's clock is ahead of ours."""


class Wire(Room):
    """A room in #ion of a scripted server, with ann and bob, and oz who operates it.

    The server gives lines back (`echoes`) and signs (`answers`), or does not; the bot may speak in the channel
    (`voiced`) and in private (`wanted`), or may not. `lines` are those that the bot has written.
    """

    def __init__(self, folder: Path, empty: Path, caps: str = "", **settings: Any) -> None:
        super().__init__(folder, empty, **settings)
        self.channels = []
        self.caps = caps
        self.echoes = "echo-message" in caps
        self.answers = self.voiced = self.wanted = True
        self.lines: list[str] = []
        self.stage = Stage(recorder=_Late(self))  # type: ignore[arg-type]

    def now(self) -> int:
        return round(self.stage.clock.time() * 1000)

    @property
    def table(self) -> Any:
        return self.hall.tables["net", "#ion"]

    async def open(self) -> None:
        await super().open()
        await self.connects()

    async def connects(self) -> None:
        """Let the bot in, and into its channel."""
        self.stage.register(caps=self.caps)
        self.stage.enter("ann!a@h bob!b@h @oz!o@h")
        await self.settle()

    async def hears(self, nick: str, text: str, at: int | None = None) -> None:
        """Let a line to the channel come in; `at` is when the server stamped it, in ms of our clock."""
        self.stage.feed(f"{self.stamp(at)}:{nick}!{nick[0]}@h PRIVMSG #ion :{text}")
        await self.settle()

    async def begins(self, *nicks: str) -> tuple[str, str]:
        """Let ann and bob begin a match; gives them with whose turn it is in front."""
        for nick, text in (("ann", "!join"), ("bob", "!join"), ("ann", "!go")):
            await self.hears(nick, text)
        (acting,) = self.table.game.actors(self.state)
        self.lines.clear()
        return ("ann", "bob") if acting == 0 else ("bob", "ann")

    async def passes(self, seconds: float) -> None:
        """Let time pass, and all that it brings happen."""
        for _ in range(round(seconds / STEP_S)):
            self.stage.clock.advance(STEP_S)
            for sleeper in [sleeper for sleeper, due in self.alarm.due.items() if due <= self.now()]:
                del self.alarm.due[sleeper]
                sleeper.wake()
            await self.settle()

    async def settle(self) -> None:
        """Wait until everything has been handled, and the server has answered what it heard."""
        await super().settle()
        self.stage.clock.advance()
        while written := self.stage.link.take():
            for line in written:
                self._answer(line)
            await super().settle()
            self.stage.clock.advance()

    def said(self) -> list[str]:
        """Give what the bot has said to the channel since the last look."""
        return self._written("PRIVMSG #ion :")

    def told(self, nick: str) -> list[str]:
        """Give what the bot has told somebody, and forget all else that it has written."""
        return self._written(f"NOTICE {nick} :")

    def stamp(self, at: int | None = None) -> str:
        """Give the tag with the server's time of some ms of our clock, or of now."""
        if "server-time" not in self.caps:
            return ""
        at = self.now() if at is None else at
        time = datetime.fromtimestamp((DATE + at + AHEAD_MS) / 1000, UTC)
        return f"@time={time.isoformat(timespec='milliseconds').replace('+00:00', 'Z')} "

    def _written(self, start: str) -> list[str]:
        written = [line.removeprefix(start).replace("\u200b", "") for line in self.lines if line.startswith(start)]
        self.lines.clear()
        return written

    def _answer(self, line: str) -> None:
        self.lines.append(line)
        if ping := re.fullmatch("PING (sign.*)", line):
            if self.answers:
                self.stage.feed(f":irc.test PONG irc.test :{ping[1]}")
        elif line.startswith("PRIVMSG #ion ") and not self.voiced:
            self.stage.feed(":irc.test 404 ionbot #ion :Cannot send to channel (+m)")
        elif (notice := re.match(r"NOTICE (\w+) ", line)) and not self.wanted:
            self.stage.feed(f":irc.test 716 ionbot {notice[1]} :is in +g mode (server-side ignore)")
        elif line.startswith(("PRIVMSG", "NOTICE")) and self.echoes:
            self.stage.feed(f"{self.stamp()}:ionbot!bot@bot.host {line}")


class _Late:
    """A listener that is there before the hall is."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def __getattr__(self, name: str) -> Any:
        return getattr(self._room.hall, name)
