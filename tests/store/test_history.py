"""Reading what happened."""

from typing import Any

import pytest
from msgspec import json

from games.kit.inputs import Kind, Left, Prompted, Reason
from games.kit.registry import UnknownGame
from ionbot.store import history
from ionbot.store.database import Database
from ionbot.store.history import MatchRow, matches_list
from ionbot.store.journal import Journal
from ionbot.store.models import MatchStatus
from tests.kit_game import PEBBLES
from tests.store.playing import CHANNEL, NETWORK, START, begin, find


async def three_matches(journal: Journal) -> Any:
    first = await begin(journal, seed=1)
    await first.finish()
    await begin(journal, "#elsewhere", seats=2, seed=2)
    lobby = await journal.open(
        NETWORK, CHANNEL, game=PEBBLES, commitment="c", seed=b"third", opened_ms=START + 3_600_000
    )
    assert lobby == 3
    return first


async def test_matches_are_listed_latest_first(database: Database, journal: Journal) -> None:
    first = await three_matches(journal)
    lobby, running, finished = matches_list(database)
    assert (lobby.id, lobby.status, lobby.players, lobby.winners) == (3, MatchStatus.LOBBY, [], [])
    assert (running.id, running.status, running.channel) == (2, MatchStatus.RUNNING, "#elsewhere")
    assert (running.players, running.winners) == (["Ann", "Bob"], [])
    assert first.match.result is not None
    assert finished == MatchRow(
        id=1,
        network=NETWORK,
        channel=CHANNEL,
        game="pebbles",
        rules_version=1,
        status=MatchStatus.FINISHED,
        opened=START - 30_000,
        started=START,
        ended=START + first.match.now,
        players=["Ann", "Bob", "Cat"],
        winners=[("Ann", "Bob", "Cat")[seat] for seat in first.match.result.winners],
        voided=None,
    )


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"status": MatchStatus.RUNNING}, [2]),
        ({"status": MatchStatus.CANCELLED}, []),
        ({"game": "pebbles"}, [3, 2, 1]),
        ({"game": "chess"}, []),
        ({"channel": CHANNEL}, [3, 1]),
        ({"channel": CHANNEL, "status": MatchStatus.FINISHED}, [1]),
        ({"limit": 2}, [3, 2]),
    ],
)
async def test_lists_can_be_narrowed(
    database: Database, journal: Journal, wanted: dict[str, Any], found: list[int]
) -> None:
    await three_matches(journal)
    assert [match.id for match in matches_list(database, **wanted)] == found


async def test_a_match_is_read_whole(database: Database, journal: Journal) -> None:
    played = await begin(journal, pebbles=30)
    await played.do(Left(Reason.QUIT), 1, departures={1: "quit"})
    await played.finish()
    whole = history.match(database, played.number, find)
    assert whole is not None
    assert whole.match == matches_list(database)[0]
    assert (whole.header, whole.log, whole.result) == (played.match.header, played.match.log, played.match.result)
    assert (whole.seed, whole.commitment) == (played.seed.hex(), played.match.header.commitment)
    assert whole.ledger == {
        entry.seq: posted
        for entry in played.match.log
        if (posted := [posting for event in entry.events for posting in PEBBLES.postings(event)])
    }
    for seat, standing in zip(whole.seats, PEBBLES.standings(played.match.state), strict=True):
        items = {item: count for item, count in standing.items.items() if count}
        assert (seat.points, seat.coins, seat.items, seat.present) == (
            standing.points, standing.coins, items, standing.present,
        )  # fmt: skip
    assert [seat.left_reason for seat in whole.seats] == [None, "quit", None]
    assert [seat.kind for seat in whole.seats] == [Kind.HUMAN, Kind.HUMAN, Kind.COMPUTER]
    assert whole.result is not None
    assert [seat.place for seat in whole.seats] == [whole.result.places.get(seat) for seat in range(3)]


async def test_a_match_that_has_not_ended_tells_no_seed(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    await played.do(Prompted())
    whole = history.match(database, played.number, find)
    assert whole is not None
    assert whole.seed is None
    assert played.seed.hex() not in json.encode(whole).decode()


async def test_a_lobby_has_nothing_to_show_yet(database: Database, journal: Journal) -> None:
    await three_matches(journal)
    whole = history.match(database, 3, find)
    assert whole is not None
    assert (whole.header, whole.result, whole.seats, whole.log, whole.ledger) == (None, None, [], [], {})


async def test_nobodys_address_is_told(database: Database, journal: Journal) -> None:
    played = await begin(journal)
    whole = history.match(database, played.number, find)
    assert "host0" not in repr(whole)


async def test_a_match_there_is_not(database: Database) -> None:
    assert history.match(database, 1, find) is None


async def test_a_match_of_an_unknown_game_is_told(database: Database, journal: Journal) -> None:
    await begin(journal)

    def none(name: str) -> Any:
        raise UnknownGame(f"there is no game {name!r}")

    with pytest.raises(UnknownGame, match="there is no game 'pebbles'"):
        history.match(database, 1, none)
