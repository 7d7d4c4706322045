"""Matches that are made up are whole matches: all that is proved of a played one holds for them."""

from sqlalchemy import select

from games.fia import FIA
from games.ion import ION
from ionbot.store.check import findings
from ionbot.store.counting import Counted
from ionbot.store.database import Database
from ionbot.store.history import matches_list
from ionbot.store.proof import proofs
from ionbot.store.recompute import recompute
from ionbot.store.score_tables import ratings
from ionbot.store.scores import top
from ionbot.store.seeding import Seeder
from ionbot.store.writer import Writer


async def test_made_up_matches_are_whole(database: Database, writer: Writer) -> None:
    told: list[None] = []
    await Seeder([ION, FIA], b"seed").fill(writer, 8, lambda: told.append(None))
    assert len(told) == 8
    rows = matches_list(database)
    assert [row.game for row in rows] == ["fia", "ion"] * 4
    assert {row.status for row in rows} == {"finished"}
    assert len({(row.network, row.channel) for row in rows}) > 1
    assert list(findings(database)) == []
    assert [objections for _, objections in proofs(database) if objections] == []
    with database.write() as connection:
        assert recompute(connection, dry_run=False) == []
        assert connection.execute(select(ratings)).all()
    assert top(database, Counted()).left_out < 8
    before = [(row.players, row.winners) for row in rows]
    await Seeder([ION, FIA], b"seed").fill(writer, 2)
    assert [(row.players, row.winners) for row in matches_list(database)[2:]] == before
