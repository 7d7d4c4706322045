"""Haven at a table: cards that are looked up, moves that name players, reactions, renamed words, decks."""

import pytest

from games.cardbattle.state import Thing
from ionbot.channel import Person
from ionbot.store.proof import proofs
from tests.cardbattle.playing import decks
from tests.table.battle import begun, play_until
from tests.table.room import Room, Rooms

SHORT = {"max_rounds": 5, "crowd_rounds": 5}


@pytest.fixture
async def room(rooms: Rooms) -> Room:
    return await rooms.open(game="haven", options=SHORT)


def from_active(room: Room, people: list[Person]) -> list[Person]:
    """Give people from the one on whose turn it is."""
    return [*people[room.state.active :], *people[: room.state.active]]


def proven(room: Room) -> bool:
    return room.findings() == [] and dict(proofs(room.database)) == {1: []}


LAMB = "Dawn Lamb (dawn-lamb): Sun Sprite, "


@pytest.mark.parametrize("asked", ["!card dawn-lamb", "!card Dawn Lamb", "!card dawn", "ionbot: card DAWN-LAMB"])
async def test_card_tells_what_a_card_does_to_anybody(room: Room, asked: str):
    (eve,) = room.present("eve")
    await room.says(eve, asked)
    assert room.private(eve)[0].startswith(LAMB)
    ann, _ = await begun(room, "ann", "bob")
    for person in (ann, eve):
        await room.says(person, asked)
        (said,) = room.fresh()
        assert (said.to, said.text[: len(LAMB)]) == (person, LAMB)


async def test_card_is_a_command_that_help_explains(room: Room):
    (eve,) = room.present("eve")
    await room.says(eve, "!help")
    assert ", card. About you: " in room.private(eve)[1]
    await room.says(eve, "!help card")
    assert room.private(eve) == ["!card NAME: what a card is and does; the beginning of its name is enough."]
    await room.says(eve, "!card")
    assert room.private(eve) == ["It is !card NAME."]
    await room.says(eve, "!card dawm-lamb")
    assert room.private(eve) == ["Which card? dawn-lamb."]


async def test_other_games_have_no_cards_to_look_up(rooms: Rooms):
    room = await rooms.open(game="pebbles")
    ann, bob = room.present("ann", "bob")
    await room.begins(ann, bob)
    await room.says(ann, "!card dawn-lamb")
    assert room.private(ann) == ["There is no card; did you mean !cards?"]


# Moves that name players


FORMS = ["den 4 vs {nick}", "den 4 against @{nick}", "DEN vs {nick}, 4", "den 4 vs {nick}:"]


@pytest.mark.parametrize(
    ("nick", "form"),
    [(nick, form) for nick in ("bob", "BOB", "b[b", "vs", "on", "turn") for form in FORMS] + [("b[b", "den 4 b{{b")],
)
async def test_a_move_names_a_player_by_nick(room: Room, nick: str, form: str):
    """Whatever stands around the nick, and even if it is a word of moves itself."""
    await begun(room, "ann", nick, "cat")
    play = room.table.play
    assert not play.reads(play.seating[0], "den 4 vs dora")
    command = play.read(play.seating[0], form.format(nick=nick))
    assert (command.creatures, command.against) == ((4,), 1)


async def test_a_move_names_a_computer_player(rooms: Rooms):
    room = await rooms.open(game="haven", options=SHORT, fill=2)
    (ann,) = room.present("ann")
    await room.says(ann, "!join")
    await room.says(ann, "!go")
    play = room.table.play
    for name in ("Babbage", "babbage (bot)"):
        assert play.read(play.seating[0], f"den 4 5 vs {name}").against == 2


async def test_who_has_left_cannot_be_named(room: Room):
    people = await begun(room, "ann", "bob", "cat")
    await room.leaves(people[1])
    play = room.table.play
    assert not play.reads(play.seating[0], "den 4 vs bob")
    assert play.reads(play.seating[0], "den 4 vs cat")


async def test_the_words_of_a_move_are_no_names(room: Room):
    """Somebody is called like a word that is typed."""
    await begun(room, "ann", "turn", "on")
    play = room.table.play
    for text in ("pass turn", "hold on", "play 3 on 12"):
        assert play.read(play.seating[0], text) == room.table.game.parse(room.state, 0, text)
    assert play.read(play.seating[0], "play 3 on on").targets == (~2,)


async def test_a_nick_that_is_mistyped_is_answered_with_how_moves_look(room: Room):
    ann, _ = from_active(room, await begun(room, "ann", "bob"))
    for text in ("!play 3 on bobb", "!den 4 vs bobb"):
        await room.says(ann, text)
        assert room.private(ann)[0].startswith("Moves look like play 3, play 3 on 12, ")


# Reactions


async def test_rule_12_hold_asks_before_everything_and_pass_goes_on(room: Room):
    ann, bob = from_active(room, await begun(room, "ann", "bob"))
    await room.says(ann, "draw")
    assert room.state.window is None  # bob has no AP before his first turn, and so nothing to react with
    room.fresh()
    await room.whispers(bob, "hold on")
    answer, hand = room.fresh()
    assert (answer.to, answer.text) == (bob, "hold is on for you: you are always asked where one can react.")
    assert hand.to is bob
    assert hand.text.startswith("You hold ")
    assert hand.text.endswith(" You are asked before everything.")
    await room.says(ann, "end")
    assert room.public() == [f"{ann.nick} ends the turn. *{bob.nick}*: react, or pass: 8 s."]
    await room.says(bob, "pass")
    assert room.public()[0].startswith(f"*{bob.nick}*'s turn (1/5), 10 AP")
    await room.says(bob, "!hold off")
    answer, hand = room.private(bob)
    assert answer == "hold is off for you: you are asked only where you can react."
    assert hand.endswith(" You are asked only when you can react.")


async def test_rule_12_pass_turn_passes_until_the_turn_ends(rooms: Rooms):
    room = await rooms.open(game="haven", options={**SHORT, "ap": 20, "first_ap": 20})
    ann, bob = from_active(room, await begun(room, "ann", "bob"))
    await room.says(bob, "!hold on")
    await room.says(ann, "draw")
    await room.says(bob, "pass turn")
    await room.says(ann, "draw")
    assert room.state.window is None
    await room.says(ann, "end")
    assert room.state.active == room.table.play.seating.of(bob).number
    assert room.state.sides[room.state.active].hold


async def test_rule_12_an_unanswered_window_closes_by_itself_and_two_end_hold(room: Room):
    ann, bob = from_active(room, await begun(room, "ann", "bob"))
    await room.says(bob, "!hold on")
    await room.says(ann, "draw")
    await room.advance(7_999)
    assert room.state.window
    await room.advance(1)
    assert room.state.window is None
    await room.says(ann, "end")
    room.fresh()
    await room.advance(8_000)
    assert any(told.endswith(" You are asked only when you can react.") for told in room.private(bob))


@pytest.mark.parametrize("text", ["hold on", "hold off", "pass", "pass turn", "play 1", "!hold on", "!pass", "!play 1"])
async def test_an_onlooker_cannot_move(room: Room, text: str):
    await begun(room, "ann", "bob")
    (eve,) = room.present("eve")
    log = len(room.table.play.match.log)
    await room.says(eve, text)
    assert room.public() == []
    assert len(room.table.play.match.log) == log


# Words and decks


async def test_words_can_be_given_other_names(rooms: Rooms):
    words = {"sprite": "Cat", "sun": "Gold", "life": "calm", "fight": "glade"}
    room = await rooms.open(game="haven", options={"words": words, "max_rounds": 3})
    people = room.present("ann", "bob")
    for person in people:
        await room.says(person, "!join")
    room.fresh()
    await room.says(people[0], "!go")
    assert any("ann, bob, 30 calm each." in line for line in room.public())
    await room.says(people[0], "!card dawn-lamb")
    assert room.private(people[0])[0].startswith("Dawn Lamb (dawn-lamb): Gold Cat, ")
    await room.says(people[1], "!score")
    assert room.private(people[1]) == ["Calm: ann 30, bob 30."]
    await room.restart()
    await room.says(room.channel.persons[0], "!score")
    assert room.private(room.channel.persons[0])[-1] == "Calm: ann 30, bob 30."
    await play_until(room, lambda room: False)
    assert proven(room)


async def test_a_player_builds_a_deck_in_private_and_plays_it(room: Room):
    ann, bob = room.present("ann", "bob")
    await room.whispers(ann, "deck haven copy tide mine")
    await room.whispers(ann, "deck haven check mine")
    assert room.private(ann)[-1] == "mine: 40 cards. It can be played."
    await room.whispers(ann, "deck haven use mine")
    for person in (ann, bob):
        await room.says(person, "!join")
    room.fresh()
    await room.says(ann, "!go")
    told = {said.text for said in room.fresh() if said.to is ann}
    assert "You play the deck mine." in told
    tide, dawn = (sorted(room.table.game.ready_decks("deck")[name]) for name in ("tide", "dawn"))
    assert decks(room.state) == {0: tide, 1: dawn}


@pytest.mark.parametrize("typed", ["play", "use it", "den", "play sunny-terrace", "den 4 against nobody"])
async def test_what_was_meant_for_a_move_is_answered_and_chat_is_not(room: Room, typed: str):
    people = await begun(room, "ann", "bob")
    (seat,) = room.table.game.actors(room.state)
    await room.says(people[seat], "play nice with the kids, you two over there")
    assert room.fresh() == []
    await room.says(people[seat], typed)
    (told,) = room.private(people[seat])
    assert told.startswith(("Moves look like", "Name at least one Sprite"))


async def test_players_of_whom_there_are_none_are_not_understood(room: Room):
    """A seat can be typed as `@1`, which nobody has to."""
    people = await begun(room, "ann", "bob")
    for person in people:
        await room.says(person, "keep")
    state = room.state
    active = people[state.active]
    state.things[1] = Thing("dawn-lamb", state.active, state.active)
    state.sides[state.active].hand, state.sides[state.active].mana = {1: "sunbeam"}, {"sun": 9}
    room.fresh()
    for text in ("play 1 on @9", "play 1 on @999999", "use 1 on @2", "choose @7"):
        await room.says(active, text)
        (said,) = room.fresh()
        assert (said.to, said.text[:23]) == (active, "Moves look like play 3,")
    await room.says(active, "den 1 vs @9")
    assert [said.text for said in room.fresh()] == ["Name an opponent who is still in."]
