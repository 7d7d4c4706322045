"""The exhaustive runner: every card is forced into play, used and countered at least once, in random matches."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.cards import Role
from games.haven import HAVEN
from games.kit.inputs import Prompted
from games.kit.match import Match
from games.kit.protocol import Chair
from games.kit.rng import Rng
from tests.haven.playouts import SEED, header

CARDS = list(HAVEN.cards)
COUNTERS = ("hush",) * 3
HAVENS = ("crossroads-inn",) * 3
FRIENDS = ("dawn-lamb", "night-kitten", "spark-mouse", "puff-chick", "noon-lion", "silver-owl", "tea-trolley")


def deck(code: str) -> tuple[str, ...]:
    """A deck with a card in it that is to be seen, what pays for it, and what it could be aimed at."""
    filling = [other for other in FRIENDS for _ in range(3) if other != code]
    fixed = [*[code] * 3, *(HAVENS if code != HAVENS[0] else ()), *(COUNTERS if code != COUNTERS[0] else ())]
    more = [other for other in CARDS if other not in {code, *FRIENDS, *HAVENS, *COUNTERS}]
    return tuple([*fixed, *filling, *more][:40])


def forced(match: Match, code: str, rng: Rng) -> None:
    """Let both have the card in hand now and then, and what counters it, with all that it costs."""
    for side in match.state.sides:
        side.ap = max(side.ap, 10)
        side.mana = dict.fromkeys(("sun", "moon", "star", "cloud"), 3)
        for wanted in dict.fromkeys((code, "hush")):
            if wanted in side.deck and wanted not in side.hand.values() and rng.percent("deal", 50):
                side.deck.remove(wanted)
                side.hand[side.next_number] = wanted
                side.next_number += 1


def preferred(match: Match, code: str, rng: Rng) -> tuple[object, int]:
    """Play the card or use its skill where that is possible, or counter something; else do anything."""
    state = match.state
    seat = rng.choice("actor", sorted(HAVEN.actors(state)))
    choices = HAVEN.choices(state, seat)
    hand = {str(number) for number, held in state.sides[seat].hand.items() if held in {code, *COUNTERS}}
    things = {str(number) for number, thing in state.things.items() if thing.card == code}
    wished = []
    for choice in choices:
        word, *number = choice.kind.split()[:2]
        wanted = {"play": hand, "use": things}.get(word, set())
        if number and word in {"play", "use"} and number[0] in wanted:
            wished.append(choice)
        elif found := tuple(
            candidate for candidate in choice.candidates if word in {"play", "use"} and candidate in wanted
        ):
            wished.append(replace(choice, candidates=found))
    choice = rng.choice("choice", wished if wished and rng.percent("wish", 70) else choices)
    return HAVEN.sample(state, choice, rng), seat


@pytest.mark.parametrize("code", CARDS)
def test_every_card_is_played_used_and_countered(code):
    card = HAVEN.cards[code]
    wanted = {"announced", "went off", "countered"} | ({"used"} if card.usable is not None else set())
    seen: set[str] = set()
    chairs = tuple(Chair(brought=deck(code)) for _ in range(2))
    for seed in range(20):
        rng = Rng(b"card %d" % seed)
        match = Match.open(HAVEN, replace(header(2, composure=60), chairs=chairs), SEED)
        match.begin()
        for _ in range(200):
            if match.over or wanted <= seen:
                break
            forced(match, code, rng)
            seen |= {what for event in stepped(match, code, rng) for what in told(event, code)}
        if wanted <= seen:
            return
    raise AssertionError(f"{code}, up to seed {seed}: only {seen}")


def stepped(match: Match, code: str, rng: Rng) -> Iterator[c.Event]:
    if HAVEN.waits(match.state):
        list(match.submit(match.now, Prompted()))
    command, seat = preferred(match, code, rng)
    for entry in match.submit(match.now, command, seat):
        yield from entry.events


def told(event: c.Event, code: str) -> set[str]:
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


def test_each_role_is_there():
    assert {card.role for card in HAVEN.cards.values()} == set(Role) - {Role.ATTACHED}
