"""Who is who and where on real servers; what breaks there, and comes back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from ionbot.channel import Departure, Lane
from tests.network.conftest import Start
from tests.network.fakes import SENT, Fates
from tests.real.client import Client, until
from tests.real.conftest import Make
from tests.real.servers import Atheme, InspIRCd, Ngircd

pytestmark = pytest.mark.real

ENTERED = ("entered", "#ion")


async def test_a_player_s_account_is_seen_however_it_comes_and_goes(
    inspircd: InspIRCd, atheme: Atheme, start: Start
) -> None:
    async with Client(inspircd.port, "ann", "#ion") as ann, Client(inspircd.port, "bob", "#ion"):
        await ann.ask("NickServ", "REGISTER secret ann@irc.test")
        network, _, recorder = start(inspircd.port)
        await until(lambda: recorder.events == [ENTERED])
        channel = network.channels["#ion"]

        def account(nick: str) -> str | None:
            person = channel.find(nick)
            return person.account if person else "not there"

        assert (account("ann"), account("bob")) == ("ann", None)  # by WHOX
        ann.say("NickServ", "LOGOUT")
        await until(lambda: account("ann") is None)  # by account-notify
        ann.say("NickServ", "IDENTIFY secret")
        await until(lambda: account("ann") == "ann")
        ann.send("PART", "#ion")
        await until(lambda: channel.find("ann") is None)
        ann.send("JOIN", "#ion")
        await until(lambda: account("ann") == "ann")  # by extended-join
        ann.send("NICK", "cat")
        await until(lambda: account("cat") == "ann")
        ann.say("#ion", "it is me")
        await until(lambda: recorder.events[-1] == ("heard", "#ion", "cat", "it is me"))
        assert account("cat") == "ann"  # by account-tag


@pytest.mark.parametrize("kind", ["ngircd", "inspircd"])
async def test_a_kicked_bot_comes_back(kind: str, request: pytest.FixtureRequest, start: Start) -> None:
    server = request.getfixturevalue(kind)
    async with Client(server.port, "ann", "#ion") as ann:
        _, _, recorder = start(server.port)
        await until(lambda: recorder.events == [ENTERED])
        ann.send("KICK", "#ion", "ionbot", "out with you")
        await until(lambda: len(recorder.events) == 3)
        assert recorder.events[1:] == [("lost", "#ion", "kicked by ann: out with you"), ENTERED]


@pytest.mark.parametrize("kind", ["ngircd", "inspircd"])
async def test_who_is_kicked_parts_quits_or_changes_the_nick_is_seen(
    kind: str, request: pytest.FixtureRequest, start: Start
) -> None:
    server = request.getfixturevalue(kind)
    async with Client(server.port, "ann", "#ion") as ann, Client(server.port, "bob", "#ion") as bob:
        network, _, recorder = start(server.port)
        await until(lambda: recorder.events == [ENTERED])
        person = network.channels["#ion"].find("bob")
        bob.send("NICK", "bert")
        await until(lambda: network.channels["#ion"].find("bert") is person)
        recorder.take()
        bob.send("PART", "#ion")
        bob.send("JOIN", "#ion")
        await until(lambda: len(recorder.events) == 2)
        ann.send("KICK", "#ion", "bert")
        await until(lambda: len(recorder.events) == 3)
        bob.send("JOIN", "#ion")
        bob.send("QUIT", "good night")
        await until(lambda: len(recorder.events) == 5)
        assert recorder.events == [
            ("left", "#ion", "bert", Departure.PART),
            ("joined", "#ion", "bert"),
            ("left", "#ion", "bert", Departure.KICK),
            ("joined", "#ion", "bert"),
            ("left", "#ion", "bert", Departure.QUIT),
        ]


@pytest.mark.parametrize("kind", ["ngircd", "inspircd"])
async def test_a_connection_that_breaks_is_no_quit(kind: str, request: pytest.FixtureRequest, start: Start) -> None:
    server = request.getfixturevalue(kind)
    async with Client(server.port, "ann", "#ion") as ann:
        _, _, recorder = start(server.port)
        await until(lambda: recorder.events == [ENTERED])
        ann.drop()
        await until(lambda: len(recorder.events) == 2)
        assert recorder.events[-1] == ("left", "#ion", "ann", Departure.PING_TIMEOUT)


@pytest.mark.parametrize("kind", ["ngircd", "inspircd"])
async def test_after_a_restart_of_the_server_the_bot_is_back(
    kind: str, request: pytest.FixtureRequest, start: Start
) -> None:
    server = request.getfixturevalue(kind)
    network, _, recorder = start(server.port)
    await until(lambda: recorder.events == [ENTERED])
    server.stop()
    await until(lambda: len(recorder.events) == 2)
    assert recorder.events[-1][:2] == ("lost", "#ion")
    assert not network.channels["#ion"].open
    server.start()
    await until(lambda: recorder.events[-1] == ENTERED)


@pytest.fixture
async def linked(make: Make) -> AsyncIterator[tuple[Ngircd, Ngircd, Client]]:
    """Two servers that can be linked, and an operator on the first of them."""
    here, there = make(Ngircd, name="here.test"), make(Ngircd, name="there.test")
    here.know(there)
    there.know(here)
    here.start()
    there.start()
    async with Client(here.port, "op") as op:
        op.send("OPER", "oper", "operpass")
        await op.expect("381")
        yield here, there, op


async def test_a_netsplit_is_no_quit_and_who_was_split_off_comes_back(
    linked: tuple[Ngircd, Ngircd, Client], start: Start
) -> None:
    here, there, op = linked
    op.send("CONNECT", "there.test")
    async with Client(there.port, "ann", "#ion") as ann, Client(there.port, "bob", "#ion"):
        network, _, recorder = start(here.port)
        await until(lambda: len(network.channels["#ion"].people()) == 2)
        recorder.take()
        op.send("SQUIT", "there.test", "a test")
        await until(lambda: len(recorder.events) == 2)
        assert sorted(recorder.take()) == [("left", "#ion", nick, Departure.SPLIT) for nick in ("ann", "bob")]
        op.send("CONNECT", "there.test")
        await until(lambda: len(recorder.events) == 2)
        assert sorted(recorder.take()) == [("joined", "#ion", nick) for nick in ("ann", "bob")]
        ann.say("#ion", "here I am")
        await until(lambda: recorder.events == [("heard", "#ion", "ann", "here I am")])


async def test_when_a_server_dies_its_people_are_split_off(linked: tuple[Ngircd, Ngircd, Client], start: Start) -> None:
    here, there, op = linked
    op.send("CONNECT", "there.test")
    async with Client(there.port, "ann", "#ion"):
        network, _, recorder = start(here.port)
        await until(lambda: len(network.channels["#ion"].people()) == 1)
        there.stop()
        await until(lambda: recorder.events[-1] == ("left", "#ion", "ann", Departure.SPLIT))


@pytest.mark.slow
async def test_ngircd_s_penalty_loses_no_line_of_twelve_players(make: Make, start: Start) -> None:
    server = make(Ngircd, penalty=-1)
    server.start()
    nicks = [f"player{number}" for number in range(12)]
    async with AsyncExitStack() as stack:
        clients = [Client(server.port, nick, "#ion") for nick in nicks]
        players = await asyncio.gather(*map(stack.enter_async_context, clients))
        network, _, recorder = start(server.port, burst=4, rate=3)
        await until(lambda: recorder.events == [ENTERED])
        recorder.take()
        for player in players:
            player.say("#ion", f"I am {player.nick}")
        await until(lambda: len(recorder.events) == 12)
        assert {event[2:] for event in recorder.take()} == {(nick, f"I am {nick}") for nick in nicks}
        channel = network.channels["#ion"]
        fates = Fates()
        for person in channel.people():
            channel.tell(person, (f"hand of {person.nick}",), Lane.HAND, "hand", fates.note)
        channel.say(("the result",), left=fates.note)
        for player in players:
            lines = await player.until("NOTICE", player.nick, f"hand of {player.nick}")
            assert ["#ion", "the result"] in [line.params for line in lines]
        assert fates == [SENT] * 13
        assert recorder.events == []
