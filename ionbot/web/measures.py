"""What Prometheus can ask: how many requests there were, how long they took, and how many tables are open."""

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from starlette.types import Scope

from ionbot.store.database import Database
from ionbot.store.history import matches_list
from ionbot.store.models import OPEN


class Measures:
    """The measures of one server."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "ionbot_web_requests", "Requests by what they were for.", ("route", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "ionbot_web_request_seconds", "How long an answer took.", ("route",), registry=self._registry
        )
        self._registry.register(self)

    def note(self, scope: Scope, status: int, seconds: float) -> None:
        """Count a request; what there is no route for counts as one."""
        route = getattr(scope.get("route"), "path", "none")
        self._requests.labels(route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def collect(self) -> Iterator[Metric]:
        """Count the open tables. Raises DatabaseError."""
        tables = GaugeMetricFamily("ionbot_open_matches", "Matches that have not ended.", labels=("status",))
        for status in sorted(OPEN):
            tables.add_metric((status,), len(matches_list(self._database, status=status)))
        yield tables

    def describe(self) -> list[Metric]:
        """Name nothing: what `collect` gives does not clash."""
        return []

    def exposition(self) -> bytes:
        """Give all measures as Prometheus reads them. Raises DatabaseError."""
        return generate_latest(self._registry)
