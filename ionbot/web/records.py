"""The records, as the API answers them."""

from datetime import tzinfo

from pydantic import BaseModel

from games.kit.text import plain
from ionbot.legible import date
from ionbot.store.records import Record
from ionbot.web.answers import PlayerAnswer


class HolderAnswer(PlayerAnswer):
    """A player's best, and the match in which it was. Who is equal shares a rank; the earlier match comes first."""

    rank: int
    value: int
    match: int
    channel: str
    ended: str


class RecordAnswer(BaseModel):
    """What somebody did best in a game, such as the largest dump; `unit` is points, ms or wins."""

    game: str
    feat: str
    record: str
    unit: str
    holders: list[HolderAnswer]

    @classmethod
    def of(cls, record: Record, zone: tzinfo) -> "RecordAnswer":
        """Tell a record."""
        holders = [
            HolderAnswer(
                **PlayerAnswer.of(each.player).model_dump(), rank=rank, value=each.value, match=each.match,
                channel=each.channel, ended=str(date(each.ended, zone)),
            )
            for rank, each in record.ranked
        ]  # fmt: skip
        about = plain(record.feat.about, str)
        return cls(game=record.game, feat=record.name, record=about, unit=record.feat.unit, holders=holders)


class RecordsAnswer(BaseModel):
    """The records that somebody holds."""

    records: list[RecordAnswer]
