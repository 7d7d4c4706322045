"""What can be asked of whatever is played: what all games answer, and what a game answers besides."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING

from games.kit.extension import extended
from games.kit.protocol import AnyGame
from games.kit.questions import Question, lookups_of, questions_of
from games.kit.text import Text, joined, phrase
from ionbot.channel import Person
from ionbot.table.steps import PAUSED
from ionbot.table.vocabulary import COMMANDS, Command, Group

if TYPE_CHECKING:
    from ionbot.table.play import Play
    from ionbot.table.table import Table


@cache
def vocabulary(game: AnyGame) -> Mapping[str, Command]:
    """Give all commands by every word they go by where a game is played, the game's own behind them."""
    own = {
        word: Command(word, each.help, partial(_answer, each), Group.LOOK) for word, each in questions_of(game).items()
    }
    for word in lookups_of(game):
        told = f"what a {word} is and does; the beginning of its name is enough"
        own[word] = Command(f"{word} NAME", told, partial(_look_up, word), Group.LEARN)
    return COMMANDS | {word: known for word, known in own.items() if word not in COMMANDS}


async def ask(table: "Table", person: Person, answer: "Callable[[Play], Text]") -> None:
    """Answer a question about the match, or tell that there is none."""
    if table.play:
        text = answer(table.play)
        table.tell(person, joined(text, PAUSED) if table.play.paused else text)
    elif table.lobby:
        table.tell(person, table.reception.text(table.lobby))
    else:
        table.tell(person, phrase("Nothing is played here; {join} opens a table.", join=table.typed("join")))


def seat_of(table: "Table", person: Person) -> int | None:
    """Give the seat of somebody in the match; None for an onlooker."""
    seat = table.play.seating.of(person) if table.play else None
    return seat.number if seat else None


async def _answer(question: Question, table: "Table", person: Person, _rest: str) -> None:
    await ask(table, person, lambda play: question.answer(play.match.state, seat_of(table, person)))


async def _look_up(word: str, table: "Table", person: Person, rest: str) -> None:
    if not rest:
        table.tell(person, phrase("It is {usage}.", usage=table.typed(f"{word} NAME")))
        return
    game = extended(table.game, table.options(table.game))
    table.tell(person, lookups_of(game)[word](table.play.match.state if table.play else None, rest))
