"""What the log says of whatever happens at a table: where, in which match, and behind which of its entries."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ionbot.table.table import Table


def subject(table: "Table") -> Mapping[str, object]:
    """Give the keys as they are now; `seq` is the match's last entry."""
    keys: dict[str, object] = {"network": table.channel.network, "channel": table.channel.name}
    if table.match is not None:
        keys["match"] = table.match
    if table.play:
        keys["seq"] = len(table.play.match.log) - 1
    return keys
