"""The commands by which people say how the bot shall speak to them, wherever they are on the network."""

from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING

from games.kit.text import phrase
from ionbot.channel import Person
from ionbot.languages import UnknownLanguage, find_language, languages
from ionbot.table.listing import WORD
from ionbot.table.vocabulary import Group, Run, command

if TYPE_CHECKING:
    from ionbot.table.table import Table

_ON, _OFF = ("on", "yes"), ("off", "no")
_SWITCHING = (*_ON, *_OFF)
_OF_CHANNEL = "channel"
"""What is typed for no language of one's own."""

_MEANS = {
    "hold": (
        phrase("you are asked only where you can react"),
        phrase("you are always asked where one can react"),
    ),
    "notice": (phrase("I tell you things by messages"), phrase("I tell you things by notices")),
    "colour": (phrase("what I tell you alone has no colours"), phrase("what I tell you alone has colours")),
    "ping": (phrase("your nick does not ring"), phrase("your nick rings when it is your turn")),
    "ascii": (
        phrase("what I tell you alone may have signs such as ±"),
        phrase("what I tell you alone has ASCII characters only"),
    ),
    "compact": (
        phrase("I tell you what you hold in sentences"),
        phrase("I tell you what you hold in few words"),
    ),
}
"""What follows from each wish while it is off, and while it is on."""


async def _wish(name: str, table: "Table", person: Person, rest: str) -> None:
    """Switch one of somebody's wishes on or off, or tell how it stands."""
    word = _word(rest)
    if word in _SWITCHING:
        await table.people.change_manner(person, {name: word in _ON})
    elif word:
        table.tell(person, phrase("It is {usage}.", usage=table.typed(f"{name} on|off")))
        return
    wanted = getattr(table.people.manner(person), name)
    means = _MEANS[name][wanted]
    table.tell(person, phrase("{name} is {shown} for you: {means}.", name=name, shown=_shown(wanted), means=means))


def _word(rest: str) -> str:
    """Give what is wanted; `me` in front says nothing."""
    return rest.lower().removeprefix("me").strip()


def _switch(name: str, meaning: str, *others: str) -> Run:
    return command(f"{name} on|off", meaning, *others, group=Group.YOU)(partial(_wish, name))


@command(
    "hold on|off", "whether you are always asked where one can react, so that your silence gives nothing away",
    group=Group.YOU,
    more=(
        phrase(
            "It counts in the match here and in all that begin. Two questions in a row that you do not answer end it "
            "for that match. Typed as a move, hold on or hold off is for one match only."
        ),
    ),
)  # fmt: skip
async def hold(table: "Table", person: Person, rest: str) -> None:
    """Let somebody be asked always or not, from now on in the match here, and in all that begin."""
    await _wish("hold", table, person, rest)
    if _word(rest) in _SWITCHING and table.play and (seat := table.play.seating.of(person)):
        await table.play.set_hold(seat, on=table.people.manner(person).hold)


@command("me", "all that is set for you alone, wherever you are on the network", group=Group.YOU)
async def me(table: "Table", person: Person, _rest: str) -> None:
    """Tell somebody how they want to be spoken to."""
    wishes = {name: value for name, value in asdict(table.people.manner(person)).items() if value != ""}
    shown = (f"{name} {_shown(value)}" for name, value in wishes.items())
    change = table.typed("notice off")
    table.tell(person, phrase("For you: {wishes}. {change} changes one.", wishes=", ".join(shown), change=change))


def _shown(value: object) -> str:
    """Show how a wish stands."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


@command(
    f"language CODE|{_OF_CHANNEL}", "the language in which I tell you things: yours, or the channel's",
    group=Group.YOU,
)  # fmt: skip
async def language(table: "Table", person: Person, rest: str) -> None:
    """Choose the language of what somebody is told, or tell which it is."""
    if word := rest.lower().strip():
        try:
            chosen = "" if word == _OF_CHANNEL else find_language(word)
        except UnknownLanguage:
            known = ", ".join([*languages(), _OF_CHANNEL])
            table.tell(
                person, phrase("There is no language {word}; there are: {known}.", word=word[:WORD], known=known)
            )
            return
        await table.people.change_manner(person, {"language": chosen})
    if code := table.people.manner(person).language:
        table.tell(person, phrase("I tell you things in this language ({code}), and not the channel's.", code=code))
    else:
        table.tell(person, phrase("I tell you things in the channel's language."))


WISHES = frozenset((
    hold,
    language,
    me,
    _switch("notice", "whether I tell you things by notices, which some clients show elsewhere, or by messages"),
    _switch("colour", "whether what I tell you alone has colours", "color", "co"),
    _switch("ping", "whether your nick rings when it is your turn"),
    _switch("ascii", "whether what I tell you alone has ASCII characters only, such as b for a ± card"),
    _switch("compact", "whether I tell you what you hold in few words"),
))  # fmt: skip
"""What runs the commands; they are about no table in particular."""
