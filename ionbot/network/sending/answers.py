"""What the server answers to lines that it does not pass on."""

import re

import structlog
from irctokens.line import Line

from ionbot.channel import Person, Refusal
from ionbot.network.formatting import clean
from ionbot.network.lines import MOST_BYTES, Handlers, param
from ionbot.network.sending.lanes import Recipient
from ionbot.network.sending.receipts import Receipts, Written
from ionbot.network.shared import Shared
from ionbot.network.whereabouts.people import People

PAUSE = 15
"""Seconds until a line that came too fast is sent again, where the server does not say."""
PAUSE_MOST = 300
"""Seconds of a pause at the most, whatever a server says."""
QUIET = 60
"""Seconds between two times that the listener hears that the bot is too fast."""
MARGIN = 64
"""By how many bytes lines get shorter after one was too long: as much as a host may be longer than the bot knew."""

_GONE = ("401", "402")
"""No such nick, no such server: the QUIT or NICK that explains it is heard as well."""
_NO_TEXT = "412"
_REFUSED = ("403", "404", "408", _NO_TEXT, "415", "477", "486", "489", "494", "531", "716")
"""403 no such channel, 404 may not speak there, 408 no colours there (Bahamut, ircd-hybrid), 415, 477 and 486 for the
logged in only (solanum, InspIRCd, Bahamut), 489 for the voiced only (ircu), 494 we take no answers (solanum), 531 and
716 the person takes none (UnrealIRCd, solanum, InspIRCd). Some may be about a JOIN as well."""
_COLOURS = ("404", "408")
"""What a channel with mode +c answers to colours, among others: it may have got that mode after the line was put."""
_TOO_FAST = ("263", "439", "707")
"""263 the server is too busy (RFC 2812), 439 and 707 too many different targets (ircu and UnrealIRCd, solanum)."""
_TOO_MANY, _TOO_LONG = "407", "417"
_WAIT = re.compile(r"wait (\d{1,6}) sec", re.IGNORECASE)
_SWALLOWED = "no reason given"

_log = structlog.get_logger()


class Answers:
    """One connection's answers to our messages that are no echoes. They change what is known of our lines' fates."""

    def __init__(self, shared: Shared, people: People, receipts: Receipts) -> None:
        self.handlers: Handlers = {
            **dict.fromkeys((*_GONE, *_REFUSED), self._on_refused),
            **dict.fromkeys(_TOO_FAST, self._on_too_fast),
            _TOO_MANY: self._on_too_many,
            _TOO_LONG: self._on_too_long,
            "ACK": self._on_ack,
            "BATCH": self._on_batch,
        }
        self._shared = shared
        self._people = people
        self._receipts = receipts
        self._told = float("-inf")
        self._logged = ""

    def _on_refused(self, numeric: Line) -> None:
        self._refuse(numeric, self._receipts.about(numeric, names(numeric)))

    def _on_too_many(self, numeric: Line) -> None:
        """Send a line that went to several people again, to each alone.

        Servers pass it on to those before the one that was too many, whom they name (UnrealIRCd, solanum).
        """
        lines = self._receipts.about(numeric, names(numeric))
        if not lines or not lines[0].shared:
            self._refuse(numeric, lines)
            return
        _log.warning("one recipient a line from now on", answer=_text(numeric))
        self._receipts.share_no_more()
        sharers = self._receipts.labelled(lines[0].label)
        for line in sharers[sharers.index(lines[0]) :]:
            self._repeat(line)

    def _on_too_fast(self, numeric: Line) -> None:
        """Send a line again after the pause that the server wants."""
        why, now = clean(param(numeric, -1)), self._shared.clock.time()
        for line in self._receipts.about(numeric, names(numeric)):
            self._repeat(line, pause(why))
            if now >= self._told + QUIET:
                self._told = now
                _log.warning("too fast for the server", answer=_text(numeric))
                self._tell(line, Refusal.TOO_FAST, why)

    def _on_too_long(self, numeric: Line) -> None:
        """Make room, so that it does not happen again: what stands before our lines is longer than was thought.

        Servers do not say which line it was: without a label, the longest.
        """
        lines = self._receipts.about(numeric, ()) or self._receipts.longest()
        if lines:
            _log.error("line too long for the server", bytes=lines[0].size, answer=_text(numeric))
            size = self._people.prefix_size() + lines[0].size
            self._shared.outbox.shrunk = max(self._shared.outbox.shrunk, MOST_BYTES - size + MARGIN)
        for line in lines:
            self._receipts.refuse(line)

    def _on_ack(self, line: Line) -> None:
        self._finish(self._receipts.labels.of(line))

    def _on_batch(self, line: Line) -> None:
        self._finish(self._receipts.labels.follow(line))

    def _finish(self, label: str) -> None:
        """Note that all answers to a line are there; without its echo, though it was asked for, it was not passed on.

        So UnrealIRCd answers a NOTICE to somebody who takes none: errors are for PRIVMSG only (RFC 2812, 3.3.2).
        """
        for line in self._receipts.labelled(label):
            if line.echoed:
                self._receipts.refuse(line)
                self._tell(line, _kind(line), _SWALLOWED)
            else:
                self._receipts.read(line, None)

    def _refuse(self, numeric: Line, lines: list[Written]) -> None:
        if lines or numeric.command == _NO_TEXT:
            self._log_refusal(numeric)
        for line in lines:
            if numeric.command in _COLOURS and line.coloured:
                line.bleach()
                self._repeat(line)
                continue
            self._receipts.refuse(line)
            if numeric.command not in _GONE:
                self._tell(line, _kind(line), clean(param(numeric, -1)))

    def _log_refusal(self, numeric: Line) -> None:
        """Log a refusal, but not the same one over and over: where the bot cannot speak, it tries again for hours."""
        answer = _text(numeric)
        if answer != self._logged:
            self._logged = answer
            _log.warning("message refused", numeric=numeric.command, answer=answer)

    def _repeat(self, line: Written, pause: float = 0) -> None:
        if self._reaches(line.parcel.to):
            self._receipts.repeat(line, pause)
        else:
            self._receipts.refuse(line)

    def _tell(self, line: Written, refusal: Refusal, why: str) -> None:
        if (to := line.parcel.to) and self._reaches(to):
            self._shared.listener.refused(to, refusal, why)

    def _reaches(self, to: Recipient) -> bool:
        """Tell whether a recipient is still there to be spoken to."""
        return self._people.knows(to) if isinstance(to, Person) else to is not None and to.open


def names(numeric: Line) -> list[str]:
    """Give whom an answer may be about: what stands between our nick and the text, else the text's first and last word.

    `407 me ann :Too many`, but `407 me :ann :Too many` (Charybdis), and `486 me :You must identify to message ann`
    (Bahamut). A line that went to several may be named as it was: `ann,bob`.
    """
    words = param(numeric, -1).split()
    return [name for word in numeric.params[1:-1] or [*words[:1], *words[-1:]] for name in word.split(",")]


def pause(why: str) -> float:
    """Read for how many seconds a server wants us to wait."""
    wait = _WAIT.search(why)
    return min(int(wait[1]), PAUSE_MOST) if wait else PAUSE


def _kind(line: Written) -> Refusal:
    return Refusal.UNWANTED if isinstance(line.parcel.to, Person) else Refusal.SILENCED


def _text(numeric: Line) -> str:
    return " ".join(numeric.params[1:])
