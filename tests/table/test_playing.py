"""`play` in front of a move, or alone: UNO's habits work in every game that has such a move."""

import pytest

from ionbot.table.vocabulary import COMMANDS
from tests.table.battle import begun
from tests.table.fia import called, card, moves
from tests.table.room import Room, Rooms


@pytest.mark.parametrize("typed", ["!play +", "!pl +", "play +", "PL +", "!+", "+", "ionbot: play  +"])
async def test_a_move_of_ion_has_play_in_front_or_not(ion: Room, typed: str) -> None:
    ann, _ = await ion.begins(*ion.present("ann", "bob"))
    await ion.says(ann, typed)
    assert ion.public()[0].startswith(f"{ann.nick} plays +: +300.")


@pytest.mark.parametrize("typed", ["play nice", "play", "pl pl +", "play play +", "play it, + and so on"])
async def test_what_reads_as_no_move_behind_play_is_chat(ion: Room, typed: str) -> None:
    ann, _ = await ion.begins(*ion.present("ann", "bob"))
    await ion.says(ann, typed)
    assert ion.fresh() == []


@pytest.mark.parametrize("typed", ["!play", "!pl", "!play nice", "!pl 7"])
async def test_a_player_who_says_nothing_behind_play_is_told_what_moves_look_like(ion: Room, typed: str) -> None:
    ann, _ = await ion.begins(*ion.present("ann", "bob"))
    await ion.says(ann, typed)
    assert ion.private(ann) == ["That is no move. Type an item you hold as it is shown: ++, x2 ++, S."]


@pytest.mark.parametrize("typed", ["!play +", "!pl +", "!pl", "!play"])
async def test_who_does_not_play_is_told_how_to_take_a_seat(ion: Room, typed: str) -> None:
    *_, eve = ion.present("ann", "bob", "eve")
    await ion.begins(*ion.channel.persons[:2])
    await ion.says(eve, typed)
    assert ion.private(eve) == ["You sit at no match here; !join takes a seat."]


async def test_before_the_match_nothing_can_be_played(ion: Room) -> None:
    ann, _ = ion.present("ann", "bob")
    await ion.says(ann, "!join")
    ion.fresh()
    await ion.says(ann, "!play +")
    assert ion.private(ann) == ["The match has not begun; !go starts it."]


async def test_draw_and_pass_have_their_short_forms_in_a_card_battle(rooms: Rooms) -> None:
    room = await rooms.open(game="haven")
    people = await begun(room, "ann", "bob")
    acting = people[room.state.active]
    heard = []
    for typed in ("!pa", "!pass"):
        await room.says(acting, typed)
        heard.append(room.private(acting))
    assert heard[0] == heard[1] != []
    await room.says(acting, "!dr")
    assert room.public()[0].startswith(f"{acting.nick} pays for a card.")


async def test_draw_has_its_short_form_in_fia(rooms: Rooms) -> None:
    room = await rooms.open(game="fia")
    people = room.present("ann", "bob")
    await room.begins(*people)
    seat, move = next(moves(room))
    await room.says(people[seat], move)
    room.fresh()
    seat = min(room.table.game.actors(room.state))
    await room.says(people[seat], "!dr")
    assert room.public()


async def test_what_a_fight_is_called_can_stand_behind_play(rooms: Rooms) -> None:
    room = await rooms.open(game="haven")
    ann, bob = await begun(room, "ann", "bob")
    acting = (ann, bob)[room.state.active]
    for typed in ("!play end", "!end"):
        await room.says(acting, typed)
        assert room.public() != []
        acting = (ann, bob)[room.state.active]


async def test_what_is_so_already_is_answered_too(rooms: Rooms) -> None:
    room = await rooms.open(game="haven")
    ann, _ = await begun(room, "ann", "bob")
    heard = []
    for _ in range(2):
        await room.says(ann, "!play hold on")
        heard.append(room.private(ann)[-1])
    assert heard[0].endswith("You are asked before everything.")
    assert heard[1] == "You are asked before everything already."


def test_the_short_forms_of_uno_are_words_of_commands() -> None:
    forms = {"jo": "join", "pl": "play", "co": "colour", "ca": "inv", "cd": "table", "tu": "turn", "od": "players"}
    forms |= {"ct": "players", "ti": "time"}
    assert {form: COMMANDS[form].name for form in forms} == forms


@pytest.mark.parametrize("typed", ["play {card}", "!play {card}", "!pl {card}"])
async def test_a_secret_move_stays_one_behind_play(rooms: Rooms, typed: str) -> None:
    room = await rooms.open(game="fia", options={"spread": "free"})
    ann, _ = await called(room)
    await room.says(ann, typed.format(card=card(room, 0)))
    assert room.private(ann) == [
        "Moves are secret now, and that one does not count. Say it to me alone: /msg ionbot MOVE."
    ]
