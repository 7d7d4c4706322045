"""Receives the players: a lobby is opened, fills, and becomes a match or closes."""

from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from games.kit import fair
from games.kit.match import Match
from games.kit.options import read_options
from games.kit.protocol import AnyGame
from games.kit.text import Text, joined, phrase, plural
from ionbot.channel import Person
from ionbot.table.lobby import CLOSES_MS, Guest, Lobby
from ionbot.table.seating import Seating
from ionbot.table.services import Services

if TYPE_CHECKING:
    from ionbot.table.table import Table


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
            return self._missing(lobby)
        left = max(lobby.due - self._services.now(), 0) // 1000
        return phrase(
            "{names} at the table; {game} starts in {left} s.", names=lobby.names, game=lobby.game.title, left=left
        )

    async def join(self, person: Person, game: AnyGame | None, word: str) -> None:
        """Take somebody into the lobby; the first one opens it."""
        if not (lobby := self.lobby):
            game = game or self._table.default_game
            lobby = await self._open(game, min(self._services.config.fill, self._seats(game)[1] - 1))
            await self._seat(lobby, person, word)
        elif guest := lobby.twin(person):
            guest.person = person
            self._table.tell(person, phrase("You sit at the table already. {lobby}", lobby=self.text(lobby)))
        elif game and game is not lobby.game:
            self._table.tell(person, phrase("This table is open for {game}.", game=lobby.game.title))
        elif lobby.size >= self._seats(lobby.game)[1]:
            self._table.tell(person, phrase("The table is full."))
        else:
            await self._seat(lobby, person, word)

    async def exhibit(self, game: AnyGame, computers: int) -> None:
        """Let so many computer players play, or as many as there can be."""
        lobby = await self._open(game, min(computers, self._seats(game)[1]))
        self._table.say(
            phrase(
                "Computer players play {game}, match {match}. Cards are bound to {commitment}.",
                game=game.title, match=str(lobby.match), commitment=lobby.commitment,
            )
        )  # fmt: skip
        await self.start(lobby)

    async def leave(self, person: Person) -> None:
        """Let somebody go; the last one out closes the lobby."""
        lobby = self.lobby
        if not lobby or not (guest := lobby.guest(person)):
            return
        lobby.guests.remove(guest)
        if not lobby.guests:
            await self.close(lobby)
            self._table.say(phrase("{nick} leaves; the table is closed.", nick=person.nick))
        elif lobby.size >= self._seats(lobby.game)[0]:
            self._table.say(phrase("{nick} leaves; {names} at the table.", nick=person.nick, names=lobby.names))
        else:
            lobby.wait(self._services.now())
            self._table.say(phrase("{nick} leaves. {lobby}", nick=person.nick, lobby=self.text(lobby)))

    async def go(self, person: Person) -> None:
        """Start at once, if somebody at the table wants it and there are enough."""
        if not (lobby := self.lobby):
            self._table.tell(
                person, phrase("There is nothing to start; {join} opens a table.", join=self._table.typed("join"))
            )
        elif not lobby.guest(person):
            self._table.tell(
                person,
                phrase("Only who sits at the table can start; {join} sits down.", join=self._table.typed("join")),
            )
        elif lobby.size < self._seats(lobby.game)[0]:
            self._table.tell(person, self.text(lobby))
        else:
            await self.start(lobby)

    async def start(self, lobby: Lobby) -> None:
        """Make the lobby a match."""
        self.lobby = None
        computer = await self._table.computer_player()
        match = Match.open(lobby.game, lobby.header(computer), lobby.seed)
        await self._table.play_match(match, Seating(lobby.seats(computer)), lobby.seed)

    async def wake(self) -> None:
        """Start the match when its time has come, or close a lobby that too few came to."""
        if not (lobby := self.lobby) or lobby.due > self._services.now():
            return
        if lobby.counting_down:
            await self.start(lobby)
        else:
            await self.close(lobby)
            self._table.say(phrase("Too few have come; the table is closed."))

    async def close(self, lobby: Lobby) -> None:
        """Close the lobby without a match."""
        self.lobby = None
        await self._table.insist(partial(self._services.journal.cancel, lobby.match))

    async def _open(self, game: AnyGame, computers: int) -> Lobby:
        """Open a lobby. Its number and commitment are settled here, before anybody is known who will play."""
        services, channel = self._services, self._table.channel
        seed = services.seed()
        commitment = fair.commitment(seed)
        opening = partial(
            services.journal.open, channel.network, channel.folded,
            game=game, commitment=commitment, seed=seed, opened_ms=services.wall(),
        )  # fmt: skip
        match = await self._table.insist(opening)
        options = to_builtins(self._options(game))
        self.lobby = Lobby(game, options, match, commitment, seed, computers, services.now() + CLOSES_MS)
        return self.lobby

    async def _seat(self, lobby: Lobby, person: Person, word: str) -> None:
        """Put somebody into the lobby, and say so; with enough of them the countdown begins."""
        new = not lobby.guests
        lobby.guests.append(Guest(person, await self._table.player(person), word))
        if starts := not lobby.counting_down and lobby.size >= self._seats(lobby.game)[0]:
            lobby.count_down(self._services.now() + round(self._services.config.countdown * 1000))
        if new:
            text = phrase(
                "{nick} opens {game}, match {match}; {join} sits down. Cards are bound to {commitment}.",
                nick=person.nick, game=lobby.game.title, match=str(lobby.match), join=self._table.typed("join"),
                commitment=lobby.commitment,
            )  # fmt: skip
        else:
            text = phrase("{nick} sits down.", nick=person.nick)
        if starts:
            go = phrase("{go} starts at once.", go=self._table.typed("go"))
            self._table.say(joined(text, self.text(lobby), go))
        else:
            self._table.say(joined(text, self._missing(lobby)))

    def _missing(self, lobby: Lobby) -> Text:
        """Tell who waits in the lobby, and how many more it takes."""
        if (missing := self._seats(lobby.game)[0] - lobby.size) <= 0:
            return phrase("{names} at the table.", names=lobby.names)
        return plural(
            "{names} at the table; {game} needs {n} player more.",
            "{names} at the table; {game} needs {n} players more.",
            n=missing, names=lobby.names, game=lobby.game.title,
        )  # fmt: skip

    def _seats(self, game: AnyGame) -> tuple[int, int]:
        """How many may sit down, least and most."""
        return game.seats(self._options(game))

    def _options(self, game: AnyGame) -> Any:
        return read_options(game, self._services.options.get(game.name, {}))
