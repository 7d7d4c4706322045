"""What happens by itself after every effect: who has no life left goes, creatures and players; and how a match ends."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby

from games.cardbattle.cards import Code
from games.cardbattle.changes import Blow, Drew, Event, Gone, Shuffled, Struck
from games.cardbattle.events import Departed, Ended, Exit, Why
from games.cardbattle.field import Field
from games.cardbattle.state import State
from games.kit.rng import Rng


def settle(state: State) -> Iterator[Event]:
    """Let go what has no life left, all at the same time, and again until nothing changes."""
    while not state.over:
        if spent := _spent(state):
            yield gone(state, spent)
        elif lost := [seat for seat, side in enumerate(state.sides) if side.present and not side.life]:
            yield from put_out(state, lost, Exit.BEATEN)
        else:
            return


def _spent(state: State) -> list[int]:
    """Give the creatures that have no life left, and what lies on something that is gone."""
    if not (doubtful := _doubtful(state)):
        return []
    field = Field(state)
    return [number for number in doubtful if _is_spent(field, number)]


def _is_spent(field: Field, number: int) -> bool:
    state = field.state
    if host := state.things[number].host:
        return host not in state.things
    return state.card(number).fights and not field.left(number)


def _doubtful(state: State) -> Collection[int]:
    """Give the things that can be spent: all of them while something takes life, else those that are hurt enough.

    This is asked after every effect, so it goes through what is in play but once.
    """
    for lasting in state.lasting:
        if lasting.value == "life" and (lasting.set is not None or lasting.add < 0):
            return state.things
    found: list[int] = []
    for number, thing in state.things.items():
        card = state.cards[thing.card]
        if card.weakens:
            return state.things
        if thing.host or ((thing.hurt or thing.grown) and thing.hurt >= card.life + thing.grown.get("life", 0)):
            found.append(number)
    return found


def put_out(state: State, seats: Sequence[int], why: Exit) -> Iterator[Event]:
    """Put players out, all at the same moment, and end the match if that leaves no match.

    Nobody wins against computers alone by staying away; but if they have beaten all humans, it is decided as it stands.
    """
    owned = [number for number, thing in state.things.items() if thing.owner in seats]
    yield Departed(tuple(seats), why, cards_of(state, owned))
    if len(state.playing) <= 1 and not state.alone_with_computers:
        yield Ended(ranking(state), Why.LAST)
    elif state.alone_with_computers:
        yield Ended(ranking(state) if why is Exit.BEATEN else {}, Why.COMPUTERS)


def ranking(state: State) -> dict[int, int]:
    """Give everybody's place: first who is in, by their life, then who was out last; equals share."""
    by_life = sorted(state.playing, key=lambda seat: -state.sides[seat].life)
    groups = [[*seats] for _, seats in groupby(by_life, key=lambda seat: state.sides[seat].life)]
    places: dict[int, int] = {}
    for group in (*groups, *reversed(state.out)):
        places |= dict.fromkeys(group, len(places) + 1)
    return places


def gone(state: State, things: Iterable[int]) -> Gone:
    """Say that things go to their owners' rest piles, all at the same time."""
    return Gone(cards_of(state, things))


def cards_of(state: State, things: Iterable[int]) -> dict[int, Code]:
    """Give the card of each of some things."""
    return {number: state.things[number].card for number in things}


def strike(state: State, blows: Sequence[Blow]) -> Iterator[Event]:
    """Let blows land, all at the same time. What is no creature feels nothing, and nobody loses more than they have."""
    field = Field(state)
    felt = [blow for blow in blows if blow.amount > 0 and (blow.at < 0 or state.card(blow.at).fights)]
    taken: dict[int, int] = {}
    for blow in felt:
        left = state.sides[~blow.at].life if blow.at < 0 else field.left(blow.at)
        taken[blow.at] = min(left, taken.get(blow.at, 0) + blow.amount)
    if felt:
        yield Struck(tuple(felt), taken)


def draw(state: State, seat: int, count: int, rng: Rng) -> Iterator[Event]:
    """Let a player draw; who has to draw from an empty deck shuffles their rest pile into a new one."""
    side = state.sides[seat]
    first = side.deck[: -count - 1 : -1] if count else []
    if first:
        yield Drew(seat, tuple(first))
    if (more := min(count - len(first), len(side.rest))) > 0:
        yield Shuffled(seat, tuple(rng.shuffled("deck", side.rest)), rest=True)
        yield Drew(seat, tuple(side.deck[: -more - 1 : -1]))
