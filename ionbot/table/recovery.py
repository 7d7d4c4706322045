"""Recovers a table: takes a match up from the journal, after a restart or a fault, or lets it rest or end.

A fault of what somebody asked for is theirs alone, unless it has left the match or the lobby in doubt. A match in doubt
goes on as it was saved. If its game breaks again and again, it ends. If the journal contradicts again, somebody else
writes to it, and the match is theirs: it rests here.

A match that was begun by another version of its game's rules goes on by those that are installed, if they can fold it.
Else it rests until the old ones are installed again, or an operator ends it without a result.
"""

from asyncio import to_thread
from collections import Counter
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import structlog
from msgspec import convert

from games.kit.inputs import Kind
from games.kit.match import Match
from games.kit.protocol import AnyGame
from games.kit.text import Phrase, Text, joined, phrase
from ionbot.channel import Person
from ionbot.store.database import Contradiction
from ionbot.store.resume import Rules, StoredMatch, StoredSeat, Unresumable
from ionbot.table import computers
from ionbot.table.background import FAILED
from ionbot.table.lobby import Lobby
from ionbot.table.seating import Seat, Seating
from ionbot.table.services import Services

if TYPE_CHECKING:
    from ionbot.table.play import Play
    from ionbot.table.table import Table

_log = structlog.get_logger()

_FAULTS = 3
"""With so many faults a match ends."""
_CONTRADICTIONS = 2
"""With so many contradictions of the journal it rests."""


class Recovery:
    """Keeps a table going. `resting` tells why nothing is played while the journal has a match that cannot go on."""

    def __init__(self, table: "Table", services: Services) -> None:
        self.resting: Text | None = None
        self._outdated: int | None = None
        """The match that rests because of other rules than it was begun by."""
        self._table = table
        self._services = services
        self._count: Counter[bool] = Counter()
        """The faults of the match that is played: contradictions of the journal, and others."""

    def begin_anew(self) -> None:
        """Forget the faults of earlier matches: another one begins."""
        self._count.clear()

    async def take_up(self, greeting: Phrase) -> None:
        """Go on with the match that is played here, if there is one; tell the end of one that nobody has heard yet."""
        table = self._table
        if not table.play:
            await self._restore()
        if not table.play or not table.channel.open:
            return
        if table.play.match.over:
            table.say(_last_of(table.play))
        elif not await table.standstill.end_overdue():
            await table.play.return_to(table.channel, greeting)

    async def end_outdated(self) -> bool:
        """End a match without a result that rests because of other rules; tell whether there is one."""
        if self._outdated is None:
            return False
        match = self._outdated
        await self._table.insist(partial(self._services.stores.journal.abandon, match))
        self.resting = self._outdated = None
        text = phrase("Match {match} ends without a result; it counts for nothing.", match=str(match))
        self._table.stage.end(match, text)
        return True

    async def recover(self, fault: Exception, asker: Person | None, lobby: Lobby | None) -> None:
        """Go on after a fault of what `asker` has asked for, if anybody; `lobby` is the one there was before."""
        try:
            if play := self._table.play:
                if asker and play.sound:
                    self._answer(asker)
                else:
                    await self._go_on(play.match.header.match, fault)
            else:
                await self._clear_up(asker, lobby)
        except Exception:  # noqa: BLE001 - whatever happens at a table, it takes what comes next
            self._log_fault()

    async def _go_on(self, match: int, fault: Exception) -> None:
        """Go on with a match as the journal has it; if that does not help either, it ends or rests.

        There are fewer tries than faults that are borne, since each that fails is one.
        """
        for _ in range(_FAULTS + _CONTRADICTIONS):
            self._table.stage.play = None
            if self._is_hopeless(fault):
                break
            try:
                await self._try_again(match)
            except Exception as again:  # noqa: BLE001 - it may break in any way, as it did before
                self._log_fault(match=match)
                fault = again
            else:
                return
        if isinstance(fault, Contradiction):
            self._rest(match, str(fault))
        else:
            await self._give_up(match)

    def _is_hopeless(self, fault: Exception) -> bool:
        """Count a fault of the match, and tell whether there were too many of its kind."""
        contradicts = isinstance(fault, Contradiction)
        self._count[contradicts] += 1
        return self._count[contradicts] >= (_CONTRADICTIONS if contradicts else _FAULTS)

    async def _try_again(self, match: int) -> None:
        """Take a match up again. One that the journal does not have as running was not begun, or is over."""
        await self.take_up(phrase("Something went wrong; the match goes on as it was saved."))
        if not self._table.play and not self.resting:
            await self._cancel_lobby()
            self._tell_end(match)
        self._table.stage.finish()

    async def _give_up(self, match: int) -> None:
        """End a match that cannot go on, whether it has begun or not; if that fails too, it rests."""
        try:
            with suppress(Contradiction):  # it has not begun, or has come to its end
                await self._table.insist(partial(self._services.stores.journal.abandon, match))
            await self._cancel_lobby()
        except Exception as error:  # noqa: BLE001 - nobody may wait for a match that nobody plays
            self._log_fault(match=match)
            self._rest(match, repr(error))
        else:
            self._tell_end(match)

    def _tell_end(self, match: int) -> None:
        self._table.stage.end(match, phrase("Something went wrong; match {match} ends here.", match=str(match)))

    async def _clear_up(self, asker: Person | None, lobby: Lobby | None) -> None:
        """Go on without a match. A lobby that the fault has changed is closed, in the journal too."""
        table = self._table
        if not lobby or table.lobby is not lobby:
            table.reception.lobby = None
            await self._cancel_lobby()
        if lobby and not table.lobby:
            table.say(phrase("Something went wrong; the table is closed. {join} opens one.", join=table.typed("join")))
        elif asker:
            self._answer(asker)
        else:
            table.say(phrase("Something went wrong; whoever runs the bot finds the reason in its log."))

    async def _cancel_lobby(self) -> None:
        """Let no lobby stay in the journal: the channel could not open another one."""
        channel = self._table.channel
        cancel = self._services.stores.journal.cancel_lobbies
        await self._table.insist(partial(cancel, channel.network, channel.folded))

    def _answer(self, asker: Person) -> None:
        self._table.tell(asker, FAILED)

    async def _restore(self) -> None:
        """Take the match from the journal that runs in this channel, or whose end was not told, if there is one."""
        self.resting = self._outdated = None
        channel = self._table.channel
        resume = partial(self._services.resume, channel.network, channel.folded)
        stored = await self._table.insist(partial(to_thread, resume))
        if isinstance(stored, Unresumable) and stored.for_good:
            await self._end_for_good(stored)
        elif isinstance(stored, Unresumable):
            self._rest_by(stored.rules, stored.match, stored.why)
        elif stored:
            await self._fold(stored)

    async def _end_for_good(self, stored: Unresumable) -> None:
        """End a match without a result that nobody can ever go on with."""
        await self._table.insist(partial(self._services.stores.journal.abandon, stored.match))
        _log.error("match ends without a result", match=stored.match, why=stored.why)
        text = phrase(
            "Match {match} ends here and counts for nothing: the seed of its cards is gone, as backups leave it out.",
            match=str(stored.match),
        )  # fmt: skip
        self._table.stage.end(stored.match, text)

    async def _fold(self, stored: StoredMatch) -> None:
        """Make the match from its journal. One that cannot be made rests, if it has not ended anyway."""
        try:
            convert(stored.header.options, stored.game.options)
            match = Match.fold(stored.game, stored.header, stored.log, stored.seed)
            if match.over or not stored.over:
                seats = [_seat(seat, stored.game) for seat in stored.seats]
                play = await self._table.stage.sit_down(match, Seating(seats), stored.seed)
                play.clock.stood_for(max(self._services.wall() - stored.still_since, 0))
                _log.info("match taken up", over=match.over, **_described(stored))
        except Exception as error:  # noqa: BLE001 - a game may break in any way on what it wrote in earlier days
            if not stored.over:
                self._rest_by(stored.rules, stored.match, repr(error))

    def _rest_by(self, rules: Rules | None, match: int, why: str) -> None:
        """Let a match rest that its game cannot take up: maybe since it was begun by other rules."""
        if not rules or not rules.differ:
            self._rest(match, why)
            return
        self._outdated = match
        text = phrase(
            "Match {match} was begun by version {began} of the rules, and version {installed}, which is installed, "
            "cannot go on with it. It rests until the old one is back; {stop} ends it without a result.",
            match=str(match), began=str(rules.began), installed=str(rules.installed), stop=self._table.typed("stop"),
        )  # fmt: skip
        self._rest(
            match, f"it was begun by rules version {rules.began}, and {rules.installed} is installed: {why}", text
        )

    def _rest(self, match: int, why: str, text: Text | None = None) -> None:
        """Play nothing here while the journal has a match that cannot go on."""
        self.resting = text or phrase(
            "Match {match} cannot go on just now; whoever runs the bot finds the reason in its log.", match=str(match)
        )
        _log.error("match cannot go on", match=match, why=why)
        self._table.say(self.resting)

    def _log_fault(self, **about: int) -> None:
        _log.exception("table fault again", **about)


def _described(stored: StoredMatch) -> dict[str, object]:
    """Give what the log says of a match; `began_by` only if that is another version of the rules than `rules`."""
    keys: dict[str, object] = {"match": stored.match, "game": stored.game.name, "rules": stored.rules.installed}
    return keys | {"began_by": stored.rules.began} if stored.rules.differ else keys


def _last_of(play: "Play") -> Text:
    """Tell how a match has ended."""
    match = play.match
    deeds = play.game.words.public(match.state, match.log[-1])
    return phrase("Last in match {match}: {deeds}", match=str(match.header.match), deeds=joined(*deeds))


def _seat(stored: StoredSeat, game: AnyGame) -> Seat:
    level = "" if stored.kind is Kind.HUMAN else computers.level_of(game, stored.identity)
    bound = stored.bound or stored.account
    return Seat(stored.seat, stored.player, stored.kind, stored.nick, bound, stored.address or "", level=level)
