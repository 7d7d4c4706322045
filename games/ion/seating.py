"""Who sits where: teams, joining, leaving, being away and coming back (rules 1 to 5)."""

from collections.abc import Iterator, Sequence

from games.ion.events import Begun, CameBack, Dealt, Event, Exit, Held, Missed, Opened, Restored, Seated
from games.ion.items import ITEM_TABLE
from games.ion.options import Options
from games.ion.state import TEAMS, State, Team
from games.ion.turns import depart, open_turn, wake
from games.kit.errors import Illegal
from games.kit.inputs import Cause, Kind, Reason
from games.kit.protocol import Chair
from games.kit.rng import Rng
from games.kit.text import phrase, plural


def setup(chairs: Sequence[Chair], options: Options, rng: Rng) -> Iterator[Event]:
    """Form the teams, deal, and draw who begins."""
    teams: list[Team] = []
    for _ in chairs:
        teams.append(_smaller(teams.count("+"), teams.count("-"), rng))
    yield Begun(options, tuple(chair.kind for chair in chairs), tuple(teams))
    for seat in range(len(chairs)):
        yield _deal(seat, options, rng)
    yield Opened(rng.below("starter", len(chairs)))


def join(state: State, seat: int, kind: Kind, rng: Rng) -> Iterator[Event]:
    """Let somebody in, on a new seat or on the one they left. Raises Illegal."""
    _check_joining(state, seat, kind)
    if seat < len(state.seats):
        yield Restored(seat)
    else:
        with_fillers = kind is Kind.FILLER
        plus, minus = (state.size(team, fillers=with_fillers) for team in TEAMS)
        yield Seated(seat, kind, _smaller(plus, minus, rng))
        yield _deal(seat, state.options, rng)
    yield from wake(state, rng)


def leave(state: State, seat: int, reason: Reason, rng: Rng) -> Iterator[Event]:
    """Take out somebody who has left for good."""
    if state.seats[seat].present:
        yield from depart(state, seat, Exit(reason), rng)


def hold(state: State, seat: int, cause: Cause, now: int, rng: Rng) -> Iterator[Event]:
    """Hold the seat of somebody who may come back; if it was their turn, it goes on. Quitting may have no grace.

    Who goes of their own will in their own turn loses it as if their time had run out: that is no way to pass for free.
    """
    holder, grace = state.seats[seat], _grace(state.options, cause)
    if cause is Cause.QUIT and not grace:
        yield from leave(state, seat, Reason.DISCONNECT, rng)
        return
    if holder.held or not holder.present:
        return
    asked, quits = cause is Cause.ASKED, cause is Cause.QUIT
    if (asked or quits) and seat == state.acting:
        yield Missed(seat, state.options.penalty)
        if holder.idle >= state.options.idle_limit:
            yield from depart(state, seat, Exit.IDLE, rng)
            return
    yield Held(seat, now + grace * 1000, asked, quits)
    if seat == state.current and not state.everybody_held:
        yield from open_turn(state, state.follower(seat), rng)


def come_back(state: State, seat: int, rng: Rng) -> Iterator[Event]:
    """Let the player of a held seat go on; if nobody could act, they can now."""
    if state.seats[seat].held:
        yield CameBack(seat)
        yield from wake(state, rng)


def _grace(options: Options, cause: Cause) -> int:
    """How long a seat is held, in s."""
    graces = {
        Cause.SPLIT: options.split_grace,
        Cause.QUIT: options.quit_grace,
        Cause.ASKED: options.away_grace,
    }
    return graces.get(cause, options.ping_timeout_grace)


def _check_joining(state: State, seat: int, kind: Kind) -> None:
    """See that a seat can be taken. Raises Illegal."""
    if seat > len(state.seats):
        raise Illegal(phrase("There is no such seat."))
    most = state.options.max_players
    if kind is not Kind.FILLER and len(state.players) >= most:
        raise Illegal(plural("The match is full: {n} player.", "The match is full: {n} players.", n=most))
    if seat == len(state.seats):
        return
    if state.seats[seat].present:
        raise Illegal(phrase("You are in the match already."))
    if state.seats[seat].returned:
        raise Illegal(phrase("You have come back once already; you can join the next match."))


def _smaller(plus: int, minus: int, rng: Rng) -> Team:
    """The smaller team; on a tie chance decides."""
    if plus == minus:
        return rng.choice("team", TEAMS)
    return "+" if plus < minus else "-"


def _deal(seat: int, options: Options, rng: Rng) -> Dealt:
    return Dealt(seat, tuple(rng.pick(ITEM_TABLE) for _ in range(options.hand)))
