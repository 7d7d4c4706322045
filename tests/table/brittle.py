"""Pebbles that break: for what a table does about faults of a game."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.kit.errors import Illegal
from games.kit.inputs import Joined, Resumed, SystemInput
from games.kit.protocol import Chair
from games.kit.rng import Rng
from games.kit.text import phrase
from tests.kit_game import Command, Ended, Event, Pebbles, State, Throw


class Brittle(Pebbles):
    """Pebbles; `broken` names where it raises: "setup", "throw", "resume" or "fold".

    With "filler" it wants one and refuses it; with "over" it ends when it is taken up again.
    """

    name = "brittle"
    title = "Brittle"

    def __init__(self) -> None:
        self.broken: set[str] = set()

    def setup(self, chairs: Sequence[Chair], options: Any, rng: Rng) -> Iterator[Event]:
        self._break("setup", True)
        return super().setup(chairs, options, rng)

    def decide(
        self, state: State, seat: int | None, command: Command | SystemInput, now: int, rng: Rng
    ) -> Iterator[Event]:
        self._break("throw", isinstance(command, Throw))
        self._break("resume", isinstance(command, Resumed))
        if "over" in self.broken and isinstance(command, Resumed):
            return iter([Ended({})])
        if "filler" in self.broken and isinstance(command, Joined):
            raise Illegal(phrase("No fillers here."))
        return super().decide(state, seat, command, now, rng)

    def fillers(self, state: State) -> int:
        return int("filler" in self.broken)

    def evolve(self, state: State, event: Event) -> None:
        self._break("fold", True)
        super().evolve(state, event)

    def _break(self, where: str, here: bool) -> None:
        if here and where in self.broken:
            raise RuntimeError(f"broken: {where}")


BRITTLE = Brittle()
