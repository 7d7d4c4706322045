"""Who is an operator: by status in the channel, by account, by mask; never by nick."""

import pytest

from ionbot.channel import Status
from tests.table.room import Room, Rooms

COMMANDS = ("start", "stop", "pause", "resume", "bot add", "drop ann")


@pytest.mark.parametrize(
    ("status", "may"),
    [
        (Status.NONE, False),
        (Status.VOICE, False),
        (Status.HALFOP, True),
        (Status.OP, True),
        (Status.ADMIN, True),
        (Status.OWNER, True),
    ],
)
async def test_halfops_and_up_operate_the_table(room: Room, status: Status, may: bool):
    person = await room.arrives(room.person("oz"), status)
    assert room.table.operates(person) is may


async def test_who_is_deopped_operates_no_more_and_elsewhere_never_did(room: Room):
    oz = await room.arrives(room.person("oz"), Status.OP)
    oz.status[room.channel.folded] = Status.NONE
    oz.status["#elsewhere"] = Status.OWNER
    assert not room.table.operates(oz)


@pytest.mark.parametrize(
    ("nick", "account", "host", "may"),
    [
        ("whoever", "Ann", "home.example", True),
        ("whoever", "ANN{}", "home.example", False),
        ("whoever", "[Team]", "home.example", True),
        ("ann", None, "home.example", False),
        ("ann", "Eve", "home.example", False),
        ("bob", None, "desk.staff.example", True),
        ("bob", None, "STAFF.example", True),
        ("bob", None, "staff.example.evil", False),
        ("bob", None, "notstaff.example", False),
        ("[X]it", None, "10.0.0.7", True),
        ("{x}it", None, "10.0.0.7", True),
        ("xit", None, "10.0.0.7", False),
        ("[x]it", None, "10.0.0.77", False),
    ],
)
async def test_accounts_and_masks_of_the_configuration(
    rooms: Rooms, nick: str, account: str | None, host: str, may: bool
):
    names = ["account:ann", "account:{team}", "*!*@staff.example", "*!*@*.staff.example", "{X}i?!*@10.0.0.?"]
    room = await rooms.open(operators=names)
    person = await room.arrives(room.person(nick, account, host))
    assert room.table.operates(person) is may


@pytest.mark.parametrize("text", COMMANDS)
@pytest.mark.parametrize("seated", [True, False])
async def test_case_10_who_is_no_operator_changes_nothing(room: Room, text: str, seated: bool):
    ann, bob, eve = room.present("ann", "bob", "eve")
    await room.begins(ann, bob)
    log = list(room.table.play.match.log)
    who = bob if seated else eve
    for say in (room.says, room.whispers):
        await say(who, f"!{text}")
        (said,) = room.fresh()
        assert said.to is who
        assert said.text.startswith(f"!{text.partition(' ')[0]} is for channel operators")
    assert room.table.play.match.log == log
    assert not room.table.play.paused


async def test_who_is_refused_hears_what_they_can_do(room: Room):
    (eve,) = room.present("eve")
    for command, answer in {
        "start": "!start is for channel operators; you can use !join.",
        "stop": "!stop is for channel operators; you can use !vote stop.",
        "pause": "!pause is for channel operators; you can use !away.",
        "drop bob": "!drop is for channel operators.",
    }.items():
        await room.says(eve, f"!{command}")
        assert room.private(eve) == [answer]
    assert room.table.lobby is None


@pytest.mark.parametrize("text", ["stop", "start", "pause", "drop ann"])
async def test_a_bare_word_is_chat_also_from_an_operator(room: Room, text: str):
    oz = await room.arrives(room.person("oz"), Status.OP)
    await room.begins(*room.present("ann", "bob"))
    await room.says(oz, text)
    assert room.fresh() == []
    assert room.table.play
