"""What happens in a match, step by step: inputs go in, the journal is written, and only then the channel hears."""

from collections.abc import Awaitable, Callable, Iterable
from itertools import chain
from typing import TYPE_CHECKING

from games.kit import inputs
from games.kit.errors import Fault, Refused
from games.kit.protocol import Entry
from games.kit.text import Text, joined, phrase
from ionbot.channel import Person
from ionbot.table.announcer import Announcer, Batch
from ionbot.table.fillers import Fillers
from ionbot.table.keeper import Keeper
from ionbot.table.seating import Seat
from ionbot.table.timing import Moment

if TYPE_CHECKING:
    from ionbot.table.play import Play

PAUSED = phrase("The match is paused.")


class Steps:
    """Takes the inputs of a match. `on_taken` hears when a step is done, before the next can be taken.

    It is `sound` once all that has happened was saved and told; a fault on the way leaves it in doubt.
    """

    def __init__(
        self, play: "Play", *, announcer: Announcer, keeper: Keeper, fillers: Fillers, on_taken: Callable[[], None]
    ) -> None:
        self.sound = False
        self._play = play
        self._announcer = announcer
        self._keeper = keeper
        self._fillers = fillers
        self._on_taken = on_taken

    async def take(
        self, entries: Iterable[Entry], opening: Text | None = None,
        *, in_full: bool = False, moment: Moment | None = None,
    ) -> Refused | None:  # fmt: skip
        """Take inputs, save what they did, and tell of it. Gives the refusal of the last input.

        An `opening` goes before what is told, unless the last input was refused; `in_full` tells where the match stands
        too. `moment` is when the line came that is the last input, if one is. Raises Fault if the game broke, after
        saving and telling what had happened before.
        """
        self.sound = False
        batch, stopped = self._run(entries)
        batch.since = moment.measured if moment and not stopped else None
        if opening and (in_full or not stopped):
            batch.public = [joined(opening, *batch.public)]
        if in_full:
            self._tell_where_it_stands(batch)
        if all(isinstance(entry.command, inputs.Prompted) for entry in batch.entries):
            self._keeper.defer(batch.entries)
        else:
            await self._save(self._keeper.save(batch.entries, batch.since))
        self._announcer.publish(batch, asking=not self._play.paused)
        self._play.sitters.let_go()
        self._on_taken()
        if isinstance(stopped, Fault):
            raise stopped
        self.sound = True
        return stopped

    async def catch_up(self, now: int) -> None:
        """Take what was due by a match time in ms, if anything was. Raises Fault as `take` does."""
        due = self._play.match.due
        if due is not None and due <= now:
            await self.take(self._play.match.tick(now))

    async def save_holder(self, seat: Seat, person: Person, player: int) -> None:
        """Save that somebody else holds a seat from now on; `player` is their number in the store.

        Raises Contradiction.
        """
        await self._save(self._keeper.hand_over(seat, person, player))

    async def _save(self, saving: Awaitable[None]) -> None:
        """Let the time stand still until something is saved."""
        self._play.clock.hold("save")
        await saving
        self._play.clock.release("save")

    def _tell_where_it_stands(self, batch: Batch) -> None:
        """Put whose turn it is behind what a batch tells, and tell everybody what they hold."""
        state, words = self._play.match.state, self._play.game.words
        if self._play.paused:
            batch.public.append(joined(words.turn(state, self._play.timing.now), PAUSED))
        elif not self._play.game.waits(state):
            batch.public.append(words.turn(state, self._play.timing.now))
        batch.public = [joined(*batch.public)]
        batch.private = self._announcer.hands(seat.number for seat in self._play.sitters.people)

    def _run(self, entries: Iterable[Entry]) -> tuple[Batch, Refused | Fault | None]:
        """Take inputs, and what fillers are needed after them."""
        batch, words = Batch(), self._play.game.words
        try:
            for entry in chain(entries, self._fillers.level_out()):
                batch.entries.append(entry)
                self._play.sitters.note(entry)
                batch.public += words.public(self._play.match.state, entry)
                batch.private |= self._announcer.private(entry)
        except (Refused, Fault) as stopped:
            return batch, stopped
        return batch, None
