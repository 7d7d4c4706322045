"""`ionbot status`: what the running bot does."""

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import typer

from ionbot.cli.bot import ConfigOption
from ionbot.cli.guard import FOUND, Failure
from ionbot.cli.options import DEFAULT_CONFIG, read_worker
from ionbot.cli.output import Format, FormatOption, show_json, show_rows
from ionbot.cli.roll import called, plain_roll, show_roll
from ionbot.legible import date, minute

if TYPE_CHECKING:
    from ionbot.administration.nightly import BackupStatus
    from ionbot.control import BotStatus
    from ionbot.network.status import NetworkStatus
    from ionbot.store.rollcall import RollCall


def status(config: ConfigOption = DEFAULT_CONFIG, form: FormatOption = Format.TABLE) -> None:
    """Tell what the running bot does: its networks, channels and tables. Exit code 1 if no bot is running.

    Of a cluster it tells who holds which channel, wherever the workers run, and more of the worker of this
    configuration if that runs here.
    """
    from ionbot.control import NotRunning, Unanswered, ask

    url, worker = read_worker(config)
    if roll := called(url, worker):
        _tell_cluster(roll, url, worker, form)
        return
    try:
        found = ask(url)
    except NotRunning as error:
        typer.echo(f"ionbot: {error}", err=True)
        raise typer.Exit(FOUND) from error
    except Unanswered as error:
        raise Failure(str(error)) from error
    if form is Format.JSON:
        show_json(_plain(found))
    else:
        _show(found, form)


def _tell_cluster(roll: "RollCall", url: str, worker: str, form: Format) -> None:
    """Tell of a cluster, and of the worker that runs here, if it does. Raises Exit with code 1 if no worker lives."""
    from ionbot.control import Unanswered, ask

    here = None
    if worker:
        with suppress(Unanswered):
            here = ask(url, worker)
    if form is Format.JSON:
        show_json({**plain_roll(roll), "here": _plain(here) if here else None})
    else:
        show_roll(roll, form)
        if here:
            _show(here, form)
    if not roll.live:
        raise typer.Exit(FOUND)


def _show(found: "BotStatus", form: Format) -> None:
    show_rows([_network(network) for network in found.networks], form, "Networks")
    show_rows(list(_channels(found)), form, "Channels (times are UTC)")
    if found.backup:
        show_rows([_backup(found.backup)], form, "Backups")


def _plain(found: "BotStatus") -> Any:
    """Give the status as JSON has it."""
    from msgspec import to_builtins

    told = to_builtins(found)
    for network in told["networks"]:
        network["since"] = date(network["since"])
    if backup := told["backup"]:
        backup |= {"last": date(backup["last"]), "next": date(backup["next"])}
    return told


def _network(network: "NetworkStatus") -> dict[str, Any]:
    return {
        "network": network.name,
        "state": _state(network),
        "server": network.server_name or network.server,
        "TLS": network.tls,
        "nick": _nick(network),
        "account": network.account,
        "lag ms": network.lag_ms,
        "lines waiting": network.waiting_lines,
    }


def _backup(backup: "BackupStatus") -> dict[str, Any]:
    return {
        "last": "none" if backup.last is None else minute(backup.last),
        "next": minute(backup.next),
        "trouble": backup.why,
    }


def _state(network: "NetworkStatus") -> str:
    if network.again_in_s is not None:
        return f"{network.state} {network.again_in_s:.0f} s: {network.why}"
    if network.why:
        return f"{network.state}: {network.why}"
    return f"{network.state} since {minute(network.since)}"


def _nick(network: "NetworkStatus") -> str:
    if network.nick in {"", network.wanted_nick}:
        return network.nick
    return f"{network.nick} (wanted: {network.wanted_nick})"


def _channels(found: "BotStatus") -> Iterator[dict[str, Any]]:
    """Give the channels, each with what is played there."""
    tables = {(table.network, table.channel): table.playing for table in found.tables}
    for network in found.networks:
        for channel in network.channels:
            yield {
                "network": network.name,
                "channel": channel.name,
                "state": "joined" if channel.joined else f"not joined{channel.why and ': '}{channel.why}",
                "table": tables.get((network.name, channel.name)),
            }
