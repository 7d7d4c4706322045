"""What another configuration changes while the bot runs: much at once, the rest when it is started again."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from pydantic import BaseModel

from ionbot.config.models import Config
from ionbot.config.network import NetworkConfig

LIVE = frozenset(
    {
        "admins", "burst", "channel", "channels", "colour", "games", "inviters", "operators", "pace", "rate",
        "rejoin_after_kick", "tables",
    }
)  # fmt: skip
"""The keys of a network that its connection does not depend on."""
_LIVE_TABLES = frozenset({"games", "networks", "tables"})
"""The tables that can change; all others count from start to end."""


class Change(NamedTuple):
    """What comes of another configuration: what counts from now on, and the keys whose change counts `now` or `later`.

    A network that is new, or gone, is one key.
    """

    config: Config
    now: list[str]
    later: list[str]


def change(old: Config, new: Config) -> Change:
    """Give what comes of a `new` configuration while the bot runs with an `old` one."""
    networks = {name: _mixed(old.networks.get(name, each), each) for name, each in new.networks.items()}
    kept = {table: getattr(old, table) for table in Config.model_fields.keys() - _LIVE_TABLES}
    changed = list(_changed(old, new))
    later = [key for key in changed if _is_later(key)]
    config = new.model_copy(update={"networks": networks, **kept})
    return Change(config, [key for key in changed if key not in later], later)


def _mixed(old: NetworkConfig, new: NetworkConfig) -> NetworkConfig:
    """Give a network as it is, with what can be changed now."""
    return old.model_copy(update={key: getattr(new, key) for key in LIVE})


def _is_later(key: str) -> bool:
    table, *rest = key.split(".")
    return table not in _LIVE_TABLES or (table == "networks" and len(rest) > 1 and rest[1] not in LIVE)


def _changed(old: Config, new: Config) -> Iterator[str]:
    """Yield the keys whose values differ, down to those of a network."""
    for table in Config.model_fields:
        before, after = getattr(old, table), getattr(new, table)
        if table == "networks":
            yield from (f"networks.{name}" for name in sorted(before.keys() ^ after.keys()))
            for name in (name for name in after if name in before):
                yield from _keys(f"networks.{name}", before[name], after[name])
        elif isinstance(after, BaseModel):
            yield from _keys(table, before, after)
        elif before != after:
            yield table


def _keys(table: str, before: BaseModel, after: BaseModel) -> Iterator[str]:
    for key in type(after).model_fields:
        if _written(getattr(before, key)) != _written(getattr(after, key)):
            yield f"{table}.{key}"


def _written(value: Any) -> Any:
    """Give a value so that a table with a key is another than one without, be it the default's."""
    if isinstance(value, dict):
        return {key: _written(each) for key, each in value.items()}
    return value.model_dump(exclude_unset=True) if isinstance(value, BaseModel) else value
