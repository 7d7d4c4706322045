"""A running match at a table: inputs go in, the journal is written, and only then the channel hears of it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from games.kit import inputs
from games.kit.errors import Fault, Refused
from games.kit.inputs import Cause, Kind, Reason, SystemInput
from games.kit.match import AnyMatch
from games.kit.protocol import Entry
from games.kit.text import Phrase, Text, joined, phrase
from ionbot.channel import Channel, Person
from ionbot.table import computers
from ionbot.table.announcer import Announcer, Batch
from ionbot.table.clock import MatchClock, Now
from ionbot.table.keeper import Keeper
from ionbot.table.prompt import Prompt
from ionbot.table.seating import Seat, Seating

ALL_AWAY_MS = 15 * 60_000
"""How long a match's time stands still at most while no human is connected."""


class Play:
    """One match, from its first input to its last. Its methods must not overlap: a table handles one at a time.

    A match that is taken up again stands still until `return_to`.
    """

    def __init__(
        self, match: AnyMatch, seating: Seating, *,
        announcer: Announcer, keeper: Keeper, players: computers.Players, now: Now,
    ) -> None:  # fmt: skip
        self.match = match
        self.game = match.game
        self.seating = seating
        self.clock = MatchClock(now, match.now)
        self._announcer = announcer
        self._keeper = keeper
        self._players = players
        self._thinking = computers.Thinking(now, players)
        self._now = now
        self._all_away_since: int | None = None
        if match.log:
            self.clock.hold("network")

    @property
    def due(self) -> int | None:
        """When something is to be done next without an input, in real ms."""
        times: list[int | None] = []
        if self._all_away_since is not None and self.clock.held_by("away"):
            times.append(self._all_away_since + ALL_AWAY_MS)
        if prompt := self._announcer.prompt:
            times.append(prompt.limit)
        if self.clock.runs:
            times.append(self._thinking.due)
            times.append(None if self.match.due is None else self.clock.real(self.match.due))
        return min((time for time in times if time is not None), default=None)

    def own(self, person: Person) -> Seat | None:
        """Give the seat in play that belongs to somebody, whether it is held or on another connection of theirs."""
        return next((seat for seat in self._humans_present() if seat.belongs_to(person)), None)

    def to_move(self, person: Person) -> Seat | None:
        """Give the person's seat, if it may act now."""
        seat = self.seating.of(person)
        return seat if seat and seat.number in self.game.actors(self.match.state) else None

    async def begin(self) -> None:
        """Take the first input."""
        await self._step([self.match.begin()])

    async def move(self, seat: Seat, text: str) -> Refused | None:
        """Let a seat play what its player typed. Gives the refusal if it is not taken."""
        await self._step(self.match.tick(self.clock.time))  # what is due may change what the text means
        try:
            command = self.game.parse(self.match.state, seat.number, text)
        except Refused as refused:
            return refused
        return await self._step(self.match.submit(self.clock.time, command, seat.number))

    async def join(self, person: Person, player: int) -> Refused | None:
        """Let somebody take the seat they had left, or a new one. Gives the refusal; then all seats are as before."""
        await self._step(self.match.tick(self.clock.time))
        left = self._left_by(person, player)
        seat = replace(left) if left else Seat.of(person, len(self.seating), player)
        seat.take(person)
        self.seating.put(seat.number, seat)
        if refused := await self._step(self._submit(inputs.Joined(seat.kind), seat)):
            self.seating.put(seat.number, left)
        return refused

    async def leave(self, seat: Seat, reason: Reason) -> None:
        """Let a player leave for good."""
        seat.empty()
        await self._step(self._submit(inputs.Left(reason), seat))

    async def hold(self, seat: Seat, cause: Cause) -> None:
        """Keep the seat of somebody who has gone without their doing."""
        seat.empty()
        await self._step(self._submit(inputs.Away(cause), seat))

    async def reclaim(self, seat: Seat, person: Person) -> None:
        """Put a player on their seat who is back, or on another connection, and tell them what they hold."""
        seat.take(person)
        await self._step(self._submit(inputs.Back(), seat))
        self._announcer.tell_hand(seat.number, self.game.words.hand(self.match.state, seat.number))

    async def lose_network(self) -> None:
        """Let the time stand still: the bot is not in the channel any more."""
        entries = self.match.submit(self.clock.time, inputs.Paused())
        self.clock.hold("network")
        self._announcer.prompt = None
        for seat in self.seating:
            seat.empty()
        await self._step(entries)

    async def return_to(self, channel: Channel, greeting: Phrase) -> None:
        """Go on after an interruption: who is not there is held, and one line tells where the match stands."""
        opening = joined(greeting, *self._last_deed())
        for person in channel.people():
            if (seat := self.own(person)) and not seat.person:
                seat.take(person)
        now = self.clock.time
        seen = [
            self.match.submit(now, inputs.Back() if seat.person else inputs.Away(Cause.UNSEEN), seat.number)
            for seat in self._humans_present()
        ]
        resumed = self.match.submit(now, inputs.Resumed())
        self.clock.release("network")
        self._all_away_since = None
        await self._step(chain(*seen, resumed), opening)

    async def prompt_left(self, prompt: Prompt) -> None:
        """Start the time of whoever was asked: the prompt has left."""
        if prompt is self._announcer.prompt:
            self._announcer.prompt = None
            await self._step(self.match.submit(self.clock.time, inputs.Prompted()))

    async def wake(self) -> None:
        """Do what is due: timers, computers' moves, a prompt nobody has heard of, an absence that lasts too long."""
        if (prompt := self._announcer.prompt) and prompt.limit <= self._now():
            await self.prompt_left(prompt)
        if self._all_away_since is not None and self._all_away_since + ALL_AWAY_MS <= self._now():
            self.clock.release("away")
        while True:
            now = self.clock.time
            await self._step(self.match.tick(now))
            if not self.clock.runs or (seat := self._thinking.take_ready()) is None:
                return
            await self._move_computer(seat, max(now, self.match.now))

    async def _move_computer(self, seat: int, now: int) -> None:
        """Let a computer player move, at a match time up to which all that was due has happened."""
        state = self.match.state
        choices = self.game.choices(state, seat)
        command = self._players.mind.move(self.game.view(state, seat), choices, self._players.rng)
        if refused := await self._step(self.match.submit(now, command, seat)):
            raise Fault(f"{self.game.name} refused the computer player's {command!r}: {refused}")

    def _submit(self, command: SystemInput, seat: Seat) -> Iterator[Entry]:
        return self.match.submit(self.clock.time, command, seat.number)

    async def _step(self, entries: Iterable[Entry], opening: Text | None = None) -> Refused | None:
        """Take inputs, save what they did, tell of it, and set the clock. Gives the refusal of the last input.

        With an `opening` it is told where the match stands. Raises Fault if the game broke, after saving and telling
        what had happened before.
        """
        batch, stopped = self._run(entries)
        if opening:
            self._tell_where_it_stands(batch, opening)
        if all(isinstance(entry.command, inputs.Prompted) for entry in batch.entries):
            self._keeper.defer(batch.entries)
        else:
            self.clock.hold("save")
            await self._keeper.save(batch.entries)
            self.clock.release("save")
        self._announcer.publish(batch)
        self._let_go()
        self._set_clock()
        if isinstance(stopped, Fault):
            raise stopped
        return stopped

    def _tell_where_it_stands(self, batch: Batch, opening: Text) -> None:
        """Put an opening before what a batch tells, whose turn it is behind it, and tell everybody what they hold."""
        state, words = self.match.state, self.game.words
        turn = () if self.game.waits(state) else (words.turn(state, self.clock.time),)
        batch.public = [joined(opening, *batch.public, *turn)]
        batch.private = {seat.number: words.hand(state, seat.number) for seat in self._humans_present()}

    def _run(self, entries: Iterable[Entry]) -> tuple[Batch, Refused | Fault | None]:
        """Take inputs, and what fillers are needed after them."""
        batch, words = Batch(), self.game.words
        try:
            for entry in chain(entries, self._level_out()):
                batch.entries.append(entry)
                batch.public += words.public(self.match.state, entry)
                batch.private |= words.private(self.match.state, entry)
        except (Refused, Fault) as stopped:
            return batch, stopped
        return batch, None

    def _level_out(self) -> Iterator[Entry]:
        """Seat fillers, or let them go, until there are as many as the game wants."""
        while not self.match.over:
            fillers = [at.seat for at in self.game.standings(self.match.state) if at.present and at.kind is Kind.FILLER]
            wanted = self.game.fillers(self.match.state)
            if len(fillers) == wanted:
                return
            if len(fillers) > wanted:
                yield from self._submit(inputs.Left(Reason.SURPLUS), self.seating[fillers[-1]])
            else:
                yield from self._seat_filler()

    def _seat_filler(self) -> Iterator[Entry]:
        number = len(self.seating)
        name = computers.name(sum(seat.kind is not Kind.HUMAN for seat in self.seating))
        seat = Seat(number, self._players.player, Kind.FILLER, name)
        self.seating.put(number, seat)
        try:
            yield from self._submit(inputs.Joined(Kind.FILLER), seat)
        except Refused as refused:
            raise Fault(f"{self.game.name} wants a filler and refuses it: {refused}") from refused

    def _let_go(self) -> None:
        """Take the persons from their seats that the game has put out."""
        present = self._humans_present()
        for seat in self.seating.humans:
            if seat not in present:
                seat.empty()

    def _set_clock(self) -> None:
        """Let time pass only while nothing is in its way, and let those computers think that are to move."""
        self._hold_while(self._announcer.prompt is not None, "prompt")
        humans = self._humans_present()
        all_away = bool(humans) and not any(seat.person for seat in humans)
        if all_away and self._all_away_since is None:
            self._all_away_since = self._now()
            self.clock.hold("away")
        elif not all_away:
            self._all_away_since = None
            self.clock.release("away")
        self._hold_while(self.match.over, "over")
        actors = self.game.actors(self.match.state) if self.clock.runs else ()
        self._thinking.set(seat for seat in actors if self.seating[seat].kind is not Kind.HUMAN)

    def _hold_while(self, held: bool, why: str) -> None:
        (self.clock.hold if held else self.clock.release)(why)

    def _left_by(self, person: Person, player: int) -> Seat | None:
        """Give the latest seat that somebody had and left."""
        present = self._humans_present()
        left = (seat for seat in reversed(self.seating.humans) if seat not in present)
        return next((seat for seat in left if seat.was_left_by(person, player)), None)

    def _humans_present(self) -> list[Seat]:
        present = {at.seat for at in self.game.standings(self.match.state) if at.present}
        return [seat for seat in self.seating.humans if seat.number in present]

    def _last_deed(self) -> Iterator[Text]:
        """Tell what happened last, for those who have not seen it."""
        for entry in reversed(self.match.log):
            told = not isinstance(entry.command, SystemInput) or isinstance(entry.command, inputs.Expired)
            if told and (deeds := self.game.words.public(self.match.state, entry)):
                yield phrase("Last: {deed}", deed=joined(*deeds))
                return
