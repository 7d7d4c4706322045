"""Commands that ask who and what is there."""

import textwrap

from irctokens.line import Line

from ionbot.demo.ircd.world import Room, User, World

NAMES_WIDTH = 380
"""Characters of a line's list of names: with the longest names of server, nick and channel it stays under 512 bytes."""


def names(world: World, user: User, line: Line) -> None:
    """NAMES: of one channel."""
    name = line.params[0] if line.params else "*"
    room = world.room(name)
    if room is None:
        user.reply("366", name, "End of /NAMES list")
    else:
        show_names(user, room)


def show_names(user: User, room: Room) -> None:
    """Send the members of a channel, in the form that the user's capabilities ask for."""
    shown = (_prefix(user, room, member) + _name(user, member) for member in room.members)
    for chunk in textwrap.wrap(" ".join(shown), NAMES_WIDTH, break_long_words=False, break_on_hyphens=False):
        user.reply("353", "=", room.name, chunk)
    user.reply("366", room.name, "End of /NAMES list")


def _prefix(user: User, room: Room, member: User) -> str:
    prefixes = room.prefixes(member)
    return prefixes if "multi-prefix" in user.caps else prefixes[:1]


def _name(user: User, member: User) -> str:
    return member.mask if "userhost-in-names" in user.caps else member.nick


def who(world: World, user: User, line: Line) -> None:
    """WHO: the members of a channel, or everybody whose nick fits a mask."""
    asked = line.params[0]
    room = world.room(asked)
    if room is not None:
        for member in room.members:
            _show(user, member, room.name, _prefix(user, room, member))
    elif not asked.startswith("#"):
        for other in world.registered():
            if world.matches(asked, other.nick):
                _show(user, other, "*", "")
    user.reply("315", asked, "End of /WHO list")


def _show(user: User, other: User, channel: str, prefix: str) -> None:
    bot = "B" if "B" in other.modes else ""
    flags = f"H{prefix}{bot}"
    user.reply("352", channel, other.name, other.host, other.server, other.nick, flags, f"0 {other.realname}")


def whois(world: World, user: User, line: Line) -> None:
    """WHOIS: one user; a server may be named before."""
    if not line.params:
        user.reply("431", "No nickname given")
        return
    asked = line.params[-1]
    other = world.find(asked)
    if other is None:
        user.reply("401", asked, "No such nick/channel")
    else:
        user.reply("311", other.nick, other.name, other.host, "*", other.realname)
        if other.rooms:
            user.reply(
                "319", other.nick, " ".join(room.prefixes(other)[:1] + room.name for room in other.rooms.values())
            )
        user.reply("312", other.nick, world.name, "ionbot's embedded server")
        if "B" in other.modes:
            user.reply("335", other.nick, "is a bot")
    user.reply("318", asked, "End of /WHOIS list")


def userhost(world: World, user: User, line: Line) -> None:
    """USERHOST: up to five nicks."""
    found = (world.find(nick) for nick in line.params[:5])
    user.reply("302", " ".join(f"{other.nick}=+{other.name}@{other.host}" for other in found if other))


def ison(world: World, user: User, line: Line) -> None:
    """ISON: which of these nicks are here."""
    found = (world.find(nick) for param in line.params for nick in param.split())
    user.reply("303", " ".join(other.nick for other in found if other))


def list_rooms(world: World, user: User, line: Line) -> None:
    """LIST: all channels, or those named."""
    wanted = {world.fold(name) for name in line.params[0].split(",")} if line.params else None
    for key, room in world.rooms.items():
        if wanted is None or key in wanted:
            user.reply("322", room.name, str(len(room.members)), room.topic)
    user.reply("323", "End of /LIST")
