"""What people ask of past matches: who is best, what somebody has scored, and how a match went."""

import re

import pytest

from games.kit.inputs import Kind
from ionbot.channel import Person, Status
from ionbot.languages import find_language
from tests.store.scorebook import Sat, Scorebook
from tests.table.room import FakeChannel, Room, Rooms

TODAY = 19_675
"""The day on which the rooms' clock begins, a Tuesday, 2023-11-14, counted from 1970-01-01."""
ANN, BOB, CAT = 1, 2, 3


@pytest.fixture
async def ann(room: Room) -> Person:
    return await room.arrives(room.person("Ann"))


@pytest.fixture
def book(room: Room) -> Scorebook:
    """Ann, Bob and Cat are known."""
    book = Scorebook(room.database)
    assert [book.player(nick) for nick in ("Ann", "Bob", "Cat")] == [ANN, BOB, CAT]
    return book


async def told(room: Room, person: Person, text: str) -> list[str]:
    """Say something, and give all that the bot has said then: to that person alone."""
    room.fresh()
    await room.says(person, text)
    said = room.fresh()
    assert {each.to for each in said} <= {person}
    assert len(said) <= 3
    return [each.text for each in said]


async def played(room: Room, *people: Person) -> None:
    """Let two people play Pebbles to the end: the first has 700 points, the other 500."""
    turns = await room.begins(*people)
    for number, move in enumerate(("3", "3", "3", "1", "1", "1")):
        await room.says(turns[number % 2], move)
    assert not room.table.play


# top


async def test_the_best_are_those_of_this_game_on_this_network(room: Room, ann: Person, book: Scorebook) -> None:
    book.match(Sat(ANN, 10, 2), Sat(BOB, 30, 1), day=1)
    book.match(Sat(ANN, 25, 1), Sat(BOB, 20, 2), day=2, channel="#elsewhere")
    book.match(Sat(ANN, 900, 1), Sat(CAT, 5, 2), day=2, game="ion")
    book.match(Sat(book.player("Ann", network="far"), 70, 1), day=2, network="far")
    assert await told(room, ann, "!top") == [
        "Pebbles on this network, best of all time: 1. Bob 50 (1 of 2 won); 2. Ann 35 (1 of 2 won)"
    ]
    assert await told(room, ann, "!top ION all") == [
        "ION on this network, best of all time: 1. Ann 900 (1 of 1 won); 2. Cat 5 (0 of 1 won)"
    ]


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        ("week", "of this week: 1. Ann 3 (2 of 2 won)"), ("month", "of this month: 1. Ann 7 (3 of 3 won)"),
        ("season", "of season 2023-Q4: 1. Ann 15 (4 of 4 won)"), ("all", "of all time: 1. Ann 31 (5 of 5 won)"),
    ],
)  # fmt: skip
async def test_a_span_of_time_goes_up_to_now(
    room: Room, ann: Person, book: Scorebook, span: str, expected: str
) -> None:
    days = (TODAY, TODAY - 1, TODAY - 2, TODAY - 20, TODAY - 90)
    for number, day in enumerate(days):  # today, on Monday, on Sunday, in October, in August
        book.match(Sat(ANN, 2**number, 1), day=day)
    room.services.enquiries.season = "quarter"
    assert await told(room, ann, f"!top {span}") == [f"Pebbles on this network, best {expected}"]


async def test_where_there_are_no_seasons_that_is_told(room: Room, ann: Person) -> None:
    room.services.enquiries.season = "none"
    assert await told(room, ann, "!top season") == ["There are no seasons here; !top month is about this month."]


async def test_matches_with_computers_are_kept_apart(room: Room, ann: Person, book: Scorebook) -> None:
    computer = book.player("easy", identity="computer:easy", kind=Kind.COMPUTER)
    assert await told(room, ann, "!top") == ["Pebbles on this network, best of all time: nobody yet."]
    book.match(Sat(ANN, 10, 1), Sat(computer, 5, 2, kind=Kind.COMPUTER))
    apart = "1 match with computer players is kept apart."
    assert await told(room, ann, "!top") == [f"Pebbles on this network, best of all time: nobody yet. {apart}"]
    assert await told(room, ann, "!stats") == [f"Ann on this network: no match yet. {apart}"]
    assert await told(room, ann, "!history") == [f"Ann on this network: no match yet. {apart}"]


async def test_what_is_neither_game_nor_time_is_told(room: Room, ann: Person) -> None:
    (line,) = await told(room, ann, f"!top {'x' * 300}")
    assert line.startswith(f"There is neither a game nor a time {'x' * 30}; there are: ion, fia, ")
    assert line.endswith(", week, month, season, all.")
    for twice in ("!top ion fia", "!top week month"):
        assert await told(room, ann, twice) == ["It is !top [GAME] [week|month|season|all]."]


async def test_a_long_list_comes_in_pages(room: Room, ann: Person, book: Scorebook) -> None:
    for number in range(40):
        book.match(Sat(book.player(f"somebody_with_a_long_nick_{number}"), 1000 - number, 1))
    lines = await told(room, ann, "!top")
    while lines[-1].endswith(" left: !more)"):
        lines += await told(room, ann, "!more")
    assert len(lines) > 3
    assert re.findall(r"(\d+)\. somebody", " ".join(lines)) == [str(rank) for rank in range(1, 31)]


# stats and history


async def test_stats_tell_what_all_matches_come_to(room: Room, ann: Person) -> None:
    bob = await room.arrives(room.person("Bob"))
    await played(room, ann, bob)
    mine = [
        "Ann on this network: 1 match, 1 won (100 %); points 700, 700 a match.",
        "Places: 1 (1×).",
        "Ratings: Pebbles 3.4 (rank 1).",
    ]
    assert await told(room, ann, "!stats") == mine
    assert await told(room, ann, "!st aNN") == mine
    assert await told(room, bob, "!stats ann") == mine
    assert await told(room, ann, "!history bob") == ["The last matches of Bob: 1: Pebbles on 2023-11-14, place 2, +500"]


async def test_who_left_has_no_place(room: Room, ann: Person, book: Scorebook) -> None:
    for place in (1, 3, 1, None):
        book.match(Sat(ANN, -1000, place), Sat(BOB, 0, 2), game="gone")
    head, places, _ = await told(room, ann, "!stats")
    assert head == "Ann on this network: 4 matches, 2 won (50 %); points -4,000, -1,000 a match."
    assert places == "Places: 1 (2×), 3 (1×). Left before the end: 1."
    (line,) = await told(room, ann, "!history")
    last = (
        "The last matches of Ann: 4: gone on 1970-01-01, left, -1,000; 3: gone on 1970-01-01, place 1, -1,000; 2: gone"
    )
    assert line.startswith(last)


async def test_ones_own_is_what_the_identity_has_and_not_the_nick(room: Room, book: Scorebook) -> None:
    account = book.player("Ann", "Anna", identity="account:ann")
    book.match(Sat(ANN, 10, 1), Sat(BOB, 0, 2))
    book.match(Sat(account, 77, 1), Sat(BOB, 0, 2))
    known, stranger = room.person("Ann", "ann"), room.person("Ann")
    await room.arrives(known)
    assert "points 77," in (await told(room, known, "!stats"))[0]
    room.rename(known, "Elsewhere")
    assert "points 77," in (await told(room, known, "!stats"))[0]
    await room.arrives(stranger)
    assert "points 10," in (await told(room, stranger, "!stats"))[0]
    other = " (1 other was seen with that nick too.)"
    assert (await told(room, stranger, "!stats ann"))[0].endswith(f"points 77, 77 a match.{other}")
    assert (await told(room, stranger, "!history ann"))[0].startswith(f"{other.strip()} The last matches of Ann: ")
    assert (await told(room, stranger, "!stats anna"))[0].endswith("77 a match.")


async def test_nobody_is_found_on_another_network(room: Room, ann: Person, book: Scorebook) -> None:
    book.match(Sat(book.player("Zoe", network="far"), 1, 1), network="far")
    assert await told(room, ann, "!stats zoe") == ["Nobody called zoe has played on this network."]


@pytest.mark.parametrize("command", ["stats", "history"])
async def test_who_is_unknown_is_told_with_near_ones(room: Room, ann: Person, book: Scorebook, command: str) -> None:
    near = "Nobody called boob has played on this network; there are: Bob."
    assert await told(room, ann, f"!{command} boob") == [near]
    nobody = f"Nobody called {'x' * 30} has played on this network."
    assert await told(room, ann, f"!{command} {'x' * 400}") == [nobody]
    eve = await room.arrives(room.person("Eve"))
    assert await told(room, eve, f"!{command}") == ["You have played no match on this network yet."]


HOSTILE = "a\x034,5\x1b[2J\u202eevil\u200b\r\n"


async def test_a_hostile_nick_does_no_harm(room: Room, ann: Person, book: Scorebook) -> None:
    evil = book.player(HOSTILE, identity="account:evil")
    book.match(Sat(evil, 5, 1), Sat(ANN, 1, 2))
    asked = ("!top", "!stats ann", f"!stats {HOSTILE.strip()}", f"!history {HOSTILE.strip()}", f"!stats {HOSTILE[1:]}")
    for text in asked:
        assert all(line.isprintable() for line in await told(room, ann, text)), text
    assert "1. a?4,5?[2J?evil??? 5 (1 of 1 won)" in (await told(room, ann, "!top"))[0]
    (near,) = await told(room, ann, "!stats 4,5[2Jevil")
    assert near.endswith("there are: a?4,5?[2J?evil???.")


async def test_answers_come_in_ones_own_language(room: Room, ann: Person, book: Scorebook) -> None:
    book.match(Sat(ANN, 1, 1), Sat(BOB, 0, 2))
    english = await told(room, ann, "!stats")
    await room.says(ann, f"!language {find_language('de')}")
    german = await told(room, ann, "!stats")
    assert len(german) == len(english)
    assert not set(german) & set(english)


# replay


async def test_a_match_is_told_again_as_the_channel_heard_it(ion: Room) -> None:
    ann, bob, eve = [await ion.arrives(ion.person(nick)) for nick in ("ann", "bob", "eve")]
    people = await ion.begins(ann, bob)
    heard = []
    for number, move in enumerate(("+", "+", "---", "inv", "---")):
        await ion.says(people[number % 2], move)
        heard += [said.text.replace("*", "") for said in ion.fresh() if said.to is None]
    retold = await told(ion, eve, "!replay")
    while retold[-1].endswith(" left: !more)"):
        retold += await told(ion, eve, "!more")
    assert retold[0].startswith("Match 1, the last moves: 0:00 Team ")
    shown = [re.sub(r"^\S+ | \(\d+ lines? left: !more\)$", "", line) for line in retold[1:]]
    assert shown == heard != []


async def test_the_last_ten_moves_are_told(rooms: Rooms) -> None:
    room = await rooms.open(options={"pebbles": 30})
    people = await room.begins(*[await room.arrives(room.person(nick)) for nick in ("ann", "bob")])
    for number in range(30):
        await room.says(people[number % 2], "1")
    lines = await told(room, people[0], "!replay 1")
    assert lines[0].startswith("Match 1, the last moves: 0:00 bob: 1 pebble. ann's turn, 9 left.")
    for _ in range(3):
        lines += await told(room, people[0], "!more")
    assert len(lines) == 10
    assert "bob 1,500" in lines[-1]


async def test_nothing_is_told_of_matches_where_one_is_not(room: Room, ann: Person, book: Scorebook) -> None:
    assert await told(room, ann, "!replay") == ["No match was played here yet."]
    book.match(Sat(ANN), channel="#secret")
    book.match(Sat(BOB), channel=room.channel.folded, network="far")
    for number in (1, 2, 3, 999_999_999_999):
        (line,) = await told(room, ann, f"!replay {number}")
        assert line == f"No match {number} was played in a channel where you are."
    for text in ("x", "-1", "9" * 50, "1 2", "²"):
        assert await told(room, ann, f"!replay {text}") == ["It is !replay [NUMBER]."]


async def test_a_match_of_another_channel_is_told_to_who_is_there(room: Room, ann: Person) -> None:
    bob, other = await room.arrives(room.person("bob")), FakeChannel("#other")
    await played(room, ann, bob)
    other.persons.append(bob)
    bob.status[other.folded] = Status.NONE
    room.hall.entered(other)
    for text, begins in (("!replay 1", "Match 1, the last moves: "), ("!replay", "No match was played here yet.")):
        room.hall.heard(other, bob, text)
        await room.settle()
        assert [said.text for said in other.sent if said.text.startswith(begins)]
    other.sent.clear()
    await room.leaves(bob)
    room.hall.heard(other, bob, "!replay 1")
    await room.settle()
    assert [said.text for said in other.sent] == ["No match 1 was played in a channel where you are."]


async def test_a_match_that_cannot_be_read_is_told_so(room: Room, ann: Person, book: Scorebook) -> None:
    book.match(Sat(ANN), channel=room.channel.folded, game="gone")
    assert await told(room, ann, "!replay 1") == ["Match 1 cannot be read any more."]


async def test_with_pages_a_link_is_told(room: Room, ann: Person) -> None:
    room.services.enquiries.url = "https://cards.example.org/ionbot"
    await played(room, ann, await room.arrives(room.person("Bob")))
    assert await told(room, ann, "!replay") == ["Match 1: https://cards.example.org/ionbot/matches/1/replay"]
    assert await told(room, ann, "!replay 2") == ["No match 2 was played in a channel where you are."]


async def test_the_nicks_are_those_of_the_match_and_ring_for_nobody(room: Room, ann: Person) -> None:
    bob, cat = await room.arrives(room.person("Bob")), await room.arrives(room.person("Cat"))
    await played(room, ann, bob)
    await room.begins(cat, bob)
    (first, *_) = await told(room, ann, "!replay 1")
    assert "Ann: 3 pebbles. Bob's turn" in first
