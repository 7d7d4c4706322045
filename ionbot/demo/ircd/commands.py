"""The table of commands."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from irctokens.line import Line, tokenise

from ionbot.demo.ircd import queries, registration, rooms, talk
from ionbot.demo.ircd.world import User, World

Handler: TypeAlias = Callable[[World, User, Line], None]


@dataclass(frozen=True)
class Command:
    """What a command does, how many parameters it needs, and whether it may come before registration."""

    run: Handler
    needs: int = 0
    early: bool = False


COMMANDS = {
    "CAP": Command(registration.cap, 1, early=True),
    "INVITE": Command(rooms.invite, 2),
    "ISON": Command(queries.ison, 1),
    "JOIN": Command(rooms.join, 1),
    "KICK": Command(rooms.kick, 2),
    "LIST": Command(queries.list_rooms),
    "MODE": Command(rooms.mode, 1),
    "MOTD": Command(registration.motd),
    "NAMES": Command(queries.names),
    "NICK": Command(registration.nick, early=True),
    "NOTICE": Command(talk.talk),
    "PART": Command(rooms.part, 1),
    "PASS": Command(registration.password, 1, early=True),
    "PING": Command(registration.ping, early=True),
    "PONG": Command(registration.pong, early=True),
    "PRIVMSG": Command(talk.talk),
    "QUIT": Command(registration.leave, early=True),
    "TAGMSG": Command(talk.talk),
    "TOPIC": Command(rooms.topic, 1),
    "USER": Command(registration.user_name, 4, early=True),
    "USERHOST": Command(queries.userhost, 1),
    "WHO": Command(queries.who, 1),
    "WHOIS": Command(queries.whois),
}


def obey(world: World, user: User, text: str) -> None:
    """Do what a client's line says, or answer why not. What is no IRC line is ignored."""
    try:
        line = tokenise(text)
    except (ValueError, IndexError):  # irctokens raises either on a line without a command
        return
    command = COMMANDS.get(line.command)
    if not user.registered and not (command and command.early):
        user.reply("451", "You have not registered")
    elif command is None:
        user.reply("421", line.command, "Unknown command")
    elif len(line.params) < command.needs:
        user.reply("461", line.command, "Not enough parameters")
    else:
        command.run(world, user, line)
