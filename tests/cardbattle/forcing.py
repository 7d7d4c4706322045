"""Random matches of any card battle in which a card is forced into play, used and countered."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.game import CardBattle
from games.kit.inputs import Prompted
from games.kit.match import Match
from games.kit.protocol import Chair, Choice
from games.kit.rng import Rng
from tests.cardbattle.playing import SEED, header


def missing(game: CardBattle[Any], code: str, counter: str, deck: Sequence[str], **options: object) -> set[str]:
    """Play until a card has been announced, has gone off, was countered by another one and used; tell what is missing.

    Both play this deck. A match that breaks prints its seed with the exception.
    """
    wanted = {"announced", "went off", "countered"}
    if game.cards[code].usable is not None:
        wanted.add("used")
    chairs = tuple(Chair(brought=tuple(deck)) for _ in range(2))
    for seed in range(20):
        rng = Rng(b"card %d" % seed)
        match = Match.open(game, replace(header(game, 2, **options), chairs=chairs), SEED)
        match.begin()
        for _ in range(200):
            if match.over or not wanted:
                break
            _force(match, (code, counter), rng)
            wanted -= {what for event in _stepped(match, (code, counter), rng) for what in _told(event, code)}
        if not wanted:
            break
    return wanted


def _force(match: Match, codes: Sequence[str], rng: Rng) -> None:
    """Let both have the cards in hand now and then, with all that they cost."""
    kinds = {kind for card in match.state.cards.values() for kind in (*card.kinds, *card.mana)}
    for side in match.state.sides:
        side.ap = max(side.ap, 10)
        side.mana = dict.fromkeys(sorted(kinds), 5)
        for wanted in dict.fromkeys(codes):
            if wanted in side.deck and wanted not in side.hand.values() and rng.percent("deal", 50):
                side.deck.remove(wanted)
                side.hand[side.next_number] = wanted
                side.next_number += 1


def _stepped(match: Match, codes: Sequence[str], rng: Rng) -> Iterator[c.Event]:
    if match.game.waits(match.state):
        list(match.submit(match.now, Prompted()))
    command, seat = _preferred(match, codes, rng)
    for entry in match.submit(match.now, command, seat):
        yield from entry.events


def _preferred(match: Match, codes: Sequence[str], rng: Rng) -> tuple[Any, int]:
    """Play a card or use the skill of the first where that is possible; else do anything."""
    game, state = match.game, match.state
    seat = rng.choice("actor", sorted(game.actors(state)))
    choices = game.choices(state, seat)
    hand = {str(number) for number, held in state.sides[seat].hand.items() if held in codes}
    things = {str(number) for number, thing in state.things.items() if thing.card == codes[0]}
    wished = [each for choice in choices if (each := _narrowed(choice, {"play": hand, "use": things}))]
    choice = rng.choice("choice", wished if wished and rng.percent("wish", 70) else choices)
    return game.sample(state, choice, rng), seat


def _narrowed(choice: Choice, wanted: dict[str, set[str]]) -> Choice | None:
    """Give what of a choice is wanted."""
    word, *number = choice.kind.split()[:2]
    numbers = wanted.get(word, set())
    if number:
        return choice if number[0] in numbers else None
    found = tuple(candidate for candidate in choice.candidates if candidate in numbers)
    return replace(choice, candidates=found) if found else None


def _told(event: c.Event, code: str) -> set[str]:
    """What an event says of the card."""
    item = getattr(event, "item", None)
    if item is None or item.card != code:
        return set()
    match event:
        case e.Announced():
            return {"used"} if item.kind == "use" else {"announced"}
        case e.GoingOff() if item.kind == "card":
            return {"went off"}
        case e.Countered():
            return {"countered"}
    return set()
