"""What is configured of the web pages."""

from pathlib import Path

import pytest

from ionbot.config import WebConfig, load_web
from tests.config.conftest import LEAST, Mistakes, Read


@pytest.mark.parametrize("prefix", ["", "/ionbot", "/cards/ion-1"])
def test_prefixes(read: Read, prefix: str) -> None:
    assert read(f'{LEAST}[web]\nprefix = "{prefix}"').web.prefix == prefix


@pytest.mark.parametrize("url", ["", "https://cards.example.org", "http://localhost:8080/ionbot"])
def test_addresses(read: Read, url: str) -> None:
    assert read(f'{LEAST}[web]\nurl = "{url}"').web.url == url


def test_an_address_ends_without_a_slash(read: Read) -> None:
    assert read(f'{LEAST}[web]\nurl = "https://cards.example.org/"').web.url == "https://cards.example.org"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('prefix = "ionbot"', "'ionbot' is no path; right would be a path such as /ionbot, or nothing"),
        ('prefix = "/ionbot/"', "'/ionbot/' is no path"),
        ('prefix = "//host"', "'//host' is no path"),
        ('prefix = "/a b"', "'/a b' is no path"),
        ('url = "cards.example.org"', "'cards.example.org' is no address of pages; right would be an address such as"),
        ('url = "javascript:x"', "'javascript:x' is no address of pages"),
        ('url = "https://a/ b"', "'https://a/ b' is no address of pages"),
        ("port = 0", "0 should be greater than or equal to 1"),
        ("prot = 1", "there is no such key; did you mean port?"),
    ],
)
def test_what_cannot_be(mistakes: Mistakes, line: str, told: str) -> None:
    ((_, found),) = mistakes(f"{LEAST}[web]\n{line}").items()
    assert told in found


def test_the_pages_ask_for_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('[database]\nurl = "sqlite:///x.db"\n[web]\nport = 81\n[networks.x]\nhsot = 1\n[tabels]\n')
    database, pages = load_web(file)
    assert (database.url, pages) == ("sqlite:///x.db", WebConfig(port=81))
