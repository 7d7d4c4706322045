"""What is wanted of many duels between the ready decks (rule 21)."""

from games.fia.options import Options
from games.fia.ready import ready_decks
from games.kit.measure import DECK, Balance, Bounds

FASTER = 80
"""In so many % of the draws one player is the faster."""


def balance(options: Options) -> Balance:
    """Tell what is wanted of duels with these options."""
    decks: dict[str, Bounds] = {DECK + name: (40, 60) for name in ready_decks(options.spread)}
    if options.spread == "palette":
        return Balance(moves="turns a side", length=(10, 30), wins={"first mover": (45, 55), **decks})
    return Balance(moves="draws", length=(10, 25), wins={"faster": (65, 100), **decks}, faster=FASTER)
