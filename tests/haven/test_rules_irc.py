"""Rules 18 and 20: the cards there are, short codes, and what is said."""

from collections import Counter

import pytest

from games.cardbattle import events as e
from games.cardbattle.blocks import Block
from games.cardbattle.cards import UNTRIGGERED
from games.cardbattle.commands import Choose, Draw, End, Fight, Hold, Open, Pass, Play, Refresh, Use
from games.cardbattle.loader import CardsError, read_cards
from games.haven import HAVEN
from games.haven.cards import DIALECT
from games.kit.errors import Misread
from games.kit.inputs import Away, Back, Cause, Left, Reason, Stopped
from games.kit.options import OptionsError, read_options
from games.kit.scenario import Scenario
from games.kit.text import plain
from tests.haven.scenes import lines, prompted, put, say, scene, written


def said(match: Scenario) -> list[str]:
    return lines(match.state, match.log[-1])


def told(match: Scenario) -> dict[int, str]:
    return {seat: written(text) for seat, text in HAVEN.words.private(match.state, match.log[-1]).items()}


def test_rule_18_at_least_60_cards_of_all_types():
    types = Counter(card.type for card in HAVEN.cards.values())
    least = {"haven": 6, "sprite": 28, "treat": 10, "action": 10, "surprise": 6}
    assert len(HAVEN.cards) >= 60
    assert all(types[type_] >= count for type_, count in least.items())


def test_rule_18_sprites_of_all_kinds_and_several_of_two():
    sprites = [card for card in HAVEN.cards.values() if card.type == "sprite"]
    assert {kind for card in sprites for kind in card.kinds} == {"sun", "moon", "star", "cloud"}
    assert sum(len(card.kinds) == 2 for card in sprites) >= 4
    assert {keyword for card in sprites for keyword in card.keywords} == DIALECT.keywords


def test_rule_18_each_skill_type_and_every_building_block_is_used():
    skills = [skill for card in HAVEN.cards.values() for skill in card.skills]
    assert {skill.when for skill in skills} - UNTRIGGERED >= {"refill", "end", "enters", "leaves", "attacks", "defends"}
    assert {"passive", "use", "once"} <= {skill.when for skill in skills}
    assert {type(block) for skill in skills for block in skill.effects} == set(Block.__subclasses__())


def test_rule_18_havens_cost_ap_only():
    assert all(not card.mana for card in HAVEN.cards.values() if card.type == "haven")


@pytest.mark.parametrize(
    ("line", "mistake"),
    [
        ('kinds = ["rain"]', "own.toml: imp: there is no kind 'rain'"),
        ('kinds = ["sun"]\nkeywords = ["shy"]', "own.toml: imp: there is no keyword 'shy'"),
        ('kinds = ["sun"]\nluck = 1', "own.toml: imp: Object contains unknown field `luck`"),
    ],
)
def test_rule_18_a_card_file_with_a_mistake_is_refused_with_file_card_and_reason(line, mistake):
    text = f'[[card]]\nid = "imp"\nname = "Imp"\ntype = "sprite"\nap = 1\nmax_sp = 1\n{line}\n'
    with pytest.raises(CardsError) as refused:
        read_cards(text, "own.toml", DIALECT)
    assert [str(each) for each in refused.value.mistakes] == [mistake]


def test_rule_18_card_tells_what_a_card_does():
    look = HAVEN.lookups["card"]
    assert plain(look(None, "marigold fox")) == (
        "Marigold Fox (marigold-fox): Sun Sprite, 3 AP, 2 Sun. "
        "5 Max SP, charm Sun 3, Moon 4, Star 3, Cloud 2. Generous."
    )
    assert plain(look(None, "noon")).startswith("Noon Lion")
    assert plain(look(None, "moon")) == "Which card? moon-bell, moon-mask, moonbeam-bat, moonlit-pier."
    assert plain(look(None, "nonsense")) == "There is no card nonsense. A card is named like sunny-terrace."
    assert plain(look(None, "dawm-lamb")) == "Which card? dawn-lamb."


def test_every_word_can_be_renamed():
    options = {"words": {"sprite": "Pixie", "blow": "giggles", "sun": "Gold", "fight": "glade"}}
    match = scene("marigold-fox", **options)
    look = HAVEN.lookups["card"]
    assert "Gold Pixie" in plain(look(match.state, "marigold-fox"))
    (fox,) = put(match, 0, "marigold-fox")
    say(match, 0, f"den {fox}")
    assert said(match)[0].startswith(
        "ann enters the glade against bob with Marigold Fox [1]. Nobody meets them. Giggles: bob"
    )


@pytest.mark.parametrize("word", ["", "x" * 21, "a\nb", "a\x02b"])
def test_a_word_has_at_most_20_letters_and_no_control_characters(word):
    with pytest.raises(OptionsError):
        read_options(HAVEN, {"words": {"sprite": word}})


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("play 3", Play(3)),
        ("pl 3", Play(3)),
        ("play 3 on 12", Play(3, (12,))),
        ("PLAY 3 12, 13", Play(3, (12, 13))),
        ("play 3 on @1", Play(3, (~1,))),
        ("use 7", Use(7)),
        ("use 7 on 4", Use(7, (4,))),
        ("den 4 5 vs @1", Fight((4, 5), 1)),
        ("den 4 5", Fight((4, 5), 1)),
        ("den vs @1 4", Fight((4,), 1)),
        ("meet 9", Choose("meet", (9,))),
        ("meet", Choose("meet")),
        ("face 4 5", Choose("face", (4, 5))),
        ("choose 4", Choose("choose", (4,))),
        ("discard 1 2", Choose("discard", (1, 2))),
        ("order 2 1", Choose("order", (2, 1))),
        ("draw", Draw()),
        ("refresh", Refresh()),
        ("pass", Pass()),
        ("pass  turn", Pass(turn=True)),
        ("end", End()),
        ("hold on", Hold(on=True)),
        ("hold off", Hold(on=False)),
        ("keep", Open(anew=False)),
        ("mulligan", Open(anew=True)),
    ],
)
def test_rule_20_short_codes(text, command):
    assert HAVEN.parse(scene().state, 0, text) == command


@pytest.mark.parametrize(
    "text", ["", "play", "play x", "play 0", "use", "play 3 on", "den 0", "draw 2", "hello", "play ٣"]
)
def test_rule_20_what_is_no_move_is_chat(text):
    if text == "play 3 on":
        assert HAVEN.parse(scene().state, 0, text) == Play(3)
        return
    with pytest.raises(Misread, match="Moves look like play 3, play 3 on 12, use 7, den 4 5 vs NICK, draw, end; pass"):
        HAVEN.parse(scene().state, 0, text)


def test_rule_20_the_hand_has_numbers_and_costs():
    match = scene("dawn-lamb noon-lion")
    put(match, 0, "garden-gate")
    assert written(HAVEN.words.hand(match.state, 0)) == "You hold 1 Dawn Lamb (1 AP), 2 Noon Lion (3 AP, 3 Sun)."
    assert written(HAVEN.words.hand(match.state, 1)) == "You hold nothing."


def test_rule_20_the_table_in_a_line_a_player_the_own_side_last():
    match = scene("", "", "")
    put(match, 0, "tea-trolley", exhausted=True)
    put(match, 1, "marigold-fox", fresh=True)
    table = [written(text) for text in HAVEN.words.table(match.state, 1)]
    gp = "9 Sun, 9 Moon, 9 Star, 9 Cloud"
    assert table == [
        f"carl: 30 composure, 10 AP, {gp}, hand 0, deck 5, rest pile 0. Nothing in play.",
        f"ann: 30 composure, 10 AP, {gp}, hand 0, deck 5, rest pile 0. Tea Trolley [1] (exhausted)",
        f"bob: 30 composure, 10 AP, {gp}, hand 0, deck 5, rest pile 0. Marigold Fox [2] 5/5 3/4/3/2 Generous (new)",
    ]
    assert [written(text)[:3] for text in HAVEN.words.table(match.state, None)] == ["ann", "bob", "car"]


def test_rule_20_the_stack_is_on_the_table():
    match = scene("sunbeam", "slip-away")
    (lamb,) = put(match, 1, "dawn-lamb")
    say(match, 0, f"play 1 on {lamb}")
    assert written(HAVEN.words.table(match.state, None)[0]) == "Stack: Sunbeam on Dawn Lamb [1]."


def test_rule_20_a_moves_public_result_is_one_line():
    match = scene("sunbeam dawn-lamb picnic love-letter", "")
    lamb, kitten = put(match, 1, "dawn-lamb", "silver-owl")
    match.state.sides[0].ap = 30
    say(match, 0, f"play 1 on {lamb}")
    assert said(match)[0].startswith(
        "ann plays Sunbeam on Dawn Lamb [1]. Charm: Dawn Lamb [1] -3. Dawn Lamb [1] to the rest pile. ann, 27 AP"
    )
    say(match, 0, "play 2")
    assert said(match)[0].startswith("ann plays Dawn Lamb. Dawn Lamb [3] comes into play. ann, 25 AP")
    say(match, 0, "play 3")
    assert said(match)[0].startswith("ann plays Picnic. ann draws 2 cards. ann, 21 AP")
    assert told(match) == {0: "You hold 4 Love Letter (3 AP, 1 Star), 5 Dawn Lamb (2 AP), 6 Night Kitten (2 AP)."}
    say(match, 0, "play 4 on @1")
    assert said(match)[0].startswith("ann plays Love Letter on bob. Charm: bob -4 (26).")
    assert kitten in match.state.things


def test_what_is_said_at_the_beginning():
    match = Scenario.begun(HAVEN, 2, {}, starter=[1])
    assert said(match) == [
        "ann, bob, 30 composure each. The turns go bob, ann. ann, bob: keep your hand, or mulligan once: 20 s."
    ]
    assert set(told(match)) == {0, 1}
    say(match, 0, "mulligan")
    assert said(match) == ["ann takes a new hand. bob: keep your hand, or mulligan once: 20 s."]
    say(match, 1, "keep")
    assert said(match) == ["bob keeps. bob's turn (1/30), 5 AP: 60 s."]


def test_what_is_said_of_a_reaction():
    match = scene("picnic", "hush")
    say(match, 0, "play 1")
    assert said(match) == ["ann plays Picnic. bob: react, or pass: 8 s."]
    assert told(match) == {1: "You can play 1 (Hush), or pass."}
    say(match, 1, "play 1")
    assert said(match)[0].startswith("bob plays Hush. Picnic does not happen. ann, 6 AP")


def test_what_is_said_of_the_den():
    match = scene("", "")
    lamb, kitten = put(match, 0, "dawn-lamb", "night-kitten")
    (mouse,) = put(match, 1, "spark-mouse")
    say(match, 0, f"den {lamb} {kitten}")
    assert said(match) == [
        "ann enters the den against bob with Dawn Lamb [1], Night Kitten [2]. "
        "bob: meet up to 1 of Spark Mouse [3]; meet alone is none: 20 s."
    ]
    say(match, 1, f"meet {mouse}")
    assert said(match) == ["bob meets them with Spark Mouse [3]. bob: face 1 of Dawn Lamb [1], Night Kitten [2]: 20 s."]
    say(match, 1, f"face {lamb}")
    assert said(match)[0].startswith(
        "Charm: Spark Mouse [3] -3, Dawn Lamb [1] -1 (2). Spark Mouse [3] to the rest pile. ann, 8 AP"
    )


def test_pass_is_an_answer_where_nothing_can_be_chosen():
    match = scene()
    (lamb,) = put(match, 0, "dawn-lamb")
    put(match, 1, "spark-mouse")
    say(match, 0, f"den {lamb}")
    say(match, 1, "pass")
    assert said(match)[0].startswith("Nobody meets them. Charm: bob -2 (28).")


@pytest.mark.parametrize(
    ("reason", "line"),
    [
        (Reason.QUIT, "bob quits."),
        (Reason.PART, "bob left the channel and is out."),
        (Reason.KICK, "bob was kicked and is out."),
        (Reason.DISCONNECT, "bob left IRC and is out."),
        (Reason.DROP, "bob was dropped."),
        (Reason.SURPLUS, "bob leaves."),
    ],
)
def test_what_is_said_of_leaving(reason, line):
    match = scene()
    match.input(Left(reason), 1)
    assert said(match) == [line, "ann is the last one in and wins! Composure: ann 30, bob 30."]


def test_what_is_said_of_being_away():
    match = scene("", "", "")
    match.input(Away(Cause.SPLIT), 1)
    assert said(match) == ["bob lost the connection; the match waits."]
    assert written(HAVEN.words.turn(match.state, 0)) == "The match waits for bob."
    assert written(HAVEN.words.players(match.state)) == "ann (0 cards), bob (away), carl (0 cards)"
    match.input(Back(), 1)
    assert said(match)[0].startswith("bob is back. ann, 10 AP")
    match.input(Away(Cause.ASKED), 1)
    assert said(match) == ["bob is away; the match waits."]


def test_what_is_said_of_the_time():
    match = scene()
    prompted(match, at=0)
    assert written(HAVEN.words.clock(match.state, 1500)).endswith(": 59 s.")


@pytest.mark.parametrize(
    ("scored", "line"),
    [(True, "bob wins as it stands!"), (False, "The match is over, without a winner.")],
)
def test_what_is_said_at_the_end(scored, line):
    match = scene()
    match.state.sides[0].life = 7
    match.input(Stopped(scored))
    assert said(match) == [f"{line} Composure: ann 7, bob 30."]
    assert written(HAVEN.words.turn(match.state, 0)) == "The match is over."


def test_what_a_choice_from_the_rest_pile_or_the_deck_offers():
    match = scene("encore house-hunt")
    match.state.sides[0].rest = ["noon-lion", "dawn-lamb", "dawn-lamb", "picnic"]
    match.state.sides[0].deck = ["picnic", "sky-garden", "cloud-castle"]
    say(match, 0, "play 1")
    assert told(match) == {0: "You can choose: 1 Dawn Lamb, 2 Noon Lion."}
    say(match, 0, "choose 2")
    say(match, 0, "play 2")
    assert said(match) == ["ann plays House Hunt. ann: choose: 20 s."]
    assert told(match) == {0: "You can choose: 1 Cloud Castle, 2 Sky Garden."}
    say(match, 0, "choose 1")
    assert [thing.card for thing in match.state.things.values()] == ["cloud-castle"]


def test_the_ledger_tells_what_happened_to_composure():
    match = scene("love-letter")
    (trolley,) = put(match, 0, "tea-trolley")
    match.state.sides[0].passing = True
    say(match, 0, "play 1 on @1")
    say(match, 0, f"use {trolley}")
    postings = [posting for entry in match.log[1:] for event in entry.events for posting in HAVEN.postings(event)]
    assert [(posting.seat, posting.delta, posting.reason) for posting in postings] == [(1, -4, "blow"), (0, 2, "mend")]
    assert [standing.points for standing in HAVEN.standings(match.state)] == [32, 26]
    assert HAVEN.postings(e.LifeSet(1, 30))[0].reason == "start"


def test_rule_20_the_compact_hand_has_numbers_and_names():
    match = scene("dawn-lamb noon-lion")
    compact = HAVEN.compact_words
    assert written(compact.hand(match.state, 0)) == "1 Dawn Lamb, 2 Noon Lion"
    assert written(compact.hand(match.state, 1)) == "nothing"
    match = scene("dawn-lamb")
    for seat, told in compact.private(match.state, match.log[0]).items():
        assert told == compact.hand(match.state, seat)


def test_rule_20_the_first_hand_tells_what_moves_look_like():
    match = scene("dawn-lamb")
    first = match.log[0]
    hands = HAVEN.words.private(match.state, first)
    assert [written(text).partition(". Moves look like ")[2] for text in hands.values()] == [
        "play 3, play 3 on 12, use 7, den 4 5 vs NICK, draw, end; pass lets others go on."
    ] * len(hands)
    assert len(hands) == 2
