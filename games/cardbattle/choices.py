"""All that a seat can do now, as descriptions of choices, and commands made of them.

The kinds of choices are the beginnings of what would be typed: `play`, `play 3 on`, `den @1 with`, `meet`.
"""

from collections.abc import Iterator
from math import comb, perm

from games.cardbattle.commands import Choose, Command, Draw, End, Fight, Open, Pass, Play, Refresh, Use
from games.cardbattle.field import Field
from games.cardbattle.legality import ways
from games.cardbattle.parsing import name, read
from games.cardbattle.stack import Ask
from games.cardbattle.state import State
from games.kit.protocol import Choice
from games.kit.rng import Rng

WITH = "with"
"""Stands in the kind of a choice of creatures with which to fight somebody."""


_MOST_WAYS = 2**32
"""So many ways to choose so many count at most: chance draws one of 2**64 numbers."""


def choices(state: State, seat: int, own: Iterator[Choice], instants: Iterator[Choice]) -> list[Choice]:
    """List all that a seat can do now; its `own` are the actions of the game besides those of all games.

    `instants` are those that can also be taken in reaction to something.
    """
    if seat not in state.acting:
        return []
    if state.opening:
        return [single("keep"), single("mulligan")]
    if frame := state.frame:
        return [_asked(frame.ask)]
    field = Field(state)
    if state.window:
        return [*_announceable(field, seat, reacting=True), *instants, single("pass")]
    return [*_announceable(field, seat, reacting=False), *_draw(field, seat), *own, *instants, single("end")]


def single(kind: str) -> Choice:
    """Give a choice with nothing to choose."""
    return Choice(kind, least=0, most=0)


def sample(choice: Choice, rng: Rng) -> Command:
    """Make a command of a choice, each way to fill it equally likely."""
    word, *rest = choice.kind.split()
    picks = [read(pick) for pick in _picked(choice, rng)]
    match word, rest:
        case "play", []:
            return Play(picks[0])
        case "play", [number, _]:
            return Play(int(number), tuple(picks))
        case "use", []:
            return Use(picks[0])
        case "use", [number, _]:
            return Use(int(number), tuple(picks))
        case _, [player, "with"]:
            return Fight(tuple(picks), ~read(player))
        case _:
            return _SINGLE.get(word) or Choose(word, tuple(picks))


_SINGLE: dict[str, Command] = {
    "keep": Open(anew=False), "mulligan": Open(anew=True), "pass": Pass(), "draw": Draw(), "end": End(),
    "refresh": Refresh(),
}  # fmt: skip


def _picked(choice: Choice, rng: Rng) -> list[str]:
    """Pick candidates: first how many, by the number of ways, then which; without order in theirs."""
    count = len(choice.candidates)
    numbers = range(choice.least, choice.most + 1)
    ways_ = [min(_MOST_WAYS, (perm if choice.ordered else comb)(count, number)) for number in numbers]
    which = rng.below("count", sum(ways_)) if len(ways_) > 1 else 0
    number = choice.least
    while which >= ways_[number - choice.least]:
        which -= ways_[number - choice.least]
        number += 1
    if not number:
        return []
    if number == 1:
        return [rng.choice("pick", choice.candidates)]
    picked = rng.shuffled("pick", choice.candidates)[:number]
    return picked if choice.ordered else sorted(picked, key=choice.candidates.index)


def _asked(ask: Ask) -> Choice:
    return Choice(ask.word, tuple(map(name, ask.candidates)), ask.least, ask.most, ask.ordered)


def _announceable(field: Field, seat: int, *, reacting: bool) -> Iterator[Choice]:
    """Yield a choice for all cards that are aimed at nothing, for all skills like that, and one for each other."""
    plain: dict[str, list[str]] = {"play": [], "use": []}
    for command, candidates, least, most in ways(field, seat, reacting=reacting):
        word, number = ("play", command.number) if isinstance(command, Play) else ("use", command.thing)
        if candidates is None:
            plain[word].append(str(number))
        else:
            yield Choice(f"{word} {number} on", tuple(map(name, candidates)), least, most)
    for word, numbers in plain.items():
        if numbers:
            yield Choice(word, tuple(numbers))


def _draw(field: Field, seat: int) -> Iterator[Choice]:
    side = field.state.sides[seat]
    if (side.deck or side.rest) and field.draw_cost(seat) <= side.ap:
        yield single("draw")
