"""Where matches are played at a table: one is set up, and cleared away when it is over."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from games.kit.match import AnyMatch
from games.kit.protocol import AnyGame
from games.kit.text import Text, phrase
from ionbot.channel import Channel, Delivery
from ionbot.table import computers
from ionbot.table.announcer import Announcer
from ionbot.table.keeper import Keeper
from ionbot.table.patience import Patience
from ionbot.table.play import Play
from ionbot.table.prompt import Prompt
from ionbot.table.seating import Seating
from ionbot.table.services import Services
from ionbot.table.timing import Sign
from ionbot.table.warning import Warnings

if TYPE_CHECKING:
    from ionbot.table.table import Table

OnResult: TypeAlias = Callable[[Channel, Play], None]


class Stage:
    """The match that is played at a table, if there is one. `last` are game and options of the one before.

    `patience` is the table's. `on_result` hears of a match that is over once its channel has heard it.
    """

    def __init__(self, table: "Table", services: Services, patience: Patience, on_result: OnResult) -> None:
        self.play: Play | None = None
        self.last: tuple[AnyGame, Any] | None = None
        self._table = table
        self._services = services
        self._patience = patience
        self._on_result = on_result
        self._seed = b""

    async def begin(self, match: AnyMatch, seating: Seating, seed: bytes) -> None:
        """Begin a match."""
        play = await self.sit_down(match, seating, seed)
        holding = (
            seat.number for seat in seating.humans if seat.person and self._table.people.manner(seat.person).hold
        )
        await play.begin(holding)

    async def sit_down(self, match: AnyMatch, seating: Seating, seed: bytes) -> Play:
        """Let a match be the one that is played here."""
        services, level = self._services, self._table.computer_level(match.game)
        player = await self._table.people.computer(level)
        players = computers.Players(player, level, services.chance, self._table.config.computer_pause)
        announcer = Announcer(
            match, seating, self._table.voice, services.now, self._hear_of_prompt, measures=services.measures
        )  # fmt: skip
        warnings = Warnings(match, seating, self._table.voice, lambda: self._table.config.warnings)
        keeper = Keeper(
            match, seating, services.stores.journal, self._patience, services.wall, measures=services.measures
        )  # fmt: skip
        self._seed = seed
        self.play = Play(
            match, seating, announcer=announcer, keeper=keeper, players=players, warnings=warnings, now=services.now,
            channel=self._table.channel, on_sign=self._hear_of_sign,
        )  # fmt: skip
        return self.play

    def finish(self) -> None:
        """Tell the seed of the match, if it is over, and let the table be free."""
        if self.play and self.play.match.over:
            match = self.play.match.header.match
            text = phrase(
                "Match {match} is over. The seed of its cards was {seed}; whoever runs the bot can prove them by it.",
                match=str(match), seed=self._seed.hex(),
            )  # fmt: skip
            play, self.play = self.play, None
            self.last = play.game, play.options
            self.end(match, text, play)

    def end(self, match: int, text: Text, play: Play | None = None) -> None:
        """Say that a match has ended, or without `play` was given up. Once that has left it is noted, and told."""
        self._table.say(text, left=partial(self._hear_of_end, match, play))
        for hear in self._services.over_hearers:
            hear(play is not None)
        self._table.do(self._table.waiting.seat)

    def _hear_of_prompt(self, prompt: Prompt) -> None:
        self._table.do(partial(self._prompt_left, prompt))

    def _hear_of_sign(self, sign: Sign, silence: int | None) -> None:
        self._table.do(partial(self._sign_heard, sign, silence))

    def _hear_of_end(self, match: int, play: Play | None, delivery: Delivery, _stamp: int | None) -> None:
        if delivery is Delivery.SENT:
            self._table.do(partial(self._note_end, match, play))

    async def _note_end(self, match: int, play: Play | None) -> None:
        await self._table.insist(partial(self._services.stores.journal.announce, match))
        if play:
            self._on_result(self._table.channel, play)

    async def _sign_heard(self, sign: Sign, silence: int | None) -> None:
        if self.play:
            await self.play.hear_sign(sign, silence)

    async def _prompt_left(self, prompt: Prompt) -> None:
        if self.play:
            await self.play.prompt_left(prompt)
