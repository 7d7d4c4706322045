"""What a server says of itself (numeric 005): casemapping, prefixes, modes, limits. Odd values count as absent."""

import re
from collections.abc import Iterable, Iterator, Sequence
from string import ascii_lowercase, ascii_uppercase

from ionbot.channel import Status

_FOLDS = {
    "ascii": str.maketrans(ascii_uppercase, ascii_lowercase),
    "rfc1459-strict": str.maketrans(ascii_uppercase + "[]\\", ascii_lowercase + "{}|"),
    "rfc1459": str.maketrans(ascii_uppercase + "[]\\~", ascii_lowercase + "{}|^"),
}
_STATUS = {"q": Status.OWNER, "a": Status.ADMIN, "o": Status.OP, "h": Status.HALFOP, "v": Status.VOICE}
_ESCAPE = re.compile(r"\\x([0-9A-Fa-f]{2})")
_NO_CHANNEL = re.compile(r"[ ,\x07]")
_PREFIX = re.compile(r"\(([^()]*)\)(.*)")
_DEFAULTS = {"CASEMAPPING": "rfc1459", "PREFIX": "(ov)@+", "CHANMODES": "b,k,l,imnpst", "CHANTYPES": "#&"}
"""What holds before the server says otherwise (RFC 1459, and modern.ircdocs.horse on absent tokens)."""


class Isupport:
    """The tokens of one connection, and what follows from them."""

    casemapping: str
    """`ascii`, `rfc1459` or `rfc1459-strict`. An unknown one is taken for `ascii`: two nicks are the same for us only
    where they are on every network of that kind."""
    prefixes: dict[str, str]
    """Mode letter by prefix sign, highest first."""
    chantypes: str
    """The first signs of channels."""
    targmax: dict[str, int | None]
    """How many targets a command may have (TARGMAX, or MAXTARGETS for messages); None is without limit."""
    chanlimit: dict[str, int | None]
    """How many channels one may be in, by the first signs that a channel of the kind has; None is without limit."""
    nicklen: int | None
    userlen: int | None
    hostlen: int | None
    network: str
    whox: bool
    monitor: bool
    bot: str
    """The letter of the user mode for bots (ircv3.net/specs/extensions/bot-mode), "" where there is none."""

    def __init__(self) -> None:
        self._tokens: dict[str, str] = {}
        self._work_out()

    def load(self, params: Sequence[str]) -> None:
        """Take a 005 line's parameters. `-TOKEN` takes one back."""
        for token in params[1:]:
            name, _, value = token.partition("=")
            if token.startswith("-"):
                self._tokens.pop(token[1:], None)
            elif name and " " not in token:
                self._tokens[name] = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), value)
        self._work_out()

    def fold(self, name: str) -> str:
        """Give the lower case of a nick or channel, by this network's casemapping and nothing else."""
        return name.translate(_FOLDS[self.casemapping])

    def status(self, letters: Iterable[str]) -> Status:
        """Give the rank of somebody who has these modes in a channel."""
        return max((self._ranks.get(letter, Status.NONE) for letter in letters), default=Status.NONE)

    def is_channel(self, name: str) -> bool:
        """Tell whether this may be the name of one channel (RFC 2812, 1.3)."""
        return name[:1] in tuple(self.chantypes) and not _NO_CHANNEL.search(name)

    def kind(self, channel: str) -> str:
        """Give the first signs of the channels that count together with this one (CHANLIMIT)."""
        return next((signs for signs in self.chanlimit if channel[:1] in signs), channel[:1])

    def split_prefixes(self, name: str) -> tuple[set[str], str]:
        """Split `@+ann` into mode letters and the rest."""
        bare = name.lstrip("".join(self.prefixes))
        return {self.prefixes[sign] for sign in name[: len(name) - len(bare)]}, bare

    def mode_changes(self, params: Sequence[str]) -> Iterator[tuple[bool, str, str]]:
        """Yield (set or unset, letter, parameter or "") of a channel's MODE, by PREFIX and CHANMODES."""
        modes, arguments = "".join(params[:1]), iter(params[1:])
        on = True
        for letter in modes:
            if letter in "+-":
                on = letter == "+"
            elif self._takes_parameter(letter, on):
                yield on, letter, next(arguments, "")
            else:
                yield on, letter, ""

    def _takes_parameter(self, letter: str, on: bool) -> bool:
        lists, always, when_set = self._chanmodes
        return letter in self._ranks or letter in lists or letter in always or (on and letter in when_set)

    def _work_out(self) -> None:
        get = (_DEFAULTS | self._tokens).get
        casemapping = get("CASEMAPPING", "").lower()
        self.casemapping = casemapping if casemapping in _FOLDS else "ascii"
        self.prefixes = _prefixes(get("PREFIX", ""))
        self._ranks = _ranks(list(self.prefixes.values()))
        lists, always, when_set, *_ = [*get("CHANMODES", "").split(","), "", "", ""]
        self._chanmodes = lists, always, when_set
        self.chantypes = get("CHANTYPES", "")
        most = get("MAXTARGETS")
        messages = f"PRIVMSG:{most},NOTICE:{most}," if most else ""
        self.targmax = dict(_limits(messages + get("TARGMAX", "")))
        self.chanlimit = dict(_limits(get("CHANLIMIT", f"{self.chantypes}:{get('MAXCHANNELS', '')}")))
        self.nicklen = _number(get("NICKLEN", ""))
        self.userlen = _number(get("USERLEN", ""))
        self.hostlen = _number(get("HOSTLEN", ""))
        self.network = get("NETWORK", "")
        self.whox = "WHOX" in self._tokens
        self.monitor = "MONITOR" in self._tokens
        self.bot = bot if re.fullmatch("[A-Za-z]", bot := get("BOT", "")) else ""


def _prefixes(value: str) -> dict[str, str]:
    if value and (match := _PREFIX.fullmatch(value)):
        return dict(zip(match[2], match[1], strict=False))
    return _prefixes(_DEFAULTS["PREFIX"]) if value else {}


def _ranks(letters: Sequence[str]) -> dict[str, Status]:
    """Rank mode letters; one that is not known ranks with the known one below it."""
    ranks: dict[str, Status] = {}
    rank = Status.NONE
    for letter in reversed(letters):
        ranks[letter] = rank = _STATUS.get(letter, rank)
    return ranks


def _limits(value: str) -> Iterator[tuple[str, int | None]]:
    """Read `PRIVMSG:3,WHOIS:` and the like; without a number, or with 0 (ngircd), there is no limit."""
    for part in filter(None, value.split(",")):
        name, _, number = part.partition(":")
        yield name, _number(number) or None


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None
