"""Pebbles: a game as small as the whole protocol allows, for tests of what stands above the games.

Two or more seats take 1 to 3 pebbles in turn from a bowl. Each is worth 100 points; with them comes a coin or two and
sometimes a gem, known to its owner alone, which can be thrown back for 250 points. Who is too slow pays 50 points to
the bank. With the last pebble the most points win.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from games.kit.computer import Uniform
from games.kit.errors import Illegal, Misread
from games.kit.inputs import (
    Away,
    Back,
    Cause,
    Expired,
    Joined,
    Kind,
    Left,
    Paused,
    Prompted,
    Resumed,
    Stopped,
    SystemInput,
)
from games.kit.protocol import Chair, Choice, Computer, Entry, Posting, Result, Standing
from games.kit.rng import Rng, Table
from games.kit.text import Card, Player, Points, Text, joined, phrase, plural

GEM = Table("gem", {"": 5, "ruby": 3, "opal": 2})


class Options(Struct, frozen=True):
    pebbles: Annotated[int, Meta(ge=1, le=1000, description="Pebbles in the bowl.", extra={"unit": "pebbles"})] = 12
    move_time: Annotated[int, Meta(ge=1, le=600, description="Time for a move.", extra={"unit": "s"})] = 10


class Heap(Struct):
    """What a seat has."""

    kind: Kind
    points: int = 0
    coins: int = 0
    gems: dict[str, int] = {}
    present: bool = True
    held: bool = False


class State(Struct):
    bowl: int = 0
    bank: int = 0
    heaps: list[Heap] = []
    turn: int = 0
    move_ms: int = 0
    waiting: bool = False
    due: int | None = None
    places: dict[int, int] | None = None


class Take(Struct, frozen=True, tag=True):
    count: int


class Throw(Struct, frozen=True, tag=True):
    gem: str


class Filled(Struct, frozen=True, tag=True):
    bowl: int
    move_ms: int
    kinds: tuple[Kind, ...]


class Turn(Struct, frozen=True, tag=True):
    seat: int


class Asked(Struct, frozen=True, tag=True):
    due: int | None


class Took(Struct, frozen=True, tag=True):
    seat: int
    count: int
    coins: int
    gem: str


class Threw(Struct, frozen=True, tag=True):
    seat: int
    gem: str


class Late(Struct, frozen=True, tag=True):
    seat: int


class Sat(Struct, frozen=True, tag=True):
    seat: int
    kind: Kind
    present: bool = True
    held: bool = False


class Ended(Struct, frozen=True, tag=True):
    places: dict[int, int]


Command: TypeAlias = Take | Throw
Event: TypeAlias = Filled | Turn | Asked | Took | Threw | Late | Sat | Ended


class PebblesWords:
    def public(self, state: State, entry: Entry) -> Sequence[Text]:
        lines: list[Text] = []
        for event in entry.events:
            match event:
                case Took(seat, count):
                    lines.append(plural("{player}: {n} pebble.", "{player}: {n} pebbles.", count, player=Player(seat)))
                case Threw(seat, gem):
                    lines.append(phrase("{player} throws {gem}.", player=Player(seat), gem=Card(gem)))
                case Late(seat):
                    lines.append(phrase("{player} is late: {points}.", player=Player(seat), points=Points(-50, True)))
                case Ended():
                    lines.append(self.score(state))
        return lines

    def prompt(self, state: State) -> Text:
        return phrase("{player}'s turn, {n} left.", player=Player(state.turn, called=True), n=state.bowl)

    def private(self, state: State, entry: Entry) -> Mapping[int, Text]:
        changed = {event.seat for event in entry.events if isinstance(event, Took | Threw) and event.gem}
        return {seat: self.hand(state, seat) for seat in sorted(changed)}

    def hand(self, state: State, seat: int) -> Text:
        gems = (Card(gem) for gem, count in state.heaps[seat].gems.items() for _ in range(count))
        return phrase("You have: {gems}", gems=joined(*gems))

    def turn(self, state: State, now: int) -> Text:
        return self.prompt(state)

    def table(self, state: State, seat: int | None) -> Sequence[Text]:
        return [phrase("{n} pebbles, bank {bank}.", n=state.bowl, bank=Points(state.bank))]

    def players(self, state: State) -> Text:
        return joined(*(Player(seat) for seat, heap in enumerate(state.heaps) if heap.present))

    def clock(self, state: State, now: int) -> Text:
        return phrase("{n} ms left.", n=(state.due or now) - now)

    def score(self, state: State) -> Text:
        scores = (joined(Player(seat), Points(heap.points)) for seat, heap in enumerate(state.heaps))
        return joined(*scores, separator=", ")


class Pebbles:
    name = "pebbles"
    title = "Pebbles"
    rules_version = 1
    signs = ""
    options = Options
    state = State
    commands = (Take, Throw)
    events = (Filled, Turn, Asked, Took, Threw, Late, Sat, Ended)
    words = PebblesWords()

    @property
    def computers(self) -> Mapping[str, Computer[State, Command]]:
        return {"easy": Uniform(self)}

    def guide(self) -> str:
        return "# Pebbles\n\n## Moves\n\n`1`, `2`, `3` or `throw GEM`.\n"

    def seats(self, options: Options) -> tuple[int, int]:
        return 2, 20

    def blank(self) -> State:
        return State()

    def setup(self, chairs: Sequence[Chair], options: Options, rng: Rng) -> Iterator[Event]:
        yield Filled(options.pebbles, options.move_time * 1000, tuple(chair.kind for chair in chairs))
        yield Turn(rng.below("first", len(chairs)))

    def parse(self, state: State, seat: int, text: str) -> Command:
        first, *rest = text.lower().split()
        if first.isdecimal() and not rest:
            return Take(int(first))
        if first == "throw" and len(rest) == 1:
            return Throw(rest[0])
        raise Misread(phrase("Say 1, 2, 3 or throw GEM."))

    def actors(self, state: State) -> Set[int]:
        return set() if state.places is not None else {state.turn}

    def waits(self, state: State) -> Set[int]:
        return {state.turn} if state.waiting and state.places is None else set()

    def choices(self, state: State, seat: int) -> Sequence[Choice]:
        takes = Choice("take", tuple(str(count) for count in range(1, min(3, state.bowl) + 1)))
        gems = tuple(gem for gem, count in state.heaps[seat].gems.items() if count)
        return [takes, Choice("throw", gems)] if gems else [takes]

    def sample(self, view: State, choice: Choice, rng: Rng) -> Command:
        pick = rng.choice(choice.kind, choice.candidates)
        return Take(int(pick)) if choice.kind == "take" else Throw(pick)

    def decide(
        self, state: State, seat: int | None, command: Command | SystemInput, now: int, rng: Rng
    ) -> Iterator[Event]:
        if isinstance(command, Take | Throw):
            if seat is None or seat not in self.actors(state):
                raise Illegal(phrase("It is {player}'s turn.", player=Player(state.turn)))
            yield from self._move(state, seat, command, rng)
        else:
            yield from self._system(state, seat, command, now)

    def _move(self, state: State, seat: int, command: Command, rng: Rng) -> Iterator[Event]:
        if isinstance(command, Throw):
            if not state.heaps[seat].gems.get(command.gem):
                raise Illegal(phrase("You have no {gem}.", gem=command.gem))
            yield Threw(seat, command.gem)
        elif not 1 <= command.count <= min(3, state.bowl):
            raise Illegal(phrase("You can take 1 to {most}.", most=min(3, state.bowl)))
        else:
            yield Took(seat, command.count, rng.below("coins", 3), rng.pick(GEM))
        yield Ended(self._places(state)) if state.bowl == 0 else Turn(self._after(state))

    def _system(self, state: State, seat: int | None, command: SystemInput, now: int) -> Iterator[Event]:
        match command, seat:
            case Prompted(), _ if state.waiting:
                yield Asked(now + state.move_ms)
            case ((Paused() | Resumed()), _):
                yield Asked(None)
            case Expired(), _:
                yield Late(state.turn)
                yield Turn(self._after(state))
            case Stopped(scored), _:
                yield Ended(self._places(state) if scored else {})
            case Joined(kind), int():
                yield Sat(seat, kind)
            case ((Left() | Away(Cause.QUIT)), int()):
                yield Sat(seat, state.heaps[seat].kind, present=False)
                yield from self._remaining(state)
            case ((Away() | Back()), int()):
                yield Sat(seat, state.heaps[seat].kind, held=isinstance(command, Away))

    def _remaining(self, state: State) -> Iterator[Event]:
        present = [heap for heap in state.heaps if heap.present]
        if all(heap.kind is not Kind.HUMAN for heap in present):
            yield Ended({})
        elif len(present) < 2:
            yield Ended(self._places(state))
        elif not state.heaps[state.turn].present:
            yield Turn(self._after(state))

    @staticmethod
    def _after(state: State) -> int:
        order = [(state.turn + step) % len(state.heaps) for step in range(1, len(state.heaps) + 1)]
        return next(seat for seat in order if state.heaps[seat].present)

    @staticmethod
    def _places(state: State) -> dict[int, int]:
        ranking = sorted((heap.points for heap in state.heaps if heap.present), reverse=True)
        return {seat: ranking.index(heap.points) + 1 for seat, heap in enumerate(state.heaps) if heap.present}

    def evolve(self, state: State, event: Event) -> None:
        match event:
            case Filled():
                state.bowl, state.move_ms = event.bowl, event.move_ms
                state.heaps = [Heap(kind) for kind in event.kinds]
            case Turn(seat):
                state.turn, state.waiting, state.due = seat, True, None
            case Asked(due):
                state.waiting, state.due = due is None, due
            case Sat(seat, kind, present, held):
                if seat == len(state.heaps):
                    state.heaps.append(Heap(kind))
                state.heaps[seat].present, state.heaps[seat].held = present, held
            case Ended(places):
                state.places, state.due = places, None
            case _:
                self._book(state, event)

    def _book(self, state: State, event: Event) -> None:
        state.bowl -= event.count if isinstance(event, Took) else 0
        for posting in self.postings(event):
            if posting.seat is None:
                state.bank += posting.delta
                continue
            heap = state.heaps[posting.seat]
            if posting.asset == "item":
                heap.gems[posting.item] = heap.gems.get(posting.item, 0) + posting.delta
            else:
                setattr(heap, posting.asset, getattr(heap, posting.asset) + posting.delta)

    def timers(self, state: State) -> Mapping[str, int]:
        return {} if state.due is None else {"move": state.due}

    def turn_timers(self, state: State) -> Mapping[str, int]:
        return {} if state.due is None else {"move": state.turn}

    def fillers(self, state: State) -> int:
        return 0

    def view(self, state: State, viewer: int | None) -> State:
        heaps = [heap if seat == viewer else replace(heap, gems={}) for seat, heap in enumerate(state.heaps)]
        return replace(state, heaps=heaps)

    def reveal(self, event: Event, viewer: int | None) -> Event | None:
        return replace(event, gem="") if isinstance(event, Took) and event.seat != viewer else event

    def postings(self, event: Event) -> Sequence[Posting]:
        match event:
            case Took(seat, count, coins, gem):
                found = [Posting(seat, "points", 100 * count, "take")]
                found += [Posting(seat, "coins", coins, "find")] if coins else []
                return [*found, Posting(seat, "item", 1, "find", gem)] if gem else found
            case Threw(seat, gem):
                return [Posting(seat, "item", -1, "throw", gem), Posting(seat, "points", 250, "throw")]
            case Late(seat):
                return [Posting(seat, "points", -50, "late"), Posting(None, "points", 50, "late")]
            case _:
                return []

    def standings(self, state: State) -> Sequence[Standing]:
        return [
            Standing(seat, heap.kind, "", heap.points, heap.coins, dict(heap.gems), heap.present)
            for seat, heap in enumerate(state.heaps)
        ]

    def result(self, state: State) -> Result | None:
        return None if state.places is None else Result(state.places)


PEBBLES = Pebbles()
