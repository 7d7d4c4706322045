"""What `help` tells: all that can be typed, and all about one command."""

from typing import TYPE_CHECKING

from games.kit.text import Phrase, Text, joined, phrase
from ionbot.channel import Person
from ionbot.table import administering
from ionbot.table.asking import vocabulary
from ionbot.table.guide import find
from ionbot.table.listing import WORD
from ionbot.table.vocabulary import Command, Group, abbreviated, near, open_to

if TYPE_CHECKING:
    from ionbot.table.table import Table


def overview(table: "Table", person: Person) -> list[Text]:
    """Name the commands by what they are for: two lines with everybody's, another one for operators."""
    lines: list[Text] = [
        phrase(
            "Type {prefix} and one of these. Play: {play}. Look: {look}.",
            prefix=table.prefix, play=_names(table, Group.PLAY), look=_names(table, Group.LOOK),
        ),
        phrase(
            "Learn: {learn}. About you: {you}. {help} tells more of each. In your turn just type your move.",
            learn=_names(table, Group.LEARN), you=_names(table, Group.YOU), help=table.typed("help COMMAND"),
        ),
    ]  # fmt: skip
    if table.operates(person):
        lines.append(phrase("As an operator also: {names}.", names=_names(table, Group.OPERATE)))
    if table.administers(person):
        lines.append(administering.overview())
    return lines


def _names(table: "Table", group: Group) -> str:
    """Name the commands of a group, those of the game behind them."""
    known = open_to(operator=True, words=vocabulary(table.game))
    return ", ".join(each.name for each in known if each.group is group)


def of(table: "Table", person: Person, words: str) -> list[Text]:
    """Tell all about the command that words begin with, in three lines at most, or what may have been meant."""
    word = words.lower().removeprefix(table.prefix).partition(" ")[0]
    spoken = vocabulary(table.game)
    if order := administering.given(table, person, word):
        return [administering.explained(table, order[0])]
    if known := spoken.get(word) or abbreviated(word, operator=table.operates(person), words=spoken):
        return [_explained(table, known), *(_typed(table, text) for text in known.more)]
    lines = [unknown(table, person, words)]
    if find(table.game.guide(), words):
        lines.append(phrase("It may be a word of the game: {rules}.", rules=table.typed(f"rules {words[:WORD]}")))
    return lines


def unknown(table: "Table", person: Person, words: str) -> Text:
    """Say that there is no such command, and which there is."""
    word = words.strip().partition(" ")[0][:WORD]
    spoken = vocabulary(table.game)
    if meant := administering.near(table, person, word) or near(word, operator=table.operates(person), words=spoken):
        return phrase("There is no {word}; did you mean {meant}?", word=word, meant=table.typed(meant))
    return phrase("There is no {word}; {help} lists what there is.", word=word, help=table.typed("help"))


def _explained(table: "Table", known: Command) -> Text:
    """Tell what a command does, for whom, and what else it is called."""
    text: Text = phrase("{usage}: {help}.", usage=table.typed(known.usage), help=phrase(known.help))
    if known.others:
        text = joined(text, phrase("Also: {others}.", others=", ".join(known.others)))
    return joined(text, phrase("For operators.")) if known.operators else text


def _typed(table: "Table", text: Phrase) -> Phrase:
    """Give a line of a command's help with what is typed here."""
    return Phrase(text.template, {"prefix": table.prefix})
