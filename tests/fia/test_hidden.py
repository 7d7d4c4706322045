"""Nobody sees what others hold: change all that a viewer cannot see, and nothing that is shown to them changes."""

from typing import Any

import pytest
from msgspec.structs import replace

from games.fia import FIA
from games.fia.commands import Play
from games.fia.events import Dealt, Drew, Event, Holstered, Missed, Received, Refilled, Rested, Shuffled, TurnBegan
from games.fia.state import SEATS, Laid, Stage, State
from games.kit.codec import codec
from games.kit.errors import Illegal
from games.kit.protocol import Entry
from games.kit.rng import Rng
from tests.fia.playouts import opened, playout
from tests.fia.scenes import written


def permuted(state: State, viewer: int | None, rng: Rng) -> State:
    """The same state as far as the viewer can see: hands, decks, secret plays and the calm are others."""
    saved = codec(FIA)
    twin: State = saved.state(saved.encode(state))
    for seat, side in enumerate(twin.sides):
        own = seat == viewer
        cards = rng.shuffled("hidden", side.deck if own else side.deck + side.hand)
        side.deck = cards[: len(side.deck)]
        side.hand = side.hand if own else cards[len(side.deck) :]
    twin.calm = rng.below("calm", 9000)
    if twin.stage is Stage.CALM:
        twin.due = rng.below("due", 9000)
    twin.laid = {seat: laid if seat == viewer else Laid(("?",), 5) for seat, laid in twin.laid.items()}
    return twin


def disguised(event: Event, viewer: int | None, rng: Rng) -> Event:
    """The same event as far as the viewer can see."""

    def others(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(rng.choice("card", ("ra1", "bd2", "w", "x2")) for _ in cards)

    match event:
        case Shuffled(_, cards):
            return replace(event, cards=others(cards))
        case Holstered():
            return replace(event, calm=rng.below("calm", 9000))
        case Received(seat) if seat != viewer:
            return replace(event, cards=("ra1",), sent=rng.below("sent", 9000), stamped=rng.percent("stamped", 50))
        case Dealt(seat, cards) | Drew(seat, cards) if seat != viewer:
            return replace(event, cards=others(cards))
        case TurnBegan(seat, drawn) | Rested(seat, drawn) | Missed(seat, drawn) | Refilled(seat, drawn):
            return replace(event, drawn=others(drawn)) if seat != viewer else event
        case _:
            return event


def shown(state: State, entry: Entry, viewer: int | None) -> list[Any]:
    """All that a viewer is shown of a match right after an entry."""
    words, now = FIA.words, entry.at
    texts = [
        *words.public(state, entry),
        *([words.prompt(state)] if FIA.waits(state) else []),
        words.turn(state, now),
        *words.table(state, viewer),
        words.players(state),
        words.clock(state, now),
        words.score(state),
        *(question.answer(state, viewer) for question in FIA.questions.values()),
    ]
    own = []
    if viewer is not None:
        for each in (words, FIA.compact_words):
            own += [each.hand(state, viewer), each.private(state, entry).get(viewer)]
        own.append(FIA.choices(state, viewer))
    timers = {name: due for name, due in FIA.timers(state).items() if name != "calm"}
    return [
        [written(text, "seat {}".format) for text in texts],
        own,
        FIA.view(state, viewer),
        [FIA.reveal(event, viewer) for event in entry.events],
        (FIA.actors(state), FIA.waits(state), timers, FIA.fillers(state), FIA.result(state)),
        FIA.standings(state),
    ]


@pytest.mark.parametrize("spread", ["palette", "free"])
@pytest.mark.parametrize("seed", range(3))
def test_what_others_hold_changes_nothing_that_is_shown(spread, seed):
    rng = Rng(b"hidden")
    match = opened(spread=spread, lp=10, free_lp=10)
    for entry in playout(match, seed):
        for viewer in (None, 0, 1):
            twin = permuted(match.state, viewer, rng)
            disguise = replace(entry, events=tuple(disguised(event, viewer, rng) for event in entry.events))
            assert shown(twin, disguise, viewer) == shown(match.state, entry, viewer)


@pytest.mark.parametrize("spread", ["palette", "free"])
def test_what_the_viewer_holds_does_change_it(spread):
    match = opened(spread=spread)
    entry = match.begin()
    assert shown(permuted(match.state, None, Rng(b"hidden")), entry, 0) != shown(match.state, entry, 0)


def test_the_holder_sees_all_of_an_event():
    for event in (Dealt(1, ("ra1",)), Drew(1, ("ra1",)), TurnBegan(1, ("ra1",)), Refilled(1, ("ra1",))):
        assert FIA.reveal(event, 1) == event
        assert FIA.reveal(event, None) == FIA.reveal(event, 0) == type(event)(1, ("?",))
    for event in (Rested(1, ("ra1",)), Missed(1, ("ra1",))):
        assert FIA.reveal(event, 1) == event
        assert FIA.reveal(event, 0) == type(event)(1, ("?",))
    received = Received(1, ("ra1",), 5, stamped=True)
    assert FIA.reveal(received, 1) == received
    assert FIA.reveal(received, 0) == Received(1)


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_nobody_sees_a_deck_or_a_calm(viewer):
    assert FIA.reveal(Shuffled(1, ("ra1",)), viewer) == Shuffled(1, ())
    assert FIA.reveal(Holstered(3, 4000), viewer) == Holstered(3, None)


def refusal(state: State, seat: int, code: str, now: int) -> str | None:
    """How a card is refused, if it is."""
    try:
        next(iter(FIA.decide(state, seat, Play((code,)), now, Rng(b"refused"))))
    except Illegal as refused:
        return str(refused)
    return None


@pytest.mark.parametrize("spread", ["palette", "free"])
def test_a_refusal_is_the_same_whatever_others_hold(spread):
    rng = Rng(b"hidden")
    match = opened(spread=spread, lp=4, free_lp=4)
    answers = set()
    for entry in playout(match, 1):
        for seat in SEATS:
            twin = permuted(match.state, seat, rng)
            for code in {*match.state.sides[1 - seat].hand, *twin.sides[1 - seat].hand}:
                said = refusal(match.state, seat, code, entry.at)
                assert refusal(twin, seat, code, entry.at) == said
                answers.add(str(said).partition(code)[0])
    assert "You have no " in answers
