"""Who comes, goes, and is called what: the lines that say so, turned into `People` and a listener's calls."""

import re
from functools import partial

from irctokens.hostmask import hostmask
from irctokens.line import Line

from ionbot.channel import Delivery, Departure, Person
from ionbot.network.channels import IrcChannel
from ionbot.network.clock import Timer
from ionbot.network.isupport import Isupport
from ionbot.network.joins import Joins
from ionbot.network.lines import Handlers, param, sender, write
from ionbot.network.people import People
from ionbot.network.shared import Shared

WHOX_FIELDS = "%tcuhna"
WHOX_MARK = "108"
"""Marks the answers to our question; WHOX gives token, channel, user, host, nick, account in this order."""
_SPLIT = re.compile(r"[\w*-]+(\.[\w*-]+)+ [\w*-]+(\.[\w*-]+)+")
"""A netsplit's QUIT has the names of the two servers as its reason (RFC 2812, 3.1.7), maybe with stars."""
_LOST = (
    "ping timeout",
    "connection reset",
    "connection timed out",
    "read error",
    "write error",
    "broken pipe",
    "remote host closed the connection",
    "client closed connection",
    "connection closed",
)
"""How servers begin the reason when a connection broke and nobody said QUIT: the last but one is ngircd's for a closed
socket, the last InspIRCd's."""


def departure(reason: str) -> Departure:
    """Tell from a QUIT's reason how somebody went."""
    if _SPLIT.fullmatch(reason):
        return Departure.SPLIT
    return Departure.PING_TIMEOUT if reason.lower().startswith(_LOST) else Departure.QUIT


class Presence:
    """One connection's view of who is where. `capabilities` is the live set of what the server has granted."""

    def __init__(
        self, shared: Shared, people: People, isupport: Isupport, joins: Joins, capabilities: set[str]
    ) -> None:
        self.handlers: Handlers = {
            "JOIN": self._on_join,
            "PART": self._on_part,
            "KICK": self._on_kick,
            "QUIT": self._on_quit,
            "NICK": self._on_nick,
            "MODE": self._on_mode,
            "ACCOUNT": self._on_account,
            "CHGHOST": self._on_chghost,
            "324": self._on_modes,
            "353": self._on_names,
            "366": self._on_end_of_names,
            "352": self._on_who,
            "354": self._on_whox,
            "315": self._on_end_of_who,
            "396": self._on_own_host,
        }
        self._shared = shared
        self._people = people
        self._isupport = isupport
        self._joins = joins
        self._capabilities = capabilities
        self._arriving: dict[IrcChannel, set[str]] = {}
        self._timers: dict[IrcChannel, Timer] = {}

    def disconnected(self, why: str) -> None:
        """Leave every channel, since the connection is gone."""
        for channel in self._shared.channels.all():
            self._leave(channel, why)

    def _on_join(self, line: Line) -> None:
        who, name = sender(line), param(line, 0)
        if self._people.find(who.nickname) is self._people.me and name:
            self._people.place(self._people.me, who.username, who.hostname)
            self._arrive(self._shared.channels.add(name))
        elif who.nickname and (channel := self._entered(name)):
            person = self._people.meet(who)
            if "extended-join" in self._capabilities:
                person.account = _account(param(line, 1))
            if channel.folded not in person.status:
                self._people.enter(channel.folded, person)
                if channel.open:
                    self._shared.listener.joined(channel, person)

    def _on_part(self, line: Line) -> None:
        person, channel = self._people.find(sender(line).nickname), self._entered(param(line, 0))
        if person and channel:
            self._depart(channel, person, Departure.PART, f"left: {param(line, 1)}")

    def _on_kick(self, line: Line) -> None:
        person, channel = self._people.find(param(line, 1)), self._entered(param(line, 0))
        if person and channel:
            self._depart(channel, person, Departure.KICK, f"kicked by {sender(line).nickname}: {param(line, 2)}")

    def _on_quit(self, line: Line) -> None:
        person = self._people.find(sender(line).nickname)
        if person and person is not self._people.me:
            self._vanish(person, departure(param(line, 0)))

    def _on_nick(self, line: Line) -> None:
        person, nick = self._people.find(sender(line).nickname), param(line, 0)
        ghost = self._people.find(nick)
        if person is None or not nick or (ghost is self._people.me and ghost is not person):
            return
        if ghost and ghost is not person:
            self._vanish(ghost, Departure.QUIT)  # two cannot have one nick; the QUIT was missed
        self._people.rename(person, nick)

    def _on_mode(self, line: Line) -> None:
        if channel := self._entered(param(line, 0)):
            self._change_modes(channel, line.params[1:])

    def _on_modes(self, line: Line) -> None:
        if channel := self._entered(param(line, 1)):
            channel.modes.clear()
            self._change_modes(channel, line.params[2:])

    def _on_account(self, line: Line) -> None:
        if person := self._people.find(sender(line).nickname):
            person.account = _account(param(line, 0))

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
                self._people.enter(channel.folded, self._people.meet(hostmask(who)), letters)

    def _on_end_of_names(self, line: Line) -> None:
        self._answered(param(line, 1), "names")

    def _on_who(self, line: Line) -> None:
        if person := self._people.find(param(line, 5)):
            self._people.place(person, param(line, 2), param(line, 3))

    def _on_whox(self, line: Line) -> None:
        person = self._people.find(param(line, 5))
        if person and param(line, 1) == WHOX_MARK:
            self._people.place(person, param(line, 3), param(line, 4))
            person.account = _account(param(line, 6))

    def _on_end_of_who(self, line: Line) -> None:
        self._answered(param(line, 1), "who")

    def _entered(self, name: str) -> IrcChannel | None:
        """Give a channel that the server has let the bot into."""
        channel = self._shared.channels.find(name)
        return channel if channel and channel.folded in self._people.me.status else None

    def _arrive(self, channel: IrcChannel) -> None:
        """Begin to learn who is in a channel that the bot has just entered."""
        self._leave(channel, "joined anew")
        self._people.enter(channel.folded, self._people.me)
        self._joins.entered(channel)
        question = (f"{WHOX_FIELDS},{WHOX_MARK}",) if self._isupport.whox else ()
        self._arriving[channel] = {"names", "who"}
        self._shared.outbox.protocol(write("WHO", channel.name, *question), partial(self._asked, channel))
        self._shared.outbox.protocol(write("MODE", channel.name))

    def _asked(self, channel: IrcChannel, fate: Delivery, _stamp: int | None) -> None:
        """Give the server its time to answer, once the question has left."""
        if fate is Delivery.SENT and channel in self._arriving:
            self._timers[channel] = self._shared.clock.call_later(
                self._shared.timing.people, partial(self._complete, channel)
            )

    def _answered(self, name: str, what: str) -> None:
        """Note that a question about a channel that the bot arrives in is answered."""
        channel = self._shared.channels.find(name)
        if channel in self._arriving:
            self._arriving[channel].discard(what)
            if not self._arriving[channel]:
                self._complete(channel)

    def _complete(self, channel: IrcChannel) -> None:
        self._stop_waiting(channel)
        channel.opened(self._people)
        self._shared.listener.entered(channel)

    def _stop_waiting(self, channel: IrcChannel) -> None:
        self._arriving.pop(channel, None)
        if timer := self._timers.pop(channel, None):
            timer.cancel()

    def _depart(self, channel: IrcChannel, person: Person, how: Departure, why: str) -> None:
        if person is self._people.me:
            self._leave(channel, why)
            self._joins.retry(channel)
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

    def _leave(self, channel: IrcChannel, why: str) -> None:
        """Note that the bot is not in a channel, and tell if it was."""
        self._stop_waiting(channel)
        for person in self._people.clear(channel.folded):
            self._shared.outbox.drop(person, Delivery.REFUSED)
        channel.modes.clear()
        if channel.open:
            channel.closed()
            self._shared.listener.lost(channel, why)

    def _change_modes(self, channel: IrcChannel, params: list[str]) -> None:
        for on, letter, argument in self._isupport.mode_changes(params):
            if letter in self._isupport.prefixes.values():
                self._people.set_mode(channel.folded, argument, letter, on)
            elif on:
                channel.modes.add(letter)
            else:
                channel.modes.discard(letter)


def _account(name: str) -> str | None:
    """Read an account; a star or 0 (WHOX) is none."""
    return name if name not in {"", "*", "0"} else None
