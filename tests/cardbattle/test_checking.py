"""Mistakes in cards that read well: each is named, before the card can do any harm in a match."""

import pytest

from games.cardbattle import events as e
from games.cardbattle.dialect import Dialect
from games.cardbattle.loader import CardsError, read_cards
from games.haven.cards import DIALECT
from games.menagerie.cards import DIALECT as TYPED
from tests.haven.scenes import of, say, scene


def mistakes(
    skill: str, *, type_: str = "treat", more: str = "", dialect: Dialect = DIALECT, **named: str
) -> list[str]:
    """All that is wrong with a card that has this skill; `named` are another id and name."""
    head = f'[[card]]\nid = "{named.get("id", "imp")}"\nname = "{named.get("name", "Imp")}"\n'
    text = f"{head}type = {type_!r}\nap = 1\n{more}\n" + (f"[[card.skills]]\n{skill}\n" if skill else "")
    try:
        read_cards(text, "own.toml", dialect)
    except CardsError as error:
        return [mistake.what for mistake in error.mistakes]
    return []


@pytest.mark.parametrize("id_", ["3xfoo", "a,b", "?", "a.b", "", "Imp", "-imp", "im_p", r"im\tp"])
def test_an_id_can_be_typed_in_a_deck(id_):
    assert mistakes("", id=id_) == [
        "an id is lower case letters, digits and hyphens, without blanks, and a letter is first"
    ]


@pytest.mark.parametrize("name", ["", " ", "x" * 41, r"Imp\r\nQUIT", r"Imp\u0003"])
def test_a_name_can_be_said_in_a_line(name):
    assert mistakes("", name=name) == ["a name has 1 to 40 letters, and no control characters"]


@pytest.mark.parametrize("name", ["É", "x" * 40, "Puss in Boots’ Hat"])
def test_a_name_can_be_of_any_language(name):
    assert mistakes("", name=name) == []


@pytest.mark.parametrize(
    "skill",
    [
        "cost = { ap = -1 }\neffects = [{ do = 'draw' }]",
        "cost = { gp = { sun = -1 } }\neffects = [{ do = 'draw' }]",
        "effects = [{ do = 'draw', amount = -1 }]",
        "effects = [{ do = 'draw', amount = { each = {}, times = -1 } }]",
        "effects = [{ do = 'discard', amount = -1 }]",
        "effects = [{ do = 'gain', ap = -1 }]",
        "effects = [{ do = 'gain', gp = { sun = -1 } }]",
        "effects = [{ do = 'hit', to = 'you', amount = -1 }]",
        "effects = [{ do = 'mend', to = 'you', amount = -1 }]",
        "effects = [{ do = 'fetch', zone = 'rest', into = 'hand', amount = -1 }]",
        "effects = [{ do = 'change', to = 'self', value = 'max_sp', set = -1 }]",
    ],
)
def test_no_number_is_below_0(skill):
    assert "no number of a card is below 0" in mistakes(f"when = 'use'\n{skill}")


def test_what_is_added_can_be_below_0():
    assert mistakes("when = 'use'\neffects = [{ do = 'change', to = 'you', value = 'draw_cost', add = -2 }]") == []


@pytest.mark.parametrize(
    "place",
    [
        "targets = {{ where = {wrong} }}\neffects = [{{ do = 'exhaust', to = 'target' }}]",
        "if = {{ where = {wrong} }}\neffects = [{{ do = 'draw' }}]",
        "of = {wrong}\neffects = [{{ do = 'draw' }}]",
        "effects = [{{ do = 'exhaust', to = {wrong} }}]",
        "effects = [{{ do = 'choose', where = {wrong} }}]",
        "effects = [{{ do = 'draw', amount = {{ each = {wrong} }} }}]",
        "effects = [{{ do = 'fetch', zone = 'rest', into = 'hand', where = {wrong} }}]",
    ],
)
def test_a_filter_names_what_there_is(place):
    for wrong, mistake in (
        ("{ types = ['sprit'] }", "there is no type 'sprit'"),
        ("{ kinds = ['sum'] }", "there is no kind 'sum'"),
        ("{ keyword = 'greed' }", "there is no keyword 'greed'"),
    ):
        assert mistakes(f"when = 'enters'\n{place.format(wrong=wrong)}") == [mistake]


@pytest.mark.parametrize(
    ("effects", "mistake"),
    [
        ("{ do = 'exhaust', to = 'chosen' }", "an effect is about 'chosen', and no block 'choose' stands before it"),
        ("{ do = 'exhaust', to = 'chosen' }, { do = 'choose', where = {} }",
         "an effect is about 'chosen', and no block 'choose' stands before it"),
        ("{ do = 'exhaust', to = 'host' }", "an effect is about 'host', and the card lies on no other"),
        ("{ do = 'exhaust', to = 'you' }", "exhaust is about cards, not about players"),
        ("{ do = 'refresh', to = 'players' }", "refresh is about cards, not about players"),
        ("{ do = 'move', to = 'opponents', into = 'hand' }", "move is about cards, not about players"),
        ("{ do = 'take', to = 'opponents' }", "take is about cards, not about players"),
        ("{ do = 'grant', to = 'you', kind = 'sun' }", "grant is about cards, not about players"),
        ("{ do = 'grant', to = 'self', kind = 'sun', keyword = 'greedy' }",
         "grant: a keyword or a kind, and a block for each"),
    ],
)  # fmt: skip
def test_a_block_does_something(effects, mistake):
    assert mistakes(f"when = 'use'\neffects = [{effects}]") == [mistake]


def test_a_block_about_cards_is_aimed_at_cards():
    skill = "when = 'use'\ntargets = { what = 'player' }\neffects = [{ do = 'exhaust', to = 'target' }]"
    assert mistakes(skill) == ["exhaust is about cards, not about players"]
    skill = skill.replace(
        "{ do = 'exhaust', to = 'target' }", "{ do = 'change', to = 'target', value = 'charm', add = 1 }"
    )
    assert mistakes(skill) == ["'charm' is no value of players"]


def test_what_is_used_up_is_not_there_when_it_goes_off():
    skill = "when = 'once'\neffects = [{ do = 'exhaust', to = 'self' }]"
    assert mistakes(skill, type_="action") == ["an effect is about 'self', and the card is used up"]


def test_a_skill_that_says_on_what_a_card_lies_does_nothing_besides():
    skill = "when = 'attach'\ntargets = {}\neffects = [{ do = 'draw' }]"
    assert mistakes(skill, type_="alteration", more="kinds = ['ash']", dialect=TYPED) == [
        "the skill 'attach' has only targets"
    ]


def test_a_price_names_kinds_that_there_are():
    assert mistakes("when = 'use'\ncost = { gp = { rain = 1 } }\neffects = [{ do = 'draw' }]") == [
        "there is no kind 'rain'"
    ]


def test_what_fights_is_of_a_kind():
    assert mistakes("", type_="sprite", more="max_sp = 1") == ["what fights is of a kind: sun, moon, star, cloud"]


@pytest.mark.parametrize(
    ("line", "mistake"),
    [
        ("type = 'treat'\nkinds = [['sun']]", "Expected `str`, got `array` - at `$.kinds[0]`"),
        ("type = ['sprite']", "type ['sprite'] is none of sprite, haven, treat, action, surprise"),
        ("type = 'treat'\ngp = { sun = 1.5 }", "Expected `int`, got `float` - at `$.gp[...]`"),
        (
            "type = 'treat'\n[[card.skills]]\nwhen = 'use'\ncost = { gp = 1 }",
            "Expected `object`, got `int` - at `$.skills[0].cost.gp`",
        ),
    ],
)
def test_what_is_no_word_is_named_too(line, mistake):
    with pytest.raises(CardsError) as refused:
        read_cards(f"[[card]]\nid = 'imp'\nname = 'Imp'\nap = 1\n{line}", "own.toml", DIALECT)
    assert [each.what for each in refused.value.mistakes] == [mistake]


def test_only_what_stays_there_is_fetched_into_play():
    cards = """
[[card]]
id = "test"
name = "Test"
type = "action"
ap = 0
[[card.skills]]
when = "once"
effects = [{ do = "fetch", zone = "rest", into = "play" }]
"""
    match = scene("test", cards=cards)
    match.state.sides[0].rest = ["picnic", "hush", "dawn-lamb", "sun-parasol"]
    (asked,) = of(say(match, 0, "play 1"), e.Asked)
    assert asked.frame.ask.candidates == (1, 2)
    say(match, 0, "choose 2")
    assert [thing.card for thing in match.state.things.values()] == ["sun-parasol"]
