"""Logging: one line an event on the standard error output, for people or as JSON, without secrets.

A line says what it is about by the same keys everywhere: network, channel, match, and seq, the match's last entry.
Networks bind theirs (structlog's contextvars), tables tell `about` how to find out: theirs change with every move.
"""

import logging
import re
import sys
from collections.abc import Callable, Mapping, MutableMapping
from contextvars import ContextVar
from typing import Any

import structlog
from structlog.typing import Processor

from ionbot.config import LogConfig

HIDDEN = "***"
_SECRET_KEYS = frozenset({"password", "account_password", "seed", "hand", "secret", "token"})
_URL_PASSWORD = re.compile(r"(://[^\s:/@]*:)[^\s@]+(?=@)")
_LOGIN = re.compile(r"(^|[:'\"])(PASS|AUTHENTICATE|IDENTIFY|AUTH|LOGIN|OPER)( +).+", re.IGNORECASE | re.MULTILINE)
"""A login as it stands in a line: at its beginning, behind a colon, or quoted."""
_CHATTY = {"irc": logging.INFO} | dict.fromkeys(("apscheduler", "alembic", "asyncio", "tzlocal"), logging.WARNING)
"""The packages that are never heard below a level; `irc` writes passwords at DEBUG."""

_DETAIL = re.compile(r"^(DETAIL|CONTEXT):.*", re.MULTILINE)
"""What PostgreSQL tells besides of an error: the row that does not fit, with all that is in it."""
_subject: ContextVar[Callable[[], Mapping[str, object]]] = ContextVar("subject", default=dict)


def about(subject: Callable[[], Mapping[str, object]]) -> None:
    """Let what this task logs from now on, and tasks that it starts, have the keys that `subject` gives then."""
    _subject.set(subject)


def configure(config: LogConfig) -> None:
    """Set up structlog and the standard library's logging alike; everything goes to stderr."""
    shared: list[Processor] = [
        _with_subject,
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        hide_secrets,
    ]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_rendering(config)],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(config.level.upper())
    for name, level in _CHATTY.items():
        logging.getLogger(name).setLevel(max(level, root.level))
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )


def hide_secrets(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Put `HIDDEN` in place of secrets: values of keys that name one, passwords in URLs, logins in lines."""
    for key, value in event.items():
        event[key] = HIDDEN if key in _SECRET_KEYS else _without_secrets(value)
    return event


def _with_subject(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    return {**_subject.get()(), **event}


def _without_secrets(value: Any) -> Any:
    if isinstance(value, str):
        value = _DETAIL.sub(rf"\1: {HIDDEN}", value)
        return _LOGIN.sub(rf"\1\2\3{HIDDEN}", _URL_PASSWORD.sub(rf"\1{HIDDEN}", value))
    if isinstance(value, Mapping):
        return {key: HIDDEN if key in _SECRET_KEYS else _without_secrets(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_without_secrets(part) for part in value]
    return value


def _visible(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Write what a terminal would obey, such as an escape sequence in a nick, as its code; tracebacks keep lines."""
    for key, value in event.items():
        if isinstance(value, str) and not value.isprintable():
            kept = "\n" if key == "exception" else ""
            event[key] = "".join(sign if sign.isprintable() or sign in kept else _code(sign) for sign in value)
    return event


def _code(sign: str) -> str:
    return sign.encode("unicode_escape").decode()


def _rendering(config: LogConfig) -> list[Processor]:
    if config.format == "json":
        return [structlog.processors.JSONRenderer()]
    colours = sys.stderr.isatty()
    return [_visible, structlog.dev.ConsoleRenderer(colors=colours, exception_formatter=structlog.dev.plain_traceback)]
