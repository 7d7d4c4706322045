"""Playing a registered game through for its golden file, the same way every time."""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct, to_builtins

from games.kit import fair
from games.kit.codec import codec
from games.kit.errors import Refused
from games.kit.inputs import Away, Back, Cause, Joined, Left, Paused, Prompted, Reason, Resumed, Stopped, SystemInput
from games.kit.match import AnyMatch, Match
from games.kit.options import read_options
from games.kit.protocol import Chair, Choice, Entry, Header
from games.kit.registry import all_games, find_game
from games.kit.rng import ALGORITHM, Rng
from games.kit.text import plain

SEED = bytes(range(32))
LAST_STEP = 70


class Recipe(Struct, frozen=True):
    """How a game is played through: seats, options, and what happens besides moves at which step to which seat.

    `game` is the game's name where the file has another one.
    """

    game: str = ""
    seats: int = 2
    options: dict[str, object] = {}
    happenings: dict[int, tuple[SystemInput, int | None]] = {}


RECIPES = {
    "ion": Recipe(
        seats=3,
        options={"round_time": 60, "rounds": 2, "limit": 6},
        happenings={
            4: (Away(Cause.ASKED), 0),
            8: (Back(), 0),
            10: (Joined(), 3),
            18: (Away(Cause.SPLIT), 1),
            24: (Back(), 1),
            30: (Paused(asked=True), None),
            31: (Resumed(asked=True), None),
            36: (Left(Reason.PART), 2),
            42: (Joined(), 2),
        },
    ),
    "fia": Recipe(
        happenings={
            4: (Away(Cause.SPLIT), 0),
            5: (Back(), 0),
            9: (Away(Cause.ASKED), 1),
            10: (Back(), 1),
            14: (Paused(asked=True), None),
            15: (Resumed(asked=True), None),
        },
    ),
    "haven": Recipe(
        seats=3,
        happenings={
            6: (Away(Cause.SPLIT), 0),
            7: (Back(), 0),
            20: (Away(Cause.ASKED), 1),
            21: (Back(), 1),
            30: (Paused(asked=True), None),
            31: (Resumed(asked=True), None),
            60: (Left(Reason.PART), 2),
        },
    ),
    "menagerie": Recipe(
        seats=3,
        happenings={
            5: (Away(Cause.SPLIT), 0),
            6: (Back(), 0),
            20: (Away(Cause.ASKED), 1),
            21: (Back(), 1),
            30: (Paused(asked=True), None),
            31: (Resumed(asked=True), None),
            60: (Left(Reason.PART), 2),
        },
    ),
    "fia-free": Recipe(
        game="fia",
        options={"spread": "free"},
        happenings={
            3: (Away(Cause.SPLIT), 0),
            4: (Back(), 0),
            12: (Away(Cause.ASKED), 1),
            13: (Back(), 1),
        },
    ),
}


def recipes() -> dict[str, Recipe]:
    """Give what is played through by the names of the files: every registered game, and some in another way too."""
    return dict.fromkeys(all_games(), Recipe()) | RECIPES


def path(name: str) -> Path:
    """Where a golden playthrough lies."""
    return Path(__file__).parent / f"{name}.txt"


def playthrough(name: str) -> str:
    """Play a game through and write it down."""
    match, entries = played(name)
    written = [line for entry in entries for line in _entry(match, entry)]
    return "\n".join([codec(match.game).encode(match.header), *written, ""])


def played(name: str) -> tuple[AnyMatch, Iterator[Entry]]:
    """Give a match that plays itself through: after each entry yielded it is as of that entry."""
    recipe = recipes()[name]
    game = find_game(recipe.game or name)
    options = to_builtins(read_options(game, recipe.options))
    chairs = tuple(Chair() for _ in range(recipe.seats))
    header = Header(1, game.name, game.rules_version, fair.commitment(SEED), options, chairs, ALGORITHM)
    match = Match.open(game, header, SEED)
    return match, _played(match, recipe)


def _played(match: AnyMatch, recipe: Recipe) -> Iterator[Entry]:
    """Let easy computer players play; one turn in nine is missed. Where nobody can act, time does."""
    rng = Rng(b"golden")
    yield match.begin()
    for step in range(LAST_STEP):
        if match.over:
            return
        if match.game.waits(match.state):
            yield from match.submit(match.now + 200, Prompted())
        if step in recipe.happenings:
            yield from match.submit(match.now + 300, *recipe.happenings[step])
        elif match.due is not None and (step % 9 == 8 or not match.game.actors(match.state)):
            yield from match.tick(match.due)
        else:
            for seat in sorted(match.game.actors(match.state)):
                yield from _moved(match, seat, rng)
    if not match.over:
        yield from match.submit(match.now, Stopped(scored=True))


def _moved(match: AnyMatch, seat: int, rng: Rng) -> Iterator[Entry]:
    game, state = match.game, match.state
    computer = next(iter(game.computers.values()))
    move = computer.move(game.view(state, seat), game.choices(state, seat), rng)
    try:
        yield from match.submit(match.now + 900, move, seat)
    except Refused as refused:
        raise AssertionError(f"{move!r} of seat {seat} was refused: {refused}") from refused


def _entry(match: AnyMatch, entry: Entry) -> Iterator[str]:
    """An entry as text: input, events, what is said to whom, and what can be done then."""
    game, state = match.game, match.state
    seat = "" if entry.seat is None else f" seat {entry.seat}"
    yield f"\n{entry.seq} at {entry.at}{seat}: {codec(game).encode(entry.command)}"
    for event in entry.events:
        yield f"    {codec(game).encode(event)}"
    for text in game.words.public(state, entry):
        yield f"  | {plain(text)}"
    if game.waits(state):
        yield f"  | {plain(game.words.prompt(state))}"
    for holder, text in sorted(game.words.private(state, entry).items()):
        yield f"  {holder}| {plain(text)}"
    for actor in sorted(game.actors(state)):
        yield f"  {actor}? {'; '.join(map(_choice, game.choices(state, actor)))}"
    for name, due in game.timers(state).items():
        yield f"  @ {name} {due}"


def _choice(choice: Choice) -> str:
    count = "" if (choice.least, choice.most) == (1, 1) else f" {choice.least} to {choice.most} of"
    return f"{choice.kind}{count} [{' '.join(choice.candidates)}]{' in order' if choice.ordered else ''}"
