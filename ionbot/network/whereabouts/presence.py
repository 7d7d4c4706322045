"""Who comes, goes, and is called what: the lines that say so, turned into `People` and a listener's calls."""

import re
from collections.abc import Iterable
from functools import partial

from irctokens.hostmask import Hostmask, hostmask
from irctokens.line import Line

from ionbot.channel import Delivery, Departure, Loss, Person
from ionbot.network.batches import Batches
from ionbot.network.channels import IrcChannel
from ionbot.network.formatting import clean
from ionbot.network.isupport import Isupport
from ionbot.network.lines import Handlers, param, sender
from ionbot.network.shared import Shared
from ionbot.network.whereabouts.accounts import Accounts
from ionbot.network.whereabouts.cycles import Cycles
from ionbot.network.whereabouts.joins import Joins
from ionbot.network.whereabouts.people import People
from ionbot.network.whereabouts.questions import Questions

_SERVER = re.compile(r"[\w*-]+(\.[\w*-]+)+", re.ASCII)
"""A server's name, maybe with a star for what is hidden."""
_LOST = (
    "ping timeout",
    "connection reset",
    "connection timed out",
    "connection closed",  # InspIRCd
    "client closed connection",  # ngircd
    "remote host closed the connection",  # solanum
    "eof from client",  # irc2, ircu
    "read error",
    "write error",
    "dead socket",
    "broken pipe",
    "no route to host",
    "network is unreachable",
    "operation timed out",
    "software caused connection abort",
    "sendq exceeded",
    "max sendq exceeded",
    "the tls connection was non-properly terminated",  # GnuTLS
    "error in the pull function",
    "error in the push function",
)
"""How servers begin the reason when a connection broke and nobody said QUIT; irc2 and ircu give the system's words."""

_COLLIDED = re.compile(r"(killed \(\S+\.\S+ \(.*)?(nick collision|older nick overruled)", re.IGNORECASE)
"""A kill by a server that has found a nick twice (ngircd, ircd-hybrid, ircu): nobody's will either."""


def departure(reason: str) -> Departure:
    """Tell from a QUIT's reason how somebody went.

    A netsplit's has the names of the two servers (RFC 2812, 3.1.7), `*.net *.split` where they are hidden. Most servers
    put "Quit: " before what a user says; where they do not, a user can say the same.
    """
    here, _, there = reason.partition(" ")
    if _SERVER.fullmatch(here) and _SERVER.fullmatch(there) and here.lower() != there.lower():
        return Departure.SPLIT
    lost = reason.lower().startswith(_LOST) or _COLLIDED.match(reason)
    return Departure.PING_TIMEOUT if lost else Departure.QUIT


class Presence:
    """One connection's view of who is where. `capabilities` is the live set."""

    def __init__(
        self,
        shared: Shared,
        people: People,
        isupport: Isupport,
        capabilities: set[str],
        *,
        joins: Joins,
        accounts: Accounts,
        questions: Questions,
        batches: Batches,
    ) -> None:
        self.handlers: Handlers = {
            "JOIN": self._on_join,
            "PART": self._on_part,
            "KICK": self._on_kick,
            "QUIT": self._on_quit,
            "NICK": self._on_nick,
            "CHGHOST": self._on_chghost,
            "MODE": self._on_mode,
            "324": self._on_modes,
            "353": self._on_names,
            "396": self._on_own_host,
        }
        self._shared = shared
        self._people = people
        self._isupport = isupport
        self._joins = joins
        self._accounts = accounts
        self._questions = questions
        self._batches = batches
        self._cycles = Cycles(shared.clock, people, capabilities, self._not_back)
        self._arriving: set[IrcChannel] = set()

    def disconnected(self) -> None:
        """Leave every channel, since the connection is gone."""
        self._cycles.stop()
        for channel in self._shared.channels.all():
            self._leave(channel, Loss.DISCONNECTED)

    def hush(self) -> None:
        """Be in no channel for whoever listens, as if the connection were gone; the view of who is where goes on."""
        for channel in self._shared.channels.all():
            if channel.open:
                channel.closed()
                self._shared.listener.lost(channel, Loss.DISCONNECTED)

    def come_back(self) -> None:
        """Be in the channels again that the bot is in, after `hush`."""
        for channel in self._shared.channels.all():
            is_known = channel.folded in self._people.me.status and channel not in self._arriving
            if is_known and channel.held and not channel.open:
                self._open(channel)

    def rename(self, person: Person, nick: str) -> None:
        """Let somebody carry another nick. Two cannot have one: whoever seemed to have it has left, unseen."""
        ghost = self._people.find(nick)
        if ghost and ghost is not person:
            self._vanish(ghost, Departure.QUIT)
        self._people.rename(person, nick)

    def _on_join(self, line: Line) -> None:
        who, name = sender(line), param(line, 0)
        if self._people.find(who.nickname) is self._people.me:
            self._people.place(self._people.me, who.username, who.hostname)
            if (channel := self._shared.channels.find(name)) and channel.held:
                self._arrive(channel)
            elif self._isupport.is_channel(name):
                self._joins.astray(name)
        elif who.nickname and (channel := self._entered(name)):
            (self._take_back if self._cycles.ends(who, channel) else self._greet)(channel, who, line)

    def _greet(self, channel: IrcChannel, who: Hostmask, line: Line) -> None:
        """Let somebody into a channel. Who seems to be in it with another address has left unseen."""
        ghost = self._people.find(who.nickname)
        if ghost and channel.folded in ghost.status and not _may_be(ghost, who):
            self._vanish(ghost, Departure.QUIT)
        is_new = self._people.find(who.nickname) is None
        person = self._people.meet(who)
        is_told = self._accounts.hear(person, line)
        if channel.folded not in person.status:
            self._people.enter(channel.folded, person)
            if channel.open:
                self._shared.listener.joined(channel, person)
        if is_new and not is_told:
            self._questions.person(person)

    def _take_back(self, channel: IrcChannel, who: Hostmask, line: Line) -> None:
        """Let somebody go on in a channel with another host; their status there is told anew."""
        person = self._people.meet(who)
        self._people.enter(channel.folded, person)
        if not self._accounts.hear(person, line):
            self._questions.person(person)

    def _on_part(self, line: Line) -> None:
        person, channel = self._people.find(sender(line).nickname), self._entered(param(line, 0))
        if person and channel:
            self._depart(channel, person, Departure.PART, f"left: {param(line, 1)}")

    def _on_kick(self, line: Line) -> None:
        person, channel = self._people.find(param(line, 1)), self._entered(param(line, 0))
        if person and channel:
            self._depart(channel, person, Departure.KICK, f"kicked by {sender(line).nickname}: {param(line, 2)}")

    def _on_quit(self, line: Line) -> None:
        person, reason = self._people.find(sender(line).nickname), param(line, 0)
        if person is None or person is self._people.me:
            return
        if self._batches.split(line):
            self._vanish(person, Departure.SPLIT)
        elif self._cycles.is_one(reason):
            self._cycles.begin(person, [self._shared.channels[folded] for folded in person.status])
        else:
            self._vanish(person, departure(reason))

    def _on_nick(self, line: Line) -> None:
        person, nick = self._people.find(sender(line).nickname), param(line, 0)
        me = self._people.me
        if person and nick and (person is me or self._people.find(nick) is not me):
            self.rename(person, nick)

    def _on_mode(self, line: Line) -> None:
        if channel := self._entered(param(line, 0)):
            self._change_modes(channel, line.params[1:])

    def _on_modes(self, line: Line) -> None:
        if channel := self._entered(param(line, 1)):
            channel.modes = set()
            self._change_modes(channel, line.params[2:])

    def _on_chghost(self, line: Line) -> None:
        if person := self._people.find(sender(line).nickname):
            self._people.place(person, param(line, 0), param(line, 1))

    def _on_own_host(self, line: Line) -> None:
        user, _, host = param(line, 1).rpartition("@")
        self._people.place(self._people.me, user, host)

    def _on_names(self, line: Line) -> None:
        channel = self._entered(param(line, 2))
        for entry in param(line, 3).split(" "):
            letters, who = self._isupport.split_prefixes(entry)
            if channel and who:
                self._enlist(channel, hostmask(who), letters)

    def _enlist(self, channel: IrcChannel, who: Hostmask, letters: set[str]) -> None:
        """Note that somebody was in a channel before the bot."""
        is_new = self._people.find(who.nickname) is None
        person = self._people.meet(who)
        self._people.enter(channel.folded, person, letters)
        if is_new:
            self._questions.person(person)

    def _entered(self, name: str) -> IrcChannel | None:
        """Give a channel that the server has let the bot into."""
        channel = self._shared.channels.find(name)
        return channel if channel and channel.folded in self._people.me.status else None

    def _arrive(self, channel: IrcChannel) -> None:
        """Begin to learn who is in a channel that the bot has just entered."""
        self._leave(channel, Loss.DISCONNECTED)
        self._people.enter(channel.folded, self._people.me)
        self._joins.entered(channel)
        self._arriving.add(channel)
        self._questions.channel(channel, partial(self._complete, channel))

    def _complete(self, channel: IrcChannel) -> None:
        """Open a channel: its people are known. NAMES have come, since the server sends them with the JOIN."""
        if channel in self._arriving:
            self._arriving.remove(channel)
            if self._shared.gate.open:
                self._open(channel)

    def _open(self, channel: IrcChannel) -> None:
        channel.opened(self._people)
        self._shared.listener.entered(channel)

    def _depart(self, channel: IrcChannel, person: Person, how: Departure, why: str) -> None:
        if person is self._people.me:
            self._leave(channel, Loss.EXPELLED)
            self._joins.expelled(channel, clean(why).removesuffix(": "))
        elif channel.folded in person.status:
            if self._people.leave(channel.folded, person):
                self._shared.outbox.drop(person, Delivery.REFUSED)
            if channel.open:
                self._shared.listener.left(channel, person, how)

    def _vanish(self, person: Person, how: Departure) -> None:
        """Take a person out of everything."""
        for folded in self._people.forget(person):
            channel = self._shared.channels[folded]
            if channel.open:
                self._shared.listener.left(channel, person, how)
        self._shared.outbox.drop(person, Delivery.REFUSED)

    def _not_back(self, person: Person, channels: Iterable[IrcChannel]) -> None:
        """Note that somebody who seemed to change the host has left instead."""
        for channel in channels:
            self._depart(channel, person, Departure.QUIT, "")

    def _leave(self, channel: IrcChannel, loss: Loss) -> None:
        """Note that the bot is not in a channel, and tell if it was."""
        self._arriving.discard(channel)
        for person in self._people.clear(channel.folded):
            self._shared.outbox.drop(person, Delivery.REFUSED)
        channel.modes = None
        if channel.open:
            channel.closed()
            self._shared.listener.lost(channel, loss)

    def _change_modes(self, channel: IrcChannel, params: list[str]) -> None:
        for on, letter, argument in self._isupport.mode_changes(params):
            if letter in self._isupport.prefixes.values():
                self._people.set_mode(channel.folded, argument, letter, on)
            elif channel.modes is not None:
                (channel.modes.add if on else channel.modes.discard)(letter)


def _may_be(person: Person, who: Hostmask) -> bool:
    """Tell whether somebody may have this address, as far as theirs is known."""
    return not person.host or (who.username in {None, person.user} and who.hostname in {None, person.host})
