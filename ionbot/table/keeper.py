"""Keeps a match: its entries are in the journal before anybody hears of them, however long that takes."""

from collections.abc import Sequence
from functools import partial

import structlog

from games.kit.inputs import Away, Cause, Left, Reason, SystemInput
from games.kit.match import AnyMatch
from games.kit.protocol import Entry, Standing
from ionbot.channel import Person
from ionbot.measures import Measures
from ionbot.store.database import DatabaseError
from ionbot.store.journal import Journal
from ionbot.store.record import Newcomer, Record
from ionbot.table.background import Background
from ionbot.table.clock import Now
from ionbot.table.patience import Patience
from ionbot.table.seating import Seat, Seating

_log = structlog.get_logger()

_TIMEOUT, _BEATEN = "timeout", "beaten"
"""The reasons of whom the game has put out: its clock, or others by its rules."""


class Keeper:
    """Writes one match into the journal. `wall` gives Unix ms."""

    def __init__(
        self, match: AnyMatch, seating: Seating, journal: Journal, patience: Patience, wall: Now, *, measures: Measures
    ) -> None:  # fmt: skip
        self._match = match
        self._seating = seating
        self._journal = journal
        self._patience = patience
        self._wall = wall
        self._measures = measures
        self._deferred: list[Entry] = []
        self._background = Background()
        standings = match.game.standings(match.state)
        self._sitting = {at.seat: self._sitter(at.seat) if at.present else None for at in standings}
        """Who sits on each seat as the journal has it; None once they have left."""

    def defer(self, entries: Sequence[Entry]) -> None:
        """Keep entries for the next save: they change nothing that could be lost."""
        self._deferred.extend(entries)

    async def save(self, entries: Sequence[Entry], since: float | None) -> None:
        """Write the entries and what they changed; tries, with growing delays, until it is done.

        `since` is when the line was read, as `Measures` has it, if the last entry is a move that a line has brought.
        Raises Contradiction if the journal cannot take them, however often it is tried.
        """
        record = self._record([*self._deferred, *entries])
        await self._patience.insist(partial(self._write, record))
        self._deferred.clear()
        self._sitting |= {newcomer.seat: newcomer for newcomer in record.newcomers}
        self._sitting |= dict.fromkeys(record.departures)
        if moves := sum(not isinstance(entry.command, SystemInput) for entry in entries):
            self._measures.moved(self._match.game.name, moves)
        if since is not None:
            self._measures.saved(since)

    async def hand_over(self, seat: Seat, person: Person, player: int) -> None:
        """Write that somebody else holds a seat from now on; tries as `save` does. Raises Contradiction."""
        holder = Newcomer(seat.number, player, person.nick, person.address, person.account)
        given = self._wall()
        await self._patience.insist(partial(self._journal.hand_over, self._match.header.match, holder, given))

    def bind(self, seat: Seat, account: str) -> None:
        """Write meanwhile that a seat is bound to an account. It is tried once: the next save writes it anyhow."""
        self._background.start("binding", self._bind(seat.number, account))

    async def _bind(self, seat: int, account: str) -> None:
        try:
            await self._journal.bind(self._match.header.match, seat, account)
        except DatabaseError as error:
            _log.warning("binding is saved later", match=self._match.header.match, seat=seat, why=str(error))

    async def _write(self, record: Record) -> None:
        if record.entries[0].seq == 0:
            await self._journal.start(self._match.header, record)
        else:
            await self._journal.append(record)

    def _record(self, entries: list[Entry]) -> Record:
        standings = self._match.game.standings(self._match.state)
        left = {entry.seat: reason for entry in entries if (reason := _reason(entry.command)) is not None}
        return Record(
            match=self._match.header.match,
            game=self._match.game,
            entries=entries,
            received=self._wall(),
            newcomers=[self._sitter(standing.seat) for standing in standings if self._is_news(standing)],
            standings=standings,
            result=self._match.result,
            log=self._match.log,
            departures={
                at.seat: left.get(at.seat, _BEATEN if at.beaten else _TIMEOUT) for at in standings if self._has_left(at)
            },
        )

    def _is_news(self, standing: Standing) -> bool:
        """Tell whether somebody sits there for the first time, or again, or by another nick, address or account."""
        if standing.seat not in self._sitting:
            return True
        return standing.present and self._sitting[standing.seat] != self._sitter(standing.seat)

    def _has_left(self, standing: Standing) -> bool:
        """Tell whether somebody has left since the last save; they may have come since then too."""
        gone_before = standing.seat in self._sitting and self._sitting[standing.seat] is None
        return not standing.present and not gone_before

    def _sitter(self, number: int) -> Newcomer:
        seat = self._seating[number]
        return Newcomer(seat.number, seat.player, seat.name, seat.seen_at or None, seat.bound)


def _reason(command: object) -> str | None:
    """Give why somebody is out by an input, if they are; for who quits IRC a seat may be held instead."""
    match command:
        case Left(reason):
            return reason.value
        case Away(Cause.QUIT):
            return Reason.DISCONNECT.value
    return None
