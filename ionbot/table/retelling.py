"""The command by which people have a match told again: a link to it, or its last moves as the channel heard them."""

import re
from functools import partial
from typing import TYPE_CHECKING

from msgspec import MsgspecError

from games.kit.registry import UnknownGame
from games.kit.text import Arg, Joined, Named, Phrase, Player, Text, joined, phrase
from ionbot.channel import Person
from ionbot.legible import clock, printable
from ionbot.store.history import WholeMatch, latest, match
from ionbot.store.places import Where
from ionbot.store.replay import steps
from ionbot.table.vocabulary import Group, command

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from ionbot.store.database import Database
    from ionbot.table.table import Table

_NUMBER = re.compile(r"#?(?P<number>[0-9]{1,12})")
_MOVES = 10
"""So many of the last moves are told."""


@command(
    "replay [NUMBER]", "how a match went that was played where you are; without NUMBER the last one here",
    group=Group.LOOK,
    more=(
        phrase(
            "It is a link to all of it, or the last ten moves as the channel heard them, three at once; {prefix}more "
            "goes on. What is hidden in a match that runs is not told. {prefix}history tells the numbers."
        ),
    ),
)  # fmt: skip
async def replay(table: "Table", person: Person, rest: str) -> None:
    """Tell how a match went."""
    found = _NUMBER.fullmatch(rest)
    if rest and not found:
        table.tell(person, phrase("It is {usage}.", usage=table.typed("replay [NUMBER]")))
        return
    number = int(found["number"]) if found else None
    table.enquiries.ask(
        table, person, partial(_retold, number, table.where, frozenset(person.status), table.enquiries.url)
    )


def _retold(
    number: int | None, here: Where, channels: "Collection[str]", url: str, database: "Database"
) -> "Sequence[Text]":
    """Answer `replay`: with the last match here, or one of those channels (folded) of the network."""
    if number is None and (number := latest(database, here)) is None:
        return [phrase("No match was played here yet.")]
    try:
        whole = match(database, number)
    except (UnknownGame, MsgspecError):
        return [phrase("Match {match} cannot be read any more.", match=str(number))]
    if not whole or whole.match.network != here.network or whole.match.channel not in channels:
        return [phrase("No match {match} was played in a channel where you are.", match=str(number))]
    if url:
        return [phrase("Match {match}: {link}", match=str(number), link=f"{url}/matches/{number}/replay")]
    return _last_moves(whole)


def _last_moves(whole: WholeMatch) -> "Sequence[Text]":
    """Tell the last moves as everybody has heard them."""
    nicks = {seat.seat: Named(printable(seat.nick)) for seat in whole.seats}
    lines = [joined(_seconds(step.at), *(_named(text, nicks) for text in step.heard)) for step in steps(whole)]
    if not lines:
        return [phrase("Match {match} has not begun.", match=str(whole.match.id))]
    head = phrase("Match {match}, the last moves:", match=str(whole.match.id))
    first, *others = lines[-_MOVES:]
    return [joined(head, first), *others]


def _seconds(match_ms: int) -> str:
    """Write a match time, given in ms, to the second: `12:05`."""
    return clock(match_ms).partition(".")[0]


def _named(text: Arg, nicks: "Mapping[int, Named]") -> Arg:
    """Write the nicks of a match's seats into a text, since the table knows those of the match that is played."""
    if isinstance(text, Player):
        return nicks[text.seat]
    if isinstance(text, Phrase):
        return Phrase(text.template, {name: _named(arg, nicks) for name, arg in text.args.items()}, text.plural)
    return (
        Joined(tuple(_named(part, nicks) for part in text.parts), text.separator) if isinstance(text, Joined) else text
    )
