"""Scenarios: a match set to a given state, with some draws decided beforehand. For tests of rules."""

from collections.abc import Iterable, Mapping

from msgspec import to_builtins

from games.kit.errors import Refused
from games.kit.inputs import SystemInput
from games.kit.match import Match
from games.kit.options import read_options
from games.kit.protocol import C, Chair, E, Entry, Game, Header, S, V
from games.kit.rng import ALGORITHM, Forced


class Scenario(Match[S, C, E, V]):
    """A match whose chance can be forced. `Scenario.begun(game, 3, item=["S"] * 15)` deals 15 times the S."""

    rng: Forced

    @classmethod
    def begun(
        cls,
        game: Game[S, C, E, V],
        seats: int = 2,
        options: Mapping[str, object] | None = None,
        **draws: Iterable[object],
    ) -> "Scenario[S, C, E, V]":
        """Begin a match of so many human seats with these options and draws. Change `state` at will afterwards."""
        chosen = to_builtins(read_options(game, options or {}))
        header = Header(0, game.name, game.rules_version, "", chosen, tuple(Chair() for _ in range(seats)), ALGORITHM)
        scenario = cls(game, header, Forced(**draws))
        scenario.begin()
        return scenario

    def say(self, seat: int, text: str, at: int | None = None, **draws: Iterable[object]) -> list[Entry]:
        """Let a seat type a move at a match time in ms (default: at once) with these draws. Raises Refused."""
        command = self.game.parse(self.state, seat, text)
        return self.input(command, seat, at, **draws)

    def input(
        self, command: C | SystemInput, seat: int | None = None, at: int | None = None, **draws: Iterable[object]
    ) -> list[Entry]:
        """Give the match an input at a match time in ms (default: at once) with these draws. Raises Refused."""
        self.rng.force(**draws)
        return list(self.submit(self.now if at is None else at, command, seat))

    def refusal(self, seat: int, text: str, at: int | None = None) -> str:
        """Let a seat type what must be refused, and give the answer in English."""
        try:
            self.say(seat, text, at)
        except Refused as refused:
            return str(refused)
        raise AssertionError(f"{text!r} was taken")
