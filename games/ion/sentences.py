"""A sentence for each thing that happens, for the channel. Nothing hidden is said here."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from games.ion import events as e
from games.ion.items import face
from games.ion.state import TEAMS, State
from games.kit.inputs import Kind
from games.kit.text import Joined, Phrase, Player, Points, joined, phrase, plural

MINUTE = 60


def sentences(state: State, events: Sequence[e.Event]) -> Iterator[Phrase]:
    """Yield what is to be said of the events of one entry, in their order."""
    for index, event in enumerate(events):
        if isinstance(event, e.Played):
            yield _move(state, event, events[index + 1])
        elif (tell := _SENTENCES.get(type(event))) and (sentence := tell(state, event)):
            yield sentence


def duration(seconds: int) -> Phrase:
    """A span of time as people say it."""
    if seconds < MINUTE or seconds % MINUTE:
        return phrase("{n} s", n=seconds)
    return phrase("{n} min", n=seconds // MINUTE)


def names(seats: Sequence[int]) -> Joined:
    """Some players, mentioned only."""
    return joined(*map(Player, seats), separator=", ")


def _move(state: State, played: e.Played, effect: e.Event) -> Phrase:
    """What was played and what it did; the effect of a move is the event right after it."""
    items = (*played.items, effect.item) if isinstance(effect, e.Took) else played.items
    rule = _EFFECTS.get(type(effect))
    if rule is None:
        template = "{player} plays {move} and passes." if items == ("S",) else "{player} plays {move} to no effect."
        said = phrase(template)
    else:
        said = rule(state, effect)
    move = joined(*map(face, items))
    return Phrase(said.template, said.args | {"player": Player(played.seat), "move": move}, said.plural)


def _banked(_state: State, event: e.Banked) -> Phrase:
    if not event.points:
        return phrase("{player} plays {move}: no points.")
    return phrase("{player} plays {move}: {points}.", points=Points(event.points, signed=True))


def _took(_state: State, event: e.Took) -> Phrase:
    if event.victim is None:
        return phrase("{player} plays {move}, but nobody else has it.")
    return phrase("{player} plays {move} and takes it from {victim}.", victim=Player(event.victim))


def _clocked(_state: State, event: e.Clocked) -> Phrase:
    if event.change > 0:
        return phrase("{player} plays {move}, so the round lasts a minute more.")
    if event.change < 0:
        return phrase("{player} plays {move}, so the round lasts a minute less.")
    return phrase("{player} plays {move}, but the round's clock stays.")


def _charged(_state: State, event: e.Charged) -> Phrase:
    return plural(
        "{player} plays {move}: the bank is supercharged, no dump for {n} turn.",
        "{player} plays {move}: the bank is supercharged, no dump for {n} turns.",
        n=event.turns,
    )


def _stretched(state: State, _event: e.Stretched) -> Phrase:
    return phrase(
        "{player} plays {move} and is still to move, with {time} in all.", time=duration(state.move_time // 1000)
    )


_EFFECTS: dict[type[e.Event], Callable[[State, Any], Phrase]] = {
    e.Banked: _banked,
    e.Took: _took,
    e.Clocked: _clocked,
    e.Charged: _charged,
    e.Stretched: _stretched,
    e.Reversed: lambda _state, _event: phrase("{player} plays {move}: the flow turns."),
    e.Swapped: lambda _state, _event: phrase("{player} plays {move}: the polarity is swapped."),
}


def _begun(state: State, event: e.Begun) -> Phrase:
    plus, minus = (names([seat for seat, side in enumerate(event.teams) if side == team]) for team in TEAMS)
    return phrase(
        "Team +: {plus}. Team -: {minus}. A round of {time}, dumps at {limit}; in your turn type an item you hold.",
        plus=plus if plus.parts else phrase("nobody"),
        minus=minus if minus.parts else phrase("nobody"),
        time=duration(state.options.round_time),
        limit=f"±{state.options.limit}",
    )


def _dumped(_state: State, event: e.Dumped) -> Phrase:
    if not event.shares:
        return phrase("A dump to team {team}, but nobody is on it: the bank keeps its points.", team=event.team)
    others = [seat for seat in event.shares if seat != event.seat]
    own = Points(event.shares.get(event.seat, 0))
    if not others:
        return phrase("Dump to team {team}: {player} {points}.", team=event.team, player=Player(event.seat), points=own)
    each = Points(event.shares[others[0]])
    if event.seat not in event.shares:
        return phrase("Dump to team {team}: {points} each.", team=event.team, points=each)
    return phrase(
        "Dump to team {team}: {player} {points}, each teammate {each}.",
        team=event.team,
        player=Player(event.seat),
        points=own,
        each=each,
    )


def _gained(_state: State, event: e.Gained) -> Phrase | None:
    if not event.stolen:
        return None
    return phrase(
        "The system steals {points} points from {player}.", points=Points(event.stolen), player=Player(event.seat)
    )


def _missed(state: State, event: e.Missed) -> Phrase:
    player, points = Player(event.seat), Points(-event.penalty)
    if state.seats[event.seat].idle == state.options.idle_limit - 1:
        return phrase(
            "{player} is out of time: {points}, and out of the match the next time.", player=player, points=points
        )
    return phrase("{player} is out of time: {points}.", player=player, points=points)


def _held(state: State, event: e.Held) -> Phrase:
    template = "{player} is away" if event.asked else "{player} lost the connection"
    gone = phrase("{player} left IRC" if event.quit else template, player=Player(event.seat))
    if state.everybody_held:
        return phrase("{gone}. Everybody is away: the match waits.", gone=gone)
    return phrase("{gone}; the seat is held.", gone=gone)


def _seated(_state: State, event: e.Seated) -> Phrase:
    if event.kind is Kind.FILLER:
        return phrase("{player} evens out team {team} and cannot win.", player=Player(event.seat), team=event.team)
    return phrase("{player} joins team {team}.", player=Player(event.seat), team=event.team)


def _restored(state: State, event: e.Restored) -> Phrase:
    team = state.seats[event.seat].team
    return phrase("{player} joins team {team} again.", player=Player(event.seat), team=team)


_EXITS: dict[e.Exit, str] = {
    e.Exit.QUIT: "{player} quits.",
    e.Exit.PART: "{player} left the channel and is out.",
    e.Exit.KICK: "{player} was kicked and is out.",
    e.Exit.DISCONNECT: "{player} left IRC and is out.",
    e.Exit.DROP: "{player} was dropped.",
    e.Exit.SURPLUS: "{player} leaves, as the teams are even.",
    e.Exit.IDLE: "{player} made no move for too long and is out.",
    e.Exit.GRACE: "{player} did not come back and is out.",
}


def _departed(_state: State, event: e.Departed) -> Phrase:
    out = phrase(_EXITS[event.why], player=Player(event.seat))
    share = Points(next(iter(event.shares.values()), 0))
    rest = Points(event.rest)
    if share.value and rest.value:
        return phrase("{out} Each other player gets {share}, the bank {rest}.", out=out, share=share, rest=rest)
    if share.value:
        return phrase("{out} Each other player gets {share}.", out=out, share=share)
    return phrase("{out} The bank gets {rest}.", out=out, rest=rest) if rest.value else out


def _round_ended(state: State, event: e.RoundEnded) -> Phrase:
    if event.shares:
        seat, share = next(iter(event.shares.items()))
        return phrase(
            "Time is up. The bank pays team {team}: {points} each.", team=state.seats[seat].team, points=Points(share)
        )
    if event.void:
        return phrase("Time is up. The bank of {points} goes to nobody.", points=Points(event.void))
    return phrase("Time is up.")


def _round_began(state: State, _event: e.RoundBegan) -> Phrase:
    return phrase(
        "Round {round} of {rounds}: {time}.",
        round=state.round,
        rounds=state.options.rounds,
        time=duration(state.options.round_time),
    )


_SENTENCES: dict[type[e.Event], Callable[[State, Any], Phrase | None]] = {
    e.Begun: _begun,
    e.Dumped: _dumped,
    e.Gained: _gained,
    e.Missed: _missed,
    e.Passed: lambda _state, event: phrase("{player} is away: passed over.", player=Player(event.seat)),
    e.Pitied: lambda _state, event: phrase(
        "{player} has nothing: a pity card, and skipped.", player=Player(event.seat)
    ),
    e.Held: _held,
    e.CameBack: lambda _state, event: phrase("{player} is back.", player=Player(event.seat)),
    e.Seated: _seated,
    e.Restored: _restored,
    e.Departed: _departed,
    e.RoundEnded: _round_ended,
    e.RoundBegan: _round_began,
}
