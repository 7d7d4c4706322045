"""The ledger: what each event changes in the players' life, which are the points, how they stand, and who won."""

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.changes import Event
from games.cardbattle.state import State
from games.kit.protocol import Posting, Result, Standing


def postings(event: Event) -> list[Posting]:
    """Tell what an event changes in the ledger."""
    match event:
        case e.LifeSet(seat, life):
            return [Posting(seat, "points", life, "start")]
        case c.Struck(_, taken):
            return [Posting(~ref, "points", -amount, "blow") for ref, amount in taken.items() if ref < 0 and amount]
        case c.Mended(at, amount) if at < 0:
            return [Posting(~at, "points", amount, "mend")]
        case _:
            return []


def standings(state: State) -> list[Standing]:
    """Tell how all players stand."""
    return [
        Standing(
            seat, side.kind, team="", points=side.life, coins=0, items={}, present=side.present,
            beaten=not side.present and not side.life,
        )
        for seat, side in enumerate(state.sides)
    ]  # fmt: skip


def result(state: State) -> Result | None:
    """Give the places once the match is over."""
    return Result(state.places) if state.over else None
