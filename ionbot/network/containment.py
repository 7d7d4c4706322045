"""Faults stay where they happen: they are logged, and whatever comes next is still handled."""

from collections.abc import Callable
from typing import ParamSpec

import structlog

from ionbot.channel import Channel, Departure, Listener, Loss, Person, Refusal

P = ParamSpec("P")

_log = structlog.get_logger()


def contained(what: str, call: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call; an exception is logged as a fault in `what` and goes no further."""
    try:
        call(*args, **kwargs)
    except Exception:  # noqa: BLE001  no fault of one line's handling may cost the connection or the lines behind it
        _log.exception("fault", what=what)


class SafeListener:
    """A listener whose faults stay its own."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener

    def entered(self, channel: Channel) -> None:
        """Pass on that the bot is in a channel."""
        contained("entered", self._listener.entered, channel)

    def lost(self, channel: Channel, loss: Loss) -> None:
        """Pass on that the bot is not in a channel any more."""
        contained("lost", self._listener.lost, channel, loss)

    def joined(self, channel: Channel, person: Person) -> None:
        """Pass on that somebody came."""
        contained("joined", self._listener.joined, channel, person)

    def left(self, channel: Channel, person: Person, departure: Departure) -> None:
        """Pass on that somebody went."""
        contained("left", self._listener.left, channel, person, departure)

    def identified(self, person: Person) -> None:
        """Pass on that somebody's account is another one, or known now."""
        contained("identified", self._listener.identified, person)

    def heard(self, channel: Channel, person: Person, text: str, stamp: int | None = None) -> None:
        """Pass on what was said in a channel."""
        contained("heard", self._listener.heard, channel, person, text, stamp)

    def told(self, person: Person, text: str, stamp: int | None = None) -> None:
        """Pass on what was said in private."""
        contained("told", self._listener.told, person, text, stamp)

    def refused(self, to: Channel | Person, refusal: Refusal, why: str) -> None:
        """Pass on that the server does not pass on what the bot says."""
        contained("refused", self._listener.refused, to, refusal, why)
