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


def reasons(stage: Stage) -> dict[str, str]:
    return {channel.name: why for channel, why in stage.session._joins.refusals().items()}


def test_many_channels_go_into_one_join() -> None:
    stage = Stage(channels=[f"#c{number}" for number in range(12)])
    stage.register()
    assert joins(stage, 0) == ["JOIN " + ",".join(f"#c{number}" for number in range(10)), "JOIN #c10,#c11"]


def test_targmax_and_chanlimit_are_respected() -> None:
    stage = Stage(channels=["#a", "#b", "#c", "#d", "&e", "!12345f"])
    with capture_logs() as logs:
        stage.register("TARGMAX=JOIN:2 CHANLIMIT=#:3,& CHANTYPES=#&")
    assert joins(stage, 0) == ["JOIN #a,#b", "JOIN #c,&e"]
    left_out = [(entry["channel"], entry["reason"]) for entry in logs if entry["event"] == "channel left out"]
    assert left_out == [("#d", "the network allows 3 channels"), ("!12345f", "the network has no such channels")]


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


NUMERICS = [
    "403", "405", "437", "448", "471", "473", "474", "475", "476", "477", "479", "480", "489", "495", "500", "519",
    "520",
]  # fmt: skip


@pytest.mark.parametrize("numeric", NUMERICS)
def test_a_refused_join_is_logged_and_tried_again_without_a_tight_loop(numeric: str) -> None:
    stage = Stage().register()
    stage.link.take()
    with capture_logs() as logs:
        stage.feed(f":i {numeric} ionbot #ion :Cannot join channel")
    assert [(entry["event"], entry["channel"], entry["answer"]) for entry in logs] == [
        ("join refused", "#ion", "Cannot join channel")
    ]
    assert stage.link.take() == []
    assert len(alive(stage, 3600)) == 7
    assert len(alive(stage, 3600)) == 2


def test_a_join_that_is_never_answered_is_tried_again() -> None:
    stage = Stage().register()
    stage.link.take()
    assert joins(stage, 20) == ["JOIN #ion"]


def test_no_attempts_after_the_end_of_the_connection() -> None:
    stage = Stage().register()
    stage.session.end(None)
    stage.link.take()
    assert joins(stage, 3600) == []


def test_the_channels_of_several_kinds_share_a_limit() -> None:
    stage = Stage(channels=["#a", "&b", "#c", "&d"]).register("CHANLIMIT=#&:3")
    assert joins(stage, 0) == ["JOIN #a,&b,#c"]


@pytest.mark.parametrize("keyed", [False, True])
def test_a_join_fits_into_a_line(keyed: bool) -> None:
    names = [f"#{number:02}{'x' * 60}" for number in range(20)]
    stage = Stage(channels=[f"{name} {'k' * 32}" if keyed else name for name in names]).register("TARGMAX=JOIN:")
    lines = joins(stage, 0)
    assert max(map(len, lines)) <= 510
    assert min(map(len, lines[:-1])) > 510 - 64 - 33
    assert ",".join(line.split()[1] for line in lines) == ",".join(names)


def test_keys_belong_to_the_first_channels_of_a_join() -> None:
    stage = Stage(channels=["#a", "#b KEY", "#c", "#d lock"]).register()
    assert joins(stage, 0) == ["JOIN #b,#d,#a,#c KEY,lock"]
    stage.feed(":ionbot!b@h JOIN #a", ":ionbot!b@h JOIN #c", ":i 475 ionbot #b :Cannot join channel (+k)")
    assert joins(stage, 20) == ["JOIN #b KEY", "JOIN #d lock"]


def test_keys_are_in_no_log_and_no_refusal() -> None:
    stage = Stage(channels=["#a KEYKEY"])
    with capture_logs() as logs:
        stage.register().feed(":i 475 ionbot #a :Cannot join channel (+k)")
        stage.clock.advance(100)
    assert logs
    assert "KEYKEY" not in f"{logs}{stage.session._joins.refusals()}"


def test_a_forwarded_bot_leaves_again_and_tries_later() -> None:
    stage = Stage(channels=["#a"]).register()
    stage.link.take()
    assert stage.sent(":i 470 ionbot #a ##a :Forwarding to another channel", ":ionbot!b@h JOIN ##a") == ["PART ##a"]
    assert reasons(stage) == {"#a": "the channel sends everybody elsewhere; the next attempt is in 20 s"}
    assert joins(stage, 20) == ["JOIN #a"]
    assert list(stage.shared.channels) == ["#a"]


def test_a_channel_that_another_forwards_to_may_be_configured_itself() -> None:
    stage = Stage(channels=["#a", "##a"]).register()
    assert stage.sent(":i 470 ionbot #a ##a :Forwarding to another channel", ":ionbot!b@h JOIN ##a")[-1] == "WHO ##a"


def test_the_reasons_and_the_next_attempts_can_be_read() -> None:
    stage = Stage(channels=["#a", "#b", "#c", "!12345d"], ping_after=3600).register("CHANLIMIT=#:2")
    assert reasons(stage) == {
        "#c": "the network allows 2 channels; the bot does not try",
        "!12345d": "the network has no such channels; the bot does not try",
    }
    stage.feed(":i 474 ionbot #a :Cannot join channel (+b)", ":i 473 ionbot #b :Cannot join channel (+i)")
    stage.clock.advance(25)
    assert reasons(stage)["#a"] == "the bot is banned from the channel; the next attempt is in 35 s"
    stage.feed(":ionbot!b@h JOIN #A")
    assert set(reasons(stage)) == {"#b", "#c", "!12345d"}
    stage.feed(":ann!a@h KICK #a ionbot :\x02enough")
    assert reasons(stage)["#a"] == "kicked by ann: enough; the next attempt is in 40 s"


def test_a_kicked_bot_that_may_not_come_back_waits_for_an_invitation() -> None:
    stage = playing(rejoin_after_kick=False, ping_after=3600)
    with capture_logs() as logs:
        stage.feed(":ann!a@h KICK #ion ionbot :out")
    assert [(entry["event"], entry["then"]) for entry in logs] == [
        ("put out of a channel", "the bot waits for an invitation")
    ]
    assert joins(stage, 3000) == []
    assert reasons(stage) == {"#ion": "kicked by ann: out; the bot waits for an invitation"}
    stage.session.end(None)
    stage.connect()
    stage.register()
    assert joins(stage, 3600) == []
    assert reasons(stage) == {"#ion": "kicked by ann: out; the bot waits for an invitation"}
    assert stage.sent(":ann!a@h INVITE ionbot #ion") == ["JOIN #ion"]
    stage.session.end(None)
    stage.connect()
    assert "JOIN #ion" in stage.register().link.take()
    stage.enter()
    assert reasons(stage) == {}


def test_a_bot_that_is_forced_back_into_its_channel_stays() -> None:
    stage = playing(rejoin_after_kick=False)
    stage.feed(":ionbot!b@h PART #ion")
    assert stage.sent(":ionbot!b@h JOIN #ion") == ["MODE #ion", "WHO #ion"]
    stage.session.end(None)
    stage.connect()
    assert "JOIN #ion" in stage.register().link.take()


def test_who_is_let_in_after_all_leaves_and_stays_away() -> None:
    stage = playing()
    channel = stage.shared.channels.send_to("#new", "")
    stage.session.join(channel)
    stage.shared.channels.call_back(channel, "sent away")
    stage.session.part(channel)
    stage.clock.advance()
    assert [line for line in stage.link.take() if "#new" in line] == ["JOIN #new", "PART #new"]
    stage.feed(":ionbot!b@h JOIN #new", ":ionbot!b@h PART #new")
    assert joins(stage, 3000) == []
    assert reasons(stage) == {"#new": "sent away; the bot waits for an invitation"}


def test_a_refusal_of_a_message_is_none_of_a_join() -> None:
    stage = playing()
    stage.feed(":i 477 ionbot #ion :Cannot send to channel (+M)")
    assert reasons(stage) == {}


def test_an_invitation_begins_anew_with_the_delays() -> None:
    stage = Stage(ping_after=3600).register()
    stage.clock.advance(20 + 40)
    stage.feed(":i 473 ionbot #ion :Cannot join channel (+i)", ":ann!a@h INVITE ionbot #ion")
    assert reasons(stage) == {"#ion": "the channel is invite only; the next attempt is in 20 s"}


def test_of_two_channels_that_the_network_takes_for_one_the_first_is_joined() -> None:
    assert joins(Stage(channels=["#[x]", "#{x}"]).register("CASEMAPPING=rfc1459"), 100) == ["JOIN #[x]"] * 3
    assert joins(Stage(channels=["#[x]", "#{x}"]).register("CASEMAPPING=ascii"), 0) == ["JOIN #[x],#{x}"]
