"""A worker of a cluster on a network: it enters only what it holds, and is silent while that is not certain."""

import asyncio

import pytest

from ionbot.channel import Delivery, Lane, Loss
from ionbot.network import Network
from ionbot.network.channels import IrcChannel
from ionbot.network.gate import Gate, uptime
from tests.network.conftest import QUICK
from tests.network.fakes import Fates, Recorder, Stage, config
from tests.network.scripted import Scripted

BY_INVITATION = ("net", "#new")


class Worker(Stage):
    """A session of a worker that holds #ion, and may speak until `seconds` have passed."""

    def __init__(self, seconds: float = 7, **changes: object) -> None:
        gate = Gate(leased=True, now=lambda: self.clock.time())  # noqa: PLW0108 - it has no clock yet
        self.gate = gate
        super().__init__(gate=gate, **changes)
        gate.until = self.clock.time() + seconds
        self.channel("#ion").held = True
        self.register()

    def channel(self, name: str) -> IrcChannel:
        found = self.shared.channels.find(name)
        assert found
        return found


def spoken(lines: list[str]) -> list[str]:
    return [line for line in lines if line.startswith(("PRIVMSG", "NOTICE"))]


def test_only_channels_that_are_held_are_entered() -> None:
    worker = Worker(channels=["#ion", "#other KEY"])
    assert [line for line in worker.link.take() if line.startswith("JOIN")] == ["JOIN #ion"]
    other = worker.channel("#other")
    worker.session.join(other)
    worker.clock.advance(60)
    assert not [line for line in worker.link.take() if "#other" in line]
    other.held = True
    worker.session.enter([other])
    assert worker.sent() == ["JOIN #other KEY"]


def test_into_a_channel_that_is_not_held_any_more_the_bot_does_not_come() -> None:
    worker = Worker()
    worker.channel("#ion").held = False
    assert worker.sent(":ionbot!bot@host JOIN #ion") == ["PART #ion"]
    assert worker.recorder.take() == []


def test_from_a_channel_that_it_has_let_go_the_bot_does_not_come_back() -> None:
    worker = Worker()
    channel = worker.enter()
    channel.held = False
    worker.session.part(channel)
    assert worker.sent(":ionbot!bot@host PART #ion") == ["PART #ion"]
    assert worker.recorder.take()[-1] == ("lost", "#ion", Loss.EXPELLED)
    worker.clock.advance(10_000)
    assert not [line for line in worker.link.take() if line.startswith("JOIN")]


def test_nothing_leaves_once_the_gate_is_shut_neither_to_a_channel_nor_to_a_person() -> None:
    worker, fates = Worker(seconds=7, burst=1, rate=0.5), Fates()
    channel = worker.enter()
    worker.clock.advance(6.9)
    worker.link.take()
    for number in range(4):
        channel.say((f"line {number}",), Lane.RESULT, fates.note)
    channel.tell(worker.person("ann"), ("yours",), left=fates.note)
    assert spoken(worker.sent()) == ["PRIVMSG #ion :line 0"]
    worker.clock.advance(60)
    assert spoken(worker.link.take()) == []
    assert sorted(fate for fate, _ in fates) == [Delivery.LOST] * 4 + [Delivery.SENT]


def test_what_waits_for_a_clogged_connection_is_lost_before_the_gate_opens_again() -> None:
    worker, fates = Worker(), Fates()
    channel = worker.enter()
    worker.link.ready = False
    channel.say(("late",), left=fates.note)
    worker.clock.advance(10)
    worker.session.hush()
    worker.shared.outbox.hush()
    worker.gate.until = worker.clock.time() + 7
    worker.link.ready = True
    worker.session.resume()
    assert spoken(worker.sent()) == []
    assert [fate for fate, _ in fates] == [Delivery.LOST]


def test_the_protocol_goes_on_while_the_gate_is_shut() -> None:
    worker = Worker(seconds=0)
    assert worker.sent("PING :token") == ["PONG token"]
    assert "WHO #ion" in worker.sent(":ionbot!bot@host JOIN #ion", ":irc.test 366 ionbot #ion :End of /NAMES")


def test_who_listens_is_in_no_channel_meanwhile_and_then_again_with_those_who_are_there_now() -> None:
    worker = Worker()
    channel = worker.enter("@ann bob")
    worker.recorder.take()
    worker.session.hush()
    assert worker.recorder.take() == [("lost", "#ion", Loss.DISCONNECTED)]
    assert worker.told(":ann!a@h PRIVMSG #ion :!join", ":bob!b@h QUIT :bye", ":cat!c@h JOIN #ion") == []
    worker.session.come_back()
    assert worker.recorder.take() == [("entered", "#ion")]
    assert {person.nick for person in channel.people()} == {"ann", "cat"}
    worker.session.come_back()
    assert worker.recorder.take() == []


def test_a_channel_whose_people_become_known_while_the_gate_is_shut_is_entered_when_it_opens() -> None:
    worker = Worker(seconds=0)
    channel = worker.enter()
    assert (worker.recorder.take(), channel.open) == ([], False)
    worker.gate.until = worker.clock.time() + 7
    worker.session.come_back()
    assert worker.recorder.take() == [("entered", "#ion")]


def test_an_invitation_asks_for_the_channel_first() -> None:
    worker, asked = Worker(inviters=["*!*@staff.example"]), list[tuple[str, str]]()
    worker.gate.ask = lambda network, channel: asked.append((network, channel))
    assert worker.sent(":ann!a@elsewhere INVITE ionbot #new") == []
    assert worker.sent(":ann!a@staff.example INVITE ionbot #new") == []
    assert asked == [BY_INVITATION]


def test_the_status_tells_of_channels_that_are_held_alone() -> None:
    from ionbot.network.status import Phase, State, snapshot

    worker = Worker(channels=["#ion", "#other"])
    told = snapshot(worker.shared, worker.route, Phase(State.CONNECTED, 0), worker.session)
    assert [channel.name for channel in told.channels] == ["#ion"]


def test_a_bot_that_works_alone_holds_all_and_is_never_shut() -> None:
    gate = Gate()
    assert (gate.leased, gate.open) == (False, True)
    assert Stage().shared.channels["#ion"].held


def test_a_worker_is_silent_until_it_was_heard_of() -> None:
    gate = Gate(leased=True)
    assert not gate.open
    gate.until = uptime() + 1
    assert gate.open


async def test_a_network_holds_and_lets_go_channels_whether_or_not_it_is_connected() -> None:
    gate, arrived = Gate(leased=True), asyncio.Event()
    gate.arrived, gate.until = arrived.set, uptime() + 100
    async with Scripted() as server:
        network = Network("net", config(port=server.port, tls=False), Recorder(), QUICK, gate=gate)
        (channel,) = network.wished
        assert network.nick is None
        life = asyncio.create_task(network.run())
        peer = await server.accept()
        await peer.register()
        await asyncio.wait_for(arrived.wait(), 5)
        assert network.nick == "ionbot"
        network.hold([channel])
        await peer.enter()
        network.release(channel)
        await peer.expect("PART #ion")
        assert not channel.held
        network.hush()
        network.come_back()
        peer.close()
        await network.stop("The test is over.")
        await life


@pytest.mark.parametrize("barred", ["", "an admin has sent the bot away"])
def test_holding_a_channel_is_a_fresh_start(barred: str) -> None:
    network = Network("net", config(), Recorder(), gate=Gate(leased=True))
    (channel,) = network.wished
    channel.barred = barred
    network.hold([channel])
    assert (channel.held, channel.barred) == (True, "")
    network.release(channel)
    assert not channel.held
