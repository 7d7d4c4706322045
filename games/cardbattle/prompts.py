"""Who is asked for what: for the channel, and to the seat alone what only it can see."""

from collections.abc import Iterable, Iterator

from games.cardbattle.asking import searched
from games.cardbattle.cards import Code
from games.cardbattle.commands import Play
from games.cardbattle.faces import face, purse, several
from games.cardbattle.field import Field
from games.cardbattle.legality import Way, ways
from games.cardbattle.sentences import names
from games.cardbattle.stack import Frame
from games.cardbattle.state import State, Step
from games.cardbattle.triggers import waiting_of
from games.kit.text import Arg, Phrase, Player, Text, joined, phrase


def asked(state: State, time: int) -> Text:
    """Who is to act, with so many seconds."""
    players = names(state.acting, called=True)
    if state.opening:
        return phrase(
            "{players}: {keep} your hand, or {mulligan} once: {time} s.",
            players=players,
            keep="keep",
            mulligan="mulligan",
            time=time,
        )
    if frame := state.frame:
        return phrase("{players}: {ask}: {time} s.", players=players, ask=_question(state, frame), time=time)
    if state.window:
        return phrase("{players}: react, or {pas}: {time} s.", players=players, pas="pass", time=time)
    if state.step is Step.REFRESH:
        return _turn(state, time)
    return phrase("{players}, {have}: {time} s.", players=players, have=purse(state, state.active), time=time)


def _turn(state: State, time: int) -> Phrase:
    """Whose turn begins, with what they have and can refresh."""
    seat = state.active
    exhausted = any(each.exhausted and each.controller == seat for each in state.things.values())
    template = "{player}'s turn ({round}/{rounds}), {have}: {time} s."
    if exhausted:
        template = "{player}'s turn ({round}/{rounds}), {have}; {refresh} comes first: {time} s."
    return phrase(
        template, player=Player(seat, called=True), round=state.round, rounds=state.rounds, have=purse(state, seat),
        refresh="refresh", time=time,
    )  # fmt: skip


def _question(state: State, frame: Frame) -> Text:
    """What somebody is asked, as far as all can see it."""
    ask = frame.ask
    if ask.zone == "deck":
        return phrase("{word}", word=ask.word)
    number: Arg = ask.least
    if ask.least != ask.most:
        number = phrase("{least} to {most}" if ask.least else "up to {most}", least=ask.least, most=ask.most)
    if ask.zone != "play":
        return phrase("{word} {number}", word=ask.word, number=number)
    template = "{word} {number} of {things}" if ask.least else "{word} {number} of {things}; {word} alone is none"
    return phrase(template, word=ask.word, number=number, things=several(state, ask.candidates))


def to_choose(state: State, frame: Frame) -> Text:
    """What somebody can choose from, by the numbers they type."""
    ask, seat = frame.ask, frame.seat
    if not ask.candidates:
        return phrase("You find nothing there: {pas}.", pas="pass")
    return phrase(
        "You can {word}: {cards}.", word=ask.word, cards=joined(*_candidates(state, frame, seat), separator=", ")
    )


def _candidates(state: State, frame: Frame, seat: int) -> Iterator[Arg]:
    for ref, code in zip(frame.ask.candidates, _cards_asked(state, frame, seat), strict=True):
        yield phrase("{number} {card}", number=ref, card=face(state.cards[code]))


def _cards_asked(state: State, frame: Frame, seat: int) -> list[Code]:
    """Give the cards that a question is about, in the order of its candidates."""
    ask = frame.ask
    if ask.zone == "hand":
        return [state.sides[seat].hand[number] for number in ask.candidates]
    if ask.zone == "triggers":
        return [item.card for item in waiting_of(state, seat)]
    return searched(state, frame)


def to_react(state: State, seat: int, instants: Iterable[str]) -> Text:
    """What somebody could react with, be it with what needs no stack."""
    found: list[Arg] = [_react(state, seat, way) for way in ways(Field(state), seat, reacting=True)]
    found += instants
    if not found:
        return phrase("You have nothing to react with: {pas}.", pas="pass")
    return phrase("You can {ways}, or {pas}.", ways=joined(*found, separator=", "), pas="pass")


def _react(state: State, seat: int, way: Way) -> Text:
    command = way.command
    if isinstance(command, Play):
        card, typed = state.cards[state.sides[seat].hand[command.number]], f"play {command.number}"
    else:
        card, typed = state.card(command.thing), f"use {command.thing}"
    if way.candidates is None:
        return phrase("{typed} ({card})", typed=typed, card=face(card))
    targets = joined(*(str(ref) if ref > 0 else Player(~ref) for ref in way.candidates), separator="/")
    return phrase("{typed} on {targets} ({card})", typed=typed, targets=targets, card=face(card))
