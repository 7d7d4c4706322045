"""What real servers tell of the bot's own lines, and of what was said when."""

import time

import pytest

from ionbot.channel import Delivery, Lane
from tests.network.conftest import Start
from tests.network.fakes import SENT, Fates
from tests.real.client import Client, until
from tests.real.servers import InspIRCd, Ngircd

pytestmark = pytest.mark.real

ENTERED = ("entered", "#ion")


async def test_inspircd_stamps_what_is_said_and_gives_our_lines_back(inspircd: InspIRCd, start: Start) -> None:
    async with Client(inspircd.port, "ann", "#ion") as ann:
        network, _, recorder = start(inspircd.port)
        await until(lambda: recorder.events == [ENTERED])
        channel = network.channels["#ion"]
        person = channel.find("ann")
        assert person
        fates = Fates()
        channel.say(("to all",), left=fates.note)
        channel.tell(person, ("to you",), Lane.HAND, left=fates.note)
        await until(lambda: len(fates) == 2)
        ann.say("#ion", "a move")
        await until(lambda: recorder.events[1:] == [("heard", "#ion", "ann", "a move")])
        (said_fate, said), (told_fate, told), (moved,) = *fates, recorder.stamps
        assert (said_fate, told_fate) == (Delivery.SENT, Delivery.SENT)
        assert said is not None
        assert told is not None
        assert moved is not None
        assert 1000 * time.time() - 15_000 < said <= told <= moved <= 1000 * time.time()


async def test_inspircd_refuses_what_may_not_be_said(inspircd: InspIRCd, start: Start) -> None:
    async with Client(inspircd.port, "ann", "#ion") as ann:
        network, _, recorder = start(inspircd.port)
        await until(lambda: recorder.events == [ENTERED])
        channel = network.channels["#ion"]
        person = channel.find("ann")
        assert person
        ann.send("MODE", "#ion", "+m")
        ann.send("MODE", "ann", "+g")
        await ann.expect("MODE", "ann")
        fates = Fates()
        channel.say(("to all",), left=fates.note)
        channel.tell(person, ("to you",), Lane.HAND, left=fates.note)
        await until(lambda: len(fates) == 2)
        assert fates == [(Delivery.REFUSED, None)] * 2
        assert [event[:2] for event in recorder.events[1:]] == [("refused", "#ion"), ("refused", "ann")]


async def test_ngircd_gives_nothing_back_and_refuses_later(ngircd: Ngircd, start: Start) -> None:
    async with Client(ngircd.port, "ann", "#ion") as ann:
        network, _, recorder = start(ngircd.port)
        await until(lambda: recorder.events == [ENTERED])
        ann.send("MODE", "#ion", "+m")
        await ann.expect("MODE", "#ion")
        fates = Fates()
        network.channels["#ion"].say(("to all",), left=fates.note)
        await until(lambda: len(recorder.events) == 2)
        assert fates == [SENT]
        assert recorder.events[1][:2] == ("refused", "#ion")


@pytest.mark.parametrize("kind", ["ngircd", "inspircd"])
async def test_a_sign_comes_after_all_that_was_said(kind: str, request: pytest.FixtureRequest, start: Start) -> None:
    server = request.getfixturevalue(kind)
    async with Client(server.port, "ann", "#ion") as ann:
        network, _, recorder = start(server.port)
        await until(lambda: recorder.events == [ENTERED])
        for number in range(20):
            ann.say("#ion", f"move {number}")
        ann.send("PING", "read")
        await ann.expect("PONG")
        signs: list[tuple[int | None, int]] = []
        network.channels["#ion"].confirm(lambda silence: signs.append((silence, len(recorder.events))))
        assert signs == []
        await until(lambda: signs)
        assert signs == [(None, 21)]
