"""Three lines at once: `more` tells what is left of an answer, to who has got its beginning."""

import pytest

from ionbot.channel import Person, Status
from ionbot.table.pages import KEPT_MS
from tests.table.room import FakeChannel, Room, Rooms

NO_MORE = ["There is no more to tell."]


async def begun(room: Room) -> tuple[Person, Person]:
    """Let ann ask what takes more than three lines; give her and bob."""
    ann, bob = room.present("ann", "bob")
    await room.says(ann, "!rules ion objects")
    return ann, bob


async def test_more_goes_on_until_all_is_told(room: Room) -> None:
    ann, _ = await begun(room)
    lines = room.private(ann)
    assert len(lines) == 3
    assert lines[2].endswith("lines left: !more)")
    while lines[-1].endswith("!more)"):
        await room.says(ann, "!more")
        told = room.private(ann)
        assert 1 <= len(told) <= 3
        lines += told
    whole = " ".join(line.partition(" (")[0] if line.endswith("!more)") else line for line in lines)
    assert "Swaps the sign of the polarity" in whole
    assert whole.endswith("each of the six `=` and `±` cards in 3.333 %.")
    await room.says(ann, "!more")
    assert room.private(ann) == NO_MORE


async def test_what_is_left_is_only_for_who_asked(room: Room) -> None:
    ann, bob = await begun(room)
    room.fresh()
    await room.says(bob, "!more")
    assert room.private(bob) == NO_MORE
    await room.says(ann, "!more")
    assert len(room.private(ann)) >= 1


@pytest.mark.parametrize(("ms", "kept"), [(KEPT_MS - 1, True), (KEPT_MS, False)])
async def test_it_is_forgotten_after_a_while(room: Room, ms: int, kept: bool) -> None:
    ann, _ = await begun(room)
    room.fresh()
    await room.advance(ms)
    await room.says(ann, "!more")
    assert (room.private(ann) != NO_MORE) is kept


async def test_another_long_or_short_answer_takes_its_place(room: Room) -> None:
    ann, _ = await begun(room)
    await room.says(ann, "!rules moves")
    room.fresh()
    await room.says(ann, "!more")
    assert room.private(ann) == NO_MORE


async def test_it_goes_on_wherever_it_is_asked_but_not_for_a_channel_that_was_left(rooms: Rooms) -> None:
    room = rooms.made()
    other = FakeChannel("#other")
    room.channels.append(other)
    await room.open()
    ann, _ = await begun(room)
    other.persons.append(ann)
    ann.status["#other"] = Status.NONE
    room.fresh()
    await room.whispers(ann, "more")
    assert len(room.private(ann)) >= 1
    await room.says(ann, "!rules ion objects")
    await room.leaves(ann)
    await room.whispers(ann, "more")
    assert [said.text for said in other.sent] == NO_MORE
    await room.close()


async def test_the_settings_of_a_game_are_told_to_the_last(room: Room) -> None:
    (ann,) = room.present("ann")
    await room.says(ann, "!settings haven")
    lines = room.private(ann)
    while lines[-1].endswith("!more)"):
        await room.says(ann, "!mo")
        lines += room.private(ann)
    assert "more" not in lines[-1]


async def test_only_the_last_answers_are_kept(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ionbot.table.pages.MOST", 1)
    ann, bob = await begun(room)
    await room.says(bob, "!rules ion objects")
    room.fresh()
    await room.says(ann, "!more")
    assert room.private(ann) == NO_MORE
