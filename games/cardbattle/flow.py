"""What a game brings to the engine besides its cards and words: the steps of its turns and fights."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias

from games.cardbattle.changes import Event
from games.cardbattle.commands import Move, Ref
from games.cardbattle.stack import Item
from games.cardbattle.state import S, Step
from games.cardbattle.triggers import DEEDS, Deeds
from games.kit.rng import Rng

Decided: TypeAlias = Iterator[Event]
"""What happens, event by event."""


@dataclass(frozen=True)
class Flow(Generic[S]):
    """The steps of a game.

    `begin` begins the turn of a seat, in a round; behind its refill it goes on to the step `first`. `actions` are the
    game's own actions of the main step, `instants` what can be done without the stack, also in reaction to something;
    `wakes` tells whether a seat is asked for a reaction for such a reason alone. `fight` takes a fight on by a step.
    `moves` say what an announced move does when it goes off, by its kind, `answers` what is done with the answer to a
    question of the game, by its word. `deeds` are what triggers skills.
    """

    begin: Callable[[S, int, int], Decided]
    first: Step
    actions: Mapping[type[Move], Callable[[S, int, Any], Decided]]
    fight: Callable[[S], Decided]
    moves: Mapping[str, Callable[[S, Item, Rng], Decided]]
    answers: Mapping[str, Callable[[S, int, Sequence[Ref]], Decided]]
    instants: Mapping[type[Move], Callable[[S, int, Any], Decided]] = field(default_factory=dict)
    wakes: Callable[[S, int], bool] = lambda _state, _seat: False
    deeds: Deeds = field(default_factory=lambda: DEEDS)
