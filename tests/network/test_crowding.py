"""The outbox when more is said than can leave: what gives way, and what does not."""

from ionbot.channel import Delivery, Lane
from ionbot.network.sending.outbox import Outbox
from tests.network.desk import Desk


def test_case_12_the_queue_has_an_end_and_the_oldest_chatter_goes_first() -> None:
    desk = Desk(burst=1, most=4)
    desk.link.ready = False
    desk.put("answer 1", to="ann", lane=Lane.ANSWER)
    desk.put("chat 1", lane=Lane.CHATTER)
    desk.put("chat 2", to="#b", lane=Lane.CHATTER)
    desk.put("answer 2", to="ann", lane=Lane.ANSWER)
    desk.put("result 1")
    desk.put("result 2")
    desk.put("result 3|more")
    desk.clock.advance()
    assert [text for text, fate in desk.fates if fate is Delivery.LOST] == ["chat 1", "chat 2", "answer 1", "answer 2"]
    desk.link.ready = True
    desk.outbox.wake()
    assert desk.sent(10) == ["#ion result 1", "#ion result 2", "#ion result 3", "#ion more"]


def test_what_matches_need_waits_at_many_tables_though_not_without_end() -> None:
    desk = Desk(burst=1, most=4)
    desk.link.ready = False
    for number in range(50):
        desk.put("hand", to=f"p{number}", lane=Lane.HAND)
        desk.put("result", to=f"#{number}")
    desk.clock.advance()
    assert desk.fates == []
    desk.put("one|two")
    desk.clock.advance()
    assert desk.fates == [("hand", Delivery.LOST)] * 2


def test_what_may_leave_at_once_does_not_give_way() -> None:
    desk = Desk(most=4)
    desk.outbox = Outbox(desk.clock, None, most=4)
    desk.open()
    for number in range(9):
        desk.put(f"answer {number}", to=f"p{number}", lane=Lane.ANSWER)
    assert desk.sent() == [f"p{number} answer {number}" for number in range(9)]
