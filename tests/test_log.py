"""The log: where it goes, in what form, and that no secret gets into it."""

import json
import logging
from collections.abc import Iterator
from contextvars import copy_context

import pytest
import structlog
from pydantic import SecretStr

from ionbot.config import LogConfig
from ionbot.log import about, configure
from tests.hostile import NICKS

JSON = LogConfig(level="debug", format="json")


def _open(url: str) -> None:
    raise ValueError(f"cannot open {url}")


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    root.handlers, root.level = handlers, level
    structlog.reset_defaults()


def _events(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    """Give what was logged as JSON."""
    output = capsys.readouterr()
    assert output.out == ""
    return [json.loads(line) for line in output.err.splitlines()]


def test_json_has_one_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    configure(JSON)
    structlog.get_logger().info("joined", channel="#cards")
    logging.getLogger("some.package").warning("hm %s", "two\nlines")
    ours, theirs = _events(capsys)
    assert (ours["event"], ours["channel"], ours["level"]) == ("joined", "#cards", "info")
    assert theirs["event"] == "hm two\nlines"
    assert str(ours["timestamp"]).endswith("Z")


def test_text_is_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    configure(LogConfig())
    structlog.get_logger().info("joined", channel="#cards")
    structlog.get_logger().debug("not heard")
    (line,) = capsys.readouterr().err.splitlines()
    assert "joined" in line
    assert "channel=#cards" in line


def test_no_nick_reaches_the_terminal_but_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    configure(LogConfig())
    for nick in NICKS:
        structlog.get_logger().info(f"joined {nick}", nick=nick, nicks=[nick])
        logging.getLogger("some.package").warning("no %s", nick)
        try:
            _open(nick)
        except ValueError:
            structlog.get_logger().exception("failed")
    output = capsys.readouterr().err
    assert all(sign.isprintable() or sign == "\n" for sign in output)
    assert sum("joined" in line for line in output.splitlines()) == len(NICKS)
    assert r"nick=\x1b[31mred\x1b[0m" in output
    assert "\nTraceback (most recent call last):\n" in output


def test_secrets_are_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    configure(JSON)
    log = structlog.get_logger()
    log.info("sent", line="PASS :hunter2", url="postgresql://bot:hunter2@db/x")
    log.info("AUTHENTICATE hunter2")
    log.info("told", text="PRIVMSG NickServ :identify ann hunter2", seed="hunter2", password=SecretStr("hunter2"))
    log.info("nested", parts=["OPER ann hunter2", {"hand": "hunter2"}, "NOTICE x@y :auth ann hunter2"], number=3)
    logging.getLogger("theirs").error("PASS %s", "hunter2")
    events = _events(capsys)
    assert len(events) == 5
    assert "hunter2" not in json.dumps(events)
    assert events[0]["url"] == "postgresql://bot:***@db/x"
    assert events[3]["number"] == 3


def test_secrets_in_exceptions_are_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    configure(JSON)
    try:
        _open("postgresql://bot:hunter2@db/x")
    except ValueError:
        structlog.get_logger().exception("failed")
    (event,) = _events(capsys)
    assert "bot:***@db" in str(event["exception"])
    assert "hunter2" not in json.dumps(event)


def test_a_traceback_is_kept_whole(capsys: pytest.CaptureFixture[str]) -> None:
    configure(JSON)
    try:
        _open("the door")  # pass by, identify yourself, oper ate
    except ValueError:
        structlog.get_logger().exception("they pass the door, and identify it")
    (event,) = _events(capsys)
    assert event["event"] == "they pass the door, and identify it"
    assert "# pass by, identify yourself, oper ate" in str(event["exception"])
    assert str(event["exception"]).endswith("ValueError: cannot open the door")


def test_a_login_is_hidden_to_the_end_of_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    configure(JSON)
    structlog.get_logger().info("TO SERVER:PASS hunter2 hunter2\nnext", odd=["cannot send 'PASS hunter2'"])
    (event,) = _events(capsys)
    assert event["event"] == "TO SERVER:PASS ***\nnext"
    assert event["odd"] == ["cannot send 'PASS ***"]


def test_the_irc_package_is_not_heard_at_debug(capsys: pytest.CaptureFixture[str]) -> None:
    configure(JSON)
    logging.getLogger("irc.client").debug("TO SERVER: PASS hunter2")
    logging.getLogger("irc.client").warning("odd")
    assert [event["event"] for event in _events(capsys)] == ["odd"]


def test_the_row_that_postgresql_tells_of_is_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    configure(JSON)
    structlog.get_logger().error(
        "failed", why="no\nDETAIL:  Failing row contains (1, hunter2).\nCONTEXT:  hunter2\nend"
    )
    (event,) = _events(capsys)
    assert event["why"] == "no\nDETAIL: ***\nCONTEXT: ***\nend"


def test_a_line_says_what_it_is_about_as_that_is_now(capsys: pytest.CaptureFixture[str]) -> None:
    configure(JSON)
    subject = {"match": 7, "seq": 1}
    context = copy_context()
    context.run(about, lambda: subject)
    for log in (structlog.get_logger(), logging.getLogger("theirs")):
        context.run(log.warning, "played")
        subject["seq"] += 1
    context.run(structlog.get_logger().info, "another", match=8)
    structlog.get_logger().info("elsewhere")
    assert [(event.get("match"), event.get("seq")) for event in _events(capsys)] == [
        (7, 1), (7, 2), (8, 3), (None, None)
    ]  # fmt: skip
