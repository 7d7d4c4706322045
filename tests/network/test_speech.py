"""What counts as said to the bot, and what does not."""

import pytest

from tests.network.fakes import playing


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


@pytest.mark.parametrize("kind", ["chathistory", "znc.in/playback", "draft/chathistory-targets"])
def test_what_is_repeated_from_the_past_is_no_command(kind: str) -> None:
    stage = playing(caps="batch message-tags")
    assert (
        stage.told(
            f":i BATCH +1 {kind} #ion",
            "@batch=1;time=2020-01-01T00:00:00.000Z :ann!a@h PRIVMSG #ion :!stop",
            "@batch=1 :i BATCH +2 other",
            "@batch=2 :ann!a@h PRIVMSG #ion :!stop",
        )
        == []
    )
    assert stage.told(":ann!a@h PRIVMSG #ion :!now") == [("heard", "#ion", "ann", "!now")]
    stage.feed(":i BATCH -2", ":i BATCH -1")
    assert stage.told("@batch=1 :ann!a@h PRIVMSG #ion :!later") == [("heard", "#ion", "ann", "!later")]


def test_what_is_repeated_from_the_past_tells_nothing_of_who_speaks() -> None:
    stage = playing(caps="batch message-tags account-tag")
    stage.feed("@account=Ann :ann!a@h PRIVMSG #ion :hi", ":i BATCH +1 chathistory #ion")
    stage.feed("@batch=1 :ann!old@old.host PRIVMSG #ion :before I logged in")
    assert (stage.person("ann").account, stage.person("ann").host) == ("Ann", "h")


def test_other_batches_are_present() -> None:
    stage = playing(caps="batch message-tags")
    stage.feed(":i BATCH +x netjoin a.b c.d")
    assert stage.told("@batch=x :ann!a@h PRIVMSG #ion :!now") == [("heard", "#ion", "ann", "!now")]


def test_batches_that_never_end_are_forgotten() -> None:
    stage = playing()
    stage.feed(*(f":i BATCH +{number} chathistory #ion" for number in range(100)))
    assert stage.told("@batch=0 :ann!a@h PRIVMSG #ion :!x", "@batch=99 :ann!a@h PRIVMSG #ion :!y") == [
        ("heard", "#ion", "ann", "!x")
    ]


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
