"""Commands of a connection itself: capabilities, names, signs of life, the end."""

import re
from collections.abc import Iterator

from irctokens.line import Line

from ionbot.demo.ircd.modes import FLAGS, MODES_LIMIT
from ionbot.demo.ircd.rooms import CHANNEL_LIMIT, NAME_LIMIT, TOPIC_LIMIT
from ionbot.demo.ircd.talk import TARGET_LIMIT
from ionbot.demo.ircd.wire import Message
from ionbot.demo.ircd.world import STATUSES, User, World

CAPABILITIES = (
    "echo-message",
    "extended-join",
    "message-tags",
    "multi-prefix",
    "server-time",
    "userhost-in-names",
)
NICK_LIMIT = 30
NICK = re.compile(r"[A-Za-z\[\]\\`_^{|}][A-Za-z0-9\[\]\\`_^{|}-]*")
USER_LIMIT = 10


def cap(world: World, user: User, line: Line) -> None:
    """CAP LS, LIST, REQ, END (IRCv3 capability negotiation, version 302)."""
    match line.params:
        case [action, *_] if action.upper() == "LS":
            user.negotiating = not user.registered
            _cap_reply(user, "LS", " ".join(CAPABILITIES))
        case [action, *_] if action.upper() == "LIST":
            _cap_reply(user, "LIST", " ".join(sorted(user.caps)))
        case [action, wanted, *_] if action.upper() == "REQ":
            user.negotiating = not user.registered
            _request(user, wanted)
        case [action, *_] if action.upper() == "END":
            user.negotiating = False
            _welcome_if_ready(world, user)
        case [action, *_]:
            user.reply("410", action, "Invalid CAP command")


def _request(user: User, wanted: str) -> None:
    names = wanted.split()
    if all(name.removeprefix("-") in CAPABILITIES for name in names):
        for name in names:
            if name.startswith("-"):
                user.caps.discard(name[1:])
            else:
                user.caps.add(name)
        _cap_reply(user, "ACK", wanted)
    else:
        _cap_reply(user, "NAK", wanted)


def _cap_reply(user: User, action: str, names: str) -> None:
    user.send(Message(user.server, "CAP", user.nick or "*", action, names))


def password(_world: World, user: User, line: Line) -> None:
    """PASS: kept until registration."""
    if user.registered:
        user.reply("462", "You may not reregister")
    else:
        user.password = line.params[0]


def nick(world: World, user: User, line: Line) -> None:
    """NICK: take a nick, or change it."""
    wanted = line.params[0] if line.params else ""
    holder = world.users.get(world.fold(wanted))
    if not wanted:
        user.reply("431", "No nickname given")
    elif len(wanted) > NICK_LIMIT or not NICK.fullmatch(wanted):
        user.reply("432", wanted, "Erroneous nickname")
    elif holder not in (None, user):
        user.reply("433", wanted, "Nickname is already in use")
    elif wanted != user.nick:
        world.rename(user, wanted)
        _welcome_if_ready(world, user)


def user_name(world: World, user: User, line: Line) -> None:
    """USER: the user name, marked as not verified by a tilde, and the real name."""
    if user.registered:
        user.reply("462", "You may not reregister")
        return
    user.name = "~" + (re.sub(r"[^A-Za-z0-9._-]", "", line.params[0])[:USER_LIMIT] or "user")
    user.realname = line.params[3]
    _welcome_if_ready(world, user)


def _welcome_if_ready(world: World, user: User) -> None:
    if user.registered or user.negotiating or not (user.nick and user.name):
        return
    if world.password is not None and user.password != world.password:
        user.reply("464", "Password incorrect")
        world.quit(user, "Bad password")
        return
    user.registered = True
    user.reply("001", f"Welcome to the {world.network} network, {user.mask}")
    user.reply("002", f"Your host is {world.name}, running ionbot's embedded server")
    user.reply("003", "This server keeps nothing and ends with the demo")
    user.reply("004", world.name, "ionbot", "Bi", FLAGS + "".join(STATUSES) + "b", "ovb")
    for tokens in _isupport(world):
        user.reply("005", *tokens, "are supported by this server")
    user.reply("422", "There is no message of the day")


def _isupport(world: World) -> Iterator[list[str]]:
    """What the server supports, in lines of at most 12 tokens: 15 parameters are the most a line may have."""
    tokens = [
        "BOT=B",
        f"CASEMAPPING={world.casemapping}",
        f"CHANLIMIT=#:{CHANNEL_LIMIT}",
        f"CHANMODES=b,,,{FLAGS}",
        f"CHANNELLEN={NAME_LIMIT}",
        "CHANTYPES=#",
        f"MODES={MODES_LIMIT}",
        f"NETWORK={world.network}",
        f"NICKLEN={NICK_LIMIT}",
        f"PREFIX=({''.join(STATUSES)}){''.join(STATUSES.values())}",
        f"TARGMAX=JOIN:,KICK:1,NOTICE:{TARGET_LIMIT},PART:,PRIVMSG:{TARGET_LIMIT},TAGMSG:{TARGET_LIMIT}",
        f"TOPICLEN={TOPIC_LIMIT}",
        f"USERLEN={USER_LIMIT}",
    ]
    for start in range(0, len(tokens), 12):
        yield tokens[start : start + 12]


def motd(_world: World, user: User, _line: Line) -> None:
    """MOTD: there is none."""
    user.reply("422", "There is no message of the day")


def ping(world: World, user: User, line: Line) -> None:
    """PING: answered with the same token."""
    if line.params:
        user.send(Message(world.name, "PONG", world.name, line.params[0]))
    else:
        user.reply("409", "No origin specified")


def pong(_world: World, _user: User, _line: Line) -> None:
    """PONG: that the line came is all it says."""


def leave(world: World, user: User, line: Line) -> None:
    """QUIT: marked, so that nobody can fake a netsplit."""
    world.quit(user, f"Quit: {line.params[0]}" if line.params else "Client quit")
