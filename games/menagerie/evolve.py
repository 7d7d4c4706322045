"""How Menagerie's own events change the state; all others are the engine's."""

from collections.abc import Mapping

from games.cardbattle.changes import Event
from games.cardbattle.evolve import APPLY as BATTLE_APPLY
from games.cardbattle.evolve import Apply
from games.cardbattle.state import Side
from games.menagerie.events import Begun
from games.menagerie.state import State


def _begun(state: State, event: Begun) -> None:
    """All start with the same AP (rule 6)."""
    state.options = event.options
    state.sides = [Side(kind, ap=event.options.ap) for kind in event.kinds]


APPLY: Mapping[type[Event], Apply] = {**BATTLE_APPLY, Begun: _begun}
"""What each event does."""
