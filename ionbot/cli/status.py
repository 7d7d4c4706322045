"""`ionbot status`: what the running bot does."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import typer

from ionbot.cli.bot import ConfigOption
from ionbot.cli.guard import FOUND, Failure
from ionbot.cli.options import DEFAULT_CONFIG, read_database
from ionbot.cli.output import Format, FormatOption, show_json, show_rows
from ionbot.legible import date, minute

if TYPE_CHECKING:
    from ionbot.control import BotStatus
    from ionbot.network.status import NetworkStatus


def status(config: ConfigOption = DEFAULT_CONFIG, form: FormatOption = Format.TABLE) -> None:
    """Tell what the running bot does: its networks, channels and tables. Exit code 1 if no bot is running."""
    from ionbot.control import NotRunning, Unanswered, ask

    try:
        found = ask(read_database(config))
    except NotRunning as error:
        typer.echo(f"ionbot: {error}", err=True)
        raise typer.Exit(FOUND) from error
    except Unanswered as error:
        raise Failure(str(error)) from error
    if form is Format.JSON:
        show_json(_plain(found))
    else:
        show_rows([_network(network) for network in found.networks], form, "Networks")
        show_rows(list(_channels(found)), form, "Channels (times are UTC)")


def _plain(found: "BotStatus") -> Any:
    """Give the status as JSON has it."""
    from msgspec import to_builtins

    told = to_builtins(found)
    for network in told["networks"]:
        network["since"] = date(network["since"])
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
