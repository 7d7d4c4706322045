"""Workers of a cluster by a clock that the test sets: what they take, give up, and when they are silent."""

from asyncio import Event
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from shutil import copy
from typing import cast

import pytest
from structlog.testing import capture_logs

from ionbot.administration.cluster import MARGIN_S, RENEW_S, VALID_S, given_back
from ionbot.administration.shares import PATIENCE_S
from ionbot.store.database import Database, DatabaseError
from ionbot.store.leases import Leases, Replaced
from ionbot.store.places import Where
from ionbot.store.stays import Stay, Stays
from ionbot.store.writer import Writer
from tests.administration.hands import Hand, Nets, World, working


@pytest.fixture
async def world(empty: Path, tmp_path: Path) -> AsyncIterator[World]:
    copy(empty, tmp_path / "x.db")
    with closing(Database(f"sqlite:///{tmp_path}/x.db")) as database:
        writer = Writer(database.engine)
        yield World(writer)
        await writer.close()


async def test_a_worker_alone_has_all_channels_and_tells_of_lobbies_that_were_left(world: World) -> None:
    one = Hand(world, "one", "#a", "#b")
    one.left_lobbies = ["#b"]
    async with working(one):
        assert not one.gate.open
        assert await one.beat() == RENEW_S
        assert (one.net.held, one.lobbies, one.reloads) == (["#a", "#b"], ["#b"], 1)
        assert one.gate.until == world.now + VALID_S - MARGIN_S
        fence = one.cluster.fence(one.net.find("#a"))
        assert fence
        assert (fence.worker, fence.epoch) == ("one", 1)


async def test_a_channel_that_is_lost_again_before_it_is_entered_is_not_entered(world: World) -> None:
    one = Hand(world, "one", "#a", "#b")
    one.fenced = ["#a"]
    async with working(one):
        await one.beat()
        assert one.net.held == ["#b"]
        assert one.cluster.fence(one.net.find("#a")) is None


async def test_it_is_heard_of_also_while_what_it_goes_to_channels_for_is_waited_for(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ionbot.administration.cluster.SET_UP_S", 0.01)
    one, there = Hand(world, "one", "#a"), Event()
    monkeypatch.setattr(one.cluster._stores, "reload", there.wait)
    async with working(one):
        for _ in range(5):
            world.now += VALID_S / 2
            await one.beat()
            assert (one.gate.open, one.net.held) == (True, [])
        there.set()
        await one.beat()
        assert one.net.held == ["#a"]


async def test_one_that_comes_later_gets_a_fair_share_but_no_running_match(world: World) -> None:
    one, two = (Hand(world, name, "#a", "#b", "#c", "#d") for name in ("one", "two"))
    async with working(one, two):
        await one.beat()
        for channel in ("#a", "#b", "#c"):
            one.plays(channel)
        await two.beat()
        await one.beat()
        await two.beat()
        assert (one.net.held, one.dropped, two.net.held) == (["#a", "#b", "#c"], ["#d"], ["#d"])
        one.tables.clear()
        for hand in (one, two, one, two):
            await hand.beat()
        assert (len(one.net.held), len(two.net.held)) == (2, 2)
        assert await one.cluster.elsewhere(one.net.find("#d")) == "two"
        assert await one.cluster.elsewhere(one.net.find("#c")) is None


async def test_a_worker_that_is_gone_is_looked_for_the_moment_it_is_over(world: World) -> None:
    one, two = Hand(world, "one", "#a"), Hand(world, "two", "#a")
    async with working(one, two):
        assert await two.beat() == RENEW_S
        world.now += 1
        await one.beat()
        assert await two.beat() == RENEW_S
        world.now += VALID_S - 1.5
        assert await two.beat() == 1.5
        world.now += 1.5
        await two.beat()
        assert two.net.held == ["#a"]


async def test_a_worker_that_wakes_up_is_silent_before_anything_else_and_lets_go_what_others_have(world: World) -> None:
    one, two = Hand(world, "one", "#a", "#b"), Hand(world, "two", "#a")
    async with working(one, two):
        await one.beat()
        for _ in range(2):
            await two.beat()
            world.now += VALID_S / 2
        assert not one.gate.open
        await two.beat()
        one.net.said.clear()
        await one.beat()
        assert (one.net.said, one.dropped, one.net.held) == (["hush", "come back"], ["#a", "#b"], ["#b"])
        assert one.gate.open
        assert one.cluster.fence(one.net.find("#a")) is None


async def test_without_the_database_it_is_silent_and_goes_on_where_nobody_came(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Hand(world, "one", "#a")
    async with working(one):
        await one.beat()
        before, one.net.said = one.cluster.fence(one.net.find("#a")), []
        world.now += VALID_S - MARGIN_S
        one.cluster._watch()
        assert one.net.said == ["hush"]
        world.now += 100
        await one.beat()
        assert one.net.said == ["hush", "hush", "come back"]
        assert (one.dropped, one.cluster.fence(one.net.find("#a"))) == ([], before)


async def test_after_an_outage_nobody_takes_what_others_had_before_they_could_be_heard_of(world: World) -> None:
    one, two, three = (Hand(world, name, "#a", "#b", "#c") for name in ("one", "two", "three"))
    async with working(one, two, three):
        for hand in (one, two, three, one, two, three):
            await hand.beat()
        shares = [list(hand.net.held) for hand in (one, two, three)]
        assert [len(held) for held in shares] == [1, 1, 1]
        world.now += 60
        for hand in (two, one):  # and three is gone
            await hand.beat()
        assert [hand.net.held for hand in (one, two)] == shares[:2]
        for _ in range(2):
            world.now += VALID_S / 2
            for hand in (two, one):
                await hand.beat()
        assert sorted(one.net.held + two.net.held) == ["#a", "#b", "#c"]


async def test_who_begins_when_an_outage_ends_takes_nothing_from_others_either(world: World) -> None:
    one, two = Hand(world, "one", "#a"), Hand(world, "two", "#a")
    async with working(one):
        await one.beat()
        world.now += 60
        async with working(two):
            await two.beat()
            await one.beat()
            assert (one.net.held, one.dropped, two.net.held) == (["#a"], [], [])
            for _ in range(2):
                world.now += VALID_S / 2
                await two.beat()
            assert two.net.held == ["#a"]


async def test_an_answer_that_comes_too_late_opens_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    one = Hand(world, "one", "#a")
    async with working(one):
        await one.beat()
        world.now += VALID_S
        beat = Leases.beat

        async def slow(leases: Leases, posts: dict[str, str], *, strike: bool) -> object:
            survey = await beat(leases, posts, strike=strike)
            world.now += VALID_S
            return survey

        monkeypatch.setattr(Leases, "beat", slow)
        one.net.said.clear()
        await one.cluster._beat()
        assert "come back" not in one.net.said
        assert not one.gate.open


async def test_a_worker_without_its_network_leaves_the_channels_to_those_who_are_there(world: World) -> None:
    one, two = Hand(world, "one", "#a", "#b"), Hand(world, "two", "#a", "#b")
    async with working(one, two):
        await one.beat()
        one.net.nick = None
        world.now += PATIENCE_S - 2
        await one.beat()
        assert one.net.held == ["#a", "#b"]
        world.now += 3
        await one.beat()
        assert one.net.held == ["#a", "#b"]  # there is nobody who could go on
        await two.beat()
        await one.beat()
        await two.beat()
        assert (one.net.held, two.net.held) == ([], ["#a", "#b"])
        one.net.nick = "ion"
        for hand in (one, two, one):
            await hand.beat()
        assert (one.net.held, two.net.held) == (["#a"], ["#b"])


async def test_what_nobody_takes_who_is_due_to_it_somebody_takes_who_can_and_keeps_it(world: World) -> None:
    """The configurations differ, which they should not."""
    one, two = Hand(world, "one", "#a", "#b", "#c", "#d"), Hand(world, "two", "#a")
    async with working(one, two):
        for hand in (two, one, two, one):
            await hand.beat()
        assert (one.net.held, two.net.held) == (["#b", "#c"], ["#a"])
        for _ in range(10):
            world.now += 2
            await one.beat()
            await two.beat()
        assert (one.net.held, two.net.held, one.dropped) == (["#b", "#c", "#d"], ["#a"], [])


async def test_no_more_is_kept_than_the_network_lets_in(world: World) -> None:
    one, two = Hand(world, "one", "#a", "#b", "#c"), Hand(world, "two", "#a", "#b", "#c")
    one.net.most = 1
    async with working(one, two):
        await one.beat()
        await one.beat()
        assert one.net.held == ["#a"]
        await two.beat()
        await one.beat()
        assert (one.net.held, two.net.held) == (["#a"], ["#b"])
        for _ in range(2):  # the other one may still take what it is due to
            world.now += PATIENCE_S / 2
            await one.beat()
            await two.beat()
        assert two.net.held == ["#b"]
        world.now += 0.1
        await two.beat()
        assert (one.net.held, two.net.held) == (["#a"], ["#b", "#c"])


async def test_while_nothing_changes_nothing_is_asked_of_the_network(world: World) -> None:
    """To tell whether it lets the bot into a channel, all of them are counted."""
    channels = [f"#{number}" for number in range(50)]
    one, two = Hand(world, "one", *channels), Hand(world, "two", *channels)
    async with working(one, two):
        for hand in (one, two, one, two):
            await hand.beat()
        for hand in (one, two):
            hand.net.asked = 0
            for channel in hand.net.channels.values():
                channel.open = channel.held
            await hand.beat()
            assert (len(hand.net.held), hand.net.asked) == (25, 0)


async def test_where_an_admin_has_sent_one_worker_any_may_go(world: World) -> None:
    one, two = Hand(world, "one", "#a"), Hand(world, "two", "#a")
    stays = Stays(world.writer)
    async with working(one, two):
        await one.beat()
        await stays.add(Stay("home", "#new", "KEY"))
        await two.beat()
        assert (two.net.said[-1], two.net.held) == ("join #new KEY", ["#new"])
        await one.beat()
        assert one.net.said.count("join #new KEY") == 1
        await stays.remove("home", "#new")
        await one.beat()
        assert one.net.said[-1] == "part #new"


async def test_another_key_changes_nothing_else_for_those_who_may_follow(world: World) -> None:
    one, two = Hand(world, "one"), Hand(world, "two")
    stays = Stays(world.writer)
    async with working(one, two):
        await stays.add(Stay("home", "#new", "KEY"))
        for hand in (one, two, one):
            await hand.beat()
        await stays.add(Stay("home", "#new", "OTHER"))
        for hand in (two, one):
            await hand.beat()
            assert (hand.net.said[-1], hand.net.stays_in("#new")) == ("join #new OTHER", True)


async def test_an_admin_s_order_takes_a_free_channel_at_once_and_names_who_has_another(world: World) -> None:
    one, two = Hand(world, "one", "#a", "#b"), Hand(world, "two", "#a", "#b")
    async with working(one, two):
        await one.beat()
        assert await two.cluster.bring(two.net.find("#a")) == "one"
        await one.cluster.send_away(one.net.find("#a"))
        assert (one.net.held, one.dropped) == (["#b"], ["#a"])
        for hand in (one, two):
            await hand.beat()
        assert two.net.held == []
        assert await two.cluster.bring(two.net.find("#a")) is None
        await two.beat()
        assert two.net.held == ["#a"]


async def test_who_is_invited_goes_if_it_gets_the_channel(world: World) -> None:
    one, two = Hand(world, "one", "#guest"), Hand(world, "two", "#guest")
    one.net.guests.add("#guest")
    two.net.guests.add("#guest")
    async with working(one, two):
        one.gate.ask("home", "#guest")
        await one.cluster._asked.settle()
        await one.beat()
        two.gate.ask("home", "#guest")
        await two.cluster._asked.settle()
        await two.beat()
        assert (one.net.held, two.net.held) == (["#guest"], [])
        one.net.find("#guest").barred = "kicked"
        await one.beat()
        assert one.net.held == []


async def test_a_network_that_is_configured_no_more_is_left_to_others(world: World) -> None:
    one = Hand(world, "one", "#a")
    async with working(one):
        await one.beat()
        cast("Nets", one.cluster._networks).clear()
        await one.beat()
        assert (one.dropped, one.cluster._held) == (["#a"], {})
        assert (await one.leases.beat({})).leases[Where("home", "#a")].worker is None


async def test_who_was_replaced_by_another_process_stops(world: World) -> None:
    one, again = Hand(world, "one", "#a"), Hand(world, "one", "#a", run="second")
    async with working(one):
        await one.beat()
        world.now += VALID_S
        await again.leases.begin()
        replaced = list[str]()
        with capture_logs() as logs:
            async with one.cluster.working(lambda: replaced.append("stop")):
                await one.cluster._work(lambda: replaced.append("stop"))
            await given_back(one.leases)
        assert "stop" in replaced
        assert not one.gate.open
        assert {log["event"] for log in logs} == {
            "stopped: another process took this worker's place", "leases not given back"
        }  # fmt: skip
        with pytest.raises(Replaced):
            await one.cluster._beat()


async def test_whatever_fails_the_worker_is_heard_of_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    one, fails = Hand(world, "one", "#a"), [DatabaseError("database: it is away"), KeyError("a fault of ours")]
    beat = Leases.beat

    async def flaky(leases: Leases, posts: dict[str, str], *, strike: bool) -> object:
        if fails:
            raise fails.pop(0)
        one.cluster.stop()
        return await beat(leases, posts, strike=strike)

    monkeypatch.setattr(Leases, "beat", flaky)
    monkeypatch.setattr("ionbot.administration.cluster.AGAIN_S", 0)
    async with working(one):
        with capture_logs() as logs:
            await one.cluster._work(lambda: None)
        assert one.gate.open
        assert [log["event"] for log in logs if log["log_level"] != "info"] == [
            "leases not renewed; tried again",
            "cluster fault",
        ]
