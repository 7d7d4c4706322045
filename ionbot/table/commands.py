"""What people can type at a table besides their moves."""

from typing import TYPE_CHECKING

from games.kit import registry
from games.kit.questions import lookups_of
from games.kit.registry import UnknownGame, find_game
from games.kit.text import Text, joined, phrase
from ionbot.channel import Person
from ionbot.table import joining
from ionbot.table.asking import ask, seat_of, vocabulary
from ionbot.table.guide import find, topic, topics
from ionbot.table.vocabulary import Command, command, near, open_to

if TYPE_CHECKING:
    from ionbot.table.table import Table

_MOST = 30
"""How many characters of an unknown word are said back, so that the answer is one line."""


@command("join [GAME] [WORD]", "sit down, or open a table; your own WORD goes into the shuffle", "jo")
async def join(table: "Table", person: Person, rest: str) -> None:
    """Join what is there, or open a lobby."""
    first, _, word = rest.partition(" ")
    try:
        game = find_game(first) if first else None
    except UnknownGame:
        game, word = None, rest
    await joining.join(table, person, game, word.strip())


@command("again", "sit down for a match like the last one")
async def again(table: "Table", person: Person, _rest: str) -> None:
    """Join what is there, or open a lobby as the last one was."""
    await joining.again(table, person)


@command("quit", "leave the table, and the match if one runs", whole=True)
async def quit_(table: "Table", person: Person, _rest: str) -> None:
    """Leave lobby or match."""
    await joining.leave(table, person)


@command("go", "start the match now")
async def go(table: "Table", person: Person, _rest: str) -> None:
    """Start without waiting for the countdown."""
    await table.reception.go(person)


@command("inv", "what you hold, told to you alone", "hand", "cards", "ca")
async def inv(table: "Table", person: Person, _rest: str) -> None:
    """Tell a player what they hold."""
    if table.play and (seat := table.play.seating.of(person)):
        table.tell(person, table.play.game.words.hand(table.play.match.state, seat.number))
    elif table.seats(person):
        table.tell(person, phrase("The match has not begun: you hold nothing yet."))
    else:
        table.tell(person, _no_seat(table))


@command("turn", "whose turn it is and how long they have", "tu")
async def turn(table: "Table", person: Person, _rest: str) -> None:
    """Tell whose turn it is."""
    await ask(table, person, lambda play: play.game.words.turn(play.match.state, play.clock.time))


@command("table", "what lies on the table", "cd")
async def table_(table: "Table", person: Person, _rest: str) -> None:
    """Tell what lies open."""
    seat = seat_of(table, person)
    await ask(table, person, lambda play: joined(*play.game.words.table(play.match.state, seat), separator=" | "))


@command("players", "who plays", "od")
async def players(table: "Table", person: Person, _rest: str) -> None:
    """Tell who plays."""
    await ask(table, person, lambda play: play.game.words.players(play.match.state))


@command("time", "how much time is left", "ti")
async def time(table: "Table", person: Person, _rest: str) -> None:
    """Tell how much time is left."""
    await ask(table, person, lambda play: play.game.words.clock(play.match.state, play.clock.time))


@command("score", "how everybody stands")
async def score(table: "Table", person: Person, _rest: str) -> None:
    """Tell how everybody stands."""
    await ask(table, person, lambda play: play.game.words.score(play.match.state))


@command("away", "be away for a while, for which the rules hold your seat; a move, or back, ends it")
async def away(table: "Table", person: Person, _rest: str) -> None:
    """Hold the seat of a player who has something else to do."""
    if not table.play or not (seat := table.play.seating.of(person)):
        table.tell(person, _no_seat(table))
    elif table.play.sitters.is_away(seat):
        table.tell(person, phrase("You are away already; {back} ends that.", back=table.typed("back")))
    elif refused := await table.play.excuse(seat):
        table.tell(person, refused.text)
    elif table.play and not table.play.sitters.is_away(seat):
        table.tell(person, phrase("This game holds no seat; your time goes on."))


@command("back", "take part again after away")
async def back(table: "Table", person: Person, _rest: str) -> None:
    """End a player's absence."""
    if not table.play or not (seat := table.play.seating.of(person)):
        table.tell(person, _no_seat(table))
    elif table.play.sitters.is_away(seat):
        await table.play.come_back(seat)
    else:
        table.tell(person, phrase("You are not away."))


@command("vote stop", "end the match, if more than half of the players who are here want it")
async def vote(table: "Table", person: Person, rest: str) -> None:
    """Count a player's wish that the match ends."""
    stop = table.typed("vote stop")
    if rest.lower() != "stop":
        table.tell(person, phrase("There is one thing to vote for: {stop}.", stop=stop))
        return
    if not table.play or not (seat := table.play.seating.of(person)):
        table.tell(person, _no_seat(table))
        return
    before, (votes, needed) = table.play.sitters.votes, table.play.sitters.vote(seat)
    shown = phrase("{votes} of {needed}", votes=votes, needed=needed)
    if votes >= needed:
        await table.play.stop(phrase("{nick} votes to stop, {shown}: the match ends.", nick=person.nick, shown=shown))
    elif votes > before:
        table.say(phrase("{nick} votes to stop, {shown}; {stop} votes too.", nick=person.nick, shown=shown, stop=stop))
    else:
        table.tell(person, phrase("You have voted: {shown}.", shown=shown))


@command("rules [GAME] [TOPIC]", "the rules of the game that is played, or of another one, topic by topic")
async def rules(table: "Table", person: Person, rest: str) -> None:
    """Tell the topics of the rules, or one of them."""
    first, _, more = rest.partition(" ")
    game, wanted, typed = registry.all_games().get(first.lower()), more.strip(), f"rules {first.lower()}"
    if game is None or game is table.game:
        game, wanted, typed = table.game, rest, "rules"
    guide = game.guide()
    for text in topic(guide, wanted) if wanted else [topics(guide, table.typed(typed))]:
        table.tell(person, text)
    if wanted and game is table.game and not find(guide, wanted):
        for word in lookups_of(game):
            table.tell(person, phrase("{look} tells what a {word} does.", look=table.typed(f"{word} NAME"), word=word))


@command("help [COMMAND]", "this")
async def help_(table: "Table", person: Person, rest: str) -> None:
    """Tell what can be typed."""
    words = vocabulary(table.game)
    if rest:
        known = words.get(rest.lower().removeprefix(table.prefix).partition(" ")[0])
        table.tell(person, _explained(table, known) if known else unknown(table, person, rest))
        if not known and find(table.game.guide(), rest):
            table.tell(
                person, phrase("It may be a word of the game: {rules}.", rules=table.typed(f"rules {rest[:_MOST]}"))
            )
        return
    players = ", ".join(known.name for known in open_to(operator=False, words=words))
    table.tell(
        person,
        phrase(
            "Type {prefix} and one of: {names}; {help} tells more of each. In your turn just type your move.",
            prefix=table.prefix, names=players, help=table.typed("help COMMAND"),
        ),
    )  # fmt: skip
    if table.operates(person):
        names = ", ".join(known.name for known in open_to(operator=True) if known.operators)
        table.tell(person, phrase("As an operator also: {names}.", names=names))


def unknown(table: "Table", person: Person, words: str) -> Text:
    """Say that there is no such command, and which there is."""
    word = words.strip().partition(" ")[0][:_MOST]
    if meant := near(word, operator=table.operates(person), words=vocabulary(table.game)):
        return phrase("There is no {word}; did you mean {meant}?", word=word, meant=table.typed(meant))
    return phrase("There is no {word}; {help} lists what there is.", word=word, help=table.typed("help"))


def _explained(table: "Table", known: Command) -> Text:
    """Tell what a command does, for whom, and what else it is called."""
    text: Text = phrase("{usage}: {help}.", usage=table.typed(known.usage), help=known.help)
    if known.others:
        text = joined(text, phrase("Also: {others}.", others=", ".join(known.others)))
    return joined(text, phrase("For operators.")) if known.operators else text


def _no_seat(table: "Table") -> Text:
    return phrase("You sit at no match here; {join} takes a seat.", join=table.typed("join"))
