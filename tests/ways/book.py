"""The right answers, reckoned in plain Python from results, ledgers and journals: no sums of the database are read."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

from openskill.models import PlackettLuce

from games.kit.feats import best_deeds, feats_of
from games.kit.inputs import Kind
from games.kit.registry import all_games, find_game
from games.kit.text import plain
from ionbot.store import history
from ionbot.store.database import Database
from ionbot.store.history import SeatRow, WholeMatch
from tests.ways.questions import Done, Ended, Held, Line, Met, Seat

Who = tuple[str, str]
"""Nick and network: who was made up has one nick."""
STREAK = "longest winning streak"
LAST = 99
"""The place, to reckon with, of who left before the end."""


class Sat(NamedTuple):
    """Somebody in a match."""

    who: Who
    match: WholeMatch
    row: SeatRow
    place: int | None
    points: int

    @property
    def ended(self) -> Ended:
        return Ended(self.match.match.id, self.place, self.points)


class Deed(NamedTuple):
    """What somebody did in a match: `value` sorts the best first."""

    value: int
    match: int
    seat: int
    who: Who


class Book:
    """All matches that have ended."""

    def __init__(self, database: Database) -> None:
        numbers = sorted(row.id for row in history.matches_list(database))
        found = (history.match(database, number) for number in numbers)
        self.matches = [match for match in found if match and match.match.status == "finished"]

    @cached_property
    def people(self) -> list[Who]:
        """Who has played without computer players."""
        return sorted({sat.who for sat in self._sat()})

    def top(self, by: str, **filters: Any) -> list[Line]:
        if by == "rating":
            return self._by_rating(**filters)
        least = int(filters.pop("min_matches", 1))
        best = []
        for who, sat in self._by_person(**filters).items():
            matches, wins, points = _sums(sat)
            measures = {"points": points, "wins": wins, "winrate": wins / matches, "average": points / matches}
            if matches >= least:
                best.append((measures[by], wins, points, -sat[0].row.player, who, matches))
        best.sort(reverse=True)
        ranks = _ranks([each[0] for each in best])
        return [
            Line(rank, *who, matches, wins, points)
            for rank, (_, wins, points, _, who, matches) in zip(ranks, best, strict=True)
        ]

    def player(self, nick: str, network: str, **filters: Any) -> Done:
        sat = self._by_person(network=network, **filters)[nick, network]
        places: dict[int, int] = defaultdict(int)
        for each in sat:
            if each.place:
                places[each.place] += 1
        return Done(*_sums(sat), dict(places), [each.ended for each in reversed(sat)])

    def match(self, number: int) -> list[Seat]:
        match = self.matches[number - 1]
        assert match.match.id == number
        return [Seat(row.seat, row.nick, _place(match, row.seat), _points(match, row.seat)) for row in match.seats]

    def versus(self, one: str, other: str, network: str, **filters: Any) -> Met:
        sat = self._by_person(network=network, **filters)
        first, second = ({each.match.match.id: each for each in sat[nick, network]} for nick in (one, other))
        both = sorted(first.keys() & second.keys(), reverse=True)
        places = [(first[match].place or LAST, second[match].place or LAST) for match in both]
        ahead = sum(a < b for a, b in places), sum(b < a for a, b in places)
        points = sum(first[match].points for match in both), sum(second[match].points for match in both)
        return Met(len(both), ahead, len(both) - sum(ahead), points, both)

    def records(self, limit: int, **filters: Any) -> list[Held]:
        counted = {(sat.match.match.id, sat.row.seat) for sat in self._sat(**filters)}
        found = []
        for (game, about), deeds in self._deeds.items():
            best: dict[Who, Deed] = {}
            for deed in sorted(each for each in deeds if (each.match, each.seat) in counted):
                best.setdefault(deed.who, deed)
            held = [*best.values()][:limit]
            for rank, deed in zip(_ranks([each.value for each in held]), held, strict=True):
                found.append(Held(all_games()[game].title, about, rank, *deed.who, abs(deed.value), deed.match))
        return sorted(found)

    @cached_property
    def _deeds(self) -> dict[tuple[str, str], list[Deed]]:
        """All that there are records of, by game and what the record is."""
        deeds: dict[tuple[str, str], list[Deed]] = defaultdict(list)
        for match in self.matches:
            game = find_game(match.match.game)
            for (seat, feat), value in best_deeds(game, match.log).items():
                row, about = match.seats[seat], feats_of(game)[feat]
                if row.kind == Kind.HUMAN:
                    best = value if about.least else -value
                    who = row.nick, match.match.network
                    deeds[game.name, plain(about.about, str)].append(Deed(best, match.match.id, seat, who))
        wins: dict[tuple[Who, str], int] = defaultdict(int)
        for sat in self._sat():
            game_name = sat.match.match.game
            wins[sat.who, game_name] = wins[sat.who, game_name] + 1 if sat.place == 1 else 0
            if (row := wins[sat.who, game_name]) > 1:
                deeds[game_name, STREAK].append(Deed(-row, sat.match.match.id, sat.row.seat, sat.who))
        return deeds

    def _by_rating(self, game: str, network: str | None = None, min_matches: str = "1") -> list[Line]:
        model = PlackettLuce()
        ratings: dict[Who, Any] = defaultdict(model.rating)
        played = self._by_person(game=game)
        for _, sat in groupby(self._sat(game=game), lambda each: each.match.match.id):
            teams: dict[Any, list[Sat]] = defaultdict(list)
            for each in sat:
                teams[each.row.team if each.row.team and each.place else each.row.seat].append(each)
            ranks = [float(min(each.place or LAST for each in team)) for team in teams.values()]
            if len(teams) > 1 and min(ranks) < LAST:
                before = [[ratings[each.who] for each in team] for team in teams.values()]
                for team, after in zip(teams.values(), model.rate(before, ranks=ranks), strict=True):
                    ratings |= {each.who: new for each, new in zip(team, after, strict=True)}
        skill = {
            who: rating.mu - 3 * rating.sigma
            for who, rating in ratings.items()
            if len(played[who]) >= int(min_matches) and network in (None, who[1])
        }
        best = sorted(skill, key=lambda who: (-skill[who], played[who][0].row.player))
        ranked = zip(_ranks([skill[who] for who in best]), best, strict=True)
        return [Line(rank, *who, *_sums(played[who]), round(skill[who], 2)) for rank, who in ranked]

    def _by_person(self, **filters: Any) -> dict[Who, list[Sat]]:
        found: dict[Who, list[Sat]] = defaultdict(list)
        for sat in self._sat(**filters):
            found[sat.who].append(sat)
        return found

    def _sat(self, *, with_computers: str = "", **filters: Any) -> Iterator[Sat]:
        """Yield who sat in the matches that count, the earliest match first."""
        for match in self.matches:
            alone = all(row.kind != Kind.COMPUTER for row in match.seats)
            if (alone or with_computers) and all(_fits(match, *each) for each in filters.items()):
                yield from self._people_in[match.match.id]

    @cached_property
    def _people_in(self) -> dict[int, list[Sat]]:
        return {
            match.match.id: [
                Sat((row.nick, match.match.network), match, row, _place(match, row.seat), _points(match, row.seat))
                for row in match.seats
                if row.kind == Kind.HUMAN
            ]
            for match in self.matches
        }


def _fits(match: WholeMatch, name: str, wanted: str) -> bool:
    row = match.match
    assert row.ended is not None
    ended = datetime.fromtimestamp(row.ended / 1000, UTC)
    match name:
        case "season":
            return f"{ended:%Y-%m}" == wanted
        case "since":
            return ended >= _midnight(wanted)
        case "until":
            return ended < _midnight(wanted) + timedelta(days=1)
    return bool(getattr(row, name) == wanted)


def _midnight(day: str) -> datetime:
    return datetime.combine(date.fromisoformat(day), time(tzinfo=UTC))


def _place(match: WholeMatch, seat: int) -> int | None:
    return match.result.places.get(seat) if match.result else None


def _points(match: WholeMatch, seat: int) -> int:
    postings = (each for there in match.ledger.values() for each in there)
    return sum(each.delta for each in postings if each.seat == seat and each.asset == "points")


def _sums(sat: list[Sat]) -> tuple[int, int, int]:
    """Give matches, wins and points."""
    return len(sat), sum(each.place == 1 for each in sat), sum(each.points for each in sat)


def _ranks(values: list[Any]) -> list[int]:
    return [1 + values.index(value) for value in values]
