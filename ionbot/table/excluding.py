"""The commands by which operators shut somebody out of a channel's games, and let them in again."""

from typing import TYPE_CHECKING

from games.kit.text import Named, Text, phrase
from ionbot.channel import Person
from ionbot.config import MOST_EXCLUDED
from ionbot.table.admission import excluded, send_away
from ionbot.table.finding import present
from ionbot.table.listing import FEW, listed
from ionbot.table.settings import LONGEST, SettingError
from ionbot.table.vocabulary import Group, command

if TYPE_CHECKING:
    from ionbot.table.table import Table

_EXCLUDED = "excluded"
"""The setting that has them."""
_SHOWN = 60
"""How many characters of an unknown name are said back."""


@command(
    "exclude NICK|account:NAME|MASK", "let somebody take no part in games here; the channel stays open to them",
    "ban", "kick", whole=True, group=Group.OPERATE,
    more=(
        phrase(
            "{prefix}exclude bob, {prefix}exclude account:bob or {prefix}exclude *!*@host.example; alone it lists who "
            "is excluded. Who plays is taken out of the match. {prefix}include ends it."
        ),
    ),
)  # fmt: skip
async def exclude(table: "Table", person: Person, rest: str) -> None:
    """Shut somebody out; who sits here is taken out of the match."""
    if not rest:
        _tell_all(table, person, phrase("{usage} adds somebody. Excluded:", usage=_usage(table)))
        return
    found = present(table, rest)
    name = _lasting(found) if found else rest
    if why := _refusal(table, found, name):
        table.tell(person, why)
        return
    try:
        value = table.settings.fitting(_EXCLUDED, [*table.config.excluded, name])
    except SettingError as error:
        nobody = phrase("nobody here is called {nick}", nick=rest[:_SHOWN])
        wrong = error.text if "@" in rest else nobody
        table.tell(person, phrase("It is {usage}: {wrong}.", usage=_usage(table), wrong=wrong))
        return
    await table.settings.change({_EXCLUDED: value}, person)
    table.say(
        phrase(
            "{nick} excludes {name} from games here.",
            nick=Named(person.nick),
            name=Named(found.nick) if found else name,
        )
    )
    await send_away(table)


@command(
    "include NICK|account:NAME|MASK", "let somebody play again", whole=True, group=Group.OPERATE,
    more=(
        phrase(
            "{prefix}include bob for who is here, else the account or mask as {prefix}include alone lists it. It gives "
            "no seat back: that takes {prefix}join."
        ),
    ),
)  # fmt: skip
async def include(table: "Table", person: Person, rest: str) -> None:
    """Let somebody in again: by a name that is listed, or whatever shuts out a person who is here."""
    if not rest:
        usage = table.typed("include NICK|account:NAME|MASK")
        _tell_all(table, person, phrase("{usage} lets somebody play again. Excluded:", usage=usage))
        return
    found = present(table, rest)
    gone = excluded(table, found.account, found.address) if found else _listed_as(table, rest)
    if not gone:
        _tell_all(table, person, phrase("Not excluded: {name}. Excluded:", name=rest[:_SHOWN]))
        return
    kept = [name for name in table.config.excluded if name not in gone]
    await table.settings.change({_EXCLUDED: kept}, person)
    for text in listed(phrase("{nick} lets play again:", nick=Named(person.nick)), _names(gone), FEW):
        table.say(text)


def _refusal(table: "Table", found: Person | None, name: str) -> Text | None:
    """Tell why somebody cannot be shut out by a name, if that is so."""
    if found and table.operates(found):
        return phrase("{nick} is an operator here, and can play.", nick=Named(found.nick))
    if found and not found.account and not found.host:
        return phrase("The network has not told yet from where {nick} comes; try it again.", nick=Named(found.nick))
    if _listed_as(table, name):
        return phrase("{name} is excluded already.", name=name)
    if not found and len(name) > LONGEST:
        return phrase("That is too long; {most} characters are possible.", most=LONGEST)
    if len(table.config.excluded) >= MOST_EXCLUDED:
        return phrase(
            "{most} are excluded, and more cannot be; {include} makes room.",
            most=MOST_EXCLUDED, include=table.typed("include NICK|account:NAME|MASK"),
        )  # fmt: skip
    return None


def _listed_as(table: "Table", name: str) -> list[str]:
    """Give what is listed under a name: folded as the network does it, that is once at the most."""
    fold = table.channel.fold
    return [each for each in table.config.excluded if fold(each) == fold(name)]


def _lasting(person: Person) -> str:
    """Name somebody so that another nick does not help: by account, else by user and host."""
    return f"account:{person.account}" if person.account else f"*!{person.user}@{person.host}"


def _tell_all(table: "Table", person: Person, head: Text) -> None:
    table.pages.tell(table, person, listed(head, _names(table.config.excluded) or [phrase("nobody")]))


def _names(names: list[str]) -> list[Text]:
    return [phrase("{name}", name=name) for name in names]


def _usage(table: "Table") -> str:
    return table.typed("exclude NICK|account:NAME|MASK")
