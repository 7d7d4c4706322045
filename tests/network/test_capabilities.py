"""What the server can do, asked for and followed."""

import pytest

from ionbot.network.entry.capabilities import WANTED
from tests.network.fakes import Stage

DESIGNED = (
    "account-notify account-tag away-notify batch cap-notify chghost echo-message extended-join invite-notify "
    "labeled-response message-tags multi-prefix server-time setname userhost-in-names"
)


def granted(stage: Stage) -> set[str]:
    return stage.session._registration.capabilities


def negotiated(offered: str, *bad: str) -> tuple[Stage, list[str]]:
    """Let a server offer this and refuse each request that has a bad capability in it; give all that was asked."""
    stage = Stage(sasl="required", account="dealer", account_password="hunter2")
    asked = stage.sent(f"CAP * LS :{offered}")
    requests: list[str] = []
    while asked and asked[-1].startswith("CAP REQ"):
        requests.append(asked[-1].removeprefix("CAP REQ ").removeprefix(":"))
        verb = "NAK" if set(bad) & set(requests[-1].split()) else "ACK"
        asked = stage.sent(f"CAP * {verb} :{requests[-1]}")
    assert len(asked) == 1
    return stage, [*requests, *asked]


def test_all_that_is_of_use_is_asked_for_in_one_line() -> None:
    stage, (request, answer) = negotiated(f"draft/what sts=port=1 {DESIGNED} sasl=PLAIN tls")
    assert request.split() == sorted([*DESIGNED.split(), "sasl"])
    assert set(DESIGNED.split()) == WANTED
    assert answer == "AUTHENTICATE PLAIN"
    assert granted(stage) == {*WANTED, "sasl"}


def test_the_longest_request_and_its_answer_fit_into_a_line() -> None:
    request = " ".join({*WANTED, "sasl"})
    assert len(f":{'s' * 63} CAP {'n' * 30} ACK :{request} ".encode()) <= 510


def test_fault_no_cap_302_and_no_multi_line_ls() -> None:
    stage = Stage()
    assert stage.link.take()[0] == "CAP LS 302"
    assert stage.sent("CAP * LS * :multi-prefix sasl=PLAIN,EXTERNAL", "CAP * LS * :echo-message") == []
    assert stage.sent("CAP * LS :server-time=x draft/what") == ["CAP REQ :echo-message multi-prefix server-time"]
    assert stage.sent("CAP ionbot ACK :echo-message multi-prefix server-time") == ["CAP END"]
    assert granted(stage) == {"echo-message", "multi-prefix", "server-time"}


@pytest.mark.parametrize("bad", [["batch"], ["userhost-in-names"], ["account-notify", "message-tags", "sasl"]])
def test_a_bad_capability_costs_no_other(bad: list[str]) -> None:
    stage, requests = negotiated(f"{DESIGNED} sasl", *bad)
    lost = {*bad, "labeled-response"} if "batch" in bad else set(bad)
    assert granted(stage) == {*WANTED, "sasl"} - lost
    assert len(requests) <= 2 + 8 * len(bad)


def test_a_server_that_refuses_everything_is_asked_for_each_once() -> None:
    stage, requests = negotiated("batch chghost labeled-response setname sasl", *WANTED, "sasl")
    singles = [request for request in requests if " " not in request]
    assert singles == ["batch", "chghost", "sasl", "setname"]
    assert granted(stage) == set()


def test_labels_are_not_asked_for_where_their_answers_could_not_be_read() -> None:
    assert Stage().sent("CAP * LS :labeled-response") == ["CAP END"]
    stage = Stage().register(caps="batch labeled-response setname")
    stage.feed("CAP ionbot DEL :batch")
    assert granted(stage) == {"setname"}


def test_a_list_of_what_is_granted_counts_when_it_is_whole() -> None:
    stage = Stage()
    stage.feed("CAP * LS :batch chghost")
    assert stage.sent("CAP * ACK * :batch ") == []
    assert granted(stage) == set()
    assert stage.sent("CAP * ACK :chghost ") == ["CAP END"]
    assert granted(stage) == {"batch", "chghost"}


def test_what_is_granted_with_a_minus_is_taken_back() -> None:
    stage = Stage().register(caps="account-tag extended-join")
    assert stage.sent("CAP ionbot ACK :-account-tag") == []
    assert granted(stage) == {"extended-join"}


@pytest.mark.parametrize("line", ["CAP * LS :", "CAP * LS", "CAP * LS :sasl draft/what", ":i 410 * LS :Invalid"])
def test_without_capabilities_registration_goes_on(line: str) -> None:
    assert Stage().sent(line) == ["CAP END"]


def test_a_request_that_is_not_understood_is_refused() -> None:
    stage = Stage()
    stage.feed("CAP * LS :batch chghost")
    assert stage.sent(":i 410 * REQ :Invalid CAP subcommand") == ["CAP REQ batch"]
    assert stage.sent("CAP * ACK batch") == ["CAP REQ chghost"]
    assert stage.sent(":i 410 * REQ :Invalid CAP subcommand") == ["CAP END"]
    assert granted(stage) == {"batch"}


def test_an_answer_that_nobody_waits_for_changes_nothing_else() -> None:
    stage = Stage()
    assert stage.sent("CAP * NAK :batch", "CAP * ACK :chghost") == []
    assert stage.sent("CAP * LS :batch") == ["CAP REQ batch"]


def test_a_capability_that_is_taken_back_is_not_relied_on() -> None:
    stage = Stage().register(caps="account-tag extended-join")
    assert stage.sent("CAP ionbot DEL :account-tag draft/what") == []
    assert granted(stage) == {"extended-join"}


def test_a_capability_that_comes_later_is_asked_for() -> None:
    stage = Stage().register(caps="account-tag")
    assert stage.sent("CAP ionbot NEW :draft/what account-tag") == []
    assert stage.sent("CAP ionbot NEW :away-notify draft/what batch=x") == ["CAP REQ :away-notify batch"]
    assert stage.sent("CAP ionbot ACK :away-notify batch") == []
    assert granted(stage) == {"account-tag", "away-notify", "batch"}


def test_a_capability_that_comes_back_is_asked_for_again() -> None:
    stage = Stage().register(caps="account-tag batch")
    stage.feed("CAP ionbot DEL :account-tag")
    assert stage.sent("CAP ionbot NEW :account-tag") == ["CAP REQ account-tag"]
    assert stage.sent("CAP ionbot NAK :account-tag") == []


def test_capabilities_that_come_while_others_are_asked_for_wait_their_turn() -> None:
    stage = Stage()
    stage.feed("CAP * LS :batch")
    assert stage.sent("CAP * NEW :chghost") == []
    assert stage.sent("CAP * ACK :batch") == ["CAP REQ chghost"]
    assert stage.sent("CAP * ACK :chghost") == ["CAP END"]
