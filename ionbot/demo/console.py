"""A channel in a terminal: for a person who plays, or only to watch."""

import os
import re
import sys
from collections.abc import Callable
from shutil import get_terminal_size

from prompt_toolkit import PromptSession
from prompt_toolkit.patch_stdout import patch_stdout

from ionbot.demo.ansi import ansi, folded, plain, unformatted
from ionbot.demo.client import Client, Heard, Kind
from ionbot.demo.race import race

HELP = (
    "What you type is said in the channel. join, inv, quit, help and your moves need no more; all else that the bot "
    "is asked begins with !, such as !rules, !table, !help card.",
    "/msg NICK TEXT says something in private, /nick NICK changes your nick, /quit or Ctrl-D leaves.",
)
BOLD = "\x02"
RINGING = "\x02\x0308"
QUIET = "\x0314"
RESET = "\x0f"


def compose(heard: Heard, nick: str) -> str:
    """Write what was heard as one line with IRC formatting; it stands out where it names the reader, `nick`."""
    if heard.kind is Kind.INFO:
        return f"{QUIET}-- {heard.text}"
    rings = re.search(rf"(?<!\w){re.escape(nick)}(?!\w)", unformatted(heard.text), re.IGNORECASE)
    style = RINGING if rings and heard.who != nick else BOLD
    who = {
        Kind.SAID: f"*{heard.who}*" if heard.private else f"<{heard.who}>",
        Kind.NOTICE: f"-{heard.who}-",
        Kind.ACTION: f"* {heard.who}",
    }[heard.kind]
    return f"{style}{who}{RESET} {heard.text}"


async def watch(client: Client, write: Callable[[str], None] | None = None) -> None:
    """Write what is heard, line by line, until the connection ends: by default to stdout, coloured on a terminal."""
    coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    paint = ansi if coloured else plain
    async for heard in client.listen():
        (write or put)(paint(compose(heard, client.nick)))


async def console(client: Client) -> None:
    """Show the channel and send what is typed, until the person leaves or the connection ends."""
    with patch_stdout(raw=True):
        screen = Console(client, put)
        await race(screen.listen(), screen.type(PromptSession(erase_when_done=True)))


def put(line: str) -> None:
    """Write a line to stdout; on a terminal it is folded to what that is wide now."""
    print(folded(line, get_terminal_size().columns) if sys.stdout.isatty() else line, flush=True)


class Console:
    """What a person sees and types, without the terminal: lines go to `write`, with escape sequences for colours."""

    def __init__(self, client: Client, write: Callable[[str], None]) -> None:
        self._client = client
        self._write = write

    async def listen(self) -> None:
        """Show what is heard until the connection ends, and that it has."""
        async for heard in self._client.listen():
            self._show(heard)
        self._inform("The connection has ended.")

    async def type(self, session: "PromptSession[str]") -> None:
        """Obey what is typed until the person leaves."""
        going = True
        while going:
            try:
                going = self.obey(await session.prompt_async(lambda: f"{self._client.nick}> "))
            except (EOFError, KeyboardInterrupt):
                going = False

    def obey(self, typed: str) -> bool:
        """Do what was typed. False if the person wants to leave."""
        command, _, rest = typed.strip().partition(" ")
        match command.lower(), rest.split(maxsplit=1):
            case "/quit", _:
                return False
            case "/msg", [nick, text]:
                self._tell(nick.lstrip(":"), text)
            case "/nick", [nick, *_]:
                self._client.rename(nick.lstrip(":"))
            case "/help" | "/msg" | "/nick", _:
                for line in HELP:
                    self._inform(line)
            case name, _ if name.startswith("/"):
                self._inform(f"There is no {command} here; /help tells what there is.")
            case _:
                self._say(typed.strip())
        return True

    def _say(self, text: str) -> None:
        if text:
            self._client.say(text)
            self._show(Heard(Kind.SAID, text, self._client.nick))

    def _tell(self, nick: str, text: str) -> None:
        self._client.tell(nick, text)
        self._show(Heard(Kind.SAID, text, f"to {nick}", private=True))

    def _inform(self, text: str) -> None:
        self._show(Heard(Kind.INFO, text))

    def _show(self, heard: Heard) -> None:
        self._write(ansi(compose(heard, self._client.nick)))
