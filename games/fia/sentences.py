"""A sentence for each thing that happens, for the channel. Nothing hidden is said here."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from games.fia import events as e
from games.fia.cards import Code, face
from games.fia.state import Stage, State
from games.kit.text import Joined, Phrase, Player, Text, joined, phrase, plural


def sentences(state: State, events: Sequence[e.Event]) -> Iterator[Text]:
    """Yield what is to be said of the events of one entry, in their order. What is shown at once is not announced."""
    shown = any(isinstance(event, e.Shown | e.LaidOut) for event in events)
    for event in events:
        if shown and isinstance(event, e.Received | e.Barred):
            continue
        if (tell := _SENTENCES.get(type(event))) and (sentence := tell(state, event)):
            yield sentence


def cards(codes: Sequence[Code]) -> Joined:
    """Some cards, in the order given."""
    return joined(*map(face, codes))


def seconds(time: int) -> int:
    """Give ms as whole seconds, rounded up: time is up at 0 only."""
    return max(0, -(-time // 1000))


def names(seats: Sequence[int], *, called: bool = False) -> Joined:
    """Some players; `called` if it is for them to act."""
    return joined(*(Player(seat, called) for seat in seats), separator=", ")


def _begun(_state: State, event: e.Begun) -> Phrase:
    """Say who plays, how one wins, and what to type; how many LP both have is in the prompt."""
    if event.options.spread == "free":
        template = (
            "{one} against {two} in the Free spread: who brings the other to 0 LP wins. "
            "At DRAW! send me a card in private, as fast as you can."
        )
    else:
        template = (
            "{one} against {two} in Palette: who brings the other to 0 LP wins. "
            "In your turn type a card that you hold, or {draw} to play none."
        )
    return phrase(template, one=Player(0), two=Player(1), draw="draw")


def _laid_out(state: State, event: e.LaidOut) -> Phrase:
    template = "{player} plays {cards}." if state.options.spread == "palette" else "{player} lays {cards}."
    return phrase(template, player=Player(event.seat), cards=cards(event.cards))


def _attacked(state: State, event: e.Attacked) -> Phrase | None:
    """Say what waits for a player; in the Free spread nothing waits, and what came of it is said on the same line."""
    if state.options.spread == "free":
        return None
    return phrase("An attack of {amount} on {player}.", player=Player(event.seat), amount=event.amount)


def _countered(_state: State, event: e.Countered) -> Phrase:
    args: dict[str, Any] = {
        "player": Player(event.seat),
        "other": Player(1 - event.seat),
        "dealt": event.dealt,
        "taken": event.taken,
    }
    if event.dealt and event.taken:
        return phrase("The Counter costs {other} {dealt} LP, and {player} still takes {taken}.", **args)
    if event.dealt:
        return phrase("The Counter costs {other} {dealt} LP.", **args)
    if event.taken:
        return phrase("The Counter costs {other} nothing, and {player} still takes {taken}.", **args)
    return phrase("The Counter costs nobody anything.")


def _landed(_state: State, event: e.Landed) -> Phrase:
    """Say whose attack has landed: whom it hits may have laid one of their own in this turn."""
    cost = phrase("{amount} LP", amount=event.amount) if event.amount else phrase("nothing")
    attacker, player = Player(1 - event.seat), Player(event.seat)
    return phrase("{attacker}'s attack costs {player} {cost}.", attacker=attacker, player=player, cost=cost)


def _missed(state: State, event: e.Missed) -> Phrase:
    player = Player(event.seat)
    if state.sides[event.seat].idle == state.options.idle_limit - 1:
        return phrase("{player} is out of time, and out of the duel the next time.", player=player)
    return phrase("{player} is out of time.", player=player)


def _received(state: State, event: e.Received) -> Phrase:
    template = "{player} has laid a card." if state.stage is Stage.TIE else "{player} has drawn."
    return phrase(template, player=Player(event.seat))


def _barred(state: State, event: e.Barred) -> Phrase | None:
    """Say it at once, but for when the call is on its way: another line would be a second call."""
    return None if state.stage is Stage.CALLED else _too_early(event.seat)


def _too_early(seat: int) -> Phrase:
    return phrase("{player} drew too early and lays nothing.", player=Player(seat))


def _shown(_state: State, event: e.Shown) -> Joined | None:
    said: list[Text] = [_too_early(seat) for seat in event.barred]
    said += [phrase("{player} passes.", player=Player(seat)) for seat in event.passed]
    if event.first is not None and event.lead is not None:
        said.append(phrase("{player} was faster by {lead} ms.", player=Player(event.first), lead=event.lead))
    elif event.first is not None:
        said.append(phrase("{player} was faster.", player=Player(event.first)))
    elif event.lead is not None:
        said.append(phrase("Both at the same moment!"))
    return joined(*said) if said else None


def _held(_state: State, event: e.Held) -> Phrase:
    template = "{player} is away" if event.asked else "{player} lost the connection"
    gone = phrase("{player} left IRC" if event.quit else template, player=Player(event.seat))
    return phrase("{gone}; the duel waits.", gone=gone)


_EXITS: dict[e.Exit, str] = {
    e.Exit.QUIT: "{player} quits.",
    e.Exit.PART: "{player} left the channel and is out.",
    e.Exit.KICK: "{player} was kicked and is out.",
    e.Exit.DISCONNECT: "{player} left IRC and is out.",
    e.Exit.DROP: "{player} was dropped.",
    e.Exit.SURPLUS: "{player} leaves.",
    e.Exit.IDLE: "{player} did nothing for too long and is out.",
    e.Exit.GRACE: "{player} did not come back and is out.",
}


_SENTENCES: dict[type[e.Event], Callable[[State, Any], Text | None]] = {
    e.Begun: _begun,
    e.Drew: lambda _state, event: plural(
        "{player} draws {n} card.", "{player} draws {n} cards.", n=len(event.cards), player=Player(event.seat)
    ),
    e.LaidOut: _laid_out,
    e.Topped: lambda _state, event: phrase(
        "{player} plays the top card: {card}.", player=Player(event.seat), card=face(event.card)
    ),
    e.Attacked: _attacked,
    e.Guarded: lambda _state, event: phrase(
        "{player} defends {amount}.", player=Player(event.seat), amount=event.amount
    ),
    e.Stockpiled: lambda _state, event: phrase(
        "{player} stockpiles {card} for {worth}.",
        player=Player(event.seat),
        card=face(event.card),
        worth=event.worth,
    ),
    e.StockDropped: lambda _state, event: phrase("{player}'s stockpile is dropped.", player=Player(event.seat)),
    e.Healed: lambda _state, event: phrase(
        "{player} gains {amount} LP.", player=Player(event.seat), amount=event.amount
    ),
    e.Countered: _countered,
    e.Landed: _landed,
    e.Cancelled: lambda _state, event: phrase(
        "{player}'s {card} is too late.", player=Player(event.seat), card=face(event.card)
    ),
    e.Rested: lambda _state, event: phrase("{player} plays none and draws.", player=Player(event.seat)),
    e.Missed: _missed,
    e.Received: _received,
    e.Barred: _barred,
    e.Shown: _shown,
    e.Tied: lambda _state, _event: phrase(
        "Both have lost at the same time: a tie-break! All cards go back into the decks, and both draw 7."
    ),
    e.Repeated: lambda _state, _event: phrase("That decides nothing: both draw 7 anew."),
    e.Held: _held,
    e.CameBack: lambda _state, event: phrase("{player} is back.", player=Player(event.seat)),
    e.Departed: lambda _state, event: phrase(_EXITS[event.why], player=Player(event.seat)),
}
