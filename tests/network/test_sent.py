"""Where an admin sends the bot, it goes and comes back to; where it is called away, it leaves and stays away."""

import pytest

from ionbot.channel import Loss
from tests.network.desk import Desk
from tests.network.fakes import Stage, config, playing


def sent_to(stage: Stage, name: str, key: str = "") -> None:
    stage.session.join(stage.shared.channels.send_to(name, key))


def called_away(stage: Stage, name: str = "#ion") -> None:
    channel = stage.shared.channels.find(name)
    assert channel
    stage.shared.channels.call_back(channel, "called away")
    stage.session.part(channel)


def test_the_bot_goes_where_it_is_sent_and_again_after_a_reconnection() -> None:
    stage = playing()
    sent_to(stage, "#new", "sesame")
    assert stage.sent() == ["JOIN #new sesame"]
    stage.session.end(None)
    stage.connect()
    stage.register()
    assert "JOIN #new,#ion sesame" in stage.link.take()


def test_where_it_is_already_it_does_not_go_again() -> None:
    stage = playing()
    sent_to(stage, "#ION")
    assert stage.sent() == []


def test_where_it_is_not_let_in_it_tries_again() -> None:
    stage = playing()
    sent_to(stage, "#new")
    stage.feed(":irc.test 473 ionbot #new :Cannot join channel (+i)")
    (why,) = stage.session.refusals.values()
    assert why.startswith("the channel is invite only; the next attempt is in ")
    stage.link.take()
    stage.clock.advance(20)
    assert stage.link.take() == ["JOIN #new"]


def test_before_the_bot_is_in_it_only_notes_where_to_go() -> None:
    stage = Stage()
    sent_to(stage, "#new")
    assert not any(line.startswith("JOIN") for line in stage.sent())
    stage.register()
    assert "JOIN #ion,#new" in stage.link.take()


def test_called_away_it_leaves_and_does_not_come_back() -> None:
    stage = playing()
    called_away(stage)
    assert stage.sent() == ["PART #ion"]
    assert stage.told(":ionbot!bot@bot.host PART #ion") == [("lost", "#ion", Loss.EXPELLED)]
    stage.link.take()
    stage.clock.advance(10_000)
    assert not any(line.startswith("JOIN") for line in stage.link.take())
    stage.session.end(None)
    stage.connect()
    stage.register()
    assert not any(line.startswith("JOIN") for line in stage.link.take())
    sent_to(stage, "#ion")
    assert stage.sent() == ["JOIN #ion"]


def test_called_away_from_where_it_is_kept_out_it_tries_no_more() -> None:
    stage = playing()
    sent_to(stage, "#new")
    stage.feed(":irc.test 473 ionbot #new :Cannot join channel (+i)")
    called_away(stage, "#new")
    stage.link.take()
    stage.clock.advance(10_000)
    assert not any(line.startswith(("JOIN", "PART")) for line in stage.link.take())


def test_anybody_can_invite_it_to_where_it_was_sent() -> None:
    stage = playing()
    sent_to(stage, "#new")
    stage.feed(":irc.test 473 ionbot #new :Cannot join channel (+i)")
    assert stage.sent(":eve!eve@h INVITE ionbot #new") == ["JOIN #new"]


def test_another_configuration_names_its_new_channels_with_their_keys() -> None:
    stage = playing()
    channels = stage.shared.channels
    added = channels.configure(config(channels=["#new sesame", "#ion", "#other"]))
    assert [(channel.name, channel.key) for channel in added] == [("#new", "sesame"), ("#other", "")]
    channels.configure(config(channels=["#other"]))
    assert [channels.stays_in(channel) for channel in channels.all()] == [False, False, True]


@pytest.mark.parametrize(("burst", "left"), [(2, 2), (10, 3)])
def test_another_pace_counts_from_the_next_line_on(burst: int, left: int) -> None:
    desk = Desk(burst=4, rate=1)
    desk.put("one")
    assert desk.sent() == ["#ion one"]
    desk.outbox.change_pace(config(burst=burst, rate=2).speed)
    for text in ("two", "three", "four", "five"):
        desk.put(text)
    assert len(desk.sent()) == left
    assert len(desk.sent(0.5)) == 1


def test_a_pace_without_bounds_becomes_one_with_them() -> None:
    desk = Desk()
    desk.outbox.change_pace(None)
    for number in range(9):
        desk.put(str(number))
    assert len(desk.sent()) == 9
    desk.outbox.change_pace(config(burst=4, rate=1).speed)
    desk.put("more")
    assert len(desk.sent(1)) == 1


def test_who_waits_until_nothing_waits_hears_of_it_once() -> None:
    desk, heard = Desk(burst=1, rate=1), list[str]()
    desk.put("one")
    desk.put("two")
    desk.outbox.once_empty(lambda: heard.append("empty"))
    desk.sent()
    assert heard == []
    desk.sent(1)
    desk.put("three")
    desk.sent(1)
    assert heard == ["empty"]


def test_nothing_waits_where_there_is_no_connection() -> None:
    desk, heard = Desk(burst=1, rate=1), list[str]()
    for text in ("one", "two"):
        desk.put(text)
    desk.sent()
    desk.outbox.once_empty(lambda: heard.append("empty"))
    desk.outbox.close()
    desk.clock.advance()
    assert heard == ["empty"]
