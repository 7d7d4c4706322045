"""What the server answers to lines that it does not pass on, and what is done about it."""

import pytest
from structlog.testing import capture_logs

from games.kit.text import Card, Colour
from ionbot.channel import Delivery, Lane, Refusal
from ionbot.network.sending.answers import MARGIN
from tests.network.fakes import REFUSED, SENT, Fates, Stage, playing
from tests.network.talk import STAMPED, answered, echo, echoing, labeling, said, whispered

TOO_FAST = "Message target change too fast. Please wait {} seconds"


@pytest.mark.parametrize("numeric", ["403", "404", "408", "415", "477", "489", "531"])
def test_a_refusal_by_the_channel(numeric: str) -> None:
    stage = echoing()
    fates = said(stage, "hi")
    with capture_logs() as logs:
        told = stage.told(f":i {numeric} ionbot #ION :Cannot send (+m)")
    assert told == [("refused", "#ion", Refusal.SILENCED, "Cannot send (+m)")]
    assert fates == [REFUSED]
    assert [(entry["event"], entry["answer"]) for entry in logs] == [("message refused", "#ION Cannot send (+m)")]
    stage.clock.advance(60)
    assert fates == [REFUSED]


def test_the_same_refusal_is_logged_once() -> None:
    stage = echoing()
    with capture_logs() as logs:
        for why in ("+m", "+m", "+b", "+m"):
            said(stage, "hi")
            stage.feed(f":i 404 ionbot #ION :Cannot send ({why})")
    assert [entry["answer"][-3:-1] for entry in logs] == ["+m", "+b", "+m"]


@pytest.mark.parametrize("numeric", ["407", "415", "477", "486", "489", "494", "531", "716"])
def test_case_9_a_refusal_by_a_person(numeric: str) -> None:
    stage = echoing()
    fates = whispered(stage, "bob", "your hand")
    told = stage.told(f":i {numeric} ionbot bob :is in +g mode")
    assert told == [("refused", "bob", Refusal.UNWANTED, "is in +g mode")]
    assert fates == [REFUSED]


@pytest.mark.parametrize(
    "line",
    [
        "486 ionbot :You must identify to a registered nick to private message bob",
        "407 ionbot :bob :Too many recipients.",
        "407 ionbot NOTICE bob :Too many targets",
    ],
)
def test_a_refusal_may_name_the_person_elsewhere(line: str) -> None:
    stage = echoing()
    fates = whispered(stage, "bob", "your hand")
    assert [event[:3] for event in stage.told(f":i {line}")] == [("refused", "bob", Refusal.UNWANTED)]
    assert fates == [REFUSED]


def test_a_refusal_after_a_line_counts_as_sent_is_told_all_the_same() -> None:
    stage = playing()
    fates = whispered(stage, "bob", "your hand")
    assert fates == [SENT]
    refusal = [("refused", "bob", Refusal.UNWANTED, "is in +g mode")]
    assert stage.told(":i 716 ionbot bob :is in +g mode") == refusal
    assert fates == [SENT]
    assert stage.told(":i 716 ionbot bob :is in +g mode") == [], "there is no other line that it could be about"


def test_a_refusal_is_the_oldest_open_line_s() -> None:
    stage = echoing()
    first, second, whisper = said(stage, "one"), said(stage, "two"), whispered(stage, "bob", "psst")
    stage.feed(":i 404 ionbot #ion :no")
    assert (first, second, whisper) == ([REFUSED], [], [])
    stage.feed(echo("two"))
    assert second == [STAMPED]


@pytest.mark.parametrize("numeric", ["404", "408"])
def test_a_coloured_line_that_a_channel_refuses_is_sent_again_without_colours(numeric: str) -> None:
    stage = echoing(colour=True)
    stage.feed(":i 324 ionbot #ion +nt")
    stage.link.take()
    fates = Fates()
    stage.shared.channels["#ion"].say((Card("S", Colour.RED), " is put down"), left=fates.note)
    stage.clock.advance()
    assert stage.link.take() == ["PRIVMSG #ion :\x0304S\x0f is put down"]
    assert stage.told(f":i {numeric} ionbot #ion :no colours") == []
    assert stage.link.take() == ["PRIVMSG #ion :S is put down"]
    assert stage.told(f":i {numeric} ionbot #ion :no colours") == [("refused", "#ion", Refusal.SILENCED, "no colours")]
    assert stage.link.take() == []
    assert fates == [REFUSED]


def test_a_label_tells_which_line_was_refused() -> None:
    stage = labeling()
    first, second = said(stage, "one"), said(stage, "two")
    stage.feed("@label=2 :i 404 ionbot #ion :no")
    assert (first, second) == ([], [REFUSED])


def test_of_a_message_of_many_lines_one_refusal_is_enough() -> None:
    stage = echoing()
    fates = said(stage, "x" * 1000)
    lines = stage.link.take()
    stage.feed(f":ionbot!b@h {lines[0]}", ":i 404 ionbot #ion :no", ":i 404 ionbot #ion :no")
    stage.clock.advance(60)
    assert fates == [REFUSED]


def test_a_refused_person_is_the_one_who_carried_the_nick() -> None:
    stage = playing()
    whispered(stage, "bob", "your hand")
    stage.feed(":bob!b@h NICK bert")
    told = stage.told(":i 716 ionbot bob :is in +g mode")
    assert told == [("refused", "bert", Refusal.UNWANTED, "is in +g mode")]


@pytest.mark.parametrize("numeric", ["401", "402"])
def test_who_is_gone_has_refused_nothing(numeric: str) -> None:
    stage = echoing()
    fates = whispered(stage, "bob", "your hand")
    assert stage.told(f":i {numeric} ionbot bob :No such nick/channel") == []
    assert fates == [REFUSED]
    fates = whispered(stage, "bob", "your hand")
    stage.feed(":bob!b@h QUIT :bye")
    assert stage.told(":i 716 ionbot bob :is in +g mode") == []
    assert fates == [REFUSED]


def test_a_channel_that_the_bot_is_out_of_has_refused_nothing() -> None:
    stage = echoing()
    fates = said(stage, "hi")
    stage.feed(":ann!a@h KICK #ion ionbot :out")
    assert stage.told(":i 404 ionbot #ion :Cannot send") == []
    assert fates == [REFUSED]


@pytest.mark.parametrize(
    "line",
    [
        ":i 404",
        ":i 404 ionbot",
        ":i 404 ionbot #other :no",
        ":i 716 ionbot eve :no",
        ":i 263 ionbot WHO :Please wait a while and try again.",
        ":i 439 ionbot :",
        ":i 407 ionbot",
        "@label=7 :i 404 ionbot #ion :no",
        "@label=7 :i ACK",
    ],
)
def test_answers_to_what_we_did_not_send(line: str) -> None:
    stage = labeling()
    fates = said(stage, "hi")
    assert stage.told(line) == []
    assert fates == []


def test_a_message_without_text_is_logged_and_with_a_label_it_is_known_which() -> None:
    stage = labeling()
    first, second = said(stage, "one"), said(stage, "two")
    with capture_logs() as logs:
        assert stage.told(":i 412 ionbot :No text to send") == []
    assert [(entry["event"], entry["numeric"]) for entry in logs] == [("message refused", "412")]
    stage.feed("@label=1 :i 412 ionbot :No text to send")
    assert (first, second) == ([REFUSED], [])


@pytest.mark.parametrize(
    "lines",
    [
        ["@label=1 :i ACK"],
        ["@label=1 :i BATCH +a labeled-response", ":i BATCH -a"],
        ["@label=1 :i BATCH +a labeled-response", "@batch=a :i 301 ionbot ann :away", ":i BATCH :-a"],
    ],
)
def test_case_9_what_the_server_has_read_and_does_not_give_back_was_not_passed_on(lines: list[str]) -> None:
    stage = labeling()
    fates = whispered(stage, "ann", "your hand")
    assert [event[:3] for event in stage.told(*lines)] == [("refused", "ann", Refusal.UNWANTED)]
    assert fates == [REFUSED]


def test_an_acknowledgement_after_the_echo_says_nothing_new() -> None:
    stage = labeling()
    fates = said(stage, "hi")
    assert stage.told(echo("hi"), "@label=1 :i ACK") == []
    assert fates == [STAMPED]


SHARED = "TARGMAX=NOTICE:4"


@pytest.mark.parametrize(
    ("answer", "repeated"),
    [
        ("407 ionbot bob :Too many targets. The maximum is 1 for NOTICE.", ["NOTICE bob help", "NOTICE cat help"]),
        ("407 ionbot :bob :Too many recipients.", ["NOTICE bob help", "NOTICE cat help"]),
        ("407 ionbot ann,bob,cat :Too many", ["NOTICE ann help", "NOTICE bob help", "NOTICE cat help"]),
    ],
)
@pytest.mark.parametrize("caps", ["", "echo-message"])
def test_a_line_to_too_many_is_sent_again_to_each_from_the_one_who_was_too_many(
    answer: str, repeated: list[str], caps: str
) -> None:
    stage = playing(SHARED, caps, names="ann bob cat")
    fates = answered(stage, "help", "ann", "bob", "cat")
    assert stage.link.take() == ["NOTICE ann,bob,cat help"]
    with capture_logs() as logs:
        assert stage.told(f":i {answer}") == []
    assert stage.link.take() == repeated
    assert [entry["event"] for entry in logs] == ["one recipient a line from now on"]
    stage.feed(*(f":ionbot!b@h {line}" for line in repeated))
    stage.clock.advance(5)
    assert fates == [[SENT]] * 3
    answered(stage, "help", "ann", "bob")
    assert stage.link.take() == ["NOTICE ann help", "NOTICE bob help"]


def test_who_alone_is_left_of_a_line_to_too_many_is_sent_it_again() -> None:
    stage = echoing(SHARED)
    ann, bob = answered(stage, "help", "ann", "bob")
    stage.link.take()
    assert stage.told(echo("help", "ann", "NOTICE"), ":i 407 ionbot bob :Too many targets") == []
    assert stage.link.take() == ["NOTICE bob help"]
    stage.feed(echo("help", "bob", "NOTICE"))
    assert (ann, bob) == ([STAMPED], [STAMPED])


def test_a_label_alone_tells_that_a_line_went_to_too_many() -> None:
    stage = labeling(SHARED)
    answered(stage, "help", "ann", "bob")
    assert stage.sent("@label=1 :i 407 ionbot :Too many targets") == [
        "@label=2 NOTICE ann help",
        "@label=3 NOTICE bob help",
    ]


@pytest.mark.parametrize("numeric", ["401", "716"])
def test_of_a_shared_line_each_recipient_refuses_for_themselves(numeric: str) -> None:
    stage = echoing(SHARED)
    ann, bob = answered(stage, "help", "ann", "bob")
    stage.feed(f":i {numeric} ionbot bob :no")
    assert (ann, bob) == ([], [REFUSED])
    stage.feed(echo("help", "ann", "NOTICE"))
    assert ann == [STAMPED]


@pytest.mark.parametrize(
    ("numeric", "text", "pause"),
    [
        ("439", TOO_FAST.format(17), 17),
        ("439", "Target change too fast. Please wait 104 seconds.", 104),
        ("439", TOO_FAST.format(999999), 300),
        ("439", "too fast", 15),
        ("707", "Targets changing too fast, message dropped", 15),
        ("263", "Server load is temporarily too heavy. Please wait a while and try again.", 15),
    ],
)
@pytest.mark.parametrize("caps", ["", "echo-message"])
def test_a_line_that_came_too_fast_is_sent_again_after_the_pause(
    numeric: str, text: str, pause: int, caps: str
) -> None:
    stage = playing(caps=caps, ping_after=3600)
    fates = whispered(stage, "bob", "hand")
    stage.link.take()
    assert stage.told(f":i {numeric} ionbot bob :{text}") == [("refused", "bob", Refusal.TOO_FAST, text)]
    stage.clock.advance(pause - 0.1)
    assert stage.link.take() == []
    stage.clock.advance(0.1)
    assert stage.link.take() == ["NOTICE bob hand"]
    stage.feed(":ionbot!b@h NOTICE bob :hand")
    assert fates == [SENT]


def test_that_the_bot_is_too_fast_is_told_once_a_minute() -> None:
    stage = playing(names="ann bob cat")
    for nick in ("ann", "bob", "cat"):
        whispered(stage, nick, "hand")
    with capture_logs() as logs:
        told = stage.told(*(f":i 439 ionbot {nick} :{TOO_FAST.format(30)}" for nick in ("ann", "bob", "cat")))
    assert told == [("refused", "ann", Refusal.TOO_FAST, TOO_FAST.format(30))]
    assert [entry["event"] for entry in logs] == ["too fast for the server"]
    stage.clock.advance(60)
    whispered(stage, "ann", "other")
    assert stage.told(f":i 439 ionbot ann :{TOO_FAST.format(1)}") == [
        ("refused", "ann", Refusal.TOO_FAST, TOO_FAST.format(1))
    ]


def test_while_strangers_wait_the_match_goes_on() -> None:
    stage = playing(names="ann bob cat")
    whispered(stage, "ann", "hand")
    stage.feed(f":i 439 ionbot ann :{TOO_FAST.format(30)}")
    stage.link.take()
    whispered(stage, "bob", "hand")
    said(stage, "result")
    assert stage.link.take() == ["PRIVMSG #ion result"]


@pytest.mark.parametrize("line", [":bob!b@h QUIT :bye", ":bob!b@h PART #ion", ":bob!b@h KICK #ion ionbot"])
def test_who_is_gone_is_sent_nothing_again(line: str) -> None:
    stage = echoing()
    fates = whispered(stage, "bob", "hand")
    stage.feed(line)
    assert stage.told(f":i 439 ionbot bob :{TOO_FAST.format(5)}") == []
    stage.link.take()
    stage.clock.advance(60)
    assert [sent for sent in stage.link.take() if sent.startswith("NOTICE")] == []
    assert fates == [REFUSED]


def test_a_join_that_came_too_fast_repeats_nothing_that_was_said() -> None:
    stage = playing()
    said(stage, "hi")
    stage.feed(":ann!a@h KICK #ion ionbot :out")
    stage.link.take()
    assert stage.told(f":i 439 ionbot #ion :{TOO_FAST.format(5)}") == []
    stage.clock.advance(10)
    assert stage.link.take() == []


def test_an_outdated_hand_is_not_sent_again() -> None:
    stage = echoing()
    first, second = whispered(stage, "bob", "hand 1", "hand"), whispered(stage, "bob", "hand 2", "hand")
    stage.feed(*[f":i 439 ionbot bob :{TOO_FAST.format(5)}"] * 2)
    stage.link.take()
    stage.clock.advance(5)
    assert stage.link.take() == ["NOTICE bob :hand 2"]
    stage.feed(echo("hand 2", "bob", "NOTICE"))
    assert (first, second) == ([STAMPED], [STAMPED])


def test_an_outdated_hand_shares_the_fate_of_the_one_that_waits() -> None:
    stage = echoing(burst=1, rate=1)
    stage.clock.advance(10)
    first, second = whispered(stage, "bob", "hand 1", "hand"), whispered(stage, "bob", "hand 2", "hand")
    stage.link.take()
    stage.feed(f":i 439 ionbot bob :{TOO_FAST.format(5)}")
    stage.clock.advance(5)
    assert stage.link.take() == ["NOTICE bob :hand 2"]
    stage.feed(echo("hand 2", "bob", "NOTICE"))
    assert (first, second) == ([STAMPED], [STAMPED])


def longest(stage: Stage) -> int:
    """Say something long, and give how long its first line is."""
    said(stage, "x" * 1000)
    return max(map(len, stage.link.take()))


def test_a_line_that_was_too_long_makes_later_ones_shorter_once() -> None:
    stage = echoing()
    short, long = said(stage, "hi"), Fates()
    stage.shared.channels["#ion"].say(("x" * 1000,), Lane.RESULT, long.note)
    stage.clock.advance()
    size = max(map(len, stage.link.take()))
    with capture_logs() as logs:
        assert stage.told(*[":i 417 ionbot :Input line was too long"] * 2) == []
    assert (short, long) == ([], [REFUSED])
    errors = [entry for entry in logs if entry["log_level"] == "error"]
    assert [(entry["event"], entry["bytes"]) for entry in errors] == [("line too long for the server", size)] * 2
    assert size - MARGIN - 1 <= (shorter := longest(stage)) <= size - MARGIN
    stage.feed(":i 417 ionbot :Input line was too long")
    assert longest(stage) <= shorter - MARGIN


def test_a_label_tells_which_line_was_too_long() -> None:
    stage = labeling()
    short = said(stage, "hi")
    size = longest(stage)
    stage.feed("@label=1 :i 417 ionbot :Input line was too long")
    assert short == [REFUSED]
    assert longest(stage) < size


def test_a_line_too_long_that_nobody_knows_is_nothing() -> None:
    stage = echoing()
    with capture_logs() as logs:
        assert stage.told(":i 417 ionbot :Input line was too long") == []
    assert logs == []


def test_lines_have_their_full_length_on_the_next_connection() -> None:
    stage = echoing()
    size = longest(stage)
    stage.feed(":i 417 ionbot :Input line was too long")
    stage.session.end(None)
    stage.session = type(stage.session)(stage.shared, stage.route)
    stage.session.begin(stage.link)
    stage.register(caps="echo-message")
    stage.enter()
    stage.link.take()
    assert longest(stage) == size


def test_a_fate_is_heard_once_however_often_a_line_is_sent_again() -> None:
    stage = echoing()
    fates = whispered(stage, "bob", "hand")
    for _ in range(3):
        stage.feed(f":i 439 ionbot bob :{TOO_FAST.format(5)}")
        stage.clock.advance(5)
        assert fates == []
    stage.feed(":i 716 ionbot bob :is in +g mode", echo("hand", "bob", "NOTICE"))
    assert [fate for fate, _ in fates] == [Delivery.REFUSED]
