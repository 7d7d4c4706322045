"""Getting in."""

import pytest

from ionbot.network import NetworkError
from ionbot.network.entry.nick import MOST_NICKS, nicks
from ionbot.network.link.sts import Upgrade
from tests.network.fakes import Stage

OPENING = ["PASS :let: me in", "NICK bot", "USER b 0 * :A bot"]


def locked(tls: bool) -> Stage:
    """Give a stage with a server's password."""
    return Stage(tls=tls, password="let: me in", nick="bot", user="b", realname="A bot")


def test_everything_that_needs_no_answer_leaves_in_one_write() -> None:
    assert locked(tls=True).link.writes == [["CAP LS 302", *OPENING]]


def test_a_plain_connection_does_not_wait_where_there_is_no_secret() -> None:
    assert Stage(tls=False).link.writes[0][:2] == ["CAP LS 302", "NICK ionbot"]


@pytest.mark.parametrize(
    ("line", "then"),
    [
        ("CAP * LS :multi-prefix", ["CAP REQ multi-prefix"]),
        ("CAP * LS :", ["CAP END"]),
        (":i 410 * LS :Invalid CAP command", ["CAP END"]),
        (":i 421 * CAP :Unknown command", []),
        (":i 451 * :You have not registered", []),
    ],
)
def test_a_password_waits_for_the_server_s_first_word_where_it_could_be_read(line: str, then: list[str]) -> None:
    stage = locked(tls=False)
    assert stage.link.take() == ["CAP LS 302"]
    assert stage.sent(line) == [*OPENING, *then]
    stage.clock.advance(10)
    assert stage.link.take() == []


def test_a_server_that_does_not_answer_hears_the_password_after_a_while() -> None:
    stage = locked(tls=False)
    assert stage.sent("CAP * LS * :multi-prefix") == []
    stage.clock.advance(4.9)
    assert stage.link.take() == []
    stage.clock.advance(0.1)
    assert stage.link.take() == OPENING


def test_a_password_does_not_leave_on_a_connection_that_should_be_encrypted() -> None:
    stage = locked(tls=False)
    assert stage.sent("CAP * LS :sasl sts=port=6697,duration=60") == []
    assert isinstance(stage.session.failure, Upgrade)
    stage.session.end(None)
    stage.clock.advance(60)
    assert stage.link.take() == []


def test_a_policy_that_is_kept_already_changes_nothing() -> None:
    stage = locked(tls=True)
    assert stage.sent("CAP * LS :sts=port=6697,duration=60") == ["CAP END"]
    assert not stage.link.aborted


def test_a_policy_is_heeded_whenever_it_comes() -> None:
    stage = Stage(tls=False).register()
    assert stage.sent("CAP ionbot NEW :batch sts=port=6697") == []
    assert isinstance(stage.session.failure, Upgrade)


def test_a_server_without_cap_lets_us_in() -> None:
    stage = Stage()
    assert stage.sent(":i 421 * CAP :Unknown command") == []
    assert stage.sent(":i 001 ionbot :Welcome", ":i 376 ionbot :End") == ["JOIN #ion"]


def test_after_the_welcome_nothing_of_registration_is_sent() -> None:
    stage = Stage().register()
    late = [":i 421 ionbot CAP :what", ":i 451 ionbot :what", ":i 433 ionbot x :in use", ":i 464 ionbot :no"]
    assert stage.sent("CAP ionbot LS :draft/what", ":i 376 ionbot :End of MOTD", *late) == []
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


@pytest.mark.parametrize(
    ("user_modes", "isupport", "modes"),
    [
        ("", "", []),
        ("+x-w", "", ["MODE ionbot +x-w"]),
        ("", "BOT=b", ["MODE ionbot +b"]),
        ("+ix", "BOT=B", ["MODE ionbot +ix+B"]),
        ("", "BOT", []),
        ("", "BOT=", []),
        ("", "BOT=+B", []),
    ],
)
def test_user_modes_and_the_mode_for_bots_are_set_before_joining(
    user_modes: str, isupport: str, modes: list[str]
) -> None:
    stage = Stage(user_modes=user_modes)
    stage.feed(":i 001 ionbot :Welcome", f":i 005 ionbot {isupport} :are supported")
    assert stage.sent(":i 376 ionbot :End") == [*modes, "JOIN #ion"]
