"""Logging in to the services while connecting."""

from base64 import b64decode

import pytest
from structlog.testing import capture_logs

from ionbot.network import NetworkError
from ionbot.network.sasl import CHUNK, LONGEST, chunks
from tests.network.fakes import Stage

ANSWER = "AUTHENTICATE AGRlYWxlcgBodW50ZXIy"
"""NUL dealer NUL hunter2."""


def stage(sasl: str = "preferred", password: str = "hunter2") -> Stage:
    return Stage(sasl=sasl, account="dealer", account_password=password)


def asked(sasl: str = "preferred", offer: str = "sasl=PLAIN") -> Stage:
    """Give a stage on which the bot has said how it will log in."""
    asking = stage(sasl)
    assert asking.sent(f"CAP * LS :{offer}", "CAP * ACK :sasl") == ["CAP REQ sasl", "AUTHENTICATE PLAIN"]
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


@pytest.mark.parametrize("changes", [{}, {"sasl": "off", "account": "dealer", "account_password": "x"}])
def test_without_an_account_or_where_it_is_off_there_is_no_login(changes: dict[str, str]) -> None:
    off = Stage(**changes)
    assert off.sent("CAP * LS :multi-prefix sasl=PLAIN") == ["CAP REQ multi-prefix"]
    assert off.sent("CAP * ACK :multi-prefix sasl") == ["CAP END"]
    assert off.sent("AUTHENTICATE +", ":i 903 * :what", ":i 904 * :what", ":i 906 * :what") == []


REFUSALS = [":i 902 * :Frozen", ":i 904 * :SASL authentication failed", ":i 905 * :Too long"]


@pytest.mark.parametrize("refusal", REFUSALS)
def test_a_refused_login_is_for_good_where_it_is_required(refusal: str) -> None:
    login = asked("required")
    login.feed("AUTHENTICATE +", refusal)
    assert isinstance(login.session.failure, NetworkError)
    assert str(login.session.failure) == f"the network refused the login: {refusal.rpartition(':')[2]}"
    assert login.link.aborted


@pytest.mark.parametrize("refusal", REFUSALS)
def test_a_refused_login_is_a_word_in_the_log_where_it_is_preferred(refusal: str) -> None:
    login = asked()
    login.feed("AUTHENTICATE +")
    sent, why = warned(login, refusal)
    assert (sent, why) == (["CAP END"], [f"the network refused the login: {refusal.rpartition(':')[2]}"])


@pytest.mark.parametrize("mechanisms", ["EXTERNAL", "EXTERNAL,SCRAM-SHA-256", "XPLAIN"])
def test_a_server_that_does_not_take_passwords(mechanisms: str) -> None:
    why = f"the network takes logins only by {mechanisms}"
    lines = (f"CAP * LS :sasl={mechanisms}", "CAP * ACK :sasl")
    assert warned(stage(), *lines) == (["CAP REQ sasl", "CAP END"], [why])
    login = stage("required")
    login.feed(*lines)
    assert isinstance(login.session.failure, NetworkError)
    assert str(login.session.failure) == why


NO_SASL = [["CAP * LS :multi-prefix", "CAP * ACK :multi-prefix"], ["CAP * LS :sasl", "CAP * NAK :sasl"]]


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
    login.feed(":i 001 ionbot :Welcome")
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
    assert (sent, why) == (["CAP END"], ["the network refused the login: no such mechanism"])


def test_being_logged_out_later_is_noted() -> None:
    login = stage().register(caps="multi-prefix")
    with capture_logs() as logs:
        login.feed(":i 900 x x!x@x dealer :You are", ":i 901 x x!x@x :You are logged out")
    assert [entry["event"] for entry in logs] == ["logged in", "logged out"]


def test_a_challenge_comes_in_chunks() -> None:
    login = asked()
    assert login.sent(f"AUTHENTICATE {'A' * CHUNK}", f"AUTHENTICATE {'A' * CHUNK}") == []
    assert login.sent("AUTHENTICATE +") == [ANSWER]


def test_a_challenge_that_is_no_base64_ends_the_login() -> None:
    login = asked()
    assert login.sent("AUTHENTICATE ?") == ["AUTHENTICATE *"]
    assert login.sent(":i 906 * :aborted") == ["CAP END"]


def test_an_endless_challenge_is_not_kept() -> None:
    login = asked()
    for _ in range(1000):
        login.feed(f"AUTHENTICATE {'A' * CHUNK}")
    assert len(login.session._registration.login._challenge) <= LONGEST + CHUNK
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


def test_a_long_password_leaves_in_chunks() -> None:
    login = stage(password="p" * 292)
    login.feed("CAP * LS :sasl", "CAP * ACK :sasl")
    first, second = login.sent("AUTHENTICATE +")
    assert (len(first), second) == (len("AUTHENTICATE ") + CHUNK, "AUTHENTICATE +")


def test_nothing_is_waited_for_after_the_end() -> None:
    login = asked("required")
    login.session.end("gone")
    login.clock.advance(100)
    assert login.session.failure is None
