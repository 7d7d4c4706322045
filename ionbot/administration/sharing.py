"""Who is to have which channel of a cluster: a free one goes to whoever has least, and who has much more gives some up.

All workers reckon by the same leases and come to the same end, without a word between them.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from ionbot.store.places import Where

Live = Mapping[str, Collection[str]]
"""The workers that are on each network, by the networks' names."""


def loads(holders: Iterable[str | None]) -> Counter[str]:
    """Count how many channels each worker has; None is nobody."""
    return Counter(worker for worker in holders if worker is not None)


def due_to(worker: str, free: Iterable[Where], loads: Counter[str], live: Live) -> Iterator[Where]:
    """Yield which of the free channels a worker is to take: each goes to the one on its network that has least then.

    `loads` is counted on.
    """
    for where in sorted(free):
        if least := _least(live.get(where.network, ()), loads):
            loads[least] += 1
            if least == worker:
                yield where


def surplus(worker: str, idle: Iterable[Where], loads: Counter[str], live: Live) -> Iterator[Where]:
    """Yield which of its idle channels a worker is to give up, since another one on the network has two less or fewer.

    `loads` is counted on, as if the other one had them already.
    """
    for where in sorted(idle):
        least = _least(live.get(where.network, ()), loads)
        if least and loads[least] <= loads[worker] - 2:
            loads[worker] -= 1
            loads[least] += 1
            yield where


def _least(workers: Collection[str], loads: Counter[str]) -> str | None:
    """Give the worker that has least; of equals the first by name."""
    return min(workers, key=lambda worker: (loads[worker], worker), default=None)
