"""Who may open a table in a channel, when and for what, and who may take a seat and keep it: as its settings say."""

from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from games.kit import registry
from games.kit.inputs import Reason
from games.kit.protocol import AnyGame
from games.kit.text import Named, Text, phrase, plural
from ionbot.channel import Person, Status
from ionbot.config import ChannelConfig
from ionbot.masks import fits
from ionbot.table.settings import allows

if TYPE_CHECKING:
    from ionbot.table.lobby import Guest
    from ionbot.table.seating import Seat
    from ionbot.table.services import Services
    from ionbot.table.table import Table

_HOUR_MS = 3_600_000


async def barred(table: "Table", services: "Services", person: Person, game: AnyGame) -> Text | None:
    """Tell why somebody cannot open a table for a game now; None if they can."""
    config = table.config
    if why := services.closing.refusal(services.now()):
        return why
    if not allows(config, game):
        names = ", ".join(name for name in sorted(registry.all_games()) if name in config.games)
        return phrase("{game} is not played here; there are: {names}.", game=game.title, names=names)
    if table.operates(person):
        return None
    return _may_not_start(table, person) or _quiet(config, services.wall()) or await _too_many(table, services)


def unseated(table: "Table", person: Person, left: "Seat | Guest | None" = None) -> Text | None:
    """Tell why somebody cannot take a seat, be it one that is `left` to them; None if they can."""
    if excluded(table, person.account, person.address):
        return phrase("You are excluded from games here; operators can include you again.")
    rule = table.config.one_seat
    if rule == "account" and not person.account:
        return phrase("Only who is logged in to services can sit down here.")
    if rule == "host" and person.host and person.host in _hosts(table, left):
        return phrase("Somebody from your host sits here already.")
    return None


def excluded(table: "Table", account: str | None, address: str) -> list[str]:
    """Give the accounts and masks by which somebody is excluded, who is seen there (folded nick!user@host)."""
    fold = table.channel.fold
    return [name for name in table.config.excluded if fits(name, account, address, fold)]


async def send_away(table: "Table") -> None:
    """Take everybody who is excluded out of the lobby or the match, those too whose seat is held."""
    for seat in list(table.play.sitters.seats) if table.play else []:
        if table.play and excluded(table, seat.bound, seat.seen_at):
            await table.play.roster.leave(seat, Reason.DROP)
    for guest in list(table.lobby.guests) if table.lobby else []:
        if excluded(table, guest.person.account, guest.person.address):
            await table.reception.leave(guest.person, phrase("{nick} was dropped.", nick=Named(guest.person.nick)))


def _may_not_start(table: "Table", person: Person) -> Text | None:
    match table.config.starters:
        case "operators":
            return phrase("Only operators open a table here; once one is open, all can join.")
        case "accounts" if not person.account:
            return phrase("Only who is logged in to services can open a table here.")
        case "voiced" if person.status.get(table.channel.folded, Status.NONE) < Status.VOICE:
            return phrase("Only who has voice can open a table here.")
    return None


def _quiet(config: ChannelConfig, wall_ms: int) -> Text | None:
    if not (hours := config.quiet_hours):
        return None
    begin, end = hours
    now = datetime.fromtimestamp(wall_ms / 1000, ZoneInfo(config.zone)).time()
    if not (begin <= now < end if begin < end else now >= begin or now < end):
        return None
    return phrase(
        "These are quiet hours ({quiet}, {zone}): only operators open a table now.",
        quiet=config.quiet, zone=config.zone,
    )  # fmt: skip


async def _too_many(table: "Table", services: "Services") -> Text | None:
    """Tell that so many matches have begun within the last hour as may."""
    most = table.config.matches_per_hour
    if not most:
        return None
    since = services.wall() - _HOUR_MS
    begun = await table.insist(partial(services.stores.journal.begun, table.where, since))
    if len(begun) < most:
        return None
    minutes = -(-(begun[-most] - since) // 60_000)
    return plural(
        "{n} match an hour is played here; the next can begin in {minutes} min.",
        "{n} matches an hour are played here; the next can begin in {minutes} min.",
        n=most, minutes=minutes,
    )  # fmt: skip


def _hosts(table: "Table", left: "Seat | Guest | None") -> set[str]:
    """Give the hosts of all who sit here, those too whose seat is held, but for who leaves theirs to somebody."""
    if table.play:
        return {seat.seen_at.rpartition("@")[2] for seat in table.play.sitters.seats if seat is not left}
    return {guest.person.host for guest in table.lobby.guests if guest is not left} if table.lobby else set()
