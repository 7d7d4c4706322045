"""How the bot is, in a few lines for an admin. No key of a channel and no password is in them."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version

from games.kit.text import Text, joined, phrase, plural
from ionbot.network.status import ChannelStatus, NetworkStatus, State
from ionbot.table.doing import in_words
from ionbot.table.durations import lasting
from ionbot.table.listing import listed
from ionbot.table.table import Table

_LONGEST = 150
"""How many characters of a reason are told, so that a line stays one."""


def networks(statuses: Sequence[NetworkStatus]) -> list[Text]:
    """Tell how each network is, in a line each."""
    return [_connected(each) if each.state is State.CONNECTED else _missing(each) for each in statuses]


def channels(statuses: Sequence[NetworkStatus], tables: Sequence[Table]) -> list[Text]:
    """Tell where the bot is, what is played there, and why it is not where it should be."""
    there = {(table.channel.network, table.channel.name): table for table in tables}
    them = [
        phrase(
            "{network} {channel}: {how}",
            network=network.name, channel=each.name, how=_how(each, there.get((network.name, each.name))),
        )
        for network in statuses
        for each in network.channels
    ]  # fmt: skip
    return listed(phrase("Channels:"), them)


def whole(statuses: Sequence[NetworkStatus], tables: Sequence[Table], uptime: int) -> list[Text]:
    """Tell how the whole is, in two lines; `uptime` is in ms."""
    wanted = [channel for network in statuses for channel in network.channels]
    line = phrase(
        "ionbot {version}, up {time}. Networks: {connected} of {networks} connected. "
        "Channels: {joined} of {channels} joined.",
        version=version("ionbot"), time=lasting(uptime),
        connected=sum(network.state is State.CONNECTED for network in statuses), networks=len(statuses),
        joined=sum(channel.joined for channel in wanted), channels=len(wanted),
    )  # fmt: skip
    return [line, joined(*_played(tables))]


def _connected(network: NetworkStatus) -> Text:
    since = datetime.fromtimestamp(network.since / 1000, UTC)
    line = phrase(
        "{name}: connected to {server} since {since} as {nick}; {joined} of {channels} channels, {lines} lines wait.",
        name=network.name, server=network.server_name, since=f"{since:%Y-%m-%d %H:%M UTC}", nick=network.nick,
        joined=sum(channel.joined for channel in network.channels), channels=len(network.channels),
        lines=network.waiting_lines,
    )  # fmt: skip
    more: list[Text] = []
    if network.account:
        more.append(phrase("Account: {account}.", account=network.account))
    if network.lag_ms is not None:
        more.append(phrase("Lag: {ms} ms.", ms=network.lag_ms))
    return joined(line, *more)


def _missing(network: NetworkStatus) -> Text:
    name, why = network.name, network.why[:_LONGEST]
    match network.state:
        case State.WAITING:
            again = round(network.again_in_s or 0)
            return phrase("{name}: not connected ({why}); the next attempt is in {s} s.", name=name, why=why, s=again)
        case State.GIVEN_UP:
            return phrase("{name}: given up ({why}).", name=name, why=why)
        case State.STOPPED:
            return phrase("{name}: stopped.", name=name)
    return phrase("{name}: connecting to {server}.", name=name, server=network.server)


def _how(channel: ChannelStatus, table: Table | None) -> Text:
    if not channel.joined:
        return phrase("not joined ({why})", why=channel.why[:_LONGEST]) if channel.why else phrase("not joined")
    if table is None:
        return phrase("joined")
    doing = in_words(table)
    return joined(doing, phrase("(I cannot speak there)")) if table.voice.silent else doing


def _played(tables: Sequence[Table]) -> Iterator[Text]:
    """Tell how many matches run, and what is not as it should be."""
    matches = [table.play for table in tables if table.play]
    yield plural("{n} match runs,", "{n} matches run,", n=len(matches))
    yield phrase("{paused} paused;", paused=sum(play.paused for play in matches))
    yield plural("{n} table is open.", "{n} tables are open.", n=sum(table.lobby is not None for table in tables))
    if resting := sum(table.resting is not None for table in tables):
        yield plural("{n} match cannot go on.", "{n} matches cannot go on.", n=resting)
    if silent := sum(table.voice.silent for table in tables):
        yield plural("In {n} channel I cannot speak.", "In {n} channels I cannot speak.", n=silent)
