"""Random lines by everybody at a table, and that what they may break is noticed. `make fuzz` says 10,000 a role."""

from collections.abc import Callable
from pathlib import Path
from random import SystemRandom
from typing import TypeAlias

import pytest

from ionbot.table import hearing
from ionbot.table.play import Play
from ionbot.table.table import Table
from tests.fuzz.roles import ROLES, Failed, Roles
from tests.fuzz.talk import GAMES

Spoil: TypeAlias = Callable[[pytest.MonkeyPatch], None]
LINES = 200


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("role", ROLES)
async def test_whoever_types_whatever_is_answered_as_they_should_be(empty: Path, role: str, game: str) -> None:
    seed = str(SystemRandom().randrange(10**9))
    print(f"seed {seed}")
    await Roles(seed, game, role, empty).run(LINES)


def break_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ionbot.table.voice.Voice.tell", lambda *_, **__: None)


def break_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ionbot.table.pages.FEW", 5)


def break_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    obey = hearing.obey
    monkeypatch.setattr("ionbot.table.hall.hear", lambda *said: obey(*said, sure=True))


def break_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "tell", lambda self, _person, text, *_: self.say(text))


def break_exclusion(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("joining", "reception"):
        monkeypatch.setattr(f"ionbot.table.{module}.unseated", lambda *_: None)


def break_ranks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "operates", lambda *_: True)


def break_admins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "administers", lambda *_: True)


def break_orders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ionbot.administration.orders.Orders.status", lambda _: 1 / 0)


def break_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Play, "reads", lambda *_: False)


def break_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(hearing, "_run", broken)


@pytest.mark.parametrize(
    ("spoil", "role", "why"),
    [
        (break_answers, "guest", "not answered"),
        (break_length, "guest", "[45] lines at once"),
        (break_silence, "guest", "answered: "),
        (break_hands, "player", "hand is told"),
        (break_exclusion, "outsider", "the table is another"),
        (break_ranks, "guest", "the settings are others|somebody who sits nowhere has changed it"),
        (break_admins, "guest", "an order is carried out: "),
        (break_orders, "admin", "a fault.*ZeroDivisionError"),
        (break_moves, "player", "what is no move has changed it"),
        (break_commands, "operator", "a fault.*broken"),
    ],
)
async def test_what_is_broken_is_found(
    monkeypatch: pytest.MonkeyPatch, empty: Path, spoil: Spoil, role: str, why: str
) -> None:
    spoil(monkeypatch)
    with pytest.raises(Failed, match=rf"(?s)seed '1 ion {role}', line \d+: .*{why}.*in this room:"):
        await Roles("1", "ion", role, empty).run(20 * LINES)
