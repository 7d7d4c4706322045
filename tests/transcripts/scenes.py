"""Every command, typed by a player, an operator and an outsider: in a match, at an open table, and with nothing there.

What the same command says in the same way to several is told once.
"""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory

from games.kit.registry import find_game
from ionbot.channel import Person, Status
from ionbot.store.database import Database
from ionbot.table.asking import vocabulary
from ionbot.table.vocabulary import COMMANDS
from tests.table.ion import card_seed
from tests.table.room import Room
from tests.transcripts import admin

PATH = Path(__file__).with_name("commands.txt")
LINES = {
    "join": ("join", "join fia", "join chess", "join ion sesame"),
    "vote": ("vote stop", "vote"),
    "play": ("play", "play +"),
    "rules": ("rules", "rules moves", "rules objects", "rules nonsense"),
    "help": ("help", "help join", "help sart"),
    "deck": ("deck", "deck fia", "deck fia show ember", "deck fia new mine", "deck fia check mine"),
    "settings": ("settings", "settings ion", "settings fill", "settings log", "settings fil"),
    "set": ("set", "set fill 3", "set fill many", "set move_time 20"),
    "reset": ("reset", "reset fill", "reset nonsense"),
    "exclude": ("exclude", "exclude eve", "exclude account:zoe", "exclude op"),
    "include": ("include", "include eve"),
    "start": ("start", "start fia spread=free", "start chess", "start ion move_time=0"),
    "bot": ("bot", "bot add", "bot add normal", "bot add genius", "bot remove"),
    "drop": ("drop", "drop ann", "drop nobody"),
    "swap": ("swap", "swap eve", "swap ann eve", "swap nobody eve"),
    "schedule": ("schedule", "schedule ion fri 20:00", "schedule ion noon", "schedule remove 1"),
    "top": ("top", "top fia week", "top chess"),
    "stats": ("stats", "stats ann", "stats anna"),
    "history": ("history", "history ann"),
    "replay": ("replay", "replay 1", "replay first"),
    "forget": ("forget me", "forget me yes", "forget bob"),
    "subscribe": ("subscribe", "subscribe fia", "subscribe chess"),
    "notice": ("notice", "notice off"),
    "colour": ("colour", "colour maybe"),
    "ping": ("ping", "ping me off"),
    "ascii": ("ascii", "ascii on"),
    "compact": ("compact", "compact on"),
    "hold": ("hold", "hold on"),
}
"""What is typed for a command; for all others their word alone."""
OWN = {
    "fia": {"stock": ("stock",), "card": ("card", "card ra7", "card nothing")},
}
"""What is typed for the words that a game has of its own; where several have a word, one of them shows it."""
STATES = ("match", "lobby", "empty")
ROLES = ("player", "operator", "outsider")
Told = tuple[str, ...]


async def transcripts() -> AsyncIterator[str]:
    """Yield the text of each command."""
    with TemporaryDirectory() as folder:
        with closing(Database(f"sqlite:///{folder}/empty.db")) as database:
            database.upgrade()
        for known in dict.fromkeys(COMMANDS.values()):
            typed = LINES.get(known.name, (known.name,))
            yield await _section(Path(folder), known.usage, "ion", typed)
        for game, words in OWN.items():
            for word, typed in words.items():
                yield await _section(Path(folder), f"{vocabulary(find_game(game))[word].usage} ({game})", game, typed)
        yield await admin.scene(Path(folder))


async def _section(folder: Path, heading: str, game: str, typed: Sequence[str]) -> str:
    return "\n".join([f"## {heading}", "", *[line async for line in _transcript(folder, game, typed)], ""])


async def _transcript(folder: Path, game: str, lines: Sequence[str]) -> AsyncIterator[str]:
    for typed in lines:
        told: dict[Told, list[str]] = {}
        for state in STATES:
            for role in ROLES if state != "empty" else ROLES[:2]:  # nobody sits there
                told.setdefault(await _told(folder, game, typed, state, role), []).append(f"{role} ({state})")
        for lines, who in told.items():
            yield f"{_shortly(who)}: !{typed}"
            for line in lines or ("(nothing)",):
                yield f"    {line}"


async def _told(folder: Path, game: str, typed: str, state: str, role: str) -> Told:
    """Give what is said when somebody types something."""
    async with AsyncExitStack() as stack:
        options = {"even": False} if game == "ion" else {}
        room = Room(folder, folder / "empty.db", game, options, card_seed(2), warnings=True)
        stack.callback(room.database.close)
        await room.open()
        stack.push_async_callback(room.close)
        people = await _people(room, state)
        await room.says(people[role], f"!{typed}")
        return tuple(_said(room, people[role]))


async def _people(room: Room, state: str) -> dict[str, Person]:
    """Let three people and an operator be there; the first sits in the lobby, or plays with the second."""
    ann, bob, eve = [await room.arrives(room.person(nick)) for nick in ("ann", "bob", "eve")]
    op = await room.arrives(room.person("op"), Status.OP)
    if state != "empty":
        await room.says(ann, "!join")
    if state == "match":
        await room.says(bob, "!join")
        await room.says(ann, "!go")
    room.fresh()
    return {"player": ann, "operator": op, "outsider": eve}


def _said(room: Room, person: Person) -> Iterator[str]:
    for said in room.fresh():
        to = "#cards" if said.to is None else "in private" if said.to is person else f"to {said.to.nick}"
        yield f"{to}: {said.text}"


def _shortly(who: list[str]) -> str:
    """Name those who are told the same: `all` if nobody is told anything else."""
    return "all" if len(who) == len(STATES) * len(ROLES) - 1 else ", ".join(who)
