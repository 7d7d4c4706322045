"""What Fia says: one short line an entry for the channel, the hand to its holder, and answers to questions."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.fia import events as e
from games.fia.cards import CARDS, Code, face
from games.fia.legality import open_cards, show
from games.fia.sentences import cards, names, seconds, sentences
from games.fia.state import SEATS, End, Side, Stage, State
from games.kit.protocol import Entry
from games.kit.text import Joined, Phrase, Player, Text, joined, phrase, plural

OVER = phrase("The duel is over.")


class FiaWords:
    """See `games.kit.protocol.Words`."""

    def public(self, state: State, entry: Entry) -> Sequence[Text]:
        """What happened, on one line; the result of the duel has a line of its own."""
        said = tuple(sentences(state, entry.events))
        lines: list[Text] = [joined(*said)] if said else []
        if state.over:
            lines.append(joined(_outcome(state, entry.events[-1].why), self.score(state)))
        return lines

    def prompt(self, state: State) -> Text:
        """How both stand, and who is to act for how long. The call is short: nothing may be faster."""
        asked = _asked(state, seconds(state.time))
        return asked if state.stage in {Stage.CALLED, Stage.OPEN} else joined(self.score(state), asked)

    def private(self, state: State, entry: Entry) -> Mapping[int, Text]:
        """The hand, to who is to act with it: in Palette when the turn begins."""
        news: dict[int, list[Code]] = {}
        for event in entry.events:
            match event:
                case e.Dealt(seat) | e.CameBack(seat):
                    news[seat] = []
                case e.TurnBegan(seat, drawn) | e.Refilled(seat, drawn):
                    news.setdefault(seat, []).extend(drawn)
                case e.Drew(seat, drawn) if state.options.spread == "free":
                    news.setdefault(seat, []).extend(drawn)
        if state.over:
            return {}
        return {seat: self.holding(state.sides[seat], new) for seat, new in sorted(news.items())}

    def hand(self, state: State, seat: int) -> Text:
        """What the seat holds."""
        return self.holding(state.sides[seat], [])

    def holding(self, side: Side, new: Sequence[Code]) -> Text:
        """What a side holds, and what of that is new."""
        if not new:
            return phrase("You hold {hand}.", hand=show(side.hand))
        return phrase("You hold {hand} (new {new}).", hand=show(side.hand), new=show(new))

    def turn(self, state: State, now: int) -> Text:
        """Who is to act and how much time is left; nobody learns of a call before its own line has left."""
        if state.over:
            return OVER
        if state.held:
            gone = [seat for seat in SEATS if state.sides[seat].held_until is not None]
            return phrase("The duel waits for {players}.", players=names(gone))
        if state.stage in {Stage.CALM, Stage.CALLED}:
            return _holstered(state)
        return _asked(state, seconds(state.time if state.due is None else state.due - now))

    def table(self, state: State, seat: int | None) -> Sequence[Text]:  # noqa: ARG002 - the same for everybody
        """What lies open, player by player."""
        return [_lying(state, number) for number in range(len(state.sides))]

    def players(self, state: State) -> Text:
        """Who plays, and how many cards they have."""
        return joined(*(_player(side, number) for number, side in enumerate(state.sides)), separator=", ")

    def clock(self, state: State, now: int) -> Text:
        """How much time is left."""
        return self.turn(state, now)

    def score(self, state: State) -> Text:
        """Both players' LP."""
        scores = (
            phrase("{player} {lp} LP", player=Player(number), lp=side.lp) for number, side in enumerate(state.sides)
        )
        return phrase("{scores}.", scores=joined(*scores, separator=", "))


class CompactFiaWords(FiaWords):
    """What is told to who wants it compact: the cards, and which are new."""

    def holding(self, side: Side, new: Sequence[Code]) -> Text:
        """What a side holds, and what of that is new."""
        hand = show(side.hand)
        return phrase("{hand} | new {new}", hand=hand, new=show(new)) if new else hand


def stock(state: State, _seat: int | None) -> Text:
    """What both players have stockpiled: the answer to `stock`."""
    return joined(*(_stock(state, number) for number in range(len(state.sides))))


def _holstered(state: State) -> Phrase:
    return phrase("Draw {number}: hands at the holsters.", number=state.number)


def _asked(state: State, time: int) -> Text:
    """Who is to act, with so many seconds."""
    match state.stage:
        case Stage.HOLSTER:
            return _holstered(state)
        case Stage.CALLED | Stage.OPEN:
            return phrase("DRAW! {players}: {time} s.", players=names(state.missing, called=True), time=time)
        case Stage.TIE:
            return phrase(
                "{players}: send me one card in private, {time} s.",
                players=names(state.missing, called=True),
                time=time,
            )
        case Stage.FIRST:
            return phrase(
                "{player} begins with any card, or {top} for the top one of the deck: {time} s.",
                player=Player(state.current, called=True),
                top="top",
                time=time,
            )
        case _:
            return joined(_turn(state, time), *_to_match(state))


def _turn(state: State, time: int) -> Phrase:
    player, attack = Player(state.current, called=True), state.sides[state.current].attack
    if attack:
        return phrase(
            "{player}'s turn, under an attack of {attack}: {time} s.", player=player, attack=attack, time=time
        )
    return phrase("{player}'s turn: {time} s.", player=player, time=time)


def _to_match(state: State) -> list[Text]:
    """What the first card of a play has to match."""
    on = open_cards(state, state.current)
    return [phrase("To match: {cards}.", cards=cards(on))] if on else []


def _player(side: Side, number: int) -> Phrase:
    args: dict[str, Any] = {"player": Player(number), "n": len(side.hand), "deck": len(side.deck)}
    if side.held_until is not None:
        return plural(
            "{player} (away, {n} card, {deck} in the deck)", "{player} (away, {n} cards, {deck} in the deck)", **args
        )
    return plural("{player} ({n} card, {deck} in the deck)", "{player} ({n} cards, {deck} in the deck)", **args)


def _lying(state: State, number: int) -> Joined:
    """What lies open of a player."""
    side = state.sides[number]
    discard = next((code for code in reversed(side.discard) if CARDS[code].colour), None)
    parts: list[Text] = [
        phrase("{player}: {lp} LP.", player=Player(number), lp=side.lp),
        phrase("Board: {cards}.", cards=cards(side.board) if side.board else phrase("nothing")),
    ]
    if side.stock:
        parts.append(_stock(state, number))
    if discard:
        parts.append(phrase("Discard: {card}.", card=face(discard)))
    if side.attack:
        parts.append(phrase("An attack of {attack} waits.", attack=side.attack))
    return joined(*parts)


def _stock(state: State, number: int) -> Phrase:
    side = state.sides[number]
    if not side.stock:
        return phrase("{player} has nothing stockpiled.", player=Player(number))
    return phrase(
        "{player} has {cards} stockpiled for {worth}.",
        player=Player(number),
        cards=cards([stocked.card for stocked in side.stock]),
        worth=side.shelter,
    )


_OUTCOMES: dict[End, str] = {
    End.LIFE: "{loser} has no LP left: {winner} wins!",
    End.DECK: "{loser} has no cards left: {winner} wins!",
    End.TIE: "{winner} wins the tie-break!",
    End.CHANCE: "After so many repeats chance decides: {winner} wins!",
    End.OUT: "{winner} wins!",
    End.STOPPED: "{winner} wins as it stands!",
}


def _outcome(state: State, why: End) -> Phrase:
    """Who won, and how."""
    winners = [seat for seat, place in state.places.items() if place == 1]
    if len(winners) == 1:
        return phrase(_OUTCOMES[why], winner=Player(winners[0]), loser=Player(1 - winners[0]))
    if winners:
        return phrase("The duel is over, and both win: {players}.", players=names(winners))
    return phrase("The duel is over, without a winner.")
