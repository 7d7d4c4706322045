"""Whom a configured account or mask means."""

import pytest

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
    ],
)
def test_whom_a_name_means(name: str, account: str | None, address: str, expected: bool) -> None:
    assert fits(name, account, address, str.lower) is expected
