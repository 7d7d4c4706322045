"""People log in and out in the middle: whose a seat is then, and whose it never is."""

from collections.abc import AsyncIterator

import pytest
from sqlalchemy import select
from structlog.testing import capture_logs

from ionbot.channel import Departure, Person
from ionbot.store.database import DatabaseError
from ionbot.store.models import players, seats
from tests.table.ion import NO_FILLERS, card_seed
from tests.table.room import FakeChannel, Room, Rooms, faults

OPTIONS = {"idle_limit": 100}


@pytest.fixture
async def ion(rooms: Rooms) -> Room:
    """A room where ION is played by three who all hold a +; nobody is put out for being slow."""
    return await rooms.open(game="ion", options=NO_FILLERS | OPTIONS, seed=card_seed(3, **OPTIONS))


async def three(room: Room, account: str | None = None) -> list[Person]:
    """Begin a match of ann (who may have an account), bob and cat."""
    people = [
        await room.arrives(room.person(nick, account if nick == "ann" else None)) for nick in ["ann", "bob", "cat"]
    ]
    await room.begins(*people)
    return people


def at(room: Room, person: Person) -> int | None:
    seat = room.table.play.seating.of(person)
    return seat.number if seat else None


def sitters(room: Room) -> list[str]:
    """Whose the seats are in the store."""
    with room.database.read() as connection:
        query = seats.join(players).select().order_by(seats.c.seat)
        return [row["identity"] for row in connection.execute(query).mappings()]


def bound(room: Room) -> list[str | None]:
    """The accounts that the seats are bound to in the store."""
    with room.database.read() as connection:
        return list(connection.scalars(select(seats.c.bound).order_by(seats.c.seat)))


ANN, OTHERS = "account:Ann", ["nick:bob", "nick:cat"]


async def test_who_logs_out_keeps_the_seat_on_that_connection(ion: Room):
    ann, *_ = await three(ion, "Ann")
    await ion.logs_in(ann, None)
    await ion.says(ann, "!inv")
    assert (at(ion, ann), ion.private(ann)[0].partition(" ")[0]) == (0, "You")
    assert sitters(ion) == [ANN, *OTHERS]


@pytest.mark.parametrize("account", [None, "Eve"])
async def test_a_seat_of_an_account_stays_so_when_its_player_logs_out(ion: Room, account: str | None):
    """Not even from the same nick, user and host does it come back without the account."""
    ann, *_ = await three(ion, "Ann")
    await ion.logs_in(ann, account)
    await ion.leaves(ann, Departure.SPLIT)
    assert at(ion, await ion.arrives(ion.person("ann", account=account))) is None
    assert at(ion, await ion.arrives(ion.person("annie", account="Ann", host="mobile.example"))) == 0
    assert sitters(ion) == [ANN, *OTHERS]


async def test_who_logs_in_during_the_match_can_come_back_by_that_account(ion: Room):
    """The match counts for the player who sat down: a nick without an account."""
    ann, *_ = await three(ion)
    await ion.logs_in(ann, "Ann")
    await ion.leaves(ann, Departure.PING_TIMEOUT)
    back = await ion.arrives(ion.person("annie", account="Ann", host="mobile.example"))
    assert at(ion, back) == 0
    await ion.says(back, "!quit")
    assert sitters(ion) == ["nick:ann", *OTHERS]
    assert ion.stored().seats[0].nick == "annie"
    assert ion.findings() == []


async def test_the_first_account_counts_and_logging_out_of_it_changes_nothing(ion: Room):
    ann, *_ = await three(ion)
    for account in ("Ann", None, "Eve"):
        await ion.logs_in(ann, account)
    await ion.leaves(ann, Departure.SPLIT)
    assert at(ion, await ion.arrives(ion.person("eve", account="Eve"))) is None
    assert at(ion, await ion.arrives(ion.person("ann"))) is None
    assert at(ion, await ion.arrives(ion.person("ann_", account="Ann"))) == 0


async def test_a_stranger_with_the_nick_of_an_account_gets_nothing_whatever_they_log_in_to(ion: Room):
    ann, *_ = await three(ion, "Ann")
    await ion.leaves(ann, Departure.SPLIT)
    ion.fresh()
    stranger = await ion.arrives(ion.person("ann", host="elsewhere.example"))
    await ion.logs_in(stranger, "Eve")
    await ion.logs_in(stranger, None)
    assert at(ion, stranger) is None
    assert ion.fresh() == []
    back = await ion.arrives(ion.person("ann_", host="mobile.example"))
    assert at(ion, back) is None
    await ion.logs_in(back, "Ann")
    assert at(ion, back) == 0
    told = ion.fresh()
    assert told[0].text.startswith("ann_ is back.")
    assert {said.to for said in told[1:]} == {back}
    assert (sitters(ion), ion.stored().seats[0].nick) == ([ANN, *OTHERS], "ann_")


async def test_a_seat_whose_player_is_there_is_not_given_to_another_connection_that_logs_in(ion: Room):
    ann, *_ = await three(ion, "Ann")
    second = await ion.arrives(ion.person("ann_", host="mobile.example"))
    ion.fresh()
    await ion.logs_in(second, "Ann")
    assert (at(ion, ann), at(ion, second), ion.fresh()) == (0, None, [])


async def test_who_sits_already_does_not_get_a_second_seat_by_logging_in(ion: Room):
    ann, *_ = await three(ion, "Ann")
    await ion.leaves(ann, Departure.SPLIT)
    phone = await ion.arrives(ion.person("phone", host="mobile.example"))
    await ion.says(phone, "!join")
    await ion.logs_in(phone, "Ann")
    ion.hall.joined(ion.channel, phone)
    await ion.settle()
    assert at(ion, phone) == 3
    assert ion.table.play.seating[0].person is None
    await ion.advance(90_000)
    assert sitters(ion) == [ANN, *OTHERS, "nick:phone"]
    assert ion.findings() == []


async def test_two_seats_of_one_account_go_to_two_connections(ion: Room):
    ann, bob, _ = await three(ion, "Ann")
    await ion.logs_in(bob, "Ann")
    await ion.leaves(bob, Departure.SPLIT)
    assert at(ion, ann) == 0
    assert at(ion, await ion.arrives(ion.person("bobby", account="Ann"))) == 1


async def test_after_a_restart_a_seat_of_an_account_waits_until_its_player_has_logged_in(ion: Room):
    ann, *_ = await three(ion, "Ann")
    await ion.logs_in(ann, None)
    await ion.restart()
    again = ion.channel.find("ann")
    assert at(ion, again) is None
    await ion.logs_in(again, "Ann")
    assert at(ion, again) == 0


async def comes_back_by_account_only(room: Room) -> None:
    """The bot is restarted: ann's nick, user and host are there without an account, and later Ann on her phone."""
    room.channel.persons = [room.person(nick) for nick in ("ann", "bob", "cat")]
    await room.restart()
    stranger = room.channel.find("ann")
    await room.says(stranger, "!inv")
    told = [said.text for said in room.fresh() if said.to is stranger]
    assert (at(room, stranger), told) == (None, ["You sit at no match here; !join takes a seat."])
    back = await room.arrives(room.person("annie", account="Ann", host="mobile.example"))
    assert at(room, back) == 0
    assert room.findings() == []


@pytest.mark.parametrize("turns", [0, 1])
@pytest.mark.parametrize("after", ["Ann", None, "Eve"])
async def test_a_login_during_the_match_binds_the_seat_beyond_a_restart(ion: Room, after: str | None, turns: int):
    ann, *_ = await three(ion)
    for account in ("Ann", after):
        await ion.logs_in(ann, account)
    await ion.advance(turns * 120_000)
    await comes_back_by_account_only(ion)


async def test_a_login_in_the_lobby_binds_the_seat_beyond_a_restart(ion: Room):
    ann, bob, cat = ion.present("ann", "bob", "cat")
    for person in (ann, bob, cat):
        await ion.says(person, "!join")
    await ion.logs_in(ann, "Ann")
    await ion.says(ann, "!go")
    await comes_back_by_account_only(ion)


async def test_a_login_that_cannot_be_saved_is_saved_with_what_happens_next(ion: Room):
    ann, bob, _ = await three(ion)
    ion.break_database(1, lambda: DatabaseError("disk full"))
    with capture_logs() as logs:
        await ion.logs_in(ann, "Ann")
        await ion.leaves(bob, Departure.PING_TIMEOUT)
    assert [entry["why"] for entry in logs if entry["log_level"] == "warning"] == ["disk full"]
    assert not any(faults(logs))
    assert not any("cannot save" in text for text in ion.public())
    await comes_back_by_account_only(ion)


async def test_a_seat_that_is_handed_over_is_not_bound_to_the_account_of_before(ion: Room):
    ann, *_ = await three(ion)
    await ion.arrives(ion.person("eve"))
    await ion.logs_in(ann, "Ann")
    await ion.says(ann, "!swap eve")
    await ion.says(ion.channel.find("eve"), "!accept")
    await ion.restart()
    assert at(ion, ion.channel.find("eve")) == 0
    assert at(ion, ion.channel.find("ann")) is None


async def test_an_account_is_kept_for_as_long_as_the_match_runs(ion: Room):
    ann, bob, cat = await three(ion)
    await ion.logs_in(ann, "Ann")
    await ion.close()
    assert bound(ion) == ["Ann", None, None]
    await ion.open()
    for person in (bob, cat, ann):
        await ion.says(person, "!quit")
    assert ion.table.play is None
    assert bound(ion) == [None, None, None]


# Lobbies


async def test_a_guest_who_logs_in_or_out_is_the_same_guest(ion: Room):
    ann, bob = ion.present("ann", "bob")
    ann.account = "Ann"
    for person in (ann, bob):
        await ion.says(person, "!join")
    guests = list(ion.table.lobby.guests)
    ion.fresh()
    await ion.logs_in(ann, None)
    await ion.logs_in(bob, "Bob")
    assert (ion.table.lobby.guests, ion.fresh()) == (guests, [])
    await ion.says(ann, "!go")
    assert sitters(ion) == [ANN, "nick:bob"]
    assert [seat.account for seat in ion.table.play.seating] == ["Ann", "Bob"]


async def test_a_guest_who_has_logged_out_is_known_by_the_account_on_another_connection(ion: Room):
    desk, phone = ion.present("desk", "phone")
    desk.account = "Ann"
    await ion.says(desk, "!join")
    await ion.logs_in(desk, None)
    phone.account = "Ann"
    await ion.says(phone, "!join")
    assert [guest.person for guest in ion.table.lobby.guests] == [phone]


# Several channels


@pytest.fixture
async def two(rooms: Rooms) -> AsyncIterator[Room]:
    """A room with a second channel."""
    room = rooms.made(game="ion", options=NO_FILLERS)
    room.channels.append(FakeChannel("#other"))
    await room.open()
    yield room
    await room.close()


async def test_whoever_logs_in_gets_their_seats_in_every_channel(two: Room):
    ann = two.person("ann", "Ann")
    for channel in two.channels:
        ann.status[channel.folded] = 0
        channel.persons.append(ann)
        bob, cat = two.present("bob", "cat", channel=channel)
        for person in (ann, bob, cat):
            two.hall.heard(channel, person, "!join")
        two.hall.heard(channel, ann, "!go")
    await two.settle()
    again = two.person("ann")
    for channel in two.channels:
        channel.persons.remove(ann)
        two.hall.left(channel, ann, Departure.SPLIT)
        again.status[channel.folded] = 0
        channel.persons.append(again)
        two.hall.joined(channel, again)
    await two.settle()
    assert not any(table.seats(again) for table in two.hall.tables.values())
    await two.logs_in(again, "Ann")
    assert all(table.seats(again) for table in two.hall.tables.values())
