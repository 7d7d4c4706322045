"""What a whole bot logs at its most talkative: what each line is about, and none of the secrets that it handles."""

import asyncio
import json
import logging
import sqlite3
import sys
from base64 import b64encode
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, closing, contextmanager
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import structlog

from games.haven import HAVEN
from games.kit.inputs import SystemInput
from games.kit.rng import Rng
from ionbot.assembly import bot
from ionbot.bot import Bot
from ionbot.config import Config, LogConfig
from ionbot.log import configure
from ionbot.table.table import Table
from tests.network.scripted import Peer, Scripted, until
from tests.table.battle import typed

ADMIN = "!ann@desk.test"
SASL = b64encode(b"\0dealer\0hunter2").decode()
SECRETS = ("gatekeeper", "hunter2", SASL, "sesame", "rosebud", "whispered")
ABOUT_A_MATCH = {"network": "home", "channel": "#ion", "match": 1}


class Log:
    """What was logged so far, as JSON, one object a line."""

    def __init__(self, stream: StringIO) -> None:
        self._stream = stream

    @property
    def text(self) -> str:
        return self._stream.getvalue()

    def events(self, name: str = "") -> list[dict[str, Any]]:
        every = [json.loads(line) for line in self.text.splitlines()]
        return [event for event in every if not name or event["event"] == name]


@pytest.fixture(autouse=True)
def log(monkeypatch: pytest.MonkeyPatch) -> Iterator[Log]:
    """Let the bot log all that it can."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    with monkeypatch.context() as patch:
        stream = StringIO()
        patch.setattr(sys, "stderr", stream)
        configure(LogConfig(level="debug", format="json"))
    yield Log(stream)
    root.handlers, root.level = handlers, level
    structlog.reset_defaults()


@dataclass
class Evening:
    """The bot in #ion of a scripted server, where bob and eve play, and where its database is."""

    bot: Bot
    peer: Peer
    file: Path

    @property
    def table(self) -> Table:
        return self.bot.hall.tables["home", "#ion"]

    def say(self, nick: str, text: str, to: str = "#ion") -> None:
        self.peer.send(f":{nick}!{nick}@{nick}.test PRIVMSG {to} :{text}")

    async def heard(self) -> None:
        """Wait until all that was said has been dealt with."""
        assert await self.peer.answers()
        await self.bot.hall.settle()

    async def begin(self) -> None:
        for nick in ("bob", "eve"):
            self.say(nick, "!join haven rosebud")
        self.say("bob", "!go")
        await self.heard()
        for _ in range(8):
            await self.move()

    async def move(self) -> None:
        self.try_move()
        await self.heard()

    def try_move(self) -> None:
        """Let whoever can act do something, said to the bot alone."""
        play = self.table.play
        assert play
        state, seat = play.match.state, min(HAVEN.actors(play.match.state))
        command = HAVEN.computers["easy"].move(HAVEN.view(state, seat), HAVEN.choices(state, seat), Rng(b"moves"))
        self.say(play.seating.name(seat), typed(self, command), "ionbot")  # type: ignore[arg-type]

    @contextmanager
    def database(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self.file, isolation_level=None)) as connection:
            yield connection


async def login_by_sasl(peer: Peer) -> None:
    """Let the bot in that gives the server's password, and its account's by SASL."""
    for heard, said in (
        ("CAP LS", "CAP * LS :sasl=PLAIN"),
        ("CAP REQ", "CAP * ACK :sasl"),
        ("AUTHENTICATE PLAIN", "AUTHENTICATE +"),
        ("AUTHENTICATE", ":irc.test 900 ionbot x dealer :You are logged in\r\n:irc.test 903 ionbot :Successful"),
    ):
        await peer.expect(heard)
        peer.send(said)
    await peer.expect("CAP END")
    assert {"PASS gatekeeper", f"AUTHENTICATE {SASL}"} <= {*peer.lines}
    await peer.register()


async def login_by_message(peer: Peer) -> None:
    """Let the bot in that tells its account's password to services."""
    await peer.expect("CAP LS")
    peer.send("CAP * LS :")
    await peer.register()
    await peer.expect("PRIVMSG NickServ :IDENTIFY dealer hunter2")
    peer.send(":irc.test 900 ionbot x dealer :You are logged in", ":NickServ!s@services NOTICE ionbot :hunter2 it is")
    await peer.enter(asked="#ion sesame", names="@ann bob eve")


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    async with Scripted() as server, AsyncExitStack() as stack:
        network = {
            "host": "127.0.0.1", "port": server.port, "tls": False, "channels": ["#ion sesame"], "pace": "none",
            "password": "gatekeeper", "account": "dealer", "account_password": "hunter2", "admins": [f"*{ADMIN}"],
        }  # fmt: skip
        config = Config.model_validate(
            {
                "database": {"url": f"sqlite:///{tmp_path}/bot.db?timeout=0.05"},
                "networks": {"home": network},
                "tables": {"countdown": 0},
            }
        )
        running = await stack.enter_async_context(bot(config))
        life = asyncio.create_task(running.run())
        first = await server.accept()
        await login_by_sasl(first)
        await first.expect("JOIN #ion sesame")
        first.close()
        peer = await server.accept()
        await login_by_message(peer)
        evening = Evening(running, peer, tmp_path / "bot.db")
        await evening.heard()
        yield evening
        server.hang_up()
        await running.stop("The test is over.")
        await life


async def has_trouble(evening: Evening, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a rule break, the database be away for a while, and then refuse what is written."""
    decide = type(HAVEN).decide

    def broken(self: Any, state: Any, seat: Any, command: Any, *more: Any) -> Any:
        if isinstance(command, SystemInput):
            return decide(self, state, seat, command, *more)
        raise ArithmeticError("a broken rule")

    with monkeypatch.context() as patch:
        patch.setattr(type(HAVEN), "decide", broken)
        await evening.move()
    await evening.move()
    with evening.database() as connection:
        connection.execute("BEGIN IMMEDIATE")
        evening.try_move()
        await until(lambda: log.events("database failed"))
        connection.execute("ROLLBACK")
        await evening.heard()
        await evening.move()
        connection.execute("CREATE TRIGGER full BEFORE INSERT ON journal BEGIN SELECT RAISE(ABORT, 'no'); END")
        while not evening.table.resting:
            await evening.move()


def secrets_of_the_match(evening: Evening) -> set[str]:
    """Give the seeds that are kept, and all names of cards: nobody's hand may stand in the log."""
    with evening.database() as connection:
        seeds = [seed for (seed,) in connection.execute("SELECT seed FROM match_seeds")]
    assert len(seeds) == 1
    return {*seeds, *HAVEN.cards, *(card.name for card in HAVEN.cards.values())}


async def test_lines_say_what_they_are_about_and_no_secret(
    evening: Evening, log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.say("bob", "tell nobody that I whispered this", "ionbot")
    evening.peer.send(f":ann{ADMIN} PRIVMSG ionbot :channel join #den sesame")
    await evening.begin()
    await has_trouble(evening, log, monkeypatch)
    events = log.events()
    assert {"registered", "joined", "order", "sent to a channel"} <= {event["event"] for event in events}
    assert all(event["network"] == "home" for event in events)
    assert log.events("match cannot go on")[0]["match"] == 1
    for name in ("lobby opened", "match begun", "match taken up", "table fault", "database failed"):
        assert log.events(name), name
        for event in log.events(name):
            assert ABOUT_A_MATCH.items() <= event.items(), event
    for name in ("table fault", "database failed"):
        assert all(event["seq"] > 0 for event in log.events(name))
    for secret in (*SECRETS, *secrets_of_the_match(evening)):
        assert secret not in log.text, secret
    assert "[SQL: INSERT INTO journal" in log.text
    assert "[parameters: " not in log.text, "they hold moves, and what was drawn"
