"""The text of a card is made of its data."""

import pytest

from games.cardbattle.meanings import one, plural
from games.cardbattle.texts import describe
from games.haven.nouns import HavenNouns
from games.kit.text import joined, plain
from tests.haven.scenes import more_cards


def text(skill: str, kind: str = "treat") -> str:
    card = more_cards(f'[[card]]\nid = "x"\nname = "X"\ntype = "{kind}"\nap = 1\n[[card.skills]]\n{skill}')["x"]
    return plain(describe(card, HavenNouns())).partition("AP. ")[2]


@pytest.mark.parametrize(
    ("skill", "said"),
    [
        ('when = "use"\ncost = { ap = 1, gp = { sun = 2 }, exhaust = true }\neffects = [{ do = "draw" }]',
         "1 AP, 2 Sun, exhaust this: draw 1."),
        ('when = "use"\ncost = { rest = true }\neffects = [{ do = "draw", to = "players" }]',
         "put this on the rest pile: each player: draw 1."),
        ('when = "use"\neffects = [{ do = "mend", to = "you", amount = 2 }]', "0 AP: 2 composure back to you."),
        ('when = "refill"\neffects = [{ do = "gain", ap = 1, gp = { "sun/moon" = 1 } }]',
         "at your refill: gain 1 AP, 1 Sun/Moon."),
        ('when = "end"\nif = { turn = "own" }\neffects = [{ do = "hit", to = "opponents", amount = 1 }]',
         "at the end of your turn: 1 charm to each opponent."),
        ('when = "plays"\nof = { types = ["action"], side = "theirs" }\neffects = [{ do = "draw" }]',
         "when an opponent plays an Action: draw 1."),
        ('when = "enters"\nof = { types = ["sprite"], kinds = ["sun", "moon"], other = true }\n'
         'effects = [{ do = "draw" }]',
         "when another Sun/Moon Sprite comes into play: draw 1."),
        ('when = "hurt"\neffects = [{ do = "hit", to = "cause", amount = 1 }]',
         "when this takes charm: 1 charm to what did it."),
        ('when = "passive"\nif = { where = { types = ["haven"], side = "yours" }, least = 3 }\n'
         'effects = [{ do = "change", to = { types = ["sprite"], side = "yours" }, value = "max_sp", add = 2 }]',
         "with 3 Havens of yours or more: each Sprite of yours: +2 Max SP."),
        ('when = "passive"\nif = { life = 5 }\n'
         'effects = [{ do = "change", to = "you", value = "draw_cost", add = -1 }]',
         "with 5 composure or less: drawing costs -1 AP."),
        ('when = "passive"\n'
         'effects = [{ do = "change", to = { fighting = true, exhausted = true }, value = "sun", set = 0 }]',
         "each exhausted card in the den: charm against Sun is 0."),
        ('when = "passive"\neffects = [{ do = "grant", to = { keyword = "greedy" }, kind = "star" }]',
         "each Greedy card: Star."),
        ('when = "passive"\neffects = [{ do = "change", to = "players", value = "backwards", add = 1 }]',
         "each player: the turns go round the other way."),
        ('when = "refresh"\neffects = [{ do = "gain", gp = { moon = 1 } }]', "when you refresh: gain 1 Moon."),
        ('when = "end"\nif = { turn = "other" }\neffects = [{ do = "draw" }]',
         "at the end of another player's turn: draw 1."),
        ('when = "end"\neffects = [{ do = "draw" }]', "at the end of a turn: draw 1."),
        ('when = "leaves"\nof = { exhausted = true, side = "yours", fighting = true }\neffects = [{ do = "draw" }]',
         "when an exhausted card of yours in the den leaves play: draw 1."),
    ],
)  # fmt: skip
def test_lasting_skills(skill, said):
    assert text(skill) == said


@pytest.mark.parametrize(
    ("skill", "said"),
    [
        ('targets = { where = { types = ["sprite"], side = "theirs" }, most = 2 }\n'
         'effects = [{ do = "exhaust", to = "target" }, { do = "take", to = "target" }]',
         "exhaust 1 to 2 Sprites of an opponent, get control of them until the end of the turn."),
        ('targets = { what = "player" }\neffects = [{ do = "discard", to = "target", amount = 2, random = true }]',
         "a player: discard 2 by chance."),
        ('targets = { what = "player", where = { side = "theirs" } }\n'
         'effects = [{ do = "mend", to = "target", amount = 2 }]',
         "2 composure back to an opponent."),
        ('targets = { what = "top" }\neffects = [{ do = "counter" }]', "what this reacts to does not happen."),
        ('targets = { what = "top", where = { types = ["action", "treat"] } }\neffects = [{ do = "counter" }]',
         "the Action/Treat that this reacts to does not happen."),
        ('duration = "play"\neffects = [{ do = "change", to = { side = "yours" }, value = "charm", add = -1 }]',
         "each card of yours: -1 charm."),
        ('effects = [{ do = "change", to = { side = "yours" }, value = "moon",'
         ' add = { each = { types = ["haven"] } } }]',
         "each card of yours: +1 charm against Moon for each Haven until the end of the turn."),
        ('effects = [{ do = "choose", where = { types = ["treat"] }, least = 0, most = 2 },'
         ' { do = "move", to = "chosen", into = "deck" }]',
         "choose 0 to 2 Treats, put what was chosen under the owner's deck."),
        ('effects = [{ do = "fetch", zone = "deck", into = "play", where = { types = ["haven"] } }]',
         "put up to 1 Haven from your deck into play."),
        ('effects = [{ do = "fetch", zone = "rest", into = "hand", amount = 2 }]',
         "take up to 2 cards from your rest pile into your hand."),
        ('effects = [{ do = "choose", where = { types = ["treat"], side = "yours" }, by = "opponents" },'
         ' { do = "exhaust", to = "chosen" }]',
         "each opponent: choose 1 Treat of their own, exhaust what was chosen."),
        ('effects = [{ do = "refresh", to = { exhausted = true } }]', "refresh each exhausted card."),
        ('effects = [{ do = "hit", to = "players", amount = { each = { types = ["sprite"] }, times = 2 } }]',
         "2 charm for each Sprite to each player."),
    ],
)  # fmt: skip
def test_skills_that_happen_once(skill, said):
    assert text(f'when = "once"\n{skill}', "surprise" if "top" in skill else "action") == said


@pytest.mark.parametrize(
    ("noun", "several"),
    [("Sprite", "Sprites"), ("Fairy", "Fairies"), ("Day", "Days"), ("Fox", "Foxes"), ("Witch", "Witches"), ("y", "ys")],
)
def test_words_of_ones_own_have_a_plural(noun, several):
    assert plural(noun) == several


def test_the_article_goes_by_the_first_letter():
    assert [plain(one(joined(word))) for word in ("Action", "untapped Creature", "Sprite")] == [
        "an Action", "an untapped Creature", "a Sprite",
    ]  # fmt: skip
