"""The words of Menagerie. An operator can give each another name; nothing else of the game has to change for that."""

from games.cardbattle.nouns import Noun, Nouns


class MenagerieNouns(Nouns, frozen=True):
    """Types of cards and of mana by their names in card files, and what players count."""

    life: Noun = "HP"
    spirit: Noun = "HP"
    vigour: Noun = "HP"
    mana: Noun = "MP"
    blow: Noun = "Damage"
    pile: Noun = "discard pile"
    fight: Noun = "combat"
    exhaust: Noun = "tap"
    exhausted: Noun = "tapped"
    refresh: Noun = "untap"
    refreshed: Noun = "untapped"
    creature: Noun = "Creature"
    land: Noun = "Land"
    action: Noun = "Action"
    enchantment: Noun = "Enchantment"
    alteration: Noun = "Alteration"
    surprise: Noun = "Surprise"
    ash: Noun = "Ash"
    brine: Noun = "Brine"
    clay: Noun = "Clay"
    dew: Noun = "Dew"
