"""Who wants to hear of a game's tables is kept, by network, identity and game."""

from ionbot.store.journal import Journal
from ionbot.store.subscriptions import load
from ionbot.store.writer import Writer

ANN = ("net", "account:ann")


async def test_what_is_kept_is_there_at_once_and_after_a_restart(journal: Journal, writer: Writer) -> None:
    ann = await journal.player(*ANN, "Ann", "ann")
    subscriptions = await load(writer)
    for wanted in (True, True, False, False, True):
        await subscriptions.keep(*ANN, "ion", ann, wanted=wanted)
        for known in (subscriptions, await load(writer)):
            assert known.has(*ANN, "ion") is wanted
            assert not known.has(*ANN, "fia")
            assert not known.has("other", ANN[1], "ion")
