"""Invitations: whose are followed, and how far."""

import pytest
from structlog.testing import capture_logs

from tests.network.fakes import Stage, playing


def invited(stage: Stage, *lines: str) -> list[str]:
    """Give the JOINs that lines lead to."""
    return [line for line in stage.sent(*lines) if line.startswith("JOIN")]


def test_an_invitation_to_a_configured_channel_is_followed_at_once_with_its_key() -> None:
    stage = Stage(channels=["#ion KEY"]).register()
    stage.feed(":i 473 ionbot #ion :Cannot join channel (+i)")
    stage.link.take()
    with capture_logs() as logs:
        assert invited(stage, ":anybody!a@h INVITE ionBOT :#ION") == ["JOIN #ion KEY"]
    assert [(entry["event"], entry["by"]) for entry in logs] == [("invited", "anybody!a@h")]


def test_an_invitation_to_where_the_bot_is_is_nothing() -> None:
    stage = playing(inviters=["*!*@h"])
    assert invited(stage, ":ann!a@h INVITE ionbot #ion") == []


def test_nobody_can_hurry_the_bot_by_inviting_it_again_and_again() -> None:
    stage = Stage().register()
    stage.link.take()
    with capture_logs() as logs:
        assert invited(stage, *[":ann!a@h INVITE ionbot #ion"] * 100) == ["JOIN #ion"]
    assert [entry["event"] for entry in logs] == ["invited"]
    stage.clock.advance(20)
    stage.link.take()
    assert invited(stage, ":ann!a@h INVITE ionbot #ion") == ["JOIN #ion"]


@pytest.mark.parametrize(
    ("line", "inviter", "follows"),
    [
        (":ann!a@staff.example INVITE ionbot #new", "*!*@staff.example", True),
        (":Ann!a@STAFF.example INVITE ionbot #new", "ann!*@*.example", True),
        (":ann!a@elsewhere INVITE ionbot #new", "*!*@staff.example", False),
        ("@account=Ann :x!x@h INVITE ionbot #new", "account:ann", True),
        ("@account=Eve :ann!a@h INVITE ionbot #new", "account:ann", False),
        (":ann!a@h INVITE ionbot #new", "account:ann", False),
        (":irc.test INVITE ionbot #new", "account:ann", False),
        ("INVITE ionbot #new", "*!*@*.example", False),
    ],
)
def test_only_inviters_call_the_bot_elsewhere_though_it_does_not_see_them(
    line: str, inviter: str, follows: bool
) -> None:
    stage = playing(caps="account-tag message-tags", inviters=[inviter])
    with capture_logs() as logs:
        assert invited(stage, line) == (["JOIN #new"] if follows else [])
    assert [entry["event"] for entry in logs] == ["invited" if follows else "invitation declined"]
    assert ("#new" in stage.shared.channels) is follows


def test_without_tags_the_account_of_a_visible_inviter_counts_and_no_tag_does() -> None:
    stage = playing("WHOX", inviters=["account:ann"])
    assert invited(stage, "@account=ann :bob!b@h INVITE ionbot #new") == []
    stage.feed(":i 354 ionbot 108 #ion b h bob Ann")
    assert invited(stage, ":bob!b@h INVITE ionbot #new") == ["JOIN #new"]


@pytest.mark.parametrize("name", ["#a,#b", "#a #b", "0", "a", "", "@#ion", "#a\x07"])
def test_what_is_no_channel_is_not_entered(name: str) -> None:
    stage = playing(inviters=["*!*@h"])
    assert stage.sent(f":ann!a@h INVITE ionbot :{name}", ":ann!a@h INVITE ionbot", ":ann!a@h INVITE") == []


def test_an_invited_bot_is_there_with_a_table_and_comes_back_after_a_reconnection() -> None:
    stage = playing(inviters=["*!*@h"])
    stage.feed(":ann!a@h INVITE ionbot #New")
    stage.recorder.take()
    channel = stage.enter("ann", "#New")
    assert stage.recorder.take() == [("entered", "#New")]
    stage.session.end(None)
    stage.connect()
    assert invited(stage.register()) == []
    stage.session.end(None)
    stage.connect()
    assert "JOIN #ion,#New" in stage.register().link.take()
    assert stage.enter("ann", "#NEW") is channel
    assert channel.open


def test_an_invited_bot_that_is_kicked_comes_back_as_the_configuration_says() -> None:
    for rejoin in (True, False):
        stage = playing(inviters=["*!*@h"], rejoin_after_kick=rejoin, ping_after=3600)
        stage.feed(":ann!a@h INVITE ionbot #new")
        stage.enter("@eve", "#new")
        stage.feed(":eve!e@h KICK #new ionbot :who called you?")
        stage.link.take()
        stage.clock.advance(20)
        assert stage.link.take() == (["JOIN #new"] if rejoin else [])
        assert invited(stage, ":eve!e@elsewhere INVITE ionbot #new") == []


def test_no_more_than_ten_channels_by_invitation_and_one_that_is_closed_gives_way() -> None:
    stage = playing(inviters=["*!*@h"], ping_after=3600)
    for number in range(10):
        stage.feed(f":ann!a@h INVITE ionbot #n{number}")
        stage.enter("ann", f"#n{number}")
    with capture_logs() as logs:
        assert invited(stage, ":ann!a@h INVITE ionbot #more") == []
    assert [entry["why"] for entry in logs] == ["the bot is in 10 channels by invitation"]
    stage.feed(":ann!a@h KICK #n3 ionbot :out", ":ann!a@h KICK #n7 ionbot :out")
    stage.clock.advance(20)
    assert invited(stage, ":ann!a@h INVITE ionbot #n7") == ["JOIN #n7"]
    assert "#n3" in [channel.name for channel in stage.shared.channels.wanted()], "#n7 was one of the ten"
    assert invited(stage, ":ann!a@h INVITE ionbot #more") == ["JOIN #more"]
    stage.enter("ann", "#more")
    stage.enter("ann", "#n7")
    stage.link.take()
    stage.clock.advance(100)
    assert stage.link.take() == []
    assert invited(stage, ":ann!a@h INVITE ionbot #n3") == []


def test_the_network_s_limit_of_channels_counts() -> None:
    stage = playing("CHANLIMIT=#:2", inviters=["*!*@h"])
    assert invited(stage, ":ann!a@h INVITE ionbot #two", ":ann!a@h INVITE ionbot #three") == ["JOIN #two"]
    assert invited(stage, ":ann!a@h INVITE ionbot #TWO") == []
    stage.clock.advance(20)
    assert invited(stage, ":ann!a@h INVITE ionbot #TWO") == ["JOIN #two"]


def test_a_flood_of_invitations_does_not_fill_the_log() -> None:
    stage = playing()
    with capture_logs() as logs:
        stage.feed(*(f":eve!e@h INVITE ionbot #x{number}" for number in range(1000)))
    assert len(logs) == 1
    stage.clock.advance(10)
    with capture_logs() as logs:
        stage.feed(":eve!e@h INVITE ionbot #x")
    assert len(logs) == 1
