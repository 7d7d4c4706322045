"""The public parser cases (ircdocs/parser-tests, as packed by PyPI `irc-parser-tests`): all that concern a client."""

from collections.abc import Mapping, Sequence
from typing import Any

import parser_tests.data as cases
import pytest

from ionbot.masks import fits
from ionbot.network.isupport import Isupport
from ionbot.network.lines import read, sender, write

Case = Mapping[str, Any]


def bare(text: str) -> str:
    """Take tags and source off a line: a client sends neither."""
    for sign in "@:":
        if text.startswith(sign):
            text = text.partition(" ")[2]
    return text


@pytest.mark.parametrize("case", cases.msg_split["tests"], ids=lambda case: case["input"])
def test_split(case: Case) -> None:
    line, atoms = read(case["input"]), case["atoms"]
    assert line is not None
    assert line.command == atoms["verb"].upper()
    assert (line.tags or {}, line.source, line.params) == (
        atoms.get("tags", {}), atoms.get("source"), atoms.get("params", [])
    )  # fmt: skip


@pytest.mark.parametrize("case", cases.msg_join["tests"], ids=lambda case: case["desc"])
def test_join_without_the_tags_and_the_source_that_a_client_does_not_send(case: Case) -> None:
    atoms = case["atoms"]
    assert write(atoms["verb"], *atoms.get("params", [])) in map(bare, case["matches"])


@pytest.mark.parametrize("case", cases.userhost_split["tests"], ids=lambda case: case["source"])
def test_userhost(case: Case) -> None:
    line = read(f":{case['source']} PING")
    assert line is not None
    who, atoms = sender(line), case["atoms"]
    assert (who.nickname, who.username or "", who.hostname or "") == tuple(
        atoms.get(part, "") for part in ("nick", "user", "host")
    )


@pytest.mark.parametrize("case", cases.mask_match["tests"], ids=lambda case: case["mask"])
def test_mask(case: Case) -> None:
    fold = Isupport().fold
    assert [address for address in case["matches"] if not fits(case["mask"], None, address, fold)] == []
    assert [address for address in case["fails"] if fits(case["mask"], None, address, fold)] == []


@pytest.mark.parametrize("host", [case["host"] for case in cases.validate_hostname["tests"]])
def test_hostnames_are_the_servers_to_judge_and_a_client_takes_any(host: str) -> None:
    line = read(f":nick!user@{host} PING")
    assert line is not None
    assert (sender(line).hostname or "") == host


def test_every_kind_of_case_is_here() -> None:
    kinds: Sequence[str] = cases.__all__
    assert set(kinds) == {"msg_split", "msg_join", "userhost_split", "mask_match", "validate_hostname"}
