"""The other end of a connection: it lets the bot in, and answers what it asks."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random

from ionbot.network.lines import read
from tests.fuzz.crowd import CHANNELS, NAME, Crowd, Flavour

REFUSALS = ("401", "404", "407", "415", "439", "477", "486", "489", "531", "707", "716")
"""What it says to a message that it does not pass on."""
CLOSED = ("403", "405", "437", "471", "473", "474", "475", "477", "480", "489")
"""What it says to a JOIN that it does not allow."""

Answers = Callable[..., Iterator[str]]


class Server:
    """Answers by chance, but never falsely. `crowd` is who is there."""

    def __init__(self, chance: Random, flavour: Flavour) -> None:
        self.crowd = Crowd(chance, flavour)
        self._chance = chance
        self._flavour = flavour
        self._negotiating = False
        self._welcomed = False
        self._answers: Mapping[str, Answers] = {
            "CAP": self._cap,
            "NICK": self._nick,
            "USER": self._user,
            "AUTHENTICATE": self._authenticate,
            "JOIN": self._join,
            "WHO": self._who,
            "MODE": self._mode,
            "PING": self._ping,
            "PRIVMSG": partial(self._message, "PRIVMSG"),
            "NOTICE": partial(self._message, "NOTICE"),
            "MONITOR": self._monitor,
            "ISON": self._ison,
            "WHOIS": self._whois,
        }

    def answers(self, line: str) -> Iterator[str]:
        """Answer a line of the bot."""
        parsed = read(line)
        if parsed and (answer := self._answers.get(parsed.command)):
            lines = answer(*parsed.params)
            label = (parsed.tags or {}).get("label")
            yield from self._labelled(label, list(lines)) if label else lines

    def _labelled(self, label: str, lines: list[str]) -> Iterator[str]:
        """Say to which line an answer is; several make a batch, and none is an ACK."""
        if len(lines) < 2:
            yield _tagged(f"label={label}", lines[0] if lines else f":{NAME} ACK")
        else:
            yield f"@label={label} :{NAME} BATCH +l{label} labeled-response"
            yield from (_tagged(f"batch=l{label}", line) for line in lines)
            yield f":{NAME} BATCH -l{label}"

    def _cap(self, verb: str, caps: str = "", *_: str) -> Iterator[str]:
        if not self._flavour.caps:
            yield self._numeric("421", "CAP :Unknown command")
        elif verb == "END":
            yield from self._welcome()
        elif verb == "LS":
            self._negotiating = True
            first, second = self._flavour.caps.split(" ", 1)
            yield f":{NAME} CAP * LS * :{first}"
            yield f":{NAME} CAP * LS :{second}"
        elif verb == "REQ":
            self.crowd.caps |= set(caps.split(" "))
            yield f":{NAME} CAP {self.crowd.bot.nick} ACK :{caps}"

    def _nick(self, nick: str, *_: str) -> Iterator[str]:
        bot = self.crowd.bot
        if self.crowd.find(nick) or self._chance.random() < 0.1:
            yield self._numeric("433", f"{nick} :Nickname is already in use")
        elif self._welcomed:
            yield self.crowd.rename(bot, nick)
        else:
            bot.nick = nick

    def _user(self, *_: str) -> Iterator[str]:
        if not self._negotiating:
            yield from self._welcome()

    def _authenticate(self, text: str, *_: str) -> Iterator[str]:
        if text == "PLAIN":
            yield "AUTHENTICATE +"
        elif self._chance.random() < 0.5:
            yield self._numeric("900", f"{self.crowd.bot.mask} dealer :You are now logged in")
            yield self._numeric("903", ":SASL authentication successful")
        else:
            yield self._numeric("904", ":SASL authentication failed")

    def _welcome(self) -> Iterator[str]:
        if self.crowd.bot.nick == "*":
            self.crowd.bot.nick = "Guest1"
        self._welcomed = True
        yield self._numeric("001", ":Welcome")
        yield self._numeric("005", f"{self._flavour.isupport} :are supported by this server")
        yield self._numeric("422", ":MOTD file is missing")

    def _join(self, channels: str, *_: str) -> Iterator[str]:
        for channel in channels.split(","):
            if self._chance.random() < 0.1:
                yield self._numeric(self._chance.choice(CLOSED), f"{channel} :Not now")
            elif channel in CHANNELS and channel not in self.crowd.bot.modes:
                yield from self.crowd.enter(channel)

    def _who(self, channel: str, fields: str = "", *_: str) -> Iterator[str]:
        for user in self.crowd.users:
            if channel in user.modes and fields:
                mark = fields.rpartition(",")[2]
                yield self._numeric("354", f"{mark} {channel} ~u {user.host} {user.nick} {user.account or '0'}")
            elif channel in user.modes:
                yield self._numeric("352", f"{channel} ~u {user.host} {NAME} {user.nick} H :0 x")
        yield self._numeric("315", f"{channel} :End of /WHO list")

    def _mode(self, target: str, *modes: str) -> Iterator[str]:
        if target in self.crowd.bot.modes:
            yield self._numeric("324", f"{target} +nt")
        elif target == self.crowd.bot.nick:
            yield f":{target} MODE {target} :{''.join(modes)}"

    def _ping(self, token: str, *_: str) -> Iterator[str]:
        yield f":{NAME} PONG {NAME} :{token}"

    def _message(self, command: str, targets: str, text: str) -> Iterator[str]:
        """Refuse a message, give it back where the bot has asked for that, or keep silent; to each target by itself."""
        for target in targets.split(","):
            if self._chance.random() < 0.03:
                yield self._numeric(self._chance.choice(REFUSALS), f"{target} :Not now")
            elif "echo-message" in self.crowd.caps and self._chance.random() < 0.95:
                bot = self.crowd.bot
                yield f"{self.crowd.tags(bot)}:{bot.mask} {command} {target} :{text}"

    def _whois(self, nick: str, *_: str) -> Iterator[str]:
        if self._chance.random() < 0.5:
            yield self._numeric("330", f"{nick} dealer :is logged in as")
        yield self._numeric("318", f"{nick} :End of /WHOIS list")

    def _monitor(self, _sign: str, nicks: str = "", *_: str) -> Iterator[str]:
        for nick in filter(None, nicks.split(",")):
            yield self._numeric("730" if self.crowd.find(nick) else "731", f":{nick}")

    def _ison(self, *nicks: str) -> Iterator[str]:
        there = (nick for nick in " ".join(nicks).split(" ") if self.crowd.find(nick))
        yield self._numeric("303", f":{' '.join(there)}")

    def _numeric(self, number: str, rest: str) -> str:
        return f":{NAME} {number} {self.crowd.bot.nick} {rest}"


def _tagged(tag: str, line: str) -> str:
    """Give a line with one more tag."""
    return f"@{tag};{line[1:]}" if line.startswith("@") else f"@{tag} {line}"
