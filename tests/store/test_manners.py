"""How players want to be spoken to is kept, by network and identity."""

from dataclasses import asdict

from ionbot.channel import Manner
from ionbot.store.journal import Journal
from ionbot.store.manners import load
from ionbot.store.writer import Writer

SHY = Manner(notice=False, colour=True, ping=False)


async def test_what_is_kept_is_there_at_once_and_after_a_restart(journal: Journal, writer: Writer) -> None:
    ann = await journal.player("net", "account:ann", "Ann", "ann")
    manners = await load(writer)
    assert manners.of("net", "account:ann") == Manner()
    for changes, manner in (({"colour": False}, Manner(colour=False)), (asdict(SHY), SHY)):
        await manners.change("net", "account:ann", ann, changes)
        for known in (manners, await load(writer)):
            assert known.of("net", "account:ann") == manner
    for other in (("net", "nick:ann"), ("other", "account:ann")):
        assert manners.of(*other) == Manner()
