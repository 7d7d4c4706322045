"""Lines as no server should send them: real ones repeated and spoilt, odd tags, words in any order, noise."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

CORPUS = Path(__file__).parent / "corpus.txt"
ODD = (
    b"\0", b"\r", b"\n", b"\r\n", b" ", b"  ", b":", b" :", b"@", b"!", b"#", b",", b";", b"=", b"+", b"-", b"*", b"\\",
    b"\x01", b"\x03", b"\t", b"\xa0", b"\xc2\xa0", b"\xe3\x80\x80", b"\xe2\x80\xa8", b"\xff", b"\xe2\x82", b"\xc4\xb1",
    b"0", b"-1", b"9" * 30, b"%s", b"{}",
)  # fmt: skip
"""What is put into lines to spoil them."""
WORDS = (
    b"ionbot", b"#ion", b"#cards", b"ann", b"bob", b"*", b"0", b"=", b"@", b"+o", b"+ovbk-lc", b"LS", b"ACK", b"NAK",
    b"DEL", b"NEW", b"108", b":", b":@ann +bob", b"+1", b"-1", b"netsplit", b"chathistory", b":no", b"PREFIX=(ov)@+",
    b"CASEMAPPING=ascii", b"NICKLEN=9", b"MONITOR=3", b"TARGMAX=", b"-WHOX", b"sasl", b":sasl=PLAIN echo-message",
    b"ionbot!bot@bot.host",
)  # fmt: skip
SOURCES = (
    b"", b":irc.test ", b":ann!ann@ann.example ", b":bob ", b":ionbot!bot@bot.host ", b":ionbot ", b":!@ ", b": ",
    b":NickServ!services@services.test ", b":nobody!n@nowhere ",
)  # fmt: skip
TAGS = (
    b"time=2026-01-05T10:00:00.000Z", b"time=9999-12-31T23:59:60.999Z", b"time=", b"account=ann", b"account=",
    b"batch=1", b"batch=12", b"label=1", b"msgid=x", b"+typing=done", b"=", b"", b"a=\\", b"a=\\:\\s\\\\\\r\\n\\x",
)  # fmt: skip
LONG = 40_000
"""Bytes of an endless line."""
SELDOM = 0.0005
"""How often one comes."""


def corpus() -> list[bytes]:
    """Read the real lines."""
    lines = (line for line in CORPUS.read_text("ascii").splitlines() if line and not line.startswith("# "))
    return [line.encode().decode("unicode_escape").encode("latin-1") for line in lines]


class Spoiler:
    """Makes lines by chance; `commands` are those that somebody listens to."""

    def __init__(self, chance: Random, commands: Sequence[str]) -> None:
        self._chance = chance
        self._real = corpus()
        self._commands = [command.encode() for command in commands]
        self._kinds = (
            *[self._repeated] * 2, *[self._spoilt] * 4, *[self._tagged] * 2, *[self._assembled] * 2, self._noise,
        )  # fmt: skip

    def line(self) -> bytes:
        """Give the next line, without its end."""
        return self._endless() if self._chance.random() < SELDOM else self._chance.choice(self._kinds)()

    def _repeated(self) -> bytes:
        return self._chance.choice(self._real)

    def _spoilt(self) -> bytes:
        line = self._repeated()
        for _ in range(self._chance.choice((1, 1, 1, 2, 4))):
            line = self._spoil(line)
        return line

    def _spoil(self, line: bytes) -> bytes:
        """Cut a line, take a part out, double one, put something odd in, or go on with another line's end."""
        start, end = sorted(self._chance.randrange(len(line) + 1) for _ in range(2))
        match self._chance.randrange(5):
            case 0:
                return line[:start]
            case 1:
                return line[:start] + line[end:]
            case 2:
                return line[:end] + line[start:]
            case 3:
                return line[:start] + self._chance.choice(ODD) + line[min(end, start + 3) :]
            case _:
                return line[:start] + self._repeated()[end:]

    def _tagged(self) -> bytes:
        tags = b";".join(self._chance.choices(TAGS, k=self._chance.randrange(5)))
        return b"@" + tags + b" " + self._repeated().lstrip(b"@")

    def _assembled(self) -> bytes:
        """Put words behind a command that is known, or now and then any numeric."""
        known = self._chance.random() < 0.8
        command = self._chance.choice(self._commands) if known else b"%03d" % self._chance.randrange(1000)
        words = self._chance.choices(WORDS, k=self._chance.randrange(8))
        return self._chance.choice(SOURCES) + b" ".join((command, *words))

    def _noise(self) -> bytes:
        return self._chance.randbytes(self._chance.randrange(200))

    def _endless(self) -> bytes:
        return self._chance.choice((b"@a=", b":ann!a@h PRIVMSG #ion :", b"")) + self._chance.choice(ODD[4:]) * LONG
