"""What became of our lines: echoes, refusals, and servers that give neither."""

import pytest
from structlog.testing import capture_logs

from games.kit.text import Card, Colour
from ionbot.channel import Delivery, Lane
from ionbot.network.receipts import MOST
from tests.network.fakes import DATE, LOST, REFUSED, SENT, Fates, Stage, playing

ECHO = "echo-message server-time message-tags batch"
STAMPED = (Delivery.SENT, DATE + 1500)


def echo(text: str, target: str = "#ion", command: str = "PRIVMSG") -> str:
    return f"@time=2026-01-01T00:00:01.500Z :ionbot!bot@bot.host {command} {target} :{text}"


def echoing(**changes: object) -> Stage:
    return playing(caps=ECHO, **changes)


def said(stage: Stage, text: str, lane: Lane = Lane.RESULT) -> Fates:
    """Say something to the channel, let it be written, and give its fates."""
    fates = Fates()
    stage.shared.channels["#ion"].say((text,), lane, fates.note)
    stage.clock.advance()
    return fates


def whispered(stage: Stage, nick: str, text: str) -> Fates:
    """Tell somebody something, let it be written, and give its fates."""
    fates = Fates()
    stage.shared.channels["#ion"].tell(stage.person(nick), (text,), Lane.HAND, left=fates.note)
    stage.clock.advance()
    return fates


def test_without_echo_a_line_is_sent_when_it_is_written() -> None:
    stage = playing(caps="server-time")
    fates = Fates()
    stage.shared.channels["#ion"].say(("hi",), left=fates.note)
    assert fates == []
    stage.clock.advance()
    assert fates == [SENT]


def test_with_echo_a_line_is_sent_when_the_server_has_given_it_back() -> None:
    stage = echoing()
    fates = said(stage, "hi")
    stage.clock.advance(4)
    assert fates == []
    assert stage.told(echo("hi")) == []
    assert fates == [STAMPED]
    stage.feed(echo("hi"))
    stage.clock.advance(60)
    assert fates == [STAMPED]


def test_an_echo_without_a_stamp_counts_too() -> None:
    stage = echoing()
    fates = said(stage, "hi")
    stage.feed(":ionbot!bot@bot.host PRIVMSG #ion :hi")
    assert fates == [SENT]


def test_a_notice_to_a_person_is_echoed_as_well() -> None:
    stage = echoing(names="@ann [Bob]")
    fates = whispered(stage, "[Bob]", "your hand")
    stage.feed(echo("your hand", "#ion", "NOTICE"), echo("your hand", "ann", "NOTICE"))
    assert fates == []
    assert stage.told(echo("your hand", "{bob}", "NOTICE")) == []
    assert fates == [STAMPED]


def test_an_echo_that_never_comes_is_waited_for_five_seconds() -> None:
    stage = echoing()
    first = said(stage, "one")
    stage.clock.advance(2)
    second = said(stage, "two")
    stage.clock.advance(2.9)
    assert (first, second) == ([], [])
    stage.clock.advance(0.1)
    assert (first, second) == ([SENT], [])
    stage.clock.advance(2)
    assert (first, second) == ([SENT], [SENT])


def test_a_late_echo_is_not_taken_for_another_line_s() -> None:
    stage = echoing()
    first = said(stage, "one")
    stage.clock.advance(6)
    second = said(stage, "two")
    stage.feed(echo("one"))
    assert (first, second) == ([SENT], [])
    stage.feed(echo("two"))
    assert second == [STAMPED]


@pytest.mark.parametrize("text", ["S", "\x0304S", "S is put d", "something else"])
def test_an_echo_that_the_server_has_changed_is_the_oldest_line_s(text: str) -> None:
    stage = echoing(colour=True)
    fates, later = Fates(), Fates()
    channel = stage.shared.channels["#ion"]
    channel.say((Card("S", Colour.RED), " is put down"), left=fates.note)
    channel.say(("and more",), left=later.note)
    stage.clock.advance()
    stage.feed(echo(text))
    assert (fates, later) == ([STAMPED], [])
    stage.feed(echo("and more"))
    assert later == [STAMPED]


def test_an_echo_tells_that_earlier_lines_to_the_target_were_read() -> None:
    stage = echoing()
    first, whisper, second = said(stage, "one"), whispered(stage, "ann", "psst"), said(stage, "two")
    stage.feed(echo("two"))
    assert (first, whisper, second) == ([SENT], [], [STAMPED])


def test_equal_lines_have_each_their_echo() -> None:
    stage = echoing()
    first, second = said(stage, "Ann passes."), said(stage, "Ann passes.")
    stage.feed(echo("Ann passes."))
    assert (first, second) == ([STAMPED], [])
    stage.feed(echo("Ann passes."))
    assert second == [STAMPED]


def test_the_echo_of_a_line_that_nobody_asked_about_is_not_taken_for_another_line_s() -> None:
    stage = echoing()
    stage.shared.channels["#ion"].say(("chatter",))
    fates = said(stage, "result")
    stage.feed(echo("chatter"))
    assert fates == []
    stage.feed(echo("result"))
    assert fates == [STAMPED]


def test_a_message_of_many_lines_is_sent_with_the_echo_of_its_last() -> None:
    stage = echoing()
    fates = said(stage, "x" * 1000)
    lines = stage.link.take()
    assert len(lines) == 3
    for line in lines:
        assert fates == []
        stage.feed(f"@time=2026-01-01T00:00:01.500Z :ionbot!b@h {line}")
    assert fates == [STAMPED]


def test_our_own_line_is_never_a_command_nor_an_echo_what_is_repeated() -> None:
    stage = echoing()
    fates = said(stage, "!stop")
    assert stage.told(echo("!stop")) == []
    again = said(stage, "!stop")
    past = echo("!stop").replace("@", "@batch=1;", 1)
    assert stage.told(":i BATCH +1 chathistory #ion", past, past.replace("PRIVMSG", "NOTICE")) == []
    assert (fates, again) == ([STAMPED], [])


def test_what_looks_like_an_echo_counts_only_where_it_was_asked_for() -> None:
    stage = echoing()
    fates = said(stage, "hi")
    stage.feed(":i CAP ionbot DEL :echo-message", echo("hi"))
    assert fates == []
    assert said(stage, "you") == [SENT]
    stage.clock.advance(5)
    assert fates == [SENT]


def test_what_is_under_way_at_the_end_of_the_connection_is_lost() -> None:
    stage = echoing()
    fates = said(stage, "hi")
    stage.session.end("gone")
    stage.clock.advance(60)
    assert fates == [LOST]


def test_lines_whose_echo_does_not_come_are_not_kept_for_ever() -> None:
    stage = echoing()
    fates = []
    for number in range(MOST + 5):
        fates.append(said(stage, f"line {number}"))
        stage.clock.advance(0.01)
    assert fates == [[SENT]] * 5 + [[]] * MOST
    stage.clock.advance(31)
    said(stage, "later")
    assert len(stage.session._receipts._lines) == 1


@pytest.mark.parametrize("numeric", ["404", "408", "477"])
def test_a_refusal_by_the_channel(numeric: str) -> None:
    stage = echoing()
    fates = said(stage, "hi")
    with capture_logs() as logs:
        assert stage.told(f":i {numeric} ionbot #ION :Cannot send (+m)") == [("refused", "#ion", "Cannot send (+m)")]
    assert fates == [REFUSED]
    assert [(entry["event"], entry["answer"]) for entry in logs] == [("message refused", "#ION Cannot send (+m)")]
    stage.clock.advance(60)
    assert fates == [REFUSED]


@pytest.mark.parametrize("numeric", ["407", "415", "439", "486", "489", "494", "531", "707", "716"])
def test_case_9_a_refusal_by_a_person(numeric: str) -> None:
    stage = echoing()
    fates = whispered(stage, "bob", "your hand")
    assert stage.told(f":i {numeric} ionbot bob :is in +g mode") == [("refused", "bob", "is in +g mode")]
    assert fates == [REFUSED]


def test_a_refusal_after_a_line_counts_as_sent_is_told_all_the_same() -> None:
    stage = playing()
    fates = whispered(stage, "bob", "your hand")
    assert fates == [SENT]
    assert stage.told(":i 716 ionbot bob :is in +g mode") == [("refused", "bob", "is in +g mode")]
    assert fates == [SENT]
    assert stage.told(":i 716 ionbot bob :is in +g mode") == [], "there is no other line that it could be about"


def test_a_refusal_is_the_oldest_open_line_s() -> None:
    stage = echoing()
    first, second, whisper = said(stage, "one"), said(stage, "two"), whispered(stage, "bob", "psst")
    stage.feed(":i 404 ionbot #ion :no")
    assert (first, second, whisper) == ([REFUSED], [], [])
    stage.feed(echo("two"))
    assert second == [STAMPED]


def test_of_a_message_of_many_lines_one_refusal_is_enough() -> None:
    stage = echoing()
    fates = said(stage, "x" * 1000)
    lines = stage.link.take()
    stage.feed(f":ionbot!b@h {lines[0]}", ":i 404 ionbot #ion :no", ":i 404 ionbot #ion :no")
    stage.clock.advance(60)
    assert fates == [REFUSED]


def test_a_refused_person_is_the_one_who_carried_the_nick() -> None:
    stage = playing()
    whispered(stage, "bob", "your hand")
    stage.feed(":bob!b@h NICK bert")
    assert stage.told(":i 716 ionbot bob :is in +g mode") == [("refused", "bert", "is in +g mode")]


def test_who_is_gone_has_refused_nothing() -> None:
    stage = echoing()
    fates = whispered(stage, "bob", "your hand")
    assert stage.told(":i 401 ionbot bob :No such nick/channel") == []
    assert fates == [REFUSED]
    fates = whispered(stage, "bob", "your hand")
    stage.feed(":bob!b@h QUIT :bye")
    assert stage.told(":i 716 ionbot bob :is in +g mode") == []
    assert fates == [REFUSED]


def test_a_channel_that_the_bot_is_out_of_has_refused_nothing() -> None:
    stage = echoing()
    fates = said(stage, "hi")
    stage.feed(":ann!a@h KICK #ion ionbot :out")
    assert stage.told(":i 404 ionbot #ion :Cannot send") == []
    assert fates == [REFUSED]


@pytest.mark.parametrize("line", [":i 404", ":i 404 ionbot", ":i 404 ionbot #other :no", ":i 716 ionbot eve :no"])
def test_refusals_of_what_we_did_not_send(line: str) -> None:
    stage = echoing()
    fates = said(stage, "hi")
    assert stage.told(line) == []
    assert fates == []


@pytest.mark.parametrize("numeric", ["412", "417"])
def test_a_refusal_that_names_no_line_is_logged(numeric: str) -> None:
    stage = echoing()
    with capture_logs() as logs:
        assert stage.told(f":i {numeric} ionbot :Input line was too long") == []
    assert [(entry["event"], entry["numeric"]) for entry in logs] == [("message refused", numeric)]
