"""A lobby: opened by the first who joins, started by time or word, closed by time or by the last who leaves."""

import re

from games.kit.fair import commitment
from ionbot.channel import Departure, Status
from ionbot.store.models import MatchStatus
from tests.table.room import SEED, Room, Rooms


async def test_the_first_who_joins_opens_it_and_the_commitment_stands_in_the_opening_line(room: Room):
    (ann,) = room.present("ann")
    await room.says(ann, "!join")
    assert room.public() == [
        "ann opens Pebbles, match 1; !join sits down, !help explains. "
        f"Its cards are sealed: {commitment(SEED)}. "
        "ann at the table; Pebbles needs 1 player more."
    ]
    assert room.stored().commitment == commitment(SEED)
    assert room.stored().match.status is MatchStatus.LOBBY


async def test_the_countdown_is_shown_once_and_then_the_match_starts(room: Room):
    ann, bob, cat = room.present("ann", "bob", "cat")
    await room.says(ann, "!join")
    await room.says(bob, "!join")
    await room.advance(10_000)
    await room.says(cat, "!join")
    lines = room.public()
    assert lines[1:] == [
        "bob sits down. ann, bob at the table; Pebbles starts in 30 s. !go starts at once.",
        "cat sits down. ann, bob, cat at the table.",
    ]
    await room.advance(19_999)
    assert room.public() == []
    await room.advance(1)
    assert re.fullmatch(r"\*\w+\*'s turn, 12 left\.", room.public()[0])
    assert room.stored().match.status is MatchStatus.RUNNING


async def test_whoever_asks_hears_how_long_the_countdown_lasts(room: Room):
    ann, bob, cat = room.present("ann", "bob", "cat")
    await room.says(ann, "!join")
    await room.says(bob, "!join")
    await room.advance(11_000)
    for question in ("!time", "!players", "!table", "!turn", "!score"):
        await room.says(cat, question)
        assert room.private(cat) == ["ann, bob at the table; Pebbles starts in 19 s."]


async def test_go_starts_at_once(room: Room):
    ann, bob = room.present("ann", "bob")
    await room.says(ann, "!join")
    await room.says(bob, "!join")
    await room.says(ann, "!go")
    assert room.table.lobby is None
    assert room.stored().match.players == ["ann", "bob"]


async def test_go_of_an_outsider_is_refused(room: Room):
    ann, bob, eve = room.present("ann", "bob", "eve")
    await room.says(ann, "!join")
    await room.says(bob, "!join")
    await room.says(eve, "!go")
    assert room.private(eve) == ["Only who sits at the table can start; !join sits down."]
    assert room.table.play is None


async def test_go_with_too_few_says_how_many_are_missing(room: Room):
    (ann,) = room.present("ann")
    await room.says(ann, "!join")
    await room.says(ann, "!go")
    assert room.private(ann) == ["ann at the table; Pebbles needs 1 player more."]


async def test_go_without_a_lobby_says_how_to_open_one(room: Room):
    (ann,) = room.present("ann")
    await room.says(ann, "!go")
    assert room.private(ann) == ["There is nothing to start; !join opens a table."]


async def test_go_in_a_match_says_that_it_runs(room: Room):
    ann, bob = room.present("ann", "bob")
    await room.begins(ann, bob)
    await room.says(ann, "!go")
    assert room.private(ann) == ["The match runs already."]


async def test_the_last_one_out_closes_it(room: Room):
    ann, bob = room.present("ann", "bob")
    await room.says(ann, "!join")
    await room.says(bob, "!join")
    await room.says(ann, "!quit")
    room.public()
    await room.says(bob, "!quit")
    assert room.public() == ["bob leaves. The table is closed."]
    assert room.stored().match.status is MatchStatus.CANCELLED
    assert room.alarm.due == {}


async def test_who_leaves_the_channel_leaves_the_lobby(room: Room):
    ann, bob = room.present("ann", "bob")
    await room.says(ann, "!join")
    await room.says(bob, "!join")
    for person, how in ((ann, Departure.PART), (bob, Departure.SPLIT)):
        await room.leaves(person, how)
    assert room.public()[-2:] == [
        "ann leaves. bob at the table; Pebbles needs 1 player more.",
        "bob leaves. The table is closed.",
    ]


async def test_leaving_stops_the_countdown_and_it_begins_anew(room: Room):
    ann, bob, cat = room.present("ann", "bob", "cat")
    await room.says(ann, "!join")
    await room.says(bob, "!join")
    await room.advance(29_000)
    await room.says(bob, "!quit")
    assert room.public()[-1] == "bob leaves. ann at the table; Pebbles needs 1 player more."
    await room.advance(60_000)
    assert room.table.play is None
    await room.says(cat, "!join")
    assert room.public() == ["cat sits down. ann, cat at the table; Pebbles starts in 30 s. !go starts at once."]


async def test_leaving_lets_the_countdown_run_while_enough_remain(room: Room):
    ann, bob, cat = room.present("ann", "bob", "cat")
    for person in (ann, bob, cat):
        await room.says(person, "!join")
    await room.says(cat, "!quit")
    assert room.public()[-1] == "cat leaves. ann, bob at the table."
    await room.advance(30_000)
    assert room.stored().match.players == ["ann", "bob"]


async def test_it_closes_when_too_few_have_come_in_ten_minutes(room: Room):
    (ann,) = room.present("ann")
    await room.says(ann, "!join")
    await room.advance(10 * 60_000 - 1)
    assert room.table.lobby
    await room.advance(1)
    assert room.public()[-1] == "Too few have come; the table is closed."
    assert room.stored().match.status is MatchStatus.CANCELLED
    await room.says(ann, "!join")
    assert room.public()[0].startswith("ann opens Pebbles, match 2;")


async def test_a_full_table_takes_nobody_more(rooms: Rooms):
    room = await rooms.open(game="ion", options={"max_players": 2})
    ann, bob, cat = room.present("ann", "bob", "cat")
    for person in (ann, bob, cat):
        await room.says(person, "!join")
    assert [said.text for said in room.fresh() if said.to is cat] == ["The table is full."]
    assert len(room.table.lobby.guests) == 2


async def test_joining_twice_changes_nothing(room: Room):
    (ann,) = room.present("ann")
    await room.says(ann, "!join")
    await room.says(ann, "!join")
    assert room.private(ann) == ["You sit at the table already. ann at the table; Pebbles needs 1 player more."]
    assert len(room.table.lobby.guests) == 1


async def test_a_lobby_of_another_game_is_not_changed(room: Room):
    ann, bob = room.present("ann", "bob")
    await room.says(ann, "!join ION")
    assert "ann opens ION, match 1;" in room.public()[0]
    await room.says(bob, "!join pebbles")
    assert room.private(bob) == ["This table is open for ION."]
    await room.says(bob, "!join ion")
    assert len(room.table.lobby.guests) == 2


async def test_the_word_after_join_goes_into_the_shuffle(room: Room):
    ann, bob, cat = room.present("ann", "bob", "cat")
    await room.says(ann, "!join pebbles my  own luck")
    await room.says(bob, "!join abracadabra")
    await room.says(cat, "!join")
    await room.says(cat, "!go")
    header = room.stored().header
    assert header
    assert [chair.word for chair in header.chairs] == ["my  own luck", "abracadabra", ""]


async def test_who_adds_a_word_is_told_that_it_counts(room: Room):
    ann, bob = room.present("ann", "bob")
    await room.says(ann, "!join chess")
    assert room.private(ann) == ["Your word goes into the shuffle: chess"]
    await room.says(ann, "!join other")
    assert "other" not in " ".join(room.private(ann))
    await room.says(bob, "!join")
    assert room.private(bob) == []


async def test_nothing_is_held_before_the_match_begins(room: Room):
    (ann,) = room.present("ann")
    await room.says(ann, "!join")
    await room.says(ann, "!inv")
    assert room.private(ann) == ["The match has not begun: you hold nothing yet."]


async def test_who_is_not_in_the_channel_cannot_join(room: Room):
    eve = room.person("eve")
    await room.says(eve, "!join")
    assert room.table.lobby is None
    assert room.public() == []


async def test_a_lobby_can_be_joined_in_private(room: Room):
    (ann,) = room.present("ann")
    await room.whispers(ann, "join")
    assert room.public()[0].startswith("ann opens Pebbles")


async def test_quit_without_a_seat_is_answered(room: Room):
    (ann,) = room.present("ann")
    await room.says(ann, "!quit")
    assert room.private(ann) == ["You do not sit at this table; !join sits down."]


async def test_a_second_connection_of_the_same_account_has_the_same_place(room: Room):
    phone = await room.arrives(room.person("ann", account="Ann"))
    desk = await room.arrives(room.person("ann_desk", account="Ann"))
    await room.says(phone, "!join")
    await room.says(desk, "!join")
    assert room.private(desk) == ["You sit at the table already. ann_desk at the table; Pebbles needs 1 player more."]
    await room.leaves(phone)
    assert room.table.lobby.guests[0].person is desk


async def test_a_stranger_with_the_old_nick_of_a_guest_has_a_place_of_their_own(room: Room):
    ann = await room.arrives(room.person("ann"))
    await room.says(ann, "!join")
    room.rename(ann, "anna")
    stranger = await room.arrives(room.person("ann", host="elsewhere.example"))
    await room.says(stranger, "!join")
    assert [guest.person for guest in room.table.lobby.guests] == [ann, stranger]


async def test_a_lobby_ends_when_the_bot_loses_the_channel_and_it_says_so_on_return(room: Room):
    (ann,) = room.present("ann")
    await room.says(ann, "!join")
    await room.disconnects()
    assert room.stored().match.status is MatchStatus.CANCELLED
    room.public()
    await room.reconnects(room.person("ann"))
    assert room.public() == ["I was away; the table that was open is closed. !join opens one."]
    await room.disconnects()
    await room.reconnects()
    assert room.public() == []


async def test_a_lobby_ends_with_a_crash_and_the_bot_says_so_on_return(room: Room):
    (ann,) = room.present("ann")
    await room.says(ann, "!join")
    room.public()
    await room.restart()
    assert room.public() == ["I was away; the table that was open is closed. !join opens one."]
    assert room.stored().match.status is MatchStatus.CANCELLED
    assert room.findings() == []


async def test_computer_players_that_fill_a_lobby_start_the_countdown_and_leave_room_for_the_guest(rooms: Rooms):
    room = await rooms.open(game="ion", options={"max_players": 3, "even": False}, fill=19, countdown=5)
    (ann,) = room.present("ann")
    await room.says(ann, "!join")
    names = "ann, Ada (bot), Babbage (bot)"
    assert room.public()[0].endswith(f"{names} at the table; ION starts in 5 s. !go starts at once.")
    await room.advance(5_000)
    assert room.stored().match.players == ["ann", "Ada (bot)", "Babbage (bot)"]


async def test_without_a_countdown_it_starts_with_the_last_who_is_needed(rooms: Rooms):
    room = await rooms.open(countdown=0)
    ann, bob = room.present("ann", "bob")
    await room.says(ann, "!join")
    await room.says(bob, "!join")
    await room.advance(0)
    assert room.table.play


async def test_again_opens_a_table_as_the_last_one_was(room: Room):
    op = await room.arrives(room.person("Op"), Status.OP)
    ann, bob = [await room.arrives(room.person(nick)) for nick in ("Ann", "Bob")]
    await room.says(ann, "!again")
    assert room.table.lobby.options.pebbles == 12
    await room.says(op, "!stop")
    await room.says(op, "!start pebbles pebbles=5")
    await room.begins(ann, bob)
    await room.says(op, "!stop")
    await room.says(bob, "!again")
    assert room.table.lobby.options.pebbles == 5
    await room.says(ann, "!again")
    assert [guest.person for guest in room.table.lobby.guests] == [bob, ann]


async def test_an_endless_word_that_looks_like_an_option_is_answered_in_three_lines(ion: Room) -> None:
    (ann,) = ion.present("ann")
    await ion.says(ann, f"!join limit={'9' * 380}")
    lines = ion.private(ann)
    assert [line.partition(":")[0] for line in lines] == [
        "Your word goes into the shuffle", "Options are for operators",
    ]  # fmt: skip
    assert len(lines[1]) < 120
