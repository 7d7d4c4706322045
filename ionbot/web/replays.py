"""A replay as a page shows it: one step with how the match stood then, and all steps to choose from."""

from bisect import bisect_right
from dataclasses import dataclass

from markupsafe import Markup

from ionbot.store.history import WholeMatch
from ionbot.store.replay import Step, position, steps
from ionbot.web.markup import markup
from ionbot.web.matches import nicks


@dataclass(frozen=True)
class ToldStep:
    """A step: what all heard, and what the seat was told. `at` is in match ms."""

    seq: int
    at: int
    heard: list[Markup]
    told: Markup | None


@dataclass(frozen=True)
class Replay:
    """A replay at its step `index`, from 0; without steps there is nothing to see yet."""

    seat: int | None
    steps: list[ToldStep]
    index: int
    table: list[Markup]
    score: Markup | None
    hand: Markup | None

    @property
    def step(self) -> ToldStep:
        """The step that is shown."""
        return self.steps[self.index]

    def at(self, index: int) -> int | None:
        """Give the number of the input of a step, None where there is no such step, or it is the one shown."""
        return self.steps[index].seq if 0 <= index < len(self.steps) and index != self.index else None


def replay(match: WholeMatch, seat: int | None, seq: int | None) -> Replay:
    """Tell a match as a seat or everybody saw it, at the last step up to an input; at first where none is given.

    Raises UnknownGame; ValueError unless it may be seen.
    """
    nick = nicks(match)

    def told(step: Step) -> ToldStep:
        private = markup(step.told, nick) if step.told else None
        return ToldStep(step.seq, step.at, [markup(text, nick) for text in step.heard], private)

    there = [told(step) for step in steps(match, seat)]
    if not there:
        return Replay(seat, [], 0, [], None, None)
    index = 0 if seq is None else max(0, bisect_right([step.seq for step in there], seq) - 1)
    stood = position(match, there[index].seq, seat)
    if stood is None:
        raise ValueError(f"match {match.match.id} has no input {there[index].seq}")
    table = [markup(text, nick) for text in stood.table]
    hand = markup(stood.hand, nick) if stood.hand else None
    return Replay(seat, there, index, table, markup(stood.score, nick), hand)
