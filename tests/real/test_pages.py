"""The pages in a real browser: nothing breaks the policy, nothing is wider than the window, keys and links do."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.real.browsing import NARROW, PATHS, WIDE, browser
from tests.web.conftest import pages, seeded

__all__ = ["browser", "pages", "seeded"]

pytestmark = [pytest.mark.real, pytest.mark.slow]

PLOT = "/players/1/points/wide.svg"
CONTRAST = 4.5
"""The least contrast of text with what lies behind it (WCAG 2, AA)."""

FAINTEST = """() => {
    const channels = colour => colour.match(/[\\d.]+/g).map(Number);
    const light = ([red, green, blue]) => [red, green, blue].map(each => each / 255)
        .map(each => each <= .04045 ? each / 12.92 : ((each + .055) / 1.055) ** 2.4)
        .reduce((sum, each, place) => sum + each * [.2126, .7152, .0722][place], 0);
    const behind = element => {
        for (let each = element; each; each = each.parentElement) {
            const colour = channels(getComputedStyle(each).backgroundColor);
            if (colour.length < 4 || colour[3] === 1) return colour;
        }
        return [255, 255, 255];
    };
    const texts = [...document.querySelectorAll('body *')].filter(each => each.checkVisibility() &&
        [...each.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent.trim()));
    return Math.min(...texts.map(each => {
        const pair = [light(channels(getComputedStyle(each).color)), light(behind(each))].sort((a, b) => b - a);
        return (pair[0] + .05) / (pair[1] + .05);
    }));
}"""
"""Gives the least contrast of all texts of a page."""


def complaints_of(page: Page) -> list[str]:
    """Give a list to which all is added that a page complains of."""
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    return complaints


@pytest.mark.parametrize(
    ("width", "scheme", "scripts"),
    [(NARROW, "dark", True), (NARROW, "light", False), (WIDE, "light", True), (WIDE, "dark", False)],
)
def test_pages_break_no_policy_and_fit_and_can_be_read(
    pages: str, browser: Browser, width: int, scheme: Any, scripts: bool
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme, java_script_enabled=scripts)
    complaints = complaints_of(page)
    for path in (*PATHS, PLOT):
        page.goto(pages + path)
        # The browser's own word for a page that is not there is no complaint.
        assert [each for each in complaints if "404" not in each] == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        if path != PLOT:
            assert page.evaluate(FAINTEST) >= CONTRAST, path


def test_keys_are_enough(pages: str, browser: Browser) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(f"{pages}/matches/3")
    page.keyboard.press("Tab")
    assert page.locator(":focus").inner_text() == "Skip to the content"
    page.goto(f"{pages}/matches/3/replay")
    for step in (2, 3, 4):
        page.locator(":focus", has_text="Next").wait_for()
        page.keyboard.press("Enter")
        page.get_by_text(f"Step {step} of").wait_for()
    page.get_by_role("searchbox").fill("jo^")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Who was called").wait_for()
    page.locator("main").get_by_role("link", name="jo^").first.click()
    plot = page.get_by_role("img", name="Points of jo^ over time")
    plot.scroll_into_view_if_needed()
    page.wait_for_load_state("networkidle")
    assert plot.evaluate("image => image.naturalWidth") > 0
