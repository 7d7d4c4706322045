"""Matches of any card battle in which all is changed that a viewer cannot see."""

from typing import Any

from msgspec.structs import replace

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.asking import fetchable
from games.cardbattle.blocks import Fetch
from games.cardbattle.commands import Pass, Play
from games.cardbattle.game import CardBattle
from games.cardbattle.stack import Frame, Item
from games.cardbattle.state import State
from games.kit.codec import codec
from games.kit.protocol import Entry
from games.kit.rng import Rng
from games.kit.text import plain


def permuted(game: CardBattle[Any], state: State, viewer: int | None, rng: Rng) -> State:
    """The same state as far as the viewer can see: hands, decks, answers and switches are others."""
    saved = codec(game)
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
    skill = twin.skill(twin.running) if twin.running else None
    block = skill.effects[each.step] if skill and each.step is not None else None
    assert isinstance(block, Fetch)
    found = fetchable(twin, each.seat, block)
    return replace(each, ask=replace(each.ask, candidates=tuple(range(1, len(found) + 1)), most=3))


def disguised(twin: State, event: c.Event, viewer: int | None, rng: Rng) -> c.Event:
    """The same event as far as the viewer can see."""
    codes = [*twin.cards]

    def others(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(rng.choice("card", codes) for _ in cards)

    match event:
        case c.Shuffled(_, cards):
            return replace(event, cards=others(cards))
        case c.Drew(seat, cards) if seat != viewer:
            return replace(event, cards=others(cards))
        case c.Fetched(seat, card, "deck") if seat != viewer:
            return replace(event, card=others((card,))[0])
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


def shown(game: CardBattle[Any], state: State, entry: Entry, viewer: int | None) -> list[Any]:
    """All that a viewer is shown of a match right after an entry."""
    words, now = game.words, entry.at  # type: ignore[attr-defined]
    texts = [
        *words.public(state, entry),
        *([words.prompt(state)] if game.waits(state) else []),
        words.turn(state, now),
        words.clock(state, now),
        *words.table(state, viewer),
        words.players(state),
        words.score(state),
        game.lookups["card"](state, next(iter(state.cards), "")),
    ]
    own = []
    if viewer is not None:
        for each in (words, game.compact_words):  # type: ignore[attr-defined]
            own += [each.hand(state, viewer), each.private(state, entry).get(viewer)]
        own.append(game.choices(state, viewer))
    return [
        [plain(text, "seat {}".format) for text in texts],
        own,
        game.view(state, viewer),
        [game.reveal(event, viewer) for event in entry.events],
        (game.actors(state), game.waits(state), game.timers(state), game.turn_timers(state)),
        (game.fillers(state), game.result(state)),
        game.standings(state),
    ]
