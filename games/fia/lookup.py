"""The answer to `card NAME`: what a card does (rules 1, 8, 9 and 11 to 13)."""

from games.fia.cards import CARDS, CardKind, face
from games.fia.state import State
from games.kit.text import Text, phrase

_LONGEST = 20
"""How much of an unknown name is said back."""

_KINDS = {
    "b": "blue {kind}", "g": "green {kind}", "r": "red {kind}", "y": "yellow {kind}", "": "white {kind}",
}  # fmt: skip

_DEEDS = {
    CardKind.ATTACK: "hits your opponent for {number}, less what they defend; in Palette when their next turn ends.",
    CardKind.DEFEND: "takes {number} off an attack on you; if there is none, it is stockpiled.",
    CardKind.HEAL: "gives you {number} LP.",
    CardKind.COUNTER: (
        "meets the attack on you. If that is higher than {number}, your opponent takes {number} and you the rest; "
        "if not, your opponent takes what is left of the {number}."
    ),
    CardKind.DOUBLE: "doubles the card that is chained to it, which cannot be a Counter. Counts as a 2.",
    CardKind.DRAW: "lets you draw two cards. Counts as a 2.",
    CardKind.DUAL: "can have two cards chained to it; your stockpile is dropped. Counts as a 2.",
    CardKind.SHIFT: "can always be played, with whatever card is chained to it.",
    CardKind.FOUR_SHIFT: "can always be played, with whatever card is chained to it; you draw four cards.",
}


def look_up(_state: State | None, name: str) -> Text:
    """Tell about the card with that code, or the only one whose code begins like that."""
    wanted = name.lower()
    found = [wanted] if wanted in CARDS else [code for code in CARDS if code.startswith(wanted)]
    if len(found) != 1:
        return phrase(
            "There is no card {name}. A card is named like {example}.", name=name[:_LONGEST], example=face("ra7")
        )
    card = CARDS[found[0]]
    return phrase(
        "{card}: {kind}, {deed}",
        card=face(card.code), kind=phrase(_KINDS[card.colour], kind=card.kind.value),
        deed=phrase(_DEEDS[card.kind], number=card.number),
    )  # fmt: skip
