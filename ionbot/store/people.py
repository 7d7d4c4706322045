"""Who is whom: linking a person's players on several networks, making two records one, renaming, and forgetting.

Each is one transaction. A player's number stays whatever happens, since the proof of a match hangs on it.
"""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, literal, or_, select, update

from games.kit.inputs import Kind
from ionbot.store import feats, outcomes, summaries
from ionbot.store.careers import GONE
from ionbot.store.models import MatchStatus, channels, handovers, matches, networks, nicks, players, seats
from ionbot.store.ratings import make_stale
from ionbot.store.rows import HOLDER, PLACED
from ionbot.store.score_tables import links, merges, rating_changes, ratings
from ionbot.store.score_tables import summaries as sums
from ionbot.store.scores import PEOPLE, PLAYER, Player, player_of
from ionbot.store.wish_tables import decks, manners, subscriptions

OWN = (decks, manners, subscriptions)
"""The tables of what players have set for themselves."""
FORGOTTEN = "forgotten:"
"""How the identity of somebody begins whose name was forgotten; a number follows."""


class Refused(ValueError):
    """What is wanted cannot be done; the message says why. Nothing has changed."""


@dataclass(frozen=True)
class Known:
    """A player with how many matches of theirs count, and the person they belong to, if they are linked."""

    player: Player
    matches: int
    person: int | None


@dataclass(frozen=True)
class Names:
    """What is known of a player: the account, and the nicks they were seen with, each with when that was last."""

    account: str | None
    nicks: dict[str, int]


def known(connection: Connection, network: str | None = None) -> list[Known]:
    """Give all players who are people, by network and nick; those that were merged into others are left out."""
    count = select(func.sum(sums.c.matches)).where(sums.c.span == summaries.ALL, sums.c.player == players.c.id)
    people = (
        select(*PLAYER, func.coalesce(count.scalar_subquery(), 0).label("matches"), links.c.person)
        .select_from(PEOPLE.outerjoin(links, links.c.player == players.c.id))
        .where(players.c.kind == Kind.HUMAN, players.c.id.not_in(GONE))
        .order_by(networks.c.name, func.lower(players.c.nick), players.c.id)
    )
    if network is not None:
        people = people.where(networks.c.name == network)
    return [Known(player_of(row), int(row.matches), row.person) for row in connection.execute(people)]


def names_of(connection: Connection, player: int) -> Names:
    """Give what a player is known by."""
    seen = select(nicks.c.nick, nicks.c.seen).where(nicks.c.player == player).order_by(nicks.c.seen.desc())
    account = connection.scalar(select(players.c.account).where(players.c.id == player))
    return Names(account, {row.nick: row.seen for row in connection.execute(seen)})


def link(connection: Connection, one: int, other: int) -> None:
    """Note that two players are the same person, with whom each is linked already."""
    if one == other:
        raise Refused("these are the same player")
    there = select(links.c.person).where(links.c.player.in_((one, other))).distinct()
    persons = connection.scalars(there).all()
    person = min(one, other, *persons)
    connection.execute(delete(links).where(links.c.player.in_((one, other))))
    connection.execute(update(links).where(links.c.person.in_(persons)).values(person=person))
    connection.execute(insert(links), [{"player": each, "person": person} for each in (one, other)])


def unlink(connection: Connection, player: int) -> None:
    """Note that a player is not the same person as any other. Raises Refused if nobody has said so."""
    if not _leave(connection, player):
        raise Refused("this player is linked with nobody")


def rename(connection: Connection, player: int, nick: str) -> None:
    """Let a player be shown by another nick, until they are seen with one again."""
    connection.execute(update(players).where(players.c.id == player).values(nick=nick))


def merge(connection: Connection, player: int, into: int, now: int) -> None:
    """Give all that a player has done to another one, whose record it is from now on; `now` is Unix ms.

    Who comes back under the old identity begins a new record. The ratings of their games are stale then. Raises
    Refused if both have sat in one match, are on different networks, or if one plays just now.
    """
    if player == into:
        raise Refused("these are the same player")
    both = select(players.c.network).where(players.c.id.in_((player, into))).distinct()
    if len(connection.scalars(both).all()) > 1:
        raise Refused("they are on different networks; `ionbot players link` says that they are one person")
    _refuse_if_playing(connection, (player, into))
    theirs = seats.alias()
    met = select(seats.c.match).join(theirs, theirs.c.match == seats.c.match)
    match = connection.scalar(met.where(seats.c.player == player, theirs.c.player == into).limit(1))
    if match is not None:
        raise Refused(f"both sat in match {match}, so they are two people")
    connection.execute(insert(merges).values(player=player, into_player=into, merged=now))
    connection.execute(update(seats).where(seats.c.player == player).values(player=into))
    for table in (handovers, rating_changes):
        connection.execute(update(table).where(table.c.player == player).values(player=into))
    _move_nicks(connection, player, into)
    _add_ratings(connection, player, into)
    for table in OWN:
        connection.execute(delete(table).where(table.c.player == player))
    summaries.rebuild_for(connection, (player, into), ())
    outcomes.rebuild_for(connection, (player, into))
    feats.rebuild_streaks(connection, (player, into))


def forget(connection: Connection, player: int) -> str:
    """Let nothing tell any more who a player is: they are `somebody 17` from now on, which is given.

    Their matches count as before. Raises Refused while they play.
    """
    _refuse_if_playing(connection, (player,))
    name = f"somebody {player}"
    unknown = {"identity": f"{FORGOTTEN}{player}", "nick": name, "account": None}
    connection.execute(update(players).where(players.c.id == player).values(unknown))
    connection.execute(update(seats).where(_held(player)).values(nick=name, address=None, bound=None))
    for table in (*OWN, nicks):
        connection.execute(delete(table).where(table.c.player == player))
    _leave(connection, player)
    connection.execute(insert(nicks).values(player=player, nick=name, seen=0))
    return name


def became(connection: Connection, player: int) -> set[int]:
    """Give the players whose record may hold what a player has done: itself, and those that it was merged into."""
    reached, new = {player}, {player}
    while new:
        into = select(merges.c.into_player).where(merges.c.player.in_(new))
        new = set(connection.scalars(into)) - reached
        reached |= new
    return reached


def _held(player: int) -> ColumnElement[bool]:
    """Pick the seats that tell a player's nick: those they have held last."""
    taken = select(handovers.c.match).where(handovers.c.player == player)
    return and_(or_(seats.c.player == player, seats.c.match.in_(taken)), HOLDER.in_([player]))


def _leave(connection: Connection, player: int) -> bool:
    """Take a player from the others of their person; tell whether there were any."""
    person = connection.scalar(select(links.c.person).where(links.c.player == player))
    connection.execute(delete(links).where(links.c.player == player))
    left = connection.scalars(select(links.c.player).where(links.c.person == person)).all()
    if len(left) == 1:  # who is left is linked with nobody
        connection.execute(delete(links).where(links.c.person == person))
    return person is not None


def _refuse_if_playing(connection: Connection, whom: Collection[int]) -> None:
    running = select(matches.c.id).select_from(PLACED.join(seats, seats.c.match == matches.c.id))
    theirs = or_(seats.c.player.in_(whom), HOLDER.in_(whom), _is_bound(whom))
    running = running.where(matches.c.status == MatchStatus.RUNNING, theirs).limit(1)
    if (match := connection.scalar(running)) is not None:
        raise Refused(f"match {match} is running, and they sit in it; wait until it has ended")


def _is_bound(whom: Collection[int]) -> ColumnElement[bool]:
    """Pick the seats that are bound to the account of one of these, though they were opened without it."""
    theirs = select(players).where(players.c.id.in_(whom), players.c.network == channels.c.network)
    return theirs.where(players.c.account == seats.c.bound).exists()


def _move_nicks(connection: Connection, player: int, into: int) -> None:
    has = nicks.alias()
    double = select(has.c.nick).where(has.c.player == into)
    connection.execute(delete(nicks).where(nicks.c.player == player, nicks.c.nick.in_(double)))
    connection.execute(update(nicks).where(nicks.c.player == player).values(player=into))


def _add_ratings(connection: Connection, player: int, into: int) -> None:
    """Let who has no rating have the other one's, and say that all their games must be rated anew."""
    games = connection.scalars(select(ratings.c.game).where(ratings.c.player == player).distinct()).all()
    has = ratings.alias()
    rated: ColumnElement[bool] = (
        select(literal(1)).where(has.c.player == into, has.c.game == ratings.c.game, has.c.season == ratings.c.season)
    ).exists()
    connection.execute(delete(ratings).where(ratings.c.player == player, rated))
    connection.execute(update(ratings).where(ratings.c.player == player).values(player=into))
    make_stale(connection, games, "two players were merged")
