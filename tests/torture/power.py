"""What a disk holds after the power has gone: copies of a running bot's database as a crash could have left them.

The bot is stopped (SIGSTOP) twice. At the first moment it is noted what players have heard, and up to where the log
(`-wal`) has whole transactions: all that was acknowledged by then was synced before, so it lies below that point. The
bot goes on for a while, and at the second moment the files are copied, without `-shm`, which no crash keeps.

What was not synced by the second moment may be lost, or half written:

* The log is cut at any length beyond the point that is known, or its end there is overwritten with rubbish.
* The database file itself is written to by checkpoints only, after the log was synced. So it is taken from either
  moment while the log is the same; if it has changed, or the log was begun anew meanwhile, the log is cut only beyond
  its last whole transaction at the second moment, as all below that was synced before the first page was written.
"""

import os
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

_HEADER, _FRAME_HEADER = 32, 24
_PAGE_SIZE_AT, _SALT_AT, _FRAME_SALT_AT, _COMMIT_AT = 8, 16, 8, 4
"""Where the log's header has the size of a page and its salt, and a frame's header its salt and whether it commits."""
_SALT = 8


@dataclass(frozen=True)
class Moment:
    """The files at a moment: when the database file was written to, the log's salt, and where its last commit ends."""

    written_ns: int
    salt: bytes
    committed: int


@contextmanager
def stopped(bot: int) -> Iterator[None]:
    """Have a process stand still, all its threads."""
    os.kill(bot, signal.SIGSTOP)
    try:
        while not all(_state(task) in "TZX" for task in Path(f"/proc/{bot}/task").iterdir()):
            time.sleep(0.0005)
        yield
    finally:
        os.kill(bot, signal.SIGCONT)


def moment(file: Path) -> Moment:
    """Look at a database whose bot stands still."""
    log = _log(file).read_bytes() if _log(file).exists() else b""
    return Moment(file.stat().st_mtime_ns, log[_SALT_AT : _SALT_AT + _SALT], committed(log))


def committed(log: bytes) -> int:
    """Tell where the last whole transaction of a log ends; 0 if there is none."""
    salt = log[_SALT_AT : _SALT_AT + _SALT]
    size = _FRAME_HEADER + int.from_bytes(log[_PAGE_SIZE_AT : _PAGE_SIZE_AT + 4], "big")
    end, at = 0, _HEADER
    while at + size <= len(log) and log[at + _FRAME_SALT_AT : at + _FRAME_SALT_AT + _SALT] == salt:
        at += size
        if any(log[at - size + _COMMIT_AT : at - size + _COMMIT_AT + 4]):
            end = at
    return end


def crashed(file: Path, before: Path, first: Moment, target: Path, chance: Random) -> None:
    """Make a copy of a database, whose bot stands still, as a crash could leave it.

    `before` is the database file as it was at the first moment.
    """
    second = moment(file)
    is_same_log = first.salt == second.salt
    from_before = is_same_log and chance.random() < 0.5
    shutil.copy(before if from_before else file, target)
    if not _log(file).exists():
        return
    log = _log(file).read_bytes()
    is_written = first.written_ns != second.written_ns and not from_before
    known = second.committed if is_written or not is_same_log else first.committed
    _log(target).write_bytes(_torn(log, known, chance))


def _torn(log: bytes, known: int, chance: Random) -> bytes:
    """Cut a log beyond what is known, or put rubbish there."""
    cut = chance.randint(known, len(log))
    if chance.random() < 0.5:
        return log[:cut]
    return log[:cut] + chance.randbytes(len(log) - cut)


def _log(file: Path) -> Path:
    return file.with_name(f"{file.name}-wal")


def _state(task: Path) -> str:
    return (task / "stat").read_text().rpartition(")")[2].split()[0]
