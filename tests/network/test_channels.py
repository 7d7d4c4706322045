"""The channels that the bot is in, comes into and is put out of, and their modes."""

import pytest
from structlog.testing import capture_logs

from games.kit.text import Colour
from ionbot.channel import Card, Loss, Status
from tests.network.fakes import LOST, Fates, Stage, playing

END = ":i 315 ionbot #ion :End of /WHO"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (":ann!a@h KICK #ion ionbot :out", "kicked by ann: out"),
        (":ann!a@h KICK #ion ionbot", "kicked by ann"),
        (":ionbot!b@h PART #ion :requested by ann (out)", "left: requested by ann (out)"),
        (":ionbot!b@h PART #ion", "left"),
    ],
)
def test_the_bot_is_put_out_and_the_log_says_so(line: str, why: str) -> None:
    stage = playing()
    fates = Fates()
    with capture_logs() as logs:
        assert stage.told(line) == [("lost", "#ion", Loss.EXPELLED)]
    assert [(entry["event"], entry["why"]) for entry in logs] == [("put out of a channel", why)]
    stage.shared.channels["#ion"].say(("hello?",), left=fates.note)
    stage.clock.advance()
    assert fates == [LOST]
    assert list(stage.shared.channels["#ion"].people()) == []
    assert stage.told(":ann!a@h PRIVMSG #ion :psst") == []


@pytest.mark.parametrize("name", ["#other", "&local"])
def test_a_channel_that_the_bot_is_forced_into_is_left_and_no_table_opens(name: str) -> None:
    stage = playing()
    names = (f":i 353 ionbot = {name} :ionbot @eve", f":i 366 ionbot {name} :End", f":eve!e@h PRIVMSG {name} :!join")
    with capture_logs() as logs:
        assert stage.sent(f":ionbot!b@h JOIN {name}", *names) == [f"PART {name}"]
    assert [(entry["event"], entry["channel"]) for entry in logs] == [("put into a foreign channel", name)]
    assert stage.told(f":ionbot!b@h PART {name}", f":eve!e@h PRIVMSG {name} :!join") == []
    assert list(stage.shared.channels) == ["#ion"]


def test_a_thousand_invented_joins_leave_nothing_behind() -> None:
    stage = playing()
    stage.feed(*(f":ionbot!b@h JOIN #x{number}" for number in range(1000)), ":ionbot!b@h JOIN", ":ionbot!b@h JOIN x,y")
    assert list(stage.shared.channels) == ["#ion"]
    assert set(stage.session._people.me.status) == {"#ion"}


def test_no_colours_in_a_channel_with_mode_c_or_before_its_modes_are_known() -> None:
    stage = Stage(colour=True).register("PREFIX=(qaohv)~&@%+ CHANMODES=beI,k,l,cimnpst")
    stage.feed(":ionbot!b@h JOIN #ion", ":i 353 ionbot = #ion :ionbot ann", ":i 366 ionbot #ion :End", END)
    channel = stage.shared.channels["#ion"]

    def said() -> str:
        channel.say((Card("S", Colour.RED),))
        return stage.sent()[0]

    stage.link.take()
    assert said() == "PRIVMSG #ion S"
    stage.feed(":ann!a@h MODE #ion +m")
    assert said() == "PRIVMSG #ion S"
    stage.feed(":i 324 ionbot #ion +nt")
    assert said() == "PRIVMSG #ion \x0304S\x0f"
    stage.feed(":ann!a@h MODE #ion +lc-t 5")
    assert said() == "PRIVMSG #ion S"
    stage.feed(":ann!a@h MODE #ion -c")
    assert said() == "PRIVMSG #ion \x0304S\x0f"
    stage.feed(":i 324 ionbot #ion +c", ":i 324 ionbot #ion +n")
    assert said() == "PRIVMSG #ion \x0304S\x0f", "an answer tells all modes"
    stage.feed(":ann!a@h KICK #ion ionbot", ":ionbot!b@h JOIN #ion", END)
    stage.link.take()
    assert said() == "PRIVMSG #ion S", "its modes may have changed meanwhile"


@pytest.mark.parametrize("modes", ["+m", "+n", "+C", "+T", "+R", "+mnCTRS", "+k-k key key", "+b *!*@h", "+Z what"])
def test_other_modes_of_a_channel_break_nothing(modes: str) -> None:
    stage = playing("PREFIX=(ov)@+ CHANMODES=b,k,l,cCimnRSTt", colour=True)
    assert stage.told(f":ann!a@h MODE #ion {modes}", ":ann!a@h PRIVMSG #ion :hi") == [("heard", "#ion", "ann", "hi")]
    stage.shared.channels["#ion"].say((Card("S", Colour.RED),))
    assert stage.sent() == ["PRIVMSG #ion \x0304S\x0f"]
    assert stage.person("ann").status["#ion"] is Status.OP


def test_a_kick_before_the_people_are_known_is_no_loss() -> None:
    stage = Stage().register()
    assert stage.told(":ionbot!b@h JOIN #ion", ":ann!a@h KICK #ion ionbot :no") == []
    stage.clock.advance(31)
    assert ("entered", "#ion") not in stage.recorder.events


def test_the_end_of_the_connection_loses_every_channel_once() -> None:
    stage = playing(channels=["#ion", "#two"])
    stage.enter("ann", "#two")
    stage.recorder.take()
    stage.session.end(None)
    assert stage.recorder.take() == [("lost", "#ion", Loss.DISCONNECTED), ("lost", "#two", Loss.DISCONNECTED)]


def test_channels_begin_with_what_the_server_says() -> None:
    stage = playing("CHANTYPES=#!", channels=["#ion", "!12345two"])
    stage.enter("ann", "!12345two")
    assert stage.told(":ann!a@h PRIVMSG !12345TWO :hi") == [("heard", "!12345two", "ann", "hi")]
    assert stage.sent(":ionbot!b@h JOIN &other") == []


def test_channels_that_seem_to_be_one_before_the_casemapping_is_known_are_two_after() -> None:
    stage = playing("CASEMAPPING=ascii", channels=["#ion", "#[x]", "#{x}"])
    assert {"#[x]", "#{x}"} <= set(stage.shared.channels)
    both = stage.shared.channels["#[x]"], stage.shared.channels["#{x}"]
    assert both[0] is not both[1]
    stage.feed(":i 005 ionbot CASEMAPPING=rfc1459 :are supported")
    assert stage.shared.channels["#{x}"] is both[0]


def test_a_channel_entered_twice_is_learned_anew() -> None:
    stage = playing()
    assert stage.told(":ionbot!b@h JOIN #ion") == [("lost", "#ion", Loss.DISCONNECTED)]
    stage.enter("cat")
    assert [person.nick for person in stage.shared.channels["#ion"].people()] == ["cat"]


@pytest.mark.parametrize(("modes", "private"), [("+nt", False), ("+ntc", False), *((f"+n{m}", True) for m in "spi")])
def test_a_channel_that_not_everybody_can_find_or_enter_is_private(modes: str, *, private: bool) -> None:
    stage = playing("PREFIX=(ov)@+ CHANMODES=beI,k,l,cimnpst")
    channel = stage.shared.channels["#ion"]
    stage.feed(f":i 324 ionbot #ion {modes}")
    assert channel.private is private
    stage.feed(":ann!a@h MODE #ion -spi")
    assert not channel.private
    stage.feed(":ann!a@h MODE #ion +k key")
    assert channel.private


def test_a_channel_whose_modes_are_not_known_is_private() -> None:
    stage = playing()
    channel = stage.shared.channels["#ion"]
    assert not channel.private
    stage.feed(":ann!a@h KICK #ion ionbot")
    assert channel.private
