"""A channel has a language, and people can have another for what they are told alone."""

import pytest

from ionbot.channel import Person
from tests.table.room import Room


async def test_the_language_of_a_channel_counts_for_all_that_is_said_there(ion: Room, op: Person) -> None:
    ann, bob = ion.present("ann", "bob")
    await ion.says(op, "!set language DE")
    assert ion.public() == ["Op setzt language auf de; es war en (!reset language kehrt zur Konfiguration zurück)."]
    ann, bob = await ion.begins(ann, bob)
    await ion.says(bob, "!turn")
    assert ion.private(bob) == ["*ann* ist dran: noch 10 s."]
    card = next(item for item in ("+", "-", "--", "++") if item in ion.state.seats[ion.state.acting].hand)
    await ion.says(ann, card)
    (line,) = ion.public()
    assert line.startswith(f"ann spielt {card}: +")
    assert line.endswith(" *bob* ist dran: 10 s.")


async def test_the_wish_counts_for_who_has_it_alone_and_after_a_restart(ion: Room) -> None:
    ann, bob = await ion.begins(*ion.present("ann", "bob"))
    await ion.says(ann, "!language de")
    assert ion.private(ann) == ["Privat spreche ich mit dir Deutsch (de), was immer die Sprache des Kanals ist."]
    for person, begins in ((ann, "Du hast "), (bob, "You hold ")):
        await ion.says(person, "!inv")
        (hand,) = ion.private(person)
        assert hand.startswith(begins)
    await ion.restart()
    ann, bob = ion.channel.persons
    ion.fresh()
    await ion.says(ann, "!away")
    assert "ann is away; the seat is held." in ion.public()[0]
    await ion.says(ann, "!language")
    assert ion.private(ann)[-1].startswith("Privat spreche ich mit dir Deutsch")
    await ion.says(ann, "!language channel")
    assert ion.private(ann) == ["I tell you things in the channel's language."]


async def test_the_wish_goes_before_the_channel(ion: Room, op: Person) -> None:
    await ion.says(op, "!set language de")
    await ion.says(op, "!language en")
    ion.fresh()
    await ion.says(op, "!pause")
    assert ion.private(op) == ["There is no match to pause."]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("!set language xx", "language: there is no language 'xx'; there are: en, de; right would be a language"),
        ("!language klingon", "There is no language klingon; there are: en, de, channel."),
    ],
)
async def test_a_language_that_there_is_not_is_answered_with_those_there_are(
    ion: Room, op: Person, line: str, answer: str
) -> None:
    await ion.says(op, line)
    (told,) = ion.private(op)
    assert told.startswith(answer)
    assert (ion.table.config.language, ion.table.people.manner(op).language) == ("en", "")


async def test_commands_cards_and_numbers_are_the_same(ion: Room, op: Person) -> None:
    await ion.says(op, "!set language de")
    ion.fresh()
    await ion.says(op, "!settings ion.penalty")
    (told,) = ion.private(op)
    assert told == (
        "ion.penalty 1000 Punkte. Strafe für keinen Zug in der Zeit (Regel 9). Möglich: 0 bis 100000 Punkte."
    )
