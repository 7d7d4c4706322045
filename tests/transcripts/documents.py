"""Documents with conversations in them: what the bot says there is what it said when the rest was typed.

A block of the language `irc` has lines that people type (`<ann> !join`, or `<ann> [to ionbot] inv` in private), lines
that let time pass (`[30 s later]`), and what the bot says: `<ionbot> ...` to the channel, `-ionbot- ...` to the reader
alone, who is the first to type something. All blocks of a document are one conversation.
"""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory

from ionbot.channel import Person, Status
from ionbot.store.database import Database
from tests.table.ion import card_seed
from tests.table.room import Room

DOCUMENTS = tuple(Path(__file__).parents[2] / "docs" / name for name in ("players.md", "operators.md"))
OPERATOR = "op"
"""The nick of the channel's operator."""
_BLOCK = re.compile(r"(?<=^```irc\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
_TYPED = re.compile(r"<(?!ionbot>)(?P<nick>\w+)> (?P<private>\[to ionbot\] )?(?P<text>.*)")
_RINGS = re.compile(r"\*(\w+)\*")
"""How a room shows a nick that rings."""
_NICK = r"\1"
_LATER = re.compile(r"\[(?P<seconds>\d+) s later\]")


async def rewritten(text: str) -> str:
    """Give a document with what the bot says now."""
    blocks = _BLOCK.findall(text)
    async with AsyncExitStack() as stack:
        talk = await _Talk.begin(stack)
        found = iter(["".join([f"{line}\n" async for line in talk.lines(block)]) for block in blocks])
    return _BLOCK.sub(lambda _: next(found), text)


class _Talk:
    """A conversation in a room where ION is played."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._people: dict[str, Person] = {}

    @classmethod
    async def begin(cls, stack: AsyncExitStack) -> "_Talk":
        folder = Path(stack.enter_context(TemporaryDirectory()))
        with closing(Database(f"sqlite:///{folder}/empty.db")) as database:
            database.upgrade()
        room = Room(folder, folder / "empty.db", "ion", {"even": False}, card_seed(2), warnings=True)
        stack.callback(room.database.close)
        await room.open()
        stack.push_async_callback(room.close)
        return cls(room)

    async def lines(self, block: str) -> AsyncIterator[str]:
        """Yield a block's lines with what the bot says to what is typed."""
        for line in block.splitlines():
            if typed := _TYPED.fullmatch(line):
                person = await self._person(typed["nick"])
                say = self._room.whispers if typed["private"] else self._room.says
                await say(person, typed["text"])
            elif later := _LATER.fullmatch(line):
                await self._room.advance(1000 * int(later["seconds"]))
            else:
                continue
            yield line
            for said in self._said():
                yield said

    async def _person(self, nick: str) -> Person:
        if nick not in self._people:
            status = Status.OP if nick == OPERATOR else Status.NONE
            self._people[nick] = await self._room.arrives(self._room.person(nick), status)
        return self._people[nick]

    def _said(self) -> list[str]:
        reader = next(iter(self._people.values()))
        spoken = [said for said in self._room.fresh() if said.to in {None, reader}]
        return [f"{'-ionbot-' if said.to else '<ionbot>'} {_RINGS.sub(_NICK, said.text)}" for said in spoken]
