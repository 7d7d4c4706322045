"""People say how they want to be spoken to; it counts for them alone, wherever they are on the network, for good."""

import pytest

from games.kit.text import Card, Colour
from ionbot.channel import Person
from ionbot.table.speaker import uncoloured
from tests.table.room import FakeChannel, Room, Rooms


async def test_notice_off_lets_private_lines_be_messages(room: Room) -> None:
    ann, bob = await room.begins(*room.present("ann", "bob"))
    await room.says(ann, "!notice off")
    (said,) = room.fresh()
    assert (said.text, said.to, said.notice) == ("notice is off for you.", ann, False)
    for person, notice in ((ann, False), (bob, True)):
        await room.says(person, "!inv")
        assert [said.notice for said in room.fresh()] == [notice]


async def test_it_counts_after_a_restart_in_all_channels_of_the_network_and_for_no_other_network(rooms: Rooms) -> None:
    room = rooms.made()
    other = FakeChannel("#other")
    room.channels.append(other)
    await room.open()
    ann = await room.arrives(room.person("Ann", account="ann"))
    for line in ("!notice off", "!colour off", "!ping off"):
        await room.says(ann, line)
    await room.restart()
    (ann,) = room.channel.persons
    for table in room.hall.tables.values():
        manner = table.manner(ann)
        assert (manner.notice, manner.colour, manner.ping) == (False, False, False)
    ann.network = "elsewhere"
    assert room.table.manner(room.person("Ann")).notice
    room.fresh()


async def test_an_account_is_not_its_nick(room: Room) -> None:
    ann = await room.arrives(room.person("Ann", account="ann"))
    await room.says(ann, "!notice off")
    ann.account = None
    assert room.table.manner(ann).notice


async def test_ping_off_lets_the_nick_not_ring(room: Room) -> None:
    ann, bob = await room.begins(*room.present("ann", "bob"))
    await room.says(bob, "!ping me off")
    assert room.private(bob) == ["ping is off for you."]
    await room.says(ann, "1")
    assert not any("*bob*" in line for line in room.public())
    await room.says(bob, "1")
    assert any("*ann*" in line for line in room.public())


def test_without_colours_the_faces_stay() -> None:
    line = ("You hold ", Card("++", Colour.GREEN), " and ", Card("S", Colour.YELLOW))
    assert uncoloured(line) == ("You hold ", Card("++"), " and ", Card("S"))


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
        ("!notice", "notice is on for you."),
        ("!ping me", "ping is on for you."),
        ("!colour green", "It is !colour on|off."),
        ("!notice yes", "notice is on for you."),
    ],
)
async def test_asking_tells_how_it_stands(room: Room, line: str, answer: str) -> None:
    (ann,) = room.present("ann")
    await room.says(ann, line)
    assert room.private(ann) == [answer]
