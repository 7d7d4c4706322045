"""The words that people can type at a table besides their moves, and how a word is recognised."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum, auto
from typing import TYPE_CHECKING, TypeAlias

from games.kit.text import Phrase
from ionbot.channel import Person

if TYPE_CHECKING:
    from ionbot.table.table import Table

_LEAST = 2
"""Letters of an abbreviation, so that those of one letter are left to moves and to other bots."""

Run: TypeAlias = "Callable[[Table, Person, str], Awaitable[None]]"


class Group(Enum):
    """What a command is for: `help` lists each under one of these."""

    PLAY = auto()
    LOOK = auto()
    LEARN = auto()
    YOU = auto()
    OPERATE = auto()


@dataclass(frozen=True, eq=False)  # each is itself alone: the texts in it cannot be hashed
class Command:
    """A command: what runs it (with the rest of the line), and what `help` says of it.

    `others` are more words for it. One that is `whole` is never abbreviated, since it destroys something. One of the
    `group` of operators is theirs alone; `instead` is what everybody else can type. `more` is what `help` of this
    command adds: two lines at most, in which {prefix} stands for what commands begin with.
    """

    usage: str
    help: str
    run: Run
    group: Group
    others: tuple[str, ...] = ()
    whole: bool = False
    instead: str = ""
    more: tuple[Phrase, ...] = ()

    @property
    def name(self) -> str:
        """The word it goes by."""
        return self.usage.partition(" ")[0]

    @property
    def operators(self) -> bool:
        """Whether it is for operators alone."""
        return self.group is Group.OPERATE

    @property
    def takes_more(self) -> bool:
        """Whether something can stand behind its word."""
        return self.usage != self.name

    @property
    def words(self) -> tuple[str, ...]:
        """All words it goes by."""
        return (self.name, *self.others)


COMMANDS: dict[str, Command] = {}
"""All commands by every word they go by."""


def command(
    usage: str,
    help: str,  # noqa: A002 - it is what it is
    *others: str,
    group: Group,
    whole: bool = False,
    instead: str = "",
    more: tuple[Phrase, ...] = (),
) -> Callable[[Run], Run]:
    """Register a command under the first word of its usage and other words."""

    def register(run: Run) -> Run:
        known = Command(usage, help, run, group, others, whole, instead, more)
        COMMANDS.update(dict.fromkeys(known.words, known))
        return run

    return register


def open_to(*, operator: bool, words: Mapping[str, Command] = COMMANDS) -> Iterator[Command]:
    """Yield each command that somebody may use."""
    yield from (known for known in dict.fromkeys(words.values()) if operator or not known.operators)


def abbreviated(word: str, *, operator: bool, words: Mapping[str, Command] = COMMANDS) -> Command | None:
    """Give the one command that a word is the beginning of, if there is only one."""
    if len(word) < _LEAST:
        return None
    meant = [
        known
        for known in open_to(operator=operator, words=words)
        if not known.whole and any(each.startswith(word.lower()) for each in known.words)
    ]
    return meant[0] if len(meant) == 1 else None


def near(word: str, *, operator: bool, words: Mapping[str, Command] = COMMANDS) -> str | None:
    """Give the command that was probably meant. Words as short as `ca` are near to too much."""
    known = open_to(operator=operator, words=words)
    long = [each for command in known for each in command.words if len(each) > _LEAST]
    return next(iter(get_close_matches(word.lower(), long, 1, 0.75)), None)
