"""Logging in by SASL."""

from base64 import b64decode, b64encode
from pathlib import Path

import pytest
from scramp import ScramMechanism
from scramp.core import ScramServer
from structlog.testing import capture_logs

from ionbot.network import NetworkError
from ionbot.network.entry.mechanisms import MOST_ITERATIONS
from ionbot.network.entry.sasl import CHUNK, LONGEST, chunks
from tests.network.fakes import Stage

ANSWER = "AUTHENTICATE AGRlYWxlcgBodW50ZXIy"
"""NUL dealer NUL hunter2."""
CERTIFICATE = Path(__file__).parent / "certificate.pem"


def stage(sasl: str = "preferred", **changes: object) -> Stage:
    """Give a stage with an account, and no way to log in but SASL."""
    values: dict[str, object] = {"account": "dealer", "account_password": "hunter2", "identify": ""}
    return Stage(**values | {"sasl": sasl} | changes)


def asked(sasl: str = "preferred", offer: str = "sasl=PLAIN", way: str = "PLAIN", **changes: object) -> Stage:
    """Give a stage on which the bot has said how it will log in."""
    asking = stage(sasl, **changes)
    assert asking.sent(f"CAP * LS :{offer}", "CAP * ACK :sasl") == ["CAP REQ sasl", f"AUTHENTICATE {way}"]
    return asking


def warned(stage: Stage, *lines: str) -> tuple[list[str], list[str]]:
    """Feed lines; give what is sent, and why the log says that there is no login."""
    with capture_logs() as logs:
        sent = stage.sent(*lines)
    return sent, [entry["why"] for entry in logs if entry["event"] == "not logged in"]


def test_a_login_comes_before_the_end_of_registration() -> None:
    login = asked()
    assert login.sent("AUTHENTICATE +") == [ANSWER]
    assert login.sent(":i 900 * x!x@x dealer :You are now logged in as dealer") == []
    assert login.sent(":i 903 * :SASL authentication successful") == ["CAP END"]
    login.register()
    login.clock.advance(20)
    assert not login.link.aborted


@pytest.mark.parametrize("offer", ["sasl", "sasl=", "sasl=EXTERNAL,PLAIN", "sasl=plain"])
def test_plain_is_tried_where_it_is_offered_or_nothing_is_said(offer: str) -> None:
    asked(offer=offer)


def test_sasl_is_asked_for_with_the_rest() -> None:
    login = stage()
    assert login.sent("CAP * LS :multi-prefix sasl=PLAIN") == ["CAP REQ :multi-prefix sasl"]
    assert login.sent("CAP * ACK * :multi-prefix") == []
    assert login.sent("CAP * ACK :sasl") == ["AUTHENTICATE PLAIN"]
    assert login.sent("CAP * ACK :sasl") == []


@pytest.mark.parametrize("changes", [{"account": None, "account_password": None}, {"sasl": "off"}])
def test_without_an_account_or_where_it_is_off_there_is_no_login(changes: dict[str, object]) -> None:
    off = stage(**changes)
    assert off.sent("CAP * LS :multi-prefix sasl=PLAIN") == ["CAP REQ multi-prefix"]
    assert off.sent("CAP * ACK :multi-prefix sasl") == ["CAP END"]
    assert off.sent("AUTHENTICATE +", ":i 903 * :what", ":i 904 * :what", ":i 906 * :what") == []


HELP = "(PLAIN); look at account and account_password"
REFUSALS = [":i 902 * :Frozen", ":i 904 * :SASL authentication failed", ":i 905 * :Too long"]


@pytest.mark.parametrize("refusal", REFUSALS)
def test_a_refused_login_is_for_good_where_it_is_required(refusal: str) -> None:
    login = asked("required")
    login.feed("AUTHENTICATE +", refusal)
    assert isinstance(login.session.failure, NetworkError)
    assert str(login.session.failure) == f"the network refused the login: {refusal.rpartition(':')[2]} {HELP}"
    assert login.link.aborted


@pytest.mark.parametrize("refusal", REFUSALS)
def test_a_refused_login_is_a_word_in_the_log_where_it_is_preferred(refusal: str) -> None:
    login = asked()
    login.feed("AUTHENTICATE +")
    sent, why = warned(login, refusal)
    assert (sent, why) == (["CAP END"], [f"the network refused the login: {refusal.rpartition(':')[2]} {HELP}"])


def test_a_certificate_that_is_refused_may_have_to_be_told_the_services() -> None:
    login = asked(offer="sasl", way="EXTERNAL", account_password=None, tls_cert=CERTIFICATE)
    _, why = warned(login, ":i 904 * :failed")
    assert why == [
        "the network refused the login: failed (EXTERNAL); "
        "look whether NickServ knows the certificate of tls_cert (CERT LIST, CERT ADD)"
    ]


@pytest.mark.parametrize("mechanisms", ["EXTERNAL", "EXTERNAL,ECDSA-NIST256P-CHALLENGE", "XPLAIN"])
def test_a_server_that_does_not_take_passwords(mechanisms: str) -> None:
    why = f"the network takes logins only by {mechanisms}"
    line = f"CAP * LS :sasl={mechanisms}"
    assert warned(stage(), line) == (["CAP END"], [why])
    login = stage("required")
    login.feed(line)
    assert isinstance(login.session.failure, NetworkError)
    assert str(login.session.failure) == why


NO_SASL = [["CAP * LS :multi-prefix", "CAP * ACK :multi-prefix"], ["CAP * LS :sasl=PLAIN", "CAP * NAK :sasl"]]


@pytest.mark.parametrize("lines", [*NO_SASL, [":i 410 * LS :Invalid"], ["CAP * LS :"]])
def test_a_server_without_sasl_is_tried_again_where_it_is_required(lines: list[str]) -> None:
    """Services that are away take SASL with them."""
    sent, why = warned(stage(), *lines)
    assert (sent[-1], why) == ("CAP END", ["the network takes no login (SASL) now"])
    login = stage("required")
    login.feed(*lines)
    assert isinstance(login.session.failure, ConnectionError)
    assert login.link.aborted


def test_a_server_without_cap_has_not_logged_us_in() -> None:
    sent, why = warned(stage(), ":i 421 * CAP :Unknown command", ":i 001 ionbot :Welcome", ":i 376 ionbot :End")
    assert (sent, why) == (["JOIN #ion"], ["the network takes no login (SASL) now"])
    login = stage("required")
    assert login.sent(":i 001 ionbot :Welcome", ":i 376 ionbot :End") == []
    assert isinstance(login.session.failure, ConnectionError)


@pytest.mark.parametrize("heard", [[], ["AUTHENTICATE +"]], ids=["first step", "second step"])
def test_services_that_do_not_answer_are_waited_for_10_s_a_step(heard: list[str]) -> None:
    for sasl in ("preferred", "required"):
        login = asked(sasl)
        login.clock.advance(9)
        login.sent(*heard)
        login.clock.advance(9 if heard else 0.5)
        assert login.link.take() == []
        assert login.session.failure is None
        login.clock.advance(1)
        assert login.link.take() == (["CAP END"] if sasl == "preferred" else [])
        assert isinstance(login.session.failure, ConnectionError) == (sasl == "required")
    assert str(login.session.failure) == "the network's services did not answer the login in 10 s"


def test_services_that_did_not_answer_are_not_asked_again_by_the_way() -> None:
    login = asked(offer="sasl")
    login.clock.advance(10)
    login.register()
    assert login.sent("CAP ionbot NEW :chghost", "CAP ionbot ACK :chghost") == ["CAP REQ chghost"]


def test_a_login_that_does_not_tell_the_account_is_one() -> None:
    login = asked()
    login.feed(":i 903 * :SASL authentication successful")
    assert login.session.me.account == "dealer"


def test_a_late_answer_changes_nothing() -> None:
    login = asked()
    login.clock.advance(10)
    assert login.sent("AUTHENTICATE +", ":i 904 * :failed", ":i 903 * :done", ":i 906 * :aborted") == []


def test_a_login_that_is_broken_off_is_tried_again_where_it_is_required() -> None:
    login = asked("required")
    login.feed(":i 906 * :Services are away")
    assert isinstance(login.session.failure, ConnectionError)
    assert warned(asked(), ":i 906 * :away") == (["CAP END"], ["the network broke off the login: away"])


def test_who_is_logged_in_already_goes_on() -> None:
    assert asked("required").sent(":i 907 * :You have already authenticated") == ["CAP END"]


def test_the_list_of_mechanisms_goes_with_a_refusal() -> None:
    sent, why = warned(asked(), ":i 908 * EXTERNAL :are available", ":i 904 * :no such mechanism")
    assert (sent, why) == (["CAP END"], [f"the network refused the login: no such mechanism {HELP}"])


def test_being_logged_out_later_is_noted() -> None:
    login = stage().register(caps="multi-prefix")
    with capture_logs() as logs:
        login.feed(":i 901 x x!x@x :You are logged out", ":i 900 x x!x@x dealer :You are", ":ionbot!x@x ACCOUNT dealer")
        login.feed(":i 901 x x!x@x :You are logged out", ":i 901 x x!x@x :You are logged out", ":i 900 x x!x@x")
    assert [entry["event"] for entry in logs] == ["logged in", "logged out"]
    assert login.session.me.account is None


@pytest.mark.parametrize("full", [1, 2])
@pytest.mark.parametrize("last", ["+", "AAAA"])
def test_a_challenge_comes_in_chunks(full: int, last: str) -> None:
    login = asked()
    assert login.sent(*[f"AUTHENTICATE {'A' * CHUNK}"] * full) == []
    assert login.sent(f"AUTHENTICATE {last}") == [ANSWER]


def test_a_challenge_that_is_no_base64_ends_the_login() -> None:
    login = asked()
    assert login.sent("AUTHENTICATE ?") == ["AUTHENTICATE *", "CAP END"]
    assert login.sent(":i 906 * :aborted") == []


def test_an_endless_challenge_is_not_kept() -> None:
    login = asked()
    for _ in range(1000):
        login.feed(f"AUTHENTICATE {'A' * CHUNK}")
    assert len(login.session._registration._authentication._sasl._challenge) <= LONGEST + CHUNK
    login.clock.advance(10)
    assert login.link.take()[-1] == "CAP END"


@pytest.mark.parametrize(
    ("size", "lengths"), [(0, [1]), (297, [396]), (300, [400, 1]), (301, [400, 4]), (600, [400, 400, 1])]
)
def test_an_answer_leaves_in_chunks_of_400(size: int, lengths: list[int]) -> None:
    answer = b"x" * size
    texts = list(chunks(answer))
    assert [len(text) for text in texts] == lengths
    assert b64decode("".join(texts).removesuffix("+")) == answer


@pytest.mark.parametrize(("size", "chunks"), [(292, 1), (592, 2)])
def test_a_long_password_leaves_in_chunks(size: int, chunks: int) -> None:
    login = stage(account_password="p" * size)
    login.feed("CAP * LS :sasl", "CAP * ACK :sasl")
    *full, last = login.sent("AUTHENTICATE +")
    assert [len(line) for line in full] == [len("AUTHENTICATE ") + CHUNK] * chunks
    assert last == "AUTHENTICATE +"


def test_nothing_is_waited_for_after_the_end() -> None:
    login = asked("required")
    login.session.end(None)
    login.clock.advance(100)
    assert login.session.failure is None


@pytest.mark.parametrize(
    ("tls", "ways"),
    [(True, ["EXTERNAL", "PLAIN", "SCRAM-SHA-256"]), (False, ["SCRAM-SHA-256", "PLAIN"])],
    ids=["encrypted", "plain"],
)
def test_the_next_way_is_tried_until_none_is_left(tls: bool, ways: list[str]) -> None:
    """Without encryption the password is not shown as long as it can be proved."""
    login = stage("required", tls=tls, tls_cert=CERTIFICATE if tls else None)
    login.feed("CAP * LS :sasl")
    (said,) = login.sent("CAP * ACK :sasl")
    for way, following in zip(ways, [*ways[1:], None], strict=True):
        assert said == f"AUTHENTICATE {way}"
        said, *_ = [*login.sent(":i 904 * :SASL authentication failed"), None]
        assert said == (following and f"AUTHENTICATE {following}")
    assert isinstance(login.session.failure, NetworkError)


def test_what_the_server_does_not_know_is_not_tried() -> None:
    login = stage(tls_cert=CERTIFICATE)
    login.feed("CAP * LS :sasl=SCRAM-SHA-256,PLAIN,EXTERNAL")
    assert login.sent("CAP * ACK :sasl") == ["AUTHENTICATE EXTERNAL"]
    assert login.sent(":i 908 * SCRAM-SHA-256 :are available SASL mechanisms") == []
    assert login.sent(":i 904 * :SASL authentication failed") == ["AUTHENTICATE SCRAM-SHA-256"]


def test_a_certificate_alone_is_enough() -> None:
    login = asked("required", "sasl", "EXTERNAL", account=None, account_password=None, tls_cert=CERTIFICATE)
    assert login.sent("AUTHENTICATE +") == ["AUTHENTICATE +"]
    assert login.sent(":i 903 * :done") == ["CAP END"]
    assert login.session.me.account == "ionbot", "the nick where nobody tells the account"


def scram(*lines: str, password: str = "hunter2", signature: str = "", **changes: object) -> tuple[list[str], Stage]:
    """Log in by SCRAM to a server that knows this password; then these lines come."""
    mechanism = ScramMechanism("SCRAM-SHA-256")
    server: ScramServer = mechanism.make_server(lambda _account: mechanism.make_auth_info(password))
    login = asked(offer="sasl=SCRAM-SHA-256,PLAIN", way="SCRAM-SHA-256", tls=False, **changes)

    def challenge(text: str) -> list[str]:
        return login.sent(*(f"AUTHENTICATE {chunk}" for chunk in chunks(text.encode())))

    server.set_client_first(decoded(login.sent("AUTHENTICATE +")))
    server.set_client_final(decoded(challenge(server.get_server_first())))
    sent = challenge(signature or server.get_server_final())
    return sent + login.sent(*lines), login


def decoded(lines: list[str]) -> str:
    """Give what AUTHENTICATE lines say."""
    return b64decode("".join(line.removeprefix("AUTHENTICATE ") for line in lines).removesuffix("+")).decode()


def test_scram_proves_the_password_and_the_server() -> None:
    sent, login = scram(":i 900 * x!x@x dealer :You are", ":i 903 * :done", sasl="required")
    assert sent == ["AUTHENTICATE +", "CAP END"]
    assert login.session.failure is None


@pytest.mark.parametrize("signature", [f"v={b64encode(b'x' * 32).decode()}", "e=other-error", "nonsense", "v=?"])
def test_a_server_that_cannot_prove_itself_gets_no_password_by_another_way(signature: str) -> None:
    identify = "NickServ IDENTIFY {account} {password}"
    sent, login = scram(":i 904 * :failed", ":i 903 * :done", signature=signature, identify=identify)
    assert sent == ["AUTHENTICATE *", "CAP END"]
    assert login.sent(":i 001 ionbot :Welcome", ":i 376 ionbot :End") == ["JOIN #ion"]


def test_a_server_that_cannot_prove_itself_is_left_where_a_login_is_required() -> None:
    _, login = scram(signature=f"v={b64encode(b'x' * 32).decode()}", sasl="required")
    assert isinstance(login.session.failure, ConnectionError)
    assert "the login was broken off: The server signature doesn't match" in str(login.session.failure)


def test_a_server_that_lets_us_in_before_it_has_proved_itself_is_not_believed() -> None:
    login = asked(offer="sasl", way="SCRAM-SHA-256", tls=False)
    login.feed("AUTHENTICATE +")
    sent, why = warned(login, ":i 903 * :done")
    assert sent == ["AUTHENTICATE *", "CAP END"]
    assert why == ["the login was broken off: the server has not proved that it knows the account"]


def test_a_server_that_wants_too_much_hashing_is_not_obeyed() -> None:
    login = asked(offer="sasl", way="SCRAM-SHA-256", tls=False)
    nonce = decoded(login.sent("AUTHENTICATE +")).rpartition("r=")[2]
    first = f"r={nonce}x,s={b64encode(b's' * 16).decode()},i={MOST_ITERATIONS + 1}"
    assert login.sent(*(f"AUTHENTICATE {text}" for text in chunks(first.encode()))) == ["AUTHENTICATE *", "CAP END"]


def test_another_server_s_nonce_is_not_answered() -> None:
    login = asked(offer="sasl", way="SCRAM-SHA-256", tls=False)
    login.feed("AUTHENTICATE +")
    first = f"r=another,s={b64encode(b's' * 16).decode()},i=4096"
    assert login.sent(*(f"AUTHENTICATE {text}" for text in chunks(first.encode()))) == ["AUTHENTICATE *", "CAP END"]


def test_a_server_that_goes_on_asking_is_not_answered() -> None:
    _, login = scram()
    assert login.sent("AUTHENTICATE +") == ["AUTHENTICATE *", "CAP END"]


def test_sasl_that_comes_later_is_made_use_of() -> None:
    """As when the services were away while the bot connected."""
    login = asked()
    login.clock.advance(10)
    login.register()
    login.link.take()
    assert login.sent("CAP ionbot DEL :sasl", "CAP ionbot NEW :sasl=PLAIN") == ["CAP REQ sasl"]
    assert login.sent("CAP ionbot ACK :sasl") == ["AUTHENTICATE PLAIN"]
    assert login.sent("AUTHENTICATE +") == [ANSWER]
    assert login.sent(":i 900 ionbot ionbot!b@h dealer :You are", ":i 903 ionbot :done") == []
    assert login.session.me.account == "dealer"


def test_sasl_that_was_never_taken_back_is_made_use_of_when_it_is_announced() -> None:
    login = asked()
    login.clock.advance(10)
    login.register()
    assert login.sent("CAP ionbot NEW :sasl=PLAIN") == ["AUTHENTICATE PLAIN"]


def test_who_is_logged_in_does_not_log_in_again() -> None:
    login = asked()
    login.feed("AUTHENTICATE +", ":i 900 * x!x@x dealer :You are", ":i 903 * :done")
    login.register()
    assert login.sent("CAP ionbot DEL :sasl", "CAP ionbot NEW :sasl") == ["CAP REQ sasl"]
    assert login.sent("CAP ionbot ACK :sasl", "CAP ionbot NEW :chghost", "CAP ionbot ACK :chghost") == [
        "CAP REQ chghost"
    ]


def test_a_later_login_that_fails_ends_nothing_even_where_one_is_required() -> None:
    login = asked("required")
    login.feed("AUTHENTICATE +", ":i 900 * x!x@x dealer :You are", ":i 903 * :done")
    login.register()
    login.feed(":i 901 ionbot ionbot!b@h :You are logged out")
    assert login.sent("CAP ionbot NEW :sasl=PLAIN") == ["AUTHENTICATE PLAIN"]
    sent, why = warned(login, ":i 904 ionbot :failed")
    assert (sent, why) == ([], [f"the network refused the login: failed {HELP}"])
    assert not login.link.aborted


def test_a_login_that_is_not_done_at_the_welcome_is_waited_for() -> None:
    login = asked()
    assert login.sent(":i 001 ionbot :Welcome", "AUTHENTICATE +", ":i 376 ionbot :End") == [ANSWER]
    assert login.sent(":i 900 ionbot x!x@x dealer :You are", ":i 903 ionbot :done") == ["JOIN #ion"]
