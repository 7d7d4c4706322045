"""A network over its connections: which server is next and when, what is for good, and what is told of it."""

import asyncio
from collections.abc import Mapping
from typing import Any
from unittest.mock import Mock

import pytest
from structlog.contextvars import bound_contextvars, get_contextvars, merge_contextvars
from structlog.testing import capture_logs

from ionbot.channel import Loss
from ionbot.network import Network, NetworkError
from ionbot.network.clock import Timing
from ionbot.network.status import ChannelStatus, State
from tests.network.conftest import Start, entered
from tests.network.fakes import Recorder, config
from tests.network.scripted import Scripted, until

DISCONNECTED = ("lost", "#ion", Loss.DISCONNECTED)


def fallback(*servers: Scripted) -> list[str]:
    return [f"127.0.0.1:{server.port}" for server in servers]


async def closed_port() -> int:
    """Give a port where nobody listens."""
    async with Scripted() as server:
        return server.port


async def test_servers_are_tried_in_turn_until_one_lets_the_bot_in(server: Scripted, start: Start) -> None:
    async with Scripted() as other:
        port = await closed_port()
        network, _, _ = start(port, fallbacks=fallback(other, server))
        (await other.accept()).close()
        peer = await server.accept()
        await peer.register()
        assert await peer.answers()
        assert network.status().server == f"127.0.0.1:{server.port}"
        peer.close()
        await (await other.accept()).register()


async def test_a_server_that_closes_without_a_word_is_one_that_failed(server: Scripted, start: Start) -> None:
    async with Scripted() as other:
        start(server.port, fallbacks=fallback(other))
        for each in (server, other, server, other):
            (await each.accept()).close()


async def test_after_a_stable_connection_the_first_server_is_tried_first(server: Scripted, start: Start) -> None:
    async with Scripted() as other:
        timing = Timing(reconnect_first=0.001, stable=0, farewell=0.02)
        start(server.port, timing=timing, fallbacks=fallback(other))
        (await server.accept()).close()
        peer = await other.accept()
        await peer.register()
        assert await peer.answers()
        peer.close()
        await (await server.accept()).register()
        assert other.connections == 1


async def test_when_no_server_lets_the_bot_in_at_first_all_are_named(server: Scripted, start: Start) -> None:
    port = await closed_port()
    _, task, _ = start(port, patient=False, fallbacks=fallback(server))
    peer = await server.accept()
    peer.send("ERROR :Closing Link: 127.0.0.1 (Server is full)")
    peer.close()
    with pytest.raises(NetworkError) as raised:
        await task
    first, second = str(raised.value).split("; ")
    assert first.startswith(f"net (127.0.0.1:{port}): ")
    assert "Connect call failed" in first
    assert second == f"net (127.0.0.1:{server.port}): Closing Link: 127.0.0.1 (Server is full)"


async def test_an_impatient_network_stays_patient_once_it_was_in(server: Scripted, start: Start) -> None:
    _, task, _ = start(server.port, patient=False)
    peer = await server.accept()
    await peer.register()
    peer.close()
    (await server.accept()).close()
    await server.accept()
    assert not task.done()


async def test_who_is_welcome_but_may_not_log_in_was_never_in(server: Scripted, start: Start) -> None:
    login = {"account": "dealer", "account_password": "hunter2", "sasl": "required"}
    _, task, _ = start(server.port, patient=False, **login)
    peer = await server.accept()
    await peer.register()
    await peer.expect("PRIVMSG NickServ")
    peer.send(":irc.test 401 ionbot NickServ :No such nick")
    with pytest.raises(NetworkError, match=r"there is no NickServ to log in with: No such nick$"):
        await task


@pytest.mark.parametrize(("stable", "last"), [(300, [0.004, 0.004]), (0, [0.001, 0.002])])
async def test_pauses_grow_until_a_connection_was_stable(
    server: Scripted, start: Start, stable: float, last: list[float]
) -> None:
    timing = Timing(reconnect_first=0.001, reconnect_most=0.004, stable=stable, farewell=0.02)
    network, _, _ = start(server.port, timing=timing)
    pauses: list[float] = []

    def whole(_least: float, most: float) -> float:
        pauses.append(most)
        return most

    network._attempts._part = whole
    for _ in range(3):
        (await server.accept()).close()
    peer = await server.accept()
    await peer.register()
    assert await peer.answers()
    peer.close()
    (await server.accept()).close()
    await server.accept()
    assert pauses == [0.001, 0.002, 0.004, *last]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("ERROR :Closing Link: 127.0.0.1 (K-Lined: spam)", "banned us: Closing Link"),
        (":irc.test 465 ionbot :go away", "banned us: go away"),
        (":irc.test 464 ionbot :Password incorrect", "refused the password: Password incorrect; set password to"),
        ("ERROR :Access denied: Bad password?", "refused the password: Access denied"),
    ],
)
async def test_a_ban_or_refused_password_is_the_whole_network_s(
    server: Scripted, start: Start, line: str, why: str
) -> None:
    async with Scripted() as other:
        _, task, _ = start(server.port, password="hunter2", fallbacks=fallback(other))
        peer = await server.accept()
        peer.send(line)
        with pytest.raises(
            NetworkError, match=rf"^net \(127.0.0.1:{server.port}\): the server has {why}|{why}"
        ) as raised:
            await task
        assert "hunter2" not in str(raised.value)
        assert (server.connections, other.connections) == (1, 0)


async def test_a_ban_in_the_middle_is_for_good_too(server: Scripted, start: Start) -> None:
    network, task, recorder, peer = await entered(server, start)
    peer.send("ERROR :Closing Link: ionbot[127.0.0.1] (User has been banned from test (no bots))")
    with pytest.raises(NetworkError, match="banned"):
        await task
    assert recorder.events[-1] == DISCONNECTED
    assert network.status().state is State.GIVEN_UP


async def test_a_kill_is_no_ban(server: Scripted, start: Start) -> None:
    _, _, recorder, peer = await entered(server, start)
    with capture_logs() as logs:
        peer.send("ERROR :Closing Link: ionbot (Killed (oper (you are banned)))")
        peer.close()
        await (await server.accept()).register()
    assert recorder.events[-1] == DISCONNECTED
    assert [entry["why"] for entry in logs if entry["event"] == "not connected"] == [
        "Closing Link: ionbot (Killed (oper (you are banned)))"
    ]


async def test_a_silent_server_is_asked_then_left(server: Scripted, start: Start) -> None:
    with capture_logs() as logs:
        _, _, recorder, peer = await entered(server, start, ping_after=0.1, ping_timeout=0.1)
        assert await peer.expect("PING") == "PING ionbot"
        await (await server.accept()).register()
    assert recorder.events[-1] == DISCONNECTED
    assert [entry["why"] for entry in logs if entry["event"] == "not connected"] == ["the server was silent for 0.2 s"]


async def test_a_stopped_network_does_not_run(server: Scripted) -> None:
    network = Network("net", config(port=server.port), Recorder())
    await network.stop("never mind")
    await network.run()
    assert (network.name, server.connections) == ("net", 0)


async def test_it_connects_from_the_address_that_is_asked_for(server: Scripted, start: Start) -> None:
    start(server.port, bind="127.0.0.2")
    peer = await server.accept()
    assert peer.address == "127.0.0.2"


async def test_an_address_of_the_wrong_kind_is_an_error_that_says_so(server: Scripted, start: Start) -> None:
    _, task, _ = start(server.port, bind="::1", patient=False)
    with pytest.raises(NetworkError, match=r"127.0.0.1 has no IPv6 address, which it must have .* from ::1 \(bind\)"):
        await task


def told(logs: list[Any]) -> list[dict[str, Any]]:
    """Give the log without what is the same in all entries."""
    assert {entry.pop("network") for entry in logs} == {"net"}
    return [{key: value for key, value in entry.items() if key != "again_in"} for entry in logs]


async def test_the_log_says_in_one_line_each_what_the_network_does(start: Start) -> None:
    server = Scripted()
    port = await closed_port()
    server.port = port
    with capture_logs([merge_contextvars]) as logs:
        network, task, _ = start(port)
        await until(lambda: len(logs) == 2)
        async with server:
            peer = await server.accept()
            await peer.register()
            await peer.enter()
            peer.send(":ann!a@h KICK #ion ionbot :out", "ERROR :bye")
            peer.close()
            await until(lambda: logs[-1].get("why") == "bye")
            await network.stop("enough")
            await task
    lines = [entry for entry in told(logs) if "Connect call failed" not in entry.get("why", "")]
    where = f"127.0.0.1:{port}"
    connecting = {"event": "connecting", "log_level": "info", "server": where, "tls": False}
    assert [entry for entry in lines if entry != connecting] == [
        {"event": "registered", "log_level": "info", "nick": "ionbot", "server": "irc.test"},
        {"event": "joined", "log_level": "info", "channel": "#ion"},
        lines[-2],
        {"event": "not connected", "log_level": "warning", "server": where, "why": "bye"},
    ]
    assert (lines[-2]["event"], lines[-2]["channel"]) == ("put out of a channel", "#ion")
    assert lines[0] == connecting


async def test_the_status_before_and_after_the_run(server: Scripted, start: Start) -> None:
    network = Network("net", config(port=server.port, fallbacks=["[2001:db8::1]:7000"]), Recorder())
    status = network.status()
    assert (status.name, status.state, status.server) == ("net", State.STOPPED, f"127.0.0.1:{server.port}")
    assert (status.nick, status.wanted_nick, status.lag_ms, status.waiting_lines) == ("", "ionbot", None, 0)
    assert status.channels == [ChannelStatus("#ion", joined=False)]
    running, task, _ = start(server.port)
    await server.accept()
    assert running.status().state is State.CONNECTING
    await running.stop("enough")
    await task
    assert running.status().state is State.STOPPED


async def test_the_status_of_a_network_that_waits(start: Start) -> None:
    network, _, _ = start(await closed_port(), timing=Timing(reconnect_first=1000, farewell=0.02))
    await until(lambda: network.status().state is State.WAITING)
    status = network.status()
    assert "Connect call failed" in status.why
    assert status.again_in_s is not None
    assert 0 <= status.again_in_s <= 1000


async def test_the_status_of_a_network_that_was_given_up(server: Scripted, start: Start) -> None:
    network, task, _ = start(server.port)
    (await server.accept()).send(":irc.test 465 ionbot :go away")
    await asyncio.wait({task})
    status = network.status()
    assert (status.state, status.why) == (
        State.GIVEN_UP,
        f"net (127.0.0.1:{server.port}): the server has banned us: go away",
    )
    assert task.exception()


async def test_the_status_of_a_network_that_is_connected(server: Scripted, start: Start) -> None:
    options: Mapping[str, Any] = {"channels": ["#ion", "#closed"], "ping_after": 0.05}
    network, _, _ = start(server.port, timing=Timing(farewell=0.02), **options)
    before = network._shared.clock.wall()
    peer = await server.accept()
    await peer.register("ionbot7")
    await peer.expect("JOIN")
    peer.send(
        ":ionbot7!bot@bot.host JOIN #ion",
        ":irc.test 366 ionbot7 #ion :End",
        ":irc.test 315 ionbot7 #ion :End",
        ":irc.test 474 ionbot7 #closed :Cannot join channel (+b)",
        ":irc.test 900 ionbot7 ionbot7!bot@bot.host dealer :You are now logged in",
    )
    peer.send((await peer.expect("PING")).replace("PING", ":irc.test PONG irc.test"))
    await until(lambda: network.status().lag_ms is not None)
    status = network.status()
    assert status.state is State.CONNECTED
    assert 0 <= status.since - before < 60_000
    assert (status.server_name, status.tls, status.why, status.again_in_s) == ("irc.test", False, "", None)
    assert (status.nick, status.wanted_nick, status.account) == ("ionbot7", "ionbot", "dealer")
    ion, closed = status.channels
    assert ion == ChannelStatus("#ion", joined=True)
    assert (closed.name, closed.joined) == ("#closed", False)
    assert "the bot is banned from the channel; the next attempt is in " in closed.why


async def test_what_somebody_elsewhere_wants_of_it_is_logged_as_its_own() -> None:
    network, seen = Network("net", config(port=1), Recorder()), list[dict[str, Any]]()
    network._session = Mock()
    network._session.join = network._session.part = lambda _: seen.append(get_contextvars())
    with bound_contextvars(network="elsewhere", channel="#there"):
        network.join("#new")
        network.part("#new", "enough")
        network._shared.clock.call_soon(lambda: seen.append(get_contextvars()))
        network._shared.clock.call_later(0, lambda: seen.append(get_contextvars()))
        await until(lambda: len(seen) == 4)
        assert get_contextvars()["network"] == "elsewhere"
    assert seen == [{"network": "net"}] * 4
