"""A sentence for each thing that happens, for the channel. Nothing hidden is said here."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.cards import Code
from games.cardbattle.changes import Event
from games.cardbattle.commands import Ref
from games.cardbattle.faces import capital, face, faces, price
from games.cardbattle.field import Field
from games.cardbattle.stack import Item
from games.cardbattle.state import Lasting, State
from games.cardbattle.texts import value_text
from games.kit.text import Card as Face
from games.kit.text import Joined, Phrase, Player, Text, joined, phrase, plural

Sentences: TypeAlias = "Mapping[type[Event], Callable[[Scene, Any], Text | None]]"


class Scene:
    """The state right after an entry, with the names of what left play in it."""

    def __init__(self, state: State, events: Sequence[Event]) -> None:
        self.state = state
        self.nouns = state.options.words
        self.announced = {
            event.item.id for event in events if isinstance(event, e.Announced | e.Stacked) and event.item
        }
        self.dealt = any(isinstance(event, e.Ordered) for event in events)
        self.defended = any(isinstance(event, e.Defended) for event in events)
        self._gone: dict[int, Code] = {}
        for event in events:
            if isinstance(event, c.Gone | c.Moved | e.Departed):
                self._gone |= event.things

    def thing(self, number: int) -> Face:
        """Show a thing that is in play, or was."""
        there = self.state.things.get(number)
        card = self.state.cards[there.card if there else self._gone[number]]
        return Face(f"{card.name} [{number}]", card.colour)

    def ref(self, ref: Ref) -> Face | Player:
        """Show a thing or a player."""
        return self.thing(ref) if ref > 0 else Player(~ref)

    def refs(self, refs: Iterable[Ref]) -> Joined:
        """Show some of those."""
        return joined(*(self.ref(ref) for ref in refs), separator=", ")

    def item(self, item: Item) -> Face:
        """Show a card on the stack, or the thing whose skill is there."""
        card = self.state.cards[item.card]
        return Face(f"{card.name} [{item.source}]" if item.source else card.name, card.colour)

    def aimed(self, item: Item) -> Text:
        """Show a card or skill with what it is aimed at."""
        targets = [ref for ref in item.targets if ref < 0 or ref in self.state.things or ref in self._gone]
        skill = self.state.skill(item)
        if not targets or (skill and skill.targets and skill.targets.what == "top"):
            return joined(self.item(item))
        return phrase("{card} on {targets}", card=self.item(item), targets=self.refs(targets))


def sentences(state: State, events: Sequence[Event], own: Sentences) -> Iterator[Text]:
    """Yield what is to be said of the events of one entry, in their order; a game says its `own` in its own way."""
    scene = Scene(state, events)
    for event in events:
        tell = own.get(type(event)) or _SENTENCES.get(type(event))
        if tell and (sentence := tell(scene, event)):
            yield sentence


def seconds(time: int) -> int:
    """Give ms as whole seconds, rounded up: time is up at 0 only."""
    return max(0, -(-time // 1000))


def names(seats: Sequence[int], *, called: bool = False) -> Joined:
    """Some players; `called` if it is for them to act."""
    return joined(*(Player(seat, called) for seat in seats), separator=", ")


def _opened(_scene: Scene, event: e.Opened) -> Phrase:
    template = "{player} takes a new hand." if event.anew else "{player} keeps."
    return phrase(template, player=Player(event.seat))


def _drew(scene: Scene, event: c.Drew) -> Phrase | None:
    if scene.dealt or not scene.state.turn:
        return None
    player = Player(event.seat)
    return plural("{player} draws {n} card.", "{player} draws {n} cards.", n=len(event.cards), player=player)


def _shuffled(_scene: Scene, event: c.Shuffled) -> Phrase | None:
    return phrase("{player} shuffles a new deck.", player=Player(event.seat)) if event.rest else None


def _spent(scene: Scene, event: e.Spent) -> Phrase | None:
    """Say what somebody has to pay for a card that another plays."""
    if not event.asked:
        return None
    return phrase("{player} pays {price}.", player=Player(event.seat), price=price(scene.nouns, event.ap, event.mana))


def _gained(scene: Scene, event: e.Gained) -> Phrase:
    return phrase("{player} gains {price}.", player=Player(event.seat), price=price(scene.nouns, event.ap, event.mana))


_ANNOUNCED = {"card": "{player} plays {card}.", "use": "{player} uses {card}."}
_MOVES = {"draw": "{player} pays for a card.", "end": "{player} ends the turn."}


def announced(scene: Scene, event: e.Announced) -> Phrase | None:
    """Say what a player has announced; a step of a fight is said where it happens."""
    item = event.item
    if template := _ANNOUNCED.get(item.kind):
        return phrase(template, player=Player(item.seat), card=scene.aimed(item))
    move = _MOVES.get(item.kind)
    return phrase(move, player=Player(item.seat)) if move else None


def _stacked(scene: Scene, event: e.Stacked) -> Phrase | None:
    return phrase("{card} is triggered.", card=scene.aimed(event.item)) if event.item else None


def _going_off(scene: Scene, event: e.GoingOff) -> Phrase | None:
    """Name what goes off, where it was announced earlier; what comes into play is named by that."""
    item = event.item
    if item.id in scene.announced or not item.card:
        return None
    if item.kind == "card" and scene.state.cards[item.card].stands:
        return None
    return phrase("{card}:", card=scene.item(item))


def _went_off(_scene: Scene, event: e.WentOff) -> Phrase | None:
    return phrase("It has nothing left to be aimed at.") if event.failed else None


def _struck(scene: Scene, event: c.Struck) -> Phrase:
    told = [_loss(scene, ref, amount) for ref, amount in event.taken.items()]
    return phrase("{blow}: {losses}.", blow=capital(scene.nouns.blow), losses=joined(*told, separator=", "))


def _loss(scene: Scene, ref: Ref, amount: int) -> Phrase:
    """Say who lost how much, and what is left after all."""
    if ref > 0 and ref not in scene.state.things:
        return phrase("{who} -{n}", who=scene.ref(ref), n=amount)
    left = Field(scene.state).left(ref) if ref > 0 else scene.state.sides[~ref].life
    return phrase("{who} -{n} ({left})", who=scene.ref(ref), n=amount, left=left)


def _mended(scene: Scene, event: c.Mended) -> Phrase:
    what = scene.nouns.spirit if event.at > 0 else scene.nouns.life
    return phrase("{who} +{n} {what}.", who=scene.ref(event.at), n=event.amount, what=what)


def _gone(scene: Scene, event: c.Gone) -> Phrase:
    return phrase("{things} to the {pile}.", things=scene.refs(event.things), pile=scene.nouns.pile)


def _moved(scene: Scene, event: c.Moved) -> Phrase:
    template = "{things} to the owner's hand." if event.into == "hand" else "{things} under the owner's deck."
    return phrase(template, things=scene.refs(event.things))


def _discarded(scene: Scene, event: c.Discarded) -> Phrase:
    return phrase("{player} discards {cards}.", player=Player(event.seat), cards=faces(scene.state, event.cards))


def _fetched(scene: Scene, event: c.Fetched) -> Phrase:
    player = Player(event.seat)
    if event.zone == "deck":
        return phrase("{player} takes a card from the deck.", player=player)
    card = face(scene.state.cards[event.card])
    return phrase("{player} takes {card} from the {pile}.", player=player, card=card, pile=scene.nouns.pile)


def _exhausted(scene: Scene, event: c.Exhausted) -> Phrase | None:
    if event.paid:
        return None
    return phrase("{things} {exhausted}.", things=scene.refs(event.things), exhausted=scene.nouns.exhausted)


def _refreshed(scene: Scene, event: c.Refreshed) -> Phrase:
    if event.paid:
        return phrase("{player} refreshes.", player=Player(scene.state.active if event.seat is None else event.seat))
    return phrase("{things} {refreshed}.", things=scene.refs(event.things), refreshed=scene.nouns.refreshed)


def _changed(scene: Scene, event: c.Changed) -> Phrase:
    what = _change(scene, event.lasting)
    return phrase("{things} {what} until the end of the turn.", things=scene.refs(event.lasting.refs), what=what)


def _grown(scene: Scene, event: c.Grown) -> Phrase:
    return phrase("{thing} {what}.", thing=scene.thing(event.thing), what=_change(scene, event))


def _change(scene: Scene, change: Lasting | c.Grown) -> Text:
    if word := change.keyword or change.kind:
        return phrase("{word}", word=scene.nouns.of(word))
    return value_text(change.value, change.add, scene.nouns)


def _missed(scene: Scene, event: e.Missed) -> Phrase:
    player = Player(event.seat)
    if scene.state.sides[event.seat].idle == scene.state.options.idle_limit - 1:
        return phrase("{player} is out of time, and out of the match the next time.", player=player)
    return phrase("{player} is out of time.", player=player)


def _held(_scene: Scene, event: e.Held) -> Phrase:
    template = "{player} is away" if event.asked else "{player} lost the connection"
    gone = phrase("{player} left IRC" if event.quit else template, player=Player(event.seat))
    return phrase("{gone}; the match waits.", gone=gone)


_EXITS: dict[e.Exit, str] = {
    e.Exit.QUIT: "{player} quits.",
    e.Exit.PART: "{player} left the channel and is out.",
    e.Exit.KICK: "{player} was kicked and is out.",
    e.Exit.DISCONNECT: "{player} left IRC and is out.",
    e.Exit.DROP: "{player} was dropped.",
    e.Exit.SURPLUS: "{player} leaves.",
    e.Exit.IDLE: "{player} did nothing for too long and is out.",
    e.Exit.GRACE: "{player} did not come back and is out.",
    e.Exit.BEATEN: "{player} has no {life} left and is out!",
}


_TOGETHER: dict[e.Exit, str] = {
    e.Exit.GRACE: "{player} did not come back and are out.",
    e.Exit.BEATEN: "{player} have no {life} left and are out!",
}
"""Where several can be out at the same moment."""


def _departed(scene: Scene, event: e.Departed) -> Phrase:
    exits = _TOGETHER if len(event.seats) > 1 and event.why in _TOGETHER else _EXITS
    return phrase(exits[event.why], player=names(event.seats), life=scene.nouns.life)


_SENTENCES: Sentences = {
    e.Ordered: lambda _scene, event: phrase("The turns go {order}.", order=names(event.seats)),
    e.Opened: _opened,
    c.Shuffled: _shuffled,
    c.Drew: _drew,
    e.Spent: _spent,
    e.Gained: _gained,
    e.Announced: announced,
    e.Stacked: _stacked,
    e.GoingOff: _going_off,
    e.WentOff: _went_off,
    e.Countered: lambda scene, event: phrase("{card} does not happen.", card=scene.item(event.item)),
    c.Entered: lambda scene, event: phrase("{thing} comes into play.", thing=scene.thing(event.thing)),
    c.Exhausted: _exhausted,
    c.Refreshed: _refreshed,
    c.Struck: _struck,
    c.Mended: _mended,
    c.Gone: _gone,
    c.Moved: _moved,
    c.Discarded: _discarded,
    c.Fetched: _fetched,
    c.Changed: _changed,
    c.Grown: _grown,
    c.Taken: lambda scene, event: phrase(
        "{player} gets {thing}.", player=Player(event.seat), thing=scene.thing(event.thing)
    ),
    e.Missed: _missed,
    e.Held: _held,
    e.CameBack: lambda _scene, event: phrase("{player} is back.", player=Player(event.seat)),
    e.Departed: _departed,
}
