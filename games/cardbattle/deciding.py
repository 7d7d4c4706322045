"""Deciding what an input does: dealing, and the table of the inputs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle import pauses
from games.cardbattle.cards import Card, Code
from games.cardbattle.changes import Event
from games.cardbattle.commands import COMMANDS, Command
from games.cardbattle.events import Exit
from games.cardbattle.flow import Decided, Flow
from games.cardbattle.playing import play
from games.cardbattle.state import S
from games.cardbattle.triggers import watched
from games.kit import inputs
from games.kit.inputs import SystemInput
from games.kit.rng import Rng


def deal(
    cards: Mapping[Code, Card],
    decks: Sequence[Sequence[Code]],
    life: int,
    hand: int,
    rng: Rng,
    *,
    settled: bool = False,
) -> Iterator[Event]:
    """Shuffle each seat's deck, deal the opening hands, and draw who begins; then it goes round the table.

    With `settled` hands nobody can change theirs.
    """
    yield e.CardsUsed(tuple(cards.values()))
    for seat, deck in enumerate(decks):
        shuffled = tuple(rng.shuffled("deck", deck))
        yield e.LifeSet(seat, life)
        yield c.Shuffled(seat, shuffled)
        yield c.Drew(seat, shuffled[:hand])
    count = len(decks)
    first = rng.below("starter", count)
    yield e.Ordered(tuple((first + step) % count for step in range(count)), settled)


def decide(
    flow: Flow[S], state: S, seat: int | None, command: Command | SystemInput, *, now: int, rng: Rng
) -> Iterator[Event]:
    """Say what an input does, and what is triggered by it. Raises Illegal."""
    return watched(state, _ANSWERS[type(command)](state, flow, seat, command, now, rng), flow.deeds)


def _nothing(*_args: object) -> Decided:
    return iter(())


_ANSWERS: dict[type, Callable[[Any, Flow[Any], Any, Any, int, Rng], Decided]] = {
    **dict.fromkeys(COMMANDS, lambda state, flow, seat, command, _now, rng: play(state, flow, seat, command, rng)),
    inputs.Joined: lambda state, _flow, seat, _command, _now, _rng: pauses.join(state, seat),
    inputs.Left: lambda state, flow, seat, command, _now, rng: pauses.leave(
        state, flow, [seat], Exit(command.reason), rng
    ),
    inputs.Away: lambda state, flow, seat, command, now, rng: pauses.hold(
        state, flow, seat, command.cause, now=now, rng=rng
    ),
    inputs.Back: lambda state, _flow, seat, _command, _now, _rng: pauses.come_back(state, seat),
    inputs.Prompted: lambda state, _flow, _seat, _command, now, _rng: pauses.prompt_left(state, now),
    inputs.Paused: _nothing,
    inputs.Resumed: lambda state, _flow, _seat, _command, _now, _rng: pauses.recall(state),
    inputs.Expired: lambda state, flow, _seat, _command, now, rng: pauses.expire(state, flow, now, rng),
    inputs.Stopped: lambda state, _flow, _seat, command, _now, _rng: pauses.stop(state, scored=command.scored),
}
