"""Channels of real servers that the bot gets into, is put out of, and is called to."""

from dataclasses import replace

import pytest

from ionbot.channel import Loss
from ionbot.network import Network
from tests.network.conftest import QUICK, Start
from tests.network.fakes import Recorder
from tests.real.client import Client, until
from tests.real.conftest import Make
from tests.real.servers import Atheme, Daemon, InspIRCd, Ngircd

pytestmark = pytest.mark.real

ENTERED = ("entered", "#ion")
EXPELLED = ("lost", "#ion", Loss.EXPELLED)
PATIENT = replace(QUICK, rejoin_first=3600)
"""Without the bot's own attempts to come back."""


@pytest.fixture(params=[Ngircd, InspIRCd])
def server(request: pytest.FixtureRequest, make: Make) -> Daemon:
    """A running server of each kind."""
    server: Daemon = make(request.param)
    server.start()
    return server


def kept_out(network: Network, channel: str) -> str:
    """Give why the bot is not in a channel, as the status says."""
    return next(each.why for each in network.status().channels if each.name == channel)


async def entered(recorder: Recorder) -> None:
    """Wait until the bot is in #ion, and forget what was before."""
    await until(lambda: ENTERED in recorder.events)
    recorder.take()


async def test_an_invitation_opens_a_channel_that_is_invite_only(server: Daemon, start: Start) -> None:
    async with Client(server.port, "ann", "#ion") as ann:
        ann.send("MODE", "#ion", "+i")
        await ann.expect("MODE", "#ion")
        network, _, recorder = start(server.port, PATIENT)
        await until(lambda: "invite only" in kept_out(network, "#ion"))
        assert recorder.events == []
        ann.send("INVITE", "ionbot", "#ion")
        await entered(recorder)


async def test_a_key_opens_a_channel_that_has_one(server: Daemon, start: Start) -> None:
    async with Client(server.port, "ann", "#secret") as ann:
        ann.send("MODE", "#secret", "+k", "lock")
        await ann.expect("MODE", "#secret")
        _, _, recorder = start(server.port, PATIENT, channels=["#ion", "#open", "#secret lock"])
        await until(lambda: len(recorder.events) == 3)
        assert {event[1] for event in recorder.events} == {"#ion", "#open", "#secret"}


async def test_a_kicked_bot_comes_back(server: Daemon, start: Start) -> None:
    async with Client(server.port, "ann", "#ion") as ann:
        _, _, recorder = start(server.port)
        await entered(recorder)
        ann.send("KICK", "#ion", "ionbot", "out with you")
        await until(lambda: recorder.events == [EXPELLED, ENTERED])


async def test_a_kicked_bot_that_may_not_come_back_waits_until_it_is_invited(server: Daemon, start: Start) -> None:
    async with Client(server.port, "ann", "#ion") as ann:
        network, _, recorder = start(server.port, rejoin_after_kick=False)
        await entered(recorder)
        ann.send("KICK", "#ion", "ionbot", "out with you")
        await until(lambda: recorder.events == [EXPELLED])
        assert kept_out(network, "#ion") == "kicked by ann: out with you; the bot waits for an invitation"
        ann.send("INVITE", "ionbot", "#ion")
        await until(lambda: recorder.events == [EXPELLED, ENTERED])


async def test_a_banned_bot_comes_back_once_the_ban_is_lifted(server: Daemon, start: Start) -> None:
    async with Client(server.port, "ann", "#ion") as ann:
        network, _, recorder = start(server.port)
        await entered(recorder)
        ann.send("MODE", "#ion", "+b", "ionbot!*@*")
        ann.send("KICK", "#ion", "ionbot")
        await until(lambda: "banned" in kept_out(network, "#ion"))
        ann.send("MODE", "#ion", "-b", "ionbot!*@*")
        await until(lambda: recorder.events == [EXPELLED, ENTERED])


async def test_an_inviter_that_the_bot_does_not_see_calls_it_by_account(
    inspircd: InspIRCd, atheme: Atheme, start: Start
) -> None:
    async with Client(inspircd.port, "ann", "#new") as ann, Client(inspircd.port, "eve", "#eve") as eve:
        await ann.ask("NickServ", "REGISTER secret ann@irc.test")
        network, _, recorder = start(inspircd.port, inviters=["account:ann"])
        await entered(recorder)
        eve.send("INVITE", "ionbot", "#eve")
        ann.send("INVITE", "ionbot", "#new")
        await until(lambda: recorder.events == [("entered", "#new")])
        assert set(network.channels) == {"#ion", "#new"}


async def test_a_channel_that_the_bot_is_forced_or_sent_into_is_left(inspircd: InspIRCd, start: Start) -> None:
    async with Client(inspircd.port, "op", "#ion", "#full", "#other") as op:
        op.send("OPER", "oper", "operpass")
        await op.expect("381")
        op.send("MODE", "#full", "+lL", "1", "#other")
        network, _, recorder = start(inspircd.port, PATIENT, channels=["#ion", "#full"])
        await op.expect("PART", "#other")
        await entered(recorder)
        assert kept_out(network, "#full").startswith("the channel sends everybody elsewhere")
        op.send("SAJOIN", "ionbot", "#other")
        await op.expect("PART", "#other")
        assert recorder.events == []
        assert set(network.channels) == {"#ion", "#full"}
