"""`ionbot players`: who is known, who is the same person as whom, and forgetting somebody.

What changes something asks before it does so; `--yes` answers.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ionbot.cli.counting import NetworkOption
from ionbot.cli.dates import ZoneOption, zone_of
from ionbot.cli.guard import Failure
from ionbot.cli.lookup import PlayerArgument, players
from ionbot.cli.lookup import known as named
from ionbot.cli.options import DatabaseOption, current
from ionbot.cli.output import Format, FormatOption, ListFormatOption, show_fields, show_json, show_lines, show_rows
from ionbot.legible import date, minute, printable

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from ionbot.store.database import Database
    from ionbot.store.scores import Player

app = typer.Typer(help="Look after the players: who is the same person, and who wants to be forgotten.")

YesOption = Annotated[bool, typer.Option("--yes", help="Do it without asking.")]


@app.command("list")
def list_(
    *,
    network: NetworkOption = None,
    zone: ZoneOption = "UTC",
    url: DatabaseOption = None,
    form: ListFormatOption = Format.TABLE,
) -> None:
    """List everybody who has sat down. Who has the same person is the same one, by `ionbot players link`."""
    from ionbot.store.people import known

    where = zone_of(zone)
    with current(url) as database:
        there = named(database, "network", network)
        with database.read() as connection:
            found = known(connection, there)
    time = minute if form is Format.TABLE else date
    show_rows(
        [
            {
                "number": each.player.id,
                "nick": each.player.nick,
                "network": each.player.network,
                "identity": each.player.identity,
                "matches": each.matches,
                "last_seen": time(each.player.last_seen, where),
                "person": each.person,
            }
            for each in found
        ],
        form,
    )


@app.command()
def show(
    who: PlayerArgument,
    *,
    network: NetworkOption = None,
    zone: ZoneOption = "UTC",
    url: DatabaseOption = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """Show all names of a player, and whom they are linked with."""
    from ionbot.store.careers import linked
    from ionbot.store.people import names_of

    where = zone_of(zone)
    with current(url) as database:
        player = _one(database, who, named(database, "network", network))
        with database.read() as connection:
            names, others = names_of(connection, player.id), linked(connection, player.id)
    fields: dict[str, Any] = {
        "number": player.id,
        "nick": player.nick,
        "network": player.network,
        "identity": player.identity,
        "account": names.account,
        "first_seen": date(player.first_seen, where),
        "last_seen": date(player.last_seen, where),
        "nicks": [*names.nicks],
        "linked_with": [_told(other) for other in others],
    }
    if form is Format.JSON:
        show_json(fields)
    else:
        show_fields(fields)


@app.command()
def link(
    one: PlayerArgument,
    other: PlayerArgument,
    *,
    yes: YesOption = False,
    network: NetworkOption = None,
    url: DatabaseOption = None,
) -> None:
    """Note that two players are one person. Their records stay two, and each names the other."""
    from ionbot.store import people

    with _chosen(url, network, one, other) as (database, (first, second)):
        _confirm(yes, f"{_told(first)} and {_told(second)} are the same person?")
        _do(database, lambda connection: people.link(connection, first.id, second.id))
    show_lines([f"{_told(first)} and {_told(second)} are the same person."])


@app.command()
def unlink(
    who: PlayerArgument, *, yes: YesOption = False, network: NetworkOption = None, url: DatabaseOption = None
) -> None:
    """Note that a player is nobody else."""
    from ionbot.store import people

    with _chosen(url, network, who) as (database, (player,)):
        _confirm(yes, f"{_told(player)} is linked with nobody from now on?")
        _do(database, lambda connection: people.unlink(connection, player.id))
    show_lines([f"{_told(player)} is linked with nobody."])


@app.command()
def rename(
    who: PlayerArgument,
    nick: Annotated[str, typer.Argument(metavar="NICK", help="How they are shown.")],
    *,
    yes: YesOption = False,
    network: NetworkOption = None,
    url: DatabaseOption = None,
) -> None:
    """Show a player by another nick, until they are seen with one again."""
    from ionbot.store import people

    if not nick or not nick.isprintable() or " " in nick:
        raise Failure(f"{nick!r} can be no nick; right would be one word that can be seen")
    with _chosen(url, network, who) as (database, (player,)):
        _confirm(yes, f"{_told(player)} is shown as {nick}?")
        _do(database, lambda connection: people.rename(connection, player.id, nick))
    show_lines([f"{_told(player)} is shown as {nick}."])


@app.command()
def merge(
    who: PlayerArgument,
    into: Annotated[str, typer.Argument(metavar="INTO", help="The player whose record it is from now on.")],
    *,
    yes: YesOption = False,
    network: NetworkOption = None,
    url: DatabaseOption = None,
) -> None:
    """Make one record of two: all that the first has played belongs to the second. It cannot be undone.

    The ratings of their games are out of date then, until `ionbot scores recompute`.
    """
    from ionbot.store import people
    from ionbot.store.journal import unix_ms

    with _chosen(url, network, who, into) as (database, (player, other)):
        _confirm(yes, f"All matches of {_told(player)} belong to {_told(other)} from now on, for good?")
        _do(database, lambda connection: people.merge(connection, player.id, other.id, unix_ms()))
    show_lines([f"All matches of {_told(player)} belong to {_told(other)}; `ionbot scores recompute` rates them anew."])


@app.command()
def forget(
    who: PlayerArgument, *, yes: YesOption = False, network: NetworkOption = None, url: DatabaseOption = None
) -> None:
    """Forget who a player is: nicks, account, decks, and what they have set. Their matches count. It is for good."""
    from ionbot.store import people

    with _chosen(url, network, who) as (database, (player,)):
        _confirm(yes, f"{_told(player)} is forgotten, for good?")
        name = _do(database, lambda connection: people.forget(connection, player.id))
    show_lines([f"They are {name} from now on. Logs and backups are not changed."])


@contextmanager
def _chosen(url: str | None, network: str | None, *whom: str) -> "Iterator[tuple[Database, list[Player]]]":
    """Open the database and find players in it. Raises Failure."""
    with current(url) as database:
        there = named(database, "network", network)
        yield database, [_one(database, who, there) for who in whom]


def _one(database: "Database", who: str, network: str | None) -> "Player":
    """Find a player. Raises Failure with near names, or with all of them where several are meant."""
    found = players(database, who, network)
    if len(found) > 1:
        which = ", ".join(f"{player.id} {_told(player)}" for player in found)
        raise Failure(f"{who!r} can be several; say the number: {printable(which)}")
    return found[0]


def _do(database: "Database", change: "Callable[[Connection], Any]") -> Any:
    """Change something in one transaction. Raises Failure where that is refused."""
    from ionbot.store.people import Refused

    try:
        with database.write() as connection:
            return change(connection)
    except Refused as error:
        raise Failure(str(error)) from error


def _confirm(yes: bool, question: str) -> None:
    """Ask, unless that is answered already. Raises Failure without a yes."""
    try:
        agreed = yes or typer.confirm(printable(question))
    except typer.Abort:  # nobody is there to answer, or Ctrl-C
        typer.echo(err=True)
        agreed = False
    if not agreed:
        raise Failure("nothing was changed; --yes answers without being asked")


def _told(player: "Player") -> str:
    return f"{player.nick} ({player.network}, {player.identity})"
