"""What the API answers. Times are ISO 8601 in the zone that is asked for, by default UTC."""

from datetime import UTC, tzinfo
from typing import Any

from pydantic import BaseModel, Field

from games.kit.options import read_options
from games.kit.protocol import AnyGame
from ionbot.legible import date
from ionbot.store.careers import Career
from ionbot.store.courses import PointsAt, RatingAt, Versus
from ionbot.store.history import MatchRow
from ionbot.store.ratings import Rating
from ionbot.store.scores import Player, Ranked, Total


class Problem(BaseModel):
    """Why there is no answer, as RFC 9457 has it; `detail` says what would be right."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str


class PlayerAnswer(BaseModel):
    """A player. Somebody who is on two networks is two of them."""

    id: int
    nick: str
    network: str

    @classmethod
    def of(cls, player: Player) -> "PlayerAnswer":
        """Tell a player."""
        return cls(id=player.id, nick=player.nick, network=player.network)


class RatingAnswer(BaseModel):
    """How good somebody is at a game. `rating` is mu - 3 sigma, by which players are ranked."""

    rating: float
    mu: float
    sigma: float

    @classmethod
    def figures(cls, rating: Rating) -> dict[str, float]:
        """Give the figures of a rating, rounded."""
        return {"rating": round(rating.skill, 2), "mu": round(rating.mu, 4), "sigma": round(rating.sigma, 4)}


class TotalAnswer(BaseModel):
    """What somebody's matches come to. A win is a first place, also a shared one; `average` is points a match."""

    matches: int
    wins: int
    win_percent: float
    points: int
    average: float
    coins: int

    @classmethod
    def figures(cls, total: Total) -> dict[str, Any]:
        """Give the figures of a total."""
        return {
            "matches": total.matches, "wins": total.wins, "win_percent": round(100 * total.winrate, 1),
            "points": total.points, "average": round(total.average, 1), "coins": total.coins,
        }  # fmt: skip


class RankedAnswer(TotalAnswer, PlayerAnswer):
    """A line of a top list; the rating is given where the list goes by it."""

    rank: int
    rating: float | None = None
    mu: float | None = None
    sigma: float | None = None

    @classmethod
    def line(cls, line: Ranked) -> "RankedAnswer":
        """Tell a line of a top list."""
        rating: dict[str, Any] = RatingAnswer.figures(line.rating) if line.rating else {}
        who = PlayerAnswer.of(line.player).model_dump()
        return cls(rank=line.rank, **who, **TotalAnswer.figures(line.total), **rating)


class TopAnswer(BaseModel):
    """A top list. `left_out` is how many matches with computer players would have counted too.

    `stale` tells why the ratings are not those of the matches, `next` is the path of the players after these.
    """

    players: list[RankedAnswer]
    left_out: int
    stale: str | None
    next: str | None


class PlayersAnswer(BaseModel):
    """Everybody who was seen with a nick."""

    players: list[PlayerAnswer]


class RatedAnswer(RatingAnswer):
    """How good somebody is at a game in a season, which rank that is among all, and how many matches it counts."""

    game: str
    season: str
    rank: int
    matches: int


class ReasonAnswer(BaseModel):
    """How often somebody's points changed for a reason, and by how much in all."""

    reason: str
    times: int
    points: int


class OutcomeAnswer(BaseModel):
    """How a match ended for somebody; there is no place for who left before the end."""

    match: int
    game: str
    channel: str
    ended: str
    team: str
    place: int | None
    points: int
    coins: int


class CareerAnswer(TotalAnswer, PlayerAnswer):
    """All that a player has done. `unplaced` counts the matches that they left before the end."""

    first_seen: str
    last_seen: str
    linked_with: list[PlayerAnswer] = Field(description="The same person's other players, whose record is not in this.")
    places: dict[int, int]
    unplaced: int
    ratings: list[RatedAnswer]
    points_by_reason: list[ReasonAnswer]
    last_matches: list[OutcomeAnswer]
    left_out: int

    @classmethod
    def whole(cls, career: Career, zone: tzinfo) -> "CareerAnswer":
        """Tell a career."""
        return cls(
            **PlayerAnswer.of(career.player).model_dump(),
            **TotalAnswer.figures(career.total),
            first_seen=str(date(career.player.first_seen, zone)),
            last_seen=str(date(career.player.last_seen, zone)),
            linked_with=[PlayerAnswer.of(player) for player in career.linked],
            places=career.places,
            unplaced=career.total.matches - sum(career.places.values()),
            ratings=[
                RatedAnswer(
                    game=each.game, season=each.season, rank=each.rank, matches=each.rating.matches,
                    **RatingAnswer.figures(each.rating),
                )
                for each in career.ratings
            ],
            points_by_reason=[ReasonAnswer(**vars(change)) for change in career.changes],
            last_matches=[OutcomeAnswer(**{**vars(last), "ended": date(last.ended, zone)}) for last in career.last],
            left_out=career.left_out,
        )  # fmt: skip


class PointsAtAnswer(BaseModel):
    """The points that a match brought somebody, and what they had in `total` then."""

    match: int
    game: str
    ended: str
    points: int
    total: int

    @classmethod
    def of(cls, at: PointsAt, zone: tzinfo) -> "PointsAtAnswer":
        """Tell a point of a course."""
        return cls(match=at.match, game=at.game, ended=str(date(at.ended, zone)), points=at.points, total=at.total)


class PointsAnswer(BaseModel):
    """How somebody's points went, the earliest match first; `next` is the path of those after these."""

    points: list[PointsAtAnswer]
    next: str | None


class RatingAtAnswer(RatingAnswer):
    """Somebody's rating after a match."""

    match: int
    ended: str

    @classmethod
    def of(cls, at: RatingAt, zone: tzinfo) -> "RatingAtAnswer":
        """Tell a point of a course."""
        figures = RatingAnswer.figures(Rating(at.mu, at.sigma))
        return cls(match=at.match, ended=str(date(at.ended, zone)), **figures)


class RatingsAnswer(BaseModel):
    """How somebody's rating went, the earliest match first; `next` is the path of those after these."""

    ratings: list[RatingAtAnswer]
    next: str | None


class VersusAnswer(BaseModel):
    """How two players did in the matches that both have played; pairs are in the order of the question."""

    matches: int
    ahead: tuple[int, int]
    even: int
    same_team: int
    points: tuple[int, int]

    @classmethod
    def of(cls, met: Versus) -> "VersusAnswer":
        """Tell how two have met."""
        return cls(matches=len(met.meetings), ahead=met.ahead, even=met.even, same_team=met.allied, points=met.points)


class MatchAnswer(BaseModel):
    """A match in a list; one that is `voided` counts for nothing."""

    id: int
    status: str
    game: str
    network: str
    channel: str
    opened: str
    started: str | None
    ended: str | None
    voided: str | None
    players: list[str]
    winners: list[str]

    @classmethod
    def fields(cls, row: MatchRow) -> dict[str, Any]:
        """Give the fields of a match. Who wins is for nobody to know before the end."""
        times = {name: date(getattr(row, name), UTC) for name in ("opened", "started", "ended", "voided")}
        plain = {name: getattr(row, name) for name in ("id", "game", "network", "channel", "players")}
        return {**plain, **times, "status": row.status.value, "winners": row.winners if row.ended else []}


class MatchesAnswer(BaseModel):
    """Matches, the latest first; `next` is the path of those after these."""

    matches: list[MatchAnswer]
    next: str | None


class GameAnswer(BaseModel):
    """A game that is installed, and how many can play it."""

    name: str
    title: str
    rules_version: int
    least_players: int
    most_players: int
    levels: list[str]

    @classmethod
    def of(cls, game: AnyGame) -> "GameAnswer":
        """Tell a game."""
        least, most = game.seats(read_options(game, {}))
        return cls(
            name=game.name, title=game.title, rules_version=game.rules_version, least_players=least,
            most_players=most, levels=[*game.computers],
        )  # fmt: skip


class GamesAnswer(BaseModel):
    """The games that are installed."""

    games: list[GameAnswer]
