"""Encryption: whom the bot trusts, what it shows of itself, and servers that want it (STS)."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from ionbot.network import Network, NetworkError
from ionbot.network.link.sts import Policies
from ionbot.network.link.tls import Tls
from tests.network.conftest import QUICK, Start
from tests.network.fakes import Recorder, config
from tests.network.scripted import Scripted, until

HERE = Path(__file__).parent
LATER = 9_999_999_999_999
"""A moment that is far away, in Unix ms."""


@pytest.fixture
def pin(certificate: Path) -> str:
    """The fingerprint of the certificate, computed from its file."""
    pem = certificate.read_text()
    start = pem.index("-----BEGIN CERTIFICATE")
    end = pem.index("-----END CERTIFICATE-----") + len("-----END CERTIFICATE-----")
    return sha256(ssl.PEM_cert_to_DER_cert(pem[start:end])).hexdigest()


@pytest.fixture
async def encrypted(server_tls: ssl.SSLContext) -> AsyncIterator[Scripted]:
    async with Scripted(server_tls) as server:
        yield server


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
async def test_fault_an_early_ping_over_tls_kills_the_connection(
    start: Start, server_tls: ssl.SSLContext, certificate: Path, version: ssl.TLSVersion
) -> None:
    server_tls.maximum_version = version
    async with Scripted(server_tls, greeting=b"PING :early\r\n") as server:
        for _ in range(5):
            network, task, _ = start(server.port, tls=True, tls_ca=certificate)
            peer = await server.accept()
            assert await peer.expect("PONG") == "PONG early"
            await peer.register()
            assert await peer.expect("JOIN") == "JOIN #ion"
            await network.stop("next")
            await task


@pytest.mark.parametrize("options", [{}, {"tls_fingerprint": "ab" * 32}, {"tls_verify": False}])
def test_nothing_older_than_tls_1_2_is_spoken(options: dict[str, object]) -> None:
    assert Tls(config(**options)).context.minimum_version is ssl.TLSVersion.TLSv1_2


async def test_an_untrusted_certificate_is_refused_and_what_helps_is_told(
    encrypted: Scripted, start: Start, pin: str
) -> None:
    _, task, _ = start(encrypted.port, patient=False, tls=True)
    with pytest.raises(NetworkError) as raised:
        await task
    assert str(raised.value) == (
        f"net (127.0.0.1:{encrypted.port}): the server's certificate cannot be trusted: self-signed certificate; if it "
        f'is the right one, set tls_fingerprint = "{pin}", or tls_ca to the certificate of the authority that has '
        "signed it"
    )
    looked = await encrypted.accept()
    with suppress(ConnectionError):
        assert await looked.chunk() == b""


async def test_a_certificate_whose_fingerprint_cannot_be_seen_is_refused_all_the_same(
    encrypted: Scripted, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fingerprint(_transport: object) -> str:
        raise ConnectionResetError

    monkeypatch.setattr("ionbot.network.link.dialing.fingerprint", fingerprint)
    _, task, _ = start(encrypted.port, patient=False, tls=True)
    with pytest.raises(NetworkError, match="if it is the right one, set tls_fingerprint, or tls_ca to"):
        await task


async def test_a_server_without_encryption_is_refused(start: Start) -> None:
    async with Scripted(greeting=b":irc.test NOTICE * :hello\r\n") as server:
        _, task, _ = start(server.port, patient=False, tls=True)
        with pytest.raises(NetworkError, match=r"no encrypted connection \(tls\): \w+; if the port takes plain"):
            await task


async def test_a_plain_connection_that_the_server_does_not_want_may_have_to_be_encrypted(
    encrypted: Scripted, start: Start
) -> None:
    _, task, _ = start(encrypted.port, patient=False)
    with pytest.raises(NetworkError, match=r"; if the port takes encrypted connections only, set tls = true$"):
        await task


async def test_where_a_certificate_is_for_another_name_that_name_may_be_the_host_s(
    encrypted: Scripted, start: Start, certificate: Path
) -> None:
    _, task, _ = start(encrypted.port, patient=False, host="localhost", tls=True, tls_ca=certificate)
    with pytest.raises(NetworkError, match=r"for 'localhost'; .*, or host to a name that it is valid for$"):
        await task


async def test_an_untrusted_certificate_is_taken_where_the_config_says_so(encrypted: Scripted, start: Start) -> None:
    start(encrypted.port, tls=True, tls_verify=False)
    await (await encrypted.accept()).register()


@pytest.mark.parametrize("written", [str, str.upper, lambda pin: ":".join(pin[at : at + 2] for at in range(0, 64, 2))])
async def test_a_pinned_certificate_is_taken_whoever_has_signed_it_and_whatever_its_name(
    encrypted: Scripted, start: Start, pin: str, written: object
) -> None:
    assert callable(written)
    start(encrypted.port, tls=True, tls_fingerprint=written(pin))
    await (await encrypted.accept()).register()


@pytest.mark.parametrize("trusted", [True, False])
async def test_another_certificate_than_the_pinned_one_is_refused_before_anything_is_said(
    server_tls: ssl.SSLContext,
    encrypted: Scripted,
    start: Start,
    pin: str,
    certificate: Path,
    trusted: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server_tls.maximum_version = ssl.TLSVersion.TLSv1_2  # where the server's end is sure to see the connection
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    _, task, recorder = start(encrypted.port, patient=False, host="localhost", tls=True, tls_fingerprint="ab" * 32)
    with pytest.raises(NetworkError, match=rf"is not the one of tls_fingerprint: it has {pin}$"):
        await task
    peer = await encrypted.accept()
    with suppress(ConnectionError):
        assert await peer.chunk() == b""
    assert recorder.events == []


async def test_the_bot_shows_its_own_certificate(server_tls: ssl.SSLContext, start: Start, certificate: Path) -> None:
    server_tls.verify_mode = ssl.CERT_REQUIRED
    server_tls.load_verify_locations(certificate)
    async with Scripted(server_tls) as server:
        start(server.port, tls=True, tls_verify=False, tls_cert=certificate)
        await (await server.accept()).register()


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"tls_ca": "other_key.pem"}, "tls_ca = .*other_key.pem cannot be used: no certificate or crl found"),
        ({"tls_cert": "other_key.pem"}, "tls_cert = .*other_key.pem cannot be used: it is no such PEM; right would be"),
        (
            {"tls_cert": "certificate.pem", "tls_key": "other_key.pem"},
            "tls_cert = .*certificate.pem with tls_key = .*other_key.pem cannot be used: key values mismatch; right",
        ),
        (
            {"tls_cert": "certificate.pem", "tls_key": "locked_key.pem"},
            "tls_cert = .* with tls_key = .*locked_key.pem cannot be used: the key has a password; right would be",
        ),
    ],
)
async def test_files_that_cannot_be_used_end_the_run(start: Start, options: dict[str, str], why: str) -> None:
    _, task, _ = start(1, tls=True, **{key: HERE / name for key, name in options.items()})
    with pytest.raises(NetworkError, match=rf"^net \(127.0.0.1:1\): {why}"):
        await task


async def test_a_file_that_is_gone_ends_the_run(start: Start, tmp_path: Path) -> None:
    (tmp_path / "ca.pem").touch()
    _, task, _ = start(1, tls=True, tls_ca=tmp_path / "ca.pem")
    (tmp_path / "ca.pem").unlink()
    with pytest.raises(NetworkError, match=r"tls_ca = .*ca.pem cannot be used: No such file or directory$"):
        await task


async def test_a_plain_connection_goes_over_to_the_encrypted_port_and_stays_there(
    server: Scripted, encrypted: Scripted, start: Start, certificate: Path
) -> None:
    policies: Policies = {}
    network, _, _ = start(server.port, policies=policies, password="hunter2", tls_ca=certificate)
    plain = await server.accept()
    await plain.expect("CAP LS 302")
    plain.send(f"CAP * LS :multi-prefix sts=port={encrypted.port},duration=1000")
    await plain.gone()
    assert plain.lines == ["CAP LS 302"]
    safe = await encrypted.accept()
    safe.send(f"CAP * LS :sts=port={encrypted.port},duration=1000")
    await safe.register()
    assert await safe.answers()
    assert network.status().server == f"127.0.0.1:{encrypted.port} by STS"
    assert [port for port, _ in policies.values()] == [encrypted.port]
    safe.close()
    await (await encrypted.accept()).register()
    assert (server.connections, encrypted.connections) == (1, 2)


async def test_a_connection_that_is_in_goes_over_when_the_server_begins_to_want_it(
    server: Scripted, encrypted: Scripted, start: Start, certificate: Path
) -> None:
    start(server.port, tls_ca=certificate)
    plain = await server.accept()
    await plain.register()
    plain.send(f"CAP ionbot NEW :sts=port={encrypted.port}")
    await plain.gone()
    await (await encrypted.accept()).register()


async def test_under_a_policy_nothing_is_said_in_the_open_even_if_nothing_else_works(
    server: Scripted, encrypted: Scripted, start: Start, pin: str
) -> None:
    with capture_logs() as logs:
        start(server.port, policies={"127.0.0.1": (encrypted.port, LATER)})
        await until(lambda: len([entry for entry in logs if entry["event"] == "not connected"]) == 3)
    assert server.connections == 0
    assert f"set tls = true, port = {encrypted.port} and tls_fingerprint = " in logs[1]["why"]
    assert pin in logs[1]["why"]


async def test_a_policy_that_is_taken_back_or_expired_binds_nobody(
    server: Scripted, encrypted: Scripted, start: Start, certificate: Path
) -> None:
    policies = {"127.0.0.1": (encrypted.port, LATER)}
    start(server.port, policies=policies, tls_ca=certificate)
    safe = await encrypted.accept()
    safe.send("CAP * LS :sts=duration=0")
    await safe.register()
    assert await safe.answers()
    assert policies == {}
    safe.close()
    policies["127.0.0.1"] = encrypted.port, 1
    await (await server.accept()).register()


async def test_sts_does_not_break_a_network_that_takes_any_certificate(
    server: Scripted, encrypted: Scripted, start: Start
) -> None:
    policies: Policies = {}
    start(server.port, policies=policies, tls_verify=False)
    plain = await server.accept()
    plain.send(f"CAP * LS :sts=port={encrypted.port},duration=1000")
    await plain.gone()
    safe = await encrypted.accept()
    safe.send(f"CAP * LS :sts=port={encrypted.port},duration=1000")
    await safe.register()
    assert await safe.answers()
    assert policies == {}


async def test_a_pinned_certificate_sets_no_policy_which_others_could_not_keep(
    encrypted: Scripted, start: Start, pin: str
) -> None:
    policies: Policies = {}
    start(encrypted.port, policies=policies, tls=True, tls_fingerprint=pin)
    safe = await encrypted.accept()
    safe.send(f"CAP * LS :sts=port={encrypted.port},duration=1000")
    await safe.register()
    assert await safe.answers()
    assert policies == {}


def test_certificates_are_checked_under_uvloop_too(server_tls: ssl.SSLContext, pin: str) -> None:
    uvloop = pytest.importorskip("uvloop")

    def network(server: Scripted, **options: object) -> Network:
        return Network("net", config(port=server.port, **options), Recorder(), QUICK)

    async def connect() -> None:
        async with Scripted(server_tls) as server:
            with pytest.raises(NetworkError, match=f'set tls_fingerprint = "{pin}"'):
                await network(server).run(patient=False)
            with pytest.raises(NetworkError, match=f"it has {pin}$"):
                await network(server, tls_fingerprint="ab" * 32).run(patient=False)
        async with Scripted(server_tls) as server:
            pinned = network(server, tls_fingerprint=pin)
            running = asyncio.create_task(pinned.run())
            await (await server.accept()).register()
            await pinned.stop("enough")
            await running

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(connect())
