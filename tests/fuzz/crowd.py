"""The users of a consistent server: who is where, and what they do."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

NAME = "irc.test"
"""The server's."""
CHANNELS = ("#ion", "#cards", "#Dance", "#[brackets]")
NICKS = ("ann", "bob", "Cat", "dan", "eve", "[fay]", "gus^", "Zoë", "ivy", "joe_", "kim", "ionbot_", "mo", "x" * 30)
SIGNS = {"q": "~", "a": "&", "o": "@", "h": "%", "v": "+"}
TEXTS = ("!join", "!play red 7", "hi", "ionbot: hand", "\x01PING 1\x01", "\x01VERSION\x01", "café", "x" * 400, "\x02b")
REASONS = ("bye", "Ping timeout: 240 seconds", "hub.test leaf.test", "*.net *.split", "Killed (oper (spam))", "")
MODES = ("+m", "-m", "+c", "-c", "+kl KEY 9", "-k KEY", "-l", "+b *!*@spam.example")


class Flavour(NamedTuple):
    """What a server can: capabilities, the modes that give a status, and what it says of itself."""

    caps: str
    statuses: str
    isupport: str


FLAVOURS = (
    Flavour("", "ov", "CASEMAPPING=rfc1459 PREFIX=(ov)@+ CHANMODES=b,k,l,imnpst NICKLEN=30"),
    Flavour(
        "account-notify account-tag batch chghost echo-message extended-join message-tags multi-prefix sasl=PLAIN "
        "server-time setname userhost-in-names cap-notify invite-notify away-notify labeled-response",
        "qaohv",
        "CASEMAPPING=ascii PREFIX=(qaohv)~&@%+ CHANMODES=beI,k,l,cimnst WHOX MONITOR=30 BOT=B NETWORK=Full NICKLEN=32",
    ),
    Flavour(
        "account-notify extended-join multi-prefix sasl server-time account-tag cap-notify",
        "ov",
        "CASEMAPPING=rfc1459 PREFIX=(ov)@+ CHANMODES=eIbq,k,flj,CFLMcgimnprstuz WHOX MONITOR=100 TARGMAX=NOTICE:4",
    ),
)


@dataclass(eq=False)
class User:
    """Somebody. `modes` holds the mode that gives them a status in a channel, or ""."""

    nick: str
    host: str
    account: str | None = None
    modes: dict[str, str] = field(default_factory=dict)

    @property
    def mask(self) -> str:
        """How others see them."""
        return f"{self.nick}!~u@{self.host}"


class Crowd:
    """Everybody whom the bot sees, and the bot. `event` lets something happen, and gives the lines that say so."""

    def __init__(self, chance: Random, flavour: Flavour) -> None:
        self.bot = User("*", "bot.host")
        self.users = [self.bot]
        self.caps: set[str] = set()
        self._chance = chance
        self._statuses = flavour.statuses
        self._batch = 0
        self._happenings = (
            *[self._speaks] * 10, *[self._comes] * 6, *[self._parts] * 2, *[self._quits] * 2, *[self._changes_nick] * 3,
            *[self._gets_status] * 3, *[self._changes_account] * 2, self._changes_host, self._is_kicked, self._splits,
            self._repeats_the_past, self._changes_modes, self._kicks_the_bot, self._renames_the_bot, self._invites,
            self._changes_caps, self._asks,
        )  # fmt: skip

    def event(self) -> Iterator[str]:
        """Let something happen, if it can."""
        return self._chance.choice(self._happenings)()

    def find(self, nick: str) -> User | None:
        """Give who has a nick."""
        return next((user for user in self.users if user.nick.lower() == nick.lower()), None)

    def enter(self, channel: str) -> Iterator[str]:
        """Let the bot into a channel, where some are already."""
        for nick in self._chance.sample(NICKS, 6):
            self._user(nick).modes[channel] = self._status()
        self.bot.modes[channel] = ""
        yield self._join(self.bot, channel)
        names = " ".join(self._name(user, channel) for user in self.users if channel in user.modes)
        yield f":{NAME} 353 {self.bot.nick} = {channel} :{names}"
        yield f":{NAME} 366 {self.bot.nick} {channel} :End of /NAMES list"

    def rename(self, user: User, nick: str) -> str:
        """Give somebody another nick."""
        line = f":{user.mask} NICK :{nick}"
        user.nick = nick
        return line

    def tags(self, user: User) -> str:
        """Give the tags of a line of somebody's."""
        tags = []
        if "server-time" in self.caps:
            tags.append(f"time=2026-01-01T{self._chance.randrange(24):02}:00:00.{self._chance.randrange(1000):03}Z")
        if "account-tag" in self.caps and user.account:
            tags.append(f"account={user.account}")
        return f"@{';'.join(tags)} " if tags else ""

    def _speaks(self) -> Iterator[str]:
        if user := self._somebody():
            target = self._chance.choice([*user.modes, self.bot.nick])
            command = self._chance.choice(("PRIVMSG", "PRIVMSG", "PRIVMSG", "NOTICE"))
            yield f"{self.tags(user)}:{user.mask} {command} {target} :{self._chance.choice(TEXTS)}"

    def _comes(self) -> Iterator[str]:
        channel, user = self._channel(), self._user(self._chance.choice(NICKS))
        if channel and channel not in user.modes:
            user.modes[channel] = ""
            yield self._join(user, channel)
        self._forget_unseen(user)

    def _parts(self) -> Iterator[str]:
        if user := self._somebody():
            channel = self._chance.choice([*user.modes])
            del user.modes[channel]
            yield f":{user.mask} PART {channel} :bye"
            self._forget_unseen(user)

    def _is_kicked(self) -> Iterator[str]:
        if user := self._somebody():
            channel = self._chance.choice([*user.modes])
            del user.modes[channel]
            yield f":{NAME} KICK {channel} {user.nick} :out"
            self._forget_unseen(user)

    def _quits(self) -> Iterator[str]:
        if user := self._somebody():
            self.users.remove(user)
            yield f":{user.mask} QUIT :{self._chance.choice(REASONS)}"

    def _changes_nick(self) -> Iterator[str]:
        """Take a free nick, or one's own in other letters."""
        user, nick = self._somebody(), self._chance.choice(NICKS)
        if user and self.find(nick) in {None, user}:
            yield self.rename(user, nick if user.nick != nick else nick.upper())

    def _gets_status(self) -> Iterator[str]:
        if user := self._somebody():
            channel, mode = self._chance.choice([*user.modes]), self._status()
            old, user.modes[channel] = user.modes[channel], mode
            if old:
                yield f":{NAME} MODE {channel} -{old} {user.nick}"
            if mode:
                yield f":{NAME} MODE {channel} +{mode}b {user.nick} *!*@spam.example"

    def _changes_account(self) -> Iterator[str]:
        if (user := self._somebody()) and "account-notify" in self.caps:
            user.account = None if user.account else user.nick.title()
            yield f":{user.mask} ACCOUNT {user.account or '*'}"

    def _changes_host(self) -> Iterator[str]:
        """Get another host; without chghost it looks like a QUIT and a JOIN for each channel, as with ircu."""
        if not (user := self._somebody()):
            return
        old, user.host = user.mask, f"{self._chance.randrange(100)}.cloak"
        if "chghost" in self.caps:
            yield f":{old} CHGHOST ~u {user.host}"
            return
        yield f":{old} QUIT :Registered"
        for channel, mode in user.modes.items():
            yield self._join(user, channel)
            if mode:
                yield f":{NAME} MODE {channel} +{mode} {user.nick}"

    def _splits(self) -> Iterator[str]:
        """Lose half of the users at once."""
        gone = [user for user in self.users if user is not self.bot and self._chance.random() < 0.5]
        self.users = [user for user in self.users if user not in gone]
        quits = [f":{user.mask} QUIT :hub.test leaf.test" for user in gone]
        yield from self._batched("netsplit hub.test leaf.test", quits)

    def _repeats_the_past(self) -> Iterator[str]:
        if (channel := self._channel()) and "batch" in self.caps:
            yield from self._batched(f"chathistory {channel}", [f":ann!~u@1.example PRIVMSG {channel} :!stop"])

    def _batched(self, kind: str, lines: list[str]) -> Iterator[str]:
        if "batch" not in self.caps:
            yield from lines
            return
        self._batch += 1
        yield f":{NAME} BATCH +{self._batch} {kind}"
        yield from (f"@batch={self._batch} {line}" for line in lines)
        yield f":{NAME} BATCH -{self._batch}"

    def _changes_modes(self) -> Iterator[str]:
        if channel := self._channel():
            yield f":{NAME} MODE {channel} {self._chance.choice(MODES)}"

    def _kicks_the_bot(self) -> Iterator[str]:
        """Take the bot out of a channel; whom it does not see any more is nobody."""
        if channel := self._channel():
            yield f":ann!~u@1.example KICK {channel} {self.bot.nick} :no bots"
            for user in list(self.users):
                user.modes.pop(channel, None)
                self._forget_unseen(user)

    def _renames_the_bot(self) -> Iterator[str]:
        nick = self._chance.choice(("ionbot", "Guest42", "ionbot7", "IonBot"))
        if self.bot.modes and self.find(nick) in {None, self.bot}:
            yield self.rename(self.bot, nick)

    def _invites(self) -> Iterator[str]:
        yield f":ann!~u@1.example INVITE {self.bot.nick} :{self._chance.choice(CHANNELS)}"

    def _changes_caps(self) -> Iterator[str]:
        if "cap-notify" in self.caps:
            yield f":{NAME} CAP {self.bot.nick} {self._chance.choice(('DEL', 'NEW'))} :setname sasl=PLAIN"

    def _asks(self) -> Iterator[str]:
        yield f"PING :{self._chance.randrange(10**9)}"

    def _user(self, nick: str) -> User:
        """Give who has a nick, or somebody new."""
        user = self.find(nick)
        if user is None:
            user = User(nick, f"{self._chance.randrange(100)}.example", self._chance.choice((None, nick.title())))
            self.users.append(user)
        return user

    def _forget_unseen(self, user: User) -> None:
        if user is not self.bot and not user.modes:
            self.users.remove(user)

    def _somebody(self) -> User | None:
        return self._chance.choice(self.users[1:]) if self.users[1:] else None

    def _channel(self) -> str | None:
        return self._chance.choice([*self.bot.modes]) if self.bot.modes else None

    def _status(self) -> str:
        return self._chance.choice(("", "", *self._statuses))

    def _join(self, user: User, channel: str) -> str:
        extended = f" {user.account or '*'} :somebody" if "extended-join" in self.caps else ""
        return f"{self.tags(user)}:{user.mask} JOIN {channel}{extended}"

    def _name(self, user: User, channel: str) -> str:
        sign = SIGNS.get(user.modes[channel], "")
        return sign + (user.mask if "userhost-in-names" in self.caps else user.nick)
