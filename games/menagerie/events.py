"""What happens in Menagerie besides what can happen in every card battle."""

from games.cardbattle.changes import Event
from games.cardbattle.events import EVENTS as BATTLE_EVENTS
from games.kit.inputs import Kind
from games.menagerie.options import Options


class Begun(Event, frozen=True):
    """The match begins with these options and players."""

    options: Options
    kinds: tuple[Kind, ...]


EVENTS: tuple[type[Event], ...] = (Begun, *BATTLE_EVENTS)
