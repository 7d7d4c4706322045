"""What happens in Haven besides what can happen in every card battle."""

from games.cardbattle.changes import Event
from games.cardbattle.events import EVENTS as BATTLE_EVENTS
from games.haven.options import Options
from games.kit.inputs import Kind


class Begun(Event, frozen=True):
    """The match begins with these options and players."""

    options: Options
    kinds: tuple[Kind, ...]


EVENTS: tuple[type[Event], ...] = (Begun, *BATTLE_EVENTS)
