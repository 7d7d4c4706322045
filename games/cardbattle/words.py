"""What a card battle says: one line an entry for the channel, the hand to its holder, and answers to questions."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.faces import capital, face
from games.cardbattle.field import Field
from games.cardbattle.prompts import asked, to_choose, to_react
from games.cardbattle.sentences import Sentences, names, seconds, sentences
from games.cardbattle.state import State
from games.cardbattle.tables import numbered, on_stack, player, side
from games.kit.protocol import Entry
from games.kit.text import Phrase, Player, Text, joined, phrase

OVER = phrase("The match is over.")

_HOLD = {
    True: phrase("You are asked before everything."),
    False: phrase("You are asked only when you can react."),
}

_TOLD = 20
"""So much is told of the beginning and of the end of what an entry did, at most."""

Instants: TypeAlias = Callable[[Any, int], Iterable[str]]


class BattleWords:
    """See `games.kit.protocol.Words`. `own` are the sentences that a game says in its own way.

    `moves` says what moves look like, `instants` what a seat can type without the stack, in reaction to something.
    """

    def __init__(self, own: Sentences, moves: Text, instants: Instants = lambda _state, _seat: ()) -> None:
        self._own = own
        self._moves = moves
        self._instants = instants

    def public(self, state: State, entry: Entry) -> Sequence[Text]:
        """What happened, on one line; the result of the match has a line of its own."""
        said = _shortened([*sentences(state, entry.events, self._own)])
        lines: list[Text] = [joined(*said)] if said else []
        if state.over:
            lines.append(joined(_outcome(state, entry.events[-1].why), self.score(state)))
        return lines

    def prompt(self, state: State) -> Text:
        """Who is to act, and how; at the beginning of a turn with what they have."""
        return asked(state, seconds(state.time))

    def private(self, state: State, entry: Entry) -> Mapping[int, Text]:
        """To a seat that drew or is back: its hand, the first one with what can be done with it.

        To one that is asked: what only it can see of that.
        """
        told: dict[int, Text] = {}
        if state.over:
            return told
        for event in entry.events:
            match event:
                case c.Drew(seat) | e.CameBack(seat) | c.Fetched(seat):
                    told[seat] = self.held(state, seat) if entry.seq else self.first_hand(state, seat)
                case e.HoldSet(seat, on):
                    told[seat] = joined(self.held(state, seat), _HOLD[on])
        for seat in {seat: None for event in entry.events for seat in _asked(state, event)}:
            back = any(event == e.CameBack(seat) for event in entry.events)
            question = self._question(state, seat)
            if question:
                told[seat] = joined(told[seat], question) if back else question
        return told

    def _question(self, state: State, seat: int) -> Text | None:
        """What only a seat can see of what it is asked now, if there is anything."""
        if (frame := state.frame) and frame.seat == seat and frame.ask.zone != "play":
            return to_choose(state, frame)
        if state.window and seat in state.window.missing:
            return to_react(state, seat, self._instants(state, seat))
        return None

    def first_hand(self, state: State, seat: int) -> Text:
        """What the seat holds at first, and what can be done with it."""
        return joined(self.held(state, seat), self._moves)

    def hand(self, state: State, seat: int) -> Text:
        """What the seat holds, and what only it can see of what it is asked now: who asks may have missed that."""
        question = None if state.over else self._question(state, seat)
        held = self.held(state, seat)
        return joined(held, question) if question else held

    def held(self, state: State, seat: int) -> Text:
        """What the seat holds, by its numbers, with what it costs."""
        field = Field(state)
        held = [numbered(field, seat, number, code) for number, code in state.sides[seat].hand.items()]
        if not held:
            return phrase("You hold nothing.")
        return phrase("You hold {cards}.", cards=joined(*held, separator=", "))

    def turn(self, state: State, now: int) -> Text:
        """Who is to act and how much time is left."""
        if state.over:
            return OVER
        if state.held:
            gone = [seat for seat in state.playing if state.sides[seat].held_until is not None]
            return phrase("The match waits for {players}.", players=names(gone))
        return asked(state, seconds(state.time if state.due is None else state.due - now))

    def table(self, state: State, seat: int | None) -> Sequence[Text]:
        """What lies open, player by player, the own side last; and what is on the stack."""
        field = Field(state)
        seats = [*state.around(state.active)] if state.sides else []
        if seat in seats:
            place = seats.index(seat)
            seats = [*seats[place + 1 :], *seats[: place + 1]]
        return [*on_stack(state), *(side(field, each) for each in seats)]

    def players(self, state: State) -> Text:
        """Who plays, in the order of the turns, and how many cards they have."""
        return joined(*(player(state, seat) for seat in state.order), separator=", ")

    def clock(self, state: State, now: int) -> Text:
        """How much time is left."""
        return self.turn(state, now)

    def score(self, state: State) -> Text:
        """How much life everybody has."""
        scores = (phrase("{player} {n}", player=Player(seat), n=each.life) for seat, each in enumerate(state.sides))
        return phrase(
            "{life}: {scores}.", life=capital(state.options.words.life), scores=joined(*scores, separator=", ")
        )


class CompactBattleWords(BattleWords):
    """What is told to who wants it compact: the cards by their numbers and names."""

    def first_hand(self, state: State, seat: int) -> Text:
        """What the seat holds at first."""
        return self.held(state, seat)

    def held(self, state: State, seat: int) -> Text:
        """What the seat holds, by its numbers."""
        hand = state.sides[seat].hand
        held = (joined(number, face(state.cards[code])) for number, code in hand.items())
        return joined(*held, separator=", ") if hand else phrase("nothing")


def _shortened(said: list[Text]) -> list[Text]:
    """Leave out the middle of what would fill many lines: skills that trigger each other can go on for long."""
    left_out = len(said) - 2 * _TOLD
    if left_out <= 1:
        return said
    return [*said[:_TOLD], phrase("(And {n} more such things.)", n=left_out), *said[-_TOLD:]]


def _asked(state: State, event: object) -> Sequence[int]:
    """Give whose question is told by an event: it is asked, or told once more after an interruption."""
    match event:
        case e.Asked(frame) if frame == state.frame:
            return [frame.seat]
        case e.WindowOpened(seats) if state.window:
            return seats
        case c.Refreshed(_, True, int(seat)) | e.CameBack(seat):
            return [seat]
        case e.Recalled():
            return state.acting
        case _:
            return ()


_OUTCOMES: dict[e.Why, str] = {
    e.Why.LAST: "{winners} is the last one in and wins!",
    e.Why.ROUNDS: "The last round is over: {winners} wins!",
    e.Why.COMPUTERS: "{winners} wins!",
    e.Why.STOPPED: "{winners} wins as it stands!",
}


def _outcome(state: State, why: e.Why) -> Phrase:
    """Who won, and how."""
    winners = [seat for seat, place in state.places.items() if place == 1]
    if not winners:
        return phrase("The match is over, without a winner.")
    if len(winners) > 1:
        return phrase("The match is over: {winners} share the win.", winners=names(winners))
    return phrase(_OUTCOMES[why], winners=names(winners))
