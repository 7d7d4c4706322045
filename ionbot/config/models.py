"""Every key of the configuration with its default, bounds, unit and meaning.

Where bounds do not say it, `right` in a field's schema says in words what the key may be.
"""

import re
from collections.abc import Iterator
from ipaddress import ip_address
from itertools import chain
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    FilePath,
    SecretStr,
    ValidationInfo,
    field_validator,
    model_validator,
)

from games.kit.options import OptionsError, read_options
from games.kit.registry import UnknownGame, all_games, find_game
from ionbot.config.mistakes import Mistake, Mistakes, nearest
from ionbot.config.place import usable

NETWORK_NAME = "a name of lower case letters, digits and single underscores, which an environment variable can spell"
LEAST = 'at least [networks.NAME] with host = "irc.example.org" and channels = ["#cards"]'
"""What a configuration cannot do without."""

_NETWORK_NAME = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*")
_NICK = re.compile(r"[^\s\d!@*?,.:#&+%~$\x00-\x1f-][^\s!@*?,.:\x00-\x1f]*")
_ACCOUNT = re.compile(r"account:[^\s!*?\x00-\x1f]+")
_MASK = re.compile(r"[^\s!@\x00-\x1f]+![^\s!@\x00-\x1f]+@(?P<host>[^\s!@\x00-\x1f]+)")
_CHANNEL = re.compile(r"[#&+!][^\s,:\x00-\x1f]+")


def _unit(name: str) -> dict[str, Any]:
    return {"unit": name}


def _right(text: str) -> dict[str, Any]:
    return {"right": text}


def _nick(nick: str) -> str:
    if not _NICK.fullmatch(nick):
        raise ValueError(f"{nick!r} is no nick that servers take")
    return nick


def _channel(name: str) -> str:
    if not _CHANNEL.fullmatch(name):
        raise ValueError(f"{name!r} is no channel name")
    return name


def _network_name(name: str) -> str:
    if not _NETWORK_NAME.fullmatch(name):
        raise ValueError(f"{name!r} cannot be a network's name")
    return name


def _operator(name: str) -> str:
    account, mask = _ACCOUNT.fullmatch(name), _MASK.fullmatch(name)
    if not account and not mask:
        raise ValueError(f"{name!r} is neither an account nor a mask; a nick alone proves nothing")
    if mask and not set(mask["host"]) - set("*?.:"):
        raise ValueError(f"{name!r} fits every host, and all else in a mask is anybody's to choose")
    return name


def _one_line(secret: SecretStr) -> SecretStr:
    if not secret.get_secret_value() or set("\r\n\0") & set(secret.get_secret_value()):
        raise ValueError("it is empty or has a line break in it")
    return secret


_NetworkName = Annotated[str, AfterValidator(_network_name)]
_NickName = Annotated[str, Field(max_length=30), AfterValidator(_nick)]
_Secret = Annotated[SecretStr, AfterValidator(_one_line)]
_Operator = Annotated[str, AfterValidator(_operator)]
_ChannelName = Annotated[str, Field(max_length=64), AfterValidator(_channel)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)


class _Table(_Strict):
    @field_validator("*", mode="before")
    @classmethod
    def _no_truth_value(cls, value: object, info: ValidationInfo) -> object:
        """Refuse true where a number is expected; pydantic would read it as 1."""
        if isinstance(value, bool) and cls.model_fields[str(info.field_name)].annotation is not bool:
            raise ValueError(f"{str(value).lower()} is a truth value")
        return value


class DatabaseConfig(_Table):
    """Where matches and scores are kept."""

    url: Annotated[str, AfterValidator(usable)] = Field(
        default="sqlite:///ionbot.db",
        description="The database as an SQLAlchemy URL.",
        repr=False,
        json_schema_extra=_right("a file for SQLite, such as sqlite:///ionbot.db"),
    )


class NetworkConfig(_Table):
    """One IRC network."""

    host: str = Field(
        description="The server's name or address.",
        pattern=r"^[^\s/@,]+$",
        json_schema_extra=_right("a name or address without port, such as irc.libera.chat"),
    )
    port: int = Field(default=6697, ge=1, le=65535, description="The server's port.")
    tls: bool = Field(default=True, description="Whether the connection is encrypted.")
    tls_verify: bool = Field(default=True, description="Whether the server's certificate must be valid for its name.")
    tls_ca: FilePath | None = Field(
        default=None,
        description="A file with the certificates (PEM) that are trusted instead of the system's.",
        json_schema_extra=_right("the path of an existing file"),
    )
    nick: _NickName = Field(
        default="ionbot",
        description="The bot's nick.",
        json_schema_extra=_right("at most 30 letters, digits and []\\^_{|}-, first no digit and no -"),
    )
    alternatives: list[_NickName] = Field(
        default=[],
        description="Nicks to try in this order while the nick is taken.",
        json_schema_extra=_right('a list of nicks, such as ["ionbot_", "ionbot2"]'),
    )
    user: str = Field(
        default="ionbot",
        pattern=r"^[^\s@!:\x00-\x1f]+$",
        max_length=32,
        description="The user name that stands before the @ in the bot's address.",
        json_schema_extra=_right("at most 32 characters without blanks, @, ! and :"),
    )
    realname: str = Field(
        default="ionbot, a dealer of card games",
        pattern=r"^[^\x00-\x1f]+$",
        max_length=120,
        description="What WHOIS shows as the bot's real name.",
        json_schema_extra=_right("one line of at most 120 characters"),
    )
    password: _Secret | None = Field(
        default=None,
        description="The server's password (PASS).",
        json_schema_extra=_right("text of one line, best set by the environment"),
    )
    sasl: Literal["required", "preferred", "off"] = Field(
        default="preferred",
        description="Whether the bot logs in to its account while it connects, and what if that fails: "
        "stay away, or go on without.",
    )
    account: str | None = Field(
        default=None,
        pattern=r"^[^\s\x00-\x1f]+$",
        max_length=64,
        description="The bot's account with the network's services.",
        json_schema_extra=_right("at most 64 characters without blanks"),
    )
    account_password: _Secret | None = Field(
        default=None,
        description="The account's password.",
        json_schema_extra=_right("text of one line, best set by the environment"),
    )
    channels: list[_ChannelName] = Field(
        min_length=1,
        description="The channels to join.",
        json_schema_extra=_right('a list of channel names, such as ["#cards"]'),
    )
    burst: int = Field(
        default=4,
        ge=1,
        le=100,
        description="How many lines may leave at once after a pause.",
        json_schema_extra=_unit("lines"),
    )
    rate: float = Field(
        default=1.0,
        ge=0.1,
        le=1000,
        description="How many lines may leave in the long run.",
        json_schema_extra=_unit("lines/s"),
    )
    connect_timeout: float = Field(
        default=20, gt=0, le=300, description="How long a connection may take to be made.", json_schema_extra=_unit("s")
    )
    ping_after: float = Field(
        default=60,
        gt=0,
        le=3600,
        description="After what silence the server is asked for a sign.",
        json_schema_extra=_unit("s"),
    )
    ping_timeout: float = Field(
        default=30,
        gt=0,
        le=600,
        description="How long that sign may take before the connection counts as dead.",
        json_schema_extra=_unit("s"),
    )
    bind: str | None = Field(
        default=None,
        description="The local address to connect from; without it the system chooses.",
        json_schema_extra=_right("an address of this machine, such as 192.0.2.7"),
    )
    colour: bool = Field(default=True, description="Whether lines are coloured (never in a channel with mode +c).")

    @model_validator(mode="after")
    def _can_log_in(self) -> Self:
        if self.account is None and self.account_password is not None:
            raise Mistakes([Mistake("account", "it is missing, and account_password is set", "set both or neither")])
        if self.account is not None and self.account_password is None:
            raise Mistakes([Mistake("account_password", "it is missing, and account is set", "set both or neither")])
        if self.account is None and self.sasl == "required":
            raise Mistakes([Mistake("account", 'it is missing, and sasl is "required"', "set it and account_password")])
        return self

    @field_validator("host")
    @classmethod
    def _has_no_port(cls, host: str) -> str:
        if ":" in host:
            try:
                ip_address(host)
            except ValueError:
                raise ValueError(f"{host!r} is neither a name nor an address") from None
        return host

    @field_validator("bind")
    @classmethod
    def _is_address(cls, bind: str | None) -> str | None:
        if bind is not None:
            ip_address(bind)
        return bind


class TableConfig(_Table):
    """How the tables in the channels are run."""

    game: str = Field(
        default="ion",
        description="The game that `join` opens.",
        json_schema_extra=_right("a name that `ionbot games` lists"),
    )
    prefix: str = Field(
        default="!",
        description="What commands begin with in a channel.",
        json_schema_extra=_right(
            "1 to 3 signs such as ! or . (no letters, digits, blanks, and none that begins a move)"
        ),
    )
    countdown: float = Field(
        default=30,
        ge=0,
        le=3600,
        description="From the moment that enough players sit at the table to the start of the match.",
        json_schema_extra=_unit("s"),
    )
    fill: int = Field(
        default=0,
        ge=0,
        le=19,
        description="How many computer players sit down when somebody opens a lobby.",
        json_schema_extra=_unit("players"),
    )
    computer_level: str = Field(
        default="easy",
        description="How well computer players play.",
        json_schema_extra=_right("a level that an installed game has"),
    )
    operators: list[_Operator] = Field(
        default=[],
        description="Who may start, stop and pause matches besides each channel's own operators, on every network.",
        json_schema_extra=_right('accounts and masks, such as ["account:ann", "*!*@staff.example"]'),
    )
    bare: bool = Field(
        default=False, description="Whether `join`, `quit`, `inv` and `help`, typed alone, need no prefix in a channel."
    )
    computer_pause: tuple[float, float] = Field(
        default=(1.0, 3.0),
        description="How long a computer player thinks, least and most.",
        json_schema_extra=_unit("s") | _right("two numbers of seconds from 0 to 60, the lower first"),
    )

    @field_validator("game")
    @classmethod
    def _is_installed(cls, name: str) -> str:
        try:
            return find_game(name).name
        except UnknownGame as error:
            raise ValueError(str(error)) from None

    @field_validator("prefix")
    @classmethod
    def _begins_no_move(cls, prefix: str) -> str:
        if not 1 <= len(prefix) <= 3:
            raise ValueError(f"{prefix!r} has {len(prefix)} characters")
        for sign in prefix:
            if sign.isalnum() or not sign.isprintable() or sign in " /":
                raise ValueError(f"{sign!r} cannot stand in a prefix")
            for game in all_games().values():
                if sign in game.signs:
                    raise ValueError(f"{sign!r} begins moves of {game.name}")
        return prefix

    @field_validator("computer_level")
    @classmethod
    def _is_level(cls, level: str) -> str:
        levels = dict.fromkeys(chain.from_iterable(game.computers for game in all_games().values()))
        if level not in levels:
            raise ValueError(f"there is no level {level!r}; {nearest(level, levels)}")
        return level

    @field_validator("computer_pause")
    @classmethod
    def _is_range(cls, pause: tuple[float, float]) -> tuple[float, float]:
        if not 0 <= pause[0] <= pause[1] <= 60:
            raise ValueError(f"{pause[0]:g} to {pause[1]:g} is no such range")
        return pause


class LogConfig(_Table):
    """What is logged, and how. Logs go to the standard error output."""

    level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="What is logged: this and graver."
    )
    format: Literal["text", "json"] = Field(default="text", description="Lines for people, or one JSON object a line.")


class Config(_Strict):
    """Everything that can be configured."""

    database: DatabaseConfig = Field(default=DatabaseConfig(), description="Where matches and scores are kept.")
    networks: dict[_NetworkName, NetworkConfig] = Field(
        min_length=1, description="The networks by name.", json_schema_extra=_right(LEAST)
    )
    tables: TableConfig = Field(default=TableConfig(), description="How the tables in the channels are run.")
    games: dict[str, dict[str, Any]] = Field(
        default={}, description="Each game's options; `ionbot games` explains them."
    )
    log: LogConfig = Field(default=LogConfig(), description="What is logged, and how.")

    @field_validator("games")
    @classmethod
    def _are_options(cls, games: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
        mistakes = list(chain.from_iterable(_option_mistakes(name, options) for name, options in games.items()))
        if mistakes:
            raise Mistakes(mistakes)
        return games


def _option_mistakes(name: str, options: dict[str, Any]) -> Iterator[Mistake]:
    if name not in all_games():
        yield Mistake(name, "there is no such game", nearest(name, all_games()))
        return
    try:
        read_options(all_games()[name], options)
    except OptionsError as error:
        for option, what in error.mistakes:
            # Options that do not fit together are a mistake of the whole table.
            yield Mistake(f"{name}.{option}" if option in options else name, what, "")
        wrong = {option for option, _ in error.mistakes}
        right = {option: value for option, value in options.items() if option not in wrong}
        if len(right) < len(options):  # those that are right by themselves may still not fit together
            yield from _option_mistakes(name, right)
