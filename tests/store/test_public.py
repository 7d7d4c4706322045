"""What everybody may see of a match that runs is what its game shows, and nothing else."""

from games.kit.text import plain
from ionbot.store import history
from ionbot.store.database import Database
from ionbot.store.journal import Journal
from ionbot.store.public import PublicMatch, public
from tests.kit_game import PEBBLES, Throw, Took
from tests.store.playing import CHANNEL, NETWORK, START, Played, begin, find


async def play_until_a_gem_is_thrown(played: Played) -> None:
    """Play by chance until somebody has found a gem, which only they know of, and throws it back before all eyes."""
    while True:
        await played.move()
        turn = played.match.state.turn
        if gems := [gem for gem, count in played.match.state.heaps[turn].gems.items() if count]:
            await played.do(Throw(gems[0]), turn)
            return


def seen(database: Database, number: int) -> PublicMatch:
    whole = history.match(database, number, find)
    assert whole is not None
    shown = public(whole, find)
    assert shown is not None
    return shown


async def test_the_ledger_has_what_the_game_reveals(database: Database, journal: Journal) -> None:
    played = await begin(journal, pebbles=200)
    await play_until_a_gem_is_thrown(played)
    shown = {(seq, posting) for seq, postings in seen(database, played.number).ledger.items() for posting in postings}
    every = {(entry.seq, event): PEBBLES.postings(event) for entry in played.match.log for event in entry.events}
    hidden = {
        (seq, posting)
        for (seq, event), postings in every.items()
        for posting in postings
        if isinstance(event, Took) and posting.asset == "item"
    }
    assert hidden
    assert shown == {(seq, posting) for (seq, _), postings in every.items() for posting in postings} - hidden
    assert {posting.reason for _, posting in shown} >= {"take", "find", "throw"}


async def test_the_view_is_the_one_of_an_onlooker(database: Database, journal: Journal) -> None:
    played = await begin(journal, pebbles=200)
    await play_until_a_gem_is_thrown(played)
    shown, state = seen(database, played.number), played.match.state
    heaps = shown.view["heaps"]
    assert [(heap["points"], heap["coins"]) for heap in heaps] == [(heap.points, heap.coins) for heap in state.heaps]
    assert any(heap.gems for heap in state.heaps)
    assert [heap["gems"] for heap in heaps] == [{}] * 3
    told = (*PEBBLES.words.table(state, None), PEBBLES.words.score(state))
    assert [plain(text) for text in shown.texts] == [plain(text) for text in told]


async def test_of_a_match_that_has_not_begun_there_is_nothing_to_see(database: Database, journal: Journal) -> None:
    number = await journal.open(NETWORK, CHANNEL, game=PEBBLES, commitment="c", seed=b"seed", opened_ms=START)
    whole = history.match(database, number, find)
    assert whole is not None
    assert public(whole, find) is None
