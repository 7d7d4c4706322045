"""Which server is next, and when."""

from ionbot.config import Server
from ionbot.network.clock import Timing
from ionbot.network.link.servers import Attempts, Route

ONE, TWO, THREE = (Server(f"{name}.test", 6697) for name in ("one", "two", "three"))
TIMING = Timing(reconnect_first=2, reconnect_most=7)


def latest(_least: float, most: float) -> float:
    return most


def test_the_only_server_is_tried_later_and_later() -> None:
    attempts = Attempts([ONE], TIMING, latest)
    assert [(attempts.next(), attempts.server) for _ in range(4)] == [(2, ONE), (4, ONE), (7, ONE), (7, ONE)]


def test_servers_take_turns_and_the_pause_grows_with_each_round() -> None:
    attempts = Attempts([ONE, TWO, THREE], TIMING, latest)
    assert attempts.server == ONE
    assert [(attempts.next(), attempts.server) for _ in range(7)] == [
        (2, TWO), (2, THREE), (2, ONE), (2, TWO), (2, THREE), (4, ONE), (2, TWO),
    ]  # fmt: skip


def test_after_a_stable_connection_the_first_server_is_next_and_soon() -> None:
    attempts = Attempts([ONE, TWO, THREE], TIMING, latest)
    for _ in range(7):
        attempts.next()
    assert attempts.server == TWO
    attempts.begin_anew()
    assert [(attempts.next(), attempts.server) for _ in range(4)] == [(2, ONE), (2, TWO), (2, THREE), (4, ONE)]


def test_a_pause_is_a_random_part_of_the_delay() -> None:
    pauses = [Attempts([ONE], TIMING).next() for _ in range(200)]
    assert 0 <= min(pauses) < 0.5
    assert 1.5 < max(pauses) <= 2


def test_a_route_says_where_it_leads_and_whether_that_was_the_server_s_wish() -> None:
    assert str(Route(ONE, tls=True)) == "one.test:6697"
    assert str(Route(Server("2001:db8::1", 6667), tls=False)) == "[2001:db8::1]:6667"
    assert str(Route(ONE, tls=True, sts=True)) == "one.test:6697 by STS"
