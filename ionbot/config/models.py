"""Every key of the configuration with its default, bounds, unit and meaning; a network's are in `network`."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, Literal, NamedTuple, Self

from pydantic import AfterValidator, Field, field_validator, model_validator

from ionbot.config.backup import BackupConfig
from ionbot.config.channel import ChannelConfig
from ionbot.config.cluster import ClusterConfig
from ionbot.config.fields import Plain, Somebody, Strict, right, unit
from ionbot.config.games import GameOptions, Options, option_mistakes, over
from ionbot.config.mistakes import Mistake, Mistakes
from ionbot.config.network import NetworkConfig
from ionbot.config.place import file_of, usable
from ionbot.config.web import WebConfig

NETWORK_NAME = "a name of lower case letters, digits and single underscores, which an environment variable can spell"
LEAST = 'at least [networks.NAME] with host = "irc.example.org" and channels = ["#cards"]'
"""What a configuration cannot do without."""

_NETWORK_NAME = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*")


def _network_name(name: str) -> str:
    if not _NETWORK_NAME.fullmatch(name):
        raise ValueError(f"{name!r} cannot be a network's name")
    return name


_NetworkName = Annotated[str, AfterValidator(_network_name)]


class DatabaseConfig(Plain):
    """Where matches and scores are kept."""

    url: Annotated[str, AfterValidator(usable)] = Field(
        default="sqlite:///ionbot.db",
        description="The database as an SQLAlchemy URL.",
        repr=False,
        json_schema_extra=right("such as sqlite:///ionbot.db or postgresql+psycopg://ionbot@localhost/ionbot"),
    )


class TableConfig(ChannelConfig):
    """How the tables in the channels are run."""

    operators: list[Somebody] = Field(
        default=[],
        description="Who may start, stop and pause matches besides each channel's own operators, on every network.",
        json_schema_extra=right('accounts and masks, such as ["account:ann", "*!*@staff.example"]'),
    )
    expelled_grace: float = Field(
        default=900,
        ge=0,
        le=86400,
        description="How long a match waits for the bot that was put out of its channel, before it ends as it stands.",
        json_schema_extra=unit("s"),
    )
    person_burst: int = Field(
        default=20,
        ge=1,
        le=1000,
        description="How many lines for the bot somebody may send at once before they are ignored for a while.",
        json_schema_extra=unit("lines"),
    )
    person_rate: float = Field(
        default=0.5,
        gt=0,
        le=1000,
        description="How many they may send in the long run.",
        json_schema_extra=unit("lines/s"),
    )
    channel_burst: int = Field(
        default=60,
        ge=1,
        le=10000,
        description="How many lines for the bot a channel may send at once; beyond it only moves count for a while.",
        json_schema_extra=unit("lines"),
    )
    channel_rate: float = Field(
        default=10,
        gt=0,
        le=10000,
        description="How many it may send in the long run.",
        json_schema_extra=unit("lines/s"),
    )
    ignored: float = Field(
        default=60,
        gt=0,
        le=3600,
        description="How long whoever sends too much is ignored.",
        json_schema_extra=unit("s"),
    )
    computer_pause: tuple[float, float] = Field(
        default=(1.0, 3.0),
        description="How long a computer player thinks, least and most.",
        json_schema_extra=unit("s") | right("two numbers of seconds from 0 to 60, the lower first"),
    )

    @field_validator("computer_pause")
    @classmethod
    def _is_range(cls, pause: tuple[float, float]) -> tuple[float, float]:
        if not 0 <= pause[0] <= pause[1] <= 60:
            raise ValueError(f"{pause[0]:g} to {pause[1]:g} is no such range")
        return pause


class ScoresConfig(Plain):
    """How scores are kept."""

    season: Literal["month", "quarter", "none"] = Field(
        default="month",
        description="How long a season is, in which ratings begin anew besides those over all (UTC).",
    )


class LogConfig(Plain):
    """What is logged, and how. Logs go to the standard error output."""

    level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="What is logged: this and graver."
    )
    format: Literal["text", "json"] = Field(default="text", description="Lines for people, or one JSON object a line.")


class MetricsConfig(Plain):
    """What Prometheus can ask the running bot for."""

    host: str = Field(
        default="127.0.0.1",
        min_length=1,
        description="The local name or address that is listened on; by default only this machine can reach it.",
    )
    port: int = Field(default=0, ge=0, le=65535, description="The port that is listened on; with 0 nobody can ask.")


class Config(Strict):
    """Everything that can be configured."""

    database: DatabaseConfig = Field(default=DatabaseConfig(), description="Where matches and scores are kept.")
    backup: BackupConfig = Field(default=BackupConfig(), description="The nightly backup.")
    cluster: ClusterConfig = Field(default=ClusterConfig(), description="Several bots that share the database.")
    networks: dict[_NetworkName, NetworkConfig] = Field(
        min_length=1, description="The networks by name.", json_schema_extra=right(LEAST)
    )
    tables: TableConfig = Field(default=TableConfig(), description="How the tables in the channels are run.")
    games: GameOptions = Field(default={}, description="Each game's options; `ionbot games` explains them.")
    scores: ScoresConfig = Field(default=ScoresConfig(), description="How scores are kept.")
    web: WebConfig = Field(default=WebConfig(), description="The web pages, which `ionbot web` shows.")
    metrics: MetricsConfig = Field(default=MetricsConfig(), description="What Prometheus can ask the running bot for.")
    log: LogConfig = Field(default=LogConfig(), description="What is logged, and how.")

    def at(self, network: str, channel: str, fold: Callable[[str], str]) -> "Local":
        """Give what counts in a network's channel before its operators have set anything.

        `channel` is folded; `fold` folds as the network's CASEMAPPING does.
        """
        there = self.networks[network]
        here = [local for name, local in there.channel.items() if fold(name) == channel]
        tables, games = self.tables, over(self.games, there.games)
        for local in here:
            games = over(games, local.games)
        for layer in (there.tables, *(local.tables for local in here)):
            tables = tables.model_copy(update={key: getattr(layer, key) for key in layer.model_fields_set})
        operators = [*self.tables.operators, *there.operators]
        return Local(tables.model_copy(update={"operators": operators}), games, there.admins)

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        """Refuse what is right by itself, and not beside the rest."""
        if mistakes := [*self._unfit_for_database(), *self._unfit_options()]:
            raise Mistakes(mistakes)
        return self

    def _unfit_for_database(self) -> Iterator[Mistake]:
        file = file_of(self.database.url)
        if self.backup.directory and not file:
            yield Mistake("backup.directory", "a server keeps the database", "leave it empty, and use pg_dump")
        if self.cluster.worker and file:
            remedy = "set database.url to a PostgreSQL database, or leave it out"
            yield Mistake("cluster.worker", "several workers cannot share a file of SQLite", remedy)

    def _unfit_options(self) -> Iterator[Mistake]:
        """Yield the options of networks and channels that do not fit those which count there besides."""
        for name, network in self.networks.items():
            games = over(self.games, network.games)
            yield from _unfit(games, network.games, f"networks.{name}.games")
            for channel, local in network.channel.items():
                key = f"networks.{name}.channel.{channel}.games"
                yield from _unfit(over(games, local.games), local.games, key)


class Local(NamedTuple):
    """What counts in one channel: how its table is run, the options of games, and who are admins."""

    tables: TableConfig
    games: Options
    admins: Sequence[str] = ()


def _unfit(games: Options, changed: Iterable[str], key: str) -> Iterator[Mistake]:
    for game in changed:
        for mistake in option_mistakes(game, games[game]):
            yield mistake._replace(key=f"{key}.{mistake.key}")
