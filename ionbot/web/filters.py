"""What can be asked for in the query of a page's address, and of the API's: the filters of the command line."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from ionbot.store.asking import counted
from ionbot.store.counting import Counted
from ionbot.store.database import Database
from ionbot.store.models import MatchStatus
from ionbot.store.scores import By
from ionbot.store.summaries import ALL

BIGGEST = 2**63 - 1
"""What the database's whole numbers go up to."""
MOST = 200
"""So many lines an answer has at most."""
FARTHEST = 100_000
"""So many lines can be passed over."""

Name = Annotated[str, StringConstraints(max_length=200)]
Number = Annotated[int, Field(ge=1, le=BIGGEST)]


class Asked(BaseModel):
    """A query. What is left empty in a form counts as not asked for; a name that means nothing is a mistake."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _without_empty(cls, asked: Any) -> Any:
        return {name: value for name, value in asked.items() if value != ""} if isinstance(asked, dict) else asked

    @property
    def given(self) -> dict[str, Any]:
        """What is asked for besides the defaults, as a query has it."""
        return self.model_dump(exclude_defaults=True, mode="json")


class Filters(Asked):
    """Which matches count."""

    game: Name | None = Field(None, description="Only matches of a game.")
    network: Name | None = Field(None, description="Only what was played there.")
    channel: Name | None = Field(None, description="Only those of a channel.")
    season: Name = Field(ALL, description="Only a season: 2026-11, 2026-Q4 or all (UTC).")
    since: Name | None = Field(None, description="From this day or time on, such as 2026-11-01.")
    until: Name | None = Field(None, description="To the end of this day, or to this time.")
    zone: Name = Field("UTC", description="The zone in which times are told and read, such as Europe/Berlin.")
    with_computers: bool = Field(False, description="Count matches with computer players too.")

    def counted(self, database: Database) -> Counted:
        """Read which matches count. Raises Unaskable, DatabaseError."""
        names = ("game", "network", "channel", "season", "since", "until", "zone", "with_computers")
        return counted(database, **{name: getattr(self, name) for name in names})


class TopFilters(Filters):
    """Which matches count for a top list, and which part of it is asked for."""

    by: By = Field(By.POINTS, description="What it goes by; average is points a match.")
    min_matches: Number = Field(1, description="Only who has played so many matches.")
    offset: int = Field(0, ge=0, le=FARTHEST, description="So many players are passed over.")
    limit: int = Field(50, ge=1, le=MOST, description="At most so many players.")


class CareerFilters(Filters):
    """Which matches count for a player's record, and how many are listed."""

    limit: int = Field(20, ge=1, le=MOST, description="At most so many of the last matches.")


class RecordFilters(Filters):
    """Which matches count for the records, and how many players of each are told. A streak counts where it ends."""

    limit: int = Field(1, ge=1, le=MOST, description="At most so many players of each record, the best first.")


class CourseFilters(Asked):
    """Which part of a course is asked for."""

    offset: int = Field(0, ge=0, le=FARTHEST, description="So many matches are passed over.")
    limit: int = Field(MOST, ge=1, le=MOST, description="At most so many matches.")


class PointsFilters(CourseFilters, Filters):
    """Which matches count for how somebody's points went, and which part of that is asked for."""


class RatingFilters(CourseFilters):
    """Which ratings are asked for."""

    game: Name = Field(description="The game: each has ratings of its own.")
    season: Name = Field(ALL, description="The season: 2026-11, 2026-Q4 or all (UTC).")
    zone: Name = Field("UTC", description="The zone in which times are told, such as Europe/Berlin.")


class MatchFilters(Asked):
    """Which matches are listed."""

    status: MatchStatus | None = Field(None, description="Only those that stand so.")
    game: Name | None = Field(None, description="Only matches of a game.")
    network: Name | None = Field(None, description="Only what was played there.")
    channel: Name | None = Field(None, description="Only those of a channel.")
    before: Number | None = Field(None, description="Only those with a lower number.")
    limit: int = Field(50, ge=1, le=MOST, description="At most so many.")


class OpponentFilters(Asked):
    """With whom somebody is compared."""

    nick: Name = Field(description="A nick that they were seen with, whatever its case.")


class NickFilters(OpponentFilters):
    """Whom somebody looks for."""

    network: Name | None = Field(None, description="Only who was seen there.")


class ReplayFilters(Asked):
    """As whom a match is seen."""

    seat: int | None = Field(None, ge=0, le=BIGGEST, description="The seat whose private lines are told, too.")


class StepFilters(ReplayFilters):
    """As whom a match is seen, and after which of its inputs."""

    seq: int | None = Field(None, ge=0, le=BIGGEST, description="The number of the input.")
