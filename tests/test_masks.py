"""Whom a configured account or mask means."""

from fnmatch import fnmatchcase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ionbot.masks import fits


@pytest.mark.parametrize(
    ("name", "account", "address", "expected"),
    [
        ("account:Ann", "ann", "x!x@h", True),
        ("account:ann", None, "ann!ann@h", False),
        ("account:ann", "anna", "ann!ann@h", False),
        ("*!*@staff.example", None, "ann!a@staff.example", True),
        ("*!*@staff.example", "ann", "ann!a@staffXexample", False),
        ("a?n!*@*.example", None, "ANN!a@x.Example", True),
        ("a?n!*@*.example", None, "an!a@x.example", False),
        ("[a]!*@h", None, "[A]!x@h", True),
        ("*!*@h", None, "ann!a@h.example", False),
        ("*!*@h", None, "x*!*@h", True),
        ("*!*@h", None, "", False),
        ("a*a!*@h", None, "a!x@h", False),
        ("**a**b*!*@h", None, "xaybz!u@h", True),
        ("*ab*b!*@h", None, "abb!u@h", True),
        ("*ab*b!*@h", None, "ab!u@h", False),
        ("*.*!*@h", None, "axb!u@h", False),
    ],
)
def test_whom_a_name_means(name: str, account: str | None, address: str, expected: bool) -> None:
    assert fits(name, account, address, str.lower) is expected


@given(st.text("ab*?.", max_size=12), st.text("ab.", max_size=12))
def test_stars_and_question_marks_mean_what_they_mean_for_files(mask: str, address: str) -> None:
    assert fits(mask, None, address, str) is fnmatchcase(address, mask)


@pytest.mark.parametrize("part", ["a", "?", "a?", ""])
def test_many_stars_take_no_time(part: str) -> None:
    """If they did, this would not end: 40 stars have more places than can be tried."""
    assert not fits(f"*{part}" * 40 + "*b", None, "a" * 500, str)
