"""What is sent again since the server has not passed it on, and whom the server makes wait."""

from ionbot.channel import Delivery, Lane, Person
from ionbot.network.sending.targets import Targets
from tests.network.desk import Desk


def again(desk: Desk, *lines: int, pause: float = 0) -> None:
    """Let lines that left, by number, be sent again."""
    for number in lines:
        desk.outbox.again(*desk.gone[number], pause)


def test_what_is_sent_again_keeps_its_place() -> None:
    desk = Desk(burst=4)
    for text in ("1|2|3", "4", "5"):
        desk.put(text, to="ann")
    desk.put("other", to="bob")
    assert desk.sent() == ["ann 1", "bob other", "ann 2", "ann 3"]
    again(desk, 0, 2, 3)
    assert desk.sent(10) == ["ann 1", "ann 2", "ann 3", "ann 4", "ann 5"]
    assert len(desk.outbox) == 0


def test_messages_that_are_sent_again_keep_their_order() -> None:
    desk = Desk(burst=2)
    for text in ("1", "2", "3"):
        desk.put(text, to="ann")
    assert desk.sent() == ["ann 1", "ann 2"]
    again(desk, 0, 1)
    assert desk.sent(10) == ["ann 1", "ann 2", "ann 3"]


def test_what_is_sent_again_counts_among_what_waits() -> None:
    desk = Desk(burst=1, most=2)
    desk.put("1|2", to="ann")
    assert desk.sent() == ["ann 1"]
    again(desk, 0)
    desk.put("chatter", lane=Lane.CHATTER)
    assert desk.sent(10) == ["ann 1", "ann 2"]
    assert desk.fates == [("chatter", "lost"), ("1|2", "sent")]


def test_an_outdated_line_is_not_sent_again() -> None:
    desk = Desk(burst=1)
    desk.put("hand 1", to="ann", lane=Lane.HAND, key="hand")
    assert desk.sent() == ["ann hand 1"]
    desk.put("hand 2", to="ann", lane=Lane.HAND, key="hand")
    again(desk, 0)
    assert desk.sent(10) == ["ann hand 2"]


def test_of_two_outdated_lines_the_newer_is_sent_again() -> None:
    desk = Desk()
    desk.put("hand 1", to="ann", lane=Lane.HAND, key="hand")
    desk.sent()
    desk.put("hand 2", to="ann", lane=Lane.HAND, key="hand")
    desk.sent()
    again(desk, 0, 1, pause=1)
    assert desk.sent(10) == ["ann hand 2"]


def test_what_was_given_up_is_not_sent_again() -> None:
    desk = Desk(burst=1)
    desk.put("1|2", to="ann")
    assert desk.sent() == ["ann 1"]
    desk.outbox.drop(desk.to("ann"), Delivery.REFUSED)
    again(desk, 0)
    assert desk.sent(10) == []


def test_after_one_too_many_target_strangers_wait_and_nobody_else() -> None:
    desk = Desk(burst=10, rate=10)
    for nick in ("ann", "bob"):
        desk.put("hi", to=nick)
    assert desk.sent() == ["ann hi", "bob hi"]
    again(desk, 1, pause=20)
    desk.put("news", to="ann")
    desk.put("hi", to="cat")
    desk.put("result")
    assert desk.sent(19.9) == ["ann news", "#ion result"]
    assert desk.sent(0.1) == ["bob hi"]


def test_who_was_not_written_to_for_long_is_a_stranger() -> None:
    desk = Desk(burst=20, rate=10)
    for number in range(12):
        desk.put("hi", to=f"p{number}")
    desk.sent()
    again(desk, 11, pause=20)
    desk.put("news", to="p0")
    desk.put("news", to="p9")
    assert desk.sent(10) == ["p9 news"]


def test_strangers_take_turns_one_in_a_pause_until_none_waits() -> None:
    desk = Desk(burst=10, rate=10)
    people = [f"p{number}" for number in range(4)]
    for nick in people:
        desk.put("hi", to=nick, lane=Lane.ANSWER)
    desk.sharing = 4
    desk.sent()
    desk.sharing = 1
    again(desk, 1, 2, 3, pause=20)
    assert [desk.sent(20), desk.sent(20), desk.sent(20)] == [["p1 hi"], ["p2 hi"], ["p3 hi"]]
    desk.clock.advance(40)
    for nick in ("x", "y", "z"):
        desk.put("hi", to=nick)
    assert len(desk.sent()) == 3


def test_while_strangers_take_turns_no_line_is_shared() -> None:
    desk = Desk(burst=10, rate=10, sharing=4)
    desk.put("hi", to="ann", lane=Lane.ANSWER)
    desk.sent()
    again(desk, 0, pause=20)
    for nick in ("bob", "cat"):
        desk.put("hi", to=nick, lane=Lane.ANSWER)
    assert desk.sent(20) == ["ann hi"]
    assert desk.sent(20) == ["bob hi"]


def test_a_channel_waits_only_if_it_was_one_too_many_itself() -> None:
    desk = Desk(burst=10, rate=10)
    desk.put("hi", to="#a")
    desk.sent()
    again(desk, 0, pause=20)
    desk.put("news", to="#b")
    desk.put("more", to="#a")
    assert desk.sent(19.9) == ["#b news"]
    assert desk.sent(0.1) == ["#a hi", "#a more"]


def test_the_next_connection_knows_nothing_of_the_last_one_s_limits() -> None:
    desk = Desk()
    desk.put("hi", to="ann")
    desk.sent()
    again(desk, 0, pause=20)
    desk.outbox.shrunk = 64
    desk.outbox.close()
    desk.open()
    desk.put("hi", to="bob")
    assert desk.sent() == ["bob hi"]
    assert desk.outbox.shrunk == 0


def test_the_ten_who_were_written_to_last_are_known() -> None:
    targets, people = Targets(), [Person("net", f"p{number}", f"p{number}") for number in range(11)]
    for person in (*people[:10], people[0], people[10]):
        targets.wrote(person, 0)
    targets.refused(Person("net", "eve", "eve"), 30, 0)
    assert [person.nick for person in people if targets.bars(person, 1)] == ["p1"]


def test_a_line_to_somebody_known_keeps_no_stranger_waiting() -> None:
    targets, ann, eve = Targets(), Person("net", "ann", "ann"), Person("net", "eve", "eve")
    targets.wrote(ann, 0)
    targets.refused(eve, 30, 0)
    targets.wrote(ann, 20)
    assert targets.wait(20) == 10
    targets.wrote(eve, 30)
    assert targets.wait(30) == 30
