"""The client for one channel, on the embedded server."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ionbot.demo.client import TEXT_LIMIT, Client, Heard, Kind, pieces
from ionbot.demo.server import Limits, Server
from tests.demo.conftest import Connect
from tests.demo.raw import PATIENCE


@pytest.fixture
async def client(server: Server) -> AsyncIterator[Client]:
    async with Client("127.0.0.1", server.port, "ann", "#ion") as client:
        yield client


async def hear(client: Client, count: int = 1) -> list[Heard]:
    """Give the next things that are heard."""
    async with asyncio.timeout(PATIENCE):
        listening = client.listen()
        return [await anext(listening) for _ in range(count)]


def info(text: str) -> Heard:
    return Heard(Kind.INFO, text)


async def test_entering_is_done_when_the_channel_is_joined(server: Server, connect: Connect) -> None:
    await connect("bob", "#ion")
    async with Client("127.0.0.1", server.port, "ann", "#ion") as client:
        assert await (await connect("cat")).sync("NAMES #ion") == [
            ":irc.example 353 cat = #ion :@bob ann",
            ":irc.example 366 cat #ion :End of /NAMES list",
        ]
        assert await hear(client, 2) == [info("ann has joined"), info("In #ion: @bob, ann")]
    assert "ann" not in server.nicks()


async def test_what_is_said_is_heard_as_what_it_is(client: Client, connect: Connect) -> None:
    bob = await connect("bob", "#ion")
    await hear(client, 3)
    await bob.sync(
        "PRIVMSG #ION :\x0304R5\x03 played",
        "PRIVMSG ann :only you",
        "NOTICE ann :your hand: R5",
        "NOTICE #ion :for all",
        "PRIVMSG #ion :\x01ACTION waves\x01",
        "PRIVMSG ann :\x01VERSION\x01",
        "TOPIC #ion :no right to",
        "NICK rob",
        "PART #ion",
    )
    assert await hear(client, 7) == [
        Heard(Kind.SAID, "\x0304R5\x03 played", "bob"),
        Heard(Kind.SAID, "only you", "bob", private=True),
        Heard(Kind.NOTICE, "your hand: R5", "bob", private=True),
        Heard(Kind.NOTICE, "for all", "bob"),
        Heard(Kind.ACTION, "waves", "bob"),
        info("bob is now rob"),
        info("rob has left"),
    ]


async def test_comings_and_goings_are_told(server: Server, client: Client, connect: Connect) -> None:
    await hear(client, 2)
    bob = await connect("bob", "#ion")
    cat = await connect("cat", "#ion")
    server.mode("#ion", "+o", "bob")
    cat.send("QUIT")
    await cat.rest()
    await bob.sync("KICK #ion ann :out")
    client.say("still here?")
    assert await hear(client, 5) == [
        info("bob has joined"),
        info("cat has joined"),
        info("cat has left"),
        info("ann was kicked by bob"),
        info("Cannot send to channel (+n)"),
    ]


async def test_what_is_said_arrives(client: Client, connect: Connect) -> None:
    bob = await connect("bob", "#ion")
    client.say("hello all")
    client.tell("bob", "psst\r\nQUIT\0")
    client.say("\u20ac" * (TEXT_LIMIT // 3) + "the rest")
    assert await bob.until(":he rest") == [
        ":ann!~player@127.0.0.1 PRIVMSG #ion :hello all",
        ":ann!~player@127.0.0.1 PRIVMSG bob :psst  QUIT",
        ":ann!~player@127.0.0.1 PRIVMSG #ion " + "\u20ac" * (TEXT_LIMIT // 3) + "t",
        ":ann!~player@127.0.0.1 PRIVMSG #ion :he rest",
    ]


async def test_a_taken_nick_gets_an_underscore(server: Server, connect: Connect) -> None:
    await connect("ann")
    await connect("ann_")
    async with Client("127.0.0.1", server.port, "ann", "#ion") as client:
        assert client.nick == "ann__"


async def test_a_nick_changes_when_the_server_says_so(server: Server, client: Client, connect: Connect) -> None:
    await connect("bob")
    await hear(client, 2)
    client.rename("bob")
    client.rename("anna")
    assert await hear(client, 2) == [info("Nickname is already in use"), info("ann is now anna")]
    assert client.nick == "anna"
    server.rename("anna", "Guest1")
    await hear(client)
    assert client.nick == "Guest1"


@pytest.mark.parametrize(
    ("nick", "channel", "why"), [("1st", "#ion", "Erroneous nickname"), ("ann", "ion", "No such channel")]
)
async def test_a_refusal_says_why(server: Server, nick: str, channel: str, why: str) -> None:
    with pytest.raises(ConnectionError, match=why):
        async with Client("127.0.0.1", server.port, nick, channel):
            pass


async def test_a_wrong_password_is_a_refusal() -> None:
    async with Server(password="secret") as server:
        with pytest.raises(ConnectionError, match="Password incorrect"):
            async with Client("127.0.0.1", server.port, "ann", "#ion"):
                pass


async def test_no_server_is_an_os_error(server: Server) -> None:
    port = server.port
    await server.close()
    with pytest.raises(ConnectionRefusedError):
        async with Client("127.0.0.1", port, "ann", "#ion"):
            pass


async def test_listening_ends_with_the_server(server: Server, client: Client) -> None:
    await server.close()
    heard = [one async for one in client.listen()]
    assert heard[-1] == info("Closing Link: 127.0.0.1 (Server is shutting down)")
    client.say("nobody hears")


async def test_pings_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    async with (
        Server(limits=Limits(ping_after=0.05, ping_timeout=0.05)) as server,
        Client("127.0.0.1", server.port, "ann", "#ion") as client,
    ):
        pongs, send = asyncio.Semaphore(0), client._send

        def sending(command: str, *params: str) -> None:
            send(command, *params)
            if command == "PONG":
                pongs.release()

        monkeypatch.setattr(client, "_send", sending)
        listening = asyncio.create_task(hear(client, 3))
        async with asyncio.timeout(PATIENCE):
            for _ in range(3):  # the server asks again only whom it has not dropped for want of an answer
                await pongs.acquire()
        assert server.nicks() == ["ann"]
        server.send("ann", ":x!x@x PRIVMSG #ion enough")
        assert (await listening)[-1] == Heard(Kind.SAID, "enough", "x")


async def test_hostile_lines_are_survived(server: Server, client: Client) -> None:
    await hear(client, 2)
    server.send("ann", b"", b" ", b":", b"@\xff :x", b"@a", b"PRIVMSG", b"PRIVMSG ann", b"\xff\xfe", b"x" * 100_000)
    server.send("ann", b":x!x@x KICK", b"NICK", b"353", b"001", b"433", b"ERROR", b"PRIVMSG #ion :caf\xe9")
    assert await hear(client) == [Heard(Kind.SAID, "caf\u00e9")]


@given(st.text(st.characters(codec=None)))
def test_pieces_are_the_text_in_lines_that_fit(text: str) -> None:
    cut = list(pieces(text))
    whole = "".join(cut)
    assert whole.encode() == text.translate({13: " ", 10: " ", 0: None}).encode(errors="replace")
    assert all(0 < len(piece.encode()) <= TEXT_LIMIT for piece in cut)
