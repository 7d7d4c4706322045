"""What can be different in each channel: the configuration says how it is, and operators change it on IRC."""

import re
from datetime import time
from itertools import chain
from typing import Literal
from unicodedata import category
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, field_validator

from games.kit.errors import nearest
from games.kit.registry import UnknownGame, all_games, find_game
from games.kit.text import phrase, plural
from ionbot.config.fields import Plain, Somebody, right, unit
from ionbot.config.mistakes import Unfit
from ionbot.languages import ENGLISH, UnknownLanguage, find_language

_HOURS = re.compile(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)", re.ASCII)
_CHANNEL = re.compile(r"[#&+!][^\s,\x00-\x1f]+")
_SIGNS = "PS"
"""The first letters of Unicode's categories of punctuation and symbols: what can be seen and stands for itself."""
ALL = "all"
"""What stands in `results` for every channel."""
MOST_EXCLUDED = 100
"""How many accounts and masks can be excluded in a channel: each is looked at whenever somebody sits down."""


class ChannelConfig(Plain):
    """How the table in a channel is run."""

    game: str = Field(
        default="ion",
        description="The game that `join` opens.",
        json_schema_extra=right("a name that `ionbot games` lists"),
    )
    games: list[str] = Field(
        default=[],
        description="The games that may be played; with none named here, all.",
        json_schema_extra=right("names that `ionbot games` lists"),
    )
    prefix: str = Field(
        default="!",
        description="What commands begin with in a channel.",
        json_schema_extra=right(
            "1 to 3 signs such as ! or . (no letters, digits, blanks, and none that begins a move)"
        ),
    )
    bare: bool = Field(
        default=False, description="Whether `join`, `quit`, `inv` and `help`, typed alone, need no prefix in a channel."
    )
    bare_moves: bool = Field(default=True, description="Whether moves need no prefix in a channel.")
    language: str = Field(
        default=ENGLISH,
        description="The language of what is said in a channel, and to who has chosen none.",
        json_schema_extra=right("a language that there is, such as en or de"),
    )
    colour: bool = Field(default=True, description="Whether what is said in a channel has colours.")
    ascii: bool = Field(
        default=False, description="Whether what is said in a channel is ASCII only, such as b for a ± card."
    )
    countdown: float = Field(
        default=30,
        ge=0,
        le=3600,
        description="From the moment that enough players sit at the table to the start of the match.",
        json_schema_extra=unit("s"),
    )
    fill: int = Field(
        default=0,
        ge=0,
        le=19,
        description="How many computer players sit down when somebody opens a lobby.",
        json_schema_extra=unit("players"),
    )
    computer_level: str = Field(
        default="easy",
        description="How well computer players play.",
        json_schema_extra=right("a level that an installed game has"),
    )
    starters: Literal["anybody", "voiced", "accounts", "operators"] = Field(
        default="anybody",
        description="Who may open a table: anybody, who has voice or more, who is logged in, or operators.",
    )
    one_seat: Literal["person", "account", "host"] = Field(
        default="person",
        description="Of what one can have one seat: a person, an account (who has none cannot sit down), or a host.",
    )
    excluded: list[Somebody] = Field(
        default=[],
        max_length=MOST_EXCLUDED,
        description="Who cannot play, whatever their nick.",
        json_schema_extra=right('accounts and masks, such as ["account:bob", "*!*@pest.example"]'),
    )
    matches_per_hour: int = Field(
        default=0,
        ge=0,
        le=1000,
        description="How many matches may begin within an hour; 0 is any number.",
        json_schema_extra=unit("matches"),
    )
    quiet: str = Field(
        default="",
        description="When only operators may open a table, each day; nothing is never.",
        json_schema_extra=right("two times, such as 23:00-07:30, or nothing"),
    )
    zone: str = Field(
        default="UTC",
        description="The time zone of `quiet`.",
        json_schema_extra=right("a name of the tz database, such as Europe/Berlin"),
    )

    warnings: bool = Field(
        default=True,
        description="Whether the bot calls whose turn's time runs out, if it has nothing else to say on the network.",
    )
    results: list[str] = Field(
        default=[],
        description="Of which other channels of the network the results of matches are told here; secret ones never.",
        json_schema_extra=right("off, all, or names of channels such as #cards"),
    )

    @property
    def quiet_hours(self) -> tuple[time, time] | None:
        """When the quiet hours begin and end, in the zone, if there are some; the end may be on the next day."""
        found = _HOURS.fullmatch(self.quiet)
        if not found:
            return None
        hour, minute, until_hour, until_minute = map(int, found.groups())
        return time(hour, minute), time(until_hour, until_minute)

    @field_validator("game")
    @classmethod
    def _is_installed(cls, name: str) -> str:
        try:
            return find_game(name).name
        except UnknownGame as error:
            raise Unfit(error.text) from None

    @field_validator("games")
    @classmethod
    def _are_installed(cls, names: list[str]) -> list[str]:
        return list(dict.fromkeys(map(cls._is_installed, names)))

    @field_validator("prefix")
    @classmethod
    def _begins_no_move(cls, prefix: str) -> str:
        if not 1 <= len(prefix) <= 3:
            shown, n = repr(prefix), len(prefix)
            raise Unfit(plural("{prefix} has {n} character", "{prefix} has {n} characters", n=n, prefix=shown))
        for sign in prefix:
            if category(sign)[0] not in _SIGNS or sign == "/":
                raise Unfit(phrase("{sign} cannot stand in a prefix", sign=repr(sign)))
            for game in all_games().values():
                if sign in game.signs:
                    raise Unfit(phrase("{sign} begins moves of {game}", sign=repr(sign), game=game.name))
        return prefix

    @field_validator("language")
    @classmethod
    def _is_spoken(cls, language: str) -> str:
        try:
            return find_language(language)
        except UnknownLanguage as error:
            raise Unfit(error.text) from None

    @field_validator("results")
    @classmethod
    def _are_channels(cls, names: list[str]) -> list[str]:
        names = list(dict.fromkeys(names))
        if [name.lower() for name in names] == [ALL]:
            return [ALL]
        for name in names:
            if not _CHANNEL.fullmatch(name):
                raise Unfit(phrase("{name} is no channel's name", name=repr(name)))
        return names

    @field_validator("computer_level")
    @classmethod
    def _is_level(cls, level: str) -> str:
        levels = dict.fromkeys(chain.from_iterable(game.computers for game in all_games().values()))
        if level not in levels:
            raise Unfit(phrase("there is no level {level}; {hint}", level=repr(level), hint=nearest(level, levels)))
        return level

    @field_validator("quiet")
    @classmethod
    def _are_hours(cls, hours: str) -> str:
        found = _HOURS.fullmatch(hours)
        if hours and not found:
            raise Unfit(phrase("{hours} are no hours", hours=repr(hours)))
        if found and found.groups()[:2] == found.groups()[2:]:
            raise Unfit(phrase("{hours} ends when it begins", hours=repr(hours)))
        return hours

    @field_validator("zone")
    @classmethod
    def _is_zone(cls, name: str) -> str:
        try:
            return ZoneInfo(name).key
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise Unfit(phrase("there is no time zone {zone}", zone=repr(name))) from None
