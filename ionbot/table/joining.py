"""People sit down at a table, and leave it."""

from typing import TYPE_CHECKING, Any

from games.kit.inputs import Reason
from games.kit.protocol import AnyGame
from games.kit.text import Named, Text, joined, phrase
from ionbot.channel import Person
from ionbot.table.admission import unseated

if TYPE_CHECKING:
    from ionbot.table.play import Play
    from ionbot.table.table import Table


async def join(table: "Table", person: Person, game: AnyGame | None, word: str, options: Any = None) -> None:
    """Seat somebody: in the match that runs, or in the lobby, which they may open, with these options."""
    if person not in table.channel.people():
        table.tell(person, phrase("Come to {channel} to play.", channel=table.channel.name))
    elif table.resting:
        table.tell(person, table.resting)
    elif not table.play:
        await table.reception.join(person, game, word, options)
    elif table.play.seating.of(person):
        table.tell(person, phrase("You play already; {inv} shows what you hold.", inv=table.typed("inv")))
    elif seat := table.play.sitters.own(person):
        await table.play.roster.reclaim(seat, person)
    elif game and game is not table.play.game:
        playing, typed = table.play.game.title, table.typed("join")
        table.tell(person, phrase("{game} is played now; {join} joins it.", game=playing, join=typed))
    elif why := unseated(table, person):
        table.tell(person, why)
    elif why := await _refused(table, table.play, person):
        table.tell(person, joined(why, table.waiting.add(person)))
    if table.seats(person):
        table.waiting.remove(person)


async def _refused(table: "Table", play: "Play", person: Person) -> Text | None:
    """Seat somebody in the match that runs, or tell why not: nobody shall play on two seats, one of them given away."""
    player = await table.people.number(person)
    if seat := play.sitters.given_by(person, player):
        return phrase("What {nick} plays here counts for you already.", nick=Named(seat.name))
    refused = await play.roster.join(person, player)
    return refused.text if refused else None


async def again(table: "Table", person: Person) -> None:
    """Seat somebody for a match like the last one."""
    game, options = table.stage.last or (None, None)
    await join(table, person, game if not table.lobby else None, "", options)


async def leave(table: "Table", person: Person) -> None:
    """Let somebody leave of their own will."""
    if table.play and (seat := table.play.seating.of(person)):
        await table.play.roster.leave(seat, Reason.QUIT)
    elif table.lobby and table.lobby.guest(person):
        await table.reception.leave(person)
    elif person in table.waiting:
        table.waiting.remove(person)
        table.tell(person, phrase("You are off the list."))
    else:
        table.tell(person, phrase("You do not sit at this table; {join} sits down.", join=table.typed("join")))
