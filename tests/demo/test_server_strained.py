"""The embedded server under strain, and what its operator and bad luck do."""

import asyncio

import pytest

from ionbot.demo.server import Limits, Server
from tests.demo.conftest import Connect
from tests.demo.raw import numerics


async def test_a_full_line_is_cut_so_that_512_bytes_hold_it_with_its_prefix(connect: Connect) -> None:
    ann = await connect("ann", "#ion")
    bob = await connect("bob", "#ion", caps="message-tags server-time")
    await ann.sync(f"@+x={'y' * 600} PRIVMSG #ion :" + "\u00e4" * 400)
    line = (await bob.sync())[-1].encode(errors="surrogateescape")
    body = line.partition(b" ")[2]
    assert len(line) > 1000
    assert len(body) == 510
    assert body.startswith(b":ann!~ann@127.0.0.1 PRIVMSG #ion \xc3\xa4")


async def test_bytes_that_are_no_text_pass_unchanged(connect: Connect) -> None:
    ann = await connect("ann", "#ion")
    bob = await connect("bob", "#ion")
    await ann.sync(b"PRIVMSG #ion :caf\xe9 \0\xff\xfe")
    assert (await bob.sync())[-1].encode(errors="surrogateescape").endswith(b" #ion :caf\xe9 \xff\xfe")


async def test_every_line_end_ends_a_line(connect: Connect) -> None:
    ann = await connect("ann")
    ann.writer.write(b"PING a\rPING b\nPING c\n\r\r\nPI")
    assert (await ann.until("PONG irc.example c"))[:2] == [
        ":irc.example PONG irc.example a",
        ":irc.example PONG irc.example b",
    ]
    assert await ann.sync("NG d") == [":irc.example PONG irc.example d"]


async def test_an_endless_line_needs_no_endless_memory(connect: Connect) -> None:
    ann = await connect("ann", "#ion")
    bob = await connect("bob", "#ion")
    ann.writer.write(b"PRIVMSG #ion :" + b"x" * 1_000_000)
    assert len(await ann.sync("", "PING")) == 2
    assert len((await bob.sync())[-1]) == 510


async def test_a_client_that_does_not_read_is_dropped_and_nobody_else(connect: Connect) -> None:
    async with Server(limits=Limits(queue=20_000, linger=0.01)) as server:
        ann = await connect("ann", "#ion", to=server)
        bob = await connect("bob", "#ion", to=server)
        await ann.sync()
        bob.pause()
        heard: list[str] = []
        while not heard:
            heard = await ann.sync(*[f"PRIVMSG #ion :{'x' * 400}"] * 1000)
        assert heard == [":bob!~bob@127.0.0.1 QUIT :Max SendQ exceeded"]
        assert server.nicks() == ["ann"]


async def test_a_client_that_asks_for_more_than_it_can_take_is_dropped(connect: Connect) -> None:
    async with Server(limits=Limits(queue=20_000)) as server:
        ann = await connect("ann", "#ion", to=server)
        ann.writer.write(b"WHOIS ann\n" * 1000)
        assert (await ann.rest())[-1] == "ERROR :Closing Link: 127.0.0.1 (Max SendQ exceeded)"


async def test_who_does_not_register_in_time_is_dropped(connect: Connect) -> None:
    async with Server(limits=Limits(register=0.05)) as server:
        eve = await connect(to=server)
        assert await eve.rest() == ["ERROR :Closing Link: 127.0.0.1 (Registration timed out)"]


async def test_who_does_not_answer_a_ping_is_dropped(connect: Connect) -> None:
    async with Server(limits=Limits(ping_after=0.1, ping_timeout=0.1)) as server:
        ann = await connect("ann", to=server)
        for _ in range(2):
            assert await ann.line() == "PING irc.example"
            ann.send("PONG irc.example")
        assert await ann.rest() == [
            "PING irc.example",
            "ERROR :Closing Link: 127.0.0.1 (Ping timeout: 0.2 seconds)",
        ]


async def test_kill(server: Server, connect: Connect) -> None:
    ann = await connect("ann", "#ion")
    bob = await connect("bob", "#ion")
    await ann.sync()
    server.kill("BOB", "enough")
    assert await bob.rest() == [
        ":irc.example KILL bob enough",
        "ERROR :Closing Link: 127.0.0.1 (Killed (irc.example (enough)))",
    ]
    assert await ann.sync() == [":bob!~bob@127.0.0.1 QUIT :Killed (irc.example (enough))"]
    with pytest.raises(KeyError, match="bob"):
        server.kill("bob", "again")


async def test_split(server: Server, connect: Connect) -> None:
    ann, bob, cat = [await connect(nick, "#ion") for nick in ("ann", "bob", "cat")]
    await ann.sync()
    server.split(["bob", "cat"])
    assert await ann.sync() == [
        ":bob!~bob@127.0.0.1 QUIT :irc.example leaf.example",
        ":cat!~cat@127.0.0.1 QUIT :irc.example leaf.example",
    ]
    assert not [line for line in await bob.rest() + await cat.rest() if "QUIT" in line or "ERROR" in line]


async def test_services_change_modes_and_nicks(server: Server, connect: Connect) -> None:
    ann = await connect("ann", "#ion")
    bob = await connect("bob", "#ion")
    server.mute("#ION")
    server.mode("#ion", "+o-o", "bob", "ann")
    server.mode("#ion", "+v", "nobody")
    server.rename("ann", "Guest1")
    assert await bob.sync() == [
        ":irc.example MODE #ion +m",
        ":irc.example MODE #ion +o-o bob ann",
        ":ann!~ann@127.0.0.1 NICK Guest1",
    ]
    assert numerics(await ann.sync("PRIVMSG #ion :muted"))[-1:] == ["404"]
    with pytest.raises(ValueError, match="BOB is in use"):
        server.rename("Guest1", "BOB")


async def test_raw_lines_are_sent_as_they_are(server: Server, connect: Connect) -> None:
    ann = await connect("ann")
    server.send("ann", ":irc.example 437 ann #ion :caf\u00e9", b"\xff\xfe")
    assert await ann.sync() == [":irc.example 437 ann #ion :caf\u00e9", "\udcff\udcfe"]


async def test_a_frozen_client_is_heard_once_it_is_thawed(server: Server, connect: Connect) -> None:
    ann = await connect("ann", "#ion")
    bob = await connect("bob", "#ion")
    await bob.sync()
    server.freeze("ann")
    ann.send("PRIVMSG #ion :late", "PING token")
    await bob.writer.drain()
    assert await bob.sync("PRIVMSG #ion :first") == []
    server.thaw("ann")
    assert await ann.until("PONG") == [
        ":bob!~bob@127.0.0.1 JOIN #ion",
        ":bob!~bob@127.0.0.1 PRIVMSG #ion first",
        ":irc.example PONG irc.example token",
    ]
    assert await bob.sync() == [":ann!~ann@127.0.0.1 PRIVMSG #ion late"]


async def test_close_tells_each_client_and_only_of_itself(connect: Connect) -> None:
    server = Server()
    port = await server.start()
    assert port == server.port > 0
    ann, bob = [await connect(nick, "#ion", to=server) for nick in ("ann", "bob")]
    await ann.sync()
    await server.close()
    assert await ann.rest() == ["ERROR :Closing Link: 127.0.0.1 (Server is shutting down)"]
    assert (await bob.rest())[-1:] == ["ERROR :Closing Link: 127.0.0.1 (Server is shutting down)"]
    await server.close()
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.1", port)


async def test_a_server_can_come_back_on_its_port(connect: Connect) -> None:
    server = Server()
    port = await server.start()
    ann = await connect("ann", "#ion", to=server)
    await server.close()
    await ann.rest()
    assert await server.start(port=port) == port
    again = await connect("ann", to=server)
    assert numerics(await again.sync("WHOIS ann")) == ["311", "312", "318"]
    await server.close()


async def test_a_taken_port_is_an_os_error(server: Server) -> None:
    with pytest.raises(OSError, match="address already in use"):
        await Server().start(port=server.port)
