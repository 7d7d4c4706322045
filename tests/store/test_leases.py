"""The leases of a cluster, by a clock that the test sets: on both databases the same."""

from collections.abc import Awaitable, Callable

import pytest

from ionbot.store.database import Database, DatabaseError
from ionbot.store.fence import Fence
from ionbot.store.leases import VALID_MS, Leases, Replaced, Worker, database_ms
from ionbot.store.places import Where
from ionbot.store.rollcall import call_roll
from ionbot.store.writer import Writer

A, B, C = (Where("home", f"#{name}") for name in "abc")
ON_HOME = {"home": "ion"}

Enlist = Callable[..., Awaitable[Leases]]


class Clock:
    """The database's clock as the test sets it."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self, _connection: object) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def enlist(writer: Writer, clock: Clock) -> Enlist:
    """Begin as a worker, and be heard of on a network."""

    async def enlist(name: str, run: str = "first") -> Leases:
        leases = Leases(writer, Worker(name, run), clock)
        await leases.begin()
        await leases.beat(ON_HOME)
        return leases

    return enlist


async def holders(leases: Leases) -> dict[str, tuple[str | None, int]]:
    survey = await leases.beat(ON_HOME)
    return {where.channel: (lease.worker, lease.epoch) for where, lease in survey.leases.items()}


async def test_a_free_channel_is_taken_once_and_each_taking_is_an_epoch(enlist: Enlist) -> None:
    one, two = await enlist("one"), await enlist("two")
    assert await one.take([A, B]) == {}
    assert await two.take([B, C]) == {B: "one"}
    assert await holders(one) == {"#a": ("one", 1), "#b": ("one", 1), "#c": ("two", 1)}
    await one.free([A, C])
    assert await one.take([A]) == {}
    assert await holders(two) == {"#a": ("one", 2), "#b": ("one", 1), "#c": ("two", 1)}


async def test_who_is_heard_of_keeps_its_leases_and_who_is_not_loses_them(enlist: Enlist, clock: Clock) -> None:
    one, two = await enlist("one"), await enlist("two")
    await one.take([A])
    await two.take([B])
    clock.now += VALID_MS - 1
    survey = await two.beat(ON_HOME)
    assert (survey.live, survey.next_end) == ({"home": ["one", "two"]}, 1)
    assert survey.leases[A].worker == "one"
    clock.now += 1
    survey = await two.beat(ON_HOME)
    assert (survey.live, survey.next_end) == ({"home": ["two"]}, None)
    assert survey.leases[A].worker is None
    assert await two.take([A]) == {}
    assert await holders(two) == {"#a": ("two", 2), "#b": ("two", 1)}


async def test_who_was_late_and_missed_by_nobody_goes_on(enlist: Enlist, clock: Clock) -> None:
    one = await enlist("one")
    await one.take([A])
    clock.now += 10 * VALID_MS
    assert await holders(one) == {"#a": ("one", 1)}


async def test_who_wakes_up_after_a_takeover_is_a_worker_without_channels(enlist: Enlist, clock: Clock) -> None:
    one, two = await enlist("one"), await enlist("two")
    await one.take([A, B])
    clock.now += VALID_MS
    await two.beat(ON_HOME)
    await two.take([A])
    assert await holders(one) == {"#a": ("two", 2), "#b": (None, 1)}
    await one.free([A])
    assert await one.take([B]) == {}
    assert await holders(one) == {"#a": ("two", 2), "#b": ("one", 2)}
    assert (await two.beat(ON_HOME)).live == {"home": ["one", "two"]}


async def test_a_lease_makes_a_fence_for_its_worker_alone(enlist: Enlist) -> None:
    one, two = await enlist("one"), await enlist("two")
    await one.take([A])
    lease = (await one.beat(ON_HOME)).leases[A]
    assert lease.fence(one.worker) == Fence(lease.channel, "one", 1)
    assert lease.fence(two.worker) is None


async def test_a_second_process_by_the_same_name_is_refused_while_the_first_lives(
    enlist: Enlist, writer: Writer, clock: Clock
) -> None:
    one = await enlist("one")
    second = Leases(writer, Worker("one", "second"), clock)

    async def first_is_heard_of(_seconds: float) -> None:
        clock.now += 1000
        await one.beat(ON_HOME)

    with pytest.raises(DatabaseError, match=r"^worker one runs already; stop it first, or set another name"):
        await second.begin(sleep=first_is_heard_of)
    await one.beat(ON_HOME)


async def test_a_process_that_was_killed_is_waited_for_and_replaced(
    enlist: Enlist, writer: Writer, clock: Clock
) -> None:
    one = await enlist("one")
    await one.take([A])
    second, slept = Leases(writer, Worker("one", "second"), clock), 0.0

    async def sleep(seconds: float) -> None:
        nonlocal slept
        slept += seconds
        clock.now += round(1000 * seconds)

    await second.begin(sleep)
    assert slept * 1000 == VALID_MS
    assert await holders(second) == {"#a": (None, 1)}
    with pytest.raises(Replaced, match="another process works as worker one"):
        await one.beat(ON_HOME)
    for forbidden in (one.take([A]), one.free([A]), one.leave()):
        with pytest.raises(Replaced):
            await forbidden
    assert await second.take([A]) == {}


async def test_who_leaves_gives_all_up_at_once(enlist: Enlist) -> None:
    one, two = await enlist("one"), await enlist("two")
    await one.take([A])
    await one.leave()
    assert (await two.beat(ON_HOME)).live == {"home": ["two"]}
    assert await two.take([A]) == {}
    await enlist("one", "second")  # it need not wait


async def test_nobody_takes_a_channel_that_an_admin_has_sent_the_bot_away_from(enlist: Enlist) -> None:
    one, two = await enlist("one"), await enlist("two")
    await one.take([A])
    await one.send_away(A, away=True)
    await one.free([A])
    assert await two.take([A]) == {A: None}
    assert (await two.beat(ON_HOME)).leases[A].away
    await two.send_away(A, away=False)
    assert await two.take([A]) == {}
    await one.send_away(B, away=True)
    await enlist("three")  # a start brings the bot back
    assert await two.take([B]) == {}


async def test_workers_are_live_on_the_networks_that_they_are_on(enlist: Enlist) -> None:
    one, two = await enlist("one"), await enlist("two")
    assert (await one.beat({"far": "ion", "home": "ion"})).live == {"far": ["one"], "home": ["one", "two"]}
    assert (await two.beat({})).live == {"far": ["one"], "home": ["one"]}
    assert (await one.beat({"far": "other"})).live == {"far": ["one"]}


async def test_the_roll_tells_who_holds_what(enlist: Enlist, clock: Clock, database: Database) -> None:
    clock.now = 2**42  # the roll goes by the database's own clock
    one, two = await enlist("one"), await enlist("two")
    await one.take([A, B])
    await two.take([C])
    await two.leave()
    roll = call_roll(database)
    assert [(each.name, each.live, each.heard, each.nicks, each.channels) for each in roll.workers] == [
        ("one", True, clock.now, {"home": "ion"}, 2),
        ("two", False, None, {}, 0),
    ]
    assert [(each.channel, each.worker, each.epoch, each.since, each.playing) for each in roll.channels] == [
        ("#a", "one", 1, clock.now, "nothing is played"),
        ("#b", "one", 1, clock.now, "nothing is played"),
        ("#c", None, 1, clock.now, "nothing is played"),
    ]
    assert roll.live == {"one"}


async def test_the_roll_tells_that_a_worker_is_overdue(enlist: Enlist, database: Database) -> None:
    one = await enlist("one")  # by a clock that stands in 1970
    await one.take([A])
    (worker,), (channel,) = call_roll(database).workers, call_roll(database).channels
    assert (worker.live, worker.heard, worker.channels, channel.worker) == (False, 1_000_000, 0, None)


def test_the_clock_is_the_databases_own(database: Database) -> None:
    with database.read() as connection:
        first, second = database_ms(connection), database_ms(connection)
    assert 1_750_000_000_000 < first <= second < 2**42
