"""Connections to real servers: how they end and what comes after, whom the bot trusts, the passwords of servers."""

from collections.abc import AsyncIterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from ssl import PEM_cert_to_DER_cert
from typing import Any

import pytest
from structlog.testing import capture_logs

from ionbot.channel import Loss
from ionbot.network import NetworkError
from ionbot.network.status import State
from tests.network.conftest import QUICK, Start
from tests.real.client import Client, until
from tests.real.conftest import Make
from tests.real.servers import Authority, Certificate, Daemon, InspIRCd, Ngircd

pytestmark = pytest.mark.real

ENTERED = ("entered", "#ion")
LOST = ("lost", "#ion", Loss.DISCONNECTED)
KINDS = [Ngircd, InspIRCd]


@pytest.fixture
async def oper(inspircd: InspIRCd) -> AsyncIterator[Client]:
    """An operator of the InspIRCd."""
    async with Client(inspircd.port, "op") as oper:
        oper.send("OPER", "oper", "operpass")
        await oper.expect("381")
        yield oper


def reasons(logs: list[Any]) -> list[str]:
    """Give why the bot was not connected, each time."""
    return [entry["why"] for entry in logs if entry["event"] == "not connected"]


async def test_a_server_that_stands_still_is_noticed_and_taken_again_once_it_goes_on(
    ngircd: Ngircd, start: Start
) -> None:
    with capture_logs() as logs:
        impatient = replace(QUICK, registration=1)
        network, _, recorder = start(ngircd.port, impatient, ping_after=1, ping_timeout=1)
        await until(lambda: recorder.events == [ENTERED])
        ngircd.freeze()
        await until(lambda: "the server did not let us in within 1 s" in reasons(logs))
        assert reasons(logs)[0] == "the server was silent for 2 s"
        ngircd.thaw()
        await until(lambda: recorder.events == [ENTERED, LOST, ENTERED])
        assert network.channels["#ion"].open


async def test_a_quiet_server_that_answers_is_not_left(ngircd: Ngircd, start: Start) -> None:
    network, _, recorder = start(ngircd.port, ping_after=0.1, ping_timeout=20)
    await until(lambda: recorder.events == [ENTERED])
    await until(lambda: network.status().lag_ms is not None)
    assert recorder.events == [ENTERED]


@pytest.mark.parametrize("kind", KINDS)
async def test_after_a_restart_of_the_server_the_bot_is_in_its_channel_again(
    kind: type[Daemon], make: Make, start: Start
) -> None:
    server = make(kind)
    server.start()
    network, _, recorder = start(server.port)
    await until(lambda: recorder.events == [ENTERED])
    server.stop()
    await until(lambda: network.status().state is State.WAITING)
    server.start()
    await until(lambda: recorder.events == [ENTERED, LOST, ENTERED])


async def test_while_one_server_is_down_the_bot_is_on_another(make: Make, start: Start) -> None:
    one, other = make(Ngircd), make(Ngircd, name="other.test")
    one.start()
    other.start()
    network, _, recorder = start(one.port, fallbacks=[f"127.0.0.1:{other.port}"])
    await until(lambda: recorder.events == [ENTERED])
    assert network.status().server_name == "irc.test"
    one.stop()
    await until(lambda: recorder.events == [ENTERED, LOST, ENTERED])
    assert network.status().server_name == "other.test"


async def test_killed_by_an_operator_the_bot_comes_back(inspircd: InspIRCd, oper: Client, start: Start) -> None:
    with capture_logs() as logs:
        _, _, recorder = start(inspircd.port)
        await until(lambda: recorder.events == [ENTERED])
        oper.send("KILL", "ionbot", "banned for a moment")
        await until(lambda: recorder.events == [ENTERED, LOST, ENTERED])
    assert "Killed (op (banned for a moment))" in reasons(logs)[0]


@pytest.mark.parametrize("ban", ["KLINE ionbot@127.0.0.2", "GLINE ionbot@127.0.0.2", "ZLINE 127.0.0.2"])
async def test_a_ban_is_for_good(inspircd: InspIRCd, oper: Client, start: Start, ban: str) -> None:
    _, task, recorder = start(inspircd.port, bind="127.0.0.2")
    await until(lambda: recorder.events == [ENTERED])
    oper.send(*ban.split(), "0", "no bots")
    with pytest.raises(NetworkError, match="the server has banned us: "):
        await task
    assert recorder.events == [ENTERED, LOST]


async def test_an_operator_of_ngircd_kills_and_bans(ngircd: Ngircd, start: Start) -> None:
    async with Client(ngircd.port, "op") as oper:
        oper.send("OPER", "oper", "operpass")
        await oper.expect("381")
        with capture_logs() as logs:
            _, task, recorder = start(ngircd.port)
            await until(lambda: recorder.events == [ENTERED])
            oper.send("KILL", "ionbot", "banned for a moment")
            await until(lambda: recorder.events == [ENTERED, LOST, ENTERED])
        assert len(reasons(logs)) == 1
        oper.send("KLINE", "*!~ionbot@*", "600", "no bots")
        oper.send("KILL", "ionbot", "no bots")
        with pytest.raises(NetworkError, match="the server has banned us: "):
            await task


@pytest.mark.parametrize("kind", KINDS)
async def test_the_server_s_password_lets_the_bot_in(kind: type[Daemon], make: Make, start: Start) -> None:
    server = make(kind, password="hunter2")
    server.start()
    _, _, recorder = start(server.port, password="hunter2")
    await until(lambda: recorder.events == [ENTERED])


@pytest.mark.parametrize(
    ("kind", "patient", "why"),
    [
        (Ngircd, True, "the server refused the password: Access denied: Bad password"),
        (InspIRCd, False, r"\[Access denied by configuration\]; perhaps it wants a password"),  # it says no more
    ],
)
@pytest.mark.parametrize("options", [{"password": "hunter3"}, {}])
async def test_a_wrong_password_is_told(
    kind: type[Daemon], patient: bool, why: str, make: Make, start: Start, options: dict[str, str]
) -> None:
    server = make(kind, password="hunter2")
    server.start()
    _, task, recorder = start(server.port, patient=patient, **options)
    with pytest.raises(NetworkError, match=why):
        await task
    assert recorder.events == []


@pytest.fixture
def certificate(authority: Authority) -> Certificate:
    """A certificate of an authority that is not trusted, for another name."""
    return authority.certificate("DNS:other.test")


@pytest.fixture
def encrypted(make: Make, certificate: Certificate) -> Ngircd:
    server = make(Ngircd, certificate=certificate)
    server.start()
    return server


def fingerprint(path: Path) -> str:
    return sha256(PEM_cert_to_DER_cert(path.read_text())).hexdigest()


async def test_a_pinned_certificate_is_taken(encrypted: Ngircd, certificate: Certificate, start: Start) -> None:
    _, _, recorder = start(encrypted.tls_port, tls=True, tls_fingerprint=fingerprint(certificate.path))
    await until(lambda: recorder.events == [ENTERED])


async def test_an_untrusted_certificate_is_refused_and_what_the_message_says_helps(
    encrypted: Ngircd, certificate: Certificate, start: Start
) -> None:
    _, task, _ = start(encrypted.tls_port, patient=False, tls=True)
    with pytest.raises(NetworkError) as raised:
        await task
    told = str(raised.value)
    assert "the server's certificate cannot be trusted: unable to get local issuer certificate" in told
    assert f'set tls_fingerprint = "{fingerprint(certificate.path)}", or tls_ca to' in told


async def test_another_certificate_than_the_pinned_one_is_refused(
    encrypted: Ngircd, certificate: Certificate, authority: Authority, start: Start
) -> None:
    pinned = fingerprint(authority.path)
    _, task, recorder = start(encrypted.tls_port, patient=False, tls=True, tls_fingerprint=pinned)
    with pytest.raises(NetworkError, match=f"it has {fingerprint(certificate.path)}"):
        await task
    assert recorder.events == []
