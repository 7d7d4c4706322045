"""Logging in by a message to the services, where there is no SASL."""

from pathlib import Path

import pytest
from structlog.testing import capture_logs

from ionbot.network.entry.services import message
from tests.network.fakes import Stage

MESSAGE = "PRIVMSG NickServ :IDENTIFY dealer hunter2"


def stage(**changes: object) -> Stage:
    return Stage(**{"account": "dealer", "account_password": "hunter2"} | changes)


def asked(*lines: str, **changes: object) -> Stage:
    """Give a stage on which the bot has asked the services to log it in."""
    asking = stage(**changes)
    asking.feed("CAP * LS :batch", "CAP * ACK :batch", ":i 001 ionbot :Welcome")
    assert asking.sent(*lines, ":i 376 ionbot :End of MOTD") == [MESSAGE]
    return asking


SIGNS = [
    ":i 900 ionbot ionbot!b@h dealer :You are now logged in as dealer",
    ":ionbot!b@h ACCOUNT dealer",
    ":NickServ MODE ionbot :+r",
    ":ionbot MODE IONBOT -w+ir",
    ":i 330 ionbot IonBot dealer :is logged in as",
]


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("sasl", ["preferred", "required"])
def test_the_channels_wait_until_we_are_logged_in(sign: str, sasl: str) -> None:
    login = asked(sasl=sasl)
    assert login.sent(sign) == ["JOIN #ion"]
    assert login.session.me.account == "dealer"
    assert login.sent(sign, ":i 401 ionbot NickServ :No such nick") == []
    login.clock.advance(15)
    assert (login.link.aborted, "PRIVMSG" in str(login.link.take())) == (False, False)


@pytest.mark.parametrize(
    "line",
    [
        ":i 901 ionbot ionbot!b@h :You are logged out",
        ":ann!a@h ACCOUNT dealer",
        ":ionbot!b@h ACCOUNT *",
        ":NickServ MODE ann +r",
        ":ionbot MODE ionbot +iw",
        ":ionbot MODE ionbot +i-r",
        ":i 330 ionbot ann dealer :is logged in as",
        ":i 401 ionbot ann :No such nick",
        ":NickServ NOTICE ionbot :This nickname is registered",
    ],
)
def test_nothing_else_counts_as_a_login(line: str) -> None:
    login = asked()
    assert login.sent(line) == []
    assert login.session.me.account is None


def test_the_server_is_asked_who_we_are_where_services_say_nothing_that_counts() -> None:
    login = asked(sasl="required")
    login.clock.advance(4.9)
    assert login.sent(":Q NOTICE ionbot :You are now logged in as dealer.") == []
    login.clock.advance(0.1)
    assert login.link.take() == ["WHOIS ionbot"]
    assert login.sent(":i 330 ionbot ionbot dealer :is authed as") == ["JOIN #ion"]


def test_without_a_confirmation_the_bot_goes_on_after_10_s() -> None:
    login = asked()
    login.clock.advance(9.9)
    assert login.link.take() == ["WHOIS ionbot"]
    with capture_logs() as logs:
        login.clock.advance(0.1)
    assert login.link.take() == ["JOIN #ion"]
    assert [(entry["event"], entry["why"]) for entry in logs] == [
        ("not logged in", "the network's services did not confirm the login in 10 s")
    ]


def test_what_the_services_say_instead_of_a_confirmation_is_told_without_the_password() -> None:
    login = stage(identify="NickServ@services.test IDENTIFY {account} {password}")
    login.feed(":NickServ!n@s NOTICE ionbot :too early", ":i 001 ionbot :Welcome", ":i 376 ionbot :End of MOTD")
    login.feed(":NickServ!n@s NOTICE ionbot :\x02hunter2\x02 is no password", ":bob!b@h NOTICE ionbot :hi")
    with capture_logs() as logs:
        login.clock.advance(10)
    assert [entry["why"] for entry in logs] == [
        "the network's services did not confirm the login in 10 s; the last that they said: *** is no password"
    ]


def test_without_a_confirmation_the_bot_tries_again_later_where_a_login_is_required() -> None:
    login = asked(sasl="required")
    login.clock.advance(10)
    assert isinstance(login.session.failure, ConnectionError)
    assert login.link.aborted
    assert "JOIN #ion" not in login.link.take()


@pytest.mark.parametrize(
    "line", [":i 401 ionbot nickserv :No such nick", ":i 440 ionbot NickServ :Services are currently down"]
)
def test_services_that_are_not_there_are_not_waited_for(line: str) -> None:
    assert asked().sent(line) == ["JOIN #ion"]
    login = asked(sasl="required")
    login.feed(line)
    assert isinstance(login.session.failure, ConnectionError)
    assert str(login.session.failure).startswith("there is no NickServ to log in with: ")


def test_a_server_without_cap_has_services_too() -> None:
    login = stage(sasl="required")
    login.feed(":i 421 * CAP :Unknown command", ":i 001 ionbot :Welcome")
    assert login.sent(":i 376 ionbot :End of MOTD") == [MESSAGE]


@pytest.mark.parametrize("offer", ["", "sasl=EXTERNAL"])
@pytest.mark.parametrize("sasl", ["preferred", "required"])
def test_a_login_without_sasl_is_left_to_the_services(offer: str, sasl: str) -> None:
    login = stage(sasl=sasl)
    with capture_logs() as logs:
        assert login.sent(f"CAP * LS :{offer}") == ["CAP END"]
    assert logs == []
    assert login.sent(":i 001 ionbot :Welcome", ":i 376 ionbot :End") == [MESSAGE]


def test_sasl_that_is_off_leaves_the_login_to_the_services() -> None:
    login = stage(sasl="off")
    assert login.sent("CAP * LS :sasl", ":i 001 ionbot :Welcome", ":i 376 ionbot :End") == ["CAP END", MESSAGE]


@pytest.mark.parametrize(
    "changes",
    [
        {"identify": ""},
        {"account": None, "account_password": None},
        {"account_password": None, "tls_cert": Path(__file__)},
    ],
    ids=["no message", "no account", "no password"],
)
def test_nothing_is_said_where_there_is_nothing_to_say(changes: dict[str, object]) -> None:
    assert stage(sasl="off", **changes).sent(":i 001 ionbot :Welcome", ":i 376 ionbot :End") == ["JOIN #ion"]


def test_who_is_known_by_the_certificate_says_nothing() -> None:
    login = stage()
    login.feed(":i 001 ionbot :Welcome", ":i 900 ionbot ionbot!b@h dealer :You are now logged in as dealer")
    assert login.sent(":i 376 ionbot :End") == ["JOIN #ion"]


def test_a_password_that_sasl_did_not_take_is_not_said_again() -> None:
    login = stage()
    login.feed("CAP * LS :sasl=PLAIN", "CAP * ACK :sasl", "AUTHENTICATE +")
    assert login.sent(":i 904 * :failed", ":i 001 ionbot :Welcome", ":i 376 ionbot :End") == ["CAP END", "JOIN #ion"]


def test_services_that_go_away_later_do_not_end_the_login() -> None:
    login = asked(sasl="required")
    login.feed(SIGNS[0])
    with capture_logs() as logs:
        login.feed(":i 401 ionbot NickServ :No such nick")
    assert (logs, login.link.aborted) == ([], False)


def test_capabilities_that_come_before_all_is_known_of_the_server_do_not_lead_into_the_channels() -> None:
    login = stage()
    login.feed(":i 001 ionbot :Welcome")
    assert login.sent("CAP ionbot NEW :chghost", "CAP ionbot ACK :chghost") == ["CAP REQ chghost"]


def test_capabilities_that_come_meanwhile_do_not_end_the_wait() -> None:
    login = asked()
    assert login.sent("CAP ionbot NEW :chghost", "CAP ionbot ACK :chghost") == ["CAP REQ chghost"]
    assert login.sent(SIGNS[0]) == ["JOIN #ion"]


def test_sasl_that_comes_meanwhile_serves_as_well() -> None:
    login = asked(sasl="required")
    login.feed("CAP ionbot NEW :sasl=PLAIN", "CAP ionbot ACK :sasl", "AUTHENTICATE +")
    assert login.sent(SIGNS[0], ":i 903 ionbot :done") == ["JOIN #ion"]


def test_the_modes_that_hide_the_host_come_after_the_login() -> None:
    login = asked(user_modes="+x")
    assert login.sent(SIGNS[0]) == ["MODE ionbot +x", "JOIN #ion"]


def test_on_a_network_without_an_account_the_mode_r_means_nothing() -> None:
    """It is a restriction on IRCnet."""
    bot = Stage().register()
    bot.feed(":ionbot MODE ionbot :+r")
    assert bot.session.me.account is None


def test_nothing_is_waited_for_after_the_end() -> None:
    login = asked(sasl="required")
    login.session.end(None)
    login.clock.advance(20)
    assert (login.session.failure, login.link.take()) == (None, [])


def test_the_password_is_in_no_log() -> None:
    with capture_logs() as logs:
        asked().clock.advance(10)
    assert "hunter2" not in str(logs)


@pytest.mark.parametrize(
    ("template", "line"),
    [
        ("NickServ IDENTIFY {account} {password}", "PRIVMSG NickServ :IDENTIFY {account} a {b} c"),
        ("Q@CServe.quakenet.org AUTH {account} {password}", "PRIVMSG Q@CServe.quakenet.org :AUTH {account} a {b} c"),
        ("X {password} } {", "PRIVMSG X :a {b} c } {"),
    ],
)
def test_a_message_has_the_values_as_they_are(template: str, line: str) -> None:
    assert message(template, account="{account}", password="a {b} c") == line
