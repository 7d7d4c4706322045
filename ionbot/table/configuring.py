"""The commands that show and change what counts in a channel."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from games.kit import registry
from games.kit.text import Arg, Named, Text, joined, phrase
from ionbot.channel import Person
from ionbot.table.admission import send_away
from ionbot.table.described import KEYS, describe, exists, names_of, options_of, shown
from ionbot.table.listing import FEW, listed
from ionbot.table.settings import SettingError, allows
from ionbot.table.vocabulary import Group, command

if TYPE_CHECKING:
    from ionbot.store.settings import Change
    from ionbot.table.table import Table

_SURE = "yes"
"""What is typed behind `reset` to have it done."""
_NAME = 40
"""How many characters of a name are said back."""


@command(
    "games", "the games that can be played here", group=Group.LEARN,
    more=(phrase("{prefix}join fia opens a table for one of them, {prefix}rules fia tells how it is played."),),
)  # fmt: skip
async def games(table: "Table", person: Person, _rest: str) -> None:
    """Name the games that may be played."""
    names = [name for name, game in sorted(registry.all_games().items()) if allows(table.config, game)]
    is_default = table.default_game.name in names
    game = table.default_game.name if is_default else names[0]
    join = table.typed("join" if is_default else f"join {game}")
    table.tell(person, phrase("{join} opens {game}; there are: {names}.", join=join, game=game, names=", ".join(names)))


@command(
    "settings [NAME|GAME|log]", "what counts in this channel, and what can be set", group=Group.LEARN,
    more=(
        phrase(
            "{prefix}settings fill tells of one setting and what it can be, {prefix}settings ion all options of a "
            "game, {prefix}settings log who changed what. Operators change them by {prefix}set."
        ),
    ),
)  # fmt: skip
async def settings(table: "Table", person: Person, rest: str) -> None:
    """Tell all settings, those of a game, one, or who has changed what."""
    game = registry.all_games().get(rest.lower())
    if not rest:
        lines = _all(table)
    elif game:
        names = [f"{game.name}.{option.name}" for option in options_of(game)]
        lines = listed(phrase("{game}:", game=game.title), _values(table, names))
    elif rest.lower() == "log":
        lines = _told(await table.settings.log(FEW))
    elif names := _keys(rest.lower()):
        lines = listed(phrase("{option}:", option=rest.lower()), _values(table, names))
    else:
        lines = [await _one(table, rest)]
    table.pages.tell(table, person, lines)


@command(
    "set NAME VALUE", "set something for this channel", whole=True, group=Group.OPERATE, instead="settings",
    more=(
        phrase(
            "{prefix}set game fia, {prefix}set ion.move_time 20, {prefix}set quiet 23:00-07:00; {prefix}settings names "
            "all, {prefix}settings NAME what one can be. A match that runs keeps its options."
        ),
        phrase("Other channels are not touched. {prefix}reset NAME undoes it."),
    ),
)  # fmt: skip
async def set_(table: "Table", person: Person, rest: str) -> None:
    """Change a setting of the channel."""
    word, _, text = rest.partition(" ")
    if not text.strip():
        await settings(table, person, word)
        return
    try:
        name = table.settings.full(word)
        value = table.settings.read(name, text.strip())
    except SettingError as error:
        table.tell(person, phrase("{word}: {why}", word=word[:_NAME], why=error.text))
        return
    if table.settings.own.get(name) == value:
        table.tell(person, phrase("{name} is {value} already.", name=name, value=shown(name, value)))
        return
    before = table.settings.value(name)
    await table.settings.change({name: value}, person)
    table.say(
        phrase(
            "{nick} sets {name} to {value}; it was {before} ({reset} goes back to what is configured).",
            nick=Named(person.nick), name=name, value=shown(name, value), before=shown(name, before),
            reset=table.typed(f"reset {name}"),
        )
    )  # fmt: skip
    await send_away(table)


@command(
    "reset [NAME|GAME]", "let the configuration decide again; it tells first what that changes",
    whole=True, group=Group.OPERATE, instead="settings",
    more=(
        phrase(
            "{prefix}reset ion.move_time, {prefix}reset ion, or {prefix}reset for all that was set here; with yes "
            "behind it, it is done. Scores and matches are not touched."
        ),
    ),
)  # fmt: skip
async def reset(table: "Table", person: Person, rest: str) -> None:
    """Undo what has been set, after it has been told and wanted once more."""
    words = rest.split()
    sure = bool(words) and words[-1].lower() == _SURE
    wanted = " ".join(words[:-1] if sure else words)
    try:
        names = _set_here(table, wanted)
        table.settings.check_without(names)
    except SettingError as error:
        table.tell(person, error.text)
        return
    if not names:
        table.tell(person, phrase("Nothing of that has been set here."))
    elif sure:
        await table.settings.change(dict.fromkeys(names), person)
        head = phrase("{nick} resets to what is configured:", nick=Named(person.nick))
        for text in listed(head, _values(table, names), FEW):
            table.say(text)
        await send_away(table)
    else:
        again = table.typed(" ".join(filter(None, ("reset", wanted, _SURE))))
        for text in listed(phrase("{again} undoes:", again=again), _values(table, names), FEW):
            table.tell(person, text)


def _set_here(table: "Table", wanted: str) -> list[str]:
    """Give which of the settings that are meant are set, be it that they do not fit any more. Raises SettingError."""
    stored = [*table.settings.own, *table.settings.unfit]
    if not wanted:
        return stored
    word = wanted.lower()
    if of_game := [name for name in stored if name.startswith(f"{word}.")]:
        return of_game
    if word in registry.all_games():
        return []
    name = word if word in table.settings.unfit else table.settings.full(wanted)
    return [name] if name in stored else []


def _all(table: "Table") -> list[Text]:
    names = [*KEYS, *(name for name in table.settings.own if name not in KEYS)]
    more = phrase(
        "{one} tells more of one, {game} has a game's options; * is set here.",
        one=table.typed("settings NAME"), game=table.typed(f"settings {table.default_game.name}"),
    )  # fmt: skip
    return [*listed(phrase("Settings:"), _values(table, names), FEW - 1), more]


def _keys(option: str) -> list[str]:
    """Name the keys of an option that is a table, such as `haven.words`."""
    of, _, _ = option.partition(".")
    game = registry.all_games().get(of)
    names = [f"{of}.{name}" for name in names_of(game)] if game else []
    return [name for name in names if name.startswith(f"{option}.")]


async def _one(table: "Table", word: str) -> Text:
    try:
        name = table.settings.full(word)
    except SettingError as error:
        return error.text
    known = describe(name)
    text: Text = joined(*_values(table, [name]), known.meaning, separator=". ")
    if known.possible:
        text = joined(text, phrase("Possible: {possible}.", possible=known.possible))
    if name in table.settings.own:
        for last in await table.settings.log(1, name):
            text = joined(text, phrase("Set by {nick} on {date}.", nick=Named(last.nick), date=_date(last)))
    return text


def _told(changes: "list[Change]") -> list[Text]:
    if not changes:
        return [phrase("Nothing has ever been set here.")]
    return [
        phrase(
            "{date} {nick}: {name} {before} -> {after}.",
            date=_date(each), nick=Named(each.nick), name=each.name,
            before=_change_shown(each.name, each.before), after=_change_shown(each.name, each.after),
        )
        for each in changes
    ]  # fmt: skip


def _date(change: "Change") -> str:
    return datetime.fromtimestamp(change.changed / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _change_shown(name: str, value: Any) -> Arg:
    return phrase("as configured") if value is None else shown(name, value)


def _values(table: "Table", names: Iterable[str]) -> list[Text]:
    """Give settings with their values, those that are set here with a mark."""
    return [_value(table, name) for name in names]


def _value(table: "Table", name: str) -> Text:
    if name in table.settings.unfit or not exists(name):
        return phrase("{name} (not possible any more)", name=name)
    mark = "*" if name in table.settings.own else ""
    return joined(f"{name}{mark}", shown(name, table.settings.value(name)))
