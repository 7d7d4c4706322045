"""Getting in."""

import pytest

from ionbot.network import NetworkError
from ionbot.network.clock import Timing
from ionbot.network.registration import MOST_NICKS, WANTED, Registration, nicks
from tests.network.fakes import FakeClock, Stage, config


def test_everything_that_needs_no_answer_leaves_in_one_write() -> None:
    stage = Stage(password="let: me in", nick="bot", user="b", realname="A bot")
    assert stage.link.writes == [["CAP LS 302", "PASS :let: me in", "NICK bot", "USER b 0 * :A bot"]]


def test_fault_no_cap_302_and_no_multi_line_ls() -> None:
    stage = Stage()
    assert stage.sent("CAP * LS * :multi-prefix sasl=PLAIN,EXTERNAL echo-message") == []
    assert stage.sent("CAP * LS :account-tag server-time=x draft/what") == [
        "CAP REQ :account-tag echo-message multi-prefix server-time"
    ]
    assert stage.sent("CAP ionbot ACK :account-tag echo-message multi-prefix server-time") == ["CAP END"]
    assert stage.session._registration.capabilities == {
        "account-tag",
        "echo-message",
        "multi-prefix",
        "server-time",
    }


def test_capabilities_that_would_change_nothing_are_not_asked_for() -> None:
    assert {"labeled-response", "cap-notify"}.isdisjoint(WANTED)


@pytest.mark.parametrize(
    "line", ["CAP * LS :", "CAP * LS", "CAP * LS :sasl draft/what", "CAP * NAK :account-tag", ":i 410 * LS :Invalid"]
)
def test_without_capabilities_registration_goes_on(line: str) -> None:
    assert Stage().sent(line) == ["CAP END"]


def test_a_server_without_cap_lets_us_in() -> None:
    stage = Stage()
    assert stage.sent(":i 421 * CAP :Unknown command") == []
    assert stage.sent(":i 001 ionbot :Welcome", ":i 376 ionbot :End") == ["JOIN #ion"]


def test_a_capability_that_is_taken_back_is_not_relied_on() -> None:
    stage = Stage().register(caps="account-tag extended-join")
    stage.feed("CAP ionbot DEL :account-tag")
    assert stage.session._registration.capabilities == {"extended-join"}


def test_after_the_welcome_nothing_of_registration_is_sent() -> None:
    stage = Stage().register()
    assert stage.sent("CAP * LS :multi-prefix", "CAP * ACK :x", ":i 433 ionbot x :in use", ":i 464 ionbot :no") == []
    assert not stage.link.aborted


@pytest.mark.parametrize("numeric", ["432", "433", "436", "437"])
def test_fault_no_nick_handling_on_433_432_436_437(numeric: str) -> None:
    stage = Stage(nick="ion[bot]er", alternatives=["second"])
    assert stage.sent(f":i {numeric} * ion[bot]er :no") == ["NICK second"]
    (line,) = stage.sent(f":i {numeric} * second :no")
    assert line.startswith("NICK ion[bo")
    assert len(line) == len("NICK ") + 9


def test_fault_the_nick_is_believed_before_it_is_granted() -> None:
    stage = Stage(nick="a_rather_long_nick")
    stage.feed(":i 001 a_rather_ :Welcome", ":i 376 a_rather_ :End")
    stage.feed(":a_rather_!b@h JOIN #ion", ":i 366 a_rather_ #ion :End", ":i 315 a_rather_ #ion :End")
    channel = stage.shared.channels["#ion"]
    assert (channel.open, channel.me) == (True, "a_rather_")


def test_a_server_that_takes_no_nick_is_left() -> None:
    stage = Stage()
    tried = 1 + len(stage.sent(*[":i 433 * x :in use"] * MOST_NICKS))
    assert tried == MOST_NICKS
    assert stage.link.aborted
    assert str(stage.session.failure) == "the server took none of 20 nicks"


@pytest.mark.parametrize(("nick", "start"), [("ionbot", "ionbot"), ("Ürgh", "rgh"), ("ÄÖ", "ionbot"), ("-é", "ionbot")])
def test_made_nicks_are_ones_that_every_server_takes(nick: str, start: str) -> None:
    first, *made = nicks(nick, [])
    assert first == nick
    assert all(name.startswith(start[:6]) and len(name) <= 9 and name.isascii() for name in made)


def test_a_refused_password_is_a_network_error_without_the_password() -> None:
    stage = Stage(password="hunter2")
    stage.feed(":i 464 * :Password incorrect")
    assert isinstance(stage.session.failure, NetworkError)
    assert stage.link.aborted
    assert "hunter2" not in str(stage.session.failure)


def test_registration_that_never_ends_is_given_up() -> None:
    stage = Stage()
    for _ in range(12):
        stage.clock.advance(5)
        stage.feed("PING :x")
    assert stage.link.aborted
    assert str(stage.session.failure) == "the server did not let us in within 60 s"


def test_the_time_limit_ends_with_the_welcome() -> None:
    stage = Stage().register()
    for _ in range(30):
        stage.clock.advance(5)
        stage.feed("PING :x")
    assert not stage.link.aborted


def test_registration_stands_alone() -> None:
    sent: list[str] = []
    registration = Registration(
        config(), FakeClock(), Timing(), lambda *lines: sent.extend(lines), lambda failure: None
    )
    registration.begin()
    assert sent[0] == "CAP LS 302"
    assert not registration.done
