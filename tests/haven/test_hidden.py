"""Nobody sees what others hold: change all that a viewer cannot see, and nothing that is shown to them changes."""

from typing import Any

import pytest
from msgspec.structs import replace

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.asking import fetchable
from games.cardbattle.commands import Pass, Play
from games.cardbattle.stack import Frame, Item
from games.haven import HAVEN
from games.haven.state import State
from games.kit.codec import codec
from games.kit.protocol import Entry
from games.kit.rng import Rng
from tests.haven.playouts import opened, playout
from tests.haven.scenes import say, scene, written


def permuted(state: State, viewer: int | None, rng: Rng) -> State:
    """The same state as far as the viewer can see: hands, decks, answers and switches are others."""
    saved = codec(HAVEN)
    twin: State = saved.state(saved.encode(state))
    for seat, side in enumerate(twin.sides):
        own = seat == viewer
        cards = rng.shuffled("hidden", side.deck if own else [*side.deck, *side.hand.values()])
        side.deck = cards[: len(side.deck)]
        if not own:
            first = side.next_number + rng.below("number", 9)
            side.hand = dict(enumerate(cards[len(side.deck) :], first))
            side.next_number = first + len(side.hand)
            side.hold, side.passing, side.silent = (rng.percent("switch", 50) for _ in range(3))
    if twin.window:
        twin.window.answers = {
            seat: answer if seat == viewer else rng.choice("answer", (Pass(), Play(1)))
            for seat, answer in twin.window.answers.items()
        }
    twin.stack = [disguised_frame(twin, each, viewer) for each in twin.stack]
    return twin


def disguised_frame(twin: State, each: Item | Frame, viewer: int | None) -> Item | Frame:
    """Ask about what the twin holds."""
    if not isinstance(each, Frame) or each.seat == viewer or not each.ask.secret:
        return each
    if each.ask.zone == "hand":
        return replace(each, ask=replace(each.ask, candidates=tuple(twin.sides[each.seat].hand)))
    block = HAVEN.cards[twin.running.card].skills[0].effects[0]
    count = len(fetchable(twin, each.seat, block))
    return replace(each, ask=replace(each.ask, candidates=tuple(range(1, count + 1)), most=3))


def disguised(twin: State, event: c.Event, viewer: int | None, rng: Rng) -> c.Event:
    """The same event as far as the viewer can see."""

    def others(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(rng.choice("card", ("hush", "picnic", "noon-lion")) for _ in cards)

    match event:
        case c.Shuffled(_, cards):
            return replace(event, cards=others(cards))
        case c.Drew(seat, cards) if seat != viewer:
            return replace(event, cards=others(cards))
        case e.Announced(item, number) if item.seat != viewer and number:
            return replace(event, number=number + 1)
        case c.Discarded(seat, numbers) if seat != viewer:
            return replace(event, numbers=tuple(number + 1 for number in numbers))
        case e.Reacted(seat) if seat != viewer:
            return e.Reacted(seat, Play(7))
        case e.Asked(frame):
            return e.Asked(disguised_frame(twin, frame, viewer))
        case e.Chose(seat, secret=True) if seat != viewer:
            return replace(event, picks=(9,))
        case _:
            return event


def shown(state: State, entry: Entry, viewer: int | None) -> list[Any]:
    """All that a viewer is shown of a match right after an entry."""
    words, now = HAVEN.words, entry.at
    texts = [
        *words.public(state, entry),
        *([words.prompt(state)] if HAVEN.waits(state) else []),
        words.turn(state, now),
        words.clock(state, now),
        *words.table(state, viewer),
        words.players(state),
        words.score(state),
        HAVEN.lookups["card"](state, "hush"),
    ]
    own = []
    if viewer is not None:
        told = words.private(state, entry).get(viewer)
        own = [words.hand(state, viewer), told, HAVEN.choices(state, viewer)]
    return [
        [written(text, "seat {}".format) for text in texts],
        own,
        HAVEN.view(state, viewer),
        [HAVEN.reveal(event, viewer) for event in entry.events],
        (HAVEN.actors(state), HAVEN.waits(state), HAVEN.timers(state), HAVEN.fillers(state), HAVEN.result(state)),
        HAVEN.standings(state),
    ]


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_what_others_hold_changes_nothing_that_is_shown(seats):
    rng = Rng(b"hidden")
    match = opened(seats, composure=12, hand_limit=4)
    for entry in playout(match, seats):
        for viewer in (None, 0, seats - 1):
            twin = permuted(match.state, viewer, rng)
            if match.state.over or any(isinstance(event, e.HoldSet) for event in entry.events):
                continue
            disguise = replace(entry, events=tuple(disguised(twin, event, viewer, rng) for event in entry.events))
            assert shown(twin, disguise, viewer) == shown(match.state, entry, viewer)


def test_what_the_viewer_holds_does_change_it():
    match = opened()
    entry = match.begin()
    assert shown(permuted(match.state, None, Rng(b"hidden")), entry, 0) != shown(match.state, entry, 0)


def test_how_many_are_discarded_by_choice_is_told_and_which_ones_only_to_who_does():
    match = scene("picnic " * 9, "")
    say(match, 0, "end")
    assert written(HAVEN.words.prompt(match.state)) == "ann: discard 2: 20 s."
    entry = match.log[-1]
    assert [*HAVEN.words.private(match.state, entry)] == [0]
    seen = HAVEN.view(match.state, 1).frame
    assert seen
    assert seen.ask.candidates == ()


def test_a_view_has_the_cards_in_it_that_everybody_knows():
    match = scene("hush", "picnic")
    seen = HAVEN.view(match.state, 0)
    assert seen.sides[0].hand == {1: "hush"}
    assert seen.sides[1].hand == {1: "?"}
    assert set(seen.sides[0].deck) == {"?"}
    assert seen.cards == match.state.cards
