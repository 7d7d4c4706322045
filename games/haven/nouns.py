"""The words of Haven. An operator can give each another name; nothing else of the game has to change for that."""

from games.cardbattle.nouns import Noun, Nouns


class HavenNouns(Nouns, frozen=True):
    """Types of cards, kinds and keywords by their names in card files, and what players count."""

    life: Noun = "composure"
    spirit: Noun = "SP"
    vigour: Noun = "Max SP"
    blow: Noun = "charm"
    mana: Noun = "GP"
    fight: Noun = "den"
    sprite: Noun = "Sprite"
    haven: Noun = "Haven"
    treat: Noun = "Treat"
    action: Noun = "Action"
    surprise: Noun = "Surprise"
    sun: Noun = "Sun"
    moon: Noun = "Moon"
    star: Noun = "Star"
    cloud: Noun = "Cloud"
    generous: Noun = "Generous"
    extra_generous: Noun = "Extra Generous"
    greedy: Noun = "Greedy"
