"""005: what the server says of itself, however oddly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ionbot.channel import Status
from ionbot.network.isupport import Isupport


def told(*tokens: str) -> Isupport:
    isupport = Isupport()
    isupport.load(["ionbot", *tokens, "are supported by this server"])
    return isupport


@pytest.mark.parametrize(
    ("mapping", "name", "folded"),
    [
        ("ascii", "[A]~Iı", "[a]~iı"),
        ("rfc1459", "[A]\\~^Iı", "{a}|^^iı"),
        ("rfc1459-strict", "[A]\\~^Iı", "{a}|~^iı"),
        ("RFC1459", "[A]", "{a}"),
        ("rfc7613", "[A]É", "[a]É"),
        ("ascii", "İIı", "İiı"),
    ],
)
def test_case_15_turkish_i_is_folded_as_the_network_says_and_nothing_else(mapping: str, name: str, folded: str) -> None:
    assert told(f"CASEMAPPING={mapping}").fold(name) == folded


def test_fault_casemapping_ignored_without_a_word_it_is_rfc1459() -> None:
    assert Isupport().fold("[Ann]") == "{ann}"


@pytest.mark.parametrize(
    "token",
    [
        "TARGMAX=PRIVMSG:3,NOTICE",
        "MAXLIST=b:60,e",
        "CHANLIMIT=#:10,&",
        "CHANLIMIT=",
        "CHANLIMIT=:,::,#:x,#:-1,#:" + "9" * 5000,
        "PREFIX=",
        "PREFIX",
        "PREFIX=ov",
        "PREFIX=(ov",
        "PREFIX=(ov)",
        "PREFIX=(ohv)@",
        "CHANMODES=",
        "CHANMODES=b",
        "CHANMODES=,,,,,,",
        "NICKLEN=",
        "NICKLEN=x",
        "NICKLEN=٣",
        "=",
        "",
        "-",
        "-NEVER",
        "\\x",
        "NETWORK=\\xZZ\\x2",
    ],
)
def test_fault_values_that_are_missing_or_odd_raise(token: str) -> None:
    isupport = told(token, "NETWORK=Net")
    assert isupport.network == "Net"
    list(isupport.mode_changes(["+ovbklimnpst", "ann"]))


@given(st.lists(st.text(max_size=30)))
def test_no_token_raises(tokens: list[str]) -> None:
    assert told(*tokens, "NICKLEN=12").nicklen == 12


def test_limits_are_read_and_no_number_is_no_limit() -> None:
    isupport = told("TARGMAX=JOIN:,PRIVMSG:3,NOTICE", "CHANLIMIT=#&:10,+:,!:0")
    assert isupport.targmax == {"JOIN": None, "PRIVMSG": 3, "NOTICE": None}
    assert isupport.chanlimit == {"#&": 10, "+": None, "!": None}


def test_channels_with_different_signs_may_share_a_limit() -> None:
    isupport = told("CHANLIMIT=#+:25,&:")
    assert [isupport.kind(name) for name in ("#a", "+a", "&a", "!a")] == ["#+", "#+", "&", "!"]


def test_the_older_tokens_count_where_the_newer_ones_are_missing() -> None:
    assert told("MAXTARGETS=4").targmax == {"PRIVMSG": 4, "NOTICE": 4}
    assert told("MAXTARGETS=4", "TARGMAX=PRIVMSG:2,JOIN:").targmax == {"PRIVMSG": 2, "NOTICE": 4, "JOIN": None}
    assert told("MAXCHANNELS=20", "CHANTYPES=#&+").chanlimit == {"#&+": 20}
    assert told("MAXCHANNELS=20", "CHANLIMIT=#:5").chanlimit == {"#": 5}
    assert Isupport().targmax == {}


@pytest.mark.parametrize("name", ["#a", "&a", "#ä\xa0"])
def test_what_may_be_a_channel(name: str) -> None:
    assert Isupport().is_channel(name)
    assert not told("CHANTYPES=").is_channel(name)


@pytest.mark.parametrize("name", ["", "a", "0", "!a", "+a", "#a,#b", "#a b", "#a\x07", "@#a"])
def test_what_is_no_channel(name: str) -> None:
    assert not Isupport().is_channel(name)


def test_fault_hex_escapes_are_not_decoded() -> None:
    assert told("NETWORK=Example\\x20Net\\x5C\\x3D").network == "Example Net\\="


def test_a_token_is_taken_back() -> None:
    isupport = told("CASEMAPPING=ascii", "NICKLEN=9", "WHOX")
    assert (isupport.casemapping, isupport.nicklen, isupport.whox) == ("ascii", 9, True)
    isupport.load(["ionbot", "-CASEMAPPING", "-NICKLEN", "-WHOX", "are supported"])
    assert (isupport.casemapping, isupport.nicklen, isupport.whox) == ("rfc1459", None, False)


def test_prefixes_with_owner_and_admin_and_an_unknown_one_rank() -> None:
    isupport = told("PREFIX=(Yqaohv)!~&@%+")
    assert [isupport.status(letter) for letter in "Yqaohv"] == [
        Status.OWNER,
        Status.OWNER,
        Status.ADMIN,
        Status.OP,
        Status.HALFOP,
        Status.VOICE,
    ]
    assert isupport.status("vo") is Status.OP
    assert isupport.status("") is Status.NONE
    assert isupport.split_prefixes("@+ann") == ({"o", "v"}, "ann")
    assert isupport.split_prefixes("ann") == (set(), "ann")


def test_an_empty_prefix_means_that_there_are_none() -> None:
    assert told("PREFIX=").split_prefixes("@ann") == (set(), "@ann")


def test_fault_modes_are_parsed_without_chanmodes() -> None:
    isupport = told("CHANMODES=beI,k,lH,imnpst", "PREFIX=(ov)@+")
    changes = list(isupport.mode_changes(["+bmo-lk+lv-v", "*!*@bad", "ann", "key", "5", "bob", "cat"]))
    assert changes == [
        (True, "b", "*!*@bad"),
        (True, "m", ""),
        (True, "o", "ann"),
        (False, "l", ""),
        (False, "k", "key"),
        (True, "l", "5"),
        (True, "v", "bob"),
        (False, "v", "cat"),
    ]
    assert list(isupport.mode_changes(["+oo", "ann"])) == [(True, "o", "ann"), (True, "o", "")]
    assert list(isupport.mode_changes([])) == []
