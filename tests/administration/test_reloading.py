"""The configuration is read again: what can change changes at once, and what cannot be used changes nothing."""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from games.kit.text import Text
from ionbot.administration.leaving import Leaving
from ionbot.administration.orders import Orders
from ionbot.config import ConfigError, load_again
from ionbot.table.table import Table
from tests.administration.conftest import Stage
from tests.network.scripted import until

Logs = list[dict[str, object]]
NOTHING = "The configuration is read again; nothing has changed."


def leaving(stage: Stage) -> Leaving:
    assert isinstance(stage.bot.hall.house, Orders)
    return stage.bot.hall.house._leaving


async def test_what_is_the_same_changes_nothing(stage: Stage) -> None:
    assert await stage.order("reload") == NOTHING


async def test_tables_and_options_change_at_once_but_for_the_match_that_runs(stage: Stage) -> None:
    await stage.play("two")
    before = stage.bot.hall.tables["two", "#ion"].play
    stage.write(f'{stage.config}[tables]\nprefix = "."\n[games.ion]\nmove_time = 77\n')
    assert await stage.order("reload") == "Changed: tables.prefix; games"
    await stage.bot.hall.settle()
    table = stage.bot.hall.tables["two", "#ion"]
    assert table.play is before
    assert before
    assert before.options.move_time == 10
    assert table.reception.options(table.game).move_time == 77
    stage.say("one", ".help")
    assert (await stage.peers["one"].expect("NOTICE bob :Type .")).startswith("NOTICE bob :Type . and one of")


async def test_admins_are_named_anew(stage: Stage) -> None:
    stage.change('admins = ["*!ann@desk.test"]', 'admins = ["*!bob@h"]')
    assert await stage.order("reload") == "Changed: networks.one.admins"
    assert (await stage.order("status")).startswith("There is no status; ")
    stage.say("one", "!reload")
    await stage.peers["one"].expect(f"NOTICE bob :{NOTHING}")


async def test_channels_come_and_go(stage: Stage) -> None:
    stage.change('#ion"]\npace = "none"\ncolour = false\nadmins', '#new k"]\npace = "none"\ncolour = false\nadmins')
    assert await stage.order("reload") == "Changed: networks.one.channels"
    lines = [await stage.hears("one", start) for start in ("JOIN #new", "PRIVMSG #ion", "PART")]
    assert lines == ["JOIN #new k", "PRIVMSG #ion :I am called away from here. Goodbye!", "PART #ion"]


async def test_a_channel_with_a_match_is_left_when_that_is_over(stage: Stage) -> None:
    await stage.play("one")
    stage.change('#ion"]\npace = "none"\ncolour = false\nadmins', '#new"]\npace = "none"\ncolour = false\nadmins')
    assert await stage.order("reload") == "Changed: networks.one.channels"
    assert await stage.answer() == "I leave these when the matches there are over: #ion"
    assert await stage.peers["one"].answers()
    assert "PART #ion" not in stage.peers["one"].lines
    await stage.end("one")
    await stage.peers["one"].expect("PART #ion")


async def test_a_channel_that_is_configured_again_is_kept(stage: Stage) -> None:
    await stage.play("one")
    config = stage.config
    stage.change('#ion"]\npace = "none"\ncolour = false\nadmins', '#new"]\npace = "none"\ncolour = false\nadmins')
    await stage.order("reload")
    await stage.answer()
    stage.write(config)
    assert await stage.order("reload") == "Changed: networks.one.channels"
    await stage.end("one")
    assert await stage.peers["one"].answers()
    assert "PART #ion" not in stage.peers["one"].lines


async def test_a_match_that_begins_during_the_goodbye_is_played_to_its_end(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    said_last = Table.say_last

    async def play_first(_table: Table, _text: Text) -> None:
        monkeypatch.setattr(Table, "say_last", said_last)
        await stage.play("two")

    monkeypatch.setattr(Table, "say_last", play_first)
    head, two, tail = stage.config.partition("[networks.two]")
    stage.write(head + two + tail.replace("#ion", "#new"))
    assert await stage.order("reload") == "Changed: networks.two.channels"
    await until(lambda: leaving(stage).waiting)
    assert await stage.order("reload") == "I leave these when the matches there are over: #ion"
    assert "PART #ion" not in stage.peers["two"].lines
    await stage.end("two")
    await stage.peers["two"].expect("PART #ion")


async def test_a_match_that_begins_before_its_network_can_be_left_is_played_to_its_end(stage: Stage) -> None:
    async with leaving(stage).lock:
        leaving(stage).network("two")
        leaving(stage).look()
        await stage.play("two")
    assert await stage.peers["two"].answers()
    assert not any(line.startswith("QUIT") for line in stage.peers["two"].lines)
    await stage.end("two")
    await stage.peers["two"].expect("QUIT")


async def test_a_configured_channel_that_an_admin_has_named_too_is_left_with_the_configuration(stage: Stage) -> None:
    assert await stage.order("channel join #ion") == "I go to #ion, which is configured."
    stage.change('#ion"]\npace = "none"\ncolour = false\nadmins', '#new"]\npace = "none"\ncolour = false\nadmins')
    assert await stage.order("reload") == "Changed: networks.one.channels"
    assert await stage.hears("one", "PART #ion")


async def test_a_network_that_comes_while_the_bot_stops_does_not_keep_it(stage: Stage) -> None:
    stopping = asyncio.create_task(stage.bot.stop("The test is over."))
    for peer in stage.peers.values():
        await peer.expect("QUIT")
    stage.write(stage.config.replace("[networks.two]", "[networks.three]"))
    assert stage.bot.hall.house
    await stage.bot.hall.house.reload("SIGHUP")
    for peer in stage.peers.values():
        peer.close()
    await stopping
    await stage.life
    assert stage.servers["two"].connections == 1


async def test_a_new_network_that_lets_nobody_in_is_not_the_end_of_a_bot_that_was_somewhere(stage: Stage) -> None:
    head, _, tail = stage.config.partition("[networks.two]")
    stage.write(head.partition("[networks.one]")[0] + "[networks.three]" + tail)
    await stage.order("reload")
    for peer in stage.peers.values():
        await peer.expect("QUIT")
        peer.close()
    await until(lambda: [network.name for network in stage.bot.status().networks] == ["three"])
    (await stage.servers["two"].accept()).close()
    await until(lambda: stage.servers["two"].connections == 3 or stage.life.done())
    assert not stage.life.done()


async def test_networks_come_and_go(stage: Stage) -> None:
    head, _, tail = stage.config.partition("[networks.two]")
    stage.write(f"{head}[networks.three]{tail}")
    assert sorted((await stage.order("reload")).removeprefix("Changed: ").split("; ")) == [
        "networks.three", "networks.two"
    ]  # fmt: skip
    assert await stage.peers["two"].expect("QUIT") == "QUIT :This network is not configured any more."
    stage.peers["two"].close()
    three = await stage.servers["two"].accept()
    await three.register()
    await three.enter()
    await until(lambda: ("three", "#ion") in stage.bot.hall.tables)
    await until(lambda: [network.name for network in stage.bot.status().networks] == ["one", "three"])
    await until(lambda: ("two", "#ion") not in stage.bot.hall.tables)  # its tables go once it is left
    assert await stage.order("reload") == NOTHING
    stage.peers = {"one": stage.peers["one"], "three": three}
    await stage.stop()


async def test_a_table_that_is_open_is_closed_with_its_network(stage: Stage, tmp_path: Path) -> None:
    stage.say("two", "!join")
    await stage.peers["two"].expect("PRIVMSG #ion :")
    stage.write(stage.config.partition("[networks.two]")[0])
    assert await stage.order("reload") == "Changed: networks.two"
    await stage.peers["two"].expect("QUIT")
    stage.peers["two"].close()
    await until(lambda: len(stage.bot.status().networks) == 1)
    assert await stage.order("reload") == NOTHING
    with closing(sqlite3.connect(tmp_path / "bot.db")) as database:
        assert database.execute("SELECT status FROM matches").fetchall() == [("cancelled",)]


async def test_a_network_with_a_match_is_left_when_that_is_over(stage: Stage) -> None:
    await stage.play("two")
    stage.write(stage.config.partition("[networks.two]")[0])
    assert await stage.order("reload") == "Changed: networks.two"
    assert await stage.answer() == "I leave these when the matches there are over: two"
    await stage.end("two")
    await stage.peers["two"].expect("QUIT")


async def test_what_only_a_start_changes_is_told_each_time_and_stays(stage: Stage) -> None:
    stage.change("bot.db", "other.db")
    stage.change('[networks.one]\nhost = "127.0.0.1"', '[networks.one]\nnick = "other"\nhost = "127.0.0.1"')
    for _ in range(2):
        assert await stage.order("reload") == ("Changed only when I am started again: database.url; networks.one.nick")
    assert await stage.order("status")


async def test_a_broken_file_changes_nothing_and_tells_no_secret(stage: Stage, logs: Logs) -> None:
    stage.change('admins = ["*!ann@desk.test"]', 'admins = ["ann"]\npassword = ""\nprot = 1')
    stage.change("[networks.two]", '[tables]\nprefix = "."\n[networks.two]')
    stage.change('channels = ["#ion"]', 'channels = ["#ion sesame,"]')
    told = await stage.order("reload")
    assert told.startswith("Nothing is changed: the configuration has 5 mistakes (the log has all), the first: ")
    (entry,) = (entry for entry in logs if entry["event"].startswith("configuration cannot be used"))  # type: ignore
    assert len(entry["mistakes"]) == 5  # type: ignore[arg-type]
    assert "sesame" not in str(logs) + told
    assert entry["by"] == "ann (nick:ann)"
    stage.say("one", "!help")
    await stage.peers["one"].expect("NOTICE bob :Type ! and one of")


async def test_a_file_that_is_no_toml_or_gone_is_told(stage: Stage) -> None:
    config = stage.config
    stage.write("[networks")
    assert (await stage.order("reload")).startswith("Nothing is changed: the configuration has 1 mistake: ")
    stage.write(config)
    assert await stage.order("reload") == NOTHING


async def test_a_pipe_that_was_read_at_the_start_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ConfigError, match=r"/pipe: it is no file that could be read again; start the bot again$"):
        load_again(tmp_path / "pipe")


async def test_certificates_that_cannot_be_used_are_a_mistake(stage: Stage) -> None:
    stage.write(
        f'{stage.config}[networks.three]\nhost = "127.0.0.1"\nchannels = ["#x"]\ntls_ca = "$folder/config.toml"\n'
    )
    told = await stage.order("reload")
    assert told.startswith("Nothing is changed: the configuration has 1 mistake: networks.three: tls_ca = ")
    assert len(stage.bot.status().networks) == 2


async def test_the_pace_changes_at_once(stage: Stage) -> None:
    stage.change('pace = "none"\ncolour = false\nadmins', "burst = 1\nrate = 1000\ncolour = false\nadmins")
    told = await stage.order("reload")
    assert told == "Changed: networks.one.pace; networks.one.burst; networks.one.rate"
    assert await stage.order("reload") == NOTHING
