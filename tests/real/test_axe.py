"""Whoever reads with a screen reader, without a mouse or with little sight: axe-core finds no fault on any page."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from tests.real.browsing import NARROW, PATHS, WIDE, browser
from tests.web.conftest import pages, seeded

__all__ = ["browser", "pages", "seeded"]

pytestmark = [pytest.mark.real, pytest.mark.slow]


ALL = {"resultTypes": ["violations"]}
"""All rules: WCAG 2 A and AA, and what axe calls best practice."""
COLOURS = ALL | {"runOnly": ["color-contrast"]}
"""All that another scheme can change."""


@pytest.mark.parametrize("width", [NARROW, WIDE])
def test_axe_finds_no_fault(pages: str, browser: Browser, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800}, reduced_motion="reduce")
    for path in PATHS:
        page.goto(pages + path)
        for scheme, rules in (("light", ALL), ("dark", COLOURS)):
            page.emulate_media(color_scheme=scheme)
            found = Axe().run(page, options=rules)
            assert found.violations_count == 0, f"{path}, {scheme}: {found.generate_report()}"


def test_axe_finds_a_fault(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content("<html lang=en><title>Bad</title><main><h1>Bad</h1><img src=x></main>")
    assert [fault["id"] for fault in Axe().run(page).response["violations"]] == ["image-alt"]
