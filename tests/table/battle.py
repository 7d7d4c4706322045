"""Card battles in a room: what can be typed for a move, people who play by chance, and what may be told of cards."""

import re
from collections.abc import Callable, Iterator

from games.cardbattle.commands import Choose, Command, Draw, End, Fight, Open, Pass, Play, Ref, Refresh, Use
from games.cardbattle.events import CardsUsed
from games.cardbattle.stack import Item
from games.haven import HAVEN
from games.kit.codec import codec
from games.kit.rng import Rng
from games.menagerie import MENAGERIE
from ionbot.channel import Person
from tests.table.room import Room

_WORDS = {Draw: "draw", Refresh: "refresh", End: "end", Pass: "pass"}
_NAMES = {
    game.name: re.compile("|".join(sorted((card.name for card in game.cards.values()), key=len, reverse=True)))
    for game in (HAVEN, MENAGERIE)
}
_FIGHTS = {"haven": "den", "menagerie": "attack"}


async def begun(room: Room, *nicks: str) -> list[Person]:
    """Let people sit down and keep their hands; give them in the order of their seats."""
    people = room.present(*nicks)
    for person in people:
        await room.says(person, "!join")
    await room.says(people[0], "!go")
    while room.state.opening:
        await room.says(people[room.state.opening[0]], "keep")
    room.fresh()
    return people


def typed(room: Room, command: Command) -> str:
    """Write a move as people type it, with the nicks of players."""
    nick = room.table.play.seating.name

    def named(*refs: Ref) -> str:
        return " ".join(str(ref) if ref > 0 else nick(~ref) for ref in refs)

    match command:
        case Play(number, targets) | Use(number, targets):
            word = "play" if isinstance(command, Play) else "use"
            return f"{word} {number} on {named(*targets)}" if targets else f"{word} {number}"
        case Fight(creatures, against):
            return f"{_FIGHTS[room.table.game.name]} {named(*creatures)} vs {nick(against)}"
        case Choose(word, picks):
            return f"{word} {named(*picks)}"
        case Open(anew):
            return "mulligan" if anew else "keep"
        case _:
            return _WORDS[type(command)]


async def step(room: Room, rng: Rng) -> None:
    """Let the first who can act do something."""
    game, seat = room.table.game, min(room.table.game.actors(room.state))
    command = game.computers["easy"].move(game.view(room.state, seat), game.choices(room.state, seat), rng)
    await room.says(room.table.play.seating[seat].person, typed(room, command))


async def play_until(room: Room, reached: Callable[[Room], bool], chance: bytes = b"moves") -> None:
    """Let people play by chance until something is so, or the match is over."""
    rng = Rng(chance)
    while room.table.play and not reached(room):
        await step(room, rng)


def stacked(room: Room) -> int:
    """How much lies on the stack while players may react to it."""
    return sum(isinstance(thing, Item) for thing in room.state.stack) if room.state.window else 0


def cards_in(room: Room, text: str) -> set[str]:
    """The names of cards in a text."""
    return set(_NAMES[room.table.game.name].findall(text))


def shown_to(room: Room, viewer: int | None) -> set[str]:
    """The names of all cards that a seat, or an onlooker, has been shown."""
    return {room.table.game.cards[code].name for code in _codes(room, viewer)}


def _codes(room: Room, viewer: int | None) -> Iterator[str]:
    game = room.table.game
    for entry in room.table.play.match.log:
        for event in entry.events:
            seen = game.reveal(event, viewer)
            if seen is not None and not isinstance(seen, CardsUsed):
                yield from set(re.findall(r'"([a-z-]+)"', codec(game).encode(seen))) & game.cards.keys()
