"""Players, lobbies and results: what the journal keeps besides the inputs."""

from typing import Any

import pytest

from games.kit.inputs import Stopped
from ionbot.store.database import Contradiction, Database
from ionbot.store.journal import Journal
from ionbot.store.models import (
    channels,
    match_seeds,
    matches,
    networks,
    nicks,
    players,
)
from tests.store.playing import CHANNEL, NETWORK, START, begin, open_lobby
from tests.store.tables import rows


async def test_a_player_is_known_by_network_and_identity(database: Database, journal: Journal) -> None:
    ann = await journal.player("net", "account:ann", "Ann", "ann")
    assert await journal.player("net", "account:ann", "Annie", "ann") == ann
    assert await journal.player("other", "account:ann", "Ann", "ann") != ann
    assert await journal.player("net", "nick:ann", "Ann") != ann
    assert rows(database, networks, "name") == [{"name": "net"}, {"name": "other"}]
    assert rows(database, players)[0] == {
        "id": ann,
        "network": 1,
        "identity": "account:ann",
        "nick": "Annie",
        "account": "ann",
        "kind": "human",
        "first_seen": 1_700_000_000_123,
        "last_seen": 1_700_000_000_123,
    }


async def test_every_nick_of_a_player_is_remembered(database: Database, writer: Any) -> None:
    times = iter([1000, 2000, 3000])
    journal = Journal(writer, clock=lambda: next(times))
    for nick in ("Ann", "Annie", "Ann"):
        await journal.player("net", "account:ann", nick, "ann")
    assert rows(database, nicks, "nick", "seen") == [{"nick": "Ann", "seen": 3000}, {"nick": "Annie", "seen": 2000}]
    assert rows(database, players, "nick", "first_seen", "last_seen") == [
        {"nick": "Ann", "first_seen": 1000, "last_seen": 3000}
    ]


async def test_a_lobby_keeps_its_seed_apart(database: Database, journal: Journal) -> None:
    number = await open_lobby(journal)
    (match,) = rows(database, matches)
    assert (match["status"], match["opened"], match["started"], match["seed"]) == ("lobby", START, None, None)
    assert rows(database, match_seeds) == [{"match": number, "seed": (b"s" * 32).hex()}]
    assert rows(database, channels, "name") == [{"name": CHANNEL}]


async def test_opening_a_lobby_again_gives_the_same(database: Database, journal: Journal) -> None:
    assert await open_lobby(journal) == await open_lobby(journal)
    assert len(rows(database, matches)) == 1


async def test_a_channel_has_one_open_match(database: Database, journal: Journal) -> None:
    number = await open_lobby(journal)
    with pytest.raises(Contradiction):
        await open_lobby(journal, seed=b"t" * 32)
    assert await open_lobby(journal, "#elsewhere", seed=b"t" * 32) != number
    await journal.cancel(number)
    assert await open_lobby(journal, seed=b"u" * 32) > number


async def test_a_cancelled_lobby_forgets_its_seed(database: Database, journal: Journal) -> None:
    number = await open_lobby(journal)
    await journal.cancel(number)
    await journal.cancel(number)
    assert rows(database, matches, "status", "seed", "ended") == [
        {"status": "cancelled", "seed": None, "ended": 1_700_000_000_123}
    ]
    assert rows(database, match_seeds) == []


async def test_only_a_lobby_can_be_cancelled(journal: Journal) -> None:
    played = await begin(journal)
    with pytest.raises(Contradiction, match="match 1 is running, not a lobby"):
        await journal.cancel(played.number)
    with pytest.raises(Contradiction, match="match 9 is unknown, not a lobby"):
        await journal.cancel(9)


async def test_lobbies_left_behind_are_cancelled_and_told(database: Database, journal: Journal) -> None:
    await begin(journal, "#running")
    await open_lobby(journal, "#b", b"b" * 32)
    await open_lobby(journal, "#a", b"a" * 32)
    await open_lobby(journal, "#b", b"c" * 32, "other")
    assert await journal.cancel_lobbies(NETWORK) == ["#a", "#b"]
    assert [row["status"] for row in rows(database, matches)] == ["running", "cancelled", "cancelled", "lobby"]
    later = Journal(journal._writer, clock=lambda: 1_700_000_000_124)
    assert await later.cancel_lobbies(NETWORK) == []


async def test_the_lobby_of_one_channel_is_cancelled_alone(database: Database, journal: Journal) -> None:
    await open_lobby(journal, "#a", b"a" * 32)
    await open_lobby(journal, "#b", b"b" * 32)
    await open_lobby(journal, "#a", b"c" * 32, "other")
    assert await journal.cancel_lobbies(NETWORK, "#a") == ["#a"]
    assert [row["status"] for row in rows(database, matches)] == ["cancelled", "lobby", "lobby"]


async def test_a_result_that_was_heard_makes_the_earlier_ones_of_its_channel_old(
    database: Database, journal: Journal
) -> None:
    for channel, seed in (("#a", 1), ("#b", 2), ("#a", 3), ("#a", 4)):
        await (await begin(journal, channel, seed=seed)).do(Stopped(scored=True))
    await journal.announce(3)
    now = 1_700_000_000_123
    assert [row["announced"] for row in rows(database, matches)] == [now, None, now, None]
