"""The outbox: lanes, turns, pace, merging, lines for several people, and what becomes of each line."""

from collections.abc import Sequence

import pytest
from structlog.testing import capture_logs

from ionbot.channel import Delivery, Lane, Person
from ionbot.network.sending.lanes import Parcel
from ionbot.network.sending.outbox import Outbox
from tests.network.desk import Desk


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
    assert desk.link.writes == [["PRIVMSG #ion one", "NOTICE ann two"]]


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
    assert [index for _, index in desk.gone] == [0, 1, 2]


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
    desk.outbox.drop(desk.to("ann"), Delivery.REFUSED)
    assert desk.sent(10) == ["#ion first", "bob b"]
    assert ("secret", Delivery.REFUSED) in desk.fates


def test_an_empty_message_counts_as_sent() -> None:
    desk = Desk()
    desk.outbox.put(Parcel(desk.to("ann"), [], Lane.HAND, lefts=[desk.noting("nothing")]))
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

    desk.outbox.put(Parcel(desk.to("ann"), ["x"], Lane.HAND, lefts=[broken, again]))
    if fate == "lost":
        desk.outbox.drop(desk.to("ann"), Delivery.LOST)
    with capture_logs() as logs:
        desk.clock.advance()
    assert desk.sent()[-1] == "#ion again"
    assert [entry["what"] for entry in logs] == ["left"]


def test_without_a_pace_all_leaves_at_once() -> None:
    desk = Desk()
    desk.outbox = Outbox(desk.clock, None, most=1000)
    desk.open()
    for number in range(1000):
        desk.put(str(number))
    desk.outbox.urgent("PONG x")
    assert len(desk.sent()) == 1001


def test_a_long_line_is_paid_by_its_length() -> None:
    desk = Desk(burst=2, rate=1, line_bytes=100)
    line = "PRIVMSG #ion " + "x" * 85
    assert len(line + "\r\n") == 100
    for _ in range(3):
        desk.put("x" * 85)
    assert len(desk.sent()) == 1
    assert len(desk.sent(0.99)) == 0
    assert len(desk.sent(0.01)) == 1
    assert len(desk.sent(1.99)) == 0
    assert len(desk.sent(0.01)) == 1


def test_a_line_longer_than_a_burst_leaves_and_is_paid_in_full() -> None:
    desk = Desk(burst=1, rate=1, line_bytes=10)
    desk.put("x" * 85)
    desk.put("y")
    assert len(desk.sent()) == 1
    assert desk.sent(10.99) == []
    assert desk.sent(0.01) == ["#ion y"]


def test_the_pace_of_long_lines_is_kept_in_the_long_run() -> None:
    desk = Desk(burst=4, rate=0.5, line_bytes=240)
    for number in range(30):
        desk.put(f"{number:02}".ljust(225, "x"))
    assert desk.sent(1)[0].startswith("#ion 00")
    desk.sent(10)
    assert len(desk.sent(40)) == 10, "2 tokens each, one in 2 s"


def test_tags_cost_nothing() -> None:
    class Tagging(Desk):
        def leaving(self, line: str, index: int, parcels: Sequence[Parcel]) -> str:
            return "@label=" + "1" * 100 + " " + super().leaving(line, index, parcels)

    desk = Tagging(burst=2, rate=1, line_bytes=100)
    desk.put("a")
    desk.put("b")
    assert len(desk.sent(0.4)) == 2


def test_a_match_is_not_held_up_by_questions_about_channels() -> None:
    desk = Desk(burst=1)
    for number in range(100):
        desk.outbox.question(f"WHO #{number}")
    assert desk.sent(2) == ["WHO #0", "WHO #1", "WHO #2"]
    desk.put("result 1")
    desk.put("result 2")
    desk.put("hand", to="ann", lane=Lane.HAND)
    desk.put("answer", to="ann", lane=Lane.ANSWER)
    desk.put("chatter", lane=Lane.CHATTER)
    order = desk.sent(10)
    assert order[:4] == ["#ion result 1", "#ion result 2", "ann hand", "WHO #3"]
    assert order[4:7] == ["ann answer", "#ion chatter", "WHO #4"]


@pytest.mark.parametrize("lane", [Lane.RESULT, Lane.CHATTER])
def test_endless_talk_does_not_keep_questions_back(lane: Lane) -> None:
    desk = Desk(burst=1)
    desk.outbox.question("WHO #a")
    desk.outbox.question("MODE #a")
    order = []
    for number in range(12):
        desk.put(f"{number}", lane=lane)
        order += desk.sent(1)
        desk.put(f"{number}+", lane=lane)
    assert [index for index, line in enumerate(order) if not line.startswith("#ion")] == [0, 4]


def test_joins_take_turns_with_a_match() -> None:
    desk = Desk(burst=1)
    for number in range(3):
        desk.outbox.protocol(f"JOIN #{number}")
        desk.put(f"result {number}")
    assert desk.sent(10) == ["JOIN #0", "#ion result 0", "JOIN #1", "#ion result 1", "JOIN #2", "#ion result 2"]


def test_what_is_asked_twice_is_asked_once_and_both_are_told() -> None:
    desk = Desk(burst=1)
    desk.put("result")
    for number in range(2):
        desk.outbox.question("WHO #a", desk.noting(f"asked {number}"))
    assert desk.sent(10) == ["WHO #a", "#ion result"]
    assert desk.fates[:2] == [("asked 0", "sent"), ("asked 1", "sent")]
    desk.outbox.question("WHO #a")
    assert desk.sent() == ["WHO #a"]


def test_questions_take_no_room_from_messages() -> None:
    desk = Desk(burst=1, most=2)
    desk.link.ready = False
    for number in range(10):
        desk.outbox.question(f"WHO #{number}", desk.noting("asked"))
        desk.outbox.protocol(f"JOIN #{number}", desk.noting("joined"))
    desk.put("one")
    desk.put("two")
    desk.clock.advance(1)
    assert desk.fates == []
    assert len(desk.outbox) == 22


@pytest.mark.parametrize(("sharing", "lines"), [(1, 10), (4, 3), (20, 1)])
def test_case_12_people_who_wait_for_the_same_share_a_line(sharing: int, lines: int) -> None:
    desk = Desk(burst=1, sharing=sharing)
    for number in range(10):
        desk.put("help is here", to=f"p{number}", lane=Lane.ANSWER)
    sent = desk.sent(20)
    assert len(sent) == lines
    assert [name for line in sent for name in line.partition(" ")[0].split(",")] == [f"p{n}" for n in range(10)]
    assert all(line.endswith(" help is here") for line in sent)
    assert desk.fates == [("help is here", "sent")] * 10


def test_a_shared_line_is_not_too_long() -> None:
    desk = Desk(burst=1, sharing=20)
    for number in range(10):
        desk.put("x" * 400, to=f"{number:030}", lane=Lane.ANSWER)
    desk.clock.advance(20)
    lines = desk.link.take()
    assert max(map(len, lines)) <= 510
    assert [len(line.split(" ")[1].split(",")) for line in lines] == [3, 3, 3, 1]


def test_only_people_share_lines_and_only_answers_and_chatter() -> None:
    desk = Desk(burst=1, sharing=4)
    desk.put("first")
    for lane in Lane:
        for to in ("#ion", "ann", "bob"):
            desk.put("the same", to=to, lane=lane)
    assert [line.split(" ")[0] for line in desk.sent(20)] == [
        "#ion", "ann", "bob", "#ion", "#ion", "ann", "bob", "#ion", "ann,bob", "#ion", "ann,bob",
    ]  # fmt: skip


def test_sharing_a_line_changes_the_order_for_nobody() -> None:
    desk = Desk(burst=1, sharing=4)
    desk.put("first")
    desk.put("help|more", to="ann", lane=Lane.ANSWER)
    desk.put("other", to="bob", lane=Lane.ANSWER)
    desk.put("help|more", to="bob", lane=Lane.ANSWER)
    desk.put("help|else", to="cat", lane=Lane.ANSWER)
    assert desk.sent(20) == [
        "#ion first", "ann help", "bob other", "cat help", "ann more", "bob help", "cat else", "bob more",
    ]  # fmt: skip
    desk.put("help|more", to="ann", lane=Lane.ANSWER)
    desk.put("help|more", to="bob", lane=Lane.ANSWER)
    assert desk.sent(20) == ["ann,bob help", "ann,bob more"]


def test_a_line_goes_by_the_nick_that_somebody_has_when_it_leaves() -> None:
    desk = Desk(burst=1)
    desk.put("first")
    desk.put("hand", to="ann", lane=Lane.HAND)
    ann = desk.to("ann")
    assert isinstance(ann, Person)
    ann.nick = "anna"
    assert desk.sent(10) == ["#ion first", "anna hand"]


def test_it_is_idle_while_a_line_would_leave_at_once() -> None:
    desk = Desk(burst=2)
    assert desk.outbox.idle
    desk.put("one")
    assert not desk.outbox.idle, "it waits for what else is said at this moment"
    desk.sent()
    assert desk.outbox.idle
    desk.put("two")
    desk.sent()
    assert not desk.outbox.idle, "the pace allows none"
    desk.sent(1)
    assert desk.outbox.idle
    desk.link.ready = False
    assert not desk.outbox.idle
    desk.link.ready = True
    desk.outbox.close()
    assert not desk.outbox.idle
