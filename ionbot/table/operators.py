"""Who may operate a table."""

from collections.abc import Callable, Sequence

from ionbot.channel import Channel, Person, Status
from ionbot.masks import fits


class Operators:
    """The operators of a channel's table: halfops and up there, and the accounts and masks that are configured.

    A halfop may kick, and a kick costs a player the seat: who has that power already shall not have to call for help.
    """

    def __init__(self, channel: Channel, names: Sequence[str]) -> None:
        self._channel = channel
        self._names = names

    def __contains__(self, person: Person) -> bool:
        if person.status.get(self._channel.folded, Status.NONE) >= Status.HALFOP:
            return True
        return is_named(person, self._names, self._channel.fold)


def is_named(person: Person, names: Sequence[str], fold: Callable[[str], str]) -> bool:
    """Tell whether one of the accounts and masks means somebody; `fold` folds as the network's CASEMAPPING does."""
    return any(fits(name, person.account, person.address, fold) for name in names)
