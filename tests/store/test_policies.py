"""STS policies outlive the bot."""

from structlog.testing import capture_logs

from ionbot.store.database import Database
from ionbot.store.policies import load
from ionbot.store.writer import Writer

NOW = 1_700_000_000_000


async def stored(writer: Writer, now: int = NOW) -> dict[str, tuple[int, int]]:
    return {**await load(writer, lambda: now)}


async def test_what_is_set_and_taken_back_is_so_after_a_restart(writer: Writer) -> None:
    policies = await load(writer)
    assert dict(policies) == {}
    policies["irc.test"] = 6697, NOW + 1
    policies["other.test"] = 6697, NOW + 1
    policies["irc.test"] = 7000, NOW + 2
    policies.pop("other.test")
    policies.pop("never.test", None)
    assert dict(policies) == {"irc.test": (7000, NOW + 2)}
    await policies.close()
    assert await stored(writer) == {"irc.test": (7000, NOW + 2)}


async def test_what_has_expired_is_forgotten(writer: Writer) -> None:
    policies = await load(writer)
    policies["irc.test"] = 6697, NOW
    await policies.close()
    assert await stored(writer, NOW - 1) == {"irc.test": (6697, NOW)}
    assert await stored(writer, NOW) == {}
    assert await stored(writer, NOW - 1) == {}


async def test_what_cannot_be_saved_counts_until_the_end_and_is_logged(database: Database, writer: Writer) -> None:
    policies = await load(writer)
    await writer.close()
    with capture_logs() as logs:
        policies["irc.test"] = 6697, NOW
        await policies.close()
    assert policies["irc.test"] == (6697, NOW)
    assert [entry["event"] for entry in logs] == ["STS policy not saved"]
