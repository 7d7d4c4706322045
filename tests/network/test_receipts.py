"""What became of our lines: echoes, with labels and without, and servers that give none."""

import pytest

from games.kit.text import Card, Colour
from ionbot.network.sending.receipts import MOST
from tests.network.fakes import LOST, REFUSED, SENT, Fates, playing
from tests.network.talk import STAMPED, answered, echo, echoing, labeling, said, whispered


def test_without_echo_a_line_is_sent_when_it_is_written() -> None:
    stage = playing(caps="server-time")
    fates = Fates()
    stage.shared.channels["#ion"].say(("hi",), left=fates.note)
    assert fates == []
    stage.clock.advance()
    assert fates == [SENT]


def test_with_echo_a_line_is_sent_when_the_server_has_given_it_back() -> None:
    stage = echoing()
    fates = said(stage, "hi")
    stage.clock.advance(4)
    assert fates == []
    assert stage.told(echo("hi")) == []
    assert fates == [STAMPED]
    stage.feed(echo("hi"))
    stage.clock.advance(60)
    assert fates == [STAMPED]


def test_an_echo_without_a_stamp_counts_too() -> None:
    stage = echoing()
    fates = said(stage, "hi")
    stage.feed(":ionbot!bot@bot.host PRIVMSG #ion :hi")
    assert fates == [SENT]


def test_a_notice_to_a_person_is_echoed_as_well() -> None:
    stage = echoing(names="@ann [Bob]")
    fates = whispered(stage, "[Bob]", "your hand")
    stage.feed(echo("your hand", "#ion", "NOTICE"), echo("your hand", "ann", "NOTICE"))
    assert fates == []
    assert stage.told(echo("your hand", "{bob}", "NOTICE")) == []
    assert fates == [STAMPED]


def test_an_echo_that_never_comes_is_waited_for_five_seconds() -> None:
    stage = echoing()
    first = said(stage, "one")
    stage.clock.advance(2)
    second = said(stage, "two")
    stage.clock.advance(2.9)
    assert (first, second) == ([], [])
    stage.clock.advance(0.1)
    assert (first, second) == ([SENT], [])
    stage.clock.advance(2)
    assert (first, second) == ([SENT], [SENT])


def test_a_late_echo_is_not_taken_for_another_line_s() -> None:
    stage = echoing()
    first = said(stage, "one")
    stage.clock.advance(6)
    second = said(stage, "two")
    stage.feed(echo("one"))
    assert (first, second) == ([SENT], [])
    stage.feed(echo("two"))
    assert second == [STAMPED]


@pytest.mark.parametrize("text", ["S", "\x0304S", "S is put d", "something else"])
def test_an_echo_that_the_server_has_changed_is_the_oldest_line_s(text: str) -> None:
    stage = echoing(colour=True)
    fates, later = Fates(), Fates()
    channel = stage.shared.channels["#ion"]
    channel.say((Card("S", Colour.RED), " is put down"), left=fates.note)
    channel.say(("and more",), left=later.note)
    stage.clock.advance()
    stage.feed(echo(text))
    assert (fates, later) == ([STAMPED], [])
    stage.feed(echo("and more"))
    assert later == [STAMPED]


def test_an_echo_tells_that_earlier_lines_to_the_target_were_read() -> None:
    stage = echoing()
    first, whisper, second = said(stage, "one"), whispered(stage, "ann", "psst"), said(stage, "two")
    stage.feed(echo("two"))
    assert (first, whisper, second) == ([SENT], [], [STAMPED])


def test_equal_lines_have_each_their_echo() -> None:
    stage = echoing()
    first, second = said(stage, "Ann passes."), said(stage, "Ann passes.")
    stage.feed(echo("Ann passes."))
    assert (first, second) == ([STAMPED], [])
    stage.feed(echo("Ann passes."))
    assert second == [STAMPED]


def test_the_echo_of_a_line_that_nobody_asked_about_is_not_taken_for_another_line_s() -> None:
    stage = echoing()
    stage.shared.channels["#ion"].say(("chatter",))
    fates = said(stage, "result")
    stage.feed(echo("chatter"))
    assert fates == []
    stage.feed(echo("result"))
    assert fates == [STAMPED]


def test_a_message_of_many_lines_is_sent_with_the_echo_of_its_last() -> None:
    stage = echoing()
    fates = said(stage, "x" * 1000)
    lines = stage.link.take()
    assert len(lines) == 3
    for line in lines:
        assert fates == []
        stage.feed(f"@time=2026-01-01T00:00:01.500Z :ionbot!b@h {line}")
    assert fates == [STAMPED]


def test_our_own_line_is_never_a_command_nor_an_echo_what_is_repeated() -> None:
    stage = echoing()
    fates = said(stage, "!stop")
    assert stage.told(echo("!stop")) == []
    again = said(stage, "!stop")
    past = echo("!stop").replace("@", "@batch=1;", 1)
    assert stage.told(":i BATCH +1 chathistory #ion", past, past.replace("PRIVMSG", "NOTICE")) == []
    assert (fates, again) == ([STAMPED], [])


def test_what_looks_like_an_echo_counts_only_where_it_was_asked_for() -> None:
    stage = echoing()
    fates = said(stage, "hi")
    stage.feed(":i CAP ionbot DEL :echo-message", echo("hi"))
    assert fates == []
    assert said(stage, "you") == [SENT]
    stage.clock.advance(5)
    assert fates == [SENT]


def test_what_is_under_way_at_the_end_of_the_connection_is_lost() -> None:
    stage = echoing()
    fates = said(stage, "hi")
    stage.session.end(None)
    stage.clock.advance(60)
    assert fates == [LOST]


def test_lines_whose_echo_does_not_come_are_not_kept_for_ever() -> None:
    stage = echoing()
    fates = []
    for number in range(MOST + 5):
        fates.append(said(stage, f"line {number}"))
        stage.clock.advance(0.01)
    assert fates == [[SENT]] * 5 + [[]] * MOST
    stage.clock.advance(31)
    said(stage, "later")
    assert len(stage.session._receipts._lines) == 1


@pytest.mark.parametrize(
    ("isupport", "lines"),
    [
        ("", 10),
        ("TARGMAX=PRIVMSG:4", 10),
        ("TARGMAX=NOTICE:1", 10),
        ("TARGMAX=NOTICE:3", 4),
        ("TARGMAX=PRIVMSG:1,NOTICE:4", 3),
        ("TARGMAX=NOTICE:", 3),
        ("TARGMAX=NOTICE:100", 3),
    ],
)
def test_case_12_as_many_people_share_a_line_as_the_server_allows_and_no_more_than_four(
    isupport: str, lines: int
) -> None:
    nicks = [f"p{number}" for number in range(10)]
    stage = playing(isupport, names=" ".join(nicks))
    fates = answered(stage, "help is here", *nicks)
    sent = stage.link.take()
    assert len(sent) == lines
    assert sent[0] == f"NOTICE {','.join(nicks[: -(-10 // lines)])} :help is here"
    assert fates == [[SENT]] * 10


def test_of_a_shared_line_each_recipient_has_their_own_echo() -> None:
    stage = echoing("TARGMAX=NOTICE:4")
    ann, bob = answered(stage, "help", "ann", "bob")
    assert stage.link.take() == ["NOTICE ann,bob help"]
    stage.feed(echo("help", "bob", "NOTICE"))
    assert (ann, bob) == ([], [STAMPED])
    stage.clock.advance(5)
    assert (ann, bob) == ([SENT], [STAMPED])


def test_where_there_are_labels_each_line_has_one_of_its_own() -> None:
    stage = labeling()
    for text in ("one", "two"):
        said(stage, text)
    assert stage.link.take() == ["@label=1 PRIVMSG #ion one", "@label=2 PRIVMSG #ion two"]


@pytest.mark.parametrize("missing", ["labeled-response", "message-tags", "batch"])
def test_without_all_that_they_need_there_are_no_labels(missing: str) -> None:
    stage = labeling()
    stage.feed(f":i CAP ionbot DEL :{missing}")
    said(stage, "one")
    assert stage.link.take() == ["PRIVMSG #ion one"]


def test_a_label_tells_which_of_two_equal_lines_an_echo_is_of() -> None:
    stage = labeling()
    first, other, second = said(stage, "Ann passes."), whispered(stage, "ann", "psst"), said(stage, "Ann passes.")
    stage.feed(echo("Ann passes.", tags=";label=3"))
    assert (first, other, second) == ([SENT], [], [STAMPED]), "the server has read the first as well"


def test_a_label_counts_more_than_the_text() -> None:
    stage = labeling()
    first, second = said(stage, "one"), said(stage, "two")
    stage.feed(echo("two", tags=";label=1"))
    assert (first, second) == ([STAMPED], [])


@pytest.mark.parametrize("label", ["3", "0", "x"])
def test_a_label_that_no_line_has_tells_nothing(label: str) -> None:
    stage = labeling()
    fates = said(stage, "one")
    stage.feed(echo("one", tags=f";label={label}"))
    assert fates == []


def test_an_echo_without_a_label_is_put_to_its_line_by_its_text() -> None:
    stage = labeling()
    first, second = said(stage, "one"), said(stage, "two")
    stage.feed(echo("one"))
    assert (first, second) == ([STAMPED], [])


def test_a_batch_has_the_label_of_all_that_is_in_it() -> None:
    stage = labeling("TARGMAX=NOTICE:4", names="ann bob cat")
    ann, bob, cat = answered(stage, "help", "ann", "bob", "cat")
    assert stage.link.take() == ["@label=1 NOTICE ann,bob,cat help"]
    stage.feed(
        "@label=1 :i BATCH +a labeled-response",
        echo("help", "cat", "NOTICE", ";batch=a"),
        "@batch=a :i 716 ionbot bob :is in +g mode",
        echo("changed", "ann", "NOTICE", ";batch=a"),
    )
    assert (ann, bob, cat) == ([STAMPED], [REFUSED], [STAMPED])


def test_a_batch_in_a_labeled_batch_has_its_label() -> None:
    stage = labeling()
    first, second = said(stage, "one"), said(stage, "two")
    stage.feed(
        "@label=2 :i BATCH +a labeled-response",
        "@batch=a :i BATCH +b something",
        echo("changed", tags=";batch=b"),
    )
    assert (first, second) == ([SENT], [STAMPED])


def test_batches_that_never_end_are_not_kept_for_ever() -> None:
    stage = labeling()
    stage.feed(*(f"@label={number} :i BATCH +{number} labeled-response" for number in range(1000)))
    assert len(stage.session._receipts.labels._batches) <= 50


@pytest.mark.parametrize(
    "lines",
    [
        ["@label=1 :i ACK"],
        ["@label=1 :i BATCH +a labeled-response", ":i BATCH -a"],
        ["@label=1 :i BATCH +a labeled-response", "@batch=a :i 301 ionbot ann :away", ":i BATCH :-a"],
    ],
)
def test_without_echoes_an_acknowledged_line_is_sent(lines: list[str]) -> None:
    stage = playing(caps="labeled-response message-tags batch")
    first, second = said(stage, "one"), said(stage, "one")
    assert (first, second) == ([], [])
    stage.feed(*lines)
    assert (first, second) == ([SENT], [])
    stage.clock.advance(5)
    assert second == [SENT]


@pytest.mark.parametrize("tag", ["time=2026-01-01T00:00:01.500Z", "batch=", "batch"])
def test_a_batch_without_a_name_labels_nothing(tag: str) -> None:
    stage = labeling()
    first, second = said(stage, "hi"), said(stage, "hi")
    stage.feed("@label=2 :irc.test BATCH + labeled-response", f"@{tag} :ionbot!bot@bot.host PRIVMSG #ion hi")
    assert (len(first), len(second)) == (1, 0)


def test_who_wants_messages_gets_them_and_shares_no_line_with_others() -> None:
    stage = echoing("TARGMAX=PRIVMSG:4,NOTICE:4", names="@ann bob cat")
    channel, fates = stage.shared.channels["#ion"], [Fates() for _ in range(3)]
    for nick, fate, notice in zip(("ann", "bob", "cat"), fates, (True, False, True), strict=True):
        channel.tell(stage.person(nick), ("help",), left=fate.note, notice=notice)
    stage.link.take()
    stage.clock.advance()
    assert stage.link.take() == ["NOTICE ann,cat help", "PRIVMSG bob help"]
    stage.feed(echo("help", "bob"))
    assert fates[1] == [STAMPED]
