"""What counts in a channel: what its operators have set there, else what the configuration says.

Settings go by their full names, as `ionbot.table.described` has them.
"""

from collections.abc import Mapping
from contextlib import suppress
from difflib import get_close_matches
from itertools import groupby
from typing import Any

import msgspec
import structlog
from pydantic import ValidationError

from games.kit import registry
from games.kit.errors import Told
from games.kit.extension import CARDS, Extensible
from games.kit.options import OptionsError, read_options
from games.kit.protocol import AnyGame
from games.kit.registry import find_game
from games.kit.text import Text, joined, phrase, plain
from ionbot.config import ChannelConfig, TableConfig, Unfit
from ionbot.table.described import EMPTY, KEYS, describe, names_of
from ionbot.table.listing import WORD

_log = structlog.get_logger()

LONGEST = 120
"""How many characters a value has at most, or one of a list, so that what is said of it is one line."""
_SHOWN = 40
"""How many characters of a name that there is not are said back."""
_NOTHING = frozenset({"none", "nothing", "-"})
"""What is typed for a list or a text with nothing in it."""
CARDS_ARE_CONFIGURED = phrase("cards are added by whoever runs the bot, in the configuration")


class SettingError(Told, ValueError):
    """A setting, or a value, that there is not; the text tells what there is."""


class ChannelSettings:
    """The settings of one channel. `own` holds what is set there, by full names, in values that JSON can say.

    `unfit` names what is stored for the channel and does not fit any more: it counts for nothing.
    """

    def __init__(self, config: TableConfig, options: Mapping[str, Mapping[str, Any]]) -> None:
        self.own: dict[str, Any] = {}
        self.unfit: list[str] = []
        self.config = config
        self._configured = config
        self._options = options
        self._values: dict[str, Any] = {}
        """The options of games as they are here: to read them takes some ms."""

    def take(self, stored: Mapping[str, Any]) -> None:
        """Let this be set, and nothing else. What does not fit any more, in another version, is left out and logged."""
        self.own = {}
        self._values.clear()
        for of, names in groupby(sorted(stored), key=lambda name: name.partition(".")[0]):
            self._take({name: stored[name] for name in names}, registry.all_games().get(of))
        self.unfit = [name for name in stored if name not in self.own]
        if self.unfit:
            _log.warning("settings left out", settings=self.unfit)
        keys = {name: value for name, value in self.own.items() if name in KEYS}
        self.config = self._configured.model_copy(update=keys)

    def options(self, game: AnyGame) -> dict[str, Any]:
        """Give a game's options as they are here, where they differ from the game's own."""
        return self._given(game, self.own)

    def options_typed(self, game: AnyGame, given: Mapping[str, str]) -> dict[str, Any]:
        """Give a game's options as they are here, but for some as they are typed. Raises OptionsError."""
        options = self.options(game)
        for name, text in given.items():
            if name == CARDS and isinstance(game, Extensible):
                raise OptionsError([(CARDS, CARDS_ARE_CONFIGURED)])
            if name not in names_of(game):
                options[name] = text  # what reads the options tells what there is
                continue
            try:
                _put(options, name.split("."), as_configured(f"{game.name}.{name}", text))
            except SettingError as error:
                raise OptionsError([(name, error.text)]) from error
        return options

    def full(self, name: str) -> str:
        """Give the full name of a setting; an option alone is one of the channel's game. Raises SettingError."""
        word = name.lower()
        if word in KEYS:
            return word
        of, _, option = word.partition(".")
        is_of_named_game = bool(option) and of in registry.all_games()
        game = find_game(of if is_of_named_game else self.config.game)
        option = option if is_of_named_game else word
        if option == CARDS and isinstance(game, Extensible):
            raise SettingError(CARDS_ARE_CONFIGURED)
        if option in names_of(game):
            return f"{game.name}.{option}"
        known = [f"{game.name}.{each}" for each in names_of(game)] if is_of_named_game else [*KEYS, *names_of(game)]
        near = get_close_matches(word, known, 1)
        right = phrase("did you mean {name}?", name=near[0]) if near else phrase("settings lists what there is")
        raise SettingError(phrase("there is no setting {name}; {hint}", name=name[:_SHOWN], hint=right))

    def read(self, name: str, text: str) -> Any:
        """Read what is typed for a setting (full name); give the value as it is kept. Raises SettingError."""
        return self.fitting(name, as_configured(name, text))

    def value(self, name: str) -> Any:
        """Give what counts for a setting (full name)."""
        of, *path = name.split(".")
        if not path:
            return getattr(self.config, name)
        if of not in self._values:
            game = find_game(of)
            self._values[of] = read_options(game, self.options(game))
        return _at(self._values[of], path)

    def fitting(self, name: str, given: Any) -> Any:
        """Give a value of a setting (full name) as it is kept. Raises SettingError."""
        of, *path = name.split(".")
        if not path:
            return getattr(_checked(name, given), name)
        return _at(self._possible(find_game(of), self.own | {name: given}, ".".join(path)), path)

    def check_without(self, names: list[str]) -> None:
        """See that what is set fits together without some of it. Raises SettingError."""
        left = {name: value for name, value in self.own.items() if name not in names}
        for of in {name.partition(".")[0] for name in names if name in self.own and name not in KEYS}:
            self._possible(find_game(of), left, "")

    def _take(self, stored: Mapping[str, Any], game: AnyGame | None) -> None:
        """Take what is stored for one key, or for the options of one game, as far as it fits.

        Of options that depend on each other, one may fit only once another has been taken.
        """
        if game and all(name.partition(".")[2] in names_of(game) for name in stored):
            with suppress(SettingError):
                self._possible(game, stored, "")
                self.own |= stored
                return
        left = [name for name in stored if name in KEYS or (game and name.partition(".")[2] in names_of(game))]
        before = None
        while left != before:
            before = left
            for name in left:
                with suppress(SettingError):
                    self.own[name] = self.fitting(name, stored[name])
            left = [name for name in left if name not in self.own]

    def _possible(self, game: AnyGame, own: Mapping[str, Any], option: str) -> Any:
        """Give a game's options where these settings are made, one of them just now. Raises SettingError."""
        try:
            return read_options(game, self._given(game, own))
        except OptionsError as error:
            of, what = error.mistakes[0]
            is_known = of in {option, game.name}
            raise SettingError(joined(what) if is_known else phrase("{of}: {what}", of=of, what=what)) from error

    def _given(self, game: AnyGame, own: Mapping[str, Any]) -> dict[str, Any]:
        options = _copied(self._options.get(game.name, {}))
        for name, value in own.items():
            of, *path = name.split(".")
            if path and of == game.name:
                _put(options, path, value)
        return options


def allows(config: ChannelConfig, game: AnyGame) -> bool:
    """Tell whether a game may be played."""
    return not config.games or game.name in config.games


def first_of(error: OptionsError) -> Text:
    """Tell the first of the mistakes in options, and of which it is."""
    option, what = error.mistakes[0]
    return phrase("{option}: {what}", option=option[:WORD], what=what)


def as_configured(name: str, text: str) -> Any:
    """Give what is typed for a setting (full name) as the configuration would have it. Raises SettingError.

    Several values stand between commas or blanks; case does not matter where there is a choice of words.
    """
    known = describe(name)
    parts = text.replace(",", " ").split() if isinstance(known.default, list | tuple) else [text]
    if any(len(part) > LONGEST for part in parts):
        raise SettingError(phrase("that is too long; {most} characters are possible", most=LONGEST))
    is_nothing = text.lower() in {*_NOTHING, EMPTY.get(name)}
    if isinstance(known.default, list):
        return [] if is_nothing else list(dict.fromkeys(parts))
    if isinstance(known.default, tuple):
        return parts
    if is_nothing and known.default == "":
        return ""
    return text.lower() if known.possible and text.lower() in plain(known.possible).split(" or ") else text


def _checked(name: str, given: Any) -> ChannelConfig:
    try:
        return ChannelConfig(**{name: given})
    except ValidationError as error:
        why = error.errors()[0].get("ctx", {}).get("error")
        wrong = why.text if isinstance(why, Unfit) else phrase("{value} is not possible", value=repr(given)[:LONGEST])
        text = phrase("{wrong}; right would be {right}", wrong=wrong, right=describe(name).possible or "")
        raise SettingError(text) from error


def _copied(options: Mapping[str, Any]) -> dict[str, Any]:
    """Copy options with the tables in them."""
    return {name: _copied(value) if isinstance(value, Mapping) else value for name, value in options.items()}


def _put(options: dict[str, Any], path: list[str], value: Any) -> None:
    """Set an option, or a key of one that is a table."""
    *tables, last = path
    for table in tables:
        options = options.setdefault(table, {})
    options[last] = value


def _at(options: Any, path: list[str]) -> Any:
    """Give an option, or a key of one that is a table, in values that JSON can say."""
    for key in path:
        names = {field.encode_name: field.name for field in msgspec.structs.fields(options)}
        options = getattr(options, names[key])
    return msgspec.json.decode(msgspec.json.encode(options))
