"""The ready decks: four for each spread (rule 3)."""

from collections.abc import Mapping
from functools import cache

from games.fia.cards import COLOURS, Code
from games.fia.decks import FIXED
from games.fia.options import ReadyDeck, Spread

_PALETTE: dict[ReadyDeck, str] = {
    "balanced": "a9 a8 a8 a7 a7 a6 d8 d6 d5 h6 h5 h4 c8 c7 c4",
    "aggressive": "a9 a8 a7 a6 a5 a4 a3 a3 d9 d8 h9 h8 c7 c6 c4",
    "guarded": "a9 a9 a8 a7 a6 a6 d8 d8 d6 d5 h4 h3 c8 c7 c6",
    "healing": "a9 a9 a8 a7 a6 a6 d1 d4 h8 h8 h7 h6 c6 c4 c2",
}
"""The chosen cards of a colour, the same in each; `d1` is what the bounds of rule 2 leave."""

_FREE: dict[ReadyDeck, dict[str, str]] = {
    "balanced": {"ra": "012344400", "bd": "344220000", "gh": "344220000", "yc": "123321000"},
    "aggressive": {"ra": "024555300", "bd": "233220000", "gh": "233220000", "yc": "123321000"},
    "guarded": {"ra": "002344300", "bd": "134442200", "gh": "444000000", "yc": "012333000"},
    "healing": {"ra": "002344300", "bd": "444000000", "gh": "244432100", "yc": "332310000"},
}
"""How many cards of each value there are of each kind: a digit for each value from 1 to 9."""


@cache
def ready_decks(spread: Spread) -> Mapping[ReadyDeck, tuple[Code, ...]]:
    """Give the ready decks of a spread by name."""
    if spread == "palette":
        chosen = {
            name: [colour + card for colour in COLOURS for card in cards.split()] for name, cards in _PALETTE.items()
        }
    else:
        chosen = {
            name: [
                f"{kind}{value}"
                for kind, counts in kinds.items()
                for value, count in enumerate(map(int, counts), 1)
                for _ in range(count)
            ]
            for name, kinds in _FREE.items()
        }
    return {name: (*cards, *FIXED[spread]) for name, cards in chosen.items()}
