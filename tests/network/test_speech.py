"""What counts as said to the bot, and what does not."""

import pytest

from tests.network.fakes import SENT, Fates, playing


def test_what_people_say_is_passed_on_without_codes() -> None:
    stage = playing()
    assert stage.told(":ann!a@h PRIVMSG #ION :\x02\x0304,01!play\x0f S7 ") == [("heard", "#ion", "ann", "!play S7 ")]
    assert stage.told(":bob!b@h PRIVMSG ionBOT :inv") == [("told", "bob", "inv")]


@pytest.mark.parametrize(
    "line",
    [
        ":ionbot!b@h PRIVMSG #ion :!join",
        ":ann!a@h NOTICE #ion :!join",
        ":ann!a@h NOTICE ionbot :!join",
        ":irc.test NOTICE ionbot :*** Looking up your hostname",
        ":irc.test PRIVMSG ionbot :hello",
        ":eve!e@h PRIVMSG #ion :I am not in the channel",
        ":eve!e@h PRIVMSG ionbot :you cannot see me",
        ":ann!a@h PRIVMSG @#ion :for operators",
        ":ann!a@h PRIVMSG #other :elsewhere",
        ":ann!a@h PRIVMSG $$* :to all",
        ":ann!a@h PRIVMSG #ion",
        ":ann!a@h PRIVMSG #ion :",
        "PRIVMSG #ion :nobody says this",
        ":ann!a@h PRIVMSG #ion :\x01ACTION joins\x01",
        ":ann!a@h TAGMSG #ion",
    ],
)
def test_what_is_no_command(line: str) -> None:
    assert playing().told(line) == []


def test_a_message_tells_the_address() -> None:
    stage = playing()
    stage.feed(":ann!user@host PRIVMSG #ion :hi")
    assert stage.person("ann").address == "ann!user@host"


def test_ctcp_is_answered_at_most_once_in_ten_seconds() -> None:
    stage = playing()
    assert stage.sent(":ann!a@h PRIVMSG ionbot :\x01PING 12 34\x01") == ["NOTICE ann :\x01PING 12 34\x01"]
    assert stage.sent(":bob!b@h PRIVMSG ionbot :\x01VERSION\x01") == []
    stage.clock.advance(10)
    (line,) = stage.sent(":bob!b@h PRIVMSG ionbot :\x01version\x01")
    assert line.startswith("NOTICE bob :\x01VERSION ionbot ")
    stage.clock.advance(10)
    assert stage.sent(":ann!a@h PRIVMSG ionbot :\x01DCC SEND x\x01", ":ann!a@h PRIVMSG ionbot :\x01\x01") == []
    (line,) = stage.sent(f":ann!a@h PRIVMSG ionbot :\x01PING {'x' * 400}\x01")
    assert len(line) < 100


def test_ctcp_time_is_told_in_utc() -> None:
    stage = playing()
    assert stage.sent(":ann!a@h PRIVMSG ionbot :\x01TIME\x01") == [
        "NOTICE ann :\x01TIME Thu, 01 Jan 2026 00:16:40 GMT\x01"
    ]


@pytest.mark.parametrize("request_", ["VERSION", "TIME", "PING 1"])
def test_ctcp_in_a_channel_is_answered_to_who_asks_and_is_no_command(request_: str) -> None:
    stage = playing()
    stage.recorder.take()
    (line,) = stage.sent(f":ann!a@h PRIVMSG #ion :\x01{request_}\x01")
    assert line.startswith(f"NOTICE ann :\x01{request_.partition(' ')[0]} ")
    assert stage.recorder.take() == []


@pytest.mark.parametrize("who", ["eve!e@h", "irc.test"])
def test_ctcp_is_answered_to_a_network_that_looks_who_connects(who: str) -> None:
    stage = playing()
    (line,) = stage.sent(f":{who} PRIVMSG ionbot :\x01VERSION\x01")
    assert line.startswith(f"NOTICE {who.partition('!')[0]} :\x01VERSION ionbot ")
    assert stage.told(f":{who} PRIVMSG ionbot :I do not see you") == []
    assert stage.sent("PRIVMSG ionbot :\x01VERSION\x01", ":ionbot!b@h PRIVMSG ionbot :\x01VERSION\x01") == []


@pytest.mark.parametrize("target", ["#ion", "ionbot"])
def test_what_a_bot_says_is_no_command(target: str) -> None:
    stage = playing(caps="message-tags")
    assert stage.told(f"@bot :ann!a@h PRIVMSG {target} :!join") == []
    assert stage.sent(f"@bot :ann!a@h PRIVMSG {target} :\x01VERSION\x01") == []
    assert [event[-1] for event in stage.told(f"@+bot :ann!a@h PRIVMSG {target} :!join")] == ["!join"]


def test_the_echo_of_a_bot_in_bot_mode_is_an_echo() -> None:
    stage = playing(caps="message-tags echo-message")
    fates = Fates()
    stage.shared.channels["#ion"].say(("hello",), left=fates.note)
    stage.clock.advance()
    assert fates == []
    stage.feed("@bot :ionbot!b@h PRIVMSG #ion :hello")
    assert fates == [SENT]


def test_messages_before_the_people_are_known_are_no_commands() -> None:
    stage = playing()
    stage.feed(":ann!a@h KICK #ion ionbot :again", ":ionbot!b@h JOIN #ion", ":i 353 ionbot = #ion :ionbot ann")
    assert stage.told(":ann!a@h PRIVMSG #ion :!join") == []


@pytest.mark.parametrize("blank", ["\xa0", "\u3000", "\u2003", "\x85"])
def test_case_14_only_the_space_splits_parameters(blank: str) -> None:
    """The package irc splits at every Unicode space."""
    stage = playing(names=f"@ann x{blank}y")
    assert stage.person(f"x{blank}y").nick == f"x{blank}y"
    stage.feed(f":ann!a@h MODE #ion +v x{blank}y")
    assert stage.person(f"x{blank}y").status["#ion"] == 1
    ((_, _, _, text),) = stage.told(f":ann!a@h PRIVMSG #ion :!play S{blank.replace(chr(0x85), '')}7  ")
    assert text == f"!play S{blank.replace(chr(0x85), '')}7  "


def test_case_14_tabs_cr_and_nul_are_read_or_cut_off() -> None:
    stage = playing()
    assert stage.told(":ann!a@h PRIVMSG #ion :!play\tS7") == [("heard", "#ion", "ann", "!play S7")]
    assert stage.told(":ann!a@h PRIVMSG #ion :!play S7\0QUIT") == [("heard", "#ion", "ann", "!play S7")]
    assert stage.told(":ann!a@h PRIVMSG #ion :!play S7\rQUIT") == [("heard", "#ion", "ann", "!play S7")]
