"""The bot's configuration: what can be set, within what bounds, and how it is read.

`load` reads a TOML file; the environment goes before the file (`IONBOT_NETWORKS__LIBERA__PASSWORD=...` sets the key
`networks.libera.password`). `config.example.toml` shows every key.
"""

from pathlib import Path

from ionbot.config.backup import BackupConfig
from ionbot.config.changes import Change, change
from ionbot.config.channel import ALL, MOST_EXCLUDED, ChannelConfig
from ionbot.config.cluster import ClusterConfig
from ionbot.config.explaining import possible
from ionbot.config.mistakes import ConfigError, Mistake, Unfit
from ionbot.config.models import Config, DatabaseConfig, Local, LogConfig, MetricsConfig, ScoresConfig, TableConfig
from ionbot.config.names import ChannelName, Server
from ionbot.config.network import NetworkConfig
from ionbot.config.pace import Pace
from ionbot.config.reading import ENVIRONMENT, load, load_again, load_database, load_web, load_worker
from ionbot.config.web import WebConfig

__all__ = [
    "ALL",
    "ENVIRONMENT",
    "MOST_EXCLUDED",
    "BackupConfig",
    "Change",
    "ChannelConfig",
    "ChannelName",
    "ClusterConfig",
    "Config",
    "ConfigError",
    "DatabaseConfig",
    "Local",
    "LogConfig",
    "MetricsConfig",
    "Mistake",
    "NetworkConfig",
    "Pace",
    "ScoresConfig",
    "Server",
    "TableConfig",
    "Unfit",
    "WebConfig",
    "change",
    "example",
    "load",
    "load_again",
    "load_database",
    "load_web",
    "load_worker",
    "possible",
]


def example() -> str:
    """Give the text of `config.example.toml`. The wheel has it beside this module, a checkout at its top."""
    here = Path(__file__).parent
    beside = here / "config.example.toml"
    return (beside if beside.exists() else here.parents[1] / beside.name).read_text("utf-8")
