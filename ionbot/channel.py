"""The words that networks and tables have in common. Neither knows the other: both know this.

A table speaks to a `Channel`, a network tells a `Listener`. Everything here happens in the event loop; no method of a
listener may block.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Protocol, TypeAlias

from games.kit.text import Card, Points


@dataclass(frozen=True)
class Nick:
    """A nick in a line. It rings only where `rings`: else it is written so that clients do not highlight it."""

    name: str
    rings: bool = False


ACCOUNT = "account:"
"""How the identity of somebody begins who has an account."""

Span: TypeAlias = str | Nick | Card | Points
Line: TypeAlias = tuple[Span, ...]


@dataclass(frozen=True)
class Manner:
    """How somebody wants to be spoken to.

    `notice` (else by PRIVMSG), `colour`, `ascii` (no other signs) and `compact` (hands in few words) are about what is
    said to them alone, `ping` lets their nick ring. `hold`: they want to be asked before everything to which one can
    react. `language` is a code, of what is said to them alone; "" for the channel's.
    """

    notice: bool = True
    colour: bool = True
    ping: bool = True
    ascii: bool = False
    compact: bool = False
    hold: bool = False
    language: str = ""


class Lane(IntEnum):
    """What goes out first. Lower lanes wait for higher ones."""

    RESULT = 1
    HAND = 2
    ANSWER = 3
    CHATTER = 4


class Delivery(StrEnum):
    """What became of a line: `SENT`, `REFUSED` by the server, `LOST` with the connection.

    A line counts as sent when the server has given it back (echo-message), or has not within 5 s; on a network without
    echoes when it was written. One that was written but not given back when the connection ended counts as lost.
    """

    SENT = "sent"
    REFUSED = "refused"
    LOST = "lost"


class Status(IntEnum):
    """A person's status in a channel, by rank."""

    NONE = 0
    VOICE = 1
    HALFOP = 2
    OP = 3
    ADMIN = 4
    OWNER = 5


class Refusal(StrEnum):
    """Why the server did not pass on a line of the bot."""

    SILENCED = "silenced"
    """The bot may not speak in the channel."""
    UNWANTED = "unwanted"
    """The person takes no messages of strangers, or none of the bot."""
    TOO_FAST = "too_fast"
    """The network finds that the bot talks too much, or to too many. The line is sent again, and its fate is told then;
    this is told once a minute at the most."""


class Loss(StrEnum):
    """Why the bot is not in a channel any more."""

    DISCONNECTED = "disconnected"
    """With the connection; the bot comes back with the next."""
    EXPELLED = "expelled"
    """Kicked, or removed in another way; the bot may not be wanted back."""


class Departure(StrEnum):
    """How a person left a channel."""

    PART = "part"
    QUIT = "quit"
    KICK = "kick"
    SPLIT = "split"
    PING_TIMEOUT = "ping_timeout"
    """Any connection lost by the server's word: "Ping timeout", "Connection reset", "Nick collision"."""


@dataclass(eq=False)
class Person:
    """Somebody on a network: one connection, whatever nick it carries. The network keeps it up to date.

    Two persons are the same only if they are the same object. Who comes back after a disconnection is a new person;
    `identity` and `address` tell whether it is the same player. `folded` is the nick folded by the network's
    CASEMAPPING. `status` maps folded channel names to the status there, and so tells which channels they are in.
    """

    network: str
    nick: str
    folded: str
    user: str = ""
    host: str = ""
    account: str | None = None
    status: dict[str, Status] = field(default_factory=dict)

    @property
    def identity(self) -> str:
        """Who they are for the records: the services account, else the folded nick (kept apart from accounts).

        Where a network tells accounts, nothing that somebody says is passed on before theirs is known.
        """
        return f"{ACCOUNT}{self.account}" if self.account else f"nick:{self.folded}"

    @property
    def address(self) -> str:
        """The folded nick with user and host: what recognises somebody without an account who comes back."""
        return f"{self.folded}!{self.user}@{self.host}"


OnDelivery: TypeAlias = Callable[[Delivery, int | None], None]
"""Hears once what became of a line, and the server's stamp of it in Unix ms where the server gives one."""

OnSign: TypeAlias = Callable[[int | None], None]
"""Hears once whether the server gave a sign in good time: None, or for how many ms nothing was heard of it."""


class Channel(Protocol):
    """A channel as a table sees it. It outlives disconnections."""

    @property
    def network(self) -> str:
        """The configured name of the network."""
        ...

    @property
    def name(self) -> str:
        """The channel's name, as configured or joined."""
        ...

    @property
    def folded(self) -> str:
        """The name folded by the network's CASEMAPPING: what tells channels apart."""
        ...

    @property
    def me(self) -> str:
        """The bot's own nick, as it is now."""
        ...

    @property
    def open(self) -> bool:
        """Whether the bot is in the channel now."""
        ...

    @property
    def idle(self) -> bool:
        """Whether a line would leave at once: nothing else waits on the network, and its pace allows one."""
        ...

    @property
    def private(self) -> bool:
        """Whether what happens there is not for everybody: it is secret, private, keyed or for who is invited.

        So is a channel whose modes are not known.
        """
        ...

    def say(self, line: Line, lane: Lane = Lane.RESULT, left: OnDelivery | None = None) -> None:
        """Send a line to all. `left` is called once with what became of it, never within this call."""
        ...

    def tell(
        self,
        person: Person,
        line: Line,
        lane: Lane = Lane.ANSWER,
        key: str = "",
        left: OnDelivery | None = None,
        *,
        notice: bool = True,
    ) -> None:
        """Send a line to one person, by NOTICE or PRIVMSG.

        A queued line of the same person and non-empty key is replaced, and takes the replacing line's fate: its `left`
        is called when that one's is.
        """
        ...

    def confirm(self, done: OnSign) -> None:
        """Make sure that all the server had read by now has been heard: ask it for a sign, and wait 5 s at most.

        `done` hears None once the sign has come, and with it all that was sent before; else how long it is silent, or
        was, if the sign comes late. It is called once, never within this call.
        """
        ...

    def people(self) -> Collection[Person]:
        """Everybody in the channel, the bot excluded."""
        ...

    def fold(self, text: str) -> str:
        """Fold a nick, a mask or an account by the network's CASEMAPPING."""
        ...


class Listener(Protocol):
    """Who hears what happens in channels."""

    def entered(self, channel: Channel) -> None:
        """The bot is in the channel and its people are known: at first, and after each reconnection."""
        ...

    def lost(self, channel: Channel, loss: Loss) -> None:
        """The bot is not in the channel any more."""
        ...

    def joined(self, channel: Channel, person: Person) -> None:
        """Somebody came into the channel. Where their account is not known yet, `identified` may follow."""
        ...

    def left(self, channel: Channel, person: Person, departure: Departure) -> None:
        """Somebody is no longer in the channel."""
        ...

    def identified(self, person: Person) -> None:
        """Somebody who shares a channel with the bot has logged in or out, or their account has become known."""
        ...

    def heard(self, channel: Channel, person: Person, text: str, stamp: int | None = None) -> None:
        """Somebody said something in the channel; `stamp` is the server's time of it, in Unix ms, if it gives one."""
        ...

    def told(self, person: Person, text: str, stamp: int | None = None) -> None:
        """Somebody said something to the bot in private; answer through a channel that both are in."""
        ...

    def refused(self, to: Channel | Person, refusal: Refusal, why: str) -> None:
        """The server did not pass on a line of the bot to a channel that it is in, or to a person, who are still there.

        `why` are the server's words. Told for each such line, whether or not its own `OnDelivery` could still hear
        `REFUSED`: where the server gives no echo it has heard `SENT` before.
        """
        ...
