"""A running match at a table: what can happen in it, and when something is to be done that nobody asks for."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Any

from msgspec import convert

from games.kit import inputs
from games.kit.errors import Fault, Illegal, Misread, Refused
from games.kit.holding import hold
from games.kit.inputs import Cause, Kind, SystemInput
from games.kit.match import AnyMatch
from games.kit.protocol import Entry
from games.kit.secrecy import is_secret
from games.kit.stamps import stamped
from games.kit.text import Phrase, Text, joined
from ionbot.channel import Channel
from ionbot.table import computers
from ionbot.table.absence import Desertion, is_paused
from ionbot.table.announcer import Announcer
from ionbot.table.clock import MatchClock, Now
from ionbot.table.fillers import Fillers
from ionbot.table.keeper import Keeper
from ionbot.table.naming import with_seats
from ionbot.table.prompt import Prompt
from ionbot.table.reading import read
from ionbot.table.roster import Roster
from ionbot.table.seating import Seat, Seating
from ionbot.table.sitters import Sitters
from ionbot.table.steps import PAUSED, Steps
from ionbot.table.timing import Moment, Sign, Timing
from ionbot.table.warning import Warnings


class Play:
    """One match, from its first input to its last. Its methods must not overlap: a table handles one at a time.

    A match that is taken up again stands still until `return_to`.
    """

    def __init__(
        self, match: AnyMatch, seating: Seating, *,
        announcer: Announcer, keeper: Keeper, players: computers.Players, warnings: Warnings, now: Now,
        channel: Channel, on_sign: Callable[[Sign, int | None], None],
    ) -> None:  # fmt: skip
        self.match = match
        self.game = match.game
        self.seating = seating
        self.sitters = Sitters(match, seating)
        self.keeper = keeper
        self.clock = MatchClock(now, match.now)
        self.timing = Timing(match, self.clock, channel, on_sign)
        self._announcer = announcer
        self._players = players
        self._thinking = computers.Thinking(now, players)
        fillers = Fillers(match, seating, players, lambda: self.timing.now)
        self._steps = Steps(self, announcer=announcer, keeper=keeper, fillers=fillers, on_taken=self._set_clock)
        self.roster = Roster(self, steps=self._steps, announcer=announcer, fillers=fillers)
        self._fold = channel.fold
        self._warnings = warnings
        self._desertion = Desertion(self.clock, now)
        if match.log:
            self.clock.hold("network")
        if is_paused(match.log):
            self.clock.hold("pause")

    @property
    def due(self) -> int | None:
        """When something is to be done next without an input, in real ms."""
        times = [self.timing.due, self._announcer.again_at, self._desertion.due]
        if self.clock.runs:
            times.append(self._thinking.due)
            times.append(None if (due := self._warnings.due) is None else self.clock.real(due))
        return min((time for time in times if time is not None), default=None)

    @property
    def is_secret(self) -> bool:
        """Whether moves are secret now: said to the bot in private, and refused in the channel."""
        return is_secret(self.game, self.match.state)

    @property
    def options(self) -> Any:
        """The options of the match."""
        return convert(self.match.header.options, self.game.options)

    @property
    def sound(self) -> bool:
        """Whether all that has happened was saved and told; a fault on the way leaves it in doubt."""
        return self._steps.sound

    @property
    def paused(self) -> bool:
        """Whether an operator has paused the match."""
        return self.clock.held_by("pause")

    def read(self, seat: Seat, text: str) -> Any:
        """Read a move. Raises Refused."""
        parse = partial(self.game.parse, self.match.state, seat.number)
        return read(parse, text, lambda words: with_seats(words, self.sitters.seats, self._fold))

    def reads(self, seat: Seat, text: str) -> bool:
        """Tell whether a text reads as a move, be it one that cannot be made."""
        try:
            self.read(seat, text)
        except Refused as refused:
            return not isinstance(refused, Misread)
        return True

    async def begin(self, holding: Iterable[int] = ()) -> None:
        """Take the first input. These seats want to be asked before everything to which one can react."""
        begun, on = self.match.begin(), hold(self.game, on=True)
        holds = (self.match.submit(begun.at, on, seat) for seat in holding if on)
        await self._steps.take(chain([begun], *holds))

    async def move(self, seat: Seat, text: str, moment: Moment | None) -> Refused | None:
        """Let a seat play what its player typed at a moment. Gives the refusal if it is not taken."""
        now = self.timing.said(moment)
        await self._steps.catch_up(now)  # what is due may change what the text means
        try:
            command = self.read(seat, text)
        except Refused as refused:
            return refused
        if self.paused:
            return Illegal(PAUSED)
        if (sent := self.timing.sent(moment)) is not None:
            command = stamped(self.game, self.match.state, command, sent)
        return await self._steps.take(self.match.submit(max(now, self.match.now), command, seat.number), moment=moment)

    async def pause(self, said: Text) -> None:
        """Let the time stand still, say so, and ask nobody."""
        await self._steps.take(self.match.tick(self.timing.now))
        entries = self.match.submit(self.timing.now, inputs.Paused(asked=True))
        self.clock.hold("pause")
        self._announcer.prompt = None
        await self._steps.take(entries, said)

    async def resume(self, said: Text) -> None:
        """End a pause, say so, and ask again."""
        self.clock.release("pause")
        await self._steps.take(self.match.submit(self.timing.now, inputs.Resumed(asked=True)), said)

    async def stop(self, said: Text) -> None:
        """End the match, scored as it stands, and say why if anybody can hear it."""
        if self.clock.runs:  # else nothing is due, and who waits would be asked
            await self._steps.take(self.match.tick(self.timing.now))
        await self._steps.take(self.match.submit(self.timing.now, inputs.Stopped(scored=True)), said)

    def hand(self, seat: Seat) -> Text:
        """Give what a seat holds, as its player wants to be told."""
        return self._announcer.hands([seat.number])[seat.number]

    async def set_hold(self, seat: Seat, *, on: bool) -> None:
        """Let a seat be asked before everything, or not any more, in a game that has this, while the seat plays."""
        if command := hold(self.game, on=on):
            await self._steps.take(self.match.submit(self.timing.now, command, seat.number))

    async def lose_network(self) -> None:
        """Let the time stand still: the bot is not in the channel any more."""
        entries = self.match.submit(self.timing.now, inputs.Paused())
        self.clock.hold("network")
        self.timing.forget()
        self._announcer.prompt = None
        for seat in self.seating:
            seat.empty()
        await self._steps.take(entries)

    async def return_to(self, channel: Channel, greeting: Phrase) -> None:
        """Go on after an interruption: who is not there is held, and one line tells where the match stands."""
        self.sitters.take_back(channel.people())
        now = self.timing.now
        seen = [
            self.match.submit(now, inputs.Back() if seat.person else inputs.Away(Cause.UNSEEN), seat.number)
            for seat in self.sitters.people
            if not (seat.person and self.sitters.is_away(seat))
        ]
        resumed = () if self.paused else self.match.submit(now, inputs.Resumed())
        self.clock.release("network")
        self._desertion.begin_anew()
        await self._steps.take(chain(*seen, resumed), joined(greeting, *self._announcer.last_deed()), in_full=True)

    async def prompt_left(self, prompt: Prompt) -> None:
        """Start the time of whoever was asked, for the prompt has left; one that did not is said again later."""
        if prompt is not self._announcer.prompt or self._announcer.repeats(prompt):
            return
        self._announcer.prompt = None
        await self._steps.take(self.match.submit(self.timing.now, inputs.Prompted()))
        self.timing.prompt_left(prompt)

    async def call_again(self, seat: int | None = None) -> None:
        """Call who has the turn again, after a while of no time: a seat has not heard it, or nobody has (None).

        Their time runs already where the server gives no echo: there a prompt has left before it is refused.
        """
        actors = self.game.actors(self.match.state)
        is_called = bool(actors) if seat is None else seat in actors
        if is_called and (self._announcer.prompt or self.clock.runs) and self._announcer.miss(seat):
            await self._steps.take(self.match.submit(self.timing.now, inputs.Resumed()))

    async def hear_sign(self, sign: Sign, silence: int | None) -> None:
        """Take the server's sign that all has been heard, or its silence."""
        self.timing.hear(sign, silence)
        await self.wake()

    async def wake(self) -> None:
        """Do what is due: timers, computers' moves, a prompt that did not get through, an absence that is too long."""
        if (again_at := self._announcer.again_at) is not None and again_at <= self.clock.real_time:
            self._announcer.say_again(asking=not self.paused)
        self._desertion.wake()
        self._warnings.call(self.clock.time)
        while True:
            await self._steps.take(self.match.tick(self.timing.now))
            self.timing.check()
            if not self.clock.runs or (seat := self._thinking.take_ready()) is None:
                return
            await self._move_computer(seat, self.timing.now)

    async def _move_computer(self, seat: int, now: int) -> None:
        """Let a computer player move, at a match time up to which all that was due has happened."""
        state = self.match.state
        choices = self.game.choices(state, seat)
        move = self.game.computers[self.seating[seat].level].move
        command = move(self.game.view(state, seat), choices, self._players.rng)
        if refused := await self._steps.take(self.match.submit(now, command, seat)):
            raise Fault(f"{self.game.name} refused the computer player's {type(command).__name__}: {refused}")

    def _submit(self, command: SystemInput, seat: Seat) -> Iterator[Entry]:
        return self.match.submit(self.timing.now, command, seat.number)

    def _set_clock(self) -> None:
        """Let time pass only while nothing is in its way, and let those computers think that are to move."""
        self._hold_while(self._announcer.prompt is not None, "prompt")
        self._desertion.note(all_away=self.sitters.all_away)
        self._hold_while(self.match.over, "over")
        actors = self.game.actors(self.match.state) if self.clock.runs else ()
        self._warnings.note(self.clock.time)
        self._thinking.set(seat for seat in actors if self.seating[seat].kind is not Kind.HUMAN)

    def _hold_while(self, held: bool, why: str) -> None:
        (self.clock.hold if held else self.clock.release)(why)
