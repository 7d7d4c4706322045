"""A game's guide as HTML: whoever wrote it, it does no harm."""

from ionbot.web.markup import guide


def test_html_is_text() -> None:
    html = guide("# A\n\n<script>alert(1)</script> <b onclick=x>b</b>\n\n[x](javascript:alert(1))").html
    assert "<script" not in html
    assert "<b" not in html
    assert "href" not in html


def test_a_cell_that_is_aligned_has_a_class() -> None:
    html = guide("| a | b |\n|---:|:-:|\n| 1 | 2 |").html
    assert 'style="' not in html
    assert '<td class="to-right">1</td>' in html
    assert '<td class="to-center">2</td>' in html


def test_sections_have_ids() -> None:
    found = guide("# A\n\n## One & *two*\n\n## Three")
    assert list(found.headings) == ["one-two", "three"]
    assert 'id="one-two"' in found.html
