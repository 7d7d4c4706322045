"""WHO: what is asked, when, and how much at a time."""

from tests.network.fakes import Stage, playing

END = ":i 315 ionbot {} :End of /WHO"


def asked(stage: Stage, *lines: str) -> list[str]:
    """Give the WHOs that lines lead to."""
    return [line for line in stage.sent(*lines) if line.startswith("WHO")]


def test_who_is_asked_for_and_whox_where_there_is_one() -> None:
    assert Stage().register().sent(":ionbot!b@h JOIN #ion") == ["MODE #ion", "WHO #ion"]
    assert Stage().register("WHOX").sent(":ionbot!b@h JOIN #ion") == ["MODE #ion", "WHO #ion %tcuhna,108"]


def test_who_tells_user_and_host_and_whox_the_account() -> None:
    stage = playing()
    stage.feed(":i 352 ionbot #ion ~ann ann.host irc.test ann H@ :0 Ann")
    stage.feed(":i 354 ionbot 108 #ion ~bob bob.host bob Bobby", ":i 354 ionbot 77 #ion x y ann Fake")
    ann, bob = stage.person("ann"), stage.person("bob")
    assert (ann.user, ann.host, ann.account, ann.address) == ("~ann", "ann.host", None, "ann!~ann@ann.host")
    assert (bob.user, bob.host, bob.account, bob.identity) == ("~bob", "bob.host", "Bobby", "account:Bobby")
    stage.feed(":i 354 ionbot 108 #ion ~bob bob.host bob 0")
    assert bob.account is None


def test_one_question_at_a_time_and_the_next_when_it_is_answered() -> None:
    stage = Stage(channels=["#ion", "#two"]).register()
    assert stage.sent(":ionbot!b@h JOIN #ion", ":ionbot!b@h JOIN #two") == ["MODE #ion", "WHO #ion"]
    assert stage.sent(END.format("#elsewhere")) == []
    assert stage.sent(END.format("#ION")) == ["MODE #two", "WHO #two"]
    assert stage.recorder.take() == [("entered", "#ion")]


def test_of_many_channels_the_people_are_asked_for_before_the_modes() -> None:
    names = ["#a", "#b", "#c", "#d"]
    stage = Stage(channels=names).register()
    joins = [f":ionbot!b@h JOIN {name}" for name in names]
    assert stage.sent(*joins) == ["MODE #a", "WHO #a"]
    assert stage.sent(END.format("#a")) == ["WHO #b"]
    assert stage.sent(END.format("#b"), ":ionbot!b@h PART #b") == ["WHO #c"]
    assert stage.sent(END.format("#c")) == ["MODE #d", "WHO #d"]
    assert stage.sent(END.format("#d")) == ["MODE #c"]


def test_who_comes_is_asked_about_before_the_modes_that_were_put_off() -> None:
    names = ["#a", "#b", "#c", "#d", "#e"]
    stage = Stage(channels=names, burst=1, rate=1).register("WHOX")
    stage.feed(*(f":ionbot!b@h JOIN {name}" for name in names))
    for name in names:
        stage.clock.advance(20)
        stage.feed(END.format(name))
    stage.feed(":ann!a@h JOIN #a")
    assert stage.link.take()[-1] == "MODE #b"
    stage.clock.advance(3)
    assert [line.partition(" %")[0] for line in stage.link.take()] == ["MODE #c", "WHO ann"]
    stage.feed(END.format("ann"))
    stage.clock.advance(3)
    assert stage.link.take() == ["MODE #d"]


def test_a_question_without_an_answer_is_over_after_a_while() -> None:
    stage = Stage(channels=["#ion", "#two"]).register()
    stage.feed(":ionbot!b@h JOIN #ion", ":ionbot!b@h JOIN #two", ":i 263 ionbot WHO :Try again later")
    stage.link.take()
    stage.clock.advance(29)
    assert stage.recorder.take() == []
    stage.clock.advance(1)
    assert stage.recorder.take() == [("entered", "#ion")]
    assert stage.link.take() == ["MODE #two", "WHO #two"]
    assert stage.told(END.format("#ion")) == []
    assert stage.told(END.format("#two")) == [("entered", "#two")]


def test_the_time_for_an_answer_runs_from_the_moment_the_question_has_left() -> None:
    stage = Stage(burst=1, rate=0.1, ping_after=3600).register()
    stage.feed(":ionbot!b@h JOIN #ion")
    stage.clock.advance(20 + 29)
    assert stage.recorder.take() == []
    stage.clock.advance(1)
    assert stage.recorder.take() == [("entered", "#ion")]


def test_who_joins_later_is_asked_about_where_only_whox_tells_accounts() -> None:
    stage = playing("WHOX")
    assert asked(stage, ":cat!c@h JOIN #ion") == ["WHO cat %tcuhna,108"]
    assert asked(stage, ":i 354 ionbot 108 * c h cat Catherine", END.format("cat")) == []
    assert asked(stage, ":cat!c@h PART #ion", ":ann!a@h PART #ion", ":ann!a@h JOIN #ion") == ["WHO ann %tcuhna,108"]


def test_nobody_is_asked_about_whose_account_the_server_tells_anyhow() -> None:
    assert asked(playing("WHOX", "extended-join"), ":cat!c@h JOIN #ion * :Cat") == []
    assert asked(playing("WHOX", "account-tag message-tags"), "@account=Cat :cat!c@h JOIN #ion") == []
    assert asked(playing(), ":cat!c@h JOIN #ion") == []


def test_somebody_who_comes_into_another_channel_is_not_asked_about_again() -> None:
    stage = playing("WHOX", channels=["#ion", "#two"])
    stage.enter("zed", "#two")
    stage.feed(END.format("zed"))
    assert asked(stage, ":ann!a@h JOIN #two") == []


def test_a_few_who_join_are_asked_about_one_after_the_other() -> None:
    stage = playing("WHOX")
    assert asked(stage, *(f":p{number}!p@h JOIN #ion" for number in range(3))) == ["WHO p0 %tcuhna,108"]
    assert asked(stage, END.format("p0")) == ["WHO p1 %tcuhna,108"]
    assert asked(stage, ":p2!p@h QUIT", END.format("p1")) == []


def test_a_crowd_that_joins_is_asked_about_at_once() -> None:
    stage = playing("WHOX")
    nicks = [f"p{number}" for number in range(40)]
    assert asked(stage, *(f":{nick}!p@h JOIN #ion" for nick in nicks)) == ["WHO p0 %tcuhna,108"]
    assert asked(stage, END.format("p0")) == ["WHO #ion %tcuhna,108"]
    answers = (f":i 354 ionbot 108 #ion p h {nick} {nick.upper()}" for nick in nicks)
    assert asked(stage, ":late!l@h JOIN #ion", *answers, END.format("#ion")) == ["WHO late %tcuhna,108"]
    assert {stage.person(nick).account for nick in nicks} == {nick.upper() for nick in nicks}


def test_five_are_asked_about_one_by_one_and_six_at_once() -> None:
    for others, mask in ((5, "p1"), (6, "#ion")):
        stage = playing("WHOX")
        stage.feed(*(f":p{number}!p@h JOIN #ion" for number in range(1 + others)))
        assert asked(stage, END.format("p0")) == [f"WHO {mask} %tcuhna,108"]


def test_a_crowd_of_which_nothing_is_told_is_asked_about_no_more() -> None:
    stage = playing("WHOX")
    stage.feed(*(f":p{number}!p@h JOIN #ion" for number in range(40)))
    assert asked(stage, END.format("p0")) == ["WHO #ion %tcuhna,108"]
    assert asked(stage, END.format("#ion")) == []


def test_who_has_changed_the_nick_since_is_asked_about_again() -> None:
    stage = playing("WHOX")
    stage.feed(":cat!c@h JOIN #ion")
    assert asked(stage, ":cat!c@h NICK kitty", END.format("cat")) == ["WHO kitty %tcuhna,108"]


def test_those_of_whom_the_first_answer_told_nothing_get_another_question() -> None:
    stage = Stage().register("WHOX")
    stage.feed(":ionbot!b@h JOIN #ion", ":i 353 ionbot = #ion :ionbot ann", ":i 366 ionbot #ion :End")
    assert asked(stage, ":cat!c@h JOIN #ion", ":i 354 ionbot 108 #ion a h ann 0", END.format("#ion")) == [
        "WHO cat %tcuhna,108"
    ]


def test_nothing_is_asked_after_the_end() -> None:
    stage = playing("WHOX")
    stage.feed(":cat!c@h JOIN #ion", ":dan!d@h JOIN #ion")
    stage.session.end(None)
    stage.link.take()
    stage.clock.advance(100)
    assert stage.link.take() == []


def test_an_answered_question_is_not_over_a_second_time() -> None:
    stage = playing("WHOX", ping_after=3600)
    stage.feed(":cat!c@h JOIN #ion")
    stage.clock.advance(20)
    assert asked(stage, ":dan!d@h JOIN #ion", END.format("cat")) == ["WHO dan %tcuhna,108"]
    stage.clock.advance(20)
    assert stage.link.take() == []
    stage.clock.advance(10)
    assert asked(stage, ":eve!e@h JOIN #ion") == ["WHO eve %tcuhna,108"]


def test_a_question_about_a_crowd_is_about_nobody_elsewhere() -> None:
    stage = playing("WHOX", channels=["#ion", "#two"])
    stage.enter("zed", "#two")
    stage.feed(":cat!c@h JOIN #two", ":dan!d@h JOIN #ion", *(f":p{number}!p@h JOIN #ion" for number in range(9)))
    stage.feed(":dog!d@h JOIN #two")
    assert asked(stage, END.format("cat")) == ["WHO #ion %tcuhna,108"]
    assert asked(stage, END.format("#ion")) == ["WHO dog %tcuhna,108"]


def test_of_a_crowd_in_several_channels_those_are_asked_about_first_who_came_first() -> None:
    stage = playing("WHOX", channels=["#ion", "#two"])
    stage.enter("zed", "#two")
    stage.feed(":cat!c@h JOIN #ion", ":dan!d@h JOIN #two", *(f":p{number}!p@h JOIN #ion" for number in range(9)))
    assert asked(stage, END.format("cat")) == ["WHO #two %tcuhna,108"]
    assert asked(stage, END.format("#two")) == ["WHO #ion %tcuhna,108"]
