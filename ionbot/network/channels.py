"""Channels as tables see them. They outlive connections."""

from collections.abc import Callable, Collection, Iterator, Mapping

from ionbot.channel import Channel, Delivery, Lane, Line, OnDelivery, OnSign, Person
from ionbot.config import NetworkConfig
from ionbot.network.formatting import pieces
from ionbot.network.lines import MOST_BYTES
from ionbot.network.sending.lanes import Parcel
from ionbot.network.sending.outbox import Outbox
from ionbot.network.sending.signs import Signs
from ionbot.network.whereabouts.people import People

_PRIVATE = frozenset("spki")
"""The modes of a channel that not everybody can find or enter: secret, private, with a key, invite-only."""


class IrcChannel:
    """A channel of one network.

    `barred` is why the bot is not to be in it, "" if it is. `key` is what lets it in, "" where there is none; it
    belongs into no log. `modes` holds the channel's modes, such as c for no colours; None while they are not known.
    `held`: it is this worker's; in a cluster a channel that is not is left alone, whatever else would lead into it.
    """

    def __init__(
        self, network: str, name: str, folded: str, *, config: NetworkConfig, outbox: Outbox, signs: Signs,
        held: bool = True,
    ) -> None:  # fmt: skip
        self.barred = ""
        self.key = ""
        self.held = held
        self.modes: set[str] | None = None
        self._network = network
        self._name = name
        self._folded = folded
        self._config = config
        self._outbox = outbox
        self._signs = signs
        self._people: People | None = None
        self._open = False

    @property
    def network(self) -> str:
        """The configured name of the network."""
        return self._network

    @property
    def name(self) -> str:
        """The channel's name, as configured or invited to."""
        return self._name

    @property
    def folded(self) -> str:
        """The name folded by the network's CASEMAPPING."""
        return self._folded

    @property
    def me(self) -> str:
        """The bot's own nick, as it is now; before the first connection the one that it wants."""
        return self._people.me.nick if self._people else self._config.nick

    @property
    def open(self) -> bool:
        """Whether the bot is in the channel and knows its people."""
        return self._open

    @property
    def idle(self) -> bool:
        """Whether a line would leave at once."""
        return self._outbox.idle

    @property
    def private(self) -> bool:
        """Whether what happens there is not for everybody, as far as its modes tell."""
        return self.modes is None or not self.modes.isdisjoint(_PRIVATE)

    def configure(self, config: NetworkConfig) -> None:
        """Let another configuration of the network count."""
        self._config = config

    def refolded(self, folded: str) -> None:
        """Note the name as the network's casemapping folds it."""
        self._folded = folded

    def opened(self, people: People) -> None:
        """Note that the bot is in the channel, with these people."""
        self._people = people
        self._open = True

    def closed(self) -> None:
        """Note that the bot is not in the channel any more; what waits for it is lost."""
        self._open = False
        self._outbox.drop(self, Delivery.LOST)

    def say(self, line: Line, lane: Lane = Lane.RESULT, left: OnDelivery | None = None) -> None:
        """Send a line to all. `left` is called once with what became of it."""
        if self._people is None or not self._open:
            self._outbox.report(left, Delivery.LOST)
            return
        texts = self._texts(line, self._people.prefix_size() + len(f"PRIVMSG {self._name} :".encode()))
        self._outbox.put(Parcel(self, texts, lane, "", [left]))

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
        """Send a line to one person. Who is gone does not get it (`REFUSED`), nor who has their nick now."""
        if self._people is None or not self._open:
            self._outbox.report(left, Delivery.LOST)
            return
        if not self._people.knows(person):
            self._outbox.report(left, Delivery.REFUSED)
            return
        texts = self._texts(line, self._people.prefix_size() + len("PRIVMSG  :") + self._people.name_size(person))
        self._outbox.put(Parcel(person, texts, lane, key, [left], notice=notice))

    def confirm(self, done: OnSign) -> None:
        """Ask the server for a sign; see `Channel.confirm`."""
        self._signs.confirm(done)

    def people(self) -> Collection[Person]:
        """Everybody in the channel, the bot excluded."""
        if self._people is None or not self._open:
            return []
        return [person for person in self._people.members(self._folded) if person is not self._people.me]

    def fold(self, text: str) -> str:
        """Fold a nick, a mask or an account by the network's CASEMAPPING; before it is known, as ASCII."""
        return self._people.fold(text) if self._people else text.lower()

    def _texts(self, line: Line, taken: int) -> list[str]:
        """Give a line's texts where so many bytes are taken by what stands before them."""
        coloured = self._config.colour and self.modes is not None and "c" not in self.modes
        return pieces(line, MOST_BYTES - taken - self._outbox.shrunk, coloured)


class Channels(Mapping[str, Channel]):
    """All channels of a network by folded name: the configured, and those that the bot was ever invited or sent to.

    None is forgotten: whoever holds a channel holds the one that the bot comes back to.
    """

    def __init__(
        self, network: str, config: NetworkConfig, outbox: Outbox, signs: Signs, *, leased: bool = False
    ) -> None:
        """`leased`: none is held until it is said to be."""
        self._network = network
        self._leased = leased
        self._config = config
        self._outbox = outbox
        self._signs = signs
        self._fold: Callable[[str], str] = str.lower
        self._all: list[IrcChannel] = []
        self._by_name: dict[str, IrcChannel] = {}
        self._configured: frozenset[IrcChannel] = frozenset()
        self._sent_to: set[IrcChannel] = set()
        self.configure(config)

    def __getitem__(self, folded: str) -> IrcChannel:
        return self._by_name[folded]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self._by_name)

    def all(self) -> list[IrcChannel]:
        """Give every channel."""
        return list(self._all)

    def wanted(self) -> list[IrcChannel]:
        """Give the channels that the bot is to be in, the configured ones first."""
        return [each for each in self._all if each.held and not each.barred and self._by_name[each.folded] is each]

    def stays_in(self, channel: IrcChannel) -> bool:
        """Tell whether the configuration names a channel, or an admin has sent the bot there."""
        return channel in self._configured or channel in self._sent_to

    def find(self, name: str) -> IrcChannel | None:
        """Give a channel by its name in any case."""
        return self._by_name.get(self._fold(name))

    def add(self, name: str) -> IrcChannel:
        """Give a channel by its name, a new one if need be."""
        folded = self._fold(name)
        if folded not in self._by_name:
            channel = IrcChannel(
                self._network, name, folded, config=self._config, outbox=self._outbox, signs=self._signs,
                held=not self._leased,
            )  # fmt: skip
            self._all.append(channel)
            self._by_name[folded] = channel
        return self._by_name[folded]

    def configure(self, config: NetworkConfig) -> list[IrcChannel]:
        """Let another configuration count, and give the channels that only it names.

        What it does not name any more stays known.
        """
        self._config = config
        for channel in self._all:
            channel.configure(config)
        for name, key in config.keys.items():
            self.add(name).key = key
        before, self._configured = self._configured, frozenset(map(self.add, config.keys))
        return [channel for channel in self._all if channel in self._configured - before]

    def send_to(self, name: str, key: str) -> IrcChannel:
        """Give a channel that the bot is sent to by an admin; without a key the one that is known counts.

        One that is configured anyway stays no longer than it is.
        """
        channel = self.add(name)
        channel.key = key or channel.key
        channel.barred = ""
        if channel not in self._configured:
            self._sent_to.add(channel)
        return channel

    def call_back(self, channel: IrcChannel, why: str) -> None:
        """Note that the bot is not to be in a channel, for this reason."""
        channel.barred = why
        self._sent_to.discard(channel)

    def fold_by(self, fold: Callable[[str], str]) -> dict[str, str]:
        """Fold the names anew, as the network does, and give the new names by the old.

        A folded name cannot be folded anew itself: `{` may have been `[`. Of two that become one the first counts.
        """
        self._fold = fold
        renamed = {channel.folded: fold(channel.name) for channel in reversed(self._all)}
        for channel in self._all:
            channel.refolded(fold(channel.name))
        self._by_name = {channel.folded: channel for channel in reversed(self._all)}
        return renamed
