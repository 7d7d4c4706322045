"""The commands by which people say how the bot shall speak to them, wherever they are on the network."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from games.kit.text import phrase
from ionbot.channel import Person
from ionbot.table.vocabulary import Run, command

if TYPE_CHECKING:
    from ionbot.table.table import Table

_ON, _OFF = ("on", "yes"), ("off", "no")


async def _wish(name: str, table: "Table", person: Person, rest: str) -> None:
    """Switch one of somebody's wishes on or off, or tell how it stands."""
    word, manner = rest.lower().removeprefix("me").strip(), table.manner(person)
    if word in (*_ON, *_OFF):
        manner = replace(manner, **{name: word in _ON})
        await table.change_manner(person, manner)
    elif word:
        table.tell(person, phrase("It is {usage}.", usage=table.typed(f"{name} on|off")))
        return
    shown = "on" if getattr(manner, name) else "off"
    table.tell(person, phrase("{name} is {shown} for you.", name=name, shown=shown))


def _switch(name: str, meaning: str, *others: str) -> Run:
    return command(f"{name} on|off", meaning, *others)(partial(_wish, name))


SWITCHES = frozenset((
    _switch("notice", "whether I tell you things by notices, which some clients show elsewhere, or by messages"),
    _switch("colour", "whether what I tell you alone has colours", "color"),
    _switch("ping", "whether your nick rings when it is your turn"),
))  # fmt: skip
"""What runs the commands; they are about no table in particular."""
