"""Commands that say something: PRIVMSG, NOTICE, TAGMSG."""

from irctokens.line import Line

from ionbot.demo.ircd.wire import Message
from ionbot.demo.ircd.world import Room, User, World

TARGET_LIMIT = 4
"""Receivers of one line."""
COLOUR = "\x03"


def talk(world: World, user: User, line: Line) -> None:
    """Pass a line on to channels and users. A NOTICE is answered with errors too, as InspIRCd does."""
    if not line.params:
        user.reply("411", f"No recipient given ({line.command})")
    elif line.command != "TAGMSG" and line.params[1:2] in ([], [""]):
        user.reply("412", "No text to send")
    else:
        targets = line.params[0].split(",")
        for target in targets[:TARGET_LIMIT]:
            if target.startswith("#"):
                _to_room(world, user, target, line)
            else:
                _to_user(world, user, target, line)
        if len(targets) > TARGET_LIMIT:
            user.reply("407", targets[TARGET_LIMIT], "Too many recipients")


def _to_room(world: World, user: User, target: str, line: Line) -> None:
    room = world.room(target)
    if room is None:
        user.reply("403", target, "No such channel")
    elif why := _forbidden(world, user, room, line):
        user.reply("404", room.name, f"Cannot send to channel ({why})")
    else:
        _pass_on(world, user, room.name, line, [member for member in room.members if member is not user])


def _forbidden(world: World, user: User, room: Room, line: Line) -> str:
    """Say why the user may not speak in the room; empty if it may."""
    if "c" in room.flags and COLOUR in line.params[-1]:
        return "+c"
    if "n" in room.flags and user not in room.members:
        return "+n"
    if room.members.get(user):  # operators and the voiced may always speak
        return ""
    if "m" in room.flags:
        return "+m"
    return "+b" if world.banned(user, room) else ""


def _to_user(world: World, user: User, target: str, line: Line) -> None:
    other = world.find(target)
    if other is None:
        user.reply("401", target, "No such nick/channel")
    else:
        _pass_on(world, user, other.nick, line, [other])


def _pass_on(world: World, user: User, name: str, line: Line, hearers: list[User]) -> None:
    """Send the line to those who are to hear it, and back to a user who asked for echoes."""
    if "echo-message" in user.caps:
        hearers = [*hearers, user]
    text = line.params[1:2]
    if line.command == "TAGMSG":
        text, hearers = [], [hearer for hearer in hearers if "message-tags" in hearer.caps]
    tags = {key: value for key, value in (line.tags or {}).items() if key.startswith("+")}
    world.tell(hearers, Message(user.mask, line.command, name, *text, tags=tags))
