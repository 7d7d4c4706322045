"""One connection: every line is handled, whatever it is; the server is watched; what we send is sound."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from irctokens import tokenise
from structlog.testing import capture_logs

from games.kit.text import Card, Colour
from ionbot.channel import Lane, Nick
from ionbot.config import Server
from ionbot.network import NetworkError
from ionbot.network.formatting import clean
from ionbot.network.lines import read, write
from ionbot.network.link.servers import Route
from ionbot.network.link.sts import Upgrade
from ionbot.network.link.transport import LONGEST, Buffer
from ionbot.network.sending.answers import PAUSE
from ionbot.network.sending.receipts import PATIENCE
from tests.network.fakes import SENT, FakeClock, Fates, Stage, playing

KNOWN = sorted(Stage().session._handlers)


def test_ping_is_answered_at_once_before_and_after_registration() -> None:
    stage = Stage()
    assert stage.sent("PING :early bird") == ["PONG :early bird"]
    stage.register()
    assert stage.sent("PING 12345", "PING") == ["PONG 12345", "PONG :"]


@pytest.mark.parametrize("line", ["ERROR :Closing Link: x (G-Lined: \2no\2 bots)", ":i 465 ionbot :\2no\2 bots"])
def test_a_ban_is_for_good_and_told_without_control_characters(line: str) -> None:
    stage = Stage()
    stage.feed(line)
    assert isinstance(stage.session.failure, NetworkError)
    assert str(stage.session.failure).endswith("no bots" if "465" in line else "no bots)")
    assert stage.link.aborted


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("ERROR :Closing Link: x (Ping timeout)", "Closing Link: x (Ping timeout)"),
        ("ERROR :", "the server closed the connection"),
        ("ERROR", "the server closed the connection"),
    ],
)
def test_other_errors_are_not_for_good(line: str, why: str) -> None:
    stage = playing()
    stage.feed(line)
    assert isinstance(stage.session.failure, ConnectionError)
    assert str(stage.session.failure) == why
    assert not stage.link.aborted  # the server closes, and may say more before


def test_of_several_reasons_the_first_counts() -> None:
    stage = playing()
    stage.feed("ERROR :Closing Link: x (Excess Flood)", "ERROR :bye")
    stage.session.end(ConnectionResetError("reset by peer"))
    assert "Excess Flood" in str(stage.session.failure)


def test_without_another_reason_the_socket_s_error_counts() -> None:
    stage = playing()
    stage.session.end(ConnectionResetError("reset by peer"))
    assert str(stage.session.failure) == "reset by peer"


def test_the_server_is_known_by_the_name_it_calls_itself_by() -> None:
    with capture_logs() as logs:
        stage = Stage().register("NETWORK=TestNet")
    assert stage.session.server == "irc.test"
    assert [entry for entry in logs if entry["event"] == "registered"] == [
        {"event": "registered", "log_level": "info", "nick": "ionbot", "server": "irc.test"}
    ]


def test_channels_that_are_joined_and_left_are_logged() -> None:
    with capture_logs() as logs:
        stage = playing()
        stage.feed(":ann!a@h KICK #ion ionbot :out with you")
    assert [entry["event"] for entry in logs if entry.get("channel") == "#ion"] == ["joined", "put out of a channel"]


def test_sts_on_a_plain_connection_ends_it_and_says_where_to_go() -> None:
    stage = Stage(tls=False, port=6667)
    assert stage.sent("CAP * LS :multi-prefix sts=port=6697,duration=1000") == []
    assert stage.link.aborted
    assert isinstance(stage.session.failure, Upgrade)
    assert stage.session.failure.route == Route(Server("127.0.0.1", 6697), tls=True, sts=True)


def test_sts_on_an_encrypted_connection_sets_a_policy_that_lasts_from_its_end() -> None:
    stage = Stage(port=6697)
    stage.register(caps="sts=duration=1000")
    stage.clock.advance(5000)
    stage.session.end(None)
    assert stage.shared.policies == {"127.0.0.1": (6697, stage.clock.wall() + 1_000_000)}


def test_the_lag_is_that_of_the_last_answer_to_our_ping() -> None:
    stage = playing(ping_after=60, ping_timeout=30)
    assert stage.session.lag is None
    stage.clock.advance(60)
    stage.feed(":ann!a@h PRIVMSG #ion :hello")
    stage.clock.advance(2)
    stage.feed(":irc.test PONG irc.test :another", ":irc.test PONG irc.test :ionbot")
    assert stage.session.lag == 2
    stage.clock.advance(1)
    stage.feed(":irc.test PONG irc.test :ionbot")
    assert stage.session.lag == 2


def test_what_comes_after_we_gave_up_is_not_handled() -> None:
    stage = Stage()
    with capture_logs() as logs:
        assert stage.sent(":i 464 * :Password incorrect", ":i 001 ionbot :Welcome", ":i 376 ionbot :End") == []
    assert (logs, stage.session.registered_at) == ([], None)


def test_a_silent_server_is_asked_and_then_left() -> None:
    stage = playing(ping_after=60, ping_timeout=30)
    stage.clock.advance(59)
    assert stage.link.take() == []
    stage.clock.advance(1)
    assert stage.link.take() == ["PING ionbot"]
    stage.clock.advance(29)
    assert not stage.link.aborted
    stage.clock.advance(1)
    assert stage.link.aborted
    assert str(stage.session.failure) == "the server was silent for 90 s"


def test_a_server_that_never_said_anything_is_asked_too() -> None:
    stage = Stage(ping_after=10, ping_timeout=30)
    stage.link.take()
    stage.clock.advance(10)
    assert stage.link.take() == ["PING ionbot"]


def test_any_line_is_a_sign_of_life() -> None:
    stage = playing(ping_after=60, ping_timeout=30)
    for line in (":i PONG i :ionbot", "@", "nonsense"):
        stage.clock.advance(60)
        assert stage.link.take() == ["PING ionbot"]
        stage.clock.advance(29)
        stage.feed(line)
    stage.clock.advance(59)
    assert stage.link.take() == []
    assert not stage.link.aborted


def test_a_stalled_loop_does_not_condemn_the_server() -> None:
    """After the process was frozen, the server gets its time to answer."""
    stage = playing(ping_after=60, ping_timeout=30)
    clock: FakeClock = stage.clock
    clock._now += 10_000
    clock.advance()
    assert stage.link.take() == ["PING ionbot"]
    assert not stage.link.aborted


def test_nothing_happens_after_the_end() -> None:
    stage = playing()
    stage.session.end(None)
    stage.link.take()
    stage.clock.advance(100_000)
    assert stage.link.take() == []
    assert not stage.link.aborted


def test_case_7_a_long_hand_is_split_with_our_own_prefix_counted() -> None:
    stage = playing(names="@ann Zoë", colour=True)
    stage.feed(
        ":i 352 ionbot #ion ~bot a.rather.long.cloak.of.the.bot.example irc.test ionbot H :0 x",
        ":i 324 ionbot #ion +nt",
    )
    hand = [span for number in range(120) for span in (Card(f"±{number}", Colour.RED), " ")]
    fates = Fates()
    stage.shared.channels["#ion"].tell(stage.person("Zoë"), (Nick("Zoë"), ": ", *hand), Lane.HAND, "hand", fates.note)
    lines = stage.sent()
    assert len(lines) == 3
    for line in lines:
        received = f":ionbot!~bot@a.rather.long.cloak.of.the.bot.example {line}\r\n".encode()
        assert len(received) <= 512
        assert len(received) > 350 or line is lines[-1]
    cards = [word for line in lines for word in clean(tokenise(line).params[1]).split() if "±" in word]
    assert cards == [f"±{number}" for number in range(120)]
    assert fates == [SENT]


def test_fault_the_512_byte_check_knows_nothing_of_the_prefix() -> None:
    """Our address is not known: the longest possible one is reckoned with."""
    stage = Stage().register("NICKLEN=16 USERLEN=10 HOSTLEN=63")
    stage.feed(":ionbot JOIN #ion", ":i 366 ionbot #ion :End", ":i 315 ionbot #ion :End")
    stage.link.take()
    stage.shared.channels["#ion"].say(("x" * 2000,))
    lines = stage.sent()
    longest = f":{'n' * 16}!{'u' * 10}@{'h' * 63} "
    assert max(len(f"{longest}{line}\r\n") for line in lines) in {511, 512}
    assert sum(line.count("x") for line in lines) == 2000


@pytest.mark.parametrize("bad", ["\r\n", "\r", "\n", "\0", "\r\nQUIT :x"])
def test_fault_cr_and_nul_pass_through(bad: str) -> None:
    stage = playing()
    channel, ann = stage.shared.channels["#ion"], stage.person("ann")
    channel.say((f"a{bad}b", Nick(f"c{bad}d"), Card(f"e{bad}f")))
    channel.tell(ann, (f"a{bad}b",))
    stage.session.quit(f"bye{bad}bye")
    ann.nick = f"ann{bad}PRIVMSG"
    channel.tell(ann, ("x",))
    for line in stage.sent():
        assert not set("\r\n\0") & set(line)
        assert tokenise(line).command in {"PRIVMSG", "NOTICE", "QUIT"}


def test_a_parameter_cannot_become_two() -> None:
    assert write("PRIVMSG", "#a b :c", "text") == "PRIVMSG #ab:c text"
    assert write("PRIVMSG", ":a", "text") == "PRIVMSG a text"
    assert write("PRIVMSG", " ", ":)") == "PRIVMSG * ::)"
    assert write("JOIN", "") == "JOIN :"


def test_tags_may_be_followed_by_many_spaces() -> None:
    line = read("@a=b\\s;c   :n!u@h   PRIVMSG   #x   :y  z ")
    assert line is not None
    assert (line.tags, line.source, line.params) == ({"a": "b ", "c": ""}, "n!u@h", ["#x", "y  z "])


WORDS = st.one_of(
    st.sampled_from(["ionbot", "#ion", "ann", "bob", "*", "+o-v", "+ovbk", "LS", "ACK", "DEL", "=", "+1", "-1", ":"]),
    st.text(st.characters(exclude_characters="\n"), max_size=12),
)
LINES = st.builds(
    lambda tags, source, command, params: f"{tags}{source}{command} {' '.join(params)}",
    st.sampled_from(["", "@", "@a=b;c ", "@batch=1 ", "@account=x ", "@time=;;= "]),
    st.sampled_from(["", ":", ":ann!a@h ", ":bob ", ":ionbot!b@h ", ":irc.test ", ":!@ ", ":@! "]),
    st.sampled_from(KNOWN),
    st.lists(WORDS, max_size=8),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(LINES, st.text(max_size=60)), max_size=30))
@example(["263 #ion", "465 "])
def test_fault_no_line_raises_and_the_next_is_handled(lines: list[str]) -> None:
    stage = playing(caps="batch account-tag echo-message extended-join server-time")
    fates, signs = Fates(), list[int | None]()
    stage.shared.channels["#ion"].say(("hello",), left=fates.note)
    stage.shared.channels["#ion"].confirm(signs.append)
    stage.sent()
    with capture_logs() as logs:
        stage.feed(*lines)
    assert [entry for entry in logs if entry["event"] == "fault"] == []
    assert stage.link.aborted == isinstance(stage.session.failure, NetworkError)
    if stage.link.aborted:
        stage.session.end(None)
    stage.clock.advance(PAUSE + PATIENCE)
    assert (len(fates), len(signs)) == (1, 1)
    answers = [["PONG :still here"], ["QUIT", "PONG :still here"]]
    assert stage.link.aborted or stage.sent("PING :still here") in answers


@settings(max_examples=150, deadline=None)
@given(st.lists(st.binary(max_size=300), max_size=8))
def test_fault_no_bytes_raise_and_the_next_line_is_read(chunks: list[bytes]) -> None:
    buffer = Buffer()
    lines: list[str] = []
    for chunk in [*chunks, b"\r\nPING :still here\r\n"]:
        buffer.feed(chunk)
        lines.extend(buffer)
    assert lines[-1] == "PING :still here"
    stage = playing()
    stage.feed(*lines[:-1])
    assert stage.sent(lines[-1]) == ["PONG :still here"]


def test_an_endless_line_is_not_kept() -> None:
    buffer = Buffer()
    for _ in range(100):
        buffer.feed(b"x" * 1000)
        assert list(buffer) == []
        assert len(buffer) <= LONGEST
    buffer.feed(b"x\r\nPING")
    buffer.feed(b" :a\r\n")
    assert list(buffer)[-1] == "PING :a"
