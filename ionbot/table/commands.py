"""What people can type at a table besides their moves."""

from typing import TYPE_CHECKING

from games.kit import registry
from games.kit.questions import lookups_of
from games.kit.registry import UnknownGame, find_game
from games.kit.text import Named, Text, joined, phrase
from ionbot.channel import Person
from ionbot.table import joining, manual
from ionbot.table.asking import ask, seat_of
from ionbot.table.guide import find, topic, topics
from ionbot.table.vocabulary import Group, command

if TYPE_CHECKING:
    from ionbot.table.table import Table


@command(
    "join [GAME] [WORD]", "sit down, or open a table; your own WORD goes into the shuffle", "jo", group=Group.PLAY,
    more=(
        phrase(
            "{prefix}join alone is enough; {prefix}join fia opens a table for Fia, {prefix}games names all games. "
            "The match starts when enough sit there: after a countdown, or at once by {prefix}go."
        ),
        phrase(
            "A WORD behind the game, as in {prefix}join ion sesame, makes sure that nobody chose the cards beforehand. "
            "{prefix}quit gets up again, {prefix}rules explains the game."
        ),
    ),
)  # fmt: skip
async def join(table: "Table", person: Person, rest: str) -> None:
    """Join what is there, or open a lobby."""
    first, _, word = rest.partition(" ")
    try:
        game = find_game(first) if first else None
    except UnknownGame:
        game, word = None, rest
    await joining.join(table, person, game, word.strip())


@command(
    "again", "sit down for a match like the last one", group=Group.PLAY,
    more=(phrase("It takes game and options of the last match here. To choose another game, type {prefix}join GAME."),),
)  # fmt: skip
async def again(table: "Table", person: Person, _rest: str) -> None:
    """Join what is there, or open a lobby as the last one was."""
    await joining.again(table, person)


@command(
    "quit", "leave the table, and the match if one runs", group=Group.PLAY, whole=True,
    more=(
        phrase(
            "You are out of a match for good, or lose by it, as its rules say. To be gone for some minutes only, type "
            "{prefix}away. It also takes you off the list for the next match."
        ),
    ),
)  # fmt: skip
async def quit_(table: "Table", person: Person, _rest: str) -> None:
    """Leave lobby or match."""
    await joining.leave(table, person)


@command(
    "go", "start the match now", group=Group.PLAY,
    more=(
        phrase(
            "For who sits at the table, once enough do; {prefix}go tells how many are missing. Otherwise the match "
            "starts by itself when the countdown is over. Operators can type {prefix}start."
        ),
    ),
)  # fmt: skip
async def go(table: "Table", person: Person, _rest: str) -> None:
    """Start without waiting for the countdown."""
    await table.reception.go(person)


@command(
    "play MOVE", "make a move; the word can be left out", "pl", group=Group.PLAY,
    more=(
        phrase(
            "In your turn type your move as it is shown, such as ++ in ION, ra7 in Fia, play 3 in the card battles. "
            "{prefix}inv tells what you hold, {prefix}turn whose turn it is, {prefix}rules what moves do."
        ),
    ),
)  # fmt: skip
async def play_(table: "Table", person: Person, _rest: str) -> None:
    """Tell who does not play in a match that they cannot move; what players type is read as their move."""
    if table.seats(person):
        table.tell(person, phrase("The match has not begun; {go} starts it.", go=table.typed("go")))
    else:
        table.tell(person, _no_seat(table))


@command(
    "inv", "what you hold, told to you alone", "hand", "cards", "ca", group=Group.LOOK,
    more=(
        phrase(
            "You are also told when the match begins and when it changes. Nobody else sees it. Where your client hides "
            "notices, {prefix}notice off has it told by messages."
        ),
    ),
)  # fmt: skip
async def inv(table: "Table", person: Person, _rest: str) -> None:
    """Tell a player what they hold."""
    if table.play and (seat := table.play.seating.of(person)):
        table.tell(person, table.play.hand(seat))
    elif table.seats(person):
        table.tell(person, phrase("The match has not begun: you hold nothing yet."))
    else:
        table.tell(person, _no_seat(table))


@command(
    "turn", "whose turn it is and how long they have", "tu", group=Group.LOOK,
    more=(phrase("{prefix}time tells of the round, {prefix}table what lies there, {prefix}inv what you can play."),),
)  # fmt: skip
async def turn(table: "Table", person: Person, _rest: str) -> None:
    """Tell whose turn it is."""
    await ask(table, person, lambda play: play.game.words.turn(play.match.state, play.clock.time))


@command(
    "table", "what lies on the table", "cd", group=Group.LOOK,
    more=(phrase("Onlookers can ask it too: nothing hidden is told. {prefix}score tells the points."),),
)  # fmt: skip
async def table_(table: "Table", person: Person, _rest: str) -> None:
    """Tell what lies open."""
    seat = seat_of(table, person)
    await ask(table, person, lambda play: joined(*play.game.words.table(play.match.state, seat), separator=" | "))


@command(
    "players", "who plays, and how much each holds", "od", "ct", group=Group.LOOK,
    more=(phrase("They stand in the order of play. {prefix}score tells their points."),),
)  # fmt: skip
async def players(table: "Table", person: Person, _rest: str) -> None:
    """Tell who plays."""
    await ask(table, person, lambda play: play.game.words.players(play.match.state))


@command(
    "time", "how much time is left", "ti", group=Group.LOOK,
    more=(phrase("It is the time of the round, or where there is none, of the turn; {prefix}turn tells whose it is."),),
)  # fmt: skip
async def time(table: "Table", person: Person, _rest: str) -> None:
    """Tell how much time is left."""
    await ask(table, person, lambda play: play.game.words.clock(play.match.state, play.clock.time))


@command(
    "score", "how everybody stands", group=Group.LOOK,
    more=(phrase("Onlookers can ask it too. At the end of a match the result is told without asking."),),
)  # fmt: skip
async def score(table: "Table", person: Person, _rest: str) -> None:
    """Tell how everybody stands."""
    await ask(table, person, lambda play: play.game.words.score(play.match.state))


@command(
    "away", "be away for a while, for which the rules hold your seat; a move, or back, ends it", group=Group.PLAY,
    more=(
        phrase(
            "{prefix}rules away tells how long, and what it costs in your own turn. Who loses the connection is held "
            "without it; who leaves the channel is not."
        ),
    ),
)  # fmt: skip
async def away(table: "Table", person: Person, _rest: str) -> None:
    """Hold the seat of a player who has something else to do."""
    if not table.play or not (seat := table.play.seating.of(person)):
        table.tell(person, _no_seat(table))
    elif table.play.sitters.is_away(seat):
        table.tell(person, phrase("You are away already; {back} ends that.", back=table.typed("back")))
    elif refused := await table.play.roster.excuse(seat):
        table.tell(person, refused.text)
    elif table.play and not table.play.sitters.is_away(seat):
        table.tell(person, phrase("This game holds no seat; your time goes on."))


@command(
    "back", "take part again after away", group=Group.PLAY,
    more=(phrase("A move, or a question such as {prefix}inv, does the same."),),
)  # fmt: skip
async def back(table: "Table", person: Person, _rest: str) -> None:
    """End a player's absence."""
    if not table.play or not (seat := table.play.seating.of(person)):
        table.tell(person, _no_seat(table))
    elif table.play.sitters.is_away(seat):
        await table.play.roster.come_back(seat)
    else:
        table.tell(person, phrase("You are not away."))


@command(
    "vote stop", "end the match, if more than half of the players who are here want it", group=Group.PLAY,
    more=(
        phrase(
            "The match is scored as it stands. Each player has one vote, and cannot take it back. To leave it to the "
            "others, type {prefix}quit."
        ),
    ),
)  # fmt: skip
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
        await table.play.stop(
            phrase("{nick} votes to stop, {shown}: the match ends.", nick=Named(person.nick), shown=shown)
        )
    elif votes > before:
        table.say(
            phrase("{nick} votes to stop, {shown}; {stop} votes too.", nick=Named(person.nick), shown=shown, stop=stop)
        )
    else:
        table.tell(person, phrase("You have voted: {shown}.", shown=shown))


@command(
    "rules [GAME] [TOPIC]", "the rules of the game that is played, or of another one, topic by topic",
    group=Group.LEARN,
    more=(
        phrase(
            "{prefix}rules names the topics, {prefix}rules bank tells one, {prefix}rules 12 a rule by its number, "
            "{prefix}rules x2 what is said of a word; {prefix}rules fia chains is about another game. {prefix}more "
            "goes on where a topic is long."
        ),
    ),
)  # fmt: skip
async def rules(table: "Table", person: Person, rest: str) -> None:
    """Tell the topics of the rules, or one of them."""
    first, _, more = rest.partition(" ")
    game, wanted, typed = registry.all_games().get(first.lower()), more.strip(), f"rules {first.lower()}"
    if game is None or game is table.game:
        game, wanted, typed = table.game, rest, "rules"
    guide = game.guide()
    table.pages.tell(table, person, topic(guide, wanted) if wanted else [topics(guide, table.typed(typed))])
    if wanted and game is table.game and not find(guide, wanted):
        for word in lookups_of(game):
            table.tell(person, phrase("{look} tells what a {word} does.", look=table.typed(f"{word} NAME"), word=word))


@command(
    "more", "the next lines of an answer that was too long", group=Group.LEARN,
    more=(phrase("Three lines come at once. What you have not read within 10 minutes is forgotten."),),
)  # fmt: skip
async def more_(table: "Table", person: Person, _rest: str) -> None:
    """Go on with an answer."""
    table.pages.turn(table, person)


@command("help [COMMAND]", "what can be typed; and all about one command", group=Group.LEARN)
async def help_(table: "Table", person: Person, rest: str) -> None:
    """Tell what can be typed."""
    for text in manual.of(table, person, rest) if rest else manual.overview(table, person):
        table.tell(person, text)


def _no_seat(table: "Table") -> Text:
    return phrase("You sit at no match here; {join} takes a seat.", join=table.typed("join"))
