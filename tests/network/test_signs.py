"""Whether all that the server had read has been heard."""

import pytest
from structlog.testing import capture_logs

from ionbot.channel import OnSign
from tests.network.fakes import Stage, playing


class Asker:
    """Asks through a channel; `heard` notes the answers."""

    def __init__(self, stage: Stage, channel: str = "#ion") -> None:
        self.heard: list[int | None] = []
        stage.shared.channels[channel].confirm(self.heard.append)


def pings(stage: Stage, seconds: float = 0) -> list[str]:
    stage.clock.advance(seconds)
    return [line for line in stage.link.take() if line.startswith("PING")]


def pong(token: str) -> str:
    return f":irc.test PONG irc.test :{token}"


def test_one_ping_serves_all_who_ask_before_it_is_written() -> None:
    stage = playing(channels=["#ion", "#two"])
    stage.enter("ann", "#two")
    stage.link.take()
    askers = [Asker(stage), Asker(stage, "#two"), Asker(stage)]
    assert pings(stage) == ["PING sign1"]
    assert [asker.heard for asker in askers] == [[], [], []]
    stage.feed(pong("sign1"))
    assert [asker.heard for asker in askers] == [[None], [None], [None]]
    stage.clock.advance(60)
    assert [asker.heard for asker in askers] == [[None], [None], [None]]


def test_what_the_server_sent_before_has_been_heard() -> None:
    stage = playing()
    seen: list[object] = []
    stage.shared.channels["#ion"].confirm(lambda _silence: seen.extend(stage.recorder.take()))
    stage.clock.advance()
    stage.feed(":ann!a@h PRIVMSG #ion :in time", pong("sign1"))
    assert seen == [("heard", "#ion", "ann", "in time")]


def test_who_asks_while_a_ping_is_under_way_waits_for_the_next() -> None:
    stage = playing()
    first = Asker(stage)
    assert pings(stage) == ["PING sign1"]
    second = Asker(stage)
    stage.feed(pong("sign1"))
    assert (first.heard, second.heard) == ([None], [])
    assert pings(stage, 0.9) == []
    third = Asker(stage)
    assert pings(stage, 0.1) == ["PING sign2"]
    stage.feed(pong("sign2"))
    assert (second.heard, third.heard) == ([None], [None])


def test_there_is_at_most_one_ping_a_second_however_often_it_is_asked() -> None:
    stage = playing()
    sent = []
    for _ in range(39):
        Asker(stage)
        sent += pings(stage, 0.25)
        if sent:
            stage.feed(pong(sent[-1].split()[1]))
    assert len(sent) == 10


def test_a_ping_that_waits_for_its_turn_serves_whoever_asks_meanwhile() -> None:
    stage = playing(burst=1, rate=0.5)
    stage.clock.advance(10)
    stage.shared.channels["#ion"].say(("result",))
    stage.clock.advance()
    first = Asker(stage)
    assert pings(stage, 1.9) == []
    second = Asker(stage)
    assert pings(stage, 0.1) == ["PING sign1"]
    stage.feed(pong("sign1"))
    assert (first.heard, second.heard) == ([None], [None])
    assert pings(stage, 10) == []


def test_it_goes_before_the_lines_that_wait() -> None:
    stage = playing(burst=1, rate=1)
    stage.clock.advance(10)
    stage.link.take()
    for number in range(3):
        stage.shared.channels["#ion"].say((f"line {number}",))
    stage.clock.advance()
    Asker(stage)
    stage.clock.advance(2)
    assert stage.link.take() == ["PRIVMSG #ion :line 0", "PING sign1", "PRIVMSG #ion :line 1"]


def test_it_goes_before_questions_and_joins() -> None:
    stage = playing(burst=1, rate=1)
    stage.clock.advance(10)
    stage.link.take()
    for number in range(3):
        stage.shared.outbox.protocol(f"JOIN #{number}")
        stage.shared.outbox.question(f"WHO #{number}")
    stage.clock.advance()
    Asker(stage)
    stage.clock.advance(1)
    assert stage.link.take() == ["JOIN #0", "PING sign1"]


def test_without_an_answer_in_five_seconds_the_silence_is_told() -> None:
    stage = playing()
    stage.clock.advance(2)
    stage.feed(":ann!a@h PRIVMSG #ion :hi")
    stage.clock.advance(0.25)
    asker = Asker(stage)
    stage.clock.advance(4.9)
    assert asker.heard == []
    stage.clock.advance(0.1)
    assert asker.heard == [5250]
    stage.feed(pong("sign1"))
    assert asker.heard == [5250]


def test_a_late_answer_tells_the_silence_whatever_came_with_it() -> None:
    stage = playing()
    stage.clock.advance(2)
    asker = Asker(stage)
    stage.clock.advance(3)
    stage.feed(":ann!a@h PRIVMSG #ion :in time", pong("sign1"))
    assert asker.heard == [5000]


def test_late_is_an_answer_that_takes_a_second_more_than_the_last() -> None:
    stage = playing()
    heard = []
    for lag in (1.0, 1.9, 2.8, 4.0, 4.0):
        stage.feed(":ann!a@h PRIVMSG #ion :hi")
        asker = Asker(stage)
        (ping,) = pings(stage, lag)
        stage.feed(pong(ping.split()[1]))
        heard += asker.heard
    assert heard == [None, None, None, 4000, None]


def test_a_later_answer_serves_earlier_questions() -> None:
    stage = playing()
    first = Asker(stage)
    stage.clock.advance(1)
    second = Asker(stage)
    assert pings(stage) == ["PING sign1", "PING sign2"]
    stage.feed(pong("sign2"))
    assert (first.heard, second.heard) == ([None], [None])


@pytest.mark.parametrize("line", [pong("ionbot"), pong("sign2"), ":irc.test PONG", "PONG", ":ann!a@h PRIVMSG #ion :hi"])
def test_other_lines_are_no_answer(line: str) -> None:
    stage = playing()
    asker = Asker(stage)
    stage.clock.advance(1)
    stage.feed(line)
    stage.clock.advance(4)
    assert asker.heard == [4000]


def test_when_the_connection_is_lost_the_silence_is_told() -> None:
    stage = playing()
    written = Asker(stage)
    stage.clock.advance(1)
    stage.clock.advance(2)
    waiting = Asker(stage)
    stage.session.end(None)
    assert (written.heard, waiting.heard) == ([], [])
    stage.clock.advance()
    assert (written.heard, waiting.heard) == ([3000], [3000])
    stage.clock.advance(60)
    assert (written.heard, waiting.heard) == ([3000], [3000])


def test_without_a_connection_the_silence_is_told_after_the_call() -> None:
    stage = playing()
    stage.session.end(None)
    stage.clock.advance(7)
    asker = Asker(stage)
    assert asker.heard == []
    stage.clock.advance()
    assert asker.heard == [7000]
    assert pings(stage) == []


def test_on_the_next_connection_the_server_is_asked_again() -> None:
    stage = playing()
    Asker(stage)
    stage.clock.advance()
    stage.session.end(None)
    stage.session = type(stage.session)(stage.shared, stage.route)
    stage.session.begin(stage.link)
    early = Asker(stage)
    stage.clock.advance(2)
    assert early.heard != [], "who is not let in yet gets no answer"
    stage.register()
    stage.link.take()
    asker = Asker(stage)
    assert pings(stage) == ["PING sign2"]
    stage.feed(pong("sign2"))
    assert asker.heard == [None]


def test_a_fault_of_one_who_asks_is_contained() -> None:
    stage = playing()

    def broken(_silence: int | None) -> None:
        raise RuntimeError("broken")

    ask: OnSign = broken
    stage.shared.channels["#ion"].confirm(ask)
    asker = Asker(stage)
    stage.clock.advance()
    with capture_logs() as logs:
        stage.feed(pong("sign1"))
    assert ([entry["what"] for entry in logs], asker.heard) == (["sign"], [None])


def test_the_watch_over_the_server_is_not_disturbed() -> None:
    """A question that is not answered is no sign of life, and keeps no PING of the watch from being sent."""
    stage = playing(ping_after=60, ping_timeout=30)
    for _ in range(90):
        assert not stage.link.aborted
        Asker(stage)
        stage.clock.advance(1)
    assert "PING ionbot" in stage.link.take()
    assert stage.link.aborted
