"""The embedded server from the inside: it survives everything, and what it writes is IRC."""

import asyncio
from unittest.mock import Mock

from hypothesis import given
from hypothesis import strategies as st

from ionbot.demo.ircd.commands import COMMANDS, obey
from ionbot.demo.ircd.connection import Connection, Limits
from ionbot.demo.ircd.wire import Inbox
from ionbot.demo.ircd.world import User, World
from ionbot.demo.server import Server

NAMES = ["ann", "bob", "CAT", "#ion", "#b", "#ion,#b,x", "*", "*!*@*"]
MODES = ["+o", "-o+vbm", "b", "+b"]
CAPS = ["LS", "REQ", "END", "multi-prefix", "-server-time", "echo-message message-tags"]
ODD = ["", " ", ":", "::", ":two words", "0", "\x0304x", "\udcff"]
WORDS = st.sampled_from([*NAMES, *MODES, *CAPS, *ODD]) | st.text(max_size=12)
LINES = st.builds(
    lambda tags, command, words: " ".join([*tags, command, *words]),
    st.lists(st.sampled_from(["@", "@+a=b", "@a=\\", ":source"]), max_size=1),
    st.sampled_from([*COMMANDS, "NOSUCH", "join", "001"]) | st.text(max_size=6),
    st.lists(WORDS, max_size=5),
)


class Sink:
    """A link that keeps what was written until it is closed."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.closed = False

    def write(self, data: bytes) -> None:
        if not self.closed:
            self.lines.append(data)

    def close(self) -> None:
        self.closed = True


def newcomer(world: World, nick: str) -> tuple[User, Sink]:
    sink = Sink()
    user = User(world.name, "127.0.0.1", sink)
    if nick:
        obey(world, user, f"NICK {nick}")
        obey(world, user, f"USER {nick} 0 * :Real")
    return user, sink


def check(world: World) -> None:
    for key, user in world.users.items():
        assert key == world.fold(user.nick)
        assert not user.link.closed  # type: ignore[attr-defined]  # every link here is a Sink
        assert all(world.rooms[room] is there and user in there.members for room, there in user.rooms.items())
    for key, room in world.rooms.items():
        assert key == world.fold(room.name)
        assert room.members
        assert all(member.rooms[key] is room and world.find(member.nick) is member for member in room.members)


@given(st.lists(st.tuples(st.integers(0, 3), LINES), max_size=40))
def test_no_lines_break_the_world_or_the_grammar(script: list[tuple[int, str]]) -> None:
    world = World("irc.example", "Demo", "rfc1459", None)
    clients = [newcomer(world, nick) for nick in ("ann", "bob", "cat", "")]
    for user, _ in clients[:2]:
        obey(world, user, "JOIN #ion,#b")
    for index, text in script:
        user, sink = clients[index]
        if not sink.closed:
            for line in Inbox().feed(text.encode("utf-8", "surrogateescape") + b"\n"):
                if not sink.closed:
                    obey(world, user, line)
        check(world)
    for _, sink in clients:
        for written in sink.lines:
            body = written.partition(b" ")[2] if written.startswith(b"@") else written
            assert written.endswith(b"\r\n")
            assert len(body) <= 512
            assert not set(written[:-2]) & set(b"\r\n\0")


@given(st.lists(st.binary(max_size=200), max_size=5), st.integers(1, 7))
def test_lines_are_the_same_however_they_are_cut(pieces: list[bytes], size: int) -> None:
    stream = b"\n".join(pieces) + b"\n"
    inbox = Inbox()
    lines = [line for start in range(0, len(stream), size) for line in inbox.feed(stream[start : start + size])]
    assert lines == Inbox().feed(stream)


@given(st.binary(max_size=2000))
def test_no_bytes_stop_the_server(data: bytes) -> None:
    asyncio.run(_survives(data))


async def _survives(data: bytes) -> None:
    faults: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: faults.append(context))
    async with Server() as server:
        _, hostile = await asyncio.open_connection("127.0.0.1", server.port)
        hostile.write(b"NICK eve\nUSER eve 0 * :x\nJOIN #ion\n" + data)
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"PING alive\r\n")
        assert await reader.readline() == b":irc.example PONG irc.example alive\r\n"
        for each in (hostile, writer):
            each.transport.abort()
            await asyncio.gather(each.wait_closed(), return_exceptions=True)
    assert not faults


async def test_lines_of_one_iteration_leave_in_one_write() -> None:
    transport = Mock(asyncio.Transport)
    transport.get_extra_info.return_value = ("::1", 1)
    transport.is_closing.return_value = False
    transport.get_write_buffer_size.return_value = 0
    connection = Connection(World("irc.example", "Demo", "ascii", None), Limits(), set())
    connection.connection_made(transport)
    connection.data_received(b"PING a\r\nPING b\r\n")
    connection.data_received(b"PING c\r\n")
    await asyncio.sleep(0)
    transport.write.assert_called_once_with(b"".join(b":irc.example PONG irc.example %c\r\n" % c for c in b"abc"))
    assert connection.user.host == "0::1"
    connection.connection_lost(None)
