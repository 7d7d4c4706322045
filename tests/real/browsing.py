"""A real browser, and the paths that it walks."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.conftest import LOBBY, RUNNING

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
PATHS = (
    "/", "/leaderboard", "/matches", "/matches/3", f"/matches/{RUNNING}", f"/matches/{LOBBY}",
    "/matches/3/replay?seat=0", "/players/1", "/players/1/versus/2", "/records?limit=3",
    "/games", "/games/ion", "/api", "/nix",
)  # fmt: skip
NARROW, WIDE = 320, 1280


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        assert not os.environ.get("IONBOT_REAL"), f"{CHROMIUM} is not installed"
        pytest.skip(f"{CHROMIUM} is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()
