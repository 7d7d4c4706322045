"""Every key of the nightly backup."""

import re
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field

from ionbot.config.fields import Plain, right

_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d", re.ASCII)


def _time(time: str) -> str:
    if not _TIME.fullmatch(time):
        raise ValueError(f"{time!r} is no time of a day")
    return time


def _directory(directory: str) -> str:
    if directory and not Path(directory).is_dir():
        raise ValueError(f"there is no directory {directory}")
    return directory


class BackupConfig(Plain):
    """The nightly backup, which the bot makes of a SQLite database while it runs."""

    directory: Annotated[str, AfterValidator(_directory)] = Field(
        default="",
        description="Where the backups are put, a file each; none are made without it.",
        json_schema_extra=right("a directory that is there, such as /var/backups/ionbot, or nothing"),
    )
    time: Annotated[str, AfterValidator(_time)] = Field(
        default="04:00",
        description="When one is made (UTC). A bot that was not running then makes it at its start.",
        json_schema_extra=right("HH:MM, such as 04:00"),
    )
    keep: int = Field(
        default=14, ge=1, le=10000, description="How many of the newest are kept; older ones are deleted."
    )
    with_seeds: bool = Field(
        default=False,
        description="Whether they hold the seeds of matches that have not ended, and the keys of channels.",
    )
