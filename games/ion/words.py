"""What ION says: one short line an entry for the channel, the hand to its holder, and answers to questions."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.ion import events as e
from games.ion.items import ITEMS, LINK, TAKE, Item, face
from games.ion.ledger import result
from games.ion.legality import show_hand
from games.ion.sentences import duration, names, sentences
from games.ion.state import TEAMS, Seat, State, Team
from games.kit.protocol import Entry
from games.kit.text import Arg, Joined, Phrase, Player, Points, Text, joined, phrase, plural

_ARGUMENTS: dict[Item, Phrase] = {
    "x2": phrase("CARD"), "x3": phrase("CARD"), LINK: phrase("MOVE"), TAKE: phrase("OBJECT"),
}  # fmt: skip
"""What goes with the items that need another one (rule 16)."""


class IonWords:
    """See `games.kit.protocol.Words`."""

    def public(self, state: State, entry: Entry) -> Sequence[Text]:
        """What happened, on one line; the result of the match has a line of its own."""
        said = tuple(sentences(state, entry.events))
        lines: list[Text] = [joined(*said)] if said else []
        if state.over:
            lines.append(_outcome(state))
        return lines

    def prompt(self, state: State) -> Text:
        """The bank, and who is to move for how long."""
        return joined(_bank(state), _turn(state, None))

    def private(self, state: State, entry: Entry) -> Mapping[int, Text]:
        """Each changed hand, to the seat that holds it."""
        changes = _changes(entry.events)
        return {seat: _holding(state.seats[seat], news) for seat, news in changes.items()}

    def hand(self, state: State, seat: int) -> Text:
        """What the seat holds."""
        return _holding(state.seats[seat], [])

    def turn(self, state: State, now: int) -> Text:
        """Whose turn it is and how much time is left."""
        return _turn(state, now)

    def table(self, state: State, seat: int | None) -> Sequence[Text]:  # noqa: ARG002 - the same for everybody
        """The bank, and the players."""
        limit = phrase("It is dumped at {limit}.", limit=f"±{state.options.limit}")
        return [joined(_bank(state), limit), self.players(state)]

    def players(self, state: State) -> Text:
        """Who plays, in the order of their turns."""
        order = [state.current, *state.others(state.current)] if state.current in state.order else state.order
        circle = joined(*(_player(state.seats[seat], seat) for seat in order), separator=", ")
        return phrase("In order of play: {players}.", players=circle)

    def clock(self, state: State, now: int) -> Text:
        """How much of the round is left."""
        minutes, seconds = divmod(_seconds(state.round_left(now)), 60)
        return phrase(
            "Round {round} of {rounds}: {time} left.",
            round=state.round,
            rounds=state.options.rounds,
            time=f"{minutes}:{seconds:02}",
        )

    def score(self, state: State) -> Text:
        """Everybody's points, by team."""
        return joined(*(_team_score(state, team) for team in TEAMS))


class CompactIonWords(IonWords):
    """What is told to who wants it compact: the cards, the coins, and which cards are new."""

    def private(self, state: State, entry: Entry) -> Mapping[int, Text]:
        """Each changed hand, to the seat that holds it."""
        told = super().private(state, entry)
        new: dict[int, list[Arg]] = {seat: [] for seat in told}
        for event in entry.events:
            if isinstance(event, e.Gained | e.Pitied | e.Took):
                new.setdefault(event.seat, []).extend(map(face, _new(event)))
        return {seat: _compact(state.seats[seat], new[seat]) for seat in told}

    def hand(self, state: State, seat: int) -> Text:
        """What the seat holds."""
        return _compact(state.seats[seat], [])


def _seconds(time: int) -> int:
    """Give ms as whole seconds, rounded up: time is up at 0 only."""
    return max(0, -(-time // 1000))


def _bank(state: State) -> Phrase:
    points = Points(state.bank)
    polarity = f"{state.polarity:+}" if state.polarity else "0"
    if state.charge:
        return plural(
            "Bank {points} at {polarity}, supercharged ({n} turn).",
            "Bank {points} at {polarity}, supercharged ({n} turns).",
            n=state.charge,
            points=points,
            polarity=polarity,
        )
    if state.dump_due:
        return phrase("Bank {points} at {polarity}: the next card dumps it.", points=points, polarity=polarity)
    return phrase("Bank {points} at {polarity}.", points=points, polarity=polarity)


def _turn(state: State, now: int | None) -> Phrase:
    """Whose turn it is; the time that is left, or all of it where it does not run or `now` is None."""
    if state.over:
        return phrase("The match is over.")
    if state.acting is None:
        return phrase("Everybody is away: the match waits.")
    player = Player(state.acting, called=True)
    if now is not None and (due := state.turn_due) is not None:
        return phrase("{player}'s turn: {time} left.", player=player, time=duration(_seconds(due - now)))
    time = duration(state.move_time // 1000)
    if state.extras:
        return phrase("{player}'s turn again: {time}.", player=player, time=time)
    return phrase("{player}'s turn: {time}.", player=player, time=time)


def _player(seat: Seat, number: int) -> Phrase:
    args: dict[str, Any] = {"player": Player(number), "team": seat.team, "n": seat.size}
    if seat.held:
        return plural("{player} {team} ({n} item, away)", "{player} {team} ({n} items, away)", **args)
    return plural("{player} {team} ({n} item)", "{player} {team} ({n} items)", **args)


def _team_score(state: State, team: Team) -> Phrase:
    """A team's total and the points of its players, the best first; a debt of somebody who left counts too."""
    seats = [(number, seat) for number, seat in enumerate(state.seats) if seat.team == team]
    total = Points(sum(seat.points for _, seat in seats))
    shown = sorted((pair for pair in seats if pair[1].present or pair[1].points), key=lambda pair: -pair[1].points)
    if not shown:
        return phrase("Team {team}: nobody.", team=team)
    scores = joined(*(_score(*pair) for pair in shown), separator=", ")
    return phrase("Team {team}: {total} ({scores}).", team=team, total=total, scores=scores)


def _score(number: int, seat: Seat) -> Phrase:
    template = "{player} {points}" if seat.present else "{player} (out) {points}"
    return phrase(template, player=Player(number), points=Points(seat.points))


def _outcome(state: State) -> Joined:
    """Who won, and how everybody stands."""
    score = IonWords().score(state)
    outcome = result(state)
    winners = outcome.winners if outcome else []
    if not winners:
        return joined(phrase("The match is over, without a winner."), score)
    points = Points(state.seats[winners[0]].points)
    if len(winners) == 1:
        return joined(phrase("{player} wins with {points}!", player=Player(winners[0]), points=points), score)
    return joined(phrase("{players} win with {points} each!", players=names(winners), points=points), score)


def _holding(seat: Seat, news: Sequence[Arg]) -> Phrase:
    holding: Text = show_hand(seat)
    if seat.coins:
        holding = plural("{hand} and {n} coin", "{hand} and {n} coins", n=seat.coins, hand=holding)
    if not news:
        return phrase("You hold {holding}.", holding=holding)
    return phrase("You hold {holding} ({news}).", holding=holding, news=joined(*news, separator=", "))


def _compact(seat: Seat, new: Sequence[Arg]) -> Joined:
    parts: list[Text] = [show_hand(seat)]
    if seat.coins:
        parts.append(phrase("{n}c", n=seat.coins))
    if new:
        parts.append(phrase("new {items}", items=joined(*new)))
    return joined(*parts, separator=" | ")


def _new(event: e.Gained | e.Pitied | e.Took) -> Sequence[Item]:
    """Give what somebody holds by an event that they did not hold before."""
    match event:
        case e.Gained():
            extra = (event.gift, event.traded)
            return (*event.drawn, *(item for item in extra if item is not None))
        case e.Took(victim=None):
            return ()
        case _:
            return (event.item,)


def _changes(events: Sequence[Any]) -> dict[int, list[Arg]]:
    """For each seat whose hand changed, or who has to be shown it again, what is new."""
    changes: dict[int, list[Arg]] = {}
    for event in events:
        for seat, news in _news(event):
            changes.setdefault(seat, []).extend(news)
    return changes


def _news(event: e.Event) -> Iterator[tuple[int, list[Arg]]]:
    match event:
        case e.Dealt(seat, items):
            yield seat, list(_how_to_play(items))
        case e.Played(seat) | e.Restored(seat) | e.CameBack(seat):
            yield seat, []
        case e.Gained(seat):
            yield seat, list(_gained(event))
        case e.Pitied(seat, item):
            yield seat, [phrase("new {item}", item=face(item))]
        case e.Took(seat, item, victim) if victim is not None:
            yield seat, [phrase("taken {item}", item=face(item))]
            yield victim, [phrase("{player} took {item}", player=Player(seat), item=face(item))]


def _how_to_play(items: Sequence[Item]) -> Iterator[Arg]:
    """What to do with a first hand, which may be the first one somebody ever sees."""
    yield phrase("type one in your turn")
    for item, argument in _ARGUMENTS.items():
        if item in items:
            yield phrase("{item} as {item} {argument}", item=face(item), argument=argument)
    shown = [face(item) for item in ITEMS if item in items]
    if typed := next((each for each in shown if each.ascii), None):
        yield phrase("{item} can be typed {typed}", item=typed, typed=typed.ascii)
    yield phrase("the command rules {item} tells what {item} does", item=shown[-1])


def _gained(event: e.Gained) -> Iterator[Arg]:
    new = event.drawn if event.gift is None else (*event.drawn, event.gift)
    yield phrase("new {items}", items=joined(*map(face, new)))
    if event.coins:
        yield plural("{n} coin found", "{n} coins found", n=event.coins)
    if event.traded is not None:
        yield phrase("20 coins traded for {item}", item=face(event.traded))
