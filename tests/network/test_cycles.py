"""Changes of host that come as a QUIT and a JOIN for each channel: whoever changes theirs stays who they are."""

import pytest
from structlog.testing import capture_logs

from ionbot.channel import Departure, Lane, Status
from tests.network.fakes import Fates, Stage, playing

QUIT = ":ann!a@h QUIT :Registered"
JOIN = ":ann!a@Ann.users.undernet.org JOIN #ion"
LEFT = ("left", "#ion", "ann", Departure.QUIT)


def known(isupport: str = "", caps: str = "", **changes: object) -> Stage:
    """Give a stage on which the address of ann is known."""
    stage = playing(isupport, caps, **changes)
    stage.feed(":ann!a@h PRIVMSG #ion :hi")
    stage.link.take()
    stage.recorder.take()
    return stage


@pytest.mark.parametrize(
    "reason",
    ["Registered", "UnRegistered", "Host change", "Changing host", "Changing hostname"],
)
def test_who_changes_the_host_by_quit_and_join_is_the_same_person(reason: str) -> None:
    stage = known()
    ann = stage.person("ann")
    assert stage.told(f":ann!a@h QUIT :{reason}", JOIN, ":irc.test MODE #ion +o ann") == []
    stage.clock.advance(100)
    assert stage.recorder.take() == []
    assert stage.person("ann") is ann
    assert ann.address == "ann!a@Ann.users.undernet.org"
    assert ann.status["#ion"] is Status.OP


def test_the_status_of_who_changes_the_host_is_told_anew() -> None:
    stage = known()
    stage.feed(QUIT, JOIN)
    assert stage.person("ann").status["#ion"] is Status.NONE


def test_who_changes_the_host_in_two_channels_is_expected_in_both() -> None:
    stage = known(channels=["#ion", "#two"])
    stage.enter("ann", "#two")
    ann = stage.person("ann")
    assert stage.told(QUIT, JOIN, JOIN.replace("#ion", "#two")) == []
    stage.feed(QUIT.replace("@h", "@Ann.users.undernet.org"), ":ann!a@h JOIN #ion")
    stage.clock.advance(4.9)
    assert stage.recorder.take() == []
    stage.clock.advance(0.1)
    assert stage.recorder.take() == [("left", "#two", "ann", Departure.QUIT)]
    assert stage.person("ann") is ann


def test_who_does_not_come_back_in_time_has_quit() -> None:
    stage = known(channels=["#ion", "#two"])
    stage.enter("ann", "#two")
    assert stage.told(QUIT) == []
    stage.clock.advance(4.9)
    assert stage.recorder.take() == []
    stage.clock.advance(0.1)
    assert stage.recorder.take() == [LEFT, ("left", "#two", "ann", Departure.QUIT)]
    assert stage.told(JOIN) == [("joined", "#ion", "ann")]


def test_somebody_else_with_the_nick_is_not_taken_for_who_changes_the_host() -> None:
    stage = known()
    ann = stage.person("ann")
    assert stage.told(QUIT, ":ann!thief@elsewhere JOIN #ion") == [LEFT, ("joined", "#ion", "ann")]
    assert stage.person("ann") is not ann
    stage.clock.advance(5)
    assert stage.recorder.take() == []


def test_who_renames_themselves_to_the_nick_is_not_taken_for_who_changes_the_host() -> None:
    stage = known()
    bob = stage.person("bob")
    assert stage.told(QUIT, ":bob!a@h NICK ann") == [LEFT]
    stage.clock.advance(5)
    assert stage.recorder.take() == []
    assert stage.person("ann") is bob


def test_who_quits_while_they_are_expected_has_quit() -> None:
    stage = known()
    assert stage.told(QUIT, ":ann!a@h QUIT :Quit: bye") == [LEFT]
    stage.clock.advance(5)
    assert stage.recorder.take() == []


def test_who_leaves_a_channel_while_they_are_expected_comes_as_anybody() -> None:
    stage = known(channels=["#ion", "#two"])
    stage.enter("ann", "#two")
    assert stage.told(QUIT, ":ann!a@h PART #ion") == [("left", "#ion", "ann", Departure.PART)]
    assert stage.told(JOIN) == [("joined", "#ion", "ann")]


def test_two_changes_of_host_one_after_the_other_have_their_full_time() -> None:
    stage = known()
    stage.feed(QUIT)
    stage.clock.advance(4)
    stage.feed(QUIT)
    stage.clock.advance(4)
    assert stage.told(JOIN) == []
    stage.clock.advance(4)
    assert stage.recorder.take() == []


def test_where_the_user_was_never_told_the_nick_is_enough() -> None:
    stage = playing()
    ann = stage.person("ann")
    assert stage.told(QUIT, JOIN) == []
    stage.clock.advance(5)
    assert stage.recorder.take() == []
    assert stage.person("ann") is ann


def test_who_is_back_is_expected_no_more() -> None:
    stage = known()
    with capture_logs() as logs:
        assert stage.told(QUIT, JOIN, ":irc.test MODE #ion +v ann", JOIN) == []
    assert logs == []
    assert stage.person("ann").status["#ion"] is Status.VOICE


@pytest.mark.parametrize("reason", ["Quit: Registered", "registered users only", "Registered ", ""])
def test_what_a_user_says_is_no_change_of_host(reason: str) -> None:
    assert known().told(f":ann!a@h QUIT :{reason}", JOIN) == [LEFT, ("joined", "#ion", "ann")]


def test_with_chghost_a_quit_is_a_quit() -> None:
    assert known(caps="chghost").told(QUIT, JOIN) == [LEFT, ("joined", "#ion", "ann")]


def test_in_a_netsplit_a_quit_is_a_split() -> None:
    stage = known(caps="batch message-tags")
    assert stage.told(":i BATCH +1 netsplit a.b c.d", f"@batch=1 {QUIT}") == [("left", "#ion", "ann", Departure.SPLIT)]


def test_who_logs_in_and_changes_the_host_is_asked_about_before_they_are_heard() -> None:
    stage = known("WHOX")
    assert [line for line in stage.sent(QUIT, JOIN) if line.startswith("WHO")] == ["WHO ann %tcuhna,108"]
    assert stage.told(":ann!a@Ann.users.undernet.org PRIVMSG #ion :!turn") == []
    assert stage.told(":i 354 ionbot 108 #ion a Ann.users.undernet.org ann Ann", ":i 315 ionbot ann :End") == [
        ("identified", "ann", "Ann"),
        ("heard", "#ion", "ann", "!turn"),
    ]


def test_extended_join_tells_the_account_with_the_new_host() -> None:
    stage = known("WHOX", "extended-join")
    assert stage.told(QUIT, f"{JOIN} Ann :Ann") == [("identified", "ann", "Ann")]
    assert not [line for line in stage.link.take() if line.startswith("WHO")]


def test_private_lines_of_who_changes_the_host_are_kept() -> None:
    stage = known(burst=1, rate=1)
    fates = Fates()
    stage.clock.advance(10)
    stage.link.take()
    stage.shared.channels["#ion"].say(("result",))
    stage.shared.channels["#ion"].tell(stage.person("ann"), ("your hand",), Lane.HAND, "hand", fates.note)
    stage.feed(QUIT, JOIN)
    stage.clock.advance(10)
    assert stage.link.take() == ["PRIVMSG #ion result", "NOTICE ann :your hand"]


def test_nobody_is_expected_after_the_end_of_the_connection() -> None:
    stage = known()
    stage.feed(QUIT)
    stage.session.end(None)
    stage.recorder.take()
    stage.clock.advance()
    assert [timer for _, _, timer in stage.clock._timers if timer.callback] == []
    stage.clock.advance(100)
    assert stage.recorder.take() == []
