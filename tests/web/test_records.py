"""The records, and two players against each other: what the pages and the API say, and where they lead."""

import pytest

from games.kit.registry import all_games
from games.kit.text import plain
from ionbot.store import courses, records
from ionbot.store.counting import Counted
from ionbot.store.database import Database
from tests.web.conftest import Client
from tests.web.reading import Page


def test_the_page_has_every_record_and_leads_to_player_and_match(client: Client, database: Database) -> None:
    page = Page(client.page("/records"))
    found = records.records(database, Counted())
    assert len({record.game for record in found}) == len(all_games())
    for record in found:
        (holder,) = record.holders
        about, who = plain(record.feat.about, str), holder.player
        row = f"{about} {holder.value:,} {record.feat.unit} 1 {who.nick} {who.network} {holder.match} "
        assert row in page.words
        assert {f"/players/{who.id}", f"/matches/{holder.match}"} <= set(page.addresses)
    assert "/records" in Page(client.page("/")).addresses


def test_more_than_the_holder_are_told_of_one_game_when_asked(client: Client, database: Database) -> None:
    found = records.records(database, Counted("fia"), 3)
    assert any(len(record.holders) > 1 for record in found)
    page = Page(client.page("/records?game=FIA&limit=3"))
    assert [address for address in page.addresses if address.startswith("/matches/")] == [
        f"/matches/{holder.match}" for record in found for holder in record.holders
    ]


def test_where_nobody_holds_a_record_the_page_says_so(client: Client) -> None:
    assert "Nobody holds a record in such matches." in Page(client.page("/records?until=2001-01-01")).words


def test_the_api_tells_records_in_the_zone_that_is_asked_for(client: Client, database: Database) -> None:
    first = records.records(database, Counted("ion"))[0]
    told = client.json("/records?game=ion&zone=Asia/Tokyo")["records"][0]
    (holder,) = told["holders"]
    assert (told["game"], told["feat"], told["unit"]) == ("ion", first.name, first.feat.unit)
    assert (holder["id"], holder["value"]) == (first.holders[0].player.id, first.holders[0].value)
    assert holder["ended"].endswith("+09:00")


def test_who_is_equal_shares_a_rank(client: Client, database: Database) -> None:
    holders = [
        [(holder["value"], holder["rank"]) for holder in record["holders"]]
        for record in client.json("/records?limit=200")["records"]
    ]
    assert all(len(dict(each)) == len(set(each)) for each in holders)
    assert any(len(set(each)) < len(each) for each in holders)


def met(client: Client, one: str, other: str) -> str:
    """Give the path on which two of the network `far` are against each other."""
    found = client.get(f"/players?nick={one}&network=far").headers["location"]
    page = Page(client.page(found))
    assert f"{found}/versus" in page.named("action")
    return client.get(f"{found}/versus?nick={other}").headers["location"]


def test_a_player_s_page_leads_to_a_comparison_with_another(client: Client, database: Database) -> None:
    path = met(client, "ann", "DAN")
    one, other = (int(number) for number in path.removeprefix("/players/").split("/versus/"))
    versus = courses.versus(database, [one], [other], Counted())
    assert versus.meetings
    page = Page(client.page(path))
    sums = [
        f"{nick} ahead {versus.ahead[seat]} {versus.points[seat]:,} points" for seat, nick in enumerate(("ann", "dan"))
    ]
    assert f"Matches {len(versus.meetings)} {' '.join(sums)} Even {versus.even}" in page.words
    assert [address for address in page.addresses if address.startswith("/matches/")] == [
        f"/matches/{each.match}" for each in versus.meetings
    ]


def test_which_of_their_matches_count_can_be_asked(client: Client) -> None:
    path = met(client, "ann", "dan")
    assert "They have not met in a match that counts here." in Page(client.page(f"{path}?until=2001-01-01")).words


@pytest.mark.parametrize(
    ("path", "status", "told"),
    [
        ("/records?game=iom", 422, "there is no game 'iom'; did you mean ion?"),
        ("/records?limit=0", 422, "limit: it should be greater than or equal to 1"),
        ("/record", 404, "Did you mean records?"),
        ("/players/1/versus/1", 422, "these are the same player"),
        ("/players/1/versus/9999", 404, "there is no player 9999; look for a nick"),
        ("/players/9999/versus?nick=ann", 404, "there is no player 9999; look for a nick"),
        ("/players/1/versus?nick=anne", 404, "Did you mean ann"),
        ("/players/1/versus", 422, "nick is missing"),
        ("/players/1/versus?nick=ann&network=far", 422, "there is nothing to ask by 'network'; there are: nick"),
        ("/players/1/versus/2?season=x", 422, "season 'x' is no season"),
    ],
)  # fmt: skip
def test_what_cannot_be_answered_is_a_page_that_helps(client: Client, path: str, status: int, told: str) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert told in Page(answer.text).words


def test_near_nicks_are_compared_with_too(client: Client) -> None:
    answer = client.get("/players/1/versus?nick=anne")
    assert "/players/1/versus?nick=ann" in Page(answer.text).addresses
