"""Every key of the web pages."""

import re
from typing import Annotated

from pydantic import AfterValidator, Field

from ionbot.config.fields import Plain, right

_PREFIX = re.compile(r"(/[A-Za-z0-9._~-]+)*", re.ASCII)
_ADDRESS = re.compile(r"https?://[^\s/?#]+(/[^\s?#]*)?")


def _prefix(prefix: str) -> str:
    if not _PREFIX.fullmatch(prefix):
        raise ValueError(f"{prefix!r} is no path")
    return prefix


def _address(url: str) -> str:
    if url and not _ADDRESS.fullmatch(url):
        raise ValueError(f"{url!r} is no address of pages")
    return url.rstrip("/")


class WebConfig(Plain):
    """The web pages, which `ionbot web` shows."""

    host: str = Field(
        default="127.0.0.1",
        min_length=1,
        description="The local name or address that is listened on; by default only this machine can reach it.",
    )
    port: int = Field(default=8080, ge=1, le=65535, description="The port that is listened on.")
    prefix: Annotated[str, AfterValidator(_prefix)] = Field(
        default="",
        description="The path under which a proxy shows the pages.",
        json_schema_extra=right("a path such as /ionbot, or nothing"),
    )
    url: Annotated[str, AfterValidator(_address)] = Field(
        default="",
        description="The address of the start page as everybody can reach it, for links on IRC; none without it.",
        json_schema_extra=right("an address such as https://cards.example.org/ionbot, or nothing"),
    )
