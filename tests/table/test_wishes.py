"""People say how they want to be spoken to; it counts for them alone, wherever they are on the network, for good."""

import pytest

from games.kit.text import Card, Colour
from ionbot.channel import Manner, Nick, Person, Status
from ionbot.table.speaker import in_ascii, uncoloured
from tests.table.ion import NO_FILLERS, seed_for
from tests.table.room import FakeChannel, Room, Rooms


async def test_notice_off_lets_private_lines_be_messages(room: Room) -> None:
    ann, bob = await room.begins(*room.present("ann", "bob"))
    await room.says(ann, "!notice off")
    (said,) = room.fresh()
    assert (said.text, said.to, said.notice) == ("notice is off for you: I tell you things by messages.", ann, False)
    for person, notice in ((ann, False), (bob, True)):
        await room.says(person, "!inv")
        assert [said.notice for said in room.fresh()] == [notice]


async def test_it_counts_after_a_restart_in_all_channels_of_the_network_and_for_no_other_network(rooms: Rooms) -> None:
    room = rooms.made()
    other = FakeChannel("#other")
    room.channels.append(other)
    await room.open()
    ann = await room.arrives(room.person("Ann", account="ann"))
    for line in ("!notice off", "!colour off", "!ping off", "!ascii on", "!compact on", "!hold on"):
        await room.says(ann, line)
    await room.restart()
    (ann,) = room.channel.persons
    for table in room.hall.tables.values():
        assert table.people.manner(ann) == Manner(
            notice=False, colour=False, ping=False, ascii=True, compact=True, hold=True
        )
    ann.network = "elsewhere"
    assert room.table.people.manner(room.person("Ann")).notice
    room.fresh()


async def test_what_is_wished_in_two_channels_at_once_counts_together(rooms: Rooms) -> None:
    room = rooms.made()
    other = FakeChannel("#other")
    room.channels.append(other)
    await room.open()
    ann = await room.arrives(room.person("Ann"))
    for channel, line in (
        (room.channel, "!ascii on"),
        (other, "!compact on"),
        (room.channel, "!ping off"),
        (other, "!language de"),
    ):
        room.hall.heard(channel, ann, line)
    await room.settle()
    for _ in range(2):
        assert room.table.people.manner(ann) == Manner(ascii=True, compact=True, ping=False, language="de")
        await room.restart()


async def test_an_account_is_not_its_nick(room: Room) -> None:
    ann = await room.arrives(room.person("Ann", account="ann"))
    await room.says(ann, "!notice off")
    ann.account = None
    assert room.table.people.manner(ann).notice


async def test_ping_off_lets_the_nick_not_ring(room: Room) -> None:
    ann, bob = await room.begins(*room.present("ann", "bob"))
    await room.says(bob, "!ping me off")
    assert room.private(bob) == ["ping is off for you: your nick does not ring."]
    await room.says(ann, "1")
    assert not any("*bob*" in line for line in room.public())
    await room.says(bob, "1")
    assert any("*ann*" in line for line in room.public())


def test_without_colours_the_faces_stay() -> None:
    line = ("You hold ", Card("++", Colour.GREEN), " and ", Card("±", Colour.PURPLE, "b"))
    assert uncoloured(line) == ("You hold ", Card("++"), " and ", Card("±", ascii="b"))


async def test_colour_off_takes_the_colours_out_of_private_lines(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    ion = await rooms.open(game="ion", options={"even": False})
    ann, bob = await ion.begins(*ion.present("ann", "bob"))
    told: dict[Person, set[Colour]] = {ann: set(), bob: set()}
    tell = FakeChannel.tell

    def noting(channel: FakeChannel, person: Person, line: tuple[object, ...], *rest: object, **more: object) -> None:
        told[person] |= {span.colour for span in line if isinstance(span, Card)}
        tell(channel, person, line, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(FakeChannel, "tell", noting)
    await ion.says(ann, "!color off")
    for person in (ann, bob):
        await ion.says(person, "!inv")
    assert told[ann] == {Colour.PLAIN}
    assert told[bob] - {Colour.PLAIN}


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("!notice", "notice is on for you: I tell you things by notices."),
        ("!ping me", "ping is on for you: your nick rings when it is your turn."),
        ("!colour green", "It is !colour on|off."),
        ("!notice yes", "notice is on for you: I tell you things by notices."),
        ("!ascii", "ascii is off for you: what I tell you alone may have signs such as ±."),
        ("!hold maybe", "It is !hold on|off."),
    ],
)
async def test_asking_tells_how_it_stands(room: Room, line: str, answer: str) -> None:
    (ann,) = room.present("ann")
    await room.says(ann, line)
    assert room.private(ann) == [answer]


async def test_me_tells_all_that_somebody_has_set(room: Room) -> None:
    ann, bob = room.present("ann", "bob")
    usual = "For you: notice on, colour on, ping on, ascii off, compact off, hold off. !notice off changes one."
    await room.says(ann, "!me")
    assert room.private(ann) == [usual]
    for line in ("!notice off", "!compact on", "!language en"):
        await room.says(ann, line)
    room.fresh()
    await room.says(ann, "!me")
    (told,) = room.private(ann)
    assert told.startswith("For you: notice off, colour on, ping on, ascii off, compact on, hold off, language en. ")
    await room.says(bob, "!me")
    assert room.private(bob) == [usual]


# ASCII


def test_in_ascii_signs_are_written_in_another_way_and_cards_as_they_can_be_typed() -> None:
    line = (
        "\N{PLUS-MINUS SIGN}6 \N{MULTIPLICATION SIGN} 2\N{HORIZONTAL ELLIPSIS} ",
        Card("±±", Colour.PURPLE, "bb"),
        Nick("bob"),
        Nick("ann", rings=True),
    )
    assert in_ascii(line) == ("+-6 x 2... ", Card("bb", Colour.PURPLE), "bob", Nick("ann", rings=True))
    assert in_ascii(line, ".")[2] == "b.ob"


def test_in_ascii_letters_stay_as_they_are() -> None:
    assert in_ascii(("Überblick", Card("Fée"), Nick("jürgen"))) == ("Überblick", Card("Fée"), "jürgen")


@pytest.fixture
async def ion(rooms: Rooms) -> Room:
    """A match in which everybody holds a ± card."""
    seed = seed_for(2, lambda state: all("±" in seat.hand for seat in state.seats), NO_FILLERS)
    return await rooms.open(game="ion", options=NO_FILLERS, seed=seed)


async def test_ascii_on_is_for_one_alone_and_what_is_shown_can_be_typed(ion: Room) -> None:
    ann, bob = await ion.begins(*ion.present("ann", "bob"))
    await ion.says(ann, "!ascii on")
    for person, card in ((ann, "b"), (bob, "±")):
        ion.fresh()
        await ion.says(person, "!inv")
        (told,) = ion.private(person)
        assert card in told.removeprefix("You hold ").removesuffix(".").split()
        assert told.isascii() is (person is ann)
    await ion.says(ann, "b")
    assert ion.public()[0].startswith(f"{ann.nick} plays ±: ")


async def test_ascii_of_the_channel_is_for_what_is_said_there(ion: Room) -> None:
    ann, bob = await ion.begins(*ion.present("ann", "bob"))
    op = await ion.arrives(ion.person("op"), Status.OP)
    await ion.says(op, "!set ascii on")
    assert ion.public()[-1] == "o.p sets ascii to on; it was off (!reset ascii goes back to what is configured)."
    await ion.says(ann, "b")
    said = ion.public()[0]
    assert said.startswith(f"{ann.nick[0]}.{ann.nick[1:]} plays b: ")
    assert f"*{bob.nick}*'s turn" in said
    await ion.says(bob, "!inv")
    assert "±" in ion.private(bob)[0]
    await ion.says(op, "!reset ascii yes")
    await ion.says(bob, "b")
    assert any("plays ±" in line for line in ion.public())


# Compact hands


async def test_compact_on_is_for_one_alone_at_once_and_after_each_move(ion: Room) -> None:
    ann, bob = await ion.begins(*ion.present("ann", "bob"))
    await ion.says(ann, "!compact on")
    for person in (ann, bob):
        ion.fresh()
        await ion.says(person, "!inv")
        assert ion.private(person)[0].startswith("You hold ") is (person is bob)
    for person in (ann, bob):
        ion.fresh()
        await ion.says(person, "b")
        (told,) = ion.private(person)
        assert (" | new " in told, told.startswith("You hold ")) == (person is ann, person is bob)
    await ion.disconnects()
    await ion.reconnects(ann, bob)
    hands = {said.to: said.text for said in ion.fresh() if said.to}
    assert [hands[person].startswith("You hold ") for person in (ann, bob)] == [False, True]


async def test_a_game_without_compact_words_says_what_it_always_says(room: Room) -> None:
    ann, _ = await room.begins(*room.present("ann", "bob"))
    await room.says(ann, "!inv")
    usual = room.private(ann)
    await room.says(ann, "!compact on")
    room.fresh()
    await room.says(ann, "!inv")
    assert room.private(ann) == usual
