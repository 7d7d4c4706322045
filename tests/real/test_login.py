"""Getting in to real servers: plain, encrypted, and with an account."""

from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from ionbot.network import NetworkError
from tests.network.conftest import QUICK, Start
from tests.real.client import Client, until
from tests.real.conftest import Make
from tests.real.servers import Atheme, Authority, InspIRCd, Ngircd

pytestmark = pytest.mark.real

ENTERED = ("entered", "#ion")
IMPATIENT = replace(QUICK, login=0.3)


async def test_the_bot_enters_a_channel_of_ngircd(ngircd: Ngircd, start: Start) -> None:
    async with Client(ngircd.port, "ann", "#ion"):
        network, _, recorder = start(ngircd.port)
        await until(lambda: recorder.events == [ENTERED])
        (ann,) = network.channels["#ion"].people()
        assert (ann.nick, ann.address) == ("ann", "ann!~ann@127.0.0.1")


async def test_the_bot_enters_a_channel_of_inspircd(inspircd: InspIRCd, start: Start) -> None:
    async with Client(inspircd.port, "ann", "#ion"):
        network, _, recorder = start(inspircd.port)
        await until(lambda: recorder.events == [ENTERED])
        (ann,) = network.channels["#ion"].people()
        assert (ann.nick, ann.address, ann.account) == ("ann", "ann!ann@127.0.0.1", None)


@pytest.fixture
def encrypted(make: Make, authority: Authority) -> Ngircd:
    """A running ngircd whose certificate is for 127.0.0.1."""
    server = make(Ngircd, certificate=authority.certificate("DNS:irc.test", "IP:127.0.0.1"))
    server.start()
    return server


async def test_a_server_is_taken_whose_authority_is_trusted(
    encrypted: Ngircd, authority: Authority, start: Start
) -> None:
    _, _, recorder = start(encrypted.tls_port, tls=True, tls_ca=authority.path)
    await until(lambda: recorder.events == [ENTERED])


async def test_a_server_is_refused_whose_authority_is_not_trusted(encrypted: Ngircd, start: Start) -> None:
    with capture_logs() as logs:
        start(encrypted.tls_port, tls=True)
        await until(lambda: logs)
    assert (logs[0]["event"], logs[0]["why"]) == (
        "not connected",
        "the server's certificate cannot be trusted: unable to get local issuer certificate",
    )


async def test_a_server_is_refused_that_goes_by_another_name(make: Make, authority: Authority, start: Start) -> None:
    server = make(Ngircd, certificate=authority.certificate("DNS:other.test"))
    server.start()
    _, task, _ = start(server.tls_port, patient=False, tls=True, tls_ca=authority.path)
    with pytest.raises(NetworkError, match=r"cannot be trusted: IP address mismatch, .* not valid for '127\.0\.0\.1'"):
        await task


@pytest.fixture
async def account(inspircd: InspIRCd, atheme: Atheme) -> dict[str, str]:
    """The configuration of an account that is registered."""
    async with Client(inspircd.port, "dealer") as owner:
        assert "now registered" in await owner.ask("NickServ", "REGISTER hunter2 dealer@irc.test")
    return {"account": "dealer", "account_password": "hunter2"}


async def logged_in_as(server: InspIRCd, nick: str) -> str | None:
    """Give the account that the server shows for a nick."""
    async with Client(server.port, "looker") as looker:
        looker.send("WHOIS", nick)
        accounts = [line.params[2] for line in await looker.until("318") if line.command == "330"]
    return accounts[0] if accounts else None


async def test_the_bot_logs_in(inspircd: InspIRCd, account: dict[str, str], start: Start) -> None:
    _, _, recorder = start(inspircd.port, sasl="required", **account)
    await until(lambda: recorder.events == [ENTERED])
    assert await logged_in_as(inspircd, "ionbot") == "dealer"


async def test_a_wrong_password_is_for_good_where_a_login_is_required(
    inspircd: InspIRCd, account: dict[str, str], start: Start
) -> None:
    _, task, recorder = start(inspircd.port, sasl="required", **account | {"account_password": "hunter3"})
    with pytest.raises(NetworkError, match="the network refused the login: SASL authentication failed"):
        await task
    assert recorder.events == []


async def test_with_a_wrong_password_the_bot_goes_on_where_a_login_is_preferred(
    inspircd: InspIRCd, account: dict[str, str], start: Start
) -> None:
    with capture_logs() as logs:
        _, _, recorder = start(inspircd.port, sasl="preferred", **account | {"account_password": "hunter3"})
        await until(lambda: recorder.events == [ENTERED])
    assert "not logged in" in [entry["event"] for entry in logs]
    assert "hunter3" not in str(logs)
    assert await logged_in_as(inspircd, "ionbot") is None


@pytest.mark.parametrize("trouble", ["stop", "freeze"])
async def test_without_services_the_bot_goes_on_where_a_login_is_preferred(
    inspircd: InspIRCd, atheme: Atheme, account: dict[str, str], start: Start, trouble: str
) -> None:
    getattr(atheme, trouble)()
    _, _, recorder = start(inspircd.port, IMPATIENT, sasl="preferred", **account)
    await until(lambda: recorder.events == [ENTERED])


@pytest.mark.parametrize("trouble", ["stop", "freeze"])
async def test_without_services_the_bot_tries_again_where_a_login_is_required(
    inspircd: InspIRCd, atheme: Atheme, account: dict[str, str], start: Start, trouble: str
) -> None:
    getattr(atheme, trouble)()
    with capture_logs() as logs:
        _, task, recorder = start(inspircd.port, IMPATIENT, sasl="required", **account)
        await until(lambda: len([entry for entry in logs if entry["event"] == "not connected"]) == 2)
        assert (recorder.events, task.done()) == ([], False)
        atheme.start() if trouble == "stop" else atheme.thaw()
        await until(lambda: recorder.events == [ENTERED])
    assert await logged_in_as(inspircd, "ionbot") == "dealer"
