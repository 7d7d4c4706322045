"""The outbox: lanes, turns, pace, merging, and what becomes of each line."""

import pytest
from structlog.testing import capture_logs

from ionbot.channel import Delivery, Lane, OnDelivery
from ionbot.network.outbox import Outbox, Parcel
from tests.network.fakes import FakeClock, FakeLink


class Desk:
    """An outbox on a fake connection; `fates` notes by text what became of it."""

    def __init__(self, burst: int = 4, rate: float = 1, most: int = 200) -> None:
        self.clock = FakeClock()
        self.link = FakeLink()
        self.outbox = Outbox(self.clock, burst, rate, most)
        self.open()
        self.fates: list[tuple[str, Delivery]] = []
        self.written: list[tuple[str, bool]] = []

    def open(self) -> None:
        self.outbox.open(self.link, self.on_written)

    def on_written(self, parcel: Parcel, line: str, last: bool) -> None:
        """Count a message as sent when its last line is written."""
        self.written.append((line, last))
        if last:
            self.outbox.settle(parcel, Delivery.SENT)

    def put(self, text: str, to: str = "#ion", lane: int = Lane.RESULT, key: str = "") -> None:
        self.outbox.put(Parcel(to, f"{to} {{}}".format, text.split("|"), lane, key, [self.noting(text)]))

    def noting(self, text: str) -> OnDelivery:
        return lambda fate, _stamp: self.fates.append((text, fate))

    def sent(self, seconds: float = 0) -> list[str]:
        self.clock.advance(seconds)
        return self.link.take()


def test_a_burst_then_one_line_a_second() -> None:
    desk = Desk(burst=3)
    for number in range(6):
        desk.put(str(number))
    assert desk.sent() == ["#ion 0", "#ion 1", "#ion 2"]
    assert desk.sent(0.99) == []
    assert desk.sent(0.01) == ["#ion 3"]
    assert desk.sent(2) == ["#ion 4", "#ion 5"]
    assert desk.sent(10) == []
    for number in range(6):
        desk.put(str(number))
    assert len(desk.sent()) == 3


def test_the_pace_is_kept_in_the_long_run() -> None:
    desk = Desk(burst=4, rate=0.3)
    for number in range(30):
        desk.put(str(number))
    assert len(desk.sent(60)) == 4 + 18


def test_lines_of_one_moment_leave_in_one_write() -> None:
    desk = Desk()
    desk.put("one")
    desk.put("two", to="ann", lane=Lane.HAND)
    assert desk.link.writes == []
    desk.clock.advance()
    assert desk.link.writes == [["#ion one", "ann two"]]


def test_case_6_results_first() -> None:
    desk = Desk(burst=1)
    for number in range(12):
        desk.put(f"hand {number}", to=f"p{number}", lane=Lane.HAND)
    desk.put("chatter", lane=Lane.CHATTER)
    desk.put("answer", to="ann", lane=Lane.ANSWER)
    desk.put("result")
    desk.outbox.protocol("JOIN #x")
    order = desk.sent(20)
    assert order[:2] == ["JOIN #x", "#ion result"]
    assert order[2:14] == [f"p{number} hand {number}" for number in range(12)]
    assert order[14:] == ["ann answer", "#ion chatter"]


def test_case_6_a_result_passes_what_already_waits() -> None:
    desk = Desk(burst=1)
    for number in range(12):
        desk.put(f"hand {number}", to=f"p{number}", lane=Lane.HAND)
    assert desk.sent(1) == ["p0 hand 0", "p1 hand 1"]
    desk.put("result")
    assert desk.sent(1) == ["#ion result"]


def test_channels_take_turns() -> None:
    desk = Desk(burst=1)
    for number in range(3):
        desk.put(f"a{number}", to="#a")
    desk.put("b0", to="#b")
    desk.put("c0", to="#c")
    assert desk.sent(10) == ["#a a0", "#b b0", "#c c0", "#a a1", "#a a2"]


def test_a_long_message_leaves_line_by_line_and_is_sent_with_its_last() -> None:
    desk = Desk(burst=2)
    desk.put("one|two|three")
    assert desk.sent() == ["#ion one", "#ion two"]
    assert desk.fates == []
    assert desk.sent(1) == ["#ion three"]
    assert desk.fates == [("one|two|three", Delivery.SENT)]
    assert desk.written == [("#ion one", False), ("#ion two", False), ("#ion three", True)]


def test_an_outdated_private_line_is_replaced_and_shares_the_new_ones_fate() -> None:
    desk = Desk(burst=1)
    desk.put("first")
    desk.put("hand 1", to="ann", lane=Lane.HAND, key="hand")
    desk.put("other", to="ann", lane=Lane.HAND)
    desk.put("bob's", to="bob", lane=Lane.HAND, key="hand")
    desk.put("hand 2", to="ann", lane=Lane.HAND, key="hand")
    assert desk.sent() == ["#ion first"]
    assert desk.sent(1) == ["ann hand 2"]
    assert desk.fates == [("first", "sent"), ("hand 1", "sent"), ("hand 2", "sent")]
    assert desk.sent(10) == ["bob bob's", "ann other"]


def test_a_replacing_line_may_be_in_another_lane() -> None:
    desk = Desk(burst=1)
    desk.put("first")
    desk.put("slow", to="ann", lane=Lane.CHATTER, key="hand")
    desk.put("chatter", to="bob", lane=Lane.CHATTER)
    desk.put("fast", to="ann", lane=Lane.HAND, key="hand")
    assert desk.sent(10) == ["#ion first", "ann fast", "bob chatter"]
    assert ("slow", Delivery.SENT) in desk.fates


def test_what_is_left_of_an_outdated_line_is_not_sent() -> None:
    desk = Desk(burst=1)
    desk.put("old 1|old 2", to="ann", lane=Lane.HAND, key="hand")
    assert desk.sent() == ["ann old 1"]
    desk.put("new", to="ann", lane=Lane.HAND, key="hand")
    assert desk.sent(10) == ["ann new"]
    assert desk.fates == [("old 1|old 2", "sent"), ("new", "sent")]


def test_case_12_equal_answers_are_merged_and_the_match_passes_them() -> None:
    desk = Desk(burst=4, rate=1)
    for _ in range(10):
        desk.put("help is here", lane=Lane.ANSWER)
    desk.put("help is here", to="bob", lane=Lane.ANSWER)
    desk.put("a move")
    assert desk.sent(30) == ["#ion a move", "#ion help is here", "bob help is here"]
    assert desk.fates.count(("help is here", Delivery.SENT)) == 11


def test_equal_results_are_all_said() -> None:
    desk = Desk()
    desk.put("Ann passes.")
    desk.put("Ann passes.")
    assert desk.sent() == ["#ion Ann passes.", "#ion Ann passes."]


def test_case_12_the_queue_has_an_end_and_the_oldest_chatter_goes_first() -> None:
    desk = Desk(burst=1, most=4)
    desk.link.ready = False
    desk.put("answer", to="ann", lane=Lane.ANSWER)
    desk.put("chat 1", lane=Lane.CHATTER)
    desk.put("chat 2", to="#b", lane=Lane.CHATTER)
    desk.put("result 1")
    desk.put("result 2")
    desk.put("result 3")
    desk.put("result 4")
    desk.put("result 5|more")
    desk.clock.advance()
    assert [text for text, fate in desk.fates if fate is Delivery.LOST] == [
        "chat 1",
        "chat 2",
        "answer",
        "result 1",
        "result 2",
    ]
    desk.link.ready = True
    desk.outbox.wake()
    assert desk.sent(10) == ["#ion result 3", "#ion result 4", "#ion result 5", "#ion more"]


def test_a_pong_passes_everything_and_later_lines_pay_for_it() -> None:
    desk = Desk(burst=1)
    desk.put("a")
    desk.put("b")
    assert desk.sent() == ["#ion a"]
    desk.outbox.urgent("PONG x")
    assert desk.link.take() == ["PONG x"]
    assert desk.sent(1.9) == []
    assert desk.sent(0.1) == ["#ion b"]


def test_a_flood_of_pings_does_not_silence_us_for_long() -> None:
    desk = Desk(burst=2)
    for _ in range(1000):
        desk.outbox.urgent("PONG x")
    desk.put("a")
    assert desk.sent(3)[-1] == "#ion a"


def test_what_waits_at_the_end_of_a_connection_is_lost() -> None:
    desk = Desk(burst=1)
    desk.put("a")
    desk.put("b|c")
    desk.sent()
    desk.outbox.close()
    desk.put("d")
    desk.outbox.urgent("PONG x")
    desk.clock.advance(10)
    assert desk.fates == [("a", "sent"), ("b|c", "lost"), ("d", "lost")]
    assert desk.link.take() == []


def test_the_next_connection_begins_with_an_empty_queue_and_a_full_burst() -> None:
    desk = Desk(burst=2)
    for text in "abcd":
        desk.put(text)
    desk.sent()
    desk.outbox.close()
    desk.open()
    desk.put("e")
    desk.put("f")
    assert desk.sent() == ["#ion e", "#ion f"]


def test_nothing_is_written_to_a_connection_that_takes_nothing() -> None:
    desk = Desk()
    desk.link.ready = False
    desk.put("a")
    assert desk.sent(60) == []
    assert desk.fates == []
    desk.link.ready = True
    desk.outbox.wake()
    assert desk.sent() == ["#ion a"]


def test_who_is_gone_gets_nothing_more() -> None:
    desk = Desk(burst=1)
    desk.put("first")
    desk.put("secret", to="ann", lane=Lane.HAND)
    desk.put("b", to="bob", lane=Lane.HAND)
    desk.outbox.drop("ann", Delivery.REFUSED)
    assert desk.sent(10) == ["#ion first", "bob b"]
    assert ("secret", Delivery.REFUSED) in desk.fates


def test_an_empty_message_counts_as_sent() -> None:
    desk = Desk()
    desk.outbox.put(Parcel("ann", str, [], Lane.HAND, lefts=[desk.noting("nothing")]))
    assert desk.fates == []
    assert desk.sent() == []
    assert desk.fates == [("nothing", Delivery.SENT)]


@pytest.mark.parametrize("fate", ["sent", "lost"])
def test_fates_are_told_after_the_call_and_their_faults_are_contained(fate: str) -> None:
    desk = Desk()

    def broken(_fate: Delivery, _stamp: int | None) -> None:
        raise RuntimeError("broken")

    def again(_fate: Delivery, _stamp: int | None) -> None:
        desk.put("again")

    desk.outbox.put(Parcel("ann", str, ["x"], Lane.HAND, lefts=[broken, again]))
    if fate == "lost":
        desk.outbox.drop("ann", Delivery.LOST)
    with capture_logs() as logs:
        desk.clock.advance()
    assert desk.link.take()[-1] == "#ion again"
    assert [entry["what"] for entry in logs] == ["left"]
