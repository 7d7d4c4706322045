"""People build decks in private, and bring the one that they use to their matches."""

from collections.abc import Sequence

import pytest

from games.fia import FIA
from games.kit import registry
from ionbot.channel import Person, Status
from ionbot.control import survey
from ionbot.store.decks import MOST, Key
from ionbot.store.proof import proofs
from ionbot.store.public import public
from tests.kit_game import PEBBLES
from tests.table.conftest import Logs
from tests.table.room import FakeChannel, Room, Rooms

READY = "Ready ones: balanced, aggressive, guarded, healing."
NEXT = (
    "!deck show NAME tells its cards, !deck use NAME plays it, !deck new NAME begins one of your own; "
    "!help deck tells the rest."
)
NONE = "You use no deck, and so play balanced; !deck list tells more."
PALETTE = ["a9", "a8", "a8", "a7", "a7", "a6", "d8", "d6", "d5", "h6", "h5", "h4", "c8", "c7", "c4"]
"""What is chosen of each colour for a deck that can be played."""


@pytest.fixture
async def room(rooms: Rooms) -> Room:
    """A room where Fia is played."""
    return await rooms.open(game="fia")


@pytest.fixture
def ann(room: Room) -> Person:
    (ann,) = room.present("ann")
    return ann


async def told(room: Room, person: Person, *texts: str) -> list[str]:
    """Say things to the bot in private; give the answers to the last one, and see that nobody else got any."""
    answers: list[str] = []
    for text in texts:
        room.fresh()
        await room.whispers(person, text)
        fresh = room.fresh()
        assert all(said.to is person for said in fresh)
        answers = [said.text for said in fresh]
    return answers


def chosen(colours: str = "bgry") -> str:
    return " ".join(colour + card for colour in colours for card in PALETTE)


async def build(room: Room, person: Person, name: str = "duel") -> None:
    """Build a deck for Palette that can be played, and use it."""
    await told(room, person, f"deck new {name}", f"deck add {name} {chosen()}", f"deck use {name}")


def brought(room: Room) -> list[Sequence[str]]:
    return [chair.brought for chair in room.table.play.match.header.chairs]


# Building


async def test_rule_3_a_deck_is_built_and_each_step_tells_what_is_still_missing_or_too_much(room: Room, ann: Person):
    first, second, third = await told(room, ann, "deck new duel")
    assert first.startswith(
        "duel (palette): 30 cards. Missing or too much: blue Attacks, Defends and Heals: 0 of 12, 12 missing; "
    )
    assert second.endswith("yellow Counters: 0 of 3, 3 missing; yellow Attacks: 0, at least 4 are needed")
    assert third == (
        "!deck add duel CARDS puts cards in, !deck remove duel CARDS takes them out, "
        "!deck check duel tells all that is missing."
    )
    (line,) = await told(room, ann, f"deck add duel {chosen('bgr')}")
    assert line == (
        "duel (palette): 75 cards. Missing or too much: yellow Attacks, Defends and Heals: 0 of 12, 12 missing; "
        "yellow Counters: 0 of 3, 3 missing; yellow Attacks: 0, at least 4 are needed"
    )
    (line,) = await told(room, ann, f"deck add duel {chosen('y')} w")
    assert line == "duel (palette): 91 cards. Missing or too much: w: 5 of 4, 1 too many"
    assert await told(room, ann, "deck remove duel w") == [
        "duel (palette): 90 cards. It can be played.",
        "!deck use duel makes it the one that you play.",
    ]
    assert await told(room, ann, "deck use duel") == ["From the next match on you play duel (palette)."]
    assert await told(room, ann, "deck list") == [
        f"Fia [i], palette: duel (in use). {READY}",
        f"Fia [i], free: you have built none. {READY}",
        NEXT,
    ]


async def test_a_deck_is_shown_checked_replaced_and_deleted(room: Room, ann: Person):
    await told(room, ann, "deck new duel")
    assert await told(room, ann, "deck set duel ra7 gx2 ra7 w") != []
    assert await told(room, ann, "deck show duel") == ["duel (palette): 4 cards: gx2 ra7*2 w."]
    lines = await told(room, ann, "deck check duel")
    assert lines[0].startswith("duel (palette): 4 cards. Missing or too much: ")
    assert await told(room, ann, "deck delete duel") == ["duel (palette) is deleted."]
    assert await told(room, ann, "deck show duel") == ["There is no deck duel; !deck list names those there are."]


async def test_what_is_shown_of_a_deck_can_be_typed(room: Room, ann: Person):
    await told(room, ann, "deck new duel")
    for ready in ("guarded", "healing"):
        (shown,) = await told(room, ann, f"deck show {ready}")
        cards = shown.removeprefix(f"{ready} (palette): 90 cards: ")
        assert (await told(room, ann, f"deck set duel {cards}"))[0] == "duel (palette): 90 cards. It can be played."
        assert await told(room, ann, "deck show duel") == [shown.replace(ready, "duel")]


async def test_a_step_is_answered_in_three_lines_and_more_names_all_that_is_wrong(room: Room, ann: Person):
    cards = " ".join(colour + kind + value for colour in "bgry" for kind in "adhc" for value in "123")
    await told(room, ann, "deck new duel", f"deck add duel {cards}", f"deck add duel {cards}")
    few = await told(room, ann, f"deck add duel {cards[:100]}")
    assert few == await told(room, ann, "deck check duel")
    every = few
    while few[-1].endswith("!more)"):
        assert len(few) == 3
        few = await told(room, ann, "more")
        every = [*every, *few]
    assert len(every) > 3
    assert all(len(line) <= 400 for line in every)
    mistakes = FIA.deck_mistakes(FIA.new_deck("palette") + FIA.read_deck(f"{cards} {cards} {cards[:100]}"), "palette")
    assert sum(line.count(";") + 1 for line in every) == len(mistakes)


async def test_rule_3_a_deck_with_mistakes_is_not_used_and_all_are_named(room: Room, ann: Person):
    await told(room, ann, "deck new duel")
    lines = await told(room, ann, "deck use duel")
    assert lines[0] == "That deck cannot be played yet."
    assert lines[1:] == await told(room, ann, "deck check duel")
    assert "(in use" not in str(await told(room, ann, "deck list"))


async def test_rule_3_ready_decks_can_be_shown_used_and_copied_and_stay_as_they_are(room: Room, ann: Person):
    assert (await told(room, ann, "deck show guarded"))[0].startswith("guarded (palette): 90 cards: ba6")
    assert await told(room, ann, "deck use guarded") == ["From the next match on you play guarded (palette)."]
    assert "guarded (in use)" in (await told(room, ann, "deck list"))[0]
    stays = (
        "guarded (palette) is there for all, and stays as it is; "
        "!deck copy guarded NEW makes one like it that is yours."
    )
    for text in ("deck add guarded ra7", "deck set guarded ra7", "deck remove guarded ra7", "deck delete guarded"):
        assert await told(room, ann, text) == [stays]
    (state, _) = await told(room, ann, "deck copy guarded mine")
    assert state == "mine (palette): 90 cards. It can be played."
    (line, _) = await told(room, ann, "deck remove mine ba6", "deck add mine ba6")
    assert line == state
    assert (await told(room, ann, "deck list"))[0] == (
        "Fia [i], palette: mine. Ready ones: balanced, aggressive, guarded (in use), healing."
    )


async def test_the_sort_is_the_one_that_is_named_or_played_or_the_only_one_of_that_name(room: Room, ann: Person):
    (line, next_) = await told(room, ann, "deck new quick free")
    assert line.startswith("quick (free): 12 cards. ")
    assert next_.startswith("!deck add quick free CARDS puts cards in, ")
    assert (await told(room, ann, "deck show quick"))[0].startswith("quick (free): 12 cards: ")
    assert (await told(room, ann, "deck show balanced"))[0].startswith("balanced (palette): ")
    assert (await told(room, ann, "deck show balanced free"))[0].startswith("balanced (free): ")
    assert (await told(room, ann, "deck copy balanced free again"))[-1] == (
        "!deck use again free makes it the one that you play."
    )
    await told(room, ann, "deck new quick palette")
    assert (await told(room, ann, "deck show quick"))[0].startswith("quick (palette): 30 cards: ")
    await told(room, ann, "deck delete quick")
    assert await told(room, ann, "deck delete quick") == ["quick (free) is deleted."]


async def test_where_the_free_spread_is_played_its_decks_are_meant(room: Room, ann: Person):
    op = await room.arrives(room.person("op"), Status.OP)
    await room.says(op, "!start fia spread=free")
    room.fresh()
    assert (await told(room, ann, "deck show balanced"))[0].startswith("balanced (free): 72 cards")
    assert (await told(room, ann, "deck list"))[0].startswith("Fia [i], free: ")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("deck frob", "!deck frob is no command. There are: !deck list, show NAME, "),
        ("deck s mine", "!deck s is no command. "),
        ("deck del mine", "!deck del is no command. "),
        ("deck new", "It is !deck new NAME [SORT]."),
        ("deck new duel please", "It is !deck new NAME [SORT]."),
        ("deck show", "It is !deck show NAME."),
        ("deck use mine fre", "It is !deck use NAME."),
        ("deck add mine", "It is !deck add NAME CARDS."),
        ("deck copy mine", "It is !deck copy NAME NEW."),
        ("deck add nosuch ra7", "There is no deck nosuch; !deck list names those there are."),
        ("deck new mine", "There is a deck mine (palette) already; take another name."),
        ("deck new balanced", "There is a deck balanced (palette) already; take another name."),
        ("deck copy mine healing", "There is a deck healing (palette) already; take another name."),
        ("deck new " + "x" * 17, f"A deck's name is 1 to 16 of a to z, 0 to 9, _ and -; {'x' * 17} is none."),
        ("deck new ä", "A deck's name is 1 to 16 of a to z, 0 to 9, _ and -; ä is none."),
        ("deck copy mine a.b", "A deck's name is 1 to 16 of a to z, 0 to 9, _ and -; a.b is none."),
        ("deck add mine ra7 xx", "No such card: xx."),
        ("deck remove mine rd1 ra7 ra7 ra7", "mine (palette) lacks 2 cards: ra7 rd1."),
        ("deck add mine" + " w" * 111, "A deck takes 200 cards at most; that would be 201."),
        ("deck ion list", "Games with decks: fia, haven, menagerie. Say which, as in !deck fia list."),
    ],
)
async def test_what_cannot_be_done_is_told_with_what_can_and_changes_nothing(
    room: Room, ann: Person, text: str, answer: str
):
    await told(room, ann, "deck copy balanced mine")
    before = await told(room, ann, "deck show mine"), await told(room, ann, "deck list")
    (line,) = await told(room, ann, text)
    assert line.startswith(answer)
    assert (await told(room, ann, "deck show mine"), await told(room, ann, "deck list")) == before


async def test_what_is_no_command_needs_no_database(room: Room, ann: Person):
    jobs = room.watch_database()
    for text in ("deck nonsense", "deck show", "deck set mine", "deck copy a b c"):
        await told(room, ann, text)
    assert jobs == []
    await told(room, ann, "deck list")
    assert len(jobs) == 2


async def test_case_does_not_matter_and_unique_abbreviations_work(room: Room, ann: Person):
    await told(room, ann, "DECK New MINE", "de ad Mine RA7")
    assert (await told(room, ann, "deck sh mine"))[0].startswith("mine (palette): 31 cards: ")
    assert await told(room, ann, "deck") == await told(room, ann, "deck li")


async def test_who_has_too_many_decks_is_told_what_makes_room(room: Room, ann: Person):
    for number in range(MOST):
        await told(room, ann, f"deck new d{number}")
    assert await told(room, ann, "deck new more") == [
        f"{MOST} decks are all you can have; !deck delete NAME makes room."
    ]
    assert (await told(room, ann, "deck delete d7", "deck new more"))[0].startswith("more (palette): 30 cards.")


async def test_rule_3_what_is_typed_in_the_channel_is_answered_in_private(room: Room, ann: Person):
    for text in ("!deck new duel", "!deck show balanced", "ionbot: deck list", "!deck use duel"):
        await room.says(ann, text)
        lines = room.fresh()
        assert lines
        assert all(said.to is ann for said in lines)


async def test_help_tells_of_decks(room: Room, ann: Person):
    assert ", deck" in (await told(room, ann, "help"))[0]
    line, *_ = await told(room, ann, "help deck")
    assert line.startswith("!deck list, show NAME, new NAME [SORT], copy NAME NEW, set NAME CARDS, ")


# Whose they are, and for which game


async def test_rule_3_decks_belong_to_the_account_whatever_the_nick_and_the_connection(room: Room):
    ann = await room.arrives(room.person("ann", account="ann"))
    await build(room, ann)
    room.rename(ann, "anna")
    assert "duel (in use)" in (await told(room, ann, "deck list"))[0]
    other = await room.arrives(room.person("phone", account="ann"))
    assert "duel (in use)" in (await told(room, other, "deck list"))[0]
    stranger = await room.arrives(room.person("ann"))
    assert "you have built none" in (await told(room, stranger, "deck list"))[0]
    await room.logs_in(other, None)
    assert "you have built none" in (await told(room, other, "deck list"))[0]


async def test_decks_last_through_a_restart(room: Room, ann: Person):
    await build(room, ann)
    await room.restart()
    (ann,) = room.channel.persons
    assert "duel (in use)" in (await told(room, ann, "deck list"))[0]


async def test_who_is_near_several_tables_builds_all_the_same(rooms: Rooms):
    room = rooms.made(game="fia")
    room.channels.append(FakeChannel("#other"))
    await room.open()
    ann = room.person("ann")
    for channel in room.channels:
        ann.status[channel.folded] = Status.NONE
        channel.persons.append(ann)
    for text in ("deck new duel", "de list"):
        await room.whispers(ann, text)
        assert room.fresh()[0].text.startswith(("duel (palette)", "Fia [i]"))
    await room.close()


async def test_without_a_game_that_has_decks_that_is_told(rooms: Rooms, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(registry, "all_games", lambda: {"pebbles": PEBBLES})
    room = await rooms.open()
    (ann,) = room.present("ann")
    for text in ("deck", "deck list", "deck pebbles list", "deck new duel"):
        assert await told(room, ann, text) == ["No game here has decks."]


async def test_of_several_games_with_decks_the_one_that_is_meant_has_to_be_named(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
):
    class Other(type(FIA)):  # type: ignore[misc]
        name, title = "other", "Other"

    other = Other()
    monkeypatch.setattr(registry, "all_games", lambda: {"fia": FIA, "other": other, "pebbles": PEBBLES})
    room = await rooms.open()
    ann, bob = room.present("ann", "bob")
    unclear = ["Games with decks: fia, other. Say which, as in !deck fia list."]
    assert await told(room, ann, "deck list") == unclear
    begun = await told(room, ann, "deck other new mine")
    assert begun[0].startswith("mine (palette): 30 cards.")
    assert begun[-1].startswith(
        "!deck other add mine CARDS puts cards in, !deck other remove mine CARDS takes them out"
    )
    assert (await told(room, ann, "deck other list"))[-1].startswith("!deck other show NAME tells its cards")
    assert "you have built none" in (await told(room, ann, "deck fia list"))[0]
    await room.says(ann, "!join other")
    assert (await told(room, ann, "deck list"))[0].startswith("Other, palette: mine (not right yet).")
    assert await told(room, bob, "deck list") == unclear


# What is brought


async def test_players_bring_the_decks_they_use_and_are_told_so_in_private(room: Room, ann: Person):
    (bob,) = room.present("bob")
    await build(room, ann)
    await room.says(ann, "!join")
    await room.says(bob, "!join")
    room.fresh()
    await room.says(ann, "!go")
    lines = room.fresh()
    assert [said.text for said in lines if said.to is ann and "You play" in said.text] == ["You play the deck duel."]
    assert NONE in [said.text for said in lines if said.to is bob]
    assert not any("duel." in said.text or "balanced" in said.text for said in lines if said.to is None)
    assert brought(room) == [(*FIA.new_deck("palette"), *chosen().split()), ()]


async def test_a_ready_deck_is_brought_as_the_game_has_it_and_of_the_sort_that_is_played(rooms: Rooms):
    room = await rooms.open(game="fia", options={"spread": "free"})
    ann, bob = room.present("ann", "bob")
    await told(room, ann, "deck use guarded", "deck use healing palette")
    await told(room, bob, "deck use healing palette")
    await room.says(ann, "!join")
    await room.says(bob, "!join")
    room.fresh()
    await room.says(ann, "!go")
    assert "You play the deck guarded." in room.private(ann)
    assert brought(room) == [FIA.ready_decks("free")["guarded"], ()]


async def test_a_deck_that_cannot_be_played_any_more_stays_at_home(room: Room, ann: Person):
    (bob,) = room.present("bob")
    await build(room, ann)
    lines = await told(room, ann, "deck add duel w w4")
    assert "It can be played" not in lines[0]
    await room.says(ann, "!join")
    await room.says(bob, "!join")
    room.fresh()
    await room.says(ann, "!go")
    assert (
        "duel cannot be played now, so you play balanced. Missing or too much: "
        "w: 5 of 4, 1 too many; w4: 3 of 2, 1 too many"
    ) in room.private(ann)
    assert brought(room) == [(), ()]


async def test_a_ready_deck_that_the_game_has_no_more_is_like_none(room: Room, ann: Person):
    (bob,) = room.present("bob")
    await room.says(ann, "!join")
    player = room.table.lobby.guests[0].player
    await room.table.decks.use(Key(player, "fia", "palette", "bygone"))
    await room.says(bob, "!join")
    room.fresh()
    await room.says(ann, "!go")
    assert NONE in room.private(ann)
    assert brought(room) == [(), ()]


async def test_computer_players_bring_none(rooms: Rooms):
    room = await rooms.open(game="fia", fill=1)
    (ann,) = room.present("ann")
    await build(room, ann)
    await room.begins(ann)
    assert brought(room) == [(*FIA.new_deck("palette"), *chosen().split()), ()]


async def test_for_a_game_without_decks_nobody_is_told_of_any(rooms: Rooms):
    room = await rooms.open(countdown=1000)
    ann, bob = room.present("ann", "bob")
    await room.says(ann, "!join")
    await room.says(bob, "!join")
    room.fresh()
    await room.says(ann, "!go")
    assert [said for said in room.fresh() if said.to] == []


async def test_what_is_brought_lasts_through_a_restart_and_proves_the_match(room: Room, ann: Person):
    (bob,) = room.present("bob")
    await build(room, ann)
    await room.begins(ann, bob)
    before = brought(room)
    await room.restart()
    assert brought(room) == before
    await room.says(room.channel.persons[0], "!quit")
    assert room.findings() == []
    assert dict(proofs(room.database)) == {1: []}


async def test_a_deck_that_is_changed_or_deleted_while_it_is_played_changes_no_match(room: Room, ann: Person):
    (bob,) = room.present("bob")
    await build(room, ann)
    await room.begins(ann, bob)
    before = brought(room)
    await told(room, ann, "deck remove duel ra9", "deck delete duel")
    await room.restart()
    assert brought(room) == before
    ann, bob = room.channel.persons
    await room.says(ann, "!quit")
    for person, text in ((ann, "!join"), (bob, "!join"), (ann, "!go")):
        await room.says(person, text)
    assert NONE in room.private(ann)
    assert brought(room) == [(), ()]
    assert room.findings() == []


async def test_of_a_running_match_nobody_is_shown_what_was_brought(room: Room, ann: Person, logs: Logs):
    (bob,) = room.present("bob")
    await told(room, ann, "deck copy balanced mine", "deck remove mine bd5", "deck add mine bd3", "deck use mine")
    await room.begins(ann, bob)
    cards = set(brought(room)[0]) - set(FIA.ready_decks("palette")["balanced"])
    assert cards == {"bd3"}
    seen = public(room.stored())
    shown = f"{seen} {logs} {room.hall.tables} {survey([], room.hall.tables.values(), None)}"
    assert "bd3" not in shown
    assert "mine" not in shown
