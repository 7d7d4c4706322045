"""A short run of the fuzzer, and that it notices what it is there for. `make fuzz` is the long one."""

from random import SystemRandom

import pytest

from ionbot.network.session import Session
from ionbot.network.whereabouts.people import People
from tests.fuzz.__main__ import SAMPLES, main, verdict
from tests.fuzz.table import Table
from tests.fuzz.trial import Failed, Trial

LINES = 10_000


@pytest.mark.parametrize("seed", [1, None], ids=["fixed", "by chance"])
def test_nothing_breaks(seed: int | None) -> None:
    trial = Trial(SystemRandom().randrange(10**9) if seed is None else seed)
    print(f"seed {trial.seed}")
    trial.run(LINES)
    assert trial.connections > 3


def test_the_same_seed_gives_the_same_run() -> None:
    first, second = Trial(2), Trial(2)
    for trial in (first, second):
        trial.run(2_000)
    assert (first.lines, first.connections) == (second.lines, second.connections)


def break_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "heard", lambda *_: 1 / 0)


def break_ping(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Session, "_on_ping", lambda self, _: self.give_up(ConnectionError("no more")))


def break_receive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Session, "receive", lambda *_: 1 / 0)


def break_modes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(People, "set_mode", lambda *_: None)


def break_fates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ionbot.network.sending.outbox.Outbox.report", lambda *_: None)


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (break_table, "a fault in PRIVMSG: .*ZeroDivisionError"),
        (break_ping, "it gave up: no more"),
        (break_receive, "an exception escaped"),
        (break_modes, "it sees .* there are "),
        (break_fates, "lines have no fate|lines wait|it sees .* there are "),
    ],
)
def test_what_is_broken_is_found(monkeypatch: pytest.MonkeyPatch, spoil: object, why: str) -> None:
    spoil(monkeypatch)
    with pytest.raises(Failed, match=rf"(?s)seed 3, line \d+: .*{why}.*the last lines:"):
        Trial(3).run(2 * LINES)


def test_growing_memory_fails(capsys: pytest.CaptureFixture[str]) -> None:
    half = [60.0] * (SAMPLES // 2)
    assert verdict(half + [61.9] * (SAMPLES // 2), 7) == 0
    assert verdict(half + [62.1] * (SAMPLES // 2), 7) == 1
    assert "60.0 MB, 62.1 MB" in capsys.readouterr().out


def test_a_failure_is_told_with_its_seed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    break_ping(monkeypatch)
    assert main(["--lines", "5000", "--seed", "4"]) == 1
    assert "seed 4, line " in capsys.readouterr().out
