"""Fia at a table: whole duels, restarts, the lobby of a game for two, and a game's own questions."""

from collections import Counter
from itertools import islice

import pytest
from typer.testing import CliRunner

from games.fia import FIA
from games.fia.state import Stage
from ionbot.channel import Departure, Status
from ionbot.cli import app
from ionbot.control import survey
from ionbot.store.models import MatchStatus
from ionbot.store.proof import proofs
from ionbot.store.public import public
from tests.table.conftest import Logs
from tests.table.fia import CALM_MS, SERVER, call, called, card, moves
from tests.table.room import Room, Rooms, Said

FREE = {"spread": "free"}


@pytest.fixture
async def room(rooms: Rooms) -> Room:
    """A room where Palette is played."""
    return await rooms.open(game="fia")


@pytest.fixture
async def free(rooms: Rooms) -> Room:
    """A room where the Free spread is played."""
    return await rooms.open(game="fia", options=FREE)


def proven(room: Room) -> bool:
    return room.findings() == [] and dict(proofs(room.database)) == {1: []}


async def test_a_whole_duel_in_palette(room: Room):
    """A turn takes two lines of the channel at most, and a private one."""
    people = room.present("ann", "bob")
    await room.begins(*people)
    lines: list[Said] = []
    for seat, move in moves(room):
        await room.says(people[seat], move)
        lines = room.fresh()
        if room.table.play:
            assert 1 <= sum(said.to is None for said in lines) <= 2
            assert sum(said.to is not None for said in lines) <= 1
    result, seed = [said.text for said in lines if said.to is None][-2:]
    assert "wins!" in result
    assert seed.startswith("Match 1 is over.")
    assert room.stored().match.status is MatchStatus.FINISHED
    assert proven(room)


async def test_a_whole_duel_in_the_free_spread(free: Room):
    """A draw takes three lines of the channel at most: the call, who has drawn first, and what came of it."""
    people = await called(free)
    draws = 0
    while free.table.play:
        for seat, move in moves(free, b"draw %d" % draws):
            await free.whispers(people[seat], move, SERVER + 300 + 10 * seat)
        draws += 1
        public = free.public()
        if free.table.play:
            assert len(public) == 2
            await call(free)
    assert draws > 3
    assert free.stored().match.status is MatchStatus.FINISHED
    assert proven(free)


# The table of a game for two


async def test_a_third_one_is_told_that_the_table_is_full(room: Room):
    ann, bob, cat = room.present("ann", "bob", "cat")
    for person in (ann, bob):
        await room.says(person, "!join")
    room.fresh()
    await room.says(cat, "!join")
    assert [(said.to, said.text) for said in room.fresh()] == [(cat, "The table is full.")]
    await room.says(ann, "!go")
    room.fresh()
    await room.says(cat, "!join")
    (line,) = room.fresh()
    assert line.to is cat
    assert line.text.startswith("A duel is for two")


async def test_a_computer_player_fills_the_other_seat(rooms: Rooms):
    room = await rooms.open(game="fia", fill=3)
    ann, bob = room.present("ann", "bob")
    await room.says(ann, "!join")
    room.fresh()
    await room.says(bob, "!join")
    assert [(said.to, said.text) for said in room.fresh()] == [(bob, "The table is full.")]
    await room.says(ann, "!go")
    assert "against Ada (bot) in Palette" in room.public()[0]


async def test_a_computer_player_duels_in_the_free_spread(rooms: Rooms):
    room = await rooms.open(game="fia", options=FREE, fill=1, countdown=0)
    (ann,) = room.present("ann")
    await room.says(ann, "!join")
    await room.advance(CALM_MS)
    await room.advance(1_000)
    assert room.public()[-1] == "Ada (bot) has drawn."
    await room.whispers(ann, "pass")
    assert "ann passes." in room.public()[0]
    assert room.findings() == []


async def test_an_operator_starts_the_spread_of_their_choice(room: Room):
    op = await room.arrives(room.person("op"), Status.OP)
    await room.says(op, "!start fia spread=free")
    assert room.public()[0].startswith("op opens Fia [i] (spread=free), match 1; ")
    for person in room.present("ann", "bob"):
        await room.says(person, "!join")
    await room.says(op, "!start")
    assert "in the Free spread: who brings the other to 0 LP wins. At DRAW! send me a card in private" in "".join(
        room.public()
    )


async def test_fia_is_joined_where_another_game_is_the_default(rooms: Rooms):
    room = await rooms.open(game="ion")
    ann, bob = room.present("ann", "bob")
    await room.says(ann, "!join fia luck")
    assert room.public()[0].startswith("ann opens Fia [i], match 1; ")
    await room.says(bob, "!join")
    await room.says(ann, "!go")
    assert room.table.game is FIA


# What is asked


async def test_a_games_own_question_is_answered_to_who_asks(room: Room):
    ann, bob = room.present("ann", "bob")
    await room.begins(ann, bob)
    for ask in (room.says, room.whispers):
        for text in ("!stock", "!STOCK", "!stoc"):
            await ask(bob, text)
            assert [(said.to, said.text) for said in room.fresh()] == [
                (bob, "ann has nothing stockpiled. bob has nothing stockpiled.")
            ]
    await room.says(ann, "!help")
    assert ", stock" in room.private(ann)[0]
    await room.says(ann, "!help stock")
    assert room.private(ann) == ["!stock: what both have stockpiled."]


async def test_a_games_own_question_before_the_match_and_in_another_game(rooms: Rooms):
    room = await rooms.open(game="fia")
    (eve,) = room.present("eve")
    await room.says(eve, "!stock")
    assert room.private(eve) == ["Nothing is played here; !join opens a table."]
    await room.says(eve, "!join pebbles")
    room.fresh()
    await room.whispers(eve, "stock")
    assert room.private(eve) == ["There is no stock; !help lists what there is."]


async def test_a_card_is_looked_up(room: Room):
    (eve,) = room.present("eve")
    await room.says(eve, "!card gh5")
    assert room.private(eve) == ["gh5: green Heal, gives you 5 LP."]
    await room.says(eve, "!rules gh5")
    no_topic, instead = room.private(eve)
    assert no_topic.startswith("There is no topic gh5")
    assert instead == "!card NAME tells what a card does."


async def test_an_option_behind_join_is_told_to_be_for_operators(room: Room):
    ann, bob = room.present("ann", "bob")
    await room.says(ann, "!join fia spread=free")
    assert room.private(ann) == [
        "Your word goes into the shuffle: spread=free", "Options are for operators: !start fia spread=free"
    ]  # fmt: skip
    await room.says(bob, "!join luck=free")
    assert room.private(bob) == ["Your word goes into the shuffle: luck=free"]


async def test_short_forms_and_the_hand(room: Room):
    first, second = await room.begins(*room.present("ann", "bob"))
    await room.says(first, "!hand")
    assert room.private(first)[0].startswith("You hold ")
    await room.says(first, "!top")
    assert room.public()[0].startswith(f"{first.nick} plays the top card: ")
    await room.says(second, "!dr")
    assert room.public()[0].startswith(f"{second.nick} plays none and draws.")


# Restarts


async def test_a_restart_in_the_middle_of_a_turn(room: Room):
    people = room.present("ann", "bob")
    await room.begins(*people)
    for seat, move in islice(moves(room), 5):
        await room.says(people[seat], move)
    hands = [list(side.hand) for side in room.state.sides]
    await room.advance(40_000)
    room.fresh()
    await room.restart()
    acting = room.channel.persons[room.state.current]
    lines = room.fresh()
    line = next(said.text for said in lines if said.to is None)
    assert line.startswith("I am here again. Last: ")
    assert f"*{acting.nick}*'s turn" in line
    assert {said.to.nick for said in lines if said.to} == {"ann", "bob"}
    assert [side.hand for side in room.state.sides] == hands
    await room.advance(44_999)
    assert room.public() == []
    await room.says(acting, "draw")
    assert room.public()[0].startswith(f"{acting.nick} plays none and draws.")
    assert room.findings() == []


@pytest.mark.parametrize("stamps", [(SERVER + 700, SERVER + 400), (None, None)])
async def test_a_restart_between_the_call_and_the_second_play(free: Room, stamps: tuple[int | None, int | None]):
    """What was laid stays laid and secret, and was first; the other one is called again."""
    ann, _ = await called(free)
    laid = card(free, 0)
    await free.advance(1_000)
    await free.whispers(ann, laid, stamps[0])
    await free.restart()
    ann, bob = free.channel.persons
    public = free.public()
    assert public[-1].endswith("DRAW! *bob*: 8 s.")
    assert not any(laid in line for line in public)
    await free.advance(500)
    await free.whispers(bob, "pass", stamps[1])
    (line,) = free.public()
    assert line.startswith(f"bob passes. ann lays {laid}.")
    assert free.findings() == []


async def test_a_restart_in_a_tie_break(rooms: Rooms):
    free = await rooms.open(game="fia", options=FREE | {"free_lp": 1})
    ann, bob = await called(free)
    for seat, person in enumerate((ann, bob)):
        await free.whispers(person, card(free, seat, "a"), SERVER + 500)
    assert "a tie-break!" in free.public()[-1]
    assert free.state.stage is Stage.TIE
    await free.whispers(ann, card(free, 0))
    assert free.public() == ["ann has laid a card."]
    hands = [list(side.hand) for side in free.state.sides]
    await free.restart()
    ann, bob = free.channel.persons
    assert free.public()[-1].endswith("*bob*: send me one card in private, 20 s.")
    assert [side.hand for side in free.state.sides] == hands
    await free.whispers(bob, card(free, 1))
    assert "ann lays " in free.public()[0]
    for seat, move in moves(free):
        await free.whispers((ann, bob)[seat], move)
    assert proven(free)


# Secrets


async def told_of_a_secret(room: Room, place: int) -> list[str]:
    """Let ann lay a card in secret; give all that others hear, can ask and can read on pages before it is shown."""
    ann, bob = await called(room)
    await room.whispers(ann, sorted(room.state.sides[0].hand)[place], SERVER + 100)
    for text in ("turn", "time", "table", "score", "players", "stock", "hand"):
        await room.whispers(bob, text)
    url = f"sqlite:///{room.file}"
    commands = [["show", "1"], ["show", "1", "--format", "json"], ["replay", "1"], ["list"]]
    pages = [CliRunner().invoke(app, ["matches", *command, "--database", url]).output for command in commands]
    pages += map(repr, (survey([], room.hall.tables.values(), None), public(room.stored())))
    await room.close()
    room.database.close()
    return [*(said.text for said in room.fresh() if said.to is not ann), *pages]


async def test_a_card_that_is_laid_in_secret_can_be_read_nowhere(rooms: Rooms, logs: Logs):
    """All is the same, whichever card it is."""
    told = []
    for place in (0, -1):
        logs.clear()
        told.append([*await told_of_a_secret(await rooms.open(game="fia", options=FREE), place), repr(logs)])
    assert "ann has drawn." in told[0]
    assert told[0] == told[1]


# Leaving


@pytest.mark.parametrize("how", [Departure.PART, Departure.KICK, Departure.QUIT])
async def test_case_8_the_cards_of_a_leaver(room: Room, how: Departure):
    """The total of every card stays, whoever leaves in the middle."""
    people = room.present("ann", "bob")
    await room.begins(*people)
    for seat, move in islice(moves(room), 6):
        await room.says(people[seat], move)
    match = room.table.play.match
    await room.leaves(people[0], how)
    assert room.table.play is None
    deck = Counter(FIA.ready_decks("palette")["balanced"])
    assert [Counter(side.cards) for side in match.state.sides] == [deck, deck]
    assert "bob wins!" in room.public()[-2]
    assert proven(room)


async def test_a_netsplit_holds_the_duel(room: Room):
    people = room.present("ann", "bob")
    first, _ = await room.begins(*people)
    await room.advance(10_000)
    await room.leaves(first, Departure.SPLIT)
    assert room.public() == [f"{first.nick} lost the connection; the duel waits."]
    await room.advance(89_000)
    back = await room.arrives(room.person(first.nick))
    assert f"*{first.nick}* begins with any card, or top for the top one of the deck: 35 s." in room.public()[0]
    await room.says(back, "top")
    assert room.public()[0].startswith(f"{first.nick} plays the top card")
    assert room.findings() == []


# Pauses


async def test_a_pause_over_the_call_begins_the_draw_anew(free: Room):
    ann, bob = await called(free)
    op = await free.arrives(free.person("op"), Status.OP)
    for person in (ann, bob):
        await free.whispers(person, "pass", SERVER + 100)
    await free.says(op, "!pause")
    free.fresh()
    await free.advance(10 * CALM_MS)
    await free.whispers(ann, card(free, 0))
    assert [(said.to, said.text) for said in free.fresh()] == [(ann, "The match is paused.")]
    await free.says(op, "!resume")
    assert free.public() == ["op ends the pause. ann 20 LP, bob 20 LP. Draw 2: hands at the holsters."]
    await call(free)
    assert free.findings() == []


async def test_what_was_laid_stays_laid_over_a_pause(free: Room):
    ann, bob = await called(free)
    op = await free.arrives(free.person("op"), Status.OP)
    laid = card(free, 0)
    await free.whispers(ann, laid, SERVER + 700)
    await free.says(op, "!pause")
    await free.advance(60_000)
    await free.whispers(bob, card(free, 1), SERVER + 60_700)
    free.fresh()
    await free.says(op, "!resume")
    assert free.public() == ["op ends the pause. DRAW! *bob*: 8 s."]
    await free.whispers(bob, "pass", SERVER + 61_000)
    assert free.public()[0].startswith(f"bob passes. ann lays {laid}.")
    assert free.findings() == []
