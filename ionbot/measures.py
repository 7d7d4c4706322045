"""What can be measured while the bot runs. Network, tables and store tell it here, whether anybody wants it or not.

`ionbot.metrics` keeps what is told, for Prometheus. It is imported only where that is configured: a start is quicker
without it.
"""


class Measures:
    """Hears what happens, from any thread, and keeps nothing of it. `since` is what `time` gave before, in s."""

    def time(self) -> float:
        """Give the time from which something is measured."""
        return 0.0

    def moved(self, game: str, moves: int) -> None:
        """So many moves are saved, of people and computers."""

    def refused(self, game: str) -> None:
        """A move that a player meant was not taken."""

    def saved(self, since: float) -> None:
        """A move is saved whose line was read then."""

    def said(self, since: float) -> None:
        """What a move has brought has left for its channel; the move's line was read then."""

    def woken(self, late: int) -> None:
        """A timer has gone off, so many ms late."""

    def connected_again(self, network: str) -> None:
        """A network is about to be connected to again, after a connection that ended or did not come about."""

    def committed(self, jobs: int, since: float) -> None:
        """A transaction of so many jobs, which began then, is durable."""

    def failed(self) -> None:
        """A transaction has failed; nothing of it was written."""


UNMEASURED = Measures()
"""For a bot of which nobody wants measures."""
