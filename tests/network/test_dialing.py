"""Addresses: all of a name's are tried, and only those that the local address can reach."""

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import pytest

from ionbot.config import Server
from ionbot.network.link.dialing import dial, usable
from tests.network.conftest import Start
from tests.network.scripted import Scripted

V4 = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("192.0.2.1", 6697))
V6 = (socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("2001:db8::1", 6697, 0, 0))

Resolve = Callable[..., None]


@pytest.fixture
def resolve(monkeypatch: pytest.MonkeyPatch) -> Resolve:
    """Gives a function that lets names have addresses on 127.0.0.1 with these ports."""

    def resolve(*ports: int) -> None:
        def getaddrinfo(_host: str, _port: int, **_options: object) -> list[Any]:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port)) for port in ports]

        monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)

    return resolve


@pytest.fixture
def closed() -> int:
    """Give a port where nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
    return port


async def test_the_next_address_is_tried_where_one_refuses(resolve: Resolve, closed: int) -> None:
    async with Scripted() as server:
        resolve(closed, server.port)
        with await dial(Server("irc.test", 6697), None) as connected:
            assert connected.getpeername() == ("127.0.0.1", server.port)


async def test_the_next_address_is_tried_where_one_does_not_answer(
    resolve: Resolve, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect = asyncio.get_running_loop().sock_connect

    async def sock_connect(sock: socket.socket, address: tuple[str, int]) -> None:
        await (asyncio.Event().wait() if address[1] == 1 else connect(sock, address))

    monkeypatch.setattr(asyncio.get_running_loop(), "sock_connect", sock_connect)
    monkeypatch.setattr("ionbot.network.link.dialing.HEAD_START", 0.01)
    async with Scripted() as server:
        resolve(1, server.port)
        with await dial(Server("irc.test", 6697), None) as connected:
            assert connected.getpeername() == ("127.0.0.1", server.port)


async def test_each_attempt_begins_with_the_next_address(resolve: Resolve, closed: int) -> None:
    """A server that takes connections, and then does not let us in, must not hide the others of its name."""
    async with Scripted() as one, Scripted() as other:
        resolve(one.port, closed, other.port)
        ports = []
        for number in range(4):
            with await dial(Server("irc.test", 6697), None, number) as connected:
                ports.append(connected.getpeername()[1])
    assert ports == [one.port, other.port, other.port, one.port]


async def test_a_network_tries_all_addresses_of_each_of_its_servers(resolve: Resolve, start: Start) -> None:
    async with Scripted() as one, Scripted() as other:
        resolve(one.port, other.port)
        start(6697, host="irc.test", fallbacks=["irc2.test"])
        for server in (one, one, other, other, one):
            (await server.accept()).close()


async def test_where_no_address_answers_all_are_told(resolve: Resolve, closed: int) -> None:
    resolve(closed, 1)
    failed = "Connect call failed"
    with pytest.raises(OSError, match=rf"^nobody takes connections there: .*{failed} .*{closed}.*{failed} .*, 1\)"):
        await dial(Server("irc.test", 6697), None)


async def test_a_name_that_is_not_known_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def getaddrinfo(*_args: object, **_options: object) -> list[Any]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    with pytest.raises(OSError, match=r"^the address of irc.tset is not to be had: Name or service not known$"):
        await dial(Server("irc.tset", 6697), None)


@pytest.mark.parametrize("host", ["irc..test", f"{'x' * 70}.test"])
async def test_what_can_be_no_name_is_told(host: str) -> None:
    with pytest.raises(OSError, match=rf"^{host} is no name that a server can have: "):
        await dial(Server(host, 6697), None)


async def test_it_connects_from_the_local_address_that_is_asked_for() -> None:
    async with Scripted() as server:
        with await dial(Server("127.0.0.1", server.port), "127.0.0.2") as connected:
            assert connected.getsockname()[0] == "127.0.0.2"


async def test_a_local_address_that_is_not_ours_is_told() -> None:
    async with Scripted() as server:
        with pytest.raises(OSError, match=r"^192.0.2.7 \(bind\) is no address of this machine$"):
            await dial(Server("127.0.0.1", server.port), "192.0.2.7")


def test_all_addresses_can_be_reached_where_no_local_one_is_asked_for() -> None:
    assert usable([V6, V4], "irc.test", None) == [V6, V4]


@pytest.mark.parametrize(("bind", "reached"), [("192.0.2.7", V4), ("2001:db8::7", V6)])
def test_addresses_of_the_other_family_are_passed_over(bind: str, reached: object) -> None:
    assert usable([V6, V4, V6, V4], "irc.test", bind) == [reached, reached]


@pytest.mark.parametrize(("bind", "only", "version"), [("192.0.2.7", V6, 4), ("::1", V4, 6)])
def test_where_all_addresses_are_of_the_other_family_that_is_said(bind: str, only: Any, version: int) -> None:
    with pytest.raises(OSError, match=rf"^irc.test has no IPv{version} address, .* from {bind} \(bind\)$"):
        usable([only], "irc.test", bind)
