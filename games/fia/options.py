"""What can be set for a duel. Every number of the rules that is a decision of ours is an option."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

Seconds = Annotated[int, Meta(ge=1, le=60)]

Spread: TypeAlias = Literal["palette", "free"]
"""The two ways to play: in turns, or as a quick draw."""

ReadyDeck: TypeAlias = Literal["balanced", "aggressive", "guarded", "healing"]
"""The ready decks; each spread has its own four."""


class Options(Struct, frozen=True):
    """The options of a duel. Raises ValueError where the parts of one do not fit together."""

    spread: Annotated[Spread, Meta(description="Turns (palette) or quick draw (free).")] = "palette"
    deck: Annotated[ReadyDeck, Meta(description="The deck of who brings none (rule 3).")] = "balanced"
    lp: Annotated[
        int, Meta(ge=1, le=1000, description="LP to begin with in Palette (rule 1).", extra={"unit": "LP"})
    ] = 40
    free_lp: Annotated[
        int, Meta(ge=1, le=1000, description="LP to begin with in the Free spread (rule 15).", extra={"unit": "LP"})
    ] = 20
    turn_time: Annotated[int, Meta(ge=1, le=600, description="Time for a turn (rule 20).", extra={"unit": "s"})] = 45
    calm: Annotated[
        tuple[Seconds, Seconds],
        Meta(description="Least and most time before a draw is called (rule 16).", extra={"unit": "s"}),
    ] = (2, 6)
    draw_time: Annotated[
        int, Meta(ge=1, le=600, description="Time to lay a play after the call (rule 16).", extra={"unit": "s"})
    ] = 8
    tie_time: Annotated[
        int, Meta(ge=1, le=600, description="Time to lay a card in a tie-break (rule 14).", extra={"unit": "s"})
    ] = 20
    tie_repeats: Annotated[
        int, Meta(ge=0, le=100, description="Repeats of a tie-break before chance decides (rule 14).")
    ] = 20
    idle_limit: Annotated[
        int, Meta(ge=1, le=100, description="Time-outs in a row that lose the duel (rules 19 and 20).")
    ] = 3
    split_grace: Annotated[
        int, Meta(ge=0, le=3600, description="How long a netsplit holds a seat (rule 20).", extra={"unit": "s"})
    ] = 90
    ping_timeout_grace: Annotated[
        int, Meta(ge=0, le=3600, description="How long a lost connection holds a seat (rule 20).", extra={"unit": "s"})
    ] = 60
    quit_grace: Annotated[
        int, Meta(ge=0, le=3600, description="How long quitting IRC holds a seat (rule 20).", extra={"unit": "s"})
    ] = 0
    away_grace: Annotated[
        int, Meta(ge=0, le=3600, description="How long `away` holds a seat (rule 20).", extra={"unit": "s"})
    ] = 300

    def __post_init__(self) -> None:
        least, most = self.calm
        if least > most:
            raise ValueError(f"calm: the least is {least} s, which is above the most ({most} s)")

    @property
    def life(self) -> int:
        """The LP to begin with in this spread."""
        return self.lp if self.spread == "palette" else self.free_lp
