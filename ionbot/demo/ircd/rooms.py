"""Commands about channels: coming, going, running one."""

import re
import time

from irctokens.line import Line

from ionbot.demo.ircd import modes, queries
from ionbot.demo.ircd.wire import Message
from ionbot.demo.ircd.world import Room, User, World

CHANNEL_LIMIT = 100
"""Channels a user may be in."""
NAME_LIMIT = 50
TOPIC_LIMIT = 300
CHANNEL = re.compile(r"#[^\x07 ,:]+")


def join(world: World, user: User, line: Line) -> None:
    """JOIN: any number of channels."""
    for name in line.params[0].split(","):
        room = world.room(name)
        if room is not None and user in room.members:
            continue
        if _may_enter(world, user, name, room):
            room = world.enter(user, name)
            if room.topic:
                _show_topic(user, room)
            queries.show_names(user, room)


def _may_enter(world: World, user: User, name: str, room: Room | None) -> bool:
    if len(name) > NAME_LIMIT or not CHANNEL.fullmatch(name):
        user.reply("403", name, "No such channel")
    elif len(user.rooms) >= CHANNEL_LIMIT:
        user.reply("405", name, "You have joined too many channels")
    elif room is None or user in room.invited:
        return True
    elif "i" in room.flags:
        user.reply("473", room.name, "Cannot join channel (+i)")
    elif world.banned(user, room):
        user.reply("474", room.name, "Cannot join channel (+b)")
    else:
        return True
    return False


def part(world: World, user: User, line: Line) -> None:
    """PART: any number of channels."""
    for name in line.params[0].split(","):
        if room := _own_room(world, user, name):
            world.tell(room.members, Message(user.mask, "PART", room.name, *line.params[1:2]))
            world.leave(user, room)


def kick(world: World, user: User, line: Line) -> None:
    """KICK: one member of a channel that the user runs."""
    room = _run_room(world, user, line.params[0])
    if room is None:
        return
    victim = world.find(line.params[1])
    if victim is None:
        user.reply("401", line.params[1], "No such nick/channel")
    elif victim not in room.members:
        user.reply("441", victim.nick, room.name, "They aren't on that channel")
    else:
        reason = line.params[2] if len(line.params) > 2 else user.nick
        world.tell(room.members, Message(user.mask, "KICK", room.name, victim.nick, reason))
        world.leave(victim, room)


def invite(world: World, user: User, line: Line) -> None:
    """INVITE: by a member; into a channel of invited people, by an operator."""
    room = _own_room(world, user, line.params[1])
    guest = world.find(line.params[0])
    if room is None:
        return
    if guest is None:
        user.reply("401", line.params[0], "No such nick/channel")
    elif guest in room.members:
        user.reply("443", guest.nick, room.name, "is already on channel")
    elif "i" in room.flags and not room.runs(user):
        user.reply("482", room.name, "You're not channel operator")
    else:
        room.invited.add(guest)
        user.reply("341", guest.nick, room.name)
        guest.send(Message(user.mask, "INVITE", guest.nick, room.name))


def topic(world: World, user: User, line: Line) -> None:
    """TOPIC: show it or, where the flag t is set as an operator, change it."""
    room = _own_room(world, user, line.params[0])
    if room is None:
        return
    if len(line.params) == 1:
        if room.topic:
            _show_topic(user, room)
        else:
            user.reply("331", room.name, "No topic is set")
    elif "t" in room.flags and not room.runs(user):
        user.reply("482", room.name, "You're not channel operator")
    else:
        room.topic, room.topic_by, room.topic_at = line.params[1][:TOPIC_LIMIT], user.mask, int(time.time())
        world.tell(room.members, Message(user.mask, "TOPIC", room.name, room.topic))


def _show_topic(user: User, room: Room) -> None:
    user.reply("332", room.name, room.topic)
    user.reply("333", room.name, room.topic_by, str(room.topic_at))


def mode(world: World, user: User, line: Line) -> None:
    """MODE: of a channel or of oneself, to see or to change."""
    if not line.params[0].startswith("#"):
        _own_mode(world, user, line)
    elif (room := world.room(line.params[0])) is None:
        user.reply("403", line.params[0], "No such channel")
    elif len(line.params) == 1:
        user.reply("324", room.name, "+" + "".join(sorted(room.flags)))
        user.reply("329", room.name, str(room.created))
    elif line.params[1].strip("+-") == "b" and len(line.params) == 2:
        for mask, author in room.bans.items():
            user.reply("367", room.name, mask, author, str(room.created))
        user.reply("368", room.name, "End of channel ban list")
    elif not room.runs(user):
        user.reply("482", room.name, "You're not channel operator")
    else:
        modes.change(world, room, user.mask, modes.changes(line.params[1], line.params[2:]), user)


def _own_mode(world: World, user: User, line: Line) -> None:
    if world.find(line.params[0]) is not user:
        user.reply("502", "Cannot change mode for other users")
    elif len(line.params) == 1:
        user.reply("221", "+" + "".join(sorted(user.modes)))
    else:
        modes.change_own(user, line.params[1])


def _own_room(world: World, user: User, name: str) -> Room | None:
    """Find a channel that the user is in, or answer why not."""
    room = world.room(name)
    if room is None:
        user.reply("403", name, "No such channel")
    elif user not in room.members:
        user.reply("442", room.name, "You're not on that channel")
    else:
        return room
    return None


def _run_room(world: World, user: User, name: str) -> Room | None:
    """Find a channel that the user runs, or answer why not."""
    room = _own_room(world, user, name)
    if room is not None and not room.runs(user):
        user.reply("482", room.name, "You're not channel operator")
        return None
    return room
