"""What can be set for a match of ION. Every number of the rules that is a decision of ours is an option."""

from typing import Annotated

from msgspec import Meta, Struct

Percent = Annotated[int, Meta(ge=0, le=100)]


class Options(Struct, frozen=True):
    """The options of a match. Raises ValueError where two of them, or the parts of one, do not fit together."""

    move_time: Annotated[int, Meta(ge=1, le=600, description="Time for a move (rule 8).", extra={"unit": "s"})] = 10
    penalty: Annotated[
        int, Meta(ge=0, le=100_000, description="Lost for no move in time (rule 9).", extra={"unit": "points"})
    ] = 1000
    limit: Annotated[
        int, Meta(ge=1, le=100, description="Polarity, either way, at which the bank is dumped (rule 14).")
    ] = 10
    round_time: Annotated[
        int, Meta(ge=1, le=86_400, description="Length of a round (rule 12).", extra={"unit": "s"})
    ] = 600
    rounds: Annotated[int, Meta(ge=1, le=100, description="Rounds in a match (rule 12).")] = 1
    hand: Annotated[int, Meta(ge=1, le=20, description="Items to begin with (rule 2).", extra={"unit": "items"})] = 5
    min_players: Annotated[int, Meta(ge=2, le=20, description="Players a match needs (rule 2).")] = 2
    max_players: Annotated[int, Meta(ge=2, le=20, description="Players a match can have (rule 2).")] = 20
    extra_turns: Annotated[
        int, Meta(ge=0, le=100, description="Extra turns in a row from R and & together (rule 16).")
    ] = 3
    charge_turns: Annotated[
        int, Meta(ge=1, le=100, description="Length of a supercharge (rule 18).", extra={"unit": "turns"})
    ] = 5
    extra_minutes: Annotated[
        int, Meta(ge=0, le=60, description="Most that a round gains by +-- (rule 16).", extra={"unit": "min"})
    ] = 3
    bonus: Annotated[
        tuple[Percent, Percent, Percent, Percent],
        Meta(description="Chances of 0, 1, 2 and 3 bonus items, together 100 (rule 20).", extra={"unit": "%"}),
    ] = (70, 20, 7, 3)
    hand_limit: Annotated[
        int, Meta(ge=1, le=50, description="Items in hand up to which a bonus is given (rule 20).")
    ] = 12
    idle_limit: Annotated[
        int, Meta(ge=1, le=100, description="Turns in a row without a move that remove a player (rule 6).")
    ] = 3
    split_grace: Annotated[
        int, Meta(ge=0, le=3600, description="How long a netsplit holds a seat (rule 5).", extra={"unit": "s"})
    ] = 90
    ping_timeout_grace: Annotated[
        int, Meta(ge=0, le=3600, description="How long a lost connection holds a seat (rule 5).", extra={"unit": "s"})
    ] = 60
    quit_grace: Annotated[
        int, Meta(ge=0, le=3600, description="How long quitting IRC holds a seat (rule 5).", extra={"unit": "s"})
    ] = 0
    away_grace: Annotated[
        int, Meta(ge=0, le=3600, description="How long `away` holds a seat (rule 5).", extra={"unit": "s"})
    ] = 300
    even: Annotated[bool, Meta(description="Whether a computer player that cannot win evens out teams (rule 1).")] = (
        True
    )

    def __post_init__(self) -> None:
        mistakes = []
        if sum(self.bonus) != 100:
            mistakes.append(f"bonus: the four chances add up to {sum(self.bonus)} %, they must add up to 100 %")
        if self.min_players > self.max_players:
            mistakes.append(f"min_players is {self.min_players}, which is above max_players ({self.max_players})")
        if mistakes:
            raise ValueError("; ".join(mistakes))
