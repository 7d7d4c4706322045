"""Getting into channels, and back into them."""

import pytest
from structlog.testing import capture_logs

from tests.network.fakes import Stage, playing


def joins(stage: Stage, seconds: float) -> list[str]:
    stage.clock.advance(seconds)
    return [line for line in stage.link.take() if line.startswith("JOIN")]


def alive(stage: Stage, seconds: int) -> list[str]:
    """Let time pass with a server that is there; give the JOINs."""
    sent = []
    for _ in range(0, seconds, 10):
        stage.feed("PONG x")
        sent += joins(stage, 10)
    return sent


def test_many_channels_go_into_one_join() -> None:
    stage = Stage(channels=[f"#c{number}" for number in range(12)])
    stage.register()
    assert joins(stage, 0) == ["JOIN " + ",".join(f"#c{number}" for number in range(10)), "JOIN #c10,#c11"]


def test_targmax_and_chanlimit_are_respected() -> None:
    stage = Stage(channels=["#a", "#b", "#c", "#d", "&e", "!f"])
    with capture_logs() as logs:
        stage.register("TARGMAX=JOIN:2 CHANLIMIT=#:3,& CHANTYPES=#&")
    assert joins(stage, 0) == ["JOIN #a,#b", "JOIN #c,&e"]
    left_out = [(entry["channel"], entry["reason"]) for entry in logs if entry["event"] == "channel left out"]
    assert left_out == [("#d", "the network allows 3 channels"), ("!f", "no channel begins with ! here")]


def test_a_join_stays_short_enough_for_a_line() -> None:
    stage = Stage(channels=[f"#{'x' * 60}{number}" for number in range(9)]).register("TARGMAX=JOIN:")
    lines = joins(stage, 0)
    assert len(lines) == 2
    assert max(map(len, lines)) < 450


def test_channels_are_joined_once_however_often_the_motd_ends() -> None:
    stage = Stage().register()
    stage.link.take()
    assert stage.sent(":i 376 ionbot :End of MOTD", ":i 422 ionbot :none") == []


def test_after_a_kick_the_bot_waits_longer_each_time() -> None:
    stage = playing(ping_after=3600)
    for delay in (20, 40, 80):
        stage.feed(":ann!a@h KICK #ion ionbot :out")
        assert joins(stage, delay - 1) == []
        assert joins(stage, 1) == ["JOIN #ion"]
        stage.enter()


def test_after_a_long_stay_the_delay_begins_anew() -> None:
    stage = playing()
    for _ in range(3):
        stage.feed(":ann!a@h KICK #ion ionbot :out")
        assert joins(stage, 20) == ["JOIN #ion"]
        stage.enter()
        assert alive(stage, 300) == []


@pytest.mark.parametrize("numeric", ["471", "473", "474", "475", "403", "437", "477"])
def test_a_refused_join_is_logged_and_tried_again_without_a_tight_loop(numeric: str) -> None:
    stage = Stage().register()
    stage.link.take()
    with capture_logs() as logs:
        stage.feed(f":i {numeric} ionbot #ion :Cannot join channel")
    assert [(entry["event"], entry["channel"]) for entry in logs] == [("join refused", "#ion")]
    assert stage.link.take() == []
    assert len(alive(stage, 3600)) == 7
    assert len(alive(stage, 3600)) == 2


def test_a_join_that_is_never_answered_is_tried_again() -> None:
    stage = Stage().register()
    stage.link.take()
    assert joins(stage, 20) == ["JOIN #ion"]


def test_a_channel_that_is_not_configured_is_not_joined_again() -> None:
    stage = playing()
    stage.enter("ann", "#other")
    stage.link.take()
    stage.feed(":ann!a@h KICK #other ionbot :out")
    assert alive(stage, 600) == []


def test_no_attempts_after_the_end_of_the_connection() -> None:
    stage = Stage().register()
    stage.session.end("gone")
    stage.link.take()
    assert joins(stage, 3600) == []
