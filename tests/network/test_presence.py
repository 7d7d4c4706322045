"""Who is where and who is who."""

import pytest

from ionbot.channel import Card, Departure, Lane, Status
from ionbot.network.presence import departure
from tests.network.fakes import LOST, REFUSED, Fates, Stage, playing

OWNERS = "PREFIX=(qaohv)~&@%+ CHANMODES=beI,k,l,cimnpst"


def status(stage: Stage, nick: str) -> Status:
    return stage.person(nick).status["#ion"]


def test_the_bot_enters_once_names_and_who_are_complete() -> None:
    stage = Stage().register()
    stage.feed(":ionbot!bot@bot.host JOIN #ion", ":i 353 ionbot = #ion :ionbot @ann", ":i 366 ionbot #ion :End")
    assert stage.recorder.events == []
    assert not stage.shared.channels["#ion"].open
    assert stage.told(":i 315 ionbot #ion :End") == [("entered", "#ion")]


def test_the_bot_enters_though_who_is_refused() -> None:
    stage = Stage().register()
    stage.feed(":ionbot!bot@bot.host JOIN #ion", ":i 353 ionbot = #ion :ionbot @ann", ":i 366 ionbot #ion :End")
    stage.feed(":i 263 ionbot WHO :Try again later")
    stage.clock.advance(30)
    assert stage.recorder.events == [("entered", "#ion")]
    assert stage.told(":i 315 ionbot #ion :End") == []


def test_who_is_asked_for_and_whox_where_there_is_one() -> None:
    assert Stage().register().sent(":ionbot!b@h JOIN #ion") == ["WHO #ion", "MODE #ion"]
    assert Stage().register("WHOX").sent(":ionbot!b@h JOIN #ion") == ["WHO #ion %tcuhna,108", "MODE #ion"]


def test_fault_with_multi_prefix_or_userhost_in_names_the_lists_hold_prefixes_and_addresses() -> None:
    stage = playing(OWNERS, names="~@+ann!a@ann.host &bob %+cat dan +eve")
    ranks = {person.nick: person.status["#ion"] for person in stage.shared.channels["#ion"].people()}
    assert ranks == {
        "ann": Status.OWNER,
        "bob": Status.ADMIN,
        "cat": Status.HALFOP,
        "dan": Status.NONE,
        "eve": Status.VOICE,
    }
    assert (stage.person("ann").user, stage.person("ann").host) == ("a", "ann.host")


def test_the_bot_is_not_among_the_people() -> None:
    stage = playing()
    assert [person.nick for person in stage.shared.channels["#ion"].people()] == ["ann", "bob"]
    assert stage.shared.channels["#ion"].find("ionbot") is None


def test_who_tells_user_and_host_and_whox_the_account() -> None:
    stage = playing()
    stage.feed(":i 352 ionbot #ion ~ann ann.host irc.test ann H@ :0 Ann")
    stage.feed(":i 354 ionbot 108 #ion ~bob bob.host bob Bobby", ":i 354 ionbot 77 #ion x y ann Fake")
    ann, bob = stage.person("ann"), stage.person("bob")
    assert (ann.user, ann.host, ann.account, ann.address) == ("~ann", "ann.host", None, "ann!~ann@ann.host")
    assert (bob.user, bob.host, bob.account, bob.identity) == ("~bob", "bob.host", "Bobby", "account:Bobby")
    stage.feed(":i 354 ionbot 108 #ion ~bob bob.host bob 0")
    assert bob.account is None


def test_join_part_kick_quit_are_told() -> None:
    stage = playing()
    assert stage.told(":cat!c@h JOIN :#ION") == [("joined", "#ion", "cat")]
    assert stage.told(":cat!c@h JOIN #ion") == []
    assert stage.told(":cat!c@h PART #ion :bye") == [("left", "#ion", "cat", Departure.PART)]
    assert stage.told(":cat!c@h PART #ion :bye") == []
    assert stage.told(":ann!a@h KICK #ion bob :out") == [("left", "#ion", "bob", Departure.KICK)]
    assert stage.told(":ann!a@h QUIT") == [("left", "#ion", "ann", Departure.QUIT)]
    assert list(stage.shared.channels["#ion"].people()) == []


@pytest.mark.parametrize(
    ("reason", "how"),
    [
        ("a.b c.d", Departure.SPLIT),
        ("irc-1.example.net *.example.net", Departure.SPLIT),
        ("*.net *.split", Departure.SPLIT),
        ("Quit: a.b c.d", Departure.QUIT),
        ("see you. bye.", Departure.QUIT),
        ("a.b c.d e.f", Departure.QUIT),
        ("Ping timeout: 240 seconds", Departure.PING_TIMEOUT),
        ("Connection reset by peer", Departure.PING_TIMEOUT),
        ("Read error: EOF", Departure.PING_TIMEOUT),
        ("Remote host closed the connection", Departure.PING_TIMEOUT),
        ("Client closed connection", Departure.PING_TIMEOUT),
        ("Connection closed", Departure.PING_TIMEOUT),
        ("Quit: Ping timeout", Departure.QUIT),
        ("", Departure.QUIT),
    ],
)
def test_the_reason_tells_how_somebody_went(reason: str, how: Departure) -> None:
    assert departure(reason) is how
    stage = playing()
    assert stage.told(f":bob!b@h QUIT :{reason}") == [("left", "#ion", "bob", how)]


def test_somebody_who_comes_back_is_a_new_person() -> None:
    stage = playing()
    before = stage.person("bob")
    stage.feed(":bob!b@h QUIT :a.b c.d", ":bob!b@h JOIN #ion")
    assert stage.person("bob") is not before
    assert before.status == {}


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
    stage = playing(caps="account-tag message-tags")
    stage.feed("@account=Annie :ann!a@h PRIVMSG #ion :hi")
    assert stage.person("ann").account == "Annie"
    stage.feed(":ann!a@h PRIVMSG #ion :hi")
    assert stage.person("ann").account is None


def test_chghost_changes_the_address() -> None:
    stage = playing()
    stage.feed(":bob!b@h CHGHOST bobby cloak.test")
    assert stage.person("bob").address == "bob!bobby@cloak.test"


def test_modes_follow_prefix_and_chanmodes() -> None:
    stage = playing(OWNERS, names="@ann +bob")
    stage.feed(":ann!a@h MODE #ion +bko-l+v *!*@ann key bob ann")
    assert status(stage, "bob") is Status.OP
    stage.feed(":ann!a@h MODE #ion -o bob", ":ann!a@h MODE #ion -o ann")
    assert status(stage, "bob") is Status.VOICE, "the voice below the op is still there"
    assert status(stage, "ann") is Status.VOICE
    stage.feed(":ann!a@h MODE #ion +b ann", ":ann!a@h MODE #ion +o nobody", ":i MODE #ion +o", ":i MODE #ion")
    assert status(stage, "ann") is Status.VOICE


def test_case_11_a_nick_change_keeps_the_person() -> None:
    stage = playing()
    ann = stage.person("ann")
    assert stage.told(":ann!a@h NICK :Änn^") == []
    assert (ann.nick, ann.folded) == ("Änn^", "Änn^")
    stage.feed(":bob!b@h NICK ann")
    assert stage.person("Änn~") is ann
    assert stage.person("ann") is not ann


def test_case_11_private_lines_follow_the_connection_not_the_nick() -> None:
    stage = playing(burst=1, rate=1)
    channel, ann = stage.shared.channels["#ion"], stage.person("ann")
    stage.clock.advance(10)
    channel.say(("first",))
    channel.tell(ann, ("your hand: ", Card("S")), Lane.HAND)
    stage.clock.advance()
    stage.feed(":ann!a@h NICK queen", ":bob!b@h NICK ann")
    stage.clock.advance(10)
    assert stage.link.take()[-1] == "NOTICE queen :your hand: S"


def test_case_11_who_takes_the_nick_of_somebody_gone_gets_nothing() -> None:
    stage = playing(burst=1, rate=1)
    channel, ann = stage.shared.channels["#ion"], stage.person("ann")
    fates = Fates()
    stage.clock.advance(10)
    channel.say(("first",))
    channel.tell(ann, ("secret",), Lane.HAND, "hand", fates.note)
    stage.feed(":ann!a@h QUIT :gone", ":bob!b@h NICK ann")
    channel.tell(ann, ("secret again",), Lane.HAND, "hand", fates.note)
    stage.clock.advance(10)
    assert not [line for line in stage.link.take() if "secret" in line]
    assert fates == [REFUSED, REFUSED]


def test_a_nick_whose_owner_was_missed_leaving_is_free() -> None:
    stage = playing()
    bob = stage.person("bob")
    assert stage.told(":bob!b@h NICK ann") == [("left", "#ion", "ann", Departure.QUIT)]
    assert stage.person("ann") is bob


def test_nobody_takes_the_bots_nick() -> None:
    stage = playing()
    stage.feed(":bob!b@h NICK ionbot", ":bob!b@h NICK", ":nobody!n@h NICK x", "NICK y")
    assert stage.person("bob").nick == "bob"
    assert stage.told(":ann!a@h PRIVMSG ionbot :hi") == [("told", "ann", "hi")]


def test_what_happens_in_channels_without_the_bot_is_nothing() -> None:
    stage = Stage().register()
    assert (
        stage.told(
            ":ann!a@h JOIN #ion",
            ":ann!a@h JOIN #other",
            ":ann!a@h JOIN",
            ":i 353 ionbot = #ion :ann",
            ":i MODE #ion +o ann",
            ":ann!a@h KICK #ion ionbot :?",
            ":ann!a@h PART #ion",
            ":i 366 ionbot #ion :End",
            ":i 315 ionbot #ion :End",
        )
        == []
    )
    assert list(stage.shared.channels) == ["#ion"]


def test_the_time_to_tell_the_people_runs_from_the_question() -> None:
    stage = Stage(burst=1, rate=0.1, channels=["#ion", "#two"]).register()
    stage.feed(":ionbot!b@h JOIN #ion", ":ionbot!b@h JOIN #two")
    stage.clock.advance(49)
    assert stage.recorder.take() == [("entered", "#ion")]
    stage.feed("PONG x")
    stage.clock.advance(12)
    assert stage.recorder.take() == [("entered", "#two")]


def test_a_channel_entered_twice_is_learned_anew() -> None:
    stage = playing()
    assert stage.told(":ionbot!b@h JOIN #ion") == [("lost", "#ion", "joined anew")]
    stage.enter("cat")
    assert [person.nick for person in stage.shared.channels["#ion"].people()] == ["cat"]


def test_the_bots_own_host_is_followed() -> None:
    stage = playing()
    stage.feed(":i 396 ionbot bot@cloak.example :is now your displayed host", ":ionbot!b@h QUIT :?")
    assert (stage.session._people.me.user, stage.session._people.me.host) == ("bot", "cloak.example")
    stage.feed(":i 396 ionbot other.example :is now your displayed host")
    assert (stage.session._people.me.user, stage.session._people.me.host) == ("bot", "other.example")


def test_the_rank_of_somebody_who_changes_channels_modes_is_theirs_alone() -> None:
    stage = playing(names="@ann bob")
    stage.feed(":ann!a@h MODE #ION +v bob")
    assert (status(stage, "ann"), status(stage, "bob")) == (Status.OP, Status.VOICE)


def test_a_nick_that_only_changes_its_case_is_kept() -> None:
    stage = playing()
    ann = stage.person("ann")
    assert stage.told(":ann!a@h NICK ANN") == []
    assert stage.person("ann") is ann


def test_a_rename_of_the_bot_by_the_server_is_followed() -> None:
    stage = playing()
    stage.feed(":ionbot!b@h NICK 001AAAAAB")
    assert stage.shared.channels["#ion"].me == "001AAAAAB"
    assert stage.told(":ann!a@h PRIVMSG 001AAAAAB :hi") == [("told", "ann", "hi")]
    assert stage.told(":ann!a@h PRIVMSG ionbot :hi") == []


def test_somebody_in_two_channels_leaves_each_for_itself() -> None:
    stage = playing(channels=["#ion", "#two"])
    stage.enter("ann", "#two")
    ann = stage.person("ann")
    assert stage.told(":ann!a@h PART #two") == [("left", "#two", "ann", Departure.PART)]
    assert stage.person("ann") is ann
    stage.feed(":ann!a@h JOIN #two")
    assert stage.told(":ann!a@h QUIT") == [
        ("left", "#ion", "ann", Departure.QUIT),
        ("left", "#two", "ann", Departure.QUIT),
    ]


def test_case_15_nicks_are_folded_as_rfc1459_says() -> None:
    stage = playing("CASEMAPPING=rfc1459", names="[a] I ı")
    assert stage.person("{A}") is stage.person("[a]")
    assert stage.person("i") is stage.person("I")
    assert stage.person("ı") is not stage.person("i")
    assert stage.shared.channels["#ion"].fold("[A]~Iı!*@*") == "{a}^iı!*@*"


def test_case_15_nicks_are_folded_as_ascii_says() -> None:
    stage = playing("CASEMAPPING=ascii", names="[a] {A} I ı")
    assert len(stage.shared.channels["#ion"].people()) == 4
    assert stage.person("{a}") is not stage.person("[A]")
    assert stage.shared.channels["#ion"].fold("[A]~") == "[a]~"


def test_everything_is_folded_anew_when_the_casemapping_comes_late() -> None:
    stage = playing("CASEMAPPING=ascii", names="@[Ann] bob", channels=["#ion", "#[x]"])
    channel = stage.enter("@[Ann]", "#[X]")
    ann = stage.person("[ann]")
    stage.feed(":i 005 ionbot CASEMAPPING=rfc1459 :are supported")
    assert stage.person("{ANN}") is ann
    assert ann.folded == "{ann}"
    assert ann.status == {"#ion": Status.OP, "#{x}": Status.OP}
    assert stage.shared.channels["#{x}"] is channel
    assert channel.folded == "#{x}"
    assert [person.nick for person in channel.people()] == ["[Ann]"]
    assert stage.told(":[Ann]!a@h PRIVMSG #{X} :hi") == [("heard", "#[x]", "[Ann]", "hi")]


def test_channels_that_seem_to_be_one_before_the_casemapping_is_known_are_two_after() -> None:
    stage = playing("CASEMAPPING=ascii", channels=["#[x]", "#{x}"])
    assert {"#[x]", "#{x}"} <= set(stage.shared.channels)
    both = stage.shared.channels["#[x]"], stage.shared.channels["#{x}"]
    assert both[0] is not both[1]
    stage.feed(":i 005 ionbot CASEMAPPING=rfc1459 :are supported")
    assert stage.shared.channels["#{x}"] is both[0]


def test_fault_isupport_survives_a_reconnect() -> None:
    stage = playing("CASEMAPPING=ascii NICKLEN=5", channels=["#[ion]"])
    stage.session.end("gone")
    again = type(stage.session)(stage.shared)
    again.begin(stage.link)
    assert stage.shared.channels["#{ion}"].name == "#[ion]"
    assert again._isupport.nicklen is None


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (":ann!a@h KICK #ion ionbot :out", "kicked by ann: out"),
        (":ionbot!b@h PART #ion :moved", "left: moved"),
    ],
)
def test_the_bot_is_out_and_says_so(line: str, why: str) -> None:
    stage = playing()
    fates = Fates()
    assert stage.told(line) == [("lost", "#ion", why)]
    stage.shared.channels["#ion"].say(("hello?",), left=fates.note)
    stage.clock.advance()
    assert fates == [LOST]
    assert list(stage.shared.channels["#ion"].people()) == []
    assert stage.told(":ann!a@h PRIVMSG #ion :psst") == []


def test_a_kick_before_the_people_are_known_is_no_loss() -> None:
    stage = Stage().register()
    assert stage.told(":ionbot!b@h JOIN #ion", ":ann!a@h KICK #ion ionbot :no") == []
    stage.clock.advance(31)
    assert ("entered", "#ion") not in stage.recorder.events


def test_the_end_of_the_connection_loses_every_channel_once() -> None:
    stage = playing(channels=["#ion", "#two"])
    stage.enter("ann", "#two")
    stage.recorder.take()
    stage.session.end("reset")
    assert stage.recorder.take() == [("lost", "#ion", "reset"), ("lost", "#two", "reset")]


def test_a_channel_that_the_bot_is_put_into_is_the_same_when_it_comes_back() -> None:
    stage = playing()
    channel = stage.enter("ann", "#Other")
    stage.feed(":ann!a@h KICK #other ionbot :oops")
    assert not channel.open
    assert stage.enter("ann", "#OTHER") is channel
    assert channel.open
    stage.session.end("gone")
    assert not channel.open
    assert dict(stage.shared.channels)["#other"] is channel


def test_no_colours_in_a_channel_with_mode_c() -> None:
    stage = playing(OWNERS, colour=True)
    channel = stage.shared.channels["#ion"]

    def said() -> str:
        channel.say((Card("S", "red"),))
        return stage.sent()[0]

    assert said() == "PRIVMSG #ion \x0304S\x0f"
    stage.feed(":i 324 ionbot #ion +cnt")
    assert said() == "PRIVMSG #ion S"
    stage.feed(":ann!a@h MODE #ion -c")
    assert said() == "PRIVMSG #ion \x0304S\x0f"
