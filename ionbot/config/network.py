"""The configuration of one IRC network."""

import re
from collections.abc import Iterator
from ipaddress import ip_address
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, FilePath, field_validator, model_validator

from ionbot.config.channel import ChannelConfig
from ionbot.config.fields import Admin, Plain, Secret, Somebody, Strict, right, unit
from ionbot.config.games import GameOptions
from ionbot.config.mistakes import Mistake, Mistakes
from ionbot.config.names import ChannelName, Fingerprint, Identify, NickName, Regain, Server, ServerName, server
from ionbot.config.pace import PACES, Pace

_SAFE = re.compile(r"![A-Z0-9]{5}.")
"""How the full name of a channel with `!` begins (RFC 2811, 5.2.1)."""
CHANNEL_NAME = "a channel's name without its key, such as #cards"


def _keyless(name: str) -> str:
    if " " in name:
        raise ValueError(f"{name.partition(' ')[0]} has its key behind it")
    return name


class LocalConfig(Strict):
    """What is different in one channel."""

    tables: ChannelConfig = Field(default=ChannelConfig(), description="How the table there is run.")
    games: GameOptions = Field(default={}, description="The games' options there.")


class NetworkConfig(Plain):
    """One IRC network."""

    host: str = Field(
        description="The server's name or address.",
        pattern=r"^[^\s/@,]+$",
        json_schema_extra=right("a name or address without port, such as irc.libera.chat"),
    )
    port: int = Field(default=6697, ge=1, le=65535, description="The server's port.")
    fallbacks: list[ServerName] = Field(
        default=[],
        description="Servers of the same network to try in turn, when this one cannot be reached.",
        json_schema_extra=right('a list of servers, such as ["irc2.example.org", "[2001:db8::1]:6667"]'),
    )
    tls: bool = Field(default=True, description="Whether the connection is encrypted.")
    tls_verify: bool = Field(default=True, description="Whether the server's certificate must be valid for its name.")
    tls_ca: FilePath | None = Field(
        default=None,
        description="A file with the certificates (PEM) that are trusted instead of the system's.",
        json_schema_extra=right("the path of an existing file"),
    )
    tls_fingerprint: Fingerprint | None = Field(
        default=None,
        description="The SHA-256 fingerprint of the one certificate that is trusted, whoever has signed it.",
        json_schema_extra=right("64 hexadecimal digits, with or without colons"),
    )
    tls_cert: FilePath | None = Field(
        default=None,
        description="A file with the bot's own certificate (PEM), to log in with (SASL EXTERNAL).",
        json_schema_extra=right("the path of an existing file"),
    )
    tls_key: FilePath | None = Field(
        default=None,
        description="A file with the key of that certificate (PEM), if it is not in the same file.",
        json_schema_extra=right("the path of an existing file"),
    )
    nick: NickName = Field(
        default="ionbot",
        description="The bot's nick.",
        json_schema_extra=right("at most 30 letters, digits and []\\^_{|}-, first no digit and no -"),
    )
    alternatives: list[NickName] = Field(
        default=[],
        description="Nicks to try in this order while the nick is taken.",
        json_schema_extra=right('a list of nicks, such as ["ionbot_", "ionbot2"]'),
    )
    user: str = Field(
        default="ionbot",
        pattern=r"^[^\s@!:\x00-\x1f]+$",
        max_length=32,
        description="The user name that stands before the @ in the bot's address.",
        json_schema_extra=right("at most 32 characters without blanks, @, ! and :"),
    )
    realname: str = Field(
        default="ionbot, a dealer of card games",
        pattern=r"^[^\x00-\x1f]+$",
        max_length=120,
        description="What WHOIS shows as the bot's real name.",
        json_schema_extra=right("one line of at most 120 characters"),
    )
    password: Secret | None = Field(
        default=None,
        description="The server's password (PASS).",
        json_schema_extra=right("text of one line, best set by the environment"),
    )
    sasl: Literal["required", "preferred", "off"] = Field(
        default="preferred",
        description="Whether the bot logs in to its account by SASL while it connects, and what if there is no login, "
        "also none by `identify`: stay away from the network, or go on without.",
    )
    account: str | None = Field(
        default=None,
        pattern=r"^[^\s\x00-\x1f]+$",
        max_length=64,
        description="The bot's account with the network's services.",
        json_schema_extra=right("at most 64 characters without blanks"),
    )
    account_password: Secret | None = Field(
        default=None,
        description="The account's password.",
        json_schema_extra=right("text of one line, best set by the environment"),
    )
    identify: Identify = Field(
        default="NickServ IDENTIFY {account} {password}",
        description="What is said to whom to log in where there is no SASL, or it is off; empty to say nothing.",
        json_schema_extra=right('whom and what, such as "NickServ IDENTIFY {account} {password}", or ""'),
    )
    regain: list[Regain] = Field(
        default=["NickServ REGAIN {nick}", "NickServ GHOST {nick}"],
        description="What is said to whom, one after the other, to get back the bot's nick, once it is logged in.",
        json_schema_extra=right('a list of messages, such as ["NickServ RECOVER {nick}"]'),
    )
    user_modes: str = Field(
        default="",
        pattern=r"^([+-][A-Za-z]+)*$",
        max_length=32,
        description="User modes to set after connecting.",
        json_schema_extra=right('modes such as "+x"'),
    )
    channels: list[ChannelName] = Field(
        min_length=1,
        description="The channels to join, each with its key behind a blank, if it has one.",
        json_schema_extra=right('a list of channels, such as ["#cards", "#secret KEY"]'),
    )
    rejoin_after_kick: bool = Field(
        default=True, description="Whether the bot goes back to a channel that it was kicked from."
    )
    admins: list[Admin] = Field(
        default=[],
        description="Who may use the admins' commands from this network, which move the bot and stop it.",
        json_schema_extra=right('accounts, or masks with user and host in full, such as ["account:ann"]'),
    )
    inviters: list[Somebody] = Field(
        default=[],
        description="Whose invitations to other channels are followed; those to the channels above always are.",
        json_schema_extra=right('accounts and masks, such as ["account:ann", "*!*@staff.example"]'),
    )
    operators: list[Somebody] = Field(
        default=[],
        description="Who operates the tables in all channels of this network, besides those of [tables].",
        json_schema_extra=right('accounts and masks, such as ["account:ann", "*!*@staff.example"]'),
    )
    pace: Literal["default", "slow", "fast", "none"] = Field(
        default="default",
        description="How fast the network takes lines: slow for IRCnet and Undernet, fast or none for an own server.",
    )
    burst: int | None = Field(
        default=None,
        ge=1,
        le=100,
        description="How many lines may leave at once after a pause, instead of what `pace` says.",
        json_schema_extra=unit("lines"),
    )
    rate: float | None = Field(
        default=None,
        ge=0.1,
        le=1000,
        description="How many lines may leave in the long run, instead of what `pace` says.",
        json_schema_extra=unit("lines/s"),
    )
    connect_timeout: float = Field(
        default=20, gt=0, le=300, description="How long a connection may take to be made.", json_schema_extra=unit("s")
    )
    ping_after: float = Field(
        default=60,
        gt=0,
        le=3600,
        description="After what silence the server is asked for a sign.",
        json_schema_extra=unit("s"),
    )
    ping_timeout: float = Field(
        default=30,
        gt=0,
        le=600,
        description="How long that sign may take before the connection counts as dead.",
        json_schema_extra=unit("s"),
    )
    bind: str | None = Field(
        default=None,
        description="The local address to connect from; without it the system chooses.",
        json_schema_extra=right("an address of this machine, such as 192.0.2.7"),
    )
    colour: bool = Field(default=True, description="Whether lines are coloured (never in a channel with mode +c).")
    tables: ChannelConfig = Field(default=ChannelConfig(), description="How the tables on this network are run.")
    games: GameOptions = Field(default={}, description="The games' options on this network.")
    channel: dict[Annotated[ChannelName, AfterValidator(_keyless)], LocalConfig] = Field(
        default={},
        description="What is different in a channel, by its name.",
        json_schema_extra=right('tables such as [networks.libera.channel."#cards".tables]'),
    )

    @property
    def servers(self) -> list[Server]:
        """The servers to try, in this order."""
        return [Server(self.host, self.port), *(server(text, self.port) for text in self.fallbacks)]

    @property
    def keys(self) -> dict[str, str]:
        """The channels to join, with their keys, "" where there is none."""
        return {name: key for name, _, key in (channel.partition(" ") for channel in self.channels)}

    @property
    def speed(self) -> Pace | None:
        """How fast lines may leave; None is without bounds."""
        pace = PACES[self.pace]
        if pace is None:
            return None
        return pace._replace(burst=self.burst or pace.burst, rate=self.rate or pace.rate)

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if mistakes := list(self._contradictions()):
            raise Mistakes(mistakes)
        return self

    def _contradictions(self) -> Iterator[Mistake]:
        yield from self._wrong_login()
        yield from self._wrong_encryption()
        for key in ("burst", "rate") if self.pace == "none" else ():
            if getattr(self, key) is not None:
                yield Mistake(key, 'it is set, and pace is "none"', "set another pace, or leave it out")

    def _wrong_login(self) -> Iterator[Mistake]:
        if self.account is None and self.account_password is not None:
            yield Mistake("account", "it is missing, and account_password is set", "set both or neither")
        if self.account is not None and self.account_password is None and self.tls_cert is None:
            yield Mistake("account_password", "it is missing, and account is set", "set both or neither, or tls_cert")
        if self.account is None and self.tls_cert is None and self.sasl == "required":
            yield Mistake(
                "account", 'it is missing, and sasl is "required"', "set it and account_password, or tls_cert"
            )

    def _wrong_encryption(self) -> Iterator[Mistake]:
        if self.tls_key is not None and self.tls_cert is None:
            yield Mistake("tls_cert", "it is missing, and tls_key is set", "set it, or neither")
        for key in ("tls_fingerprint", "tls_cert") if not self.tls else ():
            if getattr(self, key) is not None:
                yield Mistake(key, "it is set, and tls is false", "set tls = true, or leave it out")
        if self.tls_ca is not None and self.tls_fingerprint is not None:
            yield Mistake("tls_ca", "it is set, and tls_fingerprint counts alone", "leave one of the two out")
        elif self.tls_ca is not None and not self.tls_verify:
            yield Mistake("tls_ca", "it is set, and tls_verify is false", "set tls_verify = true, or leave it out")

    @field_validator("host")
    @classmethod
    def _has_no_port(cls, host: str) -> str:
        if ":" in host:
            try:
                ip_address(host)
            except ValueError:
                raise ValueError(f"{host!r} is neither a name nor an address") from None
        return host

    @field_validator("channels")
    @classmethod
    def _have_full_names(cls, channels: list[str]) -> list[str]:
        """Refuse `!name`: the server answers with the full name, and no two channels may be taken for one."""
        for name in (channel.partition(" ")[0] for channel in channels):
            if name.startswith("!") and not _SAFE.match(name):
                raise ValueError(
                    f"{name!r} is the short name of a channel, and the full one has five letters A-Z and digits more, "
                    "as in '!7Z3QWcards'"
                )
        return channels

    @field_validator("bind")
    @classmethod
    def _is_address(cls, bind: str | None) -> str | None:
        if bind is not None:
            ip_address(bind)
        return bind
