"""What lies around all answers: headers for security, tags for caches, HEAD, and the path under which a proxy shows."""

from collections.abc import Iterable, MutableMapping
from dataclasses import dataclass, field
from hashlib import blake2b
from time import perf_counter
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ionbot.web.measures import Measures

POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of all answers."""
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox"
"""That of a plot, which has its style in itself."""
PICTURE = b"image/svg+xml"

_SECURE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
_CONDITIONS = {b"if-none-match", b"if-modified-since", b"range", b"if-range"}
_OF_CONTENT = {b"content-length", b"content-type", b"etag", b"last-modified"}

Headers = list[tuple[bytes, bytes]]


@dataclass
class _Answer:
    """An answer as it comes from the application."""

    status: int = 500
    headers: Headers = field(default_factory=list)
    body: bytes = b""

    async def take(self, message: Message) -> None:
        """Take a part of it."""
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], list(message.get("headers", ()))
        else:
            self.body += message.get("body", b"")


class Hull:
    """An application in its hull. A proxy shows it under the path `prefix`, which it may take away or not."""

    def __init__(self, app: ASGIApp, prefix: str, measures: Measures) -> None:
        self._app = app
        self._prefix = prefix
        self._measures = measures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, as ASGI has it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = perf_counter()
        asked, answer = self._inner(scope), _Answer()
        try:
            await self._app(asked, receive, answer.take)
        finally:  # a fault is answered, too, before it is raised
            for message in _messages(scope, answer):
                await send(message)
            self._measures.note(asked, answer.status, perf_counter() - began)

    def _inner(self, scope: Scope) -> Scope:
        """Give the scope that the application sees: HEAD is GET there, and the path begins with the prefix.

        What a cache knows is for the hull to see, for which all answers are made whole.
        """
        path: str = scope["path"]
        if path != self._prefix and not path.startswith(f"{self._prefix}/"):
            path = self._prefix + path
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        headers = [(name, value) for name, value in scope["headers"] if name not in _CONDITIONS]
        return {**scope, "root_path": self._prefix, "path": path, "method": method, "headers": headers}


def _messages(scope: Scope, answer: _Answer) -> Iterable[MutableMapping[str, Any]]:
    """Make what is sent of an answer."""
    kind = dict(answer.headers).get(b"content-type", b"")
    policy = PICTURE_POLICY if kind.startswith(PICTURE) and answer.status == 200 else POLICY
    own = {"Content-Security-Policy": policy, **_SECURE}
    headers = [(name, value) for name, value in answer.headers if name != b"etag"]
    status, body = answer.status, answer.body
    if status == 200 and scope["method"] in {"GET", "HEAD"}:
        tag = f'"{blake2b(body, digest_size=16).hexdigest()}"'
        own["ETag"] = tag
        if _is_known(scope, tag):
            status, body = 304, b""
            headers = [(name, value) for name, value in headers if name not in _OF_CONTENT]
    headers += [(name.lower().encode(), value.encode()) for name, value in own.items()]
    yield {"type": "http.response.start", "status": status, "headers": headers}
    yield {"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body}


def _is_known(scope: Scope, tag: str) -> bool:
    """Tell whether who asks has what has that tag."""
    given = b",".join(value for name, value in scope["headers"] if name == b"if-none-match").decode("latin-1")
    tags = {each.strip().removeprefix("W/") for each in given.split(",")}
    return tag in tags or "*" in tags
