"""Results of matches, told in other channels of the network that want to hear of them.

Of a channel that not everybody can find or enter nothing is told, whoever asks for it.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from games.kit.match import AnyMatch
from games.kit.text import Player, Text, joined, phrase, plural
from ionbot.channel import Channel, Lane
from ionbot.config import ALL

if TYPE_CHECKING:
    from ionbot.table.play import Play
    from ionbot.table.table import Table

_SHOWN = 5
"""How many winners are named."""


def tell_others(tables: Iterable["Table"], source: Channel, play: "Play") -> None:
    """Tell how a match in a channel has ended where that is wanted. One without places has no result."""
    if source.private or not (text := _told(play.match, source.name)):
        return
    for table in tables:
        if table.channel.open and _hears(table, source):
            table.voice.say(text, play.seating.name, Lane.CHATTER)


def _hears(table: "Table", source: Channel) -> bool:
    """Tell whether the operators of a table's channel want to hear of another channel of its network."""
    channel, named = table.channel, table.config.results
    if channel is source or channel.network != source.network:
        return False
    return named == [ALL] or source.folded in map(channel.fold, named)


def _told(match: AnyMatch, channel: str) -> Text | None:
    winners = match.result.winners if match.result else []
    if not winners:
        return None
    points = {at.seat: at.points for at in match.game.standings(match.state)}
    names: list[Text] = [
        plural("{player} ({n} point)", "{player} ({n} points)", n=points[seat], player=Player(seat))
        for seat in winners[:_SHOWN]
    ]
    if more := winners[_SHOWN:]:
        names.append(phrase("{n} more", n=len(more)))
    return plural(
        "{game} in {channel}: {winners} wins.", "{game} in {channel}: {winners} win.",
        n=len(winners), game=match.game.title, channel=channel, winners=joined(*names, separator=", "),
    )  # fmt: skip
