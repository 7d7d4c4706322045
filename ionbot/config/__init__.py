"""The bot's configuration: what can be set, within what bounds, and how it is read.

`load` reads a TOML file; the environment goes before the file (`IONBOT_NETWORKS__LIBERA__PASSWORD=...` sets the key
`networks.libera.password`). `config.example.toml` shows every key.
"""

from ionbot.config.mistakes import ConfigError, Mistake
from ionbot.config.models import Config, DatabaseConfig, LogConfig, NetworkConfig, TableConfig
from ionbot.config.reading import load

__all__ = [
    "Config",
    "ConfigError",
    "DatabaseConfig",
    "LogConfig",
    "Mistake",
    "NetworkConfig",
    "TableConfig",
    "load",
]
