"""Haven and Menagerie at a table: whole matches with an onlooker, what is asked, leaving, restarts."""

import re

import pytest

from games.cardbattle.stack import Item
from games.kit.rng import Rng
from games.kit.text import plain
from ionbot.channel import Departure
from ionbot.store.models import MatchStatus
from ionbot.store.proof import proofs
from ionbot.store.public import public
from tests.cardbattle.playing import decks
from tests.table.battle import begun, cards_in, play_until, shown_to, stacked, step
from tests.table.room import Room, Rooms

SHORT = {"max_rounds": 5, "crowd_rounds": 5}
AGAIN = "I am here again."


@pytest.fixture(params=["haven", "menagerie"])
async def room(request: pytest.FixtureRequest, rooms: Rooms) -> Room:
    return await rooms.open(game=request.param, options=SHORT)


def proven(room: Room) -> bool:
    return room.findings() == [] and dict(proofs(room.database)) == {1: []}


# Whole matches


@pytest.mark.parametrize("nicks", [("ann", "bob"), ("ann", "bob", "cat")])
async def test_a_whole_match_shows_nobody_what_is_hidden_from_them(room: Room, nicks: tuple[str, ...]):
    """Names of cards stand only in lines to those whom the events have shown them; an onlooker sees what all see."""
    people = await begun(room, *nicks)
    (eve,) = room.present("eve")
    rng = Rng(b"match")
    while room.table.play:
        await room.says(eve, "!table")
        seen = {None: shown_to(room, None)} | {seat: shown_to(room, seat) for seat in range(len(people))}
        sent = room.fresh()
        await step(room, rng)
        if not room.table.play:
            break
        seen = {viewer: names | shown_to(room, viewer) for viewer, names in seen.items()}
        for said in (*sent, *room.fresh()):
            viewer = None if said.to in {None, eve} else people.index(said.to)
            assert cards_in(room, said.text) <= seen[viewer], said
    assert room.stored().match.status is MatchStatus.FINISHED
    assert proven(room)


async def test_a_match_goes_on_to_its_end_by_the_clock_alone(room: Room):
    await begun(room, "ann", "bob")
    for _ in range(20):
        await room.advance(60_000)
    assert room.table.play is None
    assert "did nothing for too long and is out." in " ".join(room.public())
    assert proven(room)


# Questions


async def test_table_tells_the_whole_field_with_the_own_side_last(room: Room):
    people = await begun(room, "ann", "bob", "cat")
    (eve,) = room.present("eve")
    await play_until(room, lambda room: len(room.state.things) > 5)
    room.fresh()
    sides = r"(\w+): \d+ (?:composure|HP), \d+ AP"
    for person in people:
        await room.says(person, "!table")
        (line,) = room.private(person)
        assert re.findall(sides, line)[-1] == person.nick
        assert sorted(re.findall(sides, line)) == ["ann", "bob", "cat"]
        assert line.count(" | ") == 2
        things = room.state.things
        assert all(f"[{number}]" in line for number in things)
    await room.whispers(eve, "table")
    (line,) = room.private(eve)
    assert sorted(re.findall(sides, line)) == ["ann", "bob", "cat"]
    assert cards_in(room, line) <= shown_to(room, None)


async def test_hand_is_told_to_its_holder_alone(room: Room):
    ann, bob = await begun(room, "ann", "bob")
    (eve,) = room.present("eve")
    for person in (ann, bob):
        await room.says(person, "!hand")
        ((said),) = room.fresh()
        held = room.state.sides[room.table.play.seating.of(person).number].hand
        assert said.to is person
        assert len(re.findall(r"\d+ [A-Z]", said.text)) >= len(held) == 5
        assert all(f"{number} {room.state.cards[code].name} (" in said.text for number, code in held.items())
    await room.says(eve, "!hand")
    assert room.private(eve) == ["You sit at no match here; !join takes a seat."]


@pytest.mark.parametrize("how", ["asks", "returns", "takes over", "restart"])
async def test_who_has_missed_what_only_they_are_asked_is_told_it_with_the_hand(room: Room, how: str):
    ann, bob = await begun(room, "ann", "bob")
    (cat,) = room.present("cat")
    await play_until(room, is_asked_alone)
    number = min(room.table.game.actors(room.state))
    asked = (ann, bob)[number]
    (question,) = [said.text for said in room.fresh() if said.to is asked and said.text.startswith("You can ")][-1:]
    if how == "asks":
        await room.says(asked, "!inv")
    elif how == "returns":
        await room.leaves(asked, Departure.PING_TIMEOUT)
        room.fresh()
        asked = await room.arrives(room.person(asked.nick))
    elif how == "takes over":
        await room.says(asked, "!swap cat")
        await room.says(cat, "!accept")
        asked = cat
    else:
        await room.restart()
        asked = room.channel.find(asked.nick)
    told = room.private(asked)[-1]
    assert told.startswith("You hold ")
    assert told.endswith(question)


def is_asked_alone(room: Room) -> bool:
    """Tell whether somebody can react, or choose from what only they can see."""
    state = room.state
    return state.window is not None or (state.frame is not None and state.frame.ask.zone != "play")


async def test_the_store_shows_of_a_running_match_what_an_onlooker_sees(room: Room):
    await begun(room, "ann", "bob")
    await play_until(room, lambda room: room.state.turn > 4)
    shown = public(room.stored())
    assert shown
    for side in shown.view["sides"]:
        assert {*side["hand"].values(), *side["deck"]} == {"?"}
    texts = " ".join(plain(text) for text in shown.texts)
    assert cards_in(room, texts) <= shown_to(room, None)


# Leaving


@pytest.mark.parametrize("seed", range(3))
async def test_case_8_the_cards_of_a_leaver_stay_theirs(room: Room, seed: int):
    """Somebody leaves in the middle of whatever happens: every card is still there once, and its owner's."""
    people = await begun(room, "ann", "bob", "cat")
    for person in people:
        await room.says(person, "!hold on")
    before = decks(room.state)
    await play_until(room, lambda room: len(room.state.things) > 1 and stacked(room) > 0, b"leaving %d" % seed)
    assert room.table.play
    leaver = room.state.active if seed else room.state.window.asked[0]
    await room.leaves(people[leaver], Departure.PART)
    assert decks(room.state) == before
    assert [thing for thing in room.state.things.values() if leaver in {thing.owner, thing.controller}] == []
    assert all(thing.seat != leaver for thing in room.state.stack)
    await room.restart()
    assert decks(room.state) == before
    assert room.findings() == []


# Restarts


@pytest.mark.parametrize("answered", [False, True])
async def test_restart_in_a_window_with_two_items_on_the_stack(room: Room, answered: bool):
    """The stack, who has answered and with what are as before; who has not is asked again, with the full time."""
    people = await begun(room, "ann", "bob", "cat")
    for person in people:
        await room.says(person, "!hold on")

    def reached(room: Room) -> bool:
        return stacked(room) >= 2 and bool(room.state.window.answers) is answered

    await play_until(room, reached)
    state = room.state
    stack, window, asked = list(state.stack), dict(state.window.answers), list(state.window.asked)
    missing = [people[seat].nick for seat in state.window.missing]
    assert sum(isinstance(thing, Item) for thing in stack) >= 2
    await room.advance(5_000)
    room.fresh()
    await room.restart()
    state = room.state
    assert (list(state.stack), dict(state.window.answers), list(state.window.asked)) == (stack, window, asked)
    (line,) = [said.text for said in room.fresh() if said.to is None]
    assert line.startswith(f"{AGAIN} Last: ")
    assert line.endswith(f" {', '.join(f'*{nick}*' for nick in missing)}: react, or pass: 8 s.")
    await room.advance(7_900)
    assert list(room.state.stack) == stack
    await play_until(room, lambda room: False)
    assert room.stored().match.status is MatchStatus.FINISHED
    assert proven(room)
