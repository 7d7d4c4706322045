"""Channel modes: reading a change, applying it, telling it."""

from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from typing import NamedTuple

from ionbot.demo.ircd.wire import Message, middle
from ionbot.demo.ircd.world import STATUSES, Room, User, World

FLAGS = "cimnt"
"""No colours, invited only, moderated, no messages from outside, topic by operators."""
MODES_LIMIT = 12
"""Changes in one MODE."""
BAN_LIMIT = 60
"""Bans of a room."""


class Change(NamedTuple):
    """One change: `on` for a plus, the letter, and the argument of a mode that has one."""

    on: bool
    letter: str
    argument: str = ""


def changes(letters: str, arguments: Sequence[str]) -> Iterator[Change]:
    """Read "+o-v", ["ann", "bob"]. A status without an argument is skipped; a ban without one asks for the list."""
    left = list(arguments)
    on = True
    for letter in letters:
        if letter in "+-":
            on = letter == "+"
        elif letter == "b" or letter in STATUSES:
            argument = left.pop(0) if left else ""
            if argument or letter == "b":
                yield Change(on, letter, argument)
        else:
            yield Change(on, letter)


def change(world: World, room: Room, source: str, wanted: Iterator[Change], asker: User | None = None) -> None:
    """Apply changes and tell all members what is different now; what cannot be done is answered to the asker."""
    done = []
    for item in islice(wanted, MODES_LIMIT):
        if item.letter in STATUSES:
            applied = _status(world, room, item, asker)
        elif item.letter == "b":
            applied = _ban(world, room, item, source)
        else:
            applied = _flag(room, item, asker)
        if applied:
            done.append(applied)
    if done:
        arguments = [item.argument for item in done if item.argument]
        world.tell(room.members, Message(source, "MODE", room.name, _letters(done), *arguments))


def _letters(done: Sequence[Change]) -> str:
    runs = groupby(done, key=lambda item: item.on)
    return "".join(("+" if on else "-") + "".join(item.letter for item in run) for on, run in runs)


def _status(world: World, room: Room, item: Change, asker: User | None) -> Change | None:
    member = world.find(item.argument)
    if member is None or member not in room.members:
        if asker is not None:
            asker.reply("441", item.argument, room.name, "They aren't on that channel")
        return None
    return item._replace(argument=member.nick) if _switch(room.members[member], item) else None


def _flag(room: Room, item: Change, asker: User | None) -> Change | None:
    if item.letter not in FLAGS:
        if asker is not None:
            asker.reply("472", item.letter, "is unknown mode char to me")
        return None
    return item if _switch(room.flags, item) else None


def _switch(letters: set[str], item: Change) -> bool:
    """Set or clear a letter; whether that made a difference."""
    before = item.letter in letters
    if item.on:
        letters.add(item.letter)
    else:
        letters.discard(item.letter)
    return before != item.on


def _ban(world: World, room: Room, item: Change, source: str) -> Change | None:
    mask = _full_mask(item.argument)
    known = next((ban for ban in room.bans if world.fold(ban) == world.fold(mask)), None)
    if item.on and known is None and len(room.bans) < BAN_LIMIT:
        room.bans[mask] = source
        return item._replace(argument=mask)
    if not item.on and known is not None:
        del room.bans[known]
        return item._replace(argument=known)
    return None


def _full_mask(text: str) -> str:
    """Complete a mask to nick!user@host, as in "ann" or "*@host"."""
    mask = middle(text)
    if "!" not in mask:
        mask = f"*!{mask}" if "@" in mask else f"{mask}!*"
    return mask if "@" in mask else f"{mask}@*"


OWN = "Bi"
"""User modes: a bot, invisible."""


def change_own(user: User, letters: str) -> None:
    """Change a user's own modes and tell it."""
    done = [item for item in changes(letters, ()) if item.letter in OWN and _switch(user.modes, item)]
    if set(letters) - set(OWN + "+-"):
        user.reply("501", "Unknown MODE flag")
    if done:
        user.send(Message(user.mask, "MODE", user.nick, _letters(done)))
