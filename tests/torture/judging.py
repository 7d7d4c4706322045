"""Compares what players have heard of a bot with what its database says after it was killed.

A line that tells of an entry of a match is an acknowledgement: that entry has to be in the journal from then on, as it
was told. What the journal says beyond was not told yet, and is only at the end of what was stored.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field

from games.kit.inputs import SystemInput
from games.kit.match import Match
from games.kit.registry import find_game
from ionbot.languages import ENGLISH, translation
from ionbot.network.formatting import pieces
from ionbot.store import check
from ionbot.store.database import Database
from ionbot.store.history import WholeMatch, match, matches_list
from ionbot.store.models import STARTED
from ionbot.store.proof import proofs
from ionbot.table.announcer import is_deed
from ionbot.table.speaker import line
from tests.torture.crowd import Crowd
from tests.torture.players import plain

_ROOM = 400
"""Bytes that surely fit into a line: what is longer may have been cut, and is compared as far as that."""
_LAST = re.compile(r"(?:I am here again\. )?Last(?: in match \d+)?: (.*)")
_ASIDE = re.compile(
    r"\w+ opens |\w+ sits down\. |I was away; |Match \d+ is over\. |\w+ at the table; |Nobody at the table"
    r"|.* starts in \d+ s\. |\w+'s turn|\w+, \w+: |\w+ \d+ LP|I am here again"
)
"""Lines that tell of no entry: of the table before a match, of its seed behind it, and prompts that are said again."""


@dataclass(frozen=True)
class Told:
    """A line that the journal has for its channel: by which entry of which match, and who has moved by it, if anybody.

    `is_deed`: a move, or a time that was up; `ends`: by it the match was over.
    """

    match: int
    seq: int
    text: str
    mover: str | None
    is_deed: bool
    ends: bool


@dataclass
class Tally:
    """What was found. `findings` are whatever should not be."""

    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    resumed: int = 0
    ended: int = 0
    findings: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether all was as it should be."""
        return not (self.lost or self.doubled or self.findings)


@dataclass
class _Channel:
    """How far a channel was compared: lines heard, all that was stored, and how much of that is acknowledged."""

    heard: int
    journal: list[Told] = field(default_factory=list)
    position: int = 0


class Judge:
    """Judges bots that work one after the other on a database, which is new at first."""

    def __init__(self, crowd: Crowd, tally: Tally) -> None:
        self._crowd = crowd
        self.tally = tally
        self._channels = {name: _Channel(heard=len(crowd.heard(name))) for name in crowd.channels}
        self._said = {player.nick: player.said for players in crowd.channels.values() for player in players}
        self._ended: dict[int, list[Told]] = {}
        """What is stored of matches that have ended, which never changes."""

    def look(self, database: Database) -> set[str]:
        """Compare all that was heard so far, once the bot is dead. Gives the channels in which a match runs."""
        running = set()
        for channel, account in self._channels.items():
            journal = self._lines(database, channel)
            self._compare(account, channel, journal, len(self._crowd.heard(channel)))
            self._count_moves(channel, journal)
            if journal and journal[-1].match not in self._ended:
                running.add(channel)
        return running

    def look_at_copy(self, database: Database, heard: Mapping[str, int]) -> None:
        """Compare a copy with what was heard so far, so many lines in each channel; what comes later is no matter."""
        channels = deepcopy(self._channels)
        for channel, account in channels.items():
            self._compare(account, channel, self._lines(database, channel), heard[channel])

    def look_through(self, database: Database) -> None:
        """Check the whole database."""
        self.tally.findings += check.findings(database)
        self.tally.findings += (f"match {number}: {why}" for number, found in proofs(database) for why in found)

    def _lines(self, database: Database, channel: str) -> list[Told]:
        numbers = sorted(row.id for row in matches_list(database, channel=channel))
        return [told for number in numbers for told in self._read(database, number)]

    def _read(self, database: Database, number: int) -> list[Told]:
        """Give the lines of a match, and check it unless that was done after its end."""
        if (known := self._ended.get(number)) is not None:
            return known
        self.tally.findings += check.findings(database, number)
        found = match(database, number)
        assert found
        lines = list(stored(found)) if found.match.status in STARTED else []
        if found.match.ended is not None:
            self._ended[number] = lines
            self.tally.ended += bool(lines)
            for _, objections in proofs(database, [number] if lines else []):
                self.tally.findings += (f"match {number}: {why}" for why in objections)
        return lines

    def _compare(self, account: _Channel, channel: str, journal: list[Told], heard: int) -> None:
        """Compare what was stored before, and what was heard since up to a line, with what is stored now."""
        before = account.journal
        if (kept := journal[: len(before)]) != before:
            self.tally.lost += sum(told not in kept for told in before)
            self.tally.findings += (f"{channel}: lost: {told}" for told in before if told not in kept)
        account.journal = journal
        for text in self._crowd.heard(channel)[account.heard : heard]:
            self._hear(account, channel, text, len(before))
        account.heard = heard

    def _hear(self, account: _Channel, channel: str, text: str, before: int) -> None:
        """Find what a line acknowledges; `before` is how much was stored when the bot that says it was started."""
        journal = account.journal
        if last := _LAST.match(text):
            self._hear_again(account, channel, last[1], before)
            return
        found = next((at for at in range(account.position, len(journal)) if _tells(text, journal[at])), None)
        if found is not None:
            account.position = found + 1
            self.tally.acknowledged += journal[found].mover is not None
        elif _ASIDE.match(text):
            return
        elif any(_tells(text, told) for told in journal[: account.position]):
            self.tally.doubled += 1
            self.tally.findings.append(f"{channel}: told twice: {text}")
        else:
            self.tally.lost += 1
            self.tally.findings.append(f"{channel}: told and not stored: {text}")

    def _hear_again(self, account: _Channel, channel: str, text: str, before: int) -> None:
        """Compare what a bot tells as the last thing that has happened with what it has found stored."""
        last = max((at for at, told in enumerate(account.journal[:before]) if told.is_deed or told.ends), default=0)
        entry = (account.journal[last].match, account.journal[last].seq)
        found = [
            at for at, told in enumerate(account.journal) if (told.match, told.seq) >= entry and _tells(text, told)
        ]
        if found:
            account.position = max(account.position, found[0] + 1)
        else:
            self.tally.findings.append(f"{channel}: told as the last: {text}; stored: {account.journal[last]}")

    def _count_moves(self, channel: str, journal: list[Told]) -> None:
        """No line of a player makes more than one move."""
        moved = Counter(mover for _, _, mover in {(told.match, told.seq, told.mover) for told in journal})
        for player in self._crowd.channels[channel]:
            if moved[player.nick] > player.said - self._said[player.nick]:
                self.tally.doubled += 1
                self.tally.findings.append(f"{channel}: {player.nick} has moved {moved[player.nick]} times, unasked")


def stored(match: WholeMatch) -> Iterator[Told]:
    """Yield the lines that a match's journal has for the channel."""
    assert match.header
    game = find_game(match.match.game)
    folded = Match.open(game, match.header, seed=b"")  # folding draws nothing, so the chance may be any
    nicks = {seat.seat: seat.nick for seat in match.seats}
    for entry in folded.replay(match.log):
        is_move = entry.seat is not None and not isinstance(entry.command, SystemInput)
        mover = nicks[entry.seat] if entry.seat is not None and is_move else None
        for text in game.words.public(folded.state, entry):
            said = "".join(pieces(line(text, nicks.__getitem__, translation(ENGLISH)), 10_000, colour=False))
            yield Told(match.match.id, entry.seq, plain(said), mover, is_deed(entry), folded.over)


def _tells(said: str, told: Told) -> bool:
    return said[:_ROOM] == told.text[:_ROOM] or said.startswith(f"{told.text} ")
