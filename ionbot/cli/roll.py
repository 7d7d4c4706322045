"""`ionbot status` of a cluster: who holds what, from the database, so that it can be asked from any machine."""

from contextlib import closing
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ionbot.cli.guard import Failure
from ionbot.cli.output import Format, show_rows
from ionbot.legible import date, minute

if TYPE_CHECKING:
    from ionbot.store.rollcall import LeaseStatus, RollCall, WorkerStatus


def called(url: str, worker: str) -> "RollCall | None":
    """Give the cluster on a database, None where there is none. One whose configuration names a `worker` is there.

    Raises Failure if it is there and cannot be asked.
    """
    from ionbot.config.place import file_of
    from ionbot.store.database import Database, DatabaseError
    from ionbot.store.rollcall import call_roll

    if file_of(url):
        return None
    try:
        with closing(Database(url)) as database:
            roll = call_roll(database)
    except DatabaseError as error:
        if worker:
            raise Failure(str(error)) from error
        return None  # a bot that works alone can be asked even so
    return roll if worker or roll.live else None


def show_roll(roll: "RollCall", form: Format) -> None:
    """Print the workers and the channels."""
    show_rows([_worker(worker) for worker in roll.workers], form, "Workers (times are UTC)")
    show_rows([_channel(channel) for channel in roll.channels], form, "Channels of all workers")


def plain_roll(roll: "RollCall") -> dict[str, Any]:
    """Give the workers and the channels as JSON has them."""
    return {
        "workers": [{**asdict(each), "heard": _date(each.heard)} for each in roll.workers],
        "channels": [{**asdict(each), "since": _date(each.since)} for each in roll.channels],
    }


def _date(ms: int | None) -> str | None:
    return None if ms is None else date(ms)


def _worker(worker: "WorkerStatus") -> dict[str, Any]:
    gone = f"gone, heard of last {minute(worker.heard)}" if worker.heard else "gone"
    return {
        "worker": worker.name,
        "state": "works" if worker.live else gone,
        "networks": ", ".join(f"{network} as {nick}" for network, nick in worker.nicks.items()),
        "channels": worker.channels,
    }


def _channel(channel: "LeaseStatus") -> dict[str, Any]:
    nobody = "nobody: sent away by an admin" if channel.away else "nobody"
    return {
        "network": channel.network,
        "channel": channel.channel,
        "worker": channel.worker or nobody,
        "epoch": channel.epoch,
        "since": minute(channel.since) if channel.worker and channel.since else None,
        "table": channel.playing,
    }
