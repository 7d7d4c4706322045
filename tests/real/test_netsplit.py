"""Two linked servers that lose each other: who is split off is the same when they come back."""

import pytest

from ionbot.channel import Departure
from tests.network.conftest import Start
from tests.network.fakes import seen
from tests.real.client import Client, until
from tests.real.conftest import Make
from tests.real.pair import linked
from tests.real.servers import Atheme, InspIRCd, Ngircd

pytestmark = pytest.mark.real

ENTERED = ("entered", "#ion")


@pytest.mark.parametrize("kind", [Ngircd, InspIRCd])
async def test_a_netsplit_is_no_quit_and_who_was_split_off_comes_back(
    kind: type[Ngircd | InspIRCd], make: Make, start: Start
) -> None:
    async with (
        linked(make, kind) as pair,
        Client(pair.there.port, "ann", "#ion") as ann,
        Client(pair.there.port, "bob", "#ion"),
    ):
        network, _, recorder = start(pair.here.port)
        channel = network.channels["#ion"]
        await until(lambda: ENTERED in recorder.events and len(channel.people()) == 2)
        before = {person.nick: (person.identity, person.address) for person in channel.people()}
        recorder.take()
        pair.split()
        await until(lambda: len(recorder.events) == 2)
        assert sorted(recorder.take()) == [("left", "#ion", nick, Departure.SPLIT) for nick in ("ann", "bob")]
        await pair.relink(ann)
        await until(lambda: len(recorder.events) == 2)
        assert sorted(recorder.take()) == [("joined", "#ion", nick) for nick in ("ann", "bob")]
        assert {person.nick: (person.identity, person.address) for person in channel.people()} == before
        ann.say("#ion", "here I am")
        await until(lambda: recorder.events == [("heard", "#ion", "ann", "here I am")])


@pytest.mark.parametrize("kind", [Ngircd, InspIRCd])
async def test_when_a_server_dies_its_people_are_split_off(
    kind: type[Ngircd | InspIRCd], make: Make, start: Start
) -> None:
    async with linked(make, kind) as pair, Client(pair.there.port, "ann", "#ion"):
        network, _, recorder = start(pair.here.port)
        await until(lambda: ENTERED in recorder.events and network.channels["#ion"].people())
        pair.there.stop()
        await until(lambda: recorder.events[-1] == ("left", "#ion", "ann", Departure.SPLIT))


async def test_who_is_logged_in_still_is_after_the_split(make: Make, start: Start) -> None:
    async with linked(make, InspIRCd) as pair, Client(pair.there.port, "ann", "#ion") as ann:
        assert isinstance(pair.here, InspIRCd)
        make(Atheme, pair.here).start()
        await ann.finds("NickServ", "WHOIS", "NickServ", answer="311", end="318")
        await ann.ask("NickServ", "REGISTER secret ann@irc.test")
        network, _, recorder = start(pair.here.port)
        channel = network.channels["#ion"]
        await until(lambda: ENTERED in recorder.events and (ann := seen(channel, "ann")) and ann.account == "ann")
        pair.split()
        await until(lambda: not channel.people())
        recorder.take()
        await pair.relink(ann)
        await until(lambda: recorder.events == [("joined", "#ion", "ann")])
        assert [person.identity for person in channel.people()] == ["account:ann"]
