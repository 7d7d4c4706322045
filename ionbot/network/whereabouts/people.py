"""Who is who and where, as far as one connection has seen. No line of the protocol is read here."""

from collections.abc import Collection, Iterable, Mapping

from irctokens.hostmask import Hostmask

from ionbot.channel import Person
from ionbot.network.isupport import Isupport

USER_MOST, HOST_MOST, NICK_MOST = 11, 63, 30
"""Bytes that a server may show of a user (with ~), host and nick, where it does not say (RFC 1035 for the host)."""


class People:
    """The bot (`me`) and everybody who shares a channel with it. Channels are given by their folded names."""

    def __init__(self, network: str, isupport: Isupport, nick: str) -> None:
        self._network = network
        self._isupport = isupport
        self._by_nick: dict[str, Person] = {}
        self._modes: dict[str, dict[Person, set[str]]] = {}
        self.me = self.meet(Hostmask("", nick, None, None))

    def fold(self, text: str) -> str:
        """Fold a name by the network's casemapping."""
        return self._isupport.fold(text)

    def find(self, nick: str) -> Person | None:
        """Give who carries a nick now."""
        return self._by_nick.get(self.fold(nick))

    def knows(self, person: Person) -> bool:
        """Tell whether this very connection is still there to be seen."""
        return self._by_nick.get(person.folded) is person

    def meet(self, who: Hostmask) -> Person:
        """Give the person with this nick, known or new, with user and host as far as they are told."""
        person = self.find(who.nickname)
        if person is None:
            person = Person(self._network, who.nickname, self._isupport.fold(who.nickname))
            self._by_nick[person.folded] = person
        self.place(person, who.username, who.hostname)
        return person

    def place(self, person: Person, user: str | None, host: str | None) -> None:
        """Note somebody's user and host, if told."""
        person.user = user or person.user
        person.host = host or person.host

    def members(self, channel: str) -> Collection[Person]:
        """Everybody in a channel, the bot included."""
        return self._modes.get(channel, {}).keys()

    def enter(self, channel: str, person: Person, letters: Iterable[str] = ()) -> None:
        """Put a person into a channel, with these modes there."""
        self._modes.setdefault(channel, {})[person] = set(letters)
        self._rank(channel, person)

    def leave(self, channel: str, person: Person) -> bool:
        """Take a person out of a channel; tell whether they are out of sight now."""
        self._modes.get(channel, {}).pop(person, None)
        person.status.pop(channel, None)
        if person.status or person is self.me:
            return False
        self.forget(person)
        return True

    def forget(self, person: Person) -> list[str]:
        """Take a person out of everything, and tell in which channels they were."""
        channels = list(person.status)
        for channel in channels:
            self._modes[channel].pop(person, None)
        person.status.clear()
        if self.knows(person) and person is not self.me:
            del self._by_nick[person.folded]
        return channels

    def clear(self, channel: str) -> list[Person]:
        """Forget a channel, since the bot is not in it any more, and tell who is out of sight now."""
        gone = [person for person in list(self.members(channel)) if self.leave(channel, person)]
        self._modes.pop(channel, None)
        return gone

    def rename(self, person: Person, nick: str) -> None:
        """Let a person carry another nick. Whoever seemed to carry it must be forgotten before."""
        if self.knows(person):
            del self._by_nick[person.folded]
        person.nick, person.folded = nick, self._isupport.fold(nick)
        self._by_nick[person.folded] = person

    def set_mode(self, channel: str, nick: str, letter: str, on: bool) -> None:
        """Give a person in a channel a mode that carries a status, or take it."""
        person = self.find(nick)
        modes = self._modes.get(channel, {}).get(person) if person else None
        if person is None or modes is None:
            return
        if on:
            modes.add(letter)
        else:
            modes.discard(letter)
        self._rank(channel, person)

    def refold(self, channels: Mapping[str, str]) -> None:
        """Fold nicks anew, since the casemapping has changed; `channels` gives the channels' new names by the old."""
        for person in self._by_nick.values():
            person.folded = self._isupport.fold(person.nick)
            person.status = {channels[name]: status for name, status in person.status.items()}
        self._by_nick = {person.folded: person for person in self._by_nick.values()}
        self._modes = {channels[name]: modes for name, modes in self._modes.items()}

    def prefix_size(self) -> int:
        """How many bytes the server may put in front of our lines: `:nick!user@host ` at the longest."""
        nick = max(self._isupport.nicklen or NICK_MOST, _size(self.me.nick))
        user = _size(self.me.user) or self._isupport.userlen or USER_MOST
        host = _size(self.me.host) or self._isupport.hostlen or HOST_MOST
        return nick + user + host + len(":!@ ")

    def name_size(self, person: Person) -> int:
        """How many bytes a person's nick takes at the most, should it change before a line leaves."""
        return max(self._isupport.nicklen or NICK_MOST, _size(person.nick))

    def _rank(self, channel: str, person: Person) -> None:
        person.status[channel] = self._isupport.status(self._modes[channel][person])


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
