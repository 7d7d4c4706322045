"""The commands by which operators shut somebody out of a channel's games, and let them in again."""

from typing import TYPE_CHECKING

from games.kit.inputs import Reason
from games.kit.text import phrase
from ionbot.channel import Person
from ionbot.table.admission import excluded
from ionbot.table.settings import SettingError
from ionbot.table.vocabulary import command

if TYPE_CHECKING:
    from ionbot.table.table import Table

_EXCLUDED = "excluded"
"""The setting that has them."""
_MOST = 60
"""How many characters of an unknown name are said back."""


@command(
    "exclude NICK, account:NAME or MASK", "let somebody take no part in games here; the channel stays open to them",
    "ban", "kick", whole=True, operators=True,
)  # fmt: skip
async def exclude(table: "Table", person: Person, rest: str) -> None:
    """Shut somebody out; who sits here is taken out of the match."""
    known = table.config.excluded
    if not rest:
        names = ", ".join(known) or "nobody"
        table.tell(person, phrase("Excluded: {names}. {usage} adds somebody.", names=names, usage=_usage(table)))
        return
    found = _present(table, rest)
    if found and table.operates(found):
        table.tell(person, phrase("{nick} is an operator here.", nick=found.nick))
        return
    name = _lasting(found) if found else rest
    if name in known:
        table.tell(person, phrase("{name} is excluded already.", name=name))
        return
    try:
        value = table.settings.fitting(_EXCLUDED, [*known, name])
    except SettingError:
        table.tell(
            person,
            phrase("Nobody here is called {name}. It is {usage}.", name=rest[:_MOST], usage=_usage(table)),
        )
        return
    await table.change_settings({_EXCLUDED: value}, person)
    table.say(phrase("{nick} excludes {name} from games here.", nick=person.nick, name=found.nick if found else name))
    await _send_away(table)


@command("include NICK, account:NAME or MASK", "let somebody play again", whole=True, operators=True)
async def include(table: "Table", person: Person, rest: str) -> None:
    """Let somebody in again: by a name that is listed, or whatever shuts out a person who is here."""
    found = _present(table, rest)
    fold = table.channel.fold
    gone = excluded(table, found) if found else [name for name in table.config.excluded if fold(name) == fold(rest)]
    if not gone:
        names = ", ".join(table.config.excluded) or "nobody"
        table.tell(person, phrase("Not excluded: {name}. Excluded: {names}.", name=rest[:_MOST] or "...", names=names))
        return
    kept = [name for name in table.config.excluded if name not in gone]
    await table.change_settings({_EXCLUDED: kept}, person)
    table.say(phrase("{nick} lets {names} play again.", nick=person.nick, names=", ".join(gone)))


def _present(table: "Table", nick: str) -> Person | None:
    folded = table.channel.fold(nick)
    return next((each for each in table.channel.people() if each.folded == folded), None)


def _lasting(person: Person) -> str:
    """Name somebody so that another nick does not help: by account, else by user and host."""
    return f"account:{person.account}" if person.account else f"*!{person.user}@{person.host}"


async def _send_away(table: "Table") -> None:
    """Take everybody who is excluded out of the lobby or the match."""
    for seat in list(table.play.sitting) if table.play else []:
        if table.play and seat.person and excluded(table, seat.person):
            await table.play.leave(seat, Reason.DROP)
    for guest in list(table.lobby.guests) if table.lobby else []:
        if excluded(table, guest.person):
            await table.reception.leave(guest.person, phrase("{nick} was dropped.", nick=guest.person.nick))


def _usage(table: "Table") -> str:
    return table.typed("exclude NICK, account:NAME or MASK")
