"""Channels that an admin has sent the bot to are kept, each once, with the last key."""

from ionbot.store.stays import Stay, Stays
from ionbot.store.writer import Writer


async def test_what_is_kept_is_given_until_it_is_removed(writer: Writer) -> None:
    stays = Stays(writer)
    for stay in (Stay("net", "#a"), Stay("net", "#B", "old"), Stay("other", "#a"), Stay("net", "#B", "new")):
        await stays.add(stay)
    assert await stays.all() == [Stay("net", "#B", "new"), Stay("net", "#a"), Stay("other", "#a")]
    await stays.remove("net", "#a")
    await stays.remove("net", "#never")
    assert await stays.all() == [Stay("net", "#B", "new"), Stay("other", "#a")]


def test_a_key_is_shown_nowhere() -> None:
    assert "sesame" not in repr(Stay("net", "#a", "sesame"))
