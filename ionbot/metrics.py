"""What Prometheus can ask the bot for: what was measured, and how networks and tables are just now.

Asking must not disturb the bot: it is answered by a thread of its own, and only what is counted afresh for each answer
is looked up in the bot's event loop, in one go.
"""

import asyncio
import time
from collections import Counter as Tally
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import asynccontextmanager
from threading import Thread
from wsgiref.simple_server import WSGIServer

import structlog
from prometheus_client import CollectorRegistry, Counter, GCCollector, Histogram, ProcessCollector, start_http_server
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from ionbot.config import MetricsConfig
from ionbot.measures import Measures
from ionbot.network.status import NetworkStatus, State
from ionbot.table.doing import Doing, doing
from ionbot.table.table import Table

PATIENCE = 2.0
"""How many s the event loop may take to say how things are; else that part of the answer is left out."""
_MS = (0.0005, 0.001, 0.0015, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
_JOBS = (1, 2, 4, 8, 16, 32, 64)

Survey = Callable[[], tuple[Iterable[NetworkStatus], Iterable[Table]]]
"""Tells how the networks are, and gives the tables. To be called in the event loop."""

_log = structlog.get_logger()


class Metrics(Measures):
    """Keeps what it hears. Labels are games, networks and states: never nicks, channels or matches."""

    def __init__(self) -> None:
        self.registry = every = CollectorRegistry()
        self._moves = Counter("ionbot_moves", "Moves taken, of people and computers.", ("game",), registry=every)
        self._refused = Counter("ionbot_moves_refused", "Moves not taken.", ("game",), registry=every)
        self._durable = Histogram(
            "ionbot_move_durable_seconds", "From a move's line to its being saved.", registry=every, buckets=_MS
        )
        self._sent = Histogram(
            "ionbot_move_sent_seconds", "From a move's line to its answer's leaving.", registry=every, buckets=_MS
        )
        self._lateness = Histogram(
            "ionbot_timer_lateness_seconds", "How late a timer went off.", registry=every, buckets=_MS
        )
        self._reconnects = Counter("ionbot_reconnects", "Attempts after the first.", ("network",), registry=every)
        self._commit = Histogram("ionbot_commit_seconds", "How long a commit took.", registry=every, buckets=_MS)
        self._jobs = Histogram("ionbot_commit_jobs", "How many jobs shared a commit.", registry=every, buckets=_JOBS)
        self._failures = Counter("ionbot_commit_failures", "Commits that failed.", registry=every)
        ProcessCollector(registry=every)
        GCCollector(registry=every)

    def time(self) -> float:
        """Give the time from which something is measured."""
        return time.perf_counter()

    def moved(self, game: str, moves: int) -> None:
        """Count moves."""
        self._moves.labels(game).inc(moves)

    def refused(self, game: str) -> None:
        """Count a move that was not taken."""
        self._refused.labels(game).inc()

    def saved(self, since: float) -> None:
        """Note how long a move took to be saved."""
        self._durable.observe(time.perf_counter() - since)

    def said(self, since: float) -> None:
        """Note how long a move took to be told."""
        self._sent.observe(time.perf_counter() - since)

    def woken(self, late: int) -> None:
        """Note how many ms a timer was late."""
        self._lateness.observe(late / 1000)

    def connected_again(self, network: str) -> None:
        """Count an attempt."""
        self._reconnects.labels(network).inc()

    def committed(self, jobs: int, since: float) -> None:
        """Note how large a commit was, and how long it took."""
        self._jobs.observe(jobs)
        self._commit.observe(time.perf_counter() - since)

    def failed(self) -> None:
        """Count a commit that failed."""
        self._failures.inc()

    @asynccontextmanager
    async def served(self, config: MetricsConfig, survey: Survey) -> AsyncIterator[None]:
        """Answer whoever asks, meanwhile. If the port cannot be had, the log says so, and the bot does without."""
        try:
            server, _ = start_http_server(config.port, config.host, self.registry)
        except OSError as error:
            why = error.strerror or str(error)
            _log.error("metrics cannot be asked for", host=config.host, port=config.port, why=why)
            yield
            return
        state = _State(asyncio.get_running_loop(), survey)
        self.registry.register(state)
        try:
            yield
        finally:
            self.registry.unregister(state)
            Thread(target=_end, args=(server,), daemon=True).start()  # it takes 0.5 s, for which nobody need wait


class _State(Collector):
    """Tells how networks and tables are whenever it is asked, which is not in the event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, survey: Survey) -> None:
        self._loop = loop
        self._survey = survey

    def describe(self) -> Iterable[Metric]:
        """Name what there is, so that nothing else takes these names."""
        return _gauges((), ())

    def collect(self) -> Iterable[Metric]:
        """Look, or give nothing if the event loop stands still or ends."""
        asked = asyncio.run_coroutine_threadsafe(self._look(), self._loop)
        try:
            return asked.result(PATIENCE)
        except (TimeoutError, CancelledError):
            asked.cancel()
            return ()

    async def _look(self) -> list[Metric]:
        return list(_gauges(*self._survey()))


def _end(server: WSGIServer) -> None:
    server.shutdown()
    server.server_close()


def _gauges(networks: Iterable[NetworkStatus], tables: Iterable[Table]) -> Iterator[Metric]:
    connected = GaugeMetricFamily("ionbot_network_connected", "Whether the bot is on it.", labels=("network",))
    outbox = GaugeMetricFamily("ionbot_outbox_lines", "Lines that wait to be sent.", labels=("network",))
    channels = GaugeMetricFamily("ionbot_channels", "Channels, and whether it is there.", labels=("network", "joined"))
    for network in networks:
        joined = sum(channel.joined for channel in network.channels)
        connected.add_metric((network.name,), network.state is State.CONNECTED)
        outbox.add_metric((network.name,), network.waiting_lines)
        channels.add_metric((network.name, "yes"), joined)
        channels.add_metric((network.name, "no"), len(network.channels) - joined)
    yield from (connected, outbox, channels)
    states, seated = Tally(dict.fromkeys(Doing, 0)), 0
    for table in tables:
        states[doing(table)] += 1
        seated += _seated(table)
    counted = GaugeMetricFamily("ionbot_tables", "Tables by what is done there.", labels=("state",))
    for state, number in states.items():
        counted.add_metric((state,), number)
    yield counted
    yield GaugeMetricFamily("ionbot_players_seated", "People at the tables.", value=seated)


def _seated(table: Table) -> int:
    if table.play:
        return sum(seat.person is not None for seat in table.play.seating.humans)
    return len(table.lobby.guests) if table.lobby else 0
