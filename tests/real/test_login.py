"""Getting in to real servers: plain, encrypted, and with an account."""

import ssl
from dataclasses import replace
from hashlib import sha256

import pytest
from structlog.testing import capture_logs

from ionbot.network import NetworkError
from tests.network.conftest import QUICK, Start
from tests.real.client import Client, until
from tests.real.conftest import Make
from tests.real.servers import Atheme, Authority, Certificate, InspIRCd, Ngircd

pytestmark = pytest.mark.real

ENTERED = ("entered", "#ion")
IMPATIENT = replace(QUICK, login=0.3, ison=0.1)


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
        await until(lambda: "not connected" in [entry["event"] for entry in logs])
    why = "the server's certificate cannot be trusted: unable to get local issuer certificate"
    assert logs[-1]["why"].startswith(why)


async def test_a_server_is_refused_that_goes_by_another_name(make: Make, authority: Authority, start: Start) -> None:
    server = make(Ngircd, certificate=authority.certificate("DNS:other.test"))
    server.start()
    _, task, _ = start(server.tls_port, patient=False, tls=True, tls_ca=authority.path)
    with pytest.raises(NetworkError, match=r"cannot be trusted: IP address mismatch, .* not valid for '127\.0\.0\.1'"):
        await task


async def registered(server: InspIRCd, certificate: Certificate | None = None) -> dict[str, str]:
    """Register an account, with a certificate to know it by, and give the configuration for its password."""
    async with Client(server.port, "dealer") as owner:
        assert "now registered" in await owner.ask("NickServ", "REGISTER hunter2 dealer@irc.test")
        if certificate:
            shown = sha256(ssl.PEM_cert_to_DER_cert(certificate.path.read_text("utf-8"))).hexdigest()
            assert "Added fingerprint" in await owner.ask("NickServ", f"CERT ADD {shown}")
    return {"account": "dealer", "account_password": "hunter2"}


@pytest.fixture
async def account(inspircd: InspIRCd, atheme: Atheme) -> dict[str, str]:
    """The configuration of an account that is registered."""
    return await registered(inspircd)


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
        await until(lambda: len([entry for entry in logs if entry["event"] == "not connected"]) >= 2)
        assert (recorder.events, task.done()) == ([], False)
        atheme.start() if trouble == "stop" else atheme.thaw()
        await until(lambda: recorder.events == [ENTERED])
    assert await logged_in_as(inspircd, "ionbot") == "dealer"


@pytest.mark.parametrize("known", [True, False], ids=["known", "unknown"])
async def test_the_bot_logs_in_by_its_certificate(make: Make, authority: Authority, start: Start, known: bool) -> None:
    server = make(InspIRCd, authority.certificate("DNS:irc.test", "IP:127.0.0.1"))
    server.start()
    make(Atheme, server).start()
    own, other = authority.certificate("DNS:bot.test"), authority.certificate("DNS:other.test")
    await registered(server, own if known else other)
    shown = {"tls": True, "tls_ca": authority.path, "tls_cert": own.path, "tls_key": own.key}
    _, task, recorder = start(server.tls_port, sasl="required", **shown)
    if known:
        await until(lambda: recorder.events == [ENTERED])
        assert await logged_in_as(server, "ionbot") == "dealer"
    else:
        with pytest.raises(NetworkError, match="the network refused the login: SASL authentication failed"):
            await task


async def test_without_sasl_the_bot_says_its_password_to_the_services(
    inspircd: InspIRCd, account: dict[str, str], start: Start
) -> None:
    with capture_logs() as logs:
        _, _, recorder = start(inspircd.port, sasl="off", **account)
        await until(lambda: recorder.events == [ENTERED])
    assert await logged_in_as(inspircd, "ionbot") == "dealer"
    assert "hunter2" not in str(logs)


async def test_without_sasl_a_wrong_password_keeps_the_bot_from_nothing_but_the_account(
    inspircd: InspIRCd, account: dict[str, str], start: Start
) -> None:
    with capture_logs() as logs:
        _, _, recorder = start(inspircd.port, IMPATIENT, sasl="off", **account | {"account_password": "hunter3"})
        await until(lambda: recorder.events == [ENTERED])
    assert "not logged in" in [entry["event"] for entry in logs]
    assert await logged_in_as(inspircd, "ionbot") is None


@pytest.mark.parametrize("kind", ["ngircd", "inspircd"])
async def test_a_nick_is_taken_when_its_holder_leaves(kind: str, request: pytest.FixtureRequest, start: Start) -> None:
    server = request.getfixturevalue(kind)
    async with Client(server.port, "ionbot") as holder, Client(server.port, "ann", "#ion") as ann:
        network, _, recorder = start(server.port, IMPATIENT)
        await until(lambda: recorder.events == [ENTERED])
        assert network.channels["#ion"].me != "ionbot"
        holder.send("QUIT")
        await ann.expect("NICK", "ionbot")
        await until(lambda: network.channels["#ion"].me == "ionbot")


async def test_services_give_the_bot_its_nick_back(inspircd: InspIRCd, account: dict[str, str], start: Start) -> None:
    async with Client(inspircd.port, "dealer") as thief, Client(inspircd.port, "ann", "#ion") as ann:
        network, _, recorder = start(inspircd.port, nick="dealer", **account)
        await until(lambda: recorder.events == [ENTERED])
        await ann.expect("NICK", "dealer")
        await until(lambda: network.channels["#ion"].me == "dealer")
        assert (await thief.expect("NICK")).params[0].startswith("Guest")


async def test_the_bot_is_known_as_a_bot(inspircd: InspIRCd, start: Start) -> None:
    _, _, recorder = start(inspircd.port)
    await until(lambda: recorder.events == [ENTERED])
    async with Client(inspircd.port, "looker") as looker:
        looker.send("WHOIS", "ionbot")
        assert "335" in [line.command for line in await looker.until("318")]
