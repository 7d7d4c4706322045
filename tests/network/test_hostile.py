"""Hostile bytes: what comes in closes nothing and hides no line behind it; what goes out is one line, as meant."""

from collections.abc import Iterator, Sequence

import pytest
from irctokens import Line
from structlog.testing import capture_logs

from games.kit.text import Card
from ionbot.channel import Delivery, Departure, Lane, Nick, Status
from ionbot.config import NetworkConfig
from ionbot.network.lines import LONGEST, TAGS_MOST, read
from ionbot.network.link.transport import Buffer
from tests.network import fakes
from tests.network.fakes import Stage, config, playing
from tests.network.wire import wired

CAPS = (
    "account-notify account-tag batch chghost echo-message extended-join labeled-response message-tags server-time "
    "setname"
)
GOOD = ":zed!z@h PRIVMSG #ion :still here"
LISTENED = sorted(Stage().session._handlers)
"""Every command and numeric that somebody handles."""
BANS = {"464", "465"}
"""Those that may end a connection whatever else they say."""

MALFORMED = {
    "QUIT without text": b":ann!a@h QUIT",
    "QUIT of nobody": b"QUIT :bye",
    "PRIVMSG without text": b":ann!a@h PRIVMSG #ion",
    "PRIVMSG without anything": b":ann!a@h PRIVMSG",
    "PRIVMSG of nobody": b"PRIVMSG #ion :boo",
    "NICK without prefix": b"NICK new",
    "NICK without nick": b":ann!a@h NICK",
    "NICK with an empty nick": b":ann!a@h NICK :",
    "NICK of a stranger": b":nobody!n@h NICK somebody",
    "NICK to the bot's own": b":ann!a@h NICK ionbot",
    "JOIN of nobody": b"JOIN #ion",
    "JOIN of no channel": b":ionbot!b@h JOIN",
    "JOIN of an empty channel": b":ionbot!b@h JOIN :",
    "PART of a channel that the bot is not in": b":ann!a@h PART #elsewhere",
    "KICK of a stranger": b":ann!a@h KICK #ion nobody",
    "MODE with too few arguments": b":ann!a@h MODE #ion +ooo-vb+kl",
    "MODE of nothing but signs": b":ann!a@h MODE #ion +-+-",
    "TARGMAX without value": b":irc.test 005 ionbot TARGMAX=PRIVMSG:3,NOTICE :are supported",
    "MAXLIST without value": b":irc.test 005 ionbot MAXLIST=b:60,e :are supported",
    "CHANLIMIT without value": b":irc.test 005 ionbot CHANLIMIT=#:10,& :are supported",
    "005 of numbers that are none": b":irc.test 005 ionbot NICKLEN=-1 HOSTLEN=x USERLEN=1e9 TARGMAX=:, PREFIX=( :yes",
    "005 that takes everything back": b":irc.test 005 ionbot -PREFIX -CHANTYPES -CASEMAPPING -CHANMODES :yes",
    "NAMES of nobody": b":irc.test 353 ionbot = #ion :@ + @+ !@ ",
    "WHO of a stranger": b":irc.test 352 ionbot #ion u h irc.test nobody H :0 x",
    "an empty line": b"",
    "blanks": b"     ",
    "a colon": b":",
    "only a prefix": b":irc.test",
    "a prefix and blanks": b":irc.test     ",
    "only tags": b"@time=2026-01-01T00:00:00.000Z;account=ann",
    "tags and a prefix": b"@a=b :irc.test",
    "an empty tag": b"@ :ann!a@h PRIVMSG #ion :x",
    "broken tags": b"@=;;==;a=\\;\\b;batch :ann!a@h PRIVMSG #ion :x",
    "huge tags": b"@a=" + b"x" * 8000 + b";account=ann :ann!a@h PRIVMSG #ion :x",
    "huger tags": b"@a=" + b"\\s" * LONGEST + b" :ann!a@h PRIVMSG #ion :x",
    "a thousand tags": b"@" + b";".join(b"t%d=%d" % (n, n) for n in range(1000)) + b" :ann!a@h PRIVMSG #ion :x",
    "a thousand parameters": b":ann!a@h PRIVMSG " + b"x " * 1000,
    "a batch that never began": b"BATCH -1",
    "a batch without reference": b"BATCH",
    "a batch in itself": b"@batch=1 BATCH +1 netsplit",
    "a lone CR": b":ann!a@h PRIVMSG #ion :one\r:ann!a@h QUIT :two",
    "many CR": b":ann!a@h PRIVMSG #ion :x\r\r\r",
    "NUL": b":a\0nn!a@h PRIV\0MSG #i\0on :x\0y",
    "a line of NUL": b"\0\0\0",
    "a no-break space in a nick": ":ann\u00a0x!a@h PRIVMSG #ion :x".encode(),
    "a no-break space for a blank": ":ann!a@h\u00a0PRIVMSG\u00a0#ion\u00a0:x".encode(),
    "an ideographic space for a blank": ":ann!a@h PRIVMSG\u3000#ion :x".encode(),
    "an ideographic space in a channel": ":ionbot!b@h PART #i\u3000on".encode(),
    "a tab for a blank": b":ann!a@h\tPRIVMSG\t#ion\t:x",
    "a tab in a channel": b":ann!a@h PRIVMSG #i\ton :x",
    "a line separator": ":ann!a@h PRIVMSG #ion :x\u2028\u2029\u0085y".encode(),
    "Latin-1": b":ann!a@h PRIVMSG #ion :caf\xe9 \xa0 \x85",
    "Latin-1 in a nick": b":j\xf6rg!a@h JOIN #ion",
    "UTF-8 cut at the end": ":ann!a@h PRIVMSG #ion :€".encode()[:-1],
    "UTF-8 cut at the start": b"\x82\xac",
    "UTF-8 of a surrogate": b":ann!a@h PRIVMSG #ion :\xed\xa0\x80",
    "UTF-8 too long": b":ann!a@h PRIVMSG #ion :\xc0\x80\xf8\x88\x80\x80\x80",
    "UTF-16": ":ann!a@h PRIVMSG #ion :x".encode("utf-16"),
    "a request that is no CTCP": b":ann!a@h PRIVMSG ionbot :\x01",
    "a CTCP without end": b":ann!a@h PRIVMSG ionbot :\x01PING",
    "a CTCP of CTCP": b":ann!a@h PRIVMSG ionbot :\x01\x01\x01VERSION\x01 \x01\x01",
    "a numeric that nobody knows": b":irc.test 999 ionbot",
    "a command that nobody knows": b":irc.test \xe2\x82\xac\xc3\x9f :x",
}  # fmt: skip


def receive(stage: Stage, *chunks: bytes) -> None:
    """Let bytes come in as the transport hands them on."""
    buffer = Buffer()
    for chunk in chunks:
        buffer.feed(chunk)
        for line in buffer:
            stage.session.receive(line)
    stage.clock.advance()


def survives(stage: Stage, *lines: bytes) -> None:
    """See that nothing is wrong after these lines, and that the good one behind them is heard."""
    with capture_logs() as logs:
        receive(stage, b"".join(line + b"\r\n" for line in (*lines, GOOD.encode())))
    assert [entry for entry in logs if entry["log_level"] == "error"] == []
    assert not stage.link.aborted
    assert stage.recorder.events[-1][-2:] == ("zed", "still here")


@pytest.fixture
def stage() -> Stage:
    return playing("WHOX NETWORK=test", CAPS, "@ann bob zed")


@pytest.mark.parametrize("line", MALFORMED.values(), ids=MALFORMED.keys())
def test_a_malformed_line_hides_nothing(stage: Stage, line: bytes) -> None:
    survives(stage, line)


def test_all_malformed_lines_at_once_hide_nothing(stage: Stage) -> None:
    survives(stage, *MALFORMED.values())


@pytest.mark.parametrize("command", sorted(set(LISTENED) - BANS))
def test_a_handler_takes_any_number_of_parameters(stage: Stage, command: str) -> None:
    words = ["ionbot", "#ion", "ann", "", "x", "*", ":"]
    tails = [words[:count] for count in range(len(words))] + [words[1:count] for count in range(1, len(words))]
    heads = ["", ":irc.test ", ":nobody!n@h ", ":zoe "]
    survives(stage, *(f"{head}{command} {' '.join(tail)}".encode() for head in heads for tail in tails))


@pytest.mark.parametrize("command", sorted(set(LISTENED) - BANS))
def test_before_the_welcome_too(command: str) -> None:
    stage = Stage(account="dealer", account_password="secret")
    with capture_logs() as logs:
        receive(stage, *(f":irc.test {command} {tail}\r\n".encode() for tail in ("", "*", "* x", "* x :y", ":")))
    assert [entry for entry in logs if entry["event"] == "fault"] == []
    assert not stage.link.aborted
    assert "PONG alive" in stage.sent("PING alive")


def test_a_second_welcome_under_a_nick_that_somebody_has_leaves_no_ghost(stage: Stage) -> None:
    told = stage.told(":irc.test 001 ann :Welcome", ":ann!a@h NICK ionbot", ":ann!a@h QUIT :bye")
    assert told == [("left", "#ion", "ann", Departure.QUIT)]
    assert {person.nick for person in stage.shared.channels["#ion"].people()} == {"bob", "zed"}
    assert stage.shared.channels["#ion"].me == "ionbot"


def test_what_is_too_long_for_a_line_is_none() -> None:
    """To unescape 250,000 bytes of tags took eleven seconds, in which nothing else could happen."""
    tags = f"@a={'x' * (TAGS_MOST - 3)}"
    assert read(f"{tags} PING")
    assert read(f"{tags}x PING") is None
    longest = f"{tags} PING :".ljust(LONGEST, "x")
    assert read(longest)
    assert read(longest + "x") is None


@pytest.mark.parametrize(("before", "after"), [("rfc1459", "ascii"), ("ascii", "rfc1459"), ("rfc1459", "")])
def test_a_casemapping_that_changes_in_the_middle_loses_nobody(before: str, after: str) -> None:
    stage = playing(f"CASEMAPPING={before}", channels=["#ion", "#[ion]"], names="ann")
    stage.enter("@[ann] bob", "#[ion]")
    stage.feed(f":irc.test 005 ionbot CASEMAPPING={after} :are supported")
    told = stage.told(":[ann]!a@h PRIVMSG #[ion] :hi", ":bob!b@h QUIT :bye", ":[ann]!a@h NICK ann2")
    assert told == [("heard", "#[ion]", "[ann]", "hi"), ("left", "#[ion]", "bob", Departure.QUIT)]
    assert stage.person("ann2", "#[ion]").status == {"#[ion]" if after != "rfc1459" else "#{ion}": Status.OP}


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r\r\n"])
def test_lines_end_with_lf(stage: Stage, end: bytes) -> None:
    receive(stage, b":ann!a@h PRIVMSG #ion :one" + end + GOOD.encode() + end)
    assert stage.recorder.take() == [("heard", "#ion", "ann", "one"), ("heard", "#ion", "zed", "still here")]


def test_a_space_is_the_only_blank(stage: Stage) -> None:
    text = "a\u00a0b\u3000c\u2003d"
    receive(stage, f":ann!a@h PRIVMSG #ion {text} :no parameter of ours\r\n".encode())
    assert stage.recorder.take() == [("heard", "#ion", "ann", text)]


TEXTS = ["é", "±", "€", "\U0001f0a1", "é±€\U0001f0a1e\u0301", "日本語"]


def cuts(data: bytes) -> Iterator[Sequence[bytes]]:
    yield from ((data[:place], data[place:]) for place in range(len(data)))
    yield [bytes([byte]) for byte in data]


@pytest.mark.parametrize("text", TEXTS)
def test_utf_8_may_be_cut_anywhere(stage: Stage, text: str) -> None:
    for chunks in cuts(f":ann!a@h PRIVMSG #ion :{text}\r\n{GOOD}\r\n".encode()):
        receive(stage, *chunks)
        assert stage.recorder.take() == [("heard", "#ion", "ann", text), ("heard", "#ion", "zed", "still here")]


@pytest.mark.parametrize("text", TEXTS)
def test_what_is_cut_for_good_is_read_as_latin_1(stage: Stage, text: str) -> None:
    for place in range(1, len(text.encode())):
        receive(stage, b":ann!a@h PRIVMSG #ion :x" + text.encode()[:place] + b"\r\n" + GOOD.encode() + b"\r\n")
        first, behind = stage.recorder.take()
        assert first[:3] == ("heard", "#ion", "ann")
        assert behind == ("heard", "#ion", "zed", "still here")


# What goes out

BREAKS = ["\r\n", "\r", "\n", "\0", "\r\nKILL ann :", "\n:a KILL b :c", " :KILL ", "\0KILL x"]
FIELDS = [
    "nick", "alternatives", "user", "realname", "password", "account", "account_password", "identify", "regain",
    "user_modes", "channels",
]  # fmt: skip
"""The keys of the configuration that are sent."""


def written(stage: Stage) -> list[Line]:
    """Give what was written since the last time, and see that each is one line of ours on the wire."""
    return [line for line in map(read, (wired(line).decode() for line in stage.link.take())) if line]


def live(stage: Stage) -> None:
    """Let two connections see all in which something is said: one with SASL and MONITOR, and one without."""
    stage.feed(
        "CAP * LS * :sasl=PLAIN message-tags", "CAP * LS :echo-message batch",
        "CAP * ACK :sasl message-tags echo-message batch", "AUTHENTICATE +", ":i 904 * :wrong",
        ":i 433 * ionbot :taken", ":i 001 guest :Welcome", ":i 005 guest MONITOR=100 WHOX BOT=B :are supported",
        ":i 376 guest :End",
    )  # fmt: skip
    enter(stage)
    stage.feed(":i 731 guest ionbot")
    stage.clock.advance(30)
    stage.session.end(None)
    before = stage.link.writes
    stage.connect()
    stage.link.writes[:0] = before
    stage.feed(":i 421 * CAP :what", ":i 433 * ionbot :taken", ":i 001 guest :Welcome", ":i 376 guest :End")
    stage.clock.advance(6)
    stage.feed(":i 330 guest guest dealer :is logged in as", ":i 318 guest guest :End", ":i 303 guest ionbot")
    enter(stage)
    stage.clock.advance(60)


def enter(stage: Stage) -> None:
    """Let the bot into its channel."""
    stage.feed(":guest!b@h JOIN #ion", ":i 353 guest = #ion :guest @ann bob", ":i 366 guest #ion :End")
    stage.feed(":i 315 guest #ion :End", "PING :x")


def sound() -> NetworkConfig:
    """Give a configuration with all that can be said."""
    return config(
        channels=["#ion", "#cards KEY"], account="dealer", account_password="secret", password="secret",
        alternatives=["ionbot_"], user_modes="+x",
    )  # fmt: skip


def test_all_that_a_configuration_says_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fakes, "config", lambda **_: sound())
    stage = Stage()
    live(stage)
    said = [" ".join((line.command, *line.params)) for line in written(stage)]
    assert {
        "PASS secret", "NICK ionbot", "NICK ionbot_", "USER ionbot 0 * ionbot, a dealer of card games",
        "AUTHENTICATE PLAIN", "MODE guest +x+B", "MONITOR + ionbot", "JOIN #cards,#ion KEY", "ISON ionbot",
        "PRIVMSG NickServ IDENTIFY dealer secret", "PRIVMSG NickServ REGAIN ionbot", "PRIVMSG NickServ GHOST ionbot",
    } <= set(said)  # fmt: skip


@pytest.mark.parametrize("bad", BREAKS)
@pytest.mark.parametrize("field", FIELDS)
def test_nothing_of_the_configuration_becomes_a_second_line(
    monkeypatch: pytest.MonkeyPatch, field: str, bad: str
) -> None:
    """The configuration refuses these values, but not at this place."""
    monkeypatch.setattr(fakes, "config", lambda **_: hostile(sound(), field, bad))
    stage = Stage()
    live(stage)
    assert len(written(stage)) > 5


def hostile(network: NetworkConfig, field: str, bad: str) -> NetworkConfig:
    """Put something bad into a key, in front, in the middle and at the end."""

    def spoilt(value: str) -> str:
        return f"{bad}{value[:2]}{bad}{value[2:]}{bad}"

    value = getattr(network, field)
    if isinstance(value, list):
        return network.model_copy(update={field: [spoilt(item) for item in value or ["ionbot_"]]})
    if value is not None and not isinstance(value, str):
        return network.model_copy(update={field: type(value)(spoilt(value.get_secret_value()))})
    return network.model_copy(update={field: spoilt(value or "")})


@pytest.mark.parametrize("bad", BREAKS)
def test_nothing_that_a_table_says_becomes_a_second_line(stage: Stage, bad: str) -> None:
    channel, ann = stage.shared.channels["#ion"], stage.person("ann")
    line = (f"{bad}a{bad}b", Nick(f"c{bad}d"), Nick(f"e{bad}", rings=True), Card(f"f{bad}g"))
    for lane in Lane:
        channel.say(line, lane)
        channel.tell(ann, line, lane, f"key{bad}")
    channel.say((f"x{bad} " * 300,))
    stage.clock.advance(60)
    assert len(written(stage)) > len(Lane)
    stage.session.quit(f"good{bad}bye")
    assert [line.command for line in written(stage)] == ["QUIT"]


@pytest.mark.parametrize("bad", BREAKS)
def test_nothing_that_somebody_says_becomes_a_second_line(stage: Stage, bad: str) -> None:
    """Not even from a server that lets it through: the lines are handed to the session as they are."""
    for request in ("VERSION", "PING", "TIME", f"PING {bad}", f"{bad}VERSION"):
        stage.feed(f":ann!a@h PRIVMSG ionbot :\x01{request}{bad}x\x01")
        stage.clock.advance(60)
    stage.feed(f"PING :{bad}x{bad}", f"PING {bad}x", f":ionbot!b@h JOIN #c{bad}d", f":ann!a@h NICK an{bad}n")
    for person in stage.shared.channels["#ion"].people():
        stage.shared.channels["#ion"].tell(person, ("x",))
    stage.clock.advance(60)
    assert len(written(stage)) > 3


@pytest.mark.parametrize("bad", BREAKS)
def test_a_nick_that_breaks_lines_breaks_none(stage: Stage, bad: str) -> None:
    ann, fates = stage.person("ann"), fakes.Fates()
    ann.nick = f"{bad}an{bad}n{bad}"
    stage.shared.channels["#ion"].tell(ann, ("your hand",), Lane.HAND, left=fates.note)
    stage.clock.advance(60)
    (notice,) = (line for line in written(stage) if line.command == "NOTICE")
    assert notice.params[1:] == ["your hand"]
    assert [fate for fate, _ in fates] == [Delivery.SENT]
