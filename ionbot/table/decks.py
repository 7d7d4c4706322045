"""`deck`: what people can do with their decks. All answers are private: names and cards are for their owner alone."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from games.kit import registry
from games.kit.decks import Decked
from games.kit.errors import Refused
from games.kit.extension import extended
from games.kit.text import Text, phrase
from ionbot.channel import Person
from ionbot.table.box import Box, DeckedGame
from ionbot.table.desk import Desk, Named
from ionbot.table.listing import WORD
from ionbot.table.vocabulary import Group, command

if TYPE_CHECKING:
    from ionbot.table.table import Table

_LEAST = 2
"""Letters of an abbreviation."""
_ANY = 1000
"""More words than a line can hold."""


@dataclass(frozen=True)
class _Deed:
    """What can be done with a deck: how it is typed, and how many words stand behind the deck's name."""

    usage: str
    do: Callable[[Desk, Named], Awaitable[list[Text]]]
    least: int = 0
    most: int = 0

    @property
    def word(self) -> str:
        """The word it goes by."""
        return self.usage.partition(" ")[0]


_DEEDS = (
    _Deed("show NAME", Desk.show),
    _Deed("new NAME [SORT]", Desk.new),
    _Deed("copy NAME NEW", Desk.copy, 1, 1),
    _Deed("set NAME CARDS", Desk.put, 1, _ANY),
    _Deed("add NAME CARDS", Desk.add, 1, _ANY),
    _Deed("remove NAME CARDS", Desk.remove, 1, _ANY),
    _Deed("check NAME", Desk.check),
    _Deed("use NAME", Desk.use),
)
_DELETE = _Deed("delete NAME", Desk.delete)
"""What is never abbreviated, since it destroys something."""
_LIST = "list"
_USAGES = ", ".join([_LIST, *(deed.usage for deed in (*_DEEDS, _DELETE))])


@command(
    f"deck {_USAGES}",
    "your decks, for you alone. Behind any NAME can stand its SORT, which list names, and behind deck the game",
    group=Group.PLAY,
    more=(
        phrase(
            "{prefix}deck fia list names your decks and the ready ones, {prefix}deck fia use guarded plays one. Your "
            "own: {prefix}deck fia copy guarded mine, {prefix}deck fia add mine ra7 gx2*2, {prefix}deck fia check mine."
        ),
        phrase("Say it in private, so that nobody sees your cards. A match keeps the decks it began with."),
    ),
)
async def deck(table: "Table", person: Person, rest: str) -> None:
    """Do something with the decks of a person, and tell them how it stands."""
    words = rest.split()
    try:
        lines = await _done(table, person, words)
    except Refused as refused:
        lines = [refused.text]
    table.pages.tell(table, person, lines)


async def _done(table: "Table", person: Person, words: list[str]) -> list[Text]:
    said = len(words)
    meant = _game(table, person, words)
    spoken = f"deck {meant.name}" if len(words) < said else "deck"
    options = table.options(meant)
    game = extended(meant, options)
    word, *words = words or [_LIST]
    is_list = _LIST.startswith(word.lower())
    deed = None if is_list else _deed(table, word.lower())
    named = _named(table, game, deed, words) if deed else None
    player = await table.people.number(person)
    stored = await table.insist(partial(table.decks.of, player, game.name))
    box = Box(game, stored, here=game.deck_sort(options))
    if not deed or not named:
        return [*box.told(), _what_next(table, spoken)]
    return await deed.do(Desk(table, player, box, spoken), named)


def _what_next(table: "Table", spoken: str) -> Text:
    return phrase(
        "{show} tells its cards, {use} plays it, {new} begins one of your own; {help} tells the rest.",
        show=table.typed(f"{spoken} show NAME"), use=table.typed(f"{spoken} use NAME"),
        new=table.typed(f"{spoken} new NAME"), help=table.typed("help deck"),
    )  # fmt: skip


def _game(table: "Table", person: Person, words: list[str]) -> DeckedGame:
    """Take the game from what somebody has typed; else it is the one they play, or the default, or the only one."""
    games = registry.all_games()
    with_decks = [game for game in games.values() if isinstance(game, Decked)]
    if words and words[0].lower() in games:
        meant = [games[words.pop(0).lower()]]
    else:
        only = with_decks if len(with_decks) == 1 else []
        meant = [*([table.game] if table.seats(person) else []), table.default_game, *only]
    for game in meant:
        if isinstance(game, Decked):
            return game
    if not with_decks:
        raise Refused(phrase("No game here has decks."))
    names, example = ", ".join(game.name for game in with_decks), table.typed(f"deck {with_decks[0].name} {_LIST}")
    raise Refused(phrase("Games with decks: {names}. Say which, as in {example}.", names=names, example=example))


def _deed(table: "Table", word: str) -> _Deed:
    """Give what somebody wants to do."""
    if word == _DELETE.word:
        return _DELETE
    meant = [deed for deed in _DEEDS if deed.word == word or (len(word) >= _LEAST and deed.word.startswith(word))]
    if len(meant) == 1:
        return meant[0]
    typed, usages = table.typed(f"deck {word[:WORD]}"), table.typed(f"deck {_USAGES}")
    raise Refused(phrase("{typed} is no command. There are: {usages}.", typed=typed, usages=usages))


def _named(table: "Table", game: DeckedGame, deed: _Deed, words: list[str]) -> Named:
    """Read the deck that somebody has named, and what stands behind."""
    name, *rest = words or [""]
    sort = rest.pop(0).lower() if rest and rest[0].lower() in game.deck_sorts else None
    if not name or not deed.least <= len(rest) <= deed.most:
        raise Refused(phrase("It is {usage}.", usage=table.typed(f"deck {deed.usage}")))
    return Named(name.lower(), sort, rest)
