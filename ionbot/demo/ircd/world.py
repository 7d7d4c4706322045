"""Who is connected and who is in which room. No sockets, no commands: only what is so, and who hears of it."""

import fnmatch
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from string import ascii_lowercase, ascii_uppercase
from typing import Protocol

from ionbot.demo.ircd.wire import Message, middle

STATUSES = {"o": "@", "v": "+"}
"""Status modes and the prefixes that show them, the highest first."""

CASEMAPPINGS = {
    "ascii": str.maketrans(ascii_uppercase, ascii_lowercase),
    "rfc1459": str.maketrans(ascii_uppercase + "[]\\~", ascii_lowercase + "{}|^"),
}
"""Which characters are the same in nicks and channel names, by the name that ISUPPORT gives it."""


class Link(Protocol):
    """The way to a client."""

    def write(self, data: bytes) -> None:
        """Send whole lines."""
        ...

    def close(self) -> None:
        """Close the connection after what was written, or after a short while."""
        ...


class User:
    """A client: its names, capabilities and rooms. `server` is the name of the server that answers it."""

    def __init__(self, server: str, host: str, link: Link) -> None:
        self.server = server
        self.host = host
        self.link = link
        self.nick = ""
        self.name = ""
        self.realname = ""
        self.password: str | None = None
        self.registered = False
        self.negotiating = False
        self.caps: set[str] = set()
        self.modes: set[str] = set()
        self.rooms: dict[str, Room] = {}

    @property
    def mask(self) -> str:
        """The source of this user's lines: nick!user@host."""
        return f"{self.nick}!{self.name}@{self.host}"

    def send(self, message: Message) -> None:
        """Send a line in the form that the client's capabilities ask for."""
        self.link.write(message.wire(self.caps))

    def reply(self, numeric: str, *params: str) -> None:
        """Send a numeric; only its last parameter may have spaces, others are made to fit."""
        *front, text = params
        self.send(Message(self.server, numeric, self.nick or "*", *map(middle, front), text))


@dataclass(eq=False)
class Room:
    """A channel. `members` maps users, in the order they came, to their status modes."""

    name: str
    created: int
    members: dict[User, set[str]] = field(default_factory=dict)
    flags: set[str] = field(default_factory=lambda: {"n", "t"})
    bans: dict[str, str] = field(default_factory=dict)
    """Banned masks as they were set, and who set them."""
    invited: set[User] = field(default_factory=set)
    topic: str = ""
    topic_by: str = ""
    topic_at: int = 0

    def prefixes(self, user: User) -> str:
        """Give the prefixes of a member, the highest first."""
        return "".join(prefix for mode, prefix in STATUSES.items() if mode in self.members[user])

    def runs(self, user: User) -> bool:
        """Whether the user is a channel operator."""
        return "o" in self.members.get(user, ())


class World:
    """The users and rooms of a server. Names are looked up by the server's casemapping."""

    def __init__(self, name: str, network: str, casemapping: str, password: str | None) -> None:
        self.name = name
        self.network = network
        self.casemapping = casemapping
        self.password = password
        self.users: dict[str, User] = {}
        """By folded nick. Also those who have a nick but are not registered yet."""
        self.rooms: dict[str, Room] = {}

    def fold(self, name: str) -> str:
        """Give the form of a nick or channel name that is equal for equal names."""
        return name.translate(CASEMAPPINGS[self.casemapping])

    def find(self, nick: str) -> User | None:
        """Give the registered user of this nick."""
        user = self.users.get(self.fold(nick))
        return user if user is not None and user.registered else None

    def room(self, name: str) -> Room | None:
        """Give the channel of this name if somebody is in it."""
        return self.rooms.get(self.fold(name))

    def registered(self) -> Iterator[User]:
        """Give everybody who is registered."""
        return (user for user in self.users.values() if user.registered)

    def matches(self, mask: str, text: str) -> bool:
        """Whether a mask with * and ? fits, by the server's casemapping."""
        return fnmatch.fnmatchcase(self.fold(text), self.fold(mask).replace("[", "[[]"))

    def banned(self, user: User, room: Room) -> bool:
        """Whether a ban of the room fits the user."""
        return any(self.matches(mask, user.mask) for mask in room.bans)

    def tell(self, users: Iterable[User], message: Message) -> None:
        """Send a line to several users."""
        for user in users:
            user.send(message)

    def neighbours(self, user: User) -> dict[User, None]:
        """Give everybody else who shares a room with the user."""
        others = {member: None for room in user.rooms.values() for member in room.members}
        others.pop(user, None)
        return others

    def rename(self, user: User, nick: str) -> None:
        """Give a user a nick that is free; everybody who sees the user, and the user, are told."""
        if user.registered:
            self.tell([user, *self.neighbours(user)], Message(user.mask, "NICK", nick))
        self.users.pop(self.fold(user.nick), None)
        user.nick = nick
        self.users[self.fold(nick)] = user

    def enter(self, user: User, name: str) -> Room:
        """Bring a user into a room, which is made if need be; its first member runs it. All members are told."""
        key = self.fold(name)
        room = self.rooms.setdefault(key, Room(name, int(time.time())))
        room.members[user] = set() if room.members else {"o"}
        room.invited.discard(user)
        user.rooms[key] = room
        plain = Message(user.mask, "JOIN", room.name)
        extended = Message(user.mask, "JOIN", room.name, "*", user.realname)
        for member in room.members:
            member.send(extended if "extended-join" in member.caps else plain)
        return room

    def leave(self, user: User, room: Room) -> None:
        """Take a user out of a room without a word. An empty room is no more."""
        key = self.fold(room.name)
        del room.members[user], user.rooms[key]
        if not room.members:
            del self.rooms[key]

    def quit(self, user: User, reason: str, last_word: bool = True) -> None:
        """Take a user out of the world and close the connection; with a `last_word`, after an ERROR."""
        neighbours = self.neighbours(user)
        self.forget(user)
        if user.registered:
            self.tell(neighbours, Message(user.mask, "QUIT", reason))
        if last_word:
            user.send(Message(None, "ERROR", f"Closing Link: {user.host} ({reason})"))
        user.link.close()

    def forget(self, user: User) -> None:
        """Take a user out of all rooms and give the nick free."""
        for room in list(user.rooms.values()):
            self.leave(user, room)
        for room in self.rooms.values():
            room.invited.discard(user)
        if self.users.get(self.fold(user.nick)) is user:
            del self.users[self.fold(user.nick)]
