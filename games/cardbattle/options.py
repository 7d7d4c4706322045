"""What can be set for every card battle. A game adds its own."""

from typing import Annotated

from msgspec import Meta, Struct

from games.cardbattle.nouns import Nouns


class BattleOptions(Struct, frozen=True):
    """The options that all card battles share: what things cost, how long they take, how long seats are held."""

    hand: Annotated[int, Meta(ge=0, le=20, description="Cards of the opening hand.", extra={"unit": "cards"})] = 5
    hand_limit: Annotated[
        int, Meta(ge=1, le=40, description="Cards kept at the end of a turn.", extra={"unit": "cards"})
    ] = 7
    ap: Annotated[int, Meta(ge=1, le=100, description="Action points a turn.", extra={"unit": "AP"})] = 10
    draw_cost: Annotated[int, Meta(ge=1, le=10, description="What drawing a card costs.", extra={"unit": "AP"})] = 5
    refresh_cost: Annotated[int, Meta(ge=0, le=10, description="What refreshing costs.", extra={"unit": "AP"})] = 1
    uses: Annotated[int, Meta(ge=1, le=20, description="How often a turn a card's skill can be used.")] = 3
    turn_items: Annotated[
        int, Meta(ge=10, le=1000, description="What can go off in a turn before it ends by itself.")
    ] = 100
    action_time: Annotated[
        int, Meta(ge=5, le=600, description="Time for an action of the main step.", extra={"unit": "s"})
    ] = 60
    react_time: Annotated[int, Meta(ge=2, le=120, description="Time to react.", extra={"unit": "s"})] = 8
    choice_time: Annotated[int, Meta(ge=2, le=300, description="Time for any other choice.", extra={"unit": "s"})] = 20
    idle_limit: Annotated[
        int, Meta(ge=1, le=100, description="Time-outs of the main step in a row that put a player out.")
    ] = 3
    max_rounds: Annotated[
        int, Meta(ge=1, le=200, description="Rounds with up to 4 players.", extra={"unit": "rounds"})
    ] = 30
    crowd_rounds: Annotated[
        int, Meta(ge=1, le=200, description="Rounds with more than 4 players.", extra={"unit": "rounds"})
    ] = 12
    split_grace: Annotated[
        int, Meta(ge=0, le=3600, description="How long a netsplit holds a seat.", extra={"unit": "s"})
    ] = 90
    ping_timeout_grace: Annotated[
        int, Meta(ge=0, le=3600, description="How long a lost connection holds a seat.", extra={"unit": "s"})
    ] = 60
    quit_grace: Annotated[
        int, Meta(ge=0, le=3600, description="How long quitting IRC holds a seat.", extra={"unit": "s"})
    ] = 0
    away_grace: Annotated[
        int, Meta(ge=0, le=3600, description="How long `away` holds a seat.", extra={"unit": "s"})
    ] = 300
    cards: Annotated[str, Meta(description="Cards that are added; in the configuration, the name of their file.")] = ""
    words: Annotated[Nouns, Meta(description="Other names for the words of the game.")] = Nouns()
