"""Nicks and channels that try to be something else are shown, and do nothing."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from sqlalchemy import update

from ionbot.store.database import Database
from ionbot.store.models import seats
from ionbot.web.app import application
from tests.cli.history import play
from tests.hostile import CHANNEL, NICKS
from tests.store.scorebook import Sat, Scorebook
from tests.web.conftest import Client
from tests.web.reading import Page


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Let everybody with such a nick meet the next one, in such a channel."""
    url = f"sqlite:///{tmp_path_factory.mktemp('hostile')}/ionbot.db"
    with closing(Database(url)) as database:
        database.upgrade()
        book = Scorebook(database)
        ids = [book.player(nick, identity=f"nick:{number}") for number, nick in enumerate(NICKS)]
        for number, player in enumerate(ids):
            other = ids[number - 1]
            match = book.match(Sat(player, 5, 1), Sat(other, 3, 2), channel=CHANNEL, game="ion")
            with database.write() as connection:
                for seat, who in enumerate((number, number - 1)):
                    here = (seats.c.match == match) & (seats.c.seat == seat)
                    connection.execute(update(seats).where(here).values(nick=NICKS[who]))
    with closing(Database(url, read_only=True)) as database, closing(Client(application(database))) as client:
        yield client


def harmless(html: str) -> Page:
    """Read a page and see that nothing in it is anybody else's."""
    page = Page(html)
    tags = {tag for tag, _ in page.tags}
    assert not tags & {"script", "style", "iframe", "base", "b", "plaintext", "svg", "i"}
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]
    assert all(not address or address.startswith("/") for address in page.addresses)
    assert all(sign.isprintable() or sign == "\n" for sign in html)
    assert str(7919 * 7919) not in page.words
    return page


def shown(nick: str) -> str:
    return " ".join("".join(sign if sign.isprintable() else "?" for sign in nick).split())


def test_there_are_fifty() -> None:
    assert len(set(NICKS)) == 50


@pytest.mark.parametrize("path", ["/", "/leaderboard", "/leaderboard?limit=200", "/matches?limit=200", "/api"])
def test_lists_show_them_unharmed(hostile: Client, path: str) -> None:
    page = harmless(hostile.page(path))
    if "limit=200" in path:
        assert [nick for nick in NICKS if shown(nick) not in page.words] == []


@pytest.mark.parametrize("number", range(1, 51))
def test_their_pages_show_them_unharmed(hostile: Client, number: int) -> None:
    for path in (f"/players/{number}", f"/matches/{number}"):
        assert shown(NICKS[number - 1]) in harmless(hostile.page(path)).words


@pytest.mark.parametrize("nick", NICKS)
def test_they_are_looked_for_without_harm(hostile: Client, nick: str) -> None:
    answer = hostile.get(f"/players?nick={quote(nick)}")
    assert answer.status_code == (302 if nick.isprintable() else 404)
    for path in (f"/players?network={quote(nick)}&nick=a", f"/leaderboard?{quote(nick)}=1"):
        refused = hostile.get(path)
        assert refused.status_code == 422
        harmless(refused.text)


@pytest.mark.parametrize(
    "name", ["game", "network", "channel", "season", "since", "until", "zone", "by", "min_matches"]
)
def test_what_is_asked_by_does_no_harm(hostile: Client, name: str) -> None:
    for nick in NICKS[::7]:
        refused = hostile.get(f"/leaderboard?{name}={quote(nick)}")
        assert refused.status_code == 422
        harmless(refused.text)


def test_they_do_no_harm_in_answers(hostile: Client) -> None:
    text = hostile.get("/api/top?limit=200").text
    assert text.isascii()
    assert text.isprintable()
    assert {player["nick"] for player in hostile.json("/top?limit=200")["players"]} == set(NICKS)


@pytest.mark.parametrize("number", range(1, 51))
def test_their_plots_run_nothing(hostile: Client, number: int) -> None:
    answer = hostile.get(f"/players/{number}/points/wide.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    drawn = ElementTree.fromstring(answer.text)
    for each in drawn.iter():
        assert not each.tag.endswith(("}script", "}a", "}image", "}foreignObject"))
        assert not [name for name in each.attrib if name.startswith("on") or name.endswith("href")]
    assert all(sign.isprintable() or sign == "\n" for sign in answer.text)


def test_replays_show_them_unharmed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/ionbot.db"
    asyncio.run(play(url))
    with closing(Database(url)) as database, closing(Client(application(database))) as client:
        for pair in zip(NICKS[::2], NICKS[1::2], strict=True):
            with database.write() as connection:
                for seat, nick in enumerate(pair):
                    connection.execute(update(seats).where(seats.c.seat == seat).values(nick=nick))
            for path in ("/matches/1", "/matches/1/replay", "/matches/1/replay?seat=1"):
                words = harmless(client.page(path)).words
                assert [nick for nick in pair if shown(nick) not in words] == []


def test_a_channel_is_filtered_by(hostile: Client) -> None:
    page = harmless(hostile.page(f"/matches?channel={quote(CHANNEL)}&limit=200"))
    assert len([address for address in page.addresses if address.startswith("/matches/")]) == 50
