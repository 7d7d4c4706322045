"""Somebody at a terminal: irssi as it comes, in a tmux of its own, whose screen can be read."""

import asyncio
import re
import subprocess
from pathlib import Path
from typing import Self

from tests.environment import bare_environment
from tests.real.client import PATIENCE
from tests.real.servers import program

SIZE = ("-x", "100", "-y", "200")
"""Columns as on a narrow screen, and as many lines as a test needs, so that nothing is scrolled away."""
STATUS, CHANNEL, QUERY = 1, 2, 3
"""The windows: irssi shows notices in the first, and messages in one for who has sent them."""


LOOK_AGAIN = 0.1
"""Seconds between two looks at the screen: the bot of the test has to wait meanwhile."""
CONFIG = """settings = {
  "core" = { timestamp_format = "%H:%M:%S"; };
  "irc/core" = { cmd_queue_speed = "10msec"; };
};
"""
"""irssi as it comes, but for how fast it sends, else that is a line in two seconds, and that times have seconds."""


class Irssi:
    """irssi, connected to a server. Use it as a context; what is typed goes to the window that is shown."""

    def __init__(self, directory: Path, port: int, nick: str) -> None:
        home = directory / "irssi"
        home.mkdir()
        (home / "config").write_text(CONFIG, "utf-8")
        self._tmux = (program("tmux", "tmux"), "-S", str(directory / "tmux"), "-f", "/dev/null")
        self._irssi = (program("irssi", "irssi"), f"--home={home}", "-c", "127.0.0.1", "-p", str(port), "-n", nick)

    def __enter__(self) -> Self:
        self._run("new-session", "-d", *SIZE, *self._irssi)
        return self

    def __exit__(self, *_exception: object) -> None:
        self._run("kill-server")

    def type(self, text: str) -> None:
        """Type a line."""
        self._run("send-keys", "-l", "--", text)
        self._run("send-keys", "Enter")

    async def show(self, window: int) -> None:
        """Go to a window, as soon as there is one."""
        async with asyncio.timeout(PATIENCE):
            while f"[{window}:" not in self.screen:
                self.type(f"/window goto {window}")
                await asyncio.sleep(LOOK_AGAIN)

    @property
    def screen(self) -> str:
        """All that can be read in the window, each thing said in one line again.

        irssi breaks lines between words, and begins what follows below what was said.
        """
        return re.sub(r"\n {6,}", " ", self._run("capture-pane", "-p")).replace("\u200b", "")

    async def sees(self, text: str, window: int) -> str:
        """Go to a window, wait until it shows a text, and give all that it shows."""
        await self.show(window)
        async with asyncio.timeout(PATIENCE):
            while text not in (screen := self.screen):  # noqa: ASYNC110  a screen has no event to wait for
                await asyncio.sleep(LOOK_AGAIN)
        return screen

    async def transcript(self, *windows: int) -> str:
        """Give what stands in these windows, one below the other, as it is on the screen."""
        parts: list[str] = []
        for window in windows:
            await self.show(window)
            *lines, _prompt = (line.rstrip() for line in self._run("capture-pane", "-p").rstrip().splitlines())
            parts += [f"Window {window}", "", *filter(None, lines), ""]
        return "\n".join(parts).replace("\u200b", "")

    def _run(self, *words: str) -> str:
        environment = bare_environment() | {"TERM": "screen-256color", "LC_ALL": "C.UTF-8"}
        done = subprocess.run([*self._tmux, *words], env=environment, capture_output=True, text=True, check=True)
        return done.stdout
