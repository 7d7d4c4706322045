"""Who may operate a table."""

import re
from collections.abc import Sequence

from ionbot.channel import Channel, Person, Status

_ACCOUNT = "account:"


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
        return any(self._fits(name, person) for name in self._names)

    def _fits(self, name: str, person: Person) -> bool:
        fold = self._channel.fold
        if name.startswith(_ACCOUNT):
            return person.account is not None and fold(person.account) == fold(name.removeprefix(_ACCOUNT))
        pattern = re.escape(fold(name)).replace(r"\*", ".*").replace(r"\?", ".")
        return re.fullmatch(pattern, fold(person.address)) is not None
