"""Who is who and where on real servers; what breaks there, and comes back."""

import pytest

from ionbot.channel import Departure
from tests.network.conftest import Start
from tests.network.fakes import seen
from tests.real.client import Client, until
from tests.real.servers import Atheme, InspIRCd

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
            person = seen(channel, nick)
            return person.account if person else "not there"

        assert (account("ann"), account("bob")) == ("ann", None)  # by WHOX
        ann.say("NickServ", "LOGOUT")
        await until(lambda: recorder.events[1:] == [("identified", "ann", None)])  # by account-notify
        ann.say("NickServ", "IDENTIFY secret")
        await until(lambda: recorder.events[2:] == [("identified", "ann", "ann")])
        ann.send("PART", "#ion")
        await until(lambda: seen(channel, "ann") is None)
        ann.send("JOIN", "#ion")
        await until(lambda: account("ann") == "ann")  # by extended-join
        ann.send("NICK", "cat")
        await until(lambda: account("cat") == "ann")
        ann.say("#ion", "it is me")
        await until(lambda: recorder.events[-1] == ("heard", "#ion", "cat", "it is me"))
        assert account("cat") == "ann"  # by account-tag
        assert [event for event in recorder.events[3:] if event[0] == "identified"] == []


async def test_where_only_whox_tells_accounts_who_joins_later_is_asked_about(
    inspircd: InspIRCd, atheme: Atheme, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ionbot.network.entry.registration.WANTED", {"echo-message", "message-tags"})
    _, _, recorder = start(inspircd.port)
    await until(lambda: recorder.events == [ENTERED])
    async with Client(inspircd.port, "ann") as ann, Client(inspircd.port, "bob", "#ion") as bob:
        await ann.ask("NickServ", "REGISTER secret ann@irc.test")
        recorder.take()
        ann.send("JOIN", "#ion")
        ann.say("#ion", "!join")
        await until(lambda: len(recorder.events) == 3)
        assert recorder.take() == [
            ("joined", "#ion", "ann"),
            ("identified", "ann", "ann"),
            ("heard", "#ion", "ann", "!join"),
        ]
        bob.say("#ion", "!join")
        await until(lambda: recorder.events == [("heard", "#ion", "bob", "!join")])


@pytest.mark.parametrize("kind", ["ngircd", "inspircd"])
async def test_who_is_kicked_parts_quits_or_changes_the_nick_is_seen(
    kind: str, request: pytest.FixtureRequest, start: Start
) -> None:
    server = request.getfixturevalue(kind)
    async with Client(server.port, "ann", "#ion") as ann, Client(server.port, "bob", "#ion") as bob:
        network, _, recorder = start(server.port)
        await until(lambda: recorder.events == [ENTERED])
        person = seen(network.channels["#ion"], "bob")
        bob.send("NICK", "bert")
        await until(lambda: seen(network.channels["#ion"], "bert") is person)
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
