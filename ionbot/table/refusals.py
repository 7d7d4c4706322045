"""What a table does about lines of the bot that the server does not pass on: it tells those who can change that."""

from typing import TYPE_CHECKING

from games.kit.text import phrase
from ionbot.channel import Person

if TYPE_CHECKING:
    from ionbot.table.table import Table

_LONGEST = 120
"""How many characters of the server's words are told, so that the line stays one."""


async def unheard(table: "Table", person: Person, why: str) -> None:
    """Private lines do not reach somebody. A player is told so in the channel, once a match, and called again."""
    seat = table.play.seating.of(person) if table.play else None
    sitter = seat or (table.lobby.guest(person) if table.lobby else None)
    if sitter and not sitter.is_warned:
        sitter.is_warned = True
        table.call(
            person,
            phrase(
                "my private lines do not reach you ({why}). What helps: {accept}, {mode} -g or {mode} -R; "
                "then {inv} shows what you hold.",
                why=why[:_LONGEST], accept=f"/accept {table.channel.me}", mode=f"/mode {person.nick}",
                inv=table.typed("inv"),
            ),
        )  # fmt: skip
    if table.play and seat:
        await table.play.call_again(seat.number)


async def silenced(table: "Table", why: str) -> None:
    """The bot cannot speak in the channel. Operators who are there are told so, once a silence, and the match waits."""
    channel = table.channel
    for operator in table.voice.refused(why):
        table.tell(
            operator,
            phrase(
                "I cannot speak in {channel} ({why}). What helps: {mode}. A match waits until I can.",
                channel=channel.name, why=why[:_LONGEST], mode=f"/mode {channel.name} +v {channel.me}",
            ),
        )  # fmt: skip
    if table.play:
        await table.play.call_again()
