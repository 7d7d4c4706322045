"""What admins order is done, on a bot with two networks."""

import asyncio
import re
from contextlib import AsyncExitStack

import pytest

from ionbot.network.status import State
from ionbot.table.table import Table
from tests.administration.conftest import Stage
from tests.network.scripted import until

Logs = list[dict[str, object]]


async def test_the_whole_is_told(stage: Stage) -> None:
    await stage.play("two")
    assert re.fullmatch(
        r"ionbot \S+, up \d+ s\. Networks: 2 of 2 connected\. Channels: 2 of 2 joined\.", await stage.order("status")
    )
    assert await stage.answer() == "1 match runs, 0 paused; 0 tables are open."
    assert await stage.order("channels") == "Channels: one #ion: nothing is played; two #ion: match 1 of ION"
    for name, line in (("one", await stage.order("networks")), ("two", await stage.answer())):
        assert re.fullmatch(
            name + r": connected to irc\.test since \d{4}-\d\d-\d\d \d\d:\d\d UTC as ionbot; "
            r"1 of 1 channels, \d lines wait\.",
            line,
        )


async def test_a_network_that_is_away_is_told_with_its_reason(stage: Stage) -> None:
    stage.peers["two"].send("ERROR :Closing Link: (K-lined)")
    stage.peers["two"].close()
    await until(lambda: stage.bot.status().networks[1].state is not State.CONNECTED)
    await stage.order("networks")
    assert (await stage.answer()).startswith(("two: not connected (", "two: given up ("))


async def test_something_is_said_clean_on_the_network_of_who_wants_it(stage: Stage, logs: Logs) -> None:
    assert await stage.order("say #ION \x02\x0304Hello\x0f, {all}\x07!") == "Said in #ion."
    assert await stage.hears("one", "PRIVMSG #ion :Hello") == "PRIVMSG #ion :Hello, {all}!"
    (entry,) = (entry for entry in logs if entry["event"] == "said for an admin")
    assert (entry["by"], entry["channel"], entry["text"]) == ("ann", "#ion", "Hello, {all}!")
    assert await stage.peers["two"].answers()
    assert not any("Hello" in line for line in stage.peers["two"].lines)


@pytest.mark.parametrize("text", ["say #elsewhere Hello", "say ann Hello"])
async def test_nothing_is_said_where_the_bot_is_not(stage: Stage, text: str) -> None:
    assert await stage.order(text) == f"I am not in {text.split()[1]}."


async def test_a_channel_that_the_bot_was_sent_to_is_kept_over_a_restart(stage: Stage, stack: AsyncExitStack) -> None:
    one = stage.peers["one"]
    assert await stage.order("channel join #New sesame") == (
        "I go to #New, after a restart too; channels tells how it is."
    )
    assert await stage.hears("one", "JOIN #New") == "JOIN #New sesame"
    one.send(":ionbot!bot@bot.host JOIN #New", ":irc.test 366 ionbot #New :End", ":irc.test 315 ionbot #New :End")
    assert await one.answers()
    assert (await stage.order("channel join #new")).startswith("I go to #new, after a restart too")
    told = await stage.order("channels")
    assert told == "Channels: one #ion: nothing is played; one #New: nothing is played; two #ion: nothing is played"

    await stage.stop()
    await stack.aclose()
    await stage.start(stack, one="#New,#ion sesame")
    one = stage.peers["one"]
    assert any(line == "JOIN #New,#ion sesame" for line in one.lines)
    one.send(":ionbot!bot@bot.host JOIN #New", ":irc.test 366 ionbot #New :End", ":irc.test 315 ionbot #New :End")
    assert await one.answers()
    assert await stage.order("channel part #new") == "I leave #New."
    await stage.stop()
    await stack.aclose()
    await stage.start(stack)
    assert any(line == "JOIN #ion" for line in stage.peers["one"].lines)


async def test_a_configured_channel_is_left_until_the_next_start(stage: Stage) -> None:
    one = stage.peers["one"]
    assert await stage.order("channel part #ion") == "I leave #ion; it is configured, so a start brings me back."
    assert await one.expect("PRIVMSG #ion") == "PRIVMSG #ion :I am called away from here. Goodbye!"
    await one.expect("PART #ion")
    one.send(":ionbot!bot@bot.host PART #ion")
    assert await one.answers()
    (network, _) = stage.bot.status().networks
    assert [(each.joined, each.why) for each in network.channels] == [
        (False, "an admin has sent the bot away; the bot waits for an invitation")
    ]
    assert not any(line.startswith("JOIN") for line in one.lines[one.lines.index("PART #ion") :])


async def test_who_sends_the_bot_back_during_its_goodbye_keeps_it(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = asyncio.Event()
    monkeypatch.setattr(Table, "say_last", lambda *_: left.wait())
    await stage.order("channel part #ion")
    assert await stage.order("channel join #ion") == "I go to #ion, which is configured."
    left.set()
    assert await stage.peers["one"].answers()
    assert "PART #ion" not in stage.peers["one"].lines


async def test_a_match_is_ended_only_by_who_is_sure(stage: Stage) -> None:
    await stage.play("one")
    assert await stage.order("channel part #ion") == (
        "A match runs in #ion; channel part #ion yes ends it, scored as it stands."
    )
    assert stage.bot.hall.tables["one", "#ion"].play
    await stage.order("channel part #ion yes")
    one = stage.peers["one"]
    await one.expect("PRIVMSG #ion :Match 1 is over.")
    await one.expect("PRIVMSG #ion :I am called away from here.")
    await one.expect("PART #ion")
    assert not stage.bot.hall.tables["one", "#ion"].play


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("channel join cards", "cards and what follows are no channel's name and key."),
        ("channel join #a,#b", "#a,#b and what follows are no channel's name and key."),
        ("channel join #a k,l", "#a and what follows are no channel's name and key."),
        ("channel part #nowhere", "I am not in #nowhere."),
        ("channel join #ion", "I go to #ion, which is configured."),
    ],
)
async def test_what_is_no_channel_is_not_entered(stage: Stage, text: str, answer: str) -> None:
    assert await stage.order(text) == answer
    assert await stage.peers["one"].answers()
    assert sum(line.startswith("JOIN") for line in stage.peers["one"].lines) == 1


async def test_more_channels_than_the_network_allows_are_refused(stage: Stage) -> None:
    stage.peers["one"].send(":irc.test 005 ionbot CHANLIMIT=#:1 :are supported by this server")
    assert await stage.order("channel join #more") == "I cannot go to #more: the network allows 1 channels."


async def test_a_shutdown_is_told_where_something_is_played_and_stops_the_bot(stage: Stage) -> None:
    await stage.play("two")
    assert await stage.order("shutdown 10m") == "I stop in 10 min; shutdown cancel takes that back."
    await stage.peers["two"].expect("PRIVMSG #ion :I am stopped in 10 min. A match goes on when I am back;")
    assert await stage.order("status")
    await stage.answer()
    assert (await stage.answer()).startswith("I am stopped in 9 min 5")
    assert await stage.order("shutdown cancel") == "I do not stop."
    await stage.peers["two"].expect("PRIVMSG #ion :I am not stopped after all.")
    assert await stage.order("shutdown cancel") == "I was not about to stop."
    assert not any("stopped" in line for line in stage.peers["one"].lines if "#ion" in line)

    assert await stage.order("shutdown") == "I stop now."
    await stage.peers["two"].expect("PRIVMSG #ion :I am stopped now.")
    for peer in stage.peers.values():
        assert await peer.expect("QUIT") == "QUIT :I am being stopped; matches go on when I am back."
        peer.close()
    await stage.life
