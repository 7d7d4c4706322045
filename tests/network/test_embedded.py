"""The network on the embedded server, which gives stamps and echoes."""

import time
from collections.abc import AsyncIterator

import pytest

from ionbot.channel import Channel, Delivery, Lane, Refusal
from ionbot.demo.server import Server
from tests.demo.raw import Raw
from tests.network.conftest import Start
from tests.network.fakes import Fates, Recorder, seen
from tests.network.scripted import until


class Scene:
    """The bot and ann, an operator, in #ion."""

    def __init__(self, ann: Raw, channel: Channel, recorder: Recorder) -> None:
        self.ann = ann
        self.channel = channel
        self.recorder = recorder


@pytest.fixture
async def scene(start: Start) -> AsyncIterator[Scene]:
    async with Server() as server:
        ann = await Raw.connect(server.port)
        await ann.sync("NICK ann", "USER ann 0 * :Ann", "JOIN #ion")
        network, _, recorder = start(server.port)
        await until(lambda: recorder.events)
        recorder.take()
        yield Scene(ann, network.channels["#ion"], recorder)
        await network.stop("over")
        await ann.close()


async def test_lines_are_sent_with_the_stamps_of_their_echoes(scene: Scene) -> None:
    fates = Fates()
    ann = seen(scene.channel, "ann")
    assert ann
    scene.channel.say(("to all",), left=fates.note)
    scene.channel.tell(ann, ("to you",), Lane.HAND, left=fates.note)
    await until(lambda: len(fates) == 2)
    scene.ann.send("PRIVMSG #ion :a move")
    await until(lambda: scene.recorder.events == [("heard", "#ion", "ann", "a move")])
    (sent, said), (_, told) = fates
    (moved,) = scene.recorder.stamps
    assert sent is Delivery.SENT
    assert said is not None
    assert told is not None
    assert moved is not None
    assert 1000 * time.time() - 5000 < said <= told <= moved <= 1000 * time.time()


async def test_a_silenced_bot_is_refused(scene: Scene) -> None:
    await scene.ann.sync("MODE #ion +m")
    fates = Fates()
    scene.channel.say(("anybody?",), left=fates.note)
    await until(lambda: fates)
    assert fates == [(Delivery.REFUSED, None)]
    assert scene.recorder.events == [("refused", "#ion", Refusal.SILENCED, "Cannot send to channel (+m)")]


async def test_a_sign_comes_after_all_that_was_said(scene: Scene) -> None:
    await scene.ann.sync(*(f"PRIVMSG #ion :move {number}" for number in range(20)))
    signs: list[int | None] = []
    heard: list[object] = []

    def on_sign(silence: int | None) -> None:
        signs.append(silence)
        heard.extend(scene.recorder.events)

    scene.channel.confirm(on_sign)
    assert signs == []
    await until(lambda: signs)
    assert signs == [None]
    assert heard == [("heard", "#ion", "ann", f"move {number}") for number in range(20)]
