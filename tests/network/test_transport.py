"""Sockets: what the package irc loses a connection by, seen on real ones."""

import asyncio
from base64 import b64decode
from unittest.mock import Mock

import pytest
from structlog.testing import capture_logs

from ionbot.config import Server
from ionbot.network import NetworkError
from ionbot.network.clock import Timing
from ionbot.network.link.dialing import Dialer
from ionbot.network.link.servers import Route
from ionbot.network.link.transport import connected
from tests.network.conftest import Start, entered
from tests.network.fakes import LOST, SENT, Fates, config
from tests.network.scripted import PATIENCE, Scripted, until

HOSTILE = [
    b"\r\n",
    b"   \r\n",
    b":\r\n",
    b"@\r\n",
    b"@a=b\r\n",
    b":only.source\r\n",
    b"\xff\xfe\xfd\r\n",
    b":ann!a@h PRIVMSG #ion :caf\xe9 \xc3\r\n",
    b":ann QUIT\r\n",
    b":bob!b@h PRIVMSG #ion\r\n",
    b":bob!b@h PRIVMSG\r\n",
    b"NICK new\r\n",
    b":irc.test 005 ionbot TARGMAX=PRIVMSG:3,NOTICE MAXLIST=b:60,e CHANLIMIT=#:10,& PREFIX CHANMODES = -\r\n",
    b":bob!b@h KICK\r\n",
    b":bob!b@h MODE #ion +ooo-vb+\r\n",
    b":irc.test 353\r\n",
    b":irc.test 353 ionbot = #ion :@ + @+\r\n",
    b":a\x00b!c@d PRIVMSG #ion :x\x00y\rz\r\n",
]
"""Lines of which the package irc or a careless handler raises."""


@pytest.mark.parametrize("line", HOSTILE)
async def test_fault_an_exception_or_bad_line_closes_the_connection(
    server: Scripted, start: Start, line: bytes
) -> None:
    _, _, recorder, peer = await entered(server, start)
    peer.send_bytes(line + b":ann!a@h PRIVMSG #ion :still here\r\n:bob!b@h PRIVMSG #ion :and I\r\n")
    assert await peer.answers()
    assert ("heard", "#ion", "bob", "and I") in recorder.events
    assert server.connections == 1


async def test_fault_an_exception_of_the_listener_closes_the_connection(server: Scripted, start: Start) -> None:
    _, _, recorder, peer = await entered(server, start)
    recorder.heard = lambda *_: 1 / 0
    with capture_logs() as logs:
        peer.send(":ann!a@h PRIVMSG #ion :boom", ":ann!a@h PRIVMSG ionbot :fine")
        assert await peer.answers()
    assert [(entry["event"], entry["what"]) for entry in logs] == [("fault", "heard")]
    assert recorder.events[-1] == ("told", "ann", "fine")


async def test_bytes_that_are_not_utf_8_are_read_as_latin_1(server: Scripted, start: Start) -> None:
    _, _, recorder, peer = await entered(server, start)
    peer.send_bytes(b":ann!a@h PRIVMSG #ion :caf\xe9 \xc3\xa9\r\n")
    await peer.answers()
    assert recorder.events[-1] == ("heard", "#ion", "ann", "café é")


async def test_utf_8_that_is_cut_between_packets_is_put_together(server: Scripted, start: Start) -> None:
    _, _, recorder, peer = await entered(server, start)
    for byte in ":ann!a@h PRIVMSG #ion :é±€\r\n".encode():
        peer.send_bytes(bytes([byte]))
        await asyncio.sleep(0)
    await peer.answers()
    assert recorder.events[-1] == ("heard", "#ion", "ann", "é±€")


async def test_an_endless_line_is_skipped(server: Scripted, start: Start) -> None:
    _, _, recorder, peer = await entered(server, start)
    for _ in range(50):
        peer.send_bytes(b"x" * 10_000)
        await asyncio.sleep(0)
    peer.send_bytes(b" tail\r\n")
    peer.send(":ann!a@h PRIVMSG #ion :after it")
    assert await peer.answers()
    assert recorder.events[-1] == ("heard", "#ion", "ann", "after it")


async def test_fault_no_connect_time_limit(start: Start) -> None:
    async with Scripted() as silent:
        _, task, _ = start(silent.port, patient=False, tls=True, connect_timeout=0.1)
        with pytest.raises(NetworkError, match=r"no encrypted connection within 0\.1 s; if the port takes plain"):
            await task


async def test_fault_an_oserror_is_not_wrapped(start: Start) -> None:
    async with Scripted() as server:
        port = server.port
    _, task, _ = start(port, patient=False)
    with pytest.raises(NetworkError, match=rf"net \(127.0.0.1:{port}\): .*Connect call failed"):
        await task


async def test_fault_a_late_connection_lost_kills_the_new_connection(server: Scripted, start: Start) -> None:
    network, _, recorder, peer = await entered(server, start)
    old = network._session._link
    peer.close()
    again = await server.accept()
    await again.register()
    await again.enter()
    await again.answers()
    old.protocol.connection_lost(None)
    old.disconnect("late")
    assert await again.answers()
    assert [event[0] for event in recorder.events] == ["entered", "lost", "entered"]
    assert network.channels["#ion"].open


async def test_lines_that_leave_together_go_in_one_write(server: Scripted, start: Start) -> None:
    network, _, _, peer = await entered(server, start)
    channel = network.channels["#ion"]
    for text in ("one", "two", "three"):
        channel.say((text,))
    assert await peer.chunk() == b"PRIVMSG #ion one\r\nPRIVMSG #ion two\r\nPRIVMSG #ion three\r\n"


async def test_fault_no_back_pressure(server: Scripted, start: Start) -> None:
    network, _, _, peer = await entered(server, start)
    connection = network._session._link
    fates = Fates()
    connection.protocol.pause_writing()
    network.channels["#ion"].say(("waits",), left=fates.note)
    await peer.answers()
    assert (peer.lines[-1], fates) == ("PONG :are you there", [])
    connection.protocol.resume_writing()
    await peer.expect("PRIVMSG #ion waits")
    assert fates == [SENT]


async def test_fault_no_back_pressure_from_a_server_that_does_not_read(server: Scripted, start: Start) -> None:
    network, _, recorder, peer = await entered(server, start)
    connection = network._session._link
    while connection.ready:
        connection.write(["PRIVMSG #ion :" + "x" * 400] * 1000)
        await asyncio.sleep(0)
    fates = Fates()
    network.channels["#ion"].say(("never read",), left=fates.note)
    peer.send(":ann!a@h PRIVMSG ionbot :something later")
    await until(lambda: recorder.events[-1] == ("told", "ann", "something later"))
    assert fates == []
    await network.stop("full")
    await asyncio.sleep(0)
    assert fates == [LOST]


async def test_fault_what_is_sent_after_a_disconnect_vanishes(server: Scripted, start: Start) -> None:
    network, _, _, peer = await entered(server, start)
    fates = Fates()
    peer.close()
    await until(lambda: not network.channels["#ion"].open)
    network.channels["#ion"].say(("too late",), left=fates.note)
    await asyncio.sleep(0)
    assert fates == [LOST]


async def test_stop_says_quit_and_closes(server: Scripted, start: Start) -> None:
    network, task, recorder, peer = await entered(server, start, timing=Timing(farewell=5))
    network.channels["#ion"].say(("the last word",))
    stopping = asyncio.create_task(network.stop("good night"))
    assert await peer.expect("QUIT") == "QUIT :good night"
    assert peer.lines[-2] == "PRIVMSG #ion :the last word"
    peer.close()
    await stopping
    await task
    assert recorder.events[-1][0] == "lost"
    assert server.connections == 1


async def test_stop_does_not_wait_for_ever_for_the_server(server: Scripted, start: Start) -> None:
    network, task, _, peer = await entered(server, start, timing=Timing(farewell=0.05))
    await network.stop("now")
    await task
    await peer.gone()


async def test_stop_while_waiting_for_the_next_connection(server: Scripted, start: Start) -> None:
    network, task, _, peer = await entered(server, start, timing=Timing())
    peer.close()
    await until(lambda: network._session is None)
    await network.stop("enough")
    await task


async def test_cancelling_the_run_leaves_nothing_open(server: Scripted, start: Start) -> None:
    _, task, recorder, peer = await entered(server, start)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await peer.gone()
    assert recorder.events[-1][0] == "lost"


async def test_fault_passwords_are_logged_at_debug(
    server: Scripted, start: Start, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    with capture_logs() as logs:
        start(server.port, password="hunter2", account="dealer", account_password="hunter3")
        peer = await server.accept()
        peer.send("CAP * LS :sasl=PLAIN", "CAP * ACK :sasl", "AUTHENTICATE +")
        answer = await peer.expect("AUTHENTICATE A")
        peer.send(":irc.test 904 * :wrong")
        await peer.expect("CAP END")
    assert "PASS hunter2" in peer.lines
    assert b64decode(answer.split()[1]) == b"\0dealer\0hunter3"
    for secret in ("hunter2", "hunter3", answer.split()[1]):
        assert secret not in caplog.text + str(logs)


async def test_what_the_transport_is_given_is_one_line_of_at_most_512_bytes(server: Scripted, start: Start) -> None:
    network, _, _, peer = await entered(server, start)
    with capture_logs() as logs:
        network._session._link.write(
            ["PRIVMSG #ion :a\r\nQUIT\0b", f"PRIVMSG #ion :{'€' * 300}", "PRIVMSG #ion :\ud800"]
        )
    assert await peer.expect("PRIVMSG") == "PRIVMSG #ion :a  QUIT b"
    assert len(await peer.expect("PRIVMSG")) == len("PRIVMSG #ion :") + (510 - 14) // 3
    assert await peer.expect("PRIVMSG") == "PRIVMSG #ion :?"
    assert [(entry["event"], entry["command"]) for entry in logs] == [("line cut", "PRIVMSG")]


async def test_the_tags_of_a_line_are_not_counted(server: Scripted, start: Start) -> None:
    network, _, _, peer = await entered(server, start)
    with capture_logs() as logs:
        network._session._link.write([f"@label=12 PRIVMSG #ion :{'x' * 496}", f"@label=13 PRIVMSG #ion :{'x' * 497}"])
    for label in ("@label=12", "@label=13"):
        assert await peer.expect("@label") == f"{label} PRIVMSG #ion :{'x' * 496}"
    assert [(entry["event"], entry["command"]) for entry in logs] == [("line cut", "PRIVMSG")]


def test_a_connection_that_is_cancelled_as_it_is_made_ends_under_uvloop() -> None:
    """There, nobody is told that it is lost: the one who waits for that waited for ever."""
    uvloop = pytest.importorskip("uvloop")

    async def cancelled_at_once() -> None:
        session = Mock()
        async with await asyncio.start_server(lambda _reader, writer: writer.close(), "127.0.0.1", 0) as listener:
            port = listener.sockets[0].getsockname()[1]

            async def connect() -> None:
                async with connected(Dialer(config()), Route(Server("127.0.0.1", port), tls=False), session):
                    raise AssertionError("it is cancelled before")

            connecting = asyncio.create_task(connect())
            session.begin.side_effect = lambda _connection: connecting.cancel()
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(connecting, return_exceptions=True)
            assert connecting.cancelled()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(cancelled_at_once())
