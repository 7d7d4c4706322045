"""Batches: what is repeated from the past, and what belongs to a netsplit."""

import pytest

from ionbot.channel import Departure
from tests.network.fakes import playing

CAPS = "batch message-tags account-tag"


@pytest.mark.parametrize("kind", ["chathistory", "znc.in/playback", "draft/chathistory-targets"])
def test_what_is_repeated_from_the_past_is_no_command(kind: str) -> None:
    stage = playing(caps=CAPS)
    assert (
        stage.told(
            f":i BATCH +1 {kind} #ion",
            "@batch=1;time=2020-01-01T00:00:00.000Z :ann!a@h PRIVMSG #ion :!stop",
            "@batch=1 :i BATCH +2 other",
            "@batch=2 :ann!a@h PRIVMSG #ion :!stop",
        )
        == []
    )
    assert stage.told(":ann!a@h PRIVMSG #ion :!now") == [("heard", "#ion", "ann", "!now")]
    stage.feed("@batch=1 :i BATCH -2", ":i BATCH -1")
    assert stage.told("@batch=1 :ann!a@h PRIVMSG #ion :!later") == [("heard", "#ion", "ann", "!later")]


def test_what_is_repeated_from_the_past_tells_nothing_of_who_is_there() -> None:
    stage = playing(caps=CAPS)
    stage.feed("@account=Ann :ann!a@h PRIVMSG #ion :hi", ":i BATCH +1 chathistory #ion")
    stage.recorder.take()
    assert (
        stage.told(
            "@batch=1 :ann!old@old.host PRIVMSG #ion :before I logged in",
            "@batch=1 :ann!old@old.host QUIT :good night",
            "@batch=1 :bob!b@h NICK ann",
            "@batch=1 :zed!z@h JOIN #ion",
            "@batch=1 :ann!a@h KICK #ion ionbot :out",
        )
        == []
    )
    assert (stage.person("ann").account, stage.person("ann").host) == ("Ann", "h")


def test_other_batches_are_present() -> None:
    stage = playing(caps=CAPS)
    stage.feed(":i BATCH +x netjoin a.b c.d")
    assert stage.told("@batch=x :zed!z@h JOIN #ion", "@batch=x :ann!a@h PRIVMSG #ion :!now") == [
        ("joined", "#ion", "zed"),
        ("heard", "#ion", "ann", "!now"),
    ]


def test_batches_that_never_end_are_forgotten() -> None:
    stage = playing(caps=CAPS)
    stage.feed(*(f":i BATCH +{number} chathistory #ion" for number in range(100)))
    assert stage.told("@batch=0 :ann!a@h PRIVMSG #ion :!x", "@batch=99 :ann!a@h PRIVMSG #ion :!y") == [
        ("heard", "#ion", "ann", "!x")
    ]


@pytest.mark.parametrize("reason", ["a.b c.d", "*.net *.split", "", "Quit: see you", "Ping timeout: 240 seconds"])
def test_who_quits_within_a_netsplit_was_split_off_whatever_the_reason(reason: str) -> None:
    stage = playing(caps=CAPS, names="ann bob cat")
    stage.feed(":i BATCH +split NETSPLIT irc.hub other.host", "@batch=split :i BATCH +deeper other")
    assert stage.told(f"@batch=split :ann!a@h QUIT :{reason}") == [("left", "#ion", "ann", Departure.SPLIT)]
    assert stage.told(f"@batch=deeper :bob!b@h QUIT :{reason}") == [("left", "#ion", "bob", Departure.SPLIT)]
    stage.feed(":i BATCH -split")
    assert stage.told("@batch=split :cat!c@h QUIT :bye") == [("left", "#ion", "cat", Departure.QUIT)]


@pytest.mark.parametrize("opening", ["+", "", "*1", "1", "-1"])
def test_a_batch_without_a_name_holds_nothing(opening: str) -> None:
    stage = playing(caps=CAPS)
    stage.feed(f":i BATCH :{opening}", f":i BATCH {opening} chathistory #ion")
    tags = ("time=2026-01-01T00:00:00.000Z", "batch=", "batch", "batch=1")
    told = [stage.told(f"@{tag} :ann!a@h PRIVMSG #ion :!now") for tag in tags]
    assert told == [[("heard", "#ion", "ann", "!now")]] * len(tags)


@pytest.mark.parametrize("closing", ["1", "*1", "+", "-", "-2"])
def test_only_its_end_ends_a_batch(closing: str) -> None:
    stage = playing(caps=CAPS)
    stage.feed(":i BATCH +1 chathistory #ion", f":i BATCH {closing}")
    assert stage.told("@batch=1 :ann!a@h PRIVMSG #ion :!old") == []


def test_batches_within_each_other_take_no_more_room_than_others() -> None:
    stage = playing(caps=CAPS)
    stage.feed(":i BATCH +0 netsplit a.b c.d", *(f"@batch={n} :i BATCH +{n + 1} other-{n}" for n in range(1000)))
    batches = stage.session._batches
    assert len(batches._open) == 50
    assert stage.told("@batch=1000 :ann!a@h QUIT :x") == [("left", "#ion", "ann", Departure.SPLIT)]
    assert len(set(batches._open.values())) == 1
