"""Nicks and channels that try to be something else are shown, and do nothing."""

from collections.abc import Iterator
from contextlib import closing
from urllib.parse import quote

import pytest
from sqlalchemy import update

from ionbot.store.database import Database
from ionbot.store.models import seats
from ionbot.web.app import application
from tests.store.scorebook import Sat, Scorebook
from tests.web.conftest import Client
from tests.web.reading import Page

HTML = (
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", '"><svg onload=alert(1)>', "' onmouseover='alert(1)",
    "</title><script>1</script>", "<!--", "-->", "]]>", "&lt;b&gt;", "&#60;b&#62;", "<b>", "</td></table>",
    "{{7919*7919}}", "{% raw %}", "${7919*7919}", "javascript:alert(1)", "<a href='javascript:x'>",
    "<style>*{}</style>", "<base href=//x>", "`onclick=1`", "a\"b'c", "<plaintext>", "<iframe src=//x>",
    "<meta http-equiv=refresh>", "\\x3cscript\\x3e",
)  # fmt: skip
SQL = (
    "'; DROP TABLE matches; --", "' OR '1'='1", "\" OR \"\"=\"", "%", "_", "%27", "1; SELECT seed FROM match_seeds",
    "\\", "ann' UNION SELECT 1--", "0x27",
)  # fmt: skip
SIGNS = (
    "\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\x03" + "04,01red", "\x02bold\x0f", "\u202egnp.exe", "\u2066a\u2069",
    "\u200fright", "a\u0000b", "line\nbreak", "tab\there", "\x9b31m", "\ufeffmark", "zero\u200bwidth",
    "\u0301\u0301\u0301", "אבג",
)  # fmt: skip
NICKS = (*HTML, *SQL, *SIGNS)
CHANNEL = '#"><script>\u202e'


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


def test_a_channel_is_filtered_by(hostile: Client) -> None:
    page = harmless(hostile.page(f"/matches?channel={quote(CHANNEL)}&limit=200"))
    assert len([address for address in page.addresses if address.startswith("/matches/")]) == 50
