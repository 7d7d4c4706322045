"""Receives the players: a lobby is opened, fills, and becomes a match or closes."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from games.kit import fair
from games.kit.match import Match
from games.kit.options import read_options
from games.kit.protocol import AnyGame
from games.kit.text import Arg, Named, Phrase, Text, joined, phrase, plural
from ionbot.channel import Lane, Person
from ionbot.table import computers
from ionbot.table.admission import barred, unseated
from ionbot.table.bringing import bring
from ionbot.table.described import names_of
from ionbot.table.lobby import CLOSES_MS, Guest, Lobby
from ionbot.table.seating import Seating
from ionbot.table.services import Services

if TYPE_CHECKING:
    from ionbot.table.table import Table

_SHOWN = 60
"""How many characters of what looks like an option are said back, so that the answer is one line."""


class Reception:
    """The lobby of a table, while there is one."""

    def __init__(self, table: "Table", services: Services) -> None:
        self.lobby: Lobby | None = None
        self._table = table
        self._services = services

    @property
    def due(self) -> int | None:
        """When the lobby starts its match or closes, in real ms."""
        return self.lobby.due if self.lobby else None

    def text(self, lobby: Lobby) -> Text:
        """Tell who waits in the lobby, and for what."""
        if not lobby.counting_down:
            return _waiting(lobby)
        left = max(lobby.due - self._services.now(), 0) // 1000
        return phrase(
            "{names} at the table; {game} starts in {left} s.", names=lobby.names, game=lobby.game.title, left=left
        )

    async def join(self, person: Person, game: AnyGame | None, word: str, options: Any = None) -> None:
        """Take somebody into the lobby; the first one opens it, with these options if there are any."""
        if not (lobby := self.lobby):
            game = game or self._table.default_game
            await self._open_for(person, game, word, options or self.options(game))
        elif guest := lobby.twin(person):
            guest.person = person
            self._table.tell(person, phrase("You sit at the table already. {lobby}", lobby=self.text(lobby)))
        elif game and game is not lobby.game:
            self._table.tell(person, phrase("This table is open for {game}.", game=lobby.game.title))
        elif why := unseated(self._table, person):
            self._table.tell(person, why)
        elif lobby.full:
            self._table.tell(person, phrase("The table is full."))
        else:
            await self._seat(lobby, person, word, phrase("{nick} sits down.", nick=Named(person.nick)))

    async def host(self, person: Person, game: AnyGame, given: Mapping[str, str]) -> None:
        """Open a lobby for others, with some options as they were typed. Raises OptionsError."""
        if why := await barred(self._table, self._services, person, game):
            self._table.tell(person, why)
            return
        opened = phrase("{nick} opens {game}", nick=Named(person.nick), game=_with_options(game, given))
        await self._host(game, given, opened)

    async def call_for(self, game: AnyGame, given: Mapping[str, str]) -> None:
        """Open a lobby as it was planned, with some options as they were typed. Raises OptionsError."""
        await self._host(game, given, phrase("It is time for {game}", game=_with_options(game, given)))

    async def _host(self, game: AnyGame, given: Mapping[str, str], opened: Phrase) -> None:
        lobby = await self._open_filled(game, self.options_typed(game, given))
        lobby.hosted = True
        self._say(joined(self._opening(lobby, opened), _waiting(lobby)))
        self._table.news.spread(game.name, game.title)

    async def _open_for(self, person: Person, game: AnyGame, word: str, options: Any) -> None:
        """Open a lobby for somebody who sits down at it, if they may."""
        table = self._table
        if why := unseated(table, person) or await barred(table, self._services, person, game):
            table.tell(person, why)
            return
        lobby = await self._open_filled(game, options)
        opened = phrase("{nick} opens {game}", nick=Named(person.nick), game=game.title)
        await self._seat(lobby, person, word, self._opening(lobby, opened))
        table.news.spread(game.name, game.title)

    async def exhibit(self, game: AnyGame, players: int) -> None:
        """Let so many computer players play, or as many as there can be."""
        options = self.options(game)
        lobby = await self._open(game, options, min(players, game.seats(options)[1]))
        self._table.say(
            phrase(
                "Computer players play {game}, match {match}. Its cards are sealed: {commitment}.",
                game=game.title, match=str(lobby.match), commitment=lobby.commitment,
            )
        )  # fmt: skip
        await self.start(lobby)

    async def leave(self, person: Person, out: Phrase | None = None) -> None:
        """Let somebody go, told by `out`; the last one out closes a lobby that no operator has opened."""
        lobby = self.lobby
        if not lobby or not (guest := lobby.guest(person)):
            return
        lobby.guests.remove(guest)
        out = out or phrase("{nick} leaves.", nick=Named(person.nick))
        if lobby.guests or lobby.hosted:
            self._shrink(lobby, out)
        else:
            await self.close(lobby)
            self._say(joined(out, phrase("The table is closed.")))

    async def hand_over(self, guest: Guest, person: Person, text: Text) -> None:
        """Let somebody take the place of a guest, and say so."""
        if (lobby := self.lobby) and guest in lobby.guests:
            successor = Guest(person, await self._table.people.number(person), "", person.account)
            lobby.guests[lobby.guests.index(guest)] = successor
            self._say(joined(text, self.text(lobby)))

    def add_computer(self, lobby: Lobby, level: str, person: Person) -> None:
        """Let a computer player of a level sit down, for an operator."""
        if lobby.full:
            self._table.tell(person, phrase("The table is full."))
        else:
            lobby.computers.append(level)
            name = Named(computers.name(len(lobby.computers) - 1))
            self._grow(lobby, phrase("{name} sits down and plays {level}.", name=name, level=level))

    def remove_computer(self, lobby: Lobby) -> None:
        """Let the computer player go that sat down last."""
        lobby.computers.pop()
        self._shrink(lobby, phrase("{name} leaves.", name=Named(computers.name(len(lobby.computers)))))

    async def go(self, person: Person) -> None:
        """Start at once, if somebody at the table wants it and there are enough."""
        if self._table.play:
            self._table.tell(person, phrase("The match runs already."))
        elif not (lobby := self.lobby):
            self._table.tell(
                person, phrase("There is nothing to start; {join} opens a table.", join=self._table.typed("join"))
            )
        elif not lobby.guest(person):
            self._table.tell(
                person,
                phrase("Only who sits at the table can start; {join} sits down.", join=self._table.typed("join")),
            )
        else:
            await self.start_if_enough(lobby, person)

    async def start_if_enough(self, lobby: Lobby, person: Person) -> None:
        """Make the lobby a match, or tell who wants it how many are missing."""
        if lobby.missing:
            self._table.tell(person, self.text(lobby))
        else:
            await self.start(lobby)

    async def start(self, lobby: Lobby) -> None:
        """Make the lobby a match."""
        self.lobby = None
        levels = {level: await self._table.people.computer(level) for level in dict.fromkeys(lobby.computers)}
        decks = await bring(self._table, lobby)
        match = Match.open(lobby.game, lobby.header(levels, decks), lobby.seed)
        await self._table.play_match(match, Seating(lobby.seats(levels)), lobby.seed)

    async def wake(self) -> None:
        """Start the match when its time has come, or close a lobby that too few came to."""
        if not (lobby := self.lobby) or lobby.due > self._services.now():
            return
        if lobby.counting_down:
            await self.start(lobby)
        else:
            await self.close(lobby)
            self._say(phrase("Too few have come; the table is closed."))

    async def close(self, lobby: Lobby) -> None:
        """Close the lobby without a match."""
        self.lobby = None
        await self._table.insist(partial(self._services.stores.journal.cancel, lobby.match))

    async def _open_filled(self, game: AnyGame, options: Any) -> Lobby:
        """Open a lobby with the computer players that fill it, and room for a person; who has waited is seated next."""
        self._table.do(self._table.waiting.seat)
        return await self._open(game, options, min(self._table.config.fill, game.seats(options)[1] - 1))

    async def _open(self, game: AnyGame, options: Any, players: int) -> Lobby:
        """Open a lobby. Its number and commitment are settled here, before anybody is known who will play.

        Whom an admin has forgotten meanwhile, or another worker has heard, is known anew, before anybody is called.
        """
        services, channel = self._services, self._table.channel
        await self._table.insist(services.stores.reload)
        seed = services.seed()
        commitment = fair.commitment(seed)
        opening = partial(
            services.stores.journal.open, channel.network, channel.folded,
            game=game, commitment=commitment, seed=seed, opened_ms=services.wall(),
        )  # fmt: skip
        match = await self._table.insist(opening)
        levels = [self._table.computer_level(game)] * players
        self.lobby = Lobby(game, options, match, commitment, seed, levels, services.now() + CLOSES_MS)
        return self.lobby

    async def _seat(self, lobby: Lobby, person: Person, word: str, text: Text) -> None:
        """Put somebody into the lobby, and say so."""
        lobby.guests.append(Guest(person, await self._table.people.number(person), word, person.account))
        self._grow(lobby, text)
        if word:
            self._table.tell(person, phrase("Your word goes into the shuffle: {word}", word=word))
        if word.partition("=")[0] in names_of(lobby.game) and "=" in word:
            start = self._table.typed(f"start {lobby.game.name} {word[:_SHOWN]}")
            self._table.tell(person, phrase("Options are for operators: {start}", start=start))

    def _grow(self, lobby: Lobby, text: Text) -> None:
        """Say who has come; with enough of them the countdown begins."""
        if lobby.missing or lobby.counting_down:
            self._say(joined(text, _waiting(lobby)))
        else:
            lobby.count_down(self._services.now() + round(self._table.config.countdown * 1000))
            go = phrase("{go} starts at once.", go=self._table.typed("go"))
            self._say(joined(text, self.text(lobby), go))

    def _shrink(self, lobby: Lobby, text: Text) -> None:
        """Say who has gone; with too few left the countdown ends."""
        if lobby.missing:
            lobby.wait(self._services.now())
        self._say(joined(text, _waiting(lobby)))

    def _say(self, text: Text) -> None:
        """Say something of the lobby, behind whatever a match in another channel has to say."""
        self._table.say(text, Lane.ANSWER)

    def _opening(self, lobby: Lobby, opened: Phrase) -> Text:
        """Tell what is open, and what binds the cards."""
        return phrase(
            "{opened}, match {match}; {join} sits down, {help} explains. Its cards are sealed: {commitment}.",
            opened=opened, match=str(lobby.match), commitment=lobby.commitment,
            join=self._table.typed("join"), help=self._table.typed("help"),
        )  # fmt: skip

    def options(self, game: AnyGame) -> Any:
        """Give the options of a match as they are here."""
        return read_options(game, self._table.settings.options(game))

    def options_typed(self, game: AnyGame, given: Mapping[str, str]) -> Any:
        """Give the options of a match with some as they were typed. Raises OptionsError."""
        return read_options(game, self._table.settings.options_typed(game, given))


def _with_options(game: AnyGame, given: Mapping[str, str]) -> Arg:
    """Name a game, with the options that were typed."""
    options = ", ".join(f"{name}={value}" for name, value in given.items())
    return phrase("{game} ({options})", game=game.title, options=options) if options else game.title


def _waiting(lobby: Lobby) -> Text:
    """Tell who waits in the lobby, and how many more it takes."""
    if not (missing := lobby.missing):
        return phrase("{names} at the table.", names=lobby.names)
    return plural(
        "{names} at the table; {game} needs {n} player more.",
        "{names} at the table; {game} needs {n} players more.",
        n=missing, names=lobby.names, game=lobby.game.title,
    )  # fmt: skip
