"""What real servers tell of the bot's own lines, and of what was said when."""

import time

import pytest

from games.kit.text import Card, Colour
from ionbot.channel import Delivery, Lane, Refusal
from tests.network.conftest import Start
from tests.network.fakes import SENT, Fates, seen
from tests.real.client import Client, until
from tests.real.servers import InspIRCd, Ngircd

pytestmark = pytest.mark.real

ENTERED = ("entered", "#ion")
SERVER_TICK_MS = 1_000
"""How old the time may be that a server takes for now."""


async def test_inspircd_stamps_what_is_said_and_gives_our_lines_back(inspircd: InspIRCd, start: Start) -> None:
    async with Client(inspircd.port, "ann", "#ion") as ann:
        network, _, recorder = start(inspircd.port)
        await until(lambda: recorder.events == [ENTERED])
        channel = network.channels["#ion"]
        person = seen(channel, "ann")
        assert person
        before, fates = 1000 * time.time() - SERVER_TICK_MS, Fates()
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
        assert before <= said <= told <= moved <= 1000 * time.time()


@pytest.mark.parametrize(
    ("target", "mode", "refusal", "became"),
    [
        ("#ion", "+m", Refusal.SILENCED, [Delivery.REFUSED, Delivery.SENT]),
        ("ann", "+g", Refusal.UNWANTED, [Delivery.SENT, Delivery.REFUSED]),
        ("ann", "+R", Refusal.UNWANTED, [Delivery.SENT, Delivery.REFUSED]),
    ],
)
async def test_inspircd_refuses_what_may_not_be_said(
    target: str, mode: str, refusal: Refusal, became: list[Delivery], inspircd: InspIRCd, start: Start
) -> None:
    """Its answers: 404 for +m; 716 for +g, caller-id; 477 for +R, which takes messages of the logged in only."""
    async with Client(inspircd.port, "ann", "#ion") as ann:
        network, _, recorder = start(inspircd.port)
        await until(lambda: recorder.events == [ENTERED])
        channel = network.channels["#ion"]
        person = seen(channel, "ann")
        assert person
        ann.send("MODE", target, mode)
        await ann.expect("MODE", target)
        said, told = Fates(), Fates()
        channel.say(("to all",), left=said.note)
        channel.tell(person, ("to you",), Lane.HAND, left=told.note)
        await until(lambda: said and told)
        assert [fate for fate, _ in said + told] == became
        assert [event[:3] for event in recorder.events[1:]] == [("refused", target, refusal)]


async def test_inspircd_passes_on_what_has_no_colours_where_there_may_be_none(inspircd: InspIRCd, start: Start) -> None:
    async with Client(inspircd.port, "ann", "#ion") as ann:
        network, _, recorder = start(inspircd.port, colour=True)
        await until(lambda: recorder.events == [ENTERED])
        channel, line = network.channels["#ion"], (Card("S", Colour.RED), " is put down")
        channel.say(line)
        assert (await ann.expect("PRIVMSG", "#ion")).params[-1] == "\x0304S\x0f is put down"
        ann.send("MODE", "#ion", "+c")
        await until(lambda: "c" in channel.modes)
        channel.say(line)
        assert (await ann.expect("PRIVMSG", "#ion")).params[-1] == "S is put down"
        assert recorder.events == [ENTERED]


async def test_inspircd_takes_a_line_for_two_and_one_of_them_refuses_it(
    inspircd: InspIRCd, start: Start, messages: list[str]
) -> None:
    async with Client(inspircd.port, "ann", "#ion") as ann, Client(inspircd.port, "bob", "#ion") as bob:
        network, _, recorder = start(inspircd.port)
        await until(lambda: recorder.events == [ENTERED])
        channel = network.channels["#ion"]
        ann.send("MODE", "ann", "+g")
        await ann.expect("MODE", "ann")
        fates = [Fates(), Fates()]
        for nick, fate in zip(("ann", "bob"), fates, strict=True):
            person = seen(channel, nick)
            assert person
            channel.tell(person, ("help",), left=fate.note)
        await until(lambda: all(fates))
        assert messages == ["NOTICE ann,bob help"]
        assert [fate for ((fate, _),) in fates] == [Delivery.REFUSED, Delivery.SENT]
        assert (await bob.expect("NOTICE", "bob")).params == ["bob", "help"]
        assert [event[:3] for event in recorder.events[1:]] == [("refused", "ann", Refusal.UNWANTED)]


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
        assert recorder.events[1][:3] == ("refused", "#ion", Refusal.SILENCED)


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
