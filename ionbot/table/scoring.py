"""The commands by which people ask who is best, and what somebody has played. All answers are private."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

from games.kit import registry
from games.kit.protocol import AnyGame
from games.kit.text import Named, Phrase, Points, Text, joined, phrase, plural
from ionbot.channel import Person
from ionbot.legible import printable
from ionbot.store import scores
from ionbot.store.asking import Unknown
from ionbot.store.careers import Career, Outcome, career_of, likeliest
from ionbot.store.counting import Counted
from ionbot.store.database import Database
from ionbot.store.seasons import season_of
from ionbot.table.listing import WORD, listed
from ionbot.table.vocabulary import Group, command

if TYPE_CHECKING:
    from ionbot.table.table import Table

_RANKED = 30
"""How many players a top list has."""
_LAST = 20
"""How many matches a history has."""
_LONGEST = 64
"""How many characters a nick may have that is looked for."""
_SPANS = ("week", "month", "season", "all")


@dataclass(frozen=True)
class _Whom:
    """Who is asked for on a network: whoever a nick means, or with "" the one of that identity, who asks."""

    network: str
    identity: str
    nick: str

    def career(self, database: Database, last: int) -> tuple[Career | None, int]:
        """Give the career, and how many others the nick may mean. Raises DatabaseError."""
        counted = Counted(network=self.network)
        if self.nick:
            return likeliest(database, self.network, self.nick, counted, last)
        return career_of(database, self.network, self.identity, counted, last), 0


@command(
    "top [GAME] [week|month|season|all]", "who has scored most at a game on this network", group=Group.LOOK,
    more=(
        phrase(
            "Without GAME it is the one that is played here; all is meant unless you say which time. A week begins on "
            "Monday, days by UTC. {prefix}more goes on. Matches with computer players are kept apart."
        ),
    ),
)  # fmt: skip
async def top(table: "Table", person: Person, rest: str) -> None:
    """Tell who is best."""
    games, given = registry.all_games(), rest.lower().split()
    if strange := [word for word in given if word not in games and word not in _SPANS]:
        table.tell(
            person,
            phrase(
                "There is neither a game nor a time {word}; there are: {known}.",
                word=strange[0][:WORD], known=", ".join((*games, *_SPANS)),
            ),
        )  # fmt: skip
        return
    named, spans = [word for word in given if word in games], [word for word in given if word in _SPANS]
    if len(named) > 1 or len(spans) > 1:
        table.tell(person, phrase("It is {usage}.", usage=table.typed("top [GAME] [week|month|season|all]")))
        return
    game = games[named[0]] if named else table.game
    counted, when = _time(table, game, spans[0] if spans else "all")
    if counted:
        table.enquiries.ask(table, person, partial(_best, game, counted, when))
    else:
        table.tell(person, when)


@command(
    "stats [NICK]", "what you have scored on this network, or somebody else has", "st", group=Group.LOOK,
    more=(
        phrase(
            "It counts all games and channels here, but matches with computer players. Who has an account is told "
            "before who has only the nick. {prefix}history tells the last matches, {prefix}forget lets it be forgotten."
        ),
    ),
)  # fmt: skip
async def stats(table: "Table", person: Person, rest: str) -> None:
    """Tell what somebody has scored."""
    table.enquiries.ask(table, person, partial(_record, _Whom(person.network, person.identity, rest[:_LONGEST])))


@command(
    "history [NICK]", "your last matches on this network, or somebody else's", group=Group.LOOK,
    more=(phrase("{prefix}replay NUMBER tells how one of them went, {prefix}stats what all of them come to."),),
)  # fmt: skip
async def history(table: "Table", person: Person, rest: str) -> None:
    """Tell somebody's last matches."""
    table.enquiries.ask(table, person, partial(_matches, _Whom(person.network, person.identity, rest[:_LONGEST])))


def _time(table: "Table", game: AnyGame, span: str) -> tuple[Counted | None, Text]:
    """Give what counts of a game in the span of time that it is now, and how that is called.

    Where there is no such span, nothing counts, and the text says why.
    """
    unit, now, network = table.enquiries.season, table.enquiries.wall(), table.channel.network
    if span == "all":
        return Counted(game.name, network), phrase("of all time")
    if span == "week":
        day = datetime.fromtimestamp(now / 1000, UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        monday = day - timedelta(days=day.weekday())
        return Counted(game.name, network, since=round(monday.timestamp() * 1000)), phrase("of this week")
    if not (season := season_of("month" if span == "month" else unit, now)):
        return None, phrase("There are no seasons here; {top} is about this month.", top=table.typed("top month"))
    when = phrase("of this month") if span == "month" else phrase("of season {season}", season=season)
    return Counted(game.name, network, season=season), when


def _best(game: AnyGame, counted: Counted, when: Text, database: Database) -> Sequence[Text]:
    """Answer `top`."""
    best = scores.top(database, counted, limit=_RANKED)
    head = phrase("{game} on this network, best {when}:", game=game.title, when=when)
    if best.ranked:
        return listed(head, [_ranked(line) for line in best.ranked])
    return [joined(head, phrase("nobody yet."), *_kept_apart(best.left_out))]


def _ranked(line: scores.Ranked) -> Text:
    return phrase(
        "{rank}. {nick} {points} ({wins} of {matches} won)",
        rank=line.rank, nick=_name(line.player), points=Points(line.total.points),
        wins=line.total.wins, matches=line.total.matches,
    )  # fmt: skip


def _record(whom: _Whom, database: Database) -> Sequence[Text]:
    """Answer `stats`."""
    career, others = whom.career(database, 0)
    if not career:
        return [_unknown(whom, database)]
    if not career.total.matches:
        return [_nothing(career)]
    lines = [joined(_sum(career), *_others(others)), _places(career)]
    return [*lines, *_ratings(career)]


def _matches(whom: _Whom, database: Database) -> Sequence[Text]:
    """Answer `history`."""
    career, others = whom.career(database, _LAST)
    if not career:
        return [_unknown(whom, database)]
    if not career.last:
        return [_nothing(career)]
    head = phrase("The last matches of {nick}:", nick=_name(career.player))
    return listed(joined(*_others(others), head), [_outcome(each) for each in career.last])


def _sum(career: Career) -> Text:
    total = career.total
    return plural(
        "{nick} on this network: {n} match, {wins} won ({percent} %); points {points}, {average} a match.",
        "{nick} on this network: {n} matches, {wins} won ({percent} %); points {points}, {average} a match.",
        n=total.matches, nick=_name(career.player), wins=total.wins, percent=round(100 * total.winrate),
        points=Points(total.points), average=Points(round(total.average)),
    )  # fmt: skip


def _places(career: Career) -> Text:
    """Tell how often they came in where."""
    left = career.total.matches - sum(career.places.values())
    times = joined(*(f"{place} ({times}×)" for place, times in career.places.items()), separator=", ")
    places = phrase("Places: {places}.", places=times) if career.places else phrase("No places yet.")
    return joined(places, phrase("Left before the end: {n}.", n=left)) if left else places


def _ratings(career: Career) -> Iterator[Text]:
    if career.ratings:
        games = [
            phrase(
                "{game} {rating} (rank {rank})",
                game=_title(each.game),
                rating=f"{each.rating.skill:.1f}",
                rank=each.rank,
            )
            for each in career.ratings
        ]
        yield phrase("Ratings: {games}.", games=joined(*games, separator=", "))


def _outcome(outcome: Outcome) -> Text:
    return phrase(
        "{match}: {game} on {day}, {place}, {points}",
        match=str(outcome.match), game=_title(outcome.game), points=Points(outcome.points, signed=True),
        day=f"{datetime.fromtimestamp(outcome.ended / 1000, UTC):%Y-%m-%d}",
        place=phrase("place {place}", place=outcome.place) if outcome.place else phrase("left"),
    )  # fmt: skip


def _nothing(career: Career) -> Text:
    """Say that nothing of somebody counts."""
    nothing = phrase("{nick} on this network: no match yet.", nick=_name(career.player))
    return joined(nothing, *_kept_apart(career.left_out))


def _unknown(whom: _Whom, database: Database) -> Text:
    """Say that nobody is known by that, and who is by one that is near."""
    if not whom.nick:
        return phrase("You have played no match on this network yet.")
    near = Unknown("player", whom.nick, scores.names(database, "player", whom.network)).near
    nick = printable(whom.nick[:WORD])
    if not near:
        return phrase("Nobody called {nick} has played on this network.", nick=Named(nick))
    names = joined(*(Named(printable(name)) for name in near), separator=", ")
    return phrase("Nobody called {nick} has played on this network; there are: {names}.", nick=Named(nick), names=names)


def _others(number: int) -> Iterator[Phrase]:
    if number:
        yield plural("({n} other was seen with that nick too.)", "({n} others were seen with that nick too.)", n=number)


def _kept_apart(left_out: int) -> Iterator[Phrase]:
    if left_out:
        yield plural(
            "{n} match with computer players is kept apart.", "{n} matches with computer players are kept apart.",
            n=left_out,
        )  # fmt: skip


def _name(player: scores.Player) -> Named:
    return Named(printable(player.nick))


def _title(game: str) -> str:
    """Give the title of a game, or where it is not installed any more, its name."""
    games = registry.all_games()
    return games[game].title if game in games else game
