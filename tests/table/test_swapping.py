"""A seat is handed over to somebody who wants it: by its owner, or by an operator."""

import pytest
from sqlalchemy import select

from games.kit.protocol import Standing
from ionbot.channel import Departure, Person, Status
from ionbot.store.models import handovers
from ionbot.store.resume import StoredMatch
from ionbot.store.scores import Counted, top
from tests.table.battle import begun
from tests.table.fia import called
from tests.table.ion import NO_FILLERS, card_seed
from tests.table.room import NETWORK, WAITS, Room, Rooms

OFFER = (
    "*cat*: oz offers you the seat of {}; type !accept within 60 s. It is yours until the match ends; its result "
    "counts for who began with it."
)


@pytest.fixture
async def oz(room: Room) -> Person:
    """An operator in the room."""
    return await room.arrives(room.person("oz"), Status.OP)


@pytest.fixture
async def cat(room: Room) -> Person:
    """Somebody who does not play."""
    return await room.arrives(room.person("cat"))


@pytest.fixture
async def players(room: Room, oz: Person, cat: Person) -> list[Person]:
    """Two who play, in front who has the turn."""
    return await room.begins(*room.present("ann", "bob"))


async def test_an_operator_offers_a_seat_and_who_accepts_it_plays_on(
    room: Room, oz: Person, cat: Person, players: list[Person]
):
    first, second = players
    await room.says(oz, f"!swap {first.nick} CAT")
    assert room.public() == [OFFER.format(first.nick)]
    assert room.table.seats(first)
    await room.says(cat, "!accept")
    lines = room.fresh()
    assert [said.text for said in lines if said.to is None] == [
        f"oz gives the seat of {first.nick} to cat. *cat*'s turn, 12 left."
    ]
    assert [(said.to, said.text) for said in lines if said.to] == [(cat, "You have: ")]
    assert not room.table.seats(first)
    await room.says(first, "1")
    assert room.fresh() == []
    await room.says(cat, "1")
    assert room.public() == [f"cat: 1 pebble. *{second.nick}*'s turn, 11 left."]
    assert room.findings() == []


async def test_who_plays_offers_the_own_seat(room: Room, cat: Person, players: list[Person]):
    first, second = players
    for line in ("!swap cat", f"!swap {second.nick} cat"):
        await room.whispers(second, line)
        (said,) = room.fresh()
        if said.to is None:
            assert said.text.startswith(f"*cat*: {second.nick} offers you the seat; type !accept within 60 s. ")
        else:
            assert (said.to, said.text) == (second, "cat has been offered that seat; !accept takes it.")
    await room.says(cat, "!accept")
    assert room.public() == [f"{second.nick} gives the seat to cat."]
    assert room.table.play.seating.of(cat).name == "cat"
    await room.says(first, "1")
    assert room.public() == [f"{first.nick}: 1 pebble. *cat*'s turn, 11 left."]


async def test_an_operator_can_take_a_seat_at_once(room: Room, oz: Person, players: list[Person]):
    await room.says(oz, f"!swap {players[1].nick} oz")
    assert room.public() == [f"oz takes the seat of {players[1].nick}."]
    assert room.table.seats(oz)


async def test_an_offer_holds_for_60_s(room: Room, oz: Person, cat: Person, players: list[Person]):
    none = "You are offered no seat now; an offer holds for 60 s."
    await room.says(cat, "!accept")
    assert room.private(cat) == [none]
    await room.says(oz, f"!swap {players[0].nick} cat")
    await room.says(oz, "!pause")
    room.time += 60_000
    room.fresh()
    await room.says(cat, "!accept")
    assert room.private(cat) == [none]
    await room.says(oz, f"!swap {players[0].nick} cat")
    room.time += 59_999
    room.fresh()
    await room.says(cat, "!accept")
    assert room.public() == [f"oz gives the seat of {players[0].nick} to cat."], "a pause asks nobody"


async def test_a_seat_is_offered_to_one_person_and_the_last_offer_counts(
    room: Room, oz: Person, cat: Person, players: list[Person]
):
    dan = await room.arrives(room.person("dan"))
    await room.says(oz, f"!swap {players[0].nick} cat")
    await room.says(oz, f"!swap {players[0].nick} dan")
    room.fresh()
    await room.says(cat, "!accept")
    assert room.private(cat) == ["You are offered no seat now; an offer holds for 60 s."]
    await room.says(dan, "!accept")
    await room.says(dan, "!accept")
    assert room.table.seats(dan)
    assert room.private(dan)[-1] == "You are offered no seat now; an offer holds for 60 s."


async def test_who_has_left_the_match_has_nothing_to_give(room: Room, cat: Person, oz: Person):
    ann, bob, dan = await room.begins(*room.present("ann", "bob", "dan"))
    await room.says(bob, "!swap cat")
    await room.says(bob, "!quit")
    room.fresh()
    await room.says(cat, "!accept")
    assert room.private(cat) == ["You are offered no seat now; an offer holds for 60 s."]
    await room.says(dan, "!swap cat")
    await room.says(oz, "!stop")
    room.fresh()
    await room.says(cat, "!accept")
    assert room.private(cat) == ["You are offered no seat now; an offer holds for 60 s."]
    assert not room.table.seats(ann)


@pytest.mark.parametrize(
    ("who", "line", "answer"),
    [
        ("oz", "!swap", "It is !swap NEW | swap OLD NEW."),
        ("oz", "!swap ann bob cat", "It is !swap NEW | swap OLD NEW."),
        ("oz", "!swap cat", "You do not sit at this table; !swap OLD NEW hands over another seat."),
        ("cat", "!swap cat", "You do not sit at this table; !join sits down."),
        ("cat", "!swap ann cat", "!swap OLD NEW is for channel operators; you can use !swap NEW."),
        ("ann", "!swap bob cat", "!swap OLD NEW is for channel operators; you can use !swap NEW."),
        ("ann", "!swap bob", "bob sits here already."),
        ("ann", "!swap nobody", "Nobody in #cards is called nobody."),
        ("oz", "!swap nobody cat", "Nobody at the table is called nobody."),
        ("oz", "!swap ann ann", "ann sits here already."),
        ("oz", "!swap Ada (bot) cat", "Ada is a computer player, whose seat stays; !bot remove sends one away."),
    ],
)
async def test_what_cannot_be_is_told_in_private(rooms: Rooms, who: str, line: str, answer: str):
    room = await rooms.open(fill=1)
    people = {person.nick: person for person in room.present("ann", "bob", "cat")}
    people["oz"] = await room.arrives(room.person("oz"), Status.OP)
    await room.begins(people["ann"], people["bob"])
    await room.says(people[who], line)
    assert [(said.to, said.text) for said in room.fresh()] == [(people[who], answer)]


async def test_without_a_table_there_is_nothing_to_hand_over(room: Room, oz: Person, cat: Person):
    await room.says(oz, "!swap oz cat")
    await room.says(oz, "!swap cat")
    assert room.private(oz) == [
        "Nobody at the table is called oz.", "You do not sit at this table; !swap OLD NEW hands over another seat."
    ]  # fmt: skip


@pytest.mark.parametrize("rule", ["account", "host", "excluded"])
async def test_who_may_not_sit_down_gets_no_seat(rooms: Rooms, rule: str):
    room = await rooms.open(**{"excluded": ["account:cat"]} if rule == "excluded" else {"one_seat": rule})
    ann, bob = room.person("ann", "ann"), room.person("bob", "bob")
    cat = room.person("cat", None if rule == "account" else "cat", "bob.example")
    dan = room.person("dan", "dan", "ann.example")
    for person in (ann, bob, cat, dan):
        await room.arrives(person)
    await room.begins(ann, bob)
    await room.says(ann, "!swap cat")
    assert room.private(ann) == ["cat cannot sit down here; !settings one_seat tells more."]
    await room.says(ann, "!swap dan")
    room.fresh()
    await room.logs_in(dan, None)
    await room.says(dan, "!accept")
    told = " ".join(said.text for said in room.fresh())
    if rule == "account":
        assert told == "Only who is logged in to services can sit down here."
    else:
        assert "ann gives the seat to dan." in told, "the host of who leaves counts no more"


async def test_a_turn_begins_anew_once_between_two_moves(room: Room, oz: Person, cat: Person, players: list[Person]):
    first, _ = players
    await room.advance(6_000)
    await room.says(oz, f"!swap {first.nick} cat")
    await room.says(cat, "!accept")
    room.fresh()
    await room.says(cat, "!time")
    assert room.private(cat) == ["10,000 ms left."]
    await room.advance(6_000)
    await room.says(cat, f"!swap {first.nick}")
    await room.says(first, "!accept")
    assert room.public()[-1] == f"cat gives the seat to {first.nick}."
    await room.says(cat, "!time")
    assert room.private(cat) == ["4,000 ms left."]
    await room.advance(4_000)
    assert room.public()[0].startswith(f"{first.nick} is late")


async def test_whose_turn_it_is_not_gives_nobody_time(room: Room, oz: Person, cat: Person, players: list[Person]):
    await room.advance(6_000)
    await room.says(oz, f"!swap {players[1].nick} cat")
    await room.says(cat, "!accept")
    room.fresh()
    await room.says(cat, "!time")
    assert room.private(cat) == ["4,000 ms left."]


async def test_it_lasts_through_a_crash_and_counts_for_who_began(
    room: Room, oz: Person, cat: Person, players: list[Person]
):
    first, second = players
    await room.says(oz, f"!swap {first.nick} cat")
    await room.says(cat, "!accept")
    room.fresh()
    await room.restart()
    cat, first, second, oz = (room.channel.find(each.nick) for each in (cat, first, second, oz))
    assert room.table.play.seating.of(cat)
    assert not room.table.play.seating.of(first)
    told = {said.to: said.text for said in room.fresh() if said.to}
    assert told.keys() == {cat, second}
    await room.says(cat, "3")
    await room.says(oz, "!stop")
    seats = {seat.nick: seat.place for seat in room.stored().seats}
    assert seats == {"cat": 1, second.nick: 2}
    ranked = top(room.database, Counted()).ranked
    assert [(line.player.nick, line.total.wins) for line in ranked] == [(first.nick, 1), (second.nick, 0)]
    assert room.findings() == []
    with room.database.read() as connection:
        ((seat, given),) = connection.execute(select(handovers.c.seat, handovers.c.given))
    assert (seat, given) == (0 if first.nick == "ann" else 1, room.wall())


@pytest.mark.parametrize("account", [None, "cat"])
async def test_the_seat_is_bound_to_who_has_it_and_to_nobody_else(room: Room, account: str | None):
    ann, bob = await room.begins(
        *[await room.arrives(room.person(nick, nick)) for nick in ("ann", "bob")]
    )  # fmt: skip
    cat = await room.arrives(room.person("cat", account))
    await room.says(bob, "!swap cat")
    await room.says(cat, "!accept")
    resumed = room.resume(NETWORK, room.channel.folded)
    assert isinstance(resumed, StoredMatch)
    number = room.table.play.seating.of(cat).number
    assert (resumed.seats[number].nick, resumed.seats[number].account) == ("cat", account)
    await room.leaves(cat, Departure.PING_TIMEOUT)
    room.fresh()
    await room.says(bob, "!inv")
    assert room.private(bob) == ["You sit at no match here; !join takes a seat."]
    again = await room.arrives(room.person("cat", account))
    assert room.table.play.seating.of(again).number == number
    assert room.table.play.seating.of(ann)


async def test_a_held_seat_can_be_given_to_somebody_who_is_here(rooms: Rooms):
    room = await rooms.open(game="ion", options=NO_FILLERS, seed=card_seed(2))
    oz = await room.arrives(room.person("oz"), Status.OP)
    cat = await room.arrives(room.person("cat"))
    first, second = await room.begins(*room.present("ann", "bob"))
    await room.leaves(second, Departure.PING_TIMEOUT)
    await room.says(oz, f"!swap {second.nick} cat")
    room.fresh()
    await room.says(cat, "!accept")
    told = room.fresh()
    (given,) = [said.text for said in told if said.to is None]
    assert given.startswith(f"oz gives the seat of {second.nick} to cat. cat is back.")
    assert {said.to for said in told if said.to} == {cat}
    await room.arrives(room.person(second.nick))
    assert not room.table.seats(room.channel.find(second.nick))
    assert room.table.seats(first)


async def test_in_a_lobby_the_host_of_who_leaves_counts_no_more(rooms: Rooms):
    room = await rooms.open(one_seat="host")
    ann = await room.arrives(room.person("ann"))
    cat = await room.arrives(room.person("cat", host="ann.example"))
    await room.says(ann, "!join")
    await room.says(ann, "!swap cat")
    await room.says(cat, "!accept")
    assert room.table.lobby.guest(cat)


async def test_who_has_waited_for_the_next_match_waits_no_more(rooms: Rooms):
    room = await rooms.open(game="fia")
    ann, _, cat = room.present("ann", "bob", "cat")
    await room.begins(ann, room.channel.persons[1])
    await room.says(cat, "!join")
    assert cat in room.table.waiting
    await room.says(ann, "!swap cat")
    await room.says(cat, "!accept")
    assert cat not in room.table.waiting


async def test_a_vote_is_not_handed_over(room: Room, oz: Person, cat: Person):
    ann, bob, dan = await room.begins(*room.present("ann", "bob", "dan"))
    await room.says(bob, "!vote stop")
    await room.says(oz, "!swap bob cat")
    await room.says(cat, "!accept")
    await room.says(dan, "!vote stop")
    assert room.table.play.sitters.votes == 1
    assert room.table.seats(ann)


async def test_in_a_secret_phase_nobody_gains_time_and_the_hand_is_told_to_one(rooms: Rooms):
    room = await rooms.open(game="fia", options={"spread": "free"})
    await called(room)
    cat = await room.arrives(room.person("cat"))
    oz = await room.arrives(room.person("oz"), Status.OP)
    before = room.state.due
    await room.advance(3_000)
    await room.says(oz, "!swap ann cat")
    room.fresh()
    await room.says(cat, "!accept")
    lines = room.fresh()
    assert [said.text for said in lines if said.to is None] == ["oz gives the seat of ann to cat."]
    assert [said.to for said in lines if said.to] == [cat]
    assert room.state.due == before


async def test_who_takes_over_is_asked_as_they_want_and_gains_no_time_by_that(rooms: Rooms):
    room = await rooms.open(game="haven")
    ann, bob = await begun(room, "ann", "bob")
    active = (ann, bob)[room.state.active]
    cat = await room.arrives(room.person("cat"))
    await room.says(cat, "!hold on")
    seat = room.table.play.seating.of(active).number
    dues = []
    for old, new, held in ((active, cat, True), (cat, active, False), (active, cat, True)):
        await room.advance(5_000)
        await room.says(old, f"!swap {new.nick}")
        await room.says(new, "!accept")
        assert room.state.sides[seat].hold is held
        dues.append(room.state.due)
    assert dues == [65_000] * 3


async def test_of_several_offers_the_last_is_accepted_and_none_is_called_twice(
    room: Room, oz: Person, cat: Person, players: list[Person]
):
    first, second = players
    for person in (second, first):
        await room.says(person, "!swap cat")
    room.fresh()
    for person in (second, first):
        await room.says(person, "!swap cat")
        assert room.private(person) == ["cat has been offered that seat; !accept takes it."]
    await room.says(cat, "!accept")
    assert room.public() == [f"{first.nick} gives the seat to cat. *cat*'s turn, 12 left."]


@pytest.mark.parametrize("crash", [False, True])
async def test_nobody_sits_at_one_match_twice_by_giving_a_seat_away(rooms: Rooms, crash: bool):
    room = await rooms.open(game="ion", options=NO_FILLERS, seed=card_seed(2))
    cat, dan = await room.arrives(room.person("cat")), await room.arrives(room.person("dan"))
    ann, _ = await room.begins(*[await room.arrives(room.person(nick, nick)) for nick in ("ann", "bob")])
    await room.says(ann, "!swap cat")
    await room.says(cat, "!accept")
    if crash:
        await room.restart()
        ann, dan = room.channel.find(ann.nick), room.channel.find("dan")
    room.fresh()
    await room.says(ann, "!join")
    assert room.private(ann) == [f"What cat plays here counts for you already. {WAITS}"]
    assert not room.table.seats(ann)
    await room.says(dan, "!join")
    assert room.table.seats(dan)
    players = [seat.player for seat in room.stored().seats]
    assert len(players) == len(set(players)) == 3


async def test_a_place_in_the_lobby_can_be_given_away(room: Room, oz: Person, cat: Person):
    ann, bob = room.present("ann", "bob")
    await room.says(ann, "!join pebbles sesame")
    await room.says(ann, "!swap cat")
    assert room.public()[-1] == "*cat*: ann offers you the seat; type !accept within 60 s."
    await room.says(cat, "!accept")
    assert room.public() == ["ann gives the seat to cat. cat at the table; Pebbles needs 1 player more."]
    await room.says(bob, "!join")
    await room.says(bob, "!go")
    stored = room.stored()
    assert stored.header
    assert [chair.word for chair in stored.header.chairs] == ["", ""]
    assert stored.match.players == ["cat", "bob"]
    assert [seat.player for seat in stored.seats] == [chair.player for chair in stored.header.chairs]


def test_standings_know_no_names() -> None:
    """A game is not told who has got a seat: there is nothing in it that could change."""
    assert not {"nick", "player", "name"} & set(Standing.__struct_fields__)
