"""Who is logged in as whom, and that nobody passes for a mere nick before it is known."""

import pytest

from tests.network.fakes import Stage, playing

TAGS = "account-tag message-tags"


def test_accounts_follow_extended_join_and_account_notify() -> None:
    stage = playing(caps="extended-join account-notify")
    stage.feed(":cat!c@h JOIN #ion Catherine :Cat", ":dan!d@h JOIN #ion * :Dan")
    assert (stage.person("cat").account, stage.person("dan").account) == ("Catherine", None)
    stage.feed(":cat!c@h ACCOUNT *", ":dan!d@h ACCOUNT Daniel")
    assert (stage.person("cat").account, stage.person("dan").account) == (None, "Daniel")


def test_without_extended_join_a_parameter_is_no_account() -> None:
    stage = playing()
    stage.feed(":cat!c@h JOIN #ion Catherine :Cat")
    assert stage.person("cat").account is None


def test_account_tag_tells_who_speaks_and_its_absence_that_they_are_logged_out() -> None:
    stage = playing(caps=TAGS)
    stage.feed("@account=Annie :ann!a@h PRIVMSG #ion :hi")
    assert stage.person("ann").account == "Annie"
    stage.feed(":ann!a@h PRIVMSG #ion :hi")
    assert stage.person("ann").account is None


def test_an_account_is_read_from_where_it_stands() -> None:
    stage = playing(caps=f"{TAGS} extended-join")
    assert stage.told("@account=Annie :ann!a@h PRIVMSG #ion :hi") == [
        ("identified", "ann", "Annie"),
        ("heard", "#ion", "ann", "hi"),
    ]


def test_the_bot_s_own_account_is_not_learned_from_who() -> None:
    stage = playing("WHOX")
    stage.feed(":i 900 ionbot ionbot!b@h Dealer :You are now logged in")
    assert stage.told(":i 354 ionbot 108 #ion b h ionbot 0") == []
    assert stage.session.me.account == "Dealer"


def test_a_tag_that_was_not_asked_for_tells_nothing() -> None:
    stage = playing()
    stage.feed("@account=Annie :ann!a@h PRIVMSG #ion :hi")
    assert stage.person("ann").account is None


def test_every_change_of_a_visible_person_is_told_once() -> None:
    stage = playing(caps=f"{TAGS} account-notify")
    assert stage.told(":ann!a@h ACCOUNT Annie") == [("identified", "ann", "Annie")]
    assert stage.told("@account=Annie :ann!a@h PRIVMSG #ion :hi") == [("heard", "#ion", "ann", "hi")]
    assert stage.told(":ann!a@h ACCOUNT Annie") == []
    assert stage.told(":ann!a@h ACCOUNT *") == [("identified", "ann", None)]
    assert stage.told(":ann!a@h ACCOUNT *", ":stranger!s@h ACCOUNT Strange", ":ionbot!b@h ACCOUNT ionbot") == []


def test_a_tag_on_a_message_identifies_before_the_message_is_heard() -> None:
    stage = playing(caps=TAGS)
    assert stage.told("@account=Annie :ann!a@h PRIVMSG #ion :!join") == [
        ("identified", "ann", "Annie"),
        ("heard", "#ion", "ann", "!join"),
    ]


def test_who_joins_with_an_account_is_announced_with_it() -> None:
    stage = playing(caps="extended-join", channels=["#ion", "#two"])
    stage.enter("dan", "#two")
    assert stage.told(":cat!c@h JOIN #ion Catherine :Cat") == [("joined", "#ion", "cat")]
    assert stage.told(":dan!d@h JOIN #ion Daniel :Dan") == [("identified", "dan", "Daniel"), ("joined", "#ion", "dan")]
    assert stage.told(":dan!d@h PART #ion", ":dan!d@h JOIN #ion Daniel :Dan") == [
        ("left", "#ion", "dan", "part"),
        ("joined", "#ion", "dan"),
    ]


def test_accounts_that_are_learned_before_the_channel_is_open_are_no_change() -> None:
    stage = Stage().register("WHOX", "account-notify")
    stage.feed(":ionbot!b@h JOIN #ion", ":i 353 ionbot = #ion :ionbot ann bob", ":i 366 ionbot #ion :End")
    stage.feed(":bob!b@h ACCOUNT Bobby", ":i 354 ionbot 108 #ion a h ann Annie", ":i 354 ionbot 108 #ion b h bob Bobby")
    assert stage.told(":i 315 ionbot #ion :End") == [("entered", "#ion")]
    assert stage.person("ann").identity == "account:Annie"
    assert stage.person("bob").identity == "account:Bobby"


def test_an_account_that_becomes_known_later_is_told() -> None:
    stage = playing("WHOX")
    assert stage.told(":cat!c@h JOIN #ion") == [("joined", "#ion", "cat")]
    assert stage.told(":i 354 ionbot 108 * c h cat Catherine", ":i 315 ionbot cat :End") == [
        ("identified", "cat", "Catherine")
    ]
    assert stage.told(":dan!d@h JOIN #ion", ":i 354 ionbot 108 * d h dan 0", ":i 315 ionbot dan :End") == [
        ("joined", "#ion", "dan")
    ]


def test_what_somebody_says_waits_until_their_account_is_known() -> None:
    stage = playing("WHOX")
    stage.feed(":cat!c@h JOIN #ion")
    assert stage.told(":cat!c@h PRIVMSG #ion :!join", ":cat!c@h PRIVMSG ionbot :inv") == []
    assert stage.told(":ann!a@h PRIVMSG #ion :!turn") == [("heard", "#ion", "ann", "!turn")]
    assert stage.told(":i 354 ionbot 108 * c h cat Catherine") == [
        ("identified", "cat", "Catherine"),
        ("heard", "#ion", "cat", "!join"),
        ("told", "cat", "inv"),
    ]
    assert stage.told(":cat!c@h PRIVMSG #ion :!turn") == [("heard", "#ion", "cat", "!turn")]


def test_a_line_that_waits_keeps_its_stamp() -> None:
    stage = Stage().register("WHOX", "server-time message-tags")
    stage.enter("ann")
    stage.feed(":cat!c@h JOIN #ion", "@time=2026-01-01T00:10:00.000Z :cat!c@h PRIVMSG #ion :!join")
    stage.clock.advance(5)
    stage.feed(":i 354 ionbot 108 * c h cat 0")
    assert stage.recorder.stamps == [1_767_226_200_000]


@pytest.mark.parametrize("end", ["answer", "silence"])
def test_what_waits_for_an_account_that_nobody_tells_is_heard(end: str) -> None:
    stage = playing("WHOX")
    stage.feed(":cat!c@h JOIN #ion", ":cat!c@h PRIVMSG #ion :!join")
    stage.recorder.take()
    if end == "answer":
        stage.feed(":i 315 ionbot cat :End")
    else:
        stage.clock.advance(30)
    assert stage.recorder.take() == [("heard", "#ion", "cat", "!join")]


def test_what_waits_is_not_heard_where_its_speaker_is_no_more() -> None:
    stage = playing("WHOX", channels=["#ion", "#two"])
    stage.enter("zed", "#two")
    stage.feed(":cat!c@h JOIN #ion", ":cat!c@h JOIN #two", ":cat!c@h PRIVMSG #ion :here")
    stage.feed(":cat!c@h PRIVMSG #two :there", ":cat!c@h PART #ion")
    stage.recorder.take()
    assert stage.told(":i 354 ionbot 108 * c h cat 0") == [("heard", "#two", "cat", "there")]
    stage.feed(":dan!d@h JOIN #ion", ":dan!d@h PRIVMSG #ion :gone", ":dan!d@h QUIT", ":dan!d@other JOIN #ion")
    stage.recorder.take()
    assert stage.told(":i 354 ionbot 108 * d h dan Dan") == [("identified", "dan", "Dan")]


def test_a_sign_comes_after_what_waits_for_an_account() -> None:
    stage = playing("WHOX")
    signs: list[int | None] = []
    stage.feed(
        ":cat!c@h JOIN #ion", ":cat!c@h PRIVMSG #ion :in time", ":dan!d@h JOIN #ion", ":dan!d@h PRIVMSG #ion :too"
    )
    stage.shared.channels["#ion"].confirm(signs.append)
    (question,) = (line for line in stage.sent() if line.startswith("PING"))
    stage.recorder.take()
    stage.feed(question.replace("PING", ":irc.test PONG irc.test"))
    assert stage.told(":i 354 ionbot 108 * c h cat 0") == [("heard", "#ion", "cat", "in time")]
    assert signs == []
    assert stage.told(":i 354 ionbot 108 * d h dan 0") == [("heard", "#ion", "dan", "too")]
    assert signs == [None]


def test_a_sign_does_not_wait_for_who_has_said_nothing_or_is_gone() -> None:
    stage = playing("WHOX")
    signs: list[int | None] = []
    stage.feed(":cat!c@h JOIN #ion", ":dan!d@h JOIN #ion", ":dan!d@h PRIVMSG #ion :bye", ":dan!d@h QUIT")
    stage.shared.channels["#ion"].confirm(signs.append)
    (question,) = (line for line in stage.sent() if line.startswith("PING"))
    stage.feed(question.replace("PING", ":irc.test PONG irc.test"))
    assert signs == [None]


def test_nothing_that_waits_is_heard_after_the_end() -> None:
    stage = playing("WHOX", burst=1, rate=0.1)
    stage.feed(":cat!c@h JOIN #ion", ":cat!c@h PRIVMSG ionbot :inv")
    stage.session.end(None)
    stage.recorder.take()
    stage.clock.advance(100)
    assert stage.recorder.take() == []


def test_what_waits_is_bounded() -> None:
    stage = playing("WHOX")
    stage.feed(":cat!c@h JOIN #ion", *(f":cat!c@h PRIVMSG #ion :{number}" for number in range(1000)))
    stage.recorder.take()
    assert len(stage.told(":i 315 ionbot cat :End")) == 20


def test_nobody_waits_on_a_network_that_tells_no_accounts() -> None:
    stage = playing()
    stage.feed(":cat!c@h JOIN #ion")
    assert stage.told(":cat!c@h PRIVMSG #ion :!join") == [("heard", "#ion", "cat", "!join")]


def test_a_tag_is_as_good_as_an_answer() -> None:
    stage = playing("WHOX", TAGS)
    stage.feed(":cat!c@h JOIN #ion")
    assert stage.told("@account=Catherine :cat!c@h PRIVMSG #ion :!join") == [
        ("identified", "cat", "Catherine"),
        ("heard", "#ion", "cat", "!join"),
    ]


def test_case_4_two_connections_of_one_account_are_two_persons() -> None:
    stage = playing(caps="extended-join account-notify")
    stage.feed(":ann!a@h ACCOUNT Ann", ":ann_!a@h JOIN #ion Ann :Ann")
    ann, again = stage.person("ann"), stage.person("ann_")
    assert (ann.identity, again.identity) == ("account:Ann", "account:Ann")
    assert ann is not again
    assert stage.told(":ann!a@h QUIT :Ping timeout: 240 seconds", ":ann_!a@h NICK ann") == [
        ("left", "#ion", "ann", "ping_timeout")
    ]
    assert stage.person("ann") is again


def test_setname_and_away_mean_nothing() -> None:
    stage = playing(caps="away-notify setname invite-notify")
    assert stage.told(":ann!a@h SETNAME :Ann of the Cards", ":ann!a@h AWAY :eating", ":ann!a@h AWAY") == []
    assert stage.link.take() == []
