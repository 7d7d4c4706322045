"""A match as everybody may see it: its seats, its ledger with running sums, its proof, and its replay."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from games.kit.text import Text, plain
from ionbot.legible import date
from ionbot.store.history import SeatRow, WholeMatch
from ionbot.store.public import PublicMatch, public
from ionbot.store.replay import steps
from ionbot.web.answers import MatchAnswer


class SeatAnswer(BaseModel):
    """A seat. What its game may hide is null while the match runs; `player` is null for computer players."""

    seat: int
    player: int | None
    nick: str
    kind: str
    team: str | None
    points: int | None
    coins: int | None
    items: dict[str, int] | None
    place: int | None
    left_reason: str | None


class PostingAnswer(BaseModel):
    """A change of what a seat (or the bank: null) holds; `sum` is what that came to, as far as it is shown."""

    seq: int
    at_ms: int
    holder: str
    seat: int | None
    asset: str
    item: str
    delta: int
    sum: int
    reason: str


class VoidAnswer(BaseModel):
    """When and why a match was taken out of all scores, and when that was taken back."""

    voided: str
    reason: str
    undone: str | None


class WholeAnswer(MatchAnswer):
    """A match. The seed is told when it has ended: with it anybody can prove that the cards were fair.

    `view` is what an onlooker sees of a match that runs, as its game tells it.
    """

    rules_version: int
    commitment: str
    seed: str | None
    voids: list[VoidAnswer]
    seats: list[SeatAnswer]
    view: dict[str, Any] | None
    ledger: list[PostingAnswer]


class LineAnswer(BaseModel):
    """What was said after an input, to everybody (null) or to a seat."""

    seq: int
    at_ms: int
    to: int | None
    text: str


class ReplayAnswer(BaseModel):
    """A match's lines in order."""

    match: int
    seat: int | None
    lines: list[LineAnswer]


@dataclass(frozen=True)
class Shown:
    """A match as it may be shown; `seen` is what an onlooker sees, while it runs."""

    match: WholeMatch
    seats: list[SeatAnswer]
    ledger: list[PostingAnswer]
    seen: PublicMatch | None

    def nick(self, seat: int) -> str:
        """Give a seat's nick."""
        return self.match.seats[seat].nick

    def whole(self) -> WholeAnswer:
        """Tell all of it."""
        match = self.match
        return WholeAnswer(
            **MatchAnswer.fields(match.match),
            rules_version=match.match.rules_version,
            commitment=match.commitment,
            seed=match.seed,
            voids=[
                VoidAnswer(voided=str(date(each.voided)), reason=each.reason, undone=date(each.undone))
                for each in match.voids
            ],
            seats=self.seats,
            view=self.seen.view if self.seen else None,
            ledger=self.ledger,
        )


def shown(match: WholeMatch) -> Shown:
    """Give of a match what everybody may see."""
    over = match.match.ended is not None
    seen = None if over else public(match)
    seats = [_seat(seat, over=over) for seat in match.seats]
    return Shown(match, seats, list(_ledger(match, seen)), seen)


def replay(match: WholeMatch, seat: int | None) -> ReplayAnswer:
    """Tell a match again, as a seat or everybody (None) heard it. Raises ValueError unless it may be seen."""
    return ReplayAnswer(match=match.match.id, seat=seat, lines=list(_lines(match, seat)))


def nicks(match: WholeMatch) -> Callable[[int], str]:
    """Give what tells a seat's nick."""
    return lambda seat: match.seats[seat].nick


def _lines(match: WholeMatch, seat: int | None) -> Iterator[LineAnswer]:
    def line(text: Text, to: int | None) -> LineAnswer:
        return LineAnswer(seq=step.seq, at_ms=step.at, to=to, text=plain(text, nicks(match)))

    for step in steps(match, seat):
        yield from (line(text, None) for text in step.heard)
        if step.told:
            yield line(step.told, seat)


def _seat(seat: SeatRow, *, over: bool) -> SeatAnswer:
    own = {"team": seat.team, "points": seat.points, "coins": seat.coins, "items": seat.items, "place": seat.place}
    return SeatAnswer(
        seat=seat.seat,
        player=seat.player if seat.kind == "human" else None,
        nick=seat.nick,
        kind=seat.kind,
        left_reason=seat.left_reason,
        **own if over else dict.fromkeys(own),
    )


def _ledger(match: WholeMatch, seen: PublicMatch | None) -> Iterator[PostingAnswer]:
    """Yield the ledger of a match that has ended, and of one that runs what an onlooker has seen of it."""
    if match.match.ended is None and seen is None:
        return
    sums: dict[tuple[int | None, str, str], int] = defaultdict(int)
    times = {entry.seq: entry.at for entry in match.log}
    for seq, postings in (seen.ledger if seen else match.ledger).items():
        for each in postings:
            sums[each.seat, each.asset, each.item] += each.delta
            yield PostingAnswer(
                seq=seq, at_ms=times[seq], seat=each.seat, asset=each.asset, item=each.item, delta=each.delta,
                holder="bank" if each.seat is None else match.seats[each.seat].nick, reason=each.reason,
                sum=sums[each.seat, each.asset, each.item],
            )  # fmt: skip
