"""Who is where and who is who."""

import pytest

from ionbot.channel import Card, Departure, Lane, Status
from ionbot.network.whereabouts.presence import departure
from tests.network.fakes import REFUSED, Fates, Stage, playing, seen

END = ":i 315 ionbot #ion :End of /WHO"
OWNERS = "PREFIX=(qaohv)~&@%+ CHANMODES=beI,k,l,cimnpst"


def status(stage: Stage, nick: str) -> Status:
    return stage.person(nick).status["#ion"]


def test_the_bot_enters_once_names_and_who_are_complete() -> None:
    stage = Stage().register()
    stage.feed(":ionbot!bot@bot.host JOIN #ion", ":i 353 ionbot = #ion :ionbot @ann", ":i 366 ionbot #ion :End")
    assert stage.recorder.events == []
    assert not stage.shared.channels["#ion"].open
    assert stage.told(":i 315 ionbot #ion :End") == [("entered", "#ion")]


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
    assert seen(stage.shared.channels["#ion"], "ionbot") is None


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
        ("irc.example.net hub.example.net", Departure.SPLIT),
        ("a.b A.B", Departure.QUIT),
        ("a.b  c.d", Departure.QUIT),
        ("a.b c", Departure.QUIT),
        ("a c.d", Departure.QUIT),
        ("a.b c.d ", Departure.QUIT),
        ("ä.b c.d", Departure.QUIT),
        ("see.you http://c.d", Departure.QUIT),
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
        ("EOF From client", Departure.PING_TIMEOUT),  # irc2
        ("EOF from client", Departure.PING_TIMEOUT),  # ircu
        ("No route to host", Departure.PING_TIMEOUT),
        ("Network is unreachable", Departure.PING_TIMEOUT),
        ("Operation timed out", Departure.PING_TIMEOUT),
        ("Software caused connection abort", Departure.PING_TIMEOUT),
        ("Dead socket", Departure.PING_TIMEOUT),
        ("Max SendQ exceeded", Departure.PING_TIMEOUT),
        ("SendQ exceeded", Departure.PING_TIMEOUT),
        ("The TLS connection was non-properly terminated.", Departure.PING_TIMEOUT),  # InspIRCd with GnuTLS
        ("Error in the pull function.", Departure.PING_TIMEOUT),
        ("Nick collision", Departure.PING_TIMEOUT),  # ngircd
        ("Killed (hub.example.net (Nick collision))", Departure.PING_TIMEOUT),  # ircd-hybrid
        ("Killed (a.b (a.b <- c.d (older nick overruled)))", Departure.PING_TIMEOUT),  # ircu
        ("Killed (ann (nick collision))", Departure.QUIT),
        ("Quit: Nick collision", Departure.QUIT),
        ("Quit: EOF from client", Departure.QUIT),
        ('"EOF From client"', Departure.QUIT),
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


def test_the_bots_own_host_is_followed() -> None:
    stage = playing()
    stage.feed(":i 396 ionbot bot@cloak.example :is now your displayed host", ":ionbot!b@h QUIT :?")
    assert (stage.session._people.me.user, stage.session._people.me.host) == ("bot", "cloak.example")
    stage.feed(":i 396 ionbot other.example :is now your displayed host")
    assert (stage.session._people.me.user, stage.session._people.me.host) == ("bot", "other.example")


def test_the_bot_s_own_address_at_its_join_leaves_less_room_for_lines() -> None:
    stage, source = Stage().register("NICKLEN=6"), f":ionbot!bot@{'h' * 200} "
    stage.feed(f"{source}JOIN #ion", ":i 366 ionbot #ion :End", END)
    stage.link.take()
    stage.shared.channels["#ion"].say(("x" * 1000,))
    stage.clock.advance()
    sizes = [len(source + line) for line in stage.link.take()]
    assert max(sizes) == 509, "and a colon before the text, which this one does not need"


@pytest.mark.parametrize("reason", ["Quit: bye", "Registered", "a.b c.d"])
def test_a_quit_of_the_bot_is_told_by_the_end_of_the_connection_alone(reason: str) -> None:
    stage = playing()
    assert stage.told(f":ionbot!bot@bot.host QUIT :{reason}") == []
    stage.clock.advance(10)
    assert stage.told(":ann!a@h PRIVMSG #ion :hi") == [("heard", "#ion", "ann", "hi")]


def test_who_leaves_one_channel_of_two_gets_what_waits_and_who_leaves_both_does_not() -> None:
    stage = playing(channels=["#ion", "#two"], burst=1, rate=1)
    stage.enter("ann", "#two")
    stage.clock.advance(10)
    channel, fates = stage.shared.channels["#ion"], Fates()
    stage.link.take()
    for number in range(3):
        channel.tell(stage.person("ann"), (f"line {number}",), left=fates.note)
    stage.feed(":ann!a@h PART #two")
    stage.clock.advance(1)
    assert (len(fates), stage.link.take()) == (2, ["NOTICE ann :line 0", "NOTICE ann :line 1"])
    stage.feed(":ann!a@h PART #ion")
    stage.clock.advance(1)
    assert (fates[2:], stage.link.take()) == ([REFUSED], [])


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


def test_fault_isupport_survives_a_reconnect() -> None:
    stage = playing("CASEMAPPING=ascii NICKLEN=5 WHOX", channels=["#ion", "#[ion]"])
    stage.session.end(None)
    stage.connect()
    assert stage.shared.channels["#{ion}"].name == "#[ion]"
    assert stage.session._isupport.nicklen is None
    assert not stage.session._isupport.whox


def test_who_joins_a_channel_that_they_seem_to_be_in_from_another_address_is_somebody_else() -> None:
    stage = playing(channels=["#ion", "#two"])
    stage.enter("ann", "#two")
    ann = stage.person("ann")
    stage.feed(":ann!a@h PRIVMSG #ion :hi")
    assert stage.told(":ann!a@h JOIN #ion") == []
    assert stage.person("ann") is ann
    assert stage.told(":ann!thief@elsewhere JOIN #ion") == [
        ("left", "#ion", "ann", Departure.QUIT),
        ("left", "#two", "ann", Departure.QUIT),
        ("joined", "#ion", "ann"),
    ]
    assert stage.person("ann") is not ann


def test_whose_host_has_changed_unseen_is_the_same_in_another_channel() -> None:
    stage = playing(channels=["#ion", "#two"])
    stage.enter("zed", "#two")
    ann = stage.person("ann")
    stage.feed(":ann!a@h PRIVMSG #ion :hi", ":ann!a@cloak JOIN #two")
    assert stage.person("ann", "#two") is ann


def test_case_4_a_collision_that_renames_a_player_is_a_nick_change() -> None:
    stage = playing()
    ann = stage.person("ann")
    assert stage.told(":irc.test KILL ann :Nickname collision", ":ann!a@h NICK 001AAAAAC") == []
    assert stage.person("001AAAAAC") is ann
    assert stage.told(":ann!x@elsewhere JOIN #ion") == [("joined", "#ion", "ann")]
    assert stage.person("ann") is not ann
    assert stage.told(":001AAAAAC!a@h PRIVMSG #ion :it is me") == [("heard", "#ion", "001AAAAAC", "it is me")]


def test_case_4_who_is_killed_has_quit() -> None:
    stage = playing()
    reason = "Killed (services.test (GHOST command used by ann_))"
    assert stage.told(f":ann!a@h QUIT :{reason}") == [("left", "#ion", "ann", Departure.QUIT)]


def test_names_come_in_many_lines() -> None:
    stage = Stage().register()
    nicks = [f"p{number}" for number in range(100)]
    stage.feed(":ionbot!b@h JOIN #ion")
    stage.feed(*(f":i 353 ionbot = #ion :{' '.join(nicks[first : first + 9])} " for first in range(0, 100, 9)))
    stage.feed(":i 353 ionbot @ #ION :@ionbot", ":i 353 ionbot * #ion :", ":i 366 ionbot #ion :End", END)
    assert [person.nick for person in stage.shared.channels["#ion"].people()] == nicks


def test_without_prefixes_nobody_has_a_status() -> None:
    stage = playing("PREFIX=", names="ann bob")
    stage.feed(":ann!a@h MODE #ion +o ann")
    assert status(stage, "ann") is Status.NONE
    assert stage.shared.channels["#ion"].modes == {"n", "t", "o"}


def test_a_message_to_those_with_a_status_alone_is_not_for_the_channel() -> None:
    stage = playing("STATUSMSG=@+ PREFIX=(ov)@+ CHANTYPES=#+", channels=["#ion", "+ion"])
    assert stage.told(":ann!a@h PRIVMSG @#ion :!stop", ":ann!a@h PRIVMSG +#ion :!stop") == []
    stage.enter("ann", "+ion")
    assert stage.told(":ann!a@h PRIVMSG +ion :!stop") == [("heard", "+ion", "ann", "!stop")]


@pytest.mark.parametrize(
    ("mapping", "same"), [("rfc1459", True), ("rfc1459-strict", True), ("ascii", False), ("precis", False)]
)
def test_case_15_nicks_are_the_same_where_the_network_says_so(mapping: str, same: bool) -> None:
    stage = playing(f"CASEMAPPING={mapping}", names="[a] I ı")
    stage.feed(":{A}!a@h PRIVMSG #ion :hi", ":i!i@h PRIVMSG #ion :ho", ":ı!x@h PRIVMSG #ion :ha")
    heard = [event[2:] for event in stage.recorder.take()]
    assert heard == [*([("[a]", "hi")] if same else []), ("I", "ho"), ("ı", "ha")]


def test_case_15_a_tilde_is_a_caret_in_rfc1459_alone() -> None:
    found = {}
    for mapping in ("rfc1459", "rfc1459-strict", "ascii", "unknown"):
        stage = playing(f"CASEMAPPING={mapping}", names="ann~")
        found[mapping] = stage.told(":ann^!a@h PRIVMSG #ion :hi") != []
    assert found == {"rfc1459": True, "rfc1459-strict": False, "ascii": False, "unknown": False}


def test_invitations_of_others_are_nothing() -> None:
    stage = playing(caps="invite-notify", inviters=["*!*@h"])
    assert stage.sent(":ann!a@h INVITE bob #two", ":ann!a@h INVITE bob :#ion") == []
