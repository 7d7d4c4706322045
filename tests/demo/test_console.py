"""What a person sees and types, and a whole session at a terminal that is a pipe."""

import asyncio
import io
from collections.abc import AsyncIterator, Iterator

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from ionbot.demo.client import Client, Heard, Kind
from ionbot.demo.console import HELP, Console, compose, console, watch
from ionbot.demo.server import Server
from tests.demo.conftest import Connect
from tests.demo.raw import PATIENCE


@pytest.fixture
async def client(server: Server) -> AsyncIterator[Client]:
    async with Client("127.0.0.1", server.port, "ann", "#ion") as client:
        yield client


@pytest.mark.parametrize(
    ("heard", "line"),
    [
        (Heard(Kind.SAID, "hello", "bob"), "\x02<bob>\x0f hello"),
        (Heard(Kind.SAID, "Ann's turn", "bot"), "\x02\x0308<bot>\x0f Ann's turn"),
        (Heard(Kind.SAID, "\x0304ann\x03 next", "bot"), "\x02\x0308<bot>\x0f \x0304ann\x03 next"),
        (Heard(Kind.SAID, "a\u200bnn played", "bot"), "\x02<bot>\x0f a\u200bnn played"),
        (Heard(Kind.SAID, "joanna", "bot"), "\x02<bot>\x0f joanna"),
        (Heard(Kind.SAID, "I am ann", "ann"), "\x02<ann>\x0f I am ann"),
        (Heard(Kind.SAID, "psst", "bob", private=True), "\x02*bob*\x0f psst"),
        (Heard(Kind.NOTICE, "your hand", "bot", private=True), "\x02-bot-\x0f your hand"),
        (Heard(Kind.ACTION, "waves", "bob"), "\x02* bob\x0f waves"),
        (Heard(Kind.INFO, "bob has joined"), "\x0314-- bob has joined"),
    ],
)
def test_lines(heard: Heard, line: str) -> None:
    assert compose(heard, "ann") == line


async def test_what_is_typed_is_said_and_shown(client: Client, connect: Connect) -> None:
    bob = await connect("bob", "#ion")
    shown: list[str] = []
    screen = Console(client, shown.append)
    for typed in ("  play R5 ", "", "   ", "/MSG bob  your turn", "/msg :bob :)", "/nick anna"):
        assert screen.obey(typed)
    assert await bob.until("NICK") == [
        ":ann!~player@127.0.0.1 PRIVMSG #ion :play R5",
        ":ann!~player@127.0.0.1 PRIVMSG bob :your turn",
        ":ann!~player@127.0.0.1 PRIVMSG bob ::)",
        ":ann!~player@127.0.0.1 NICK anna",
    ]
    assert shown == [
        "\x1b[1m<ann>\x1b[0m play R5",
        "\x1b[1m*to bob*\x1b[0m your turn",
        "\x1b[1m*to bob*\x1b[0m :)",
    ]
    assert not screen.obey("/quit")


@pytest.mark.parametrize("typed", ["/help", "/msg", "/msg bob", "/nick", "/nick "])
async def test_help_tells_what_may_be_typed(client: Client, typed: str) -> None:
    shown: list[str] = []
    assert Console(client, shown.append).obey(typed)
    assert shown == [f"\x1b[38;5;8m-- {line}\x1b[0m" for line in HELP]


async def test_an_unknown_command_is_not_said(client: Client, connect: Connect) -> None:
    bob = await connect("bob", "#ion")
    await bob.sync()
    shown: list[str] = []
    assert Console(client, shown.append).obey("/join #other")
    assert "There is no /join here; /help" in shown[0]
    client.say("end")
    assert len(await bob.until("end")) == 1


async def test_watching_writes_lines_without_formatting(
    server: Server, client: Client, connect: Connect, capsys: pytest.CaptureFixture[str]
) -> None:
    bob = await connect("bob", "#ion")
    await bob.sync("PRIVMSG #ion :\x0304R5\x03 \x1b[2Jann")
    await server.close()
    await watch(client)
    assert capsys.readouterr().out.splitlines() == [
        "-- ann has joined",
        "-- In #ion: @ann",
        "-- bob has joined",
        "<bob> R5 [2Jann",
        "-- Closing Link: 127.0.0.1 (Server is shutting down)",
    ]


async def test_watching_writes_colours_to_a_terminal(
    server: Server, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.delenv("NO_COLOR", raising=False)
    await server.close()
    await watch(client)
    assert terminal.getvalue().startswith("\x1b[90m-- ann has joined\x1b[0m\n")


@pytest.fixture
def keyboard() -> Iterator[PipeInput]:
    with create_pipe_input() as keyboard, create_app_session(input=keyboard, output=DummyOutput()):
        yield keyboard


@pytest.mark.parametrize("leave", ["/quit\r", "\x04", "\x03"])
async def test_a_session_ends_when_the_person_leaves(
    client: Client, connect: Connect, keyboard: PipeInput, leave: str
) -> None:
    bob = await connect("bob", "#ion")
    keyboard.send_text("join\r")
    session = asyncio.create_task(console(client))
    await bob.until("PRIVMSG #ion join")
    keyboard.send_text(leave)
    await asyncio.wait_for(session, PATIENCE)


async def test_a_session_ends_with_the_server(server: Server, client: Client, keyboard: PipeInput) -> None:
    session = asyncio.create_task(console(client))
    await asyncio.sleep(0)
    await server.close()
    await asyncio.wait_for(session, PATIENCE)


async def test_a_session_can_be_stopped(client: Client, connect: Connect, keyboard: PipeInput) -> None:
    bob = await connect("bob", "#ion")
    keyboard.send_text("join\r")
    session = asyncio.create_task(console(client))
    await bob.until("PRIVMSG #ion join")
    session.cancel()
    with pytest.raises(asyncio.CancelledError):
        await session
    assert asyncio.all_tasks() == {asyncio.current_task()}
