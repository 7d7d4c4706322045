"""Getting the bot's nick back."""

import pytest
from structlog.testing import capture_logs

from tests.network.fakes import Stage

HELD = ":i 730 Guest1 :ionbot!x@y"
FREE = ":i 731 Guest1 :ionbot"
REGAIN = "PRIVMSG NickServ :REGAIN ionbot"
GHOST = "PRIVMSG NickServ :GHOST ionbot"
MINE = ":Guest1!b@h NICK ionbot"
LOST = ":ionbot!b@h NICK Guest1"


def playing(isupport: str = "MONITOR=100", account: bool = False, **changes: object) -> Stage:
    """Give a stage with the bot in its channel, under its nick."""
    stage = Stage(ping_after=3600, **changes)
    stage.register(isupport)
    stage.enter()
    if account:
        stage.feed(":i 900 ionbot ionbot!b@h dealer :You are now logged in as dealer")
    stage.link.take()
    return stage


def renamed(isupport: str = "MONITOR=100", account: bool = False, **changes: object) -> Stage:
    """Give a stage on which the bot was just renamed to Guest1; it has asked who has its nick."""
    stage = playing(isupport, account, **changes)
    assert stage.sent(LOST) == ["MONITOR + ionbot" if "MONITOR" in isupport else "ISON ionbot"]
    return stage


def test_the_log_tells_that_the_nick_is_lost_and_that_it_is_back() -> None:
    stage = playing()
    with capture_logs() as logs:
        stage.feed(LOST, MINE)
    assert [(entry["event"], entry["nick"]) for entry in logs] == [
        ("another nick than wanted", "Guest1"),
        ("nick got back", "ionbot"),
    ]


@pytest.mark.parametrize("nick", ["Guest1", "001AAAAAB", "ionbot_"])
def test_a_nick_that_was_not_to_be_had_is_watched_after_the_welcome(nick: str) -> None:
    stage = Stage(alternatives=["ionbot_"])
    stage.feed(":i 433 * ionbot :in use", f":i 001 {nick} :Welcome", f":i 005 {nick} MONITOR=100 :are supported")
    assert stage.sent(f":i 376 {nick} :End") == ["MONITOR + ionbot", "JOIN #ion"]
    assert stage.session.me.nick == nick


def test_a_nick_that_is_free_is_taken_and_watched_no_more() -> None:
    stage = renamed()
    assert stage.sent(HELD) == []
    assert stage.sent(FREE) == ["NICK ionbot"]
    assert stage.sent(MINE) == ["MONITOR - ionbot"]
    stage.clock.advance(4000)
    assert "NICK ionbot" not in stage.link.take()


def test_without_monitor_the_server_is_asked_every_minute() -> None:
    stage = renamed("")
    assert stage.sent(":i 303 Guest1 :IONBOT ") == []
    stage.clock.advance(59.9)
    assert stage.link.take() == []
    stage.clock.advance(0.1)
    assert "ISON ionbot" in stage.link.take()
    assert stage.sent(":i 303 Guest1 :") == ["NICK ionbot"]
    assert stage.sent(MINE) == []
    stage.clock.advance(120)
    assert "ISON ionbot" not in stage.link.take()


def test_a_server_that_watches_nothing_more_is_asked() -> None:
    stage = renamed()
    assert stage.sent(":i 734 Guest1 100 ionbot :Monitor list is full.") == ["ISON ionbot"]
    assert stage.sent(":i 734 Guest1 100 ionbot :Monitor list is full.") == []
    assert stage.sent(":i 303 Guest1 :") == ["NICK ionbot"]


@pytest.mark.parametrize("line", [":ionbot!x@y QUIT :bye", ":IonBot!x@y NICK other"])
def test_a_nick_is_taken_at_once_when_its_holder_leaves_it_in_our_sight(line: str) -> None:
    stage = renamed("")
    stage.feed(":i 303 Guest1 :ionbot", ":ionbot!x@y JOIN #ion")
    assert stage.sent(":ann!a@h QUIT :bye", ":bob!a@h NICK robert") == []
    assert stage.sent(line) == ["NICK ionbot"]


def test_nicks_are_compared_as_the_network_does() -> None:
    stage = Stage(nick="ion[bot]")
    stage.feed(":i 001 ION{BOT} :Welcome", ":i 005 ION{BOT} CASEMAPPING=rfc1459 :are supported")
    assert stage.sent(":i 376 x :End") == ["JOIN #ion"]
    stage = Stage(nick="ion[bot]")
    stage.feed(":i 001 ION{BOT} :Welcome", ":i 005 ION{BOT} CASEMAPPING=ascii :are supported")
    assert stage.sent(":i 376 x :End") == ["ISON ion[bot]", "JOIN #ion"]


def test_a_nick_that_the_server_has_cut_is_the_whole_nick() -> None:
    stage = Stage(nick="a_rather_long_nick")
    stage.feed(":i 001 a_rather_ :Welcome", ":i 005 a_rather_ NICKLEN=9 :are supported")
    assert stage.sent(":i 376 a_rather_ :End") == ["JOIN #ion"]


@pytest.mark.parametrize("numeric", ["432", "436", "437", "438", "447"])
def test_a_nick_that_is_refused_is_asked_for_again_later_and_later(numeric: str) -> None:
    stage = renamed()
    assert stage.sent(FREE) == ["NICK ionbot"]
    for delay in (30, 60, 120):
        stage.feed(f":i {numeric} Guest1 ionbot :not now")
        stage.clock.advance(delay - 0.1)
        assert "NICK ionbot" not in stage.link.take()
        stage.clock.advance(0.1)
        assert "NICK ionbot" in stage.link.take()
    assert not stage.link.aborted


def test_the_delays_have_a_bound() -> None:
    stage = renamed()
    stage.feed(FREE)
    for _ in range(60):
        stage.clock.advance(600)
        stage.feed("PING :x")
    assert 20 < stage.link.take().count("NICK ionbot") < 30


def test_somebody_who_takes_and_leaves_the_nick_again_and_again_does_not_make_us_flood() -> None:
    stage = renamed()
    assert stage.sent(FREE) == ["NICK ionbot"]
    assert [line for _ in range(50) for line in (*stage.sent(HELD), *stage.sent(FREE))] == []


def test_there_is_no_fight_with_services_that_take_the_nick_away() -> None:
    stage = renamed()
    assert stage.sent(FREE, MINE) == ["NICK ionbot", "MONITOR - ionbot"]
    assert stage.sent(LOST, FREE) == ["MONITOR + ionbot"]
    stage.clock.advance(29.9)
    assert stage.link.take() == []
    stage.clock.advance(0.1)
    assert stage.link.take() == ["NICK ionbot"]
    stage.feed(MINE)
    stage.link.take()
    stage.feed(LOST, FREE)
    stage.clock.advance(59.9)
    assert "NICK ionbot" not in stage.link.take()


def test_a_loss_after_a_long_peace_is_a_new_one() -> None:
    stage = renamed()
    stage.feed(FREE, MINE)
    stage.clock.advance(330)
    assert stage.sent(LOST, FREE) == ["MONITOR + ionbot", "NICK ionbot"]
    stage.clock.advance(30)
    assert "NICK ionbot" in stage.link.take()


def test_services_are_asked_one_way_after_the_other_for_a_nick_that_is_held() -> None:
    stage = renamed(account=True)
    assert stage.sent(HELD) == [REGAIN]
    stage.clock.advance(9.9)
    assert stage.sent(HELD) == []
    stage.clock.advance(0.1)
    assert stage.link.take() == [GHOST]
    stage.clock.advance(10)
    assert stage.link.take() == ["NICK ionbot"]


def test_services_are_asked_once_they_know_us() -> None:
    stage = renamed()
    assert stage.sent(HELD) == []
    assert stage.sent(":i 900 Guest1 Guest1!b@h dealer :You are now logged in as dealer") == [REGAIN]
    assert stage.sent(":i 900 Guest1 Guest1!b@h dealer :You are now logged in as dealer") == []


def test_a_login_asks_for_no_nick_that_nobody_is_known_to_have() -> None:
    assert renamed().sent(":i 900 Guest1 Guest1!b@h dealer :You are now logged in as dealer") == []
    assert playing().sent(":i 900 ionbot ionbot!b@h dealer :You are now logged in as dealer") == []


def test_services_may_give_the_nick_back_themselves() -> None:
    stage = renamed(account=True)
    stage.feed(HELD)
    assert stage.sent(MINE) == ["MONITOR - ionbot"]
    stage.clock.advance(20)
    assert stage.link.take() == []


def test_a_nick_that_services_have_freed_is_taken_at_once_and_once() -> None:
    stage = renamed(account=True)
    stage.feed(HELD)
    assert stage.sent(FREE) == ["NICK ionbot"]
    assert stage.sent(HELD) == []
    assert stage.sent(FREE) == []


def test_services_are_asked_once_for_each_loss() -> None:
    stage = renamed(account=True)
    stage.feed(HELD)
    stage.clock.advance(20)
    stage.link.take()
    stage.feed(":i 433 Guest1 ionbot :in use", HELD)
    stage.clock.advance(4000)
    assert not any("NickServ" in line for line in stage.link.take())


def test_there_is_no_loop_of_services_that_give_and_take() -> None:
    stage = renamed(account=True)
    stage.feed(HELD, MINE)
    assert stage.sent(LOST, HELD) == ["MONITOR + ionbot"]
    stage.clock.advance(30)
    assert stage.link.take() == [REGAIN]


def test_a_nick_that_is_refused_as_taken_is_one_for_the_services() -> None:
    """An enforcer of the services may be hidden from MONITOR."""
    stage = renamed(account=True)
    assert stage.sent(FREE, ":i 433 Guest1 IONBOT :in use") == ["NICK ionbot"]
    stage.clock.advance(30)
    assert stage.link.take() == [REGAIN]


def test_services_are_not_asked_by_who_is_not_logged_in() -> None:
    stage = renamed()
    assert stage.sent(HELD) == []


def test_a_network_without_such_services_is_not_asked() -> None:
    assert renamed(account=True, regain=[]).sent(HELD) == []


def test_a_forced_nick_before_the_end_of_the_welcome_is_not_forgotten() -> None:
    stage = Stage()
    stage.feed(":i 001 ionbot :Welcome")
    assert stage.sent(LOST) == []
    assert stage.sent(":i 376 Guest1 :End") == ["ISON ionbot", "JOIN #ion"]


def test_the_bot_is_called_what_it_is_called() -> None:
    stage = renamed()
    assert stage.shared.channels["#ion"].me == "Guest1"


def test_what_others_watch_and_are_called_is_not_ours() -> None:
    stage = playing()
    lines = [FREE, HELD, ":i 303 ionbot :", ":i 734 ionbot 1 ionbot :full", ":ann!a@h NICK anna", ":i 433 ionbot x :no"]
    assert stage.sent(*lines) == []
    assert stage.sent("QUIT :of nobody", ":i 731 ionbot :", ":i 433 ionbot") == []


def test_nothing_is_done_after_the_end() -> None:
    stage = renamed("")
    stage.feed(":i 303 Guest1 :")
    stage.session.end(None)
    stage.link.take()
    stage.clock.advance(4000)
    assert stage.link.take() == []
