"""The commands that show and change what counts in a channel."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from games.kit import registry
from games.kit.options import describe_options
from games.kit.registry import find_game
from games.kit.text import Text, joined, phrase
from ionbot.channel import Person
from ionbot.table.described import describe, shown
from ionbot.table.settings import KEYS, SettingError, allows
from ionbot.table.vocabulary import command

if TYPE_CHECKING:
    from ionbot.store.settings import Change
    from ionbot.table.table import Table

_FEW = 3
"""How many changes are told at once."""
_SEARCHED = 200
"""How far back the last change of a setting is looked for, in changes."""
_SURE = "yes"
"""What is typed behind `reset` to have it done."""
_LONGEST = 300
"""How many characters of what is wrong with a value are told, so that it is one line."""


@command("games", "the games that can be played here")
async def games(table: "Table", person: Person, _rest: str) -> None:
    """Name the games that may be played."""
    names = [name for name, game in sorted(registry.all_games().items()) if allows(table.config, game)]
    table.tell(
        person,
        phrase(
            "{join} opens {game}; there are: {names}.",
            join=table.typed("join"), game=table.default_game.name, names=", ".join(names),
        ),
    )  # fmt: skip


@command("settings [NAME, a game, or log]", "what counts in this channel, and what can be set")
async def settings(table: "Table", person: Person, rest: str) -> None:
    """Tell all settings, those of a game, one, or who has changed what."""
    word = rest.lower()
    if not word:
        table.tell(person, _all(table))
    elif word == "log":
        table.tell(person, _told(await table.changes(_FEW)))
    elif word in registry.all_games():
        table.tell(person, phrase("{values}.", values=_listed(table, _options(word))))
    else:
        await _tell_one(table, person, rest)


@command("set NAME VALUE", "set something for this channel", whole=True, operators=True, instead="settings")
async def set_(table: "Table", person: Person, rest: str) -> None:
    """Change a setting of the channel."""
    word, _, text = rest.partition(" ")
    if not text.strip():
        await (_tell_one(table, person, word) if word else settings(table, person, ""))
        return
    try:
        name = table.settings.full(word)
        value = table.settings.read(name, text.strip())
    except SettingError as error:
        table.tell(person, phrase("{word}: {why}", word=word[:_LONGEST], why=str(error)[:_LONGEST]))
        return
    before = table.settings.value(name)
    await table.change_settings({name: value}, person)
    table.say(
        phrase(
            "{nick} sets {name} to {value}; it was {before}.",
            nick=person.nick, name=name, value=shown(name, value), before=shown(name, before),
        )
    )  # fmt: skip


@command(
    "reset [NAME or a game]", "let the configuration decide again; it tells first what that changes",
    whole=True, operators=True, instead="settings",
)  # fmt: skip
async def reset(table: "Table", person: Person, rest: str) -> None:
    """Undo what has been set, after it has been told and wanted once more."""
    words = rest.split()
    sure = bool(words) and words[-1].lower() == _SURE
    wanted = " ".join(words[:-1] if sure else words)
    try:
        names = _set_here(table, wanted)
    except SettingError as error:
        table.tell(person, phrase("{why}", why=str(error)[:_LONGEST]))
        return
    if not names:
        table.tell(person, phrase("Nothing of that has been set here."))
    elif sure:
        await table.change_settings(dict.fromkeys(names), person)
        table.say(phrase("{nick} resets {values}.", nick=person.nick, values=_listed(table, names)))
    else:
        again = table.typed(" ".join(filter(None, ("reset", wanted, _SURE))))
        table.tell(person, phrase("{again} undoes {values}.", again=again, values=_listed(table, names)))


def _set_here(table: "Table", wanted: str) -> list[str]:
    """Give which of the settings that are meant are set. Raises SettingError."""
    if not wanted:
        return list(table.settings.own)
    if wanted.lower() in registry.all_games():
        return [name for name in table.settings.own if name.startswith(f"{wanted.lower()}.")]
    name = table.settings.full(wanted)
    return [name] if name in table.settings.own else []


def _all(table: "Table") -> Text:
    elsewhere = [name for name in table.settings.own if name not in KEYS]
    values = _listed(table, [*KEYS, *elsewhere])
    return phrase(
        "{values}. {one} tells more of one, {game} has a game's options; * is set here.",
        values=values, one=table.typed("settings NAME"), game=table.typed(f"settings {table.default_game.name}"),
    )  # fmt: skip


async def _tell_one(table: "Table", person: Person, word: str) -> None:
    try:
        name = table.settings.full(word)
    except SettingError as error:
        table.tell(person, phrase("{why}", why=str(error)[:_LONGEST]))
        return
    last = next((each for each in await table.changes(_SEARCHED) if each.name == name), None)
    known = describe(name)
    text: Text = phrase("{value}. {meaning}", value=_listed(table, [name]), meaning=known.meaning)
    if known.possible:
        text = joined(text, phrase("Possible: {possible}.", possible=known.possible))
    if last and name in table.settings.own:
        text = joined(text, phrase("Set by {nick} on {date}.", nick=last.nick, date=_date(last)))
    table.tell(person, text)


def _told(changes: "list[Change]") -> Text:
    if not changes:
        return phrase("Nothing has ever been set here.")
    told = (
        phrase(
            "{date} {nick}: {name} {before} -> {after}.",
            date=_date(each), nick=each.nick, name=each.name,
            before=_change_shown(each.name, each.before), after=_change_shown(each.name, each.after),
        )
        for each in changes
    )  # fmt: skip
    return joined(*told)


def _date(change: "Change") -> str:
    return datetime.fromtimestamp(change.changed / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _change_shown(name: str, value: Any) -> str:
    return "as configured" if value is None else shown(name, value)


def _options(game: str) -> list[str]:
    """Give the full names of a game's options; one that is a table goes by its own name."""
    return [f"{game}.{option.name}" for option in describe_options(find_game(game))]


def _listed(table: "Table", names: list[str]) -> str:
    """Give settings with their values, those that are set here with a mark."""
    settings = table.settings
    return ", ".join(
        f"{name}{'*' if name in settings.own else ''} {shown(name, settings.value(name))}" for name in names
    )
