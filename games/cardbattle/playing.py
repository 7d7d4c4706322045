"""The players' commands: actions of the main step, answers to what is asked, opening hands."""

from collections.abc import Iterator

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.announcing import announce, pay
from games.cardbattle.changes import Event
from games.cardbattle.commands import Choose, Command, Draw, End, Hold, Open, Pass, Ref
from games.cardbattle.costs import Bill
from games.cardbattle.faces import price
from games.cardbattle.field import Field
from games.cardbattle.flow import Decided, Flow
from games.cardbattle.refusals import check
from games.cardbattle.running import answered, go_on
from games.cardbattle.stack import Frame, Item, Reaction
from games.cardbattle.state import S, State
from games.cardbattle.windows import react, switch_hold
from games.kit.errors import Illegal
from games.kit.rng import Rng
from games.kit.text import Player, joined, phrase


def play(state: S, flow: Flow[S], seat: int | None, command: Command, rng: Rng) -> Decided:
    """Do what a player wants. Raises Illegal."""
    seat = _check_seat(state, seat)
    if isinstance(command, Hold):
        return switch_hold(state, seat, on=command.on)
    _check_time(state)
    if type(command) in flow.instants:
        return _at_once(state, flow, seat, command, rng)
    if isinstance(command, Open):
        return _open(state, flow, seat, rng, anew=command.anew)
    return _answer(state, flow, seat, command, rng)


def _answer(state: S, flow: Flow[S], seat: int, command: Command, rng: Rng) -> Decided:
    """Take an answer to what is asked, be it whether somebody reacts, or an action of the main step."""
    if isinstance(command, Choose):
        return _choose(state, flow, seat, command, rng)
    if isinstance(command, Pass) and (frame := state.frame) and frame.seat == seat:
        return _choose(state, flow, seat, Choose(frame.ask.word), rng)
    if isinstance(command, Pass) or (state.window and isinstance(command, Reaction)):
        return react(state, flow, seat, command, rng)
    return _act(state, flow, seat, command, rng)


def open_hand(state: State, seat: int, rng: Rng, *, anew: bool) -> Iterator[Event]:
    """Let a player keep their opening hand, or draw a new one."""
    if anew:
        side = state.sides[seat]
        count = len(side.hand)
        deck = rng.shuffled("deck", [*side.deck, *side.hand.values()])
        yield c.Shuffled(seat, tuple(deck), hand=True)
        yield c.Drew(seat, tuple(deck[:count]))
    yield e.Opened(seat, anew)


def _check_seat(state: State, seat: int | None) -> int:
    if seat is None or seat not in state.playing:
        raise Illegal(phrase("You are not in the match."))
    return seat


def _check_time(state: State) -> None:
    if state.held:
        gone = next(seat for seat in state.playing if state.sides[seat].held_until is not None)
        raise Illegal(phrase("The match waits until {player} is back or out.", player=Player(gone)))


def _at_once(state: S, flow: Flow[S], seat: int, command: Command, rng: Rng) -> Decided:
    """Do what needs no stack."""
    yield from flow.instants[type(command)](state, seat, command)
    yield from go_on(state, flow, rng)


def _open(state: S, flow: Flow[S], seat: int, rng: Rng, *, anew: bool) -> Decided:
    if seat not in state.opening:
        raise Illegal(phrase("Your opening hand is settled."))
    yield from open_hand(state, seat, rng, anew=anew)
    yield from go_on(state, flow, rng)


def _choose(state: S, flow: Flow[S], seat: int, command: Choose, rng: Rng) -> Decided:
    frame = state.frame
    if frame is None or frame.seat != seat:
        raise Illegal(phrase("You are not asked to choose anything now."))
    _check_picks(frame, command)
    yield e.Chose(seat, command.picks, secret=frame.ask.secret)
    yield from answered(state, flow, frame, command.picks, rng)
    yield from go_on(state, flow, rng)


def _check_picks(frame: Frame, command: Choose) -> None:
    """See that an answer is one to what is asked. Raises Illegal."""
    ask, picks = frame.ask, command.picks
    if command.word not in {ask.word, "choose"}:
        raise Illegal(phrase("You are asked for something else: {word}.", word=ask.word))
    if picks and not ask.candidates:
        raise Illegal(phrase("There is nothing to choose: {pas}.", pas="pass"))
    for pick in picks:
        if pick not in ask.candidates:
            raise Illegal(
                phrase(
                    "{pick} is not among what can be chosen: {candidates}.",
                    pick=_typed(pick),
                    candidates=joined(*map(_typed, ask.candidates), separator=", "),
                )
            )
    if len(set(picks)) != len(picks):
        raise Illegal(phrase("You named something twice."))
    if not ask.least <= len(picks) <= ask.most:
        template = "Choose {least}." if ask.least == ask.most else "Choose {least} to {most}."
        raise Illegal(phrase(template, least=ask.least, most=ask.most))


def _typed(ref: Ref) -> Player | str:
    """Show what is typed for something in play, a place or a player."""
    return Player(~ref) if ref < 0 else str(ref)


def _act(state: S, flow: Flow[S], seat: int, command: Command, rng: Rng) -> Decided:
    """Let the active player act in the main step. Raises Illegal."""
    _check_turn(state, seat)
    if isinstance(command, Reaction):
        yield from _announced(state, seat, command)
    elif isinstance(command, Draw):
        yield from _paid_draw(state, seat)
    elif isinstance(command, End):
        yield e.Announced(Item(state.next_item, seat, "end"))
    else:
        yield from flow.actions[type(command)](state, seat, command)
    yield from go_on(state, flow, rng)


def _check_turn(state: State, seat: int) -> None:
    """See that a seat can act in the main step. Raises Illegal."""
    if seat in state.opening:
        raise Illegal(
            phrase("First: {keep} your opening hand, or {mulligan} for a new one.", keep="keep", mulligan="mulligan")
        )
    if (frame := state.frame) and frame.seat == seat:
        raise Illegal(phrase("First answer what you are asked: {word}.", word=frame.ask.word))
    if state.window and seat in state.window.missing:
        raise Illegal(phrase("First react, or {pas}.", pas="pass"))
    if state.open_to_actions and seat != state.active:
        raise Illegal(phrase("It is not your turn: {player} is to act.", player=Player(state.active)))
    if not state.open_to_actions:
        raise Illegal(phrase("Others are to answer first."))


def _announced(state: State, seat: int, command: Reaction) -> Iterator[Event]:
    check(Field(state), seat, command, reacting=False)
    yield from announce(state, seat, command)


def _paid_draw(state: State, seat: int) -> Iterator[Event]:
    side = state.sides[seat]
    cost = Field(state).draw_cost(seat)
    if side.ap < cost:
        nouns = state.options.words
        raise Illegal(
            phrase(
                "Drawing costs {price}, and you have {have}.",
                price=price(nouns, cost, {}),
                have=price(nouns, side.ap, {}),
            )
        )
    if not side.deck and not side.rest:
        raise Illegal(phrase("You have no card left to draw."))
    yield from pay(state, Bill(seat, cost, {}))
    yield e.Announced(Item(state.next_item, seat, "draw"))
