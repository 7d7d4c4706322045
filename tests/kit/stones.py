"""A small game for the tests of the kit: who takes the last stone of a heap wins. A die may put stones back.

`Spoil` is a command that makes the game break its contract in a given way, to see that the match survives it.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from games.kit.computer import Uniform
from games.kit.errors import Illegal, Misread
from games.kit.inputs import Expired, Kind, Prompted, Stopped, SystemInput
from games.kit.protocol import Chair, Choice, Computer, Entry, Posting, Result, Standing
from games.kit.rng import Rng, Table
from games.kit.text import Player, Text, joined, phrase, plural

DIE = Table("die", {0: 4, 1: 1, 2: 1})


class Options(Struct, frozen=True):
    heap: Annotated[int, Meta(ge=1, le=50, description="Stones at the start.", extra={"unit": "stones"})] = 10
    move_time: Annotated[int, Meta(ge=1, le=600, description="Time for a move.", extra={"unit": "s"})] = 10
    round_time: Annotated[int, Meta(ge=1, description="Time for all.", extra={"unit": "s"})] = 60
    die: Annotated[bool, Meta(description="Whether a die puts stones back.")] = True
    pace: Annotated[float, Meta(le=2.5, description="How lively it is.")] = 1.0
    name: str = "heap"

    def __post_init__(self) -> None:
        if self.move_time > self.round_time:
            raise ValueError("a move cannot take longer than the round")


class Stones(Struct):
    heap: int = 0
    taken: list[int] = []
    secrets: list[int] = []
    turn: int = 0
    move_ms: int = 0
    waiting: bool = False
    deadline: int | None = None
    end: int | None = None
    places: dict[int, int] | None = None
    stuck: bool = False


class Take(Struct, frozen=True, tag=True):
    count: int


class Spoil(Struct, frozen=True, tag=True):
    how: str


Command: TypeAlias = Take | Spoil


class Begun(Struct, frozen=True, tag=True):
    heap: int
    seats: int
    first: int
    move_ms: int
    end: int


class Dealt(Struct, frozen=True, tag=True):
    seat: int
    secret: int | None


class Asked(Struct, frozen=True, tag=True):
    deadline: int


class Taken(Struct, frozen=True, tag=True):
    seat: int
    count: int


class PutBack(Struct, frozen=True, tag=True):
    count: int


class Passed(Struct, frozen=True, tag=True):
    seat: int


class Stuck(Struct, frozen=True, tag=True):
    pass


class Ended(Struct, frozen=True, tag=True):
    places: dict[int, int]


Event: TypeAlias = Begun | Dealt | Asked | Taken | PutBack | Passed | Stuck | Ended


class StonesWords:
    def public(self, state: Stones, entry: Entry) -> Sequence[Text]:
        return [phrase("{n} left.", n=state.heap)] if entry.events else []

    def prompt(self, state: Stones) -> Text:
        return phrase("{player}'s turn.", player=Player(state.turn, called=True))

    def private(self, state: Stones, entry: Entry) -> Mapping[int, Text]:
        return {event.seat: self.hand(state, event.seat) for event in entry.events if isinstance(event, Dealt)}

    def hand(self, state: Stones, seat: int) -> Text:
        return phrase("Your number is {n}.", n=state.secrets[seat])

    def turn(self, state: Stones, now: int) -> Text:
        return self.prompt(state)

    def table(self, state: Stones, seat: int | None) -> Sequence[Text]:
        return [plural("{n} stone", "{n} stones", n=state.heap)]

    def players(self, state: Stones) -> Text:
        return joined(*map(Player, range(len(state.taken))))

    def clock(self, state: Stones, now: int) -> Text:
        return phrase("{n} ms left.", n=(state.end or now) - now)

    def score(self, state: Stones) -> Text:
        return joined(*state.taken)


class StonesGame:
    name = "stones"
    title = "Stones"
    rules_version = 3
    signs = ""
    options = Options
    state = Stones
    commands = (Take, Spoil)
    events = (Begun, Dealt, Asked, Taken, PutBack, Passed, Stuck, Ended)
    words = StonesWords()

    @property
    def computers(self) -> Mapping[str, Computer[Stones, Command]]:
        return {"easy": Uniform(self)}

    def guide(self) -> str:
        return "# Stones"

    def seats(self, options: Options) -> tuple[int, int]:
        return 2, 4

    def blank(self) -> Stones:
        return Stones()

    def setup(self, chairs: Sequence[Chair], options: Options, rng: Rng) -> Iterator[Event]:
        first = rng.below("first", len(chairs))
        yield Begun(options.heap, len(chairs), first, options.move_time * 1000, options.round_time * 1000)
        for seat in range(len(chairs)):
            yield Dealt(seat, rng.between("secret", 100, 199))

    def parse(self, state: Stones, seat: int, text: str) -> Command:
        if text.isdecimal():
            return Take(int(text))
        raise Misread(phrase("Say how many stones you take: {least} to {most}.", least=1, most=3))

    def actors(self, state: Stones) -> Set[int]:
        return set() if state.places is not None else {state.turn}

    def waits(self, state: Stones) -> Set[int]:
        return {state.turn} if state.waiting else set()

    def choices(self, state: Stones, seat: int) -> Sequence[Choice]:
        return [Choice("take", tuple(str(count) for count in (1, 2, 3) if count <= state.heap))]

    def sample(self, view: Stones, choice: Choice, rng: Rng) -> Command:
        return Take(int(rng.choice("count", choice.candidates)))

    def decide(
        self, state: Stones, seat: int | None, command: Command | SystemInput, now: int, rng: Rng
    ) -> Iterator[Event]:
        match command:
            case Take(count):
                return self._take(state, seat, count, rng)
            case Spoil(how):
                return self._spoil(how, rng)
            case Expired(timer):
                return iter(self._expired(state, timer))
            case Prompted() if state.waiting:
                return iter([Asked(now + state.move_ms)])
            case Stopped():
                return iter([Ended({})])
            case _:
                return iter(())

    def _take(self, state: Stones, seat: int | None, count: int, rng: Rng) -> Iterator[Event]:
        if seat is None or seat != state.turn:
            raise Illegal(phrase("It is {player}'s turn.", player=Player(state.turn)))
        if not 1 <= count <= min(3, state.heap):
            raise Illegal(phrase("You can take 1 to {most}.", most=min(3, state.heap)))
        yield Taken(seat, count)
        if state.heap == 0:
            yield Ended({other: 1 if other == seat else 2 for other in range(len(state.taken))})
        elif back := rng.pick(DIE):
            yield PutBack(back)

    def _expired(self, state: Stones, timer: str) -> list[Event]:
        if timer == "move":
            return [] if state.stuck else [Passed(state.turn)]
        return [Ended(dict.fromkeys(range(len(state.taken)), 1))]

    def _spoil(self, how: str, rng: Rng) -> Iterator[Event]:
        if how == "stick":
            yield Stuck()
            return
        if how == "draw, refuse":
            rng.below("waste", 6)
            raise Illegal(phrase("Too late."))
        rng.below("waste", 6)
        if how == "draw":
            return
        yield PutBack(5)
        if how == "refuse":
            raise Illegal(phrase("Too late."))
        if how == "evolve":
            yield Taken(99, 1)
        raise RuntimeError("a broken rule")

    def evolve(self, state: Stones, event: Event) -> None:
        match event:
            case Begun():
                state.heap, state.turn, state.move_ms, state.end = event.heap, event.first, event.move_ms, event.end
                state.taken, state.waiting = [0] * event.seats, True
            case Dealt(_, secret):
                state.secrets.append(secret or 0)
            case Asked(deadline):
                state.deadline, state.waiting = deadline, False
            case Taken(seat, count):
                state.heap -= count
                state.taken[seat] += count
                self._next(state)
            case PutBack(count):
                state.heap += count
            case Passed():
                self._next(state)
            case Stuck():
                state.stuck = True
            case Ended(places):
                state.places = places

    @staticmethod
    def _next(state: Stones) -> None:
        state.turn = (state.turn + 1) % len(state.taken)
        state.deadline, state.waiting = None, True

    def timers(self, state: Stones) -> Mapping[str, int]:
        # an ended round leaves its timers standing: the match has to stop firing them by itself
        due = {"move": state.deadline, "round": state.end}
        return {name: time for name, time in due.items() if time is not None}

    def fillers(self, state: Stones) -> int:
        return 0

    def view(self, state: Stones, viewer: int | None) -> Stones:
        return state

    def reveal(self, event: Event, viewer: int | None) -> Event | None:
        return Dealt(event.seat, None) if isinstance(event, Dealt) and event.seat != viewer else event

    def postings(self, event: Event) -> Sequence[Posting]:
        return [Posting(event.seat, "points", event.count, "take")] if isinstance(event, Taken) else []

    def standings(self, state: Stones) -> Sequence[Standing]:
        return [Standing(seat, Kind.HUMAN, "", taken, 0, {}, True) for seat, taken in enumerate(state.taken)]

    def result(self, state: Stones) -> Result | None:
        return None if state.places is None else Result(state.places)


def typed(options: Any = None) -> dict[str, Any]:
    """Options as they stand in a header."""
    return {"heap": 10, "move_time": 10, "round_time": 60, "die": True, "pace": 1.0, "name": "heap", **(options or {})}


STONES = StonesGame()
