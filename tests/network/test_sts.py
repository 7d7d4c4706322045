"""STS: plain connections make way for encrypted ones, and a policy that was heard in safety is kept."""

import pytest

from ionbot.config import Server
from ionbot.network.link.servers import Route
from ionbot.network.link.sts import Policies, Sts, route
from tests.network.fakes import FakeClock

PLAIN = Route(Server("IRC.test", 6667), tls=False)
SAFE = Route(Server("IRC.test", 7000), tls=True)
BY_STS = Route(Server("IRC.test", 6697), tls=True, sts=True)
DAY = 86_400


def sts(way: Route, policies: Policies, clock: FakeClock | None = None, *, vouched: bool = True) -> Sts:
    return Sts(way, policies, clock or FakeClock(), vouched=vouched)


@pytest.mark.parametrize("value", ["port=6697", "duration=86400,port=6697,preload", "unknown,port=6697,foo=bar"])
def test_a_plain_connection_is_left_for_the_encrypted_port(value: str) -> None:
    policies: Policies = {}
    upgrade = sts(PLAIN, policies).heard(value)
    assert upgrade
    assert upgrade.route == BY_STS
    assert str(upgrade) == "the server wants an encrypted connection to port 6697 (STS)"
    assert policies == {}  # it was heard in the open, where anybody could have said it


@pytest.mark.parametrize("value", ["", "duration=86400", "port", "port=", "port=x", "port=0", "port=65536", "port=-1"])
def test_a_plain_connection_stays_without_a_port(value: str) -> None:
    policies: Policies = {}
    assert sts(PLAIN, policies).heard(value) is None
    assert policies == {}


def test_an_encrypted_connection_sets_a_policy_for_its_own_port() -> None:
    policies, clock = dict[str, tuple[int, int]](), FakeClock()
    assert sts(SAFE, policies, clock).heard("unknown,duration=86400,port=6697") is None
    assert policies == {"irc.test": (7000, clock.wall() + DAY * 1000)}


@pytest.mark.parametrize("value", ["", "port=6697", "duration", "duration=x", "duration=-1", "duration=99999999999"])
def test_an_encrypted_connection_sets_none_without_a_duration(value: str) -> None:
    policies: Policies = {}
    connection = sts(SAFE, policies)
    assert connection.heard(value) is None
    connection.ended()
    assert policies == {}


def test_a_policy_lasts_from_the_end_of_the_connection() -> None:
    policies, clock = dict[str, tuple[int, int]](), FakeClock()
    connection = sts(SAFE, policies, clock)
    connection.heard("duration=86400")
    clock.advance(2 * DAY)
    connection.ended()
    assert policies == {"irc.test": (7000, clock.wall() + DAY * 1000)}


def test_a_duration_of_nothing_takes_a_policy_back_for_good() -> None:
    policies: Policies = {"irc.test": (6697, 9**20), "other.test": (1, 2)}
    connection = sts(SAFE, policies)
    connection.heard("duration=86400")
    connection.heard("duration=0")
    connection.ended()
    assert policies == {"other.test": (1, 2)}


@pytest.mark.parametrize("value", ["duration=86400", "duration=0"])
def test_a_connection_whose_certificate_no_authority_vouches_for_sets_and_takes_no_policy(value: str) -> None:
    policies: Policies = {"irc.test": (1, 2)}
    connection = sts(SAFE, policies, vouched=False)
    assert connection.heard(value) is None
    connection.ended()
    assert policies == {"irc.test": (1, 2)}


def test_under_a_policy_plain_connections_go_to_the_encrypted_port_until_it_expires() -> None:
    policies = {"irc.test": (6697, 5000)}
    assert route(PLAIN.server, False, policies, 4999) == BY_STS
    assert route(Server("irc.TEST.", 6667), False, policies, 4999) == Route(Server("irc.TEST.", 6697), True, True)
    assert route(PLAIN.server, False, policies, 5000) == PLAIN
    assert route(Server("other.test", 6667), False, policies, 4999) == Route(Server("other.test", 6667), tls=False)


def test_a_connection_that_is_encrypted_anyway_goes_where_the_configuration_says() -> None:
    assert route(SAFE.server, True, {"irc.test": (6697, 5000)}, 0) == SAFE
