"""Twenty-one: draw cards in secret, as near to 21 as you dare. With more you get nothing, and nobody else knows."""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from games.kit.computer import Uniform
from games.kit.errors import Illegal, Misread
from games.kit.inputs import Away, Cause, Expired, Joined, Kind, Left, Prompted, Resumed, Stopped, SystemInput
from games.kit.protocol import AnyGame, Chair, Choice, Computer, Entry, Posting, Result, Standing
from games.kit.rng import Rng
from games.kit.text import Card, Player, Points, Text, joined, phrase

GUIDE = """# Twenty-one
## Cards
Everybody holds a card that nobody else sees. All cards from 2 to 11 are equally likely.
## Moves
In your turn `draw` another card, or `stay` and be done. If you take too long, you stay.
## Winning
When all have stayed, the cards are shown. Up to 21 (`limit`) they are your points; with more you get none.
"""


class Options(Struct, frozen=True):
    limit: Annotated[int, Meta(ge=12, le=99, description="The most that counts.", extra={"unit": "points"})] = 21
    move_time: Annotated[int, Meta(ge=1, le=600, description="Time for a move.", extra={"unit": "s"})] = 20


class Seat(Struct):
    kind: Kind
    cards: list[int] = []
    done: bool = False
    left: bool = False


class State(Struct):
    options: Options = Options()
    seats: list[Seat] = []
    turn: int = 0
    due: int | None = None
    points: dict[int, int] | None = None


class Move(Struct, frozen=True, tag=True):
    word: str


class Begun(Struct, frozen=True, tag=True):
    options: Options
    kinds: tuple[Kind, ...]


class Drew(Struct, frozen=True, tag=True):
    seat: int
    card: int


class Turn(Struct, frozen=True, tag=True):
    seat: int
    due: int | None = None


class Done(Struct, frozen=True, tag=True):
    seat: int
    left: bool = False


class Ended(Struct, frozen=True, tag=True):
    points: dict[int, int]


Event: TypeAlias = Begun | Drew | Turn | Done | Ended


class TwentyOneWords:
    def public(self, state: State, entry: Entry) -> Sequence[Text]:
        said: list[Text] = []
        for event in entry.events:
            match event:
                case Drew(seat) if entry.seat is not None:
                    said.append(phrase("{player} draws.", player=Player(seat)))
                case Done(seat, left):
                    said.append(phrase("{player} is out." if left else "{player} stays.", player=Player(seat)))
                case Ended(points) if points:
                    best = max(points.values())
                    names = joined(*(Player(seat) for seat in points if points[seat] == best), separator=", ")
                    template = "Won by {names} with {points}." if best else "Too much, all of it: nobody has a point."
                    won = phrase(template, names=names, points=Points(best))
                    said.append(phrase("{cards}. {won}", cards=self.score(state), won=won))
        return [joined(*said)] if said else []

    def prompt(self, state: State) -> Text:
        player = Player(state.turn, called=True)
        return phrase("{player}, draw or stay? {time} s.", player=player, time=state.options.move_time)

    def private(self, state: State, entry: Entry) -> Mapping[int, Text]:
        return {event.seat: self.hand(state, event.seat) for event in entry.events if isinstance(event, Drew)}

    def hand(self, state: State, seat: int) -> Text:
        cards = state.seats[seat].cards
        return phrase("You hold {cards} ({sum}).", cards=_faces(cards), sum=sum(cards))

    def score(self, state: State) -> Text:
        seats = enumerate(TWENTYONE.view(state, None).seats)
        return joined(*(joined(Player(seat), _faces(at.cards)) for seat, at in seats if not at.left), separator=", ")

    def turn(self, state: State, now: int) -> Text:
        left = state.options.move_time if state.due is None else -(-(state.due - now) // 1000)
        return phrase("It is {player}'s turn, for {time} s.", player=Player(state.turn, called=True), time=left)

    def table(self, state: State, seat: int | None) -> Sequence[Text]:
        return [self.score(state)]

    clock = turn
    players = score


def _faces(cards: Sequence[int]) -> Text:
    return joined(*(Card(str(card or "?")) for card in cards))


class Careful:
    def move(self, view: State, choices: Sequence[Choice], rng: Rng) -> Move:
        return Move("draw" if sum(view.seats[view.turn].cards) + 6 <= view.options.limit else "stay")


class TwentyOne:
    name = "twentyone"
    title = "Twenty-one"
    rules_version = 1
    signs = ""
    options = Options
    state = State
    commands = (Move,)
    events = (Begun, Drew, Turn, Done, Ended)
    words = TwentyOneWords()
    blank = State

    @property
    def computers(self) -> Mapping[str, Computer[State, Move]]:
        return {"easy": Uniform(self), "normal": Careful()}

    def guide(self) -> str:
        return GUIDE

    def seats(self, options: Options) -> tuple[int, int]:
        return 2, 8

    def setup(self, chairs: Sequence[Chair], options: Options, rng: Rng) -> Iterator[Event]:
        yield Begun(options, tuple(chair.kind for chair in chairs))
        for seat in range(len(chairs)):
            yield Drew(seat, rng.between("card", 2, 11))
        yield Turn(rng.below("first", len(chairs)))

    def parse(self, state: State, seat: int, text: str) -> Move:
        if (word := text.strip().lower()) not in ("draw", "stay"):
            raise Misread(phrase("Say draw or stay."))
        return Move(word)

    def decide(
        self, state: State, seat: int | None, command: Move | SystemInput, now: int, rng: Rng
    ) -> Iterator[Event]:
        match command:
            case Move() if seat != state.turn:
                raise Illegal(phrase("It is {player}'s turn.", player=Player(state.turn)))
            case Move("draw") if sum(state.seats[state.turn].cards) > state.options.limit:
                raise Illegal(phrase("You have more than {limit}: say stay.", limit=state.options.limit))
            case Move("draw"):
                yield Drew(state.turn, rng.between("card", 2, 11))
                yield self._next(state)
            case Move() | Expired():
                yield Done(state.turn)
                yield self._next(state)
            case Prompted() if state.due is None:
                yield Turn(state.turn, now + state.options.move_time * 1000)
            case Resumed():
                yield Turn(state.turn)
            case Joined():
                raise Illegal(phrase("The cards are dealt already."))
            case Left() | Away(Cause.QUIT) if seat is not None:
                yield from self._leave(state, seat)
            case Stopped(scored):
                yield Ended(self._points(state) if scored else {})

    def _leave(self, state: State, seat: int) -> Iterator[Event]:
        yield Done(seat, left=True)
        if all(at.left for at in state.seats if at.kind is Kind.HUMAN):
            yield Ended({})
        elif seat == state.turn:
            yield self._next(state)

    def _next(self, state: State) -> Event:
        seats = range(len(state.seats))
        able = [seat for seat in (*seats[state.turn + 1 :], *seats) if not state.seats[seat].done]
        return Turn(able[0]) if able else Ended(self._points(state))

    def _points(self, state: State) -> dict[int, int]:
        sums = {seat: sum(at.cards) for seat, at in enumerate(state.seats) if not at.left}
        return {seat: points if points <= state.options.limit else 0 for seat, points in sums.items()}

    def evolve(self, state: State, event: Event) -> None:
        match event:
            case Begun(options, kinds):
                state.options, state.seats = options, [Seat(kind) for kind in kinds]
            case Drew(seat, card):
                state.seats[seat].cards.append(card)
            case Turn(seat, due):
                state.turn, state.due = seat, due
            case Done(seat, left):
                state.seats[seat].done, state.seats[seat].left = True, left
            case Ended(points):
                state.points = points

    def actors(self, state: State) -> Set[int]:
        return {state.turn} if state.points is None else set()

    def waits(self, state: State) -> Set[int]:
        return self.actors(state) if state.due is None else set()

    def timers(self, state: State) -> Mapping[str, int]:
        return {} if state.due is None else {"move": state.due}

    def choices(self, state: State, seat: int) -> Sequence[Choice]:
        full = sum(state.seats[seat].cards) > state.options.limit
        return [Choice("move", ("stay",) if full else ("draw", "stay"))]

    def sample(self, view: State, choice: Choice, rng: Rng) -> Move:
        return Move(rng.choice("move", choice.candidates))

    def fillers(self, state: State) -> int:
        return 0

    def view(self, state: State, viewer: int | None) -> State:
        if state.points is not None:
            return state
        hidden = [replace(at, cards=[0] * len(at.cards)) for at in state.seats]
        return replace(state, seats=[at if seat == viewer else hidden[seat] for seat, at in enumerate(state.seats)])

    def reveal(self, event: Event, viewer: int | None) -> Event | None:
        return replace(event, card=0) if isinstance(event, Drew) and event.seat != viewer else event

    def postings(self, event: Event) -> Sequence[Posting]:
        points = event.points if isinstance(event, Ended) else {}
        return [Posting(seat, "points", won, "cards") for seat, won in points.items() if won]

    def standings(self, state: State) -> Sequence[Standing]:
        points, seats = state.points or {}, enumerate(state.seats)
        return [Standing(seat, at.kind, "", points.get(seat, 0), 0, {}, not at.left) for seat, at in seats]

    def result(self, state: State) -> Result | None:
        if state.points is None:
            return None
        ranking = sorted(state.points.values(), reverse=True)
        return Result({seat: ranking.index(won) + 1 for seat, won in state.points.items()})


TWENTYONE: AnyGame = TwentyOne()
