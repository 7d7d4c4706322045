"""Card files: what can be in them, and how every mistake is named by file, card and reason."""

import pytest

from games.cardbattle.blocks import Change, Hit
from games.cardbattle.cards import Role
from games.cardbattle.filters import Each, Filter
from games.cardbattle.loader import CardsError, read_cards, read_decks
from games.haven.cards import DIALECT

LAMB = """
[[card]]
id = "lamb"
name = "Lamb"
type = "sprite"
kinds = ["sun"]
ap = 2
gp = { sun = 1 }
charm = { sun = 1, moon = 2 }
max_sp = 3
keywords = ["greedy"]
"""
ZAP = """
[[card]]
id = "zap"
name = "Zap"
type = "action"
ap = 1
[[card.skills]]
when = "once"
"""


def read(text, file="own.toml"):
    return read_cards(text, file, DIALECT)


def mistakes(text):
    with pytest.raises(CardsError) as refused:
        read(text)
    return [str(mistake) for mistake in refused.value.mistakes]


def test_a_card_is_read_in_the_games_own_terms():
    lamb = read(LAMB)["lamb"]
    assert (lamb.mana, lamb.strength, lamb.life) == ({"sun": 1}, {"sun": 1, "moon": 2}, 3)
    assert lamb.role is Role.CREATURE
    assert lamb.colour == "yellow"
    assert lamb.stays


def test_blocks_are_read_with_filters_and_numbers_that_depend_on_the_field():
    zap = read(
        ZAP
        + 'targets = { what = "player" }\n'
        + 'effects = [{ do = "hit", to = "target", amount = { each = { kinds = ["sun"] }, times = 2 } },'
        + ' { do = "change", to = { types = ["sprite"] }, value = "max_sp", add = 1 }]'
    )["zap"]
    assert zap.played
    assert zap.played.effects == (
        Hit("target", Each(Filter(kinds=("sun",)), 2)),
        Change(Filter(types=("sprite",)), "life", 1),
    )


def test_several_mistakes_are_told_at_once():
    assert mistakes(LAMB.replace("max_sp = 3", "max_sp = 'x'") + ZAP) == [
        "own.toml: lamb: Expected `int`, got `str` - at `$.max_sp`",
        "own.toml: zap: the skill 'once' has no effects",
    ]


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("[[card", "own.toml: Expected ']]' at the end of an array declaration (at end of document)"),
        ("a = 1", "own.toml: a card file has cards only, each under [[card]]"),
        ("card = 1", "own.toml: a card file has cards only, each under [[card]]"),
        ("[[card]]\nname = 'X'", "own.toml: card 1: type None is none of sprite, haven, treat, action, surprise"),
        (LAMB + LAMB, "own.toml: lamb: there are two cards with this id"),
        (LAMB.replace('"lamb"', '"La mb"'),
         "own.toml: La mb: an id is lower case letters, digits and hyphens, without blanks, and a letter is first"),
        (LAMB.replace("ap = 2", "ap = -2"), "own.toml: lamb: no number of a card is below 0"),
        (LAMB.replace("max_sp = 3", ""), "own.toml: lamb: what fights has life, and nothing else does"),
        (LAMB.replace('["sun"]', '["fire"]'), "own.toml: lamb: there is no kind 'fire'"),
        (LAMB.replace("{ sun = 1 }", "{ fire = 1 }"), "own.toml: lamb: there is no kind 'fire'"),
        (LAMB.replace("greedy", "grumpy"), "own.toml: lamb: there is no keyword 'grumpy'"),
        (LAMB + "role = 'once'", "own.toml: lamb: Object contains unknown field `role`"),
        (LAMB + "keyword = []", "own.toml: lamb: Object contains unknown field `keyword` (did you mean keywords?)"),
        (LAMB + "[[card.skills]]\nwhen = 'once'\neffects = [{ do = 'draw' }]",
         "own.toml: lamb: a card that stays in play has no skill 'once', and 'attach' only where it lies on another"),
        (LAMB + "[[card.skills]]\nwhen = 'now'", "own.toml: lamb: Invalid enum value 'now' - at `$.skills[0].when`"),
        (LAMB + "[[card.skills]]\nwhen = 'passive'\neffects = [{ do = 'draw' }]",
         "own.toml: lamb: a passive skill can only change and grant"),
        (LAMB + "[[card.skills]]\nwhen = 'passive'\neffects = [{ do = 'grant', to = 'cause', keyword = 'greedy' }]",
         "own.toml: lamb: a passive skill is about this card, its host, players or a filter"),
        (LAMB + "[[card.skills]]\nwhen = 'end'\nof = { side = 'yours' }\neffects = [{ do = 'draw' }]",
         "own.toml: lamb: 'of' means nothing to the skill 'end'"),
        (LAMB + "[[card.skills]]\nwhen = 'plays'\neffects = [{ do = 'draw' }]",
         "own.toml: lamb: the skill 'plays' needs 'of', which says what is played by whom"),
        (LAMB + "[[card.skills]]\nwhen = 'end'\ncost = { ap = 1 }\neffects = [{ do = 'draw' }]",
         "own.toml: lamb: only the skill 'use' has a cost of its own"),
        (LAMB + 2 * "[[card.skills]]\nwhen = 'use'\neffects = [{ do = 'draw' }]\n",
         "own.toml: lamb: a card has one skill 'use' at most"),
        (LAMB + "[[card.skills]]\nwhen = 'use'\neffects = [{ do = 'exhaust', to = 'target' }]",
         "own.toml: lamb: an effect is about 'target', and there are no targets to name"),
        (LAMB + "[[card.skills]]\nwhen = 'use'\ntargets = { least = 2 }\neffects = [{ do = 'exhaust', to = 'target' }]",
         "own.toml: lamb: targets: at least 1, and no more at least than at most"),
        (LAMB + "[[card.skills]]\nwhen = 'use'\neffects = [{ do = 'exhaust', to = 'cause' }]",
         "own.toml: lamb: an effect is about 'cause', and nothing triggers the skill"),
        (ZAP + "effects = [{ do = 'counter' }]", 'own.toml: zap: counter needs the targets { what = "top" }'),
        (ZAP + "effects = [{ do = 'choose', where = {}, least = 2 }]",
         "own.toml: zap: choose: no more at least than at most"),
        (ZAP + "effects = [{ do = 'charm', to = 'you', amount = 1 }]",
         "own.toml: zap: Invalid value 'charm' - at `$.skills[0].effects[0].do`"),
        (ZAP + "effects = [{ do = 'discrad' }]",
         "own.toml: zap: Invalid value 'discrad' - at `$.skills[0].effects[0].do` (did you mean discard?)"),
        (ZAP + "effects = [{ do = 'gain', gp = { 'sun/fire' = 1 } }]", "own.toml: zap: there is no kind 'fire'"),
        (ZAP + "effects = [{ do = 'hit', to = { kinds = ['fire'] }, amount = 1 }]",
         "own.toml: zap: there is no kind 'fire'"),
        (ZAP + "effects = [{ do = 'hit', to = 'you', amount = { each = { kinds = ['fire'] } } }]",
         "own.toml: zap: there is no kind 'fire'"),
        (ZAP + "effects = [{ do = 'grant', to = { side = 'yours' }, kind = 'fire' }]",
         "own.toml: zap: there is no keyword or kind 'fire' to grant"),
        (ZAP + "effects = [{ do = 'change', to = 'you', value = 'luck', add = 1 }]",
         "own.toml: zap: there is no value 'luck' to change"),
        (ZAP + "effects = [{ do = 'change', to = 'you', value = 'max_sp', add = 1 }]",
         "own.toml: zap: 'max_sp' is no value of players"),
        (ZAP + "effects = [{ do = 'change', to = { side = 'yours' }, value = 'hand_limit', add = 1 }]",
         "own.toml: zap: 'hand_limit' is no value of cards"),
        (ZAP + "effects = [{ do = 'change', to = { side = 'yours' }, value = 'ap', add = 1 }]",
         "own.toml: zap: what cards cost is changed by passive skills only, for all cards of a filter"),
        (ZAP + "duration = 'play'\neffects = [{ do = 'change', to = { side = 'yours' }, value = 'charm', set = 1 }]",
         "own.toml: zap: what lasts for as long as a card is in play adds to values of cards, and sets none"),
    ],
)  # fmt: skip
def test_a_mistake_is_named(text, mistake):
    assert mistakes(text) == [mistake]


def test_a_card_that_comes_with_the_game_stays_as_it_is():
    known = read(LAMB)
    assert read_cards(LAMB + ZAP + "effects = [{ do = 'draw' }]", "own.toml", DIALECT, known).keys() == {"lamb", "zap"}
    with pytest.raises(CardsError, match=r"^own\.toml: lamb: another card with this id comes with the game$"):
        read_cards(LAMB.replace("ap = 2", "ap = 3"), "own.toml", DIALECT, known)


def test_ready_decks_are_tables_of_numbers():
    assert read_decks("[one]\nlamb = 2\nzap = 1\n[two]\nzap = 3") == {
        "one": ("lamb", "lamb", "zap"),
        "two": ("zap", "zap", "zap"),
    }
