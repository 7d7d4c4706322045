"""Decks belong to a player, by game and sort; one of a sort is in use."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import insert, select

from ionbot.store.database import Contradiction, Database
from ionbot.store.decks import MOST, Decks, Key, StoredDeck, TooManyDecks
from ionbot.store.journal import Journal
from ionbot.store.wish_tables import decks as decks_table
from ionbot.store.writer import Writer

FIRST, SECOND = ("ra7", "gx2", "ra7"), ("w", "+2")


@pytest.fixture
def decks(writer: Writer) -> Decks:
    return Decks(writer)


@pytest.fixture
async def ann(journal: Journal) -> int:
    return await journal.player("net", "account:ann", "Ann", "ann")


@pytest.fixture
def key(ann: int) -> Key:
    return Key(ann, "fia", "palette", "duel")


def used(stored: list[StoredDeck]) -> list[tuple[str, str]]:
    return [(deck.sort, deck.name) for deck in stored if deck.in_use]


async def test_what_is_saved_is_there_with_its_cards_in_their_order(decks: Decks, key: Key) -> None:
    await decks.save(key, FIRST)
    assert await decks.of(key.player, "fia") == [StoredDeck("palette", "duel", FIRST, in_use=False)]
    await decks.save(key, SECOND)
    assert await decks.of(key.player, "fia") == [StoredDeck("palette", "duel", SECOND, in_use=False)]
    await decks.save(key, ())
    assert await decks.of(key.player, "fia") == [StoredDeck("palette", "duel", (), in_use=False)]


async def test_decks_are_told_apart_by_player_game_sort_and_name(decks: Decks, journal: Journal, key: Key) -> None:
    nick = await journal.player("net", "nick:ann", "Ann")
    others = [replace(key, player=nick), replace(key, game="haven"), replace(key, sort="free"), replace(key, name="a")]
    for number, each in enumerate([key, *others]):
        await decks.save(each, (str(number),))
    assert [(deck.sort, deck.name, deck.cards) for deck in await decks.of(key.player, "fia")] == [
        ("free", "duel", ("3",)), ("palette", "a", ("4",)), ("palette", "duel", ("0",)),
    ]  # fmt: skip
    assert [deck.cards for deck in await decks.of(nick, "fia")] == [("1",)]
    await decks.delete(key)
    assert [(deck.sort, deck.name) for deck in await decks.of(key.player, "fia")] == [
        ("free", "duel"),
        ("palette", "a"),
    ]
    assert len(await decks.of(nick, "fia")) == len(await decks.of(key.player, "haven")) == 1


async def test_one_deck_of_a_sort_is_in_use(decks: Decks, key: Key) -> None:
    other, free = replace(key, name="other"), replace(key, sort="free")
    for each in (key, other, free):
        await decks.save(each, FIRST)
    assert used(await decks.of(key.player, "fia")) == []
    await decks.use(key)
    await decks.use(free)
    assert used(await decks.of(key.player, "fia")) == [("free", "duel"), ("palette", "duel")]
    await decks.use(other)
    assert used(await decks.of(key.player, "fia")) == [("free", "duel"), ("palette", "other")]
    await decks.save(other, SECOND)
    assert used(await decks.of(key.player, "fia")) == [("free", "duel"), ("palette", "other")]
    await decks.delete(other)
    assert used(await decks.of(key.player, "fia")) == [("free", "duel")]


async def test_a_ready_deck_in_use_is_kept_by_its_name_alone(decks: Decks, key: Key) -> None:
    await decks.save(key, FIRST)
    await decks.use(replace(key, name="guarded"))
    await decks.use(replace(key, name="healing"))
    healing = StoredDeck("palette", "healing", None, in_use=True)
    assert await decks.of(key.player, "fia") == [StoredDeck("palette", "duel", FIRST, in_use=False), healing]
    assert await decks.in_use([key.player], "fia", "palette") == {key.player: healing}
    await decks.use(key)
    assert await decks.of(key.player, "fia") == [StoredDeck("palette", "duel", FIRST, in_use=True)]


async def test_the_decks_in_use_of_a_match(decks: Decks, journal: Journal, key: Key) -> None:
    bob, cat = [await journal.player("net", f"nick:{nick}", nick) for nick in ("bob", "cat")]
    for player in (key.player, bob):
        await decks.save(replace(key, player=player), FIRST)
    await decks.use(replace(key, player=bob))
    duel = StoredDeck("palette", "duel", FIRST, in_use=True)
    assert await decks.in_use([key.player, bob, cat], "fia", "palette") == {bob: duel}
    assert await decks.in_use([key.player, bob, cat], "fia", "free") == {}
    assert await decks.in_use([], "fia", "palette") == {}


async def test_a_player_has_so_many_decks_at_most(decks: Decks, key: Key) -> None:
    for number in range(MOST):
        await decks.save(replace(key, name=f"d{number}", game="fia" if number else "haven"), FIRST)
    for each in (key, replace(key, game="menagerie")):
        with pytest.raises(TooManyDecks):
            await decks.save(each, FIRST)
    last = replace(key, name="d7")
    await decks.save(last, SECOND)
    await decks.use(replace(key, name="healing"))
    await decks.delete(last)
    await decks.save(key, SECOND)
    assert SECOND in [deck.cards for deck in await decks.of(key.player, "fia")]


async def test_to_delete_what_is_not_there_changes_nothing(decks: Decks, key: Key) -> None:
    await decks.save(key, FIRST)
    await decks.delete(replace(key, name="other"))
    assert len(await decks.of(key.player, "fia")) == 1


async def test_a_deck_needs_its_player(decks: Decks, key: Key) -> None:
    with pytest.raises(Contradiction):
        await decks.save(replace(key, player=99), FIRST)


@pytest.mark.parametrize("change", [{"in_use": True, "name": "b"}, {"cards": None, "name": "b"}])
async def test_the_database_itself_keeps_them_in_order(
    database: Database, writer: Writer, decks: Decks, key: Key, change: dict[str, Any]
) -> None:
    await decks.save(key, FIRST)
    await decks.use(key)
    with database.read() as connection:
        row = dict(connection.execute(select(decks_table)).mappings().one())
    with pytest.raises(Contradiction):
        await writer.write(lambda connection: connection.execute(insert(decks_table), row | {"in_use": False} | change))


async def test_what_two_do_at_once_is_done_whole(decks: Decks, key: Key) -> None:
    names = [f"d{number}" for number in range(10)]
    await asyncio.gather(*(decks.save(replace(key, name=name), FIRST) for name in names))
    await asyncio.gather(*(decks.use(replace(key, name=name)) for name in names))
    assert len(used(await decks.of(key.player, "fia"))) == 1
