"""Rule 17: time, reactions, leaving, commands and what resolves how; as in Haven, where each has more tests."""

import pytest

from games.cardbattle import changes as c
from games.cardbattle import events as e
from games.cardbattle.commands import Choose, Draw, End, Fight, Hold, Pass, Play, Refresh, Use
from games.kit.errors import Illegal, Misread
from games.kit.inputs import Away, Back, Cause, Joined, Left, Paused, Reason, Resumed
from games.kit.options import OptionsError, read_options
from games.kit.scenario import Scenario
from games.kit.text import plain
from games.menagerie import MENAGERIE
from tests.menagerie.reactions import CARDS, table
from tests.menagerie.scenes import (
    card,
    choices,
    hand,
    hp,
    next_turn,
    of,
    prompted,
    put,
    said,
    say,
    scene,
    stack,
    timed_out,
    told,
    written,
)


def leave(match: Scenario, seat: int, reason: Reason = Reason.QUIT) -> list[c.Event]:
    return [event for entry in match.input(Left(reason), seat) for event in entry.events]


# Haven's rules 9, 11 and 12: reactions.


def test_rule_17_three_deep_reactions_from_three_players_go_off_last_in_first_out():
    match = table("read", "zap", "zap", "zap")
    match.state.sides[3].hold = True
    say(match, 0, "play 1")
    for seat in (1, 2, 3):
        say(match, seat, "play 1 on @0")
    assert stack(match) == ["read", "zap", "zap", "zap"]
    going = [say(match, 3, "pass") for _ in range(4)]
    assert [event.item.seat for events in going for event in of(events, e.GoingOff)] == [3, 2, 1, 0]
    assert hp(match) == [37, 40, 40, 40]


def test_rule_17_a_reaction_can_make_the_target_of_another_card_invalid():
    match = scene("warm-words", "dive-away")
    (duck,) = put(match, 1, "puddle-duck")
    say(match, 0, f"play 1 on {duck}")
    say(match, 1, f"play 1 on {duck}")
    assert of(match.log[-1].events, e.WentOff)[-1].failed
    assert said(match)[0].startswith(
        "bob plays Dive Away on Puddle Duck [1]. Puddle Duck [1] to the owner's hand. Warm Words: "
        "It has nothing left to be aimed at."
    )
    assert match.state.sides[0].rest == ["warm-words"]


def test_rule_17_nobody_can_react_at_the_start_and_at_the_end_of_a_turn():
    match = table("", "")
    for side in match.state.sides:
        side.hold = True
    put(match, 1, "willow-moose", "cinder-chick")
    put(match, 0, "campfire-circle")
    match.state.things[2].hurt = 2
    say(match, 0, "end")
    say(match, 0, "pass")
    events = say(match, 1, "pass")
    assert [event.item.card for event in of(events, e.GoingOff)] == ["", "campfire-circle", "willow-moose"]
    assert of(events, e.WindowOpened) == []


def test_rule_17_who_could_play_nothing_is_passed_over_without_asking():
    match = table("read", "hush", "ox read", "hush")
    match.state.sides[3].ap = 3
    say(match, 0, "play 1")
    assert MENAGERIE.actors(match.state) == {1}
    assert choices(match, 1) == {"play": ("1",), "pass": ()}


def test_rule_17_hold_and_two_unanswered_windows_in_a_row():
    match = table("read read read", "")
    say(match, 1, "hold on")
    assert told(match) == {1: "You hold nothing. You are asked before everything."}
    for number in (1, 2):
        say(match, 0, f"play {number}")
        assert MENAGERIE.actors(match.state) == {1}
        timed_out(match)
    say(match, 0, "play 3")
    assert match.state.open_to_actions


def test_rule_17_all_who_may_react_share_8_s():
    match = table("read", "hush", "hush")
    say(match, 0, "play 1")
    prompted(match, at=500)
    assert MENAGERIE.timers(match.state) == {"react": 8500}
    say(match, 2, "pass", at=3000)
    (entry,) = match.tick(8500)
    assert of(entry.events, e.WindowClosed)[0].missed == (1,)
    assert len(hand(match, 0)) == 1


def test_rule_17_of_the_reactions_the_first_in_priority_order_goes_on_the_stack():
    match = table("read", "hush", "hush", "hush")
    say(match, 0, "play 1")
    say(match, 3, "play 1")
    say(match, 2, "play 1")
    say(match, 1, "pass")
    assert [item.seat for item in match.state.stack] == [0, 2]
    assert [side.ap for side in match.state.sides] == [9, 10, 6, 10]


def test_rule_17_a_reaction_that_can_no_longer_be_paid_costs_nothing():
    drain = card(
        "drain", "surprise", 'when = "once"\ntargets = { what = "player", where = { side = "theirs" } }\n'
        'effects = [{ do = "hit", to = "target", amount = 1 }]', mp="{ ash = 2 }",
    )  # fmt: skip
    match = scene("read", "drain", "drain", cards=CARDS + drain)
    match.state.sides[0].mana = {"ash": 2}
    match.state.sides[2].mana = {"ash": 1}
    say(match, 0, "play 1")
    say(match, 2, "play 1 on @0")
    say(match, 1, "play 1 on @0")
    assert [side.mana.get("ash", 0) for side in match.state.sides] == [0, 9, 1]
    assert hand(match, 2) == ["drain"]


# Haven's rule 19: time and leaving.


def test_rule_17_an_action_has_60_s_then_the_turn_ends():
    match = table()
    prompted(match, at=1000)
    assert MENAGERIE.timers(match.state) == {"action": 61_000}
    (entry,) = match.tick(61_000)
    assert of(entry.events, e.Missed) == [e.Missed(0)]
    assert match.state.active == 1


def test_rule_17_to_refresh_in_anothers_turn_takes_none_of_their_time():
    match = table()
    put(match, 1, "ox", exhausted=True)
    prompted(match, at=1000)
    say(match, 1, "refresh", at=30_000)
    assert MENAGERIE.timers(match.state) == {"action": 61_000}


def test_rule_17_three_time_outs_in_a_row_put_the_player_out():
    match = table("", "", "")
    for _ in range(2):
        timed_out(match)
        next_turn(match)
        next_turn(match)
    events = timed_out(match)
    assert of(events, e.Departed)[0].why is e.Exit.IDLE
    assert match.state.active == 1


def test_rule_17_a_leavers_stack_items_vanish():
    match = table("read", "hush", "hush")
    say(match, 0, "play 1")
    say(match, 1, "play 1")
    leave(match, 1)
    assert match.state.sides[1].rest == ["hush"]
    assert stack(match) == ["read"]
    say(match, 2, "pass")
    assert len(hand(match, 0)) == 1


def test_rule_17_a_player_is_out_whose_card_is_on_the_stack():
    match = table("read", "hush", "zap")
    match.state.sides[1].life = 1
    say(match, 0, "play 1")
    say(match, 1, "play 1")
    events = say(match, 2, "play 1 on @1")
    assert of(events, e.Departed)[0].why is e.Exit.BEATEN
    assert of(events, e.Countered) == []
    assert (match.state.sides[1].rest, len(hand(match, 0))) == (["hush"], 1)


def test_rule_17_who_leaves_while_holding_priority_is_not_waited_for():
    match = table("read", "hush", "hush")
    say(match, 0, "play 1")
    say(match, 2, "play 1")
    leave(match, 1)
    assert stack(match) == []
    assert match.state.sides[0].rest == ["read"]


def test_rule_17_if_they_were_active_their_turn_ends():
    match = table("", "", "")
    leave(match, 0)
    assert (match.state.active, match.state.round, match.state.sides[1].ap) == (1, 1, 10)


@pytest.mark.parametrize(
    ("cause", "grace"), [(Cause.SPLIT, 90_000), (Cause.PING_TIMEOUT, 60_000), (Cause.ASKED, 300_000)]
)
def test_rule_17_netsplits_are_held(cause, grace):
    match = table("", "", "")
    put(match, 0, "ox")
    prompted(match, at=1000)
    match.input(Away(cause), 1, at=5000)
    assert MENAGERIE.actors(match.state) == set()
    assert MENAGERIE.timers(match.state) == {"hold:1": 5000 + grace}
    assert match.refusal(0, "refresh") == "The match waits until seat 1 is back or out."
    match.input(Back(), 1, at=9000)
    prompted(match, at=9500)
    assert MENAGERIE.timers(match.state) == {"action": 9500 + 56_000}


def test_rule_17_after_an_interruption_there_is_the_full_time():
    match = table()
    prompted(match, at=1000)
    match.input(Paused(), at=30_000)
    match.input(Resumed(), at=30_000)
    prompted(match, at=31_000)
    assert MENAGERIE.timers(match.state) == {"action": 91_000}


def test_rule_17_nobody_joins_a_match_that_has_begun():
    with pytest.raises(Illegal, match="This match has begun"):
        table().input(Joined(), 2)


@pytest.mark.parametrize(("seats", "rounds"), [(2, 30), (4, 30), (5, 12), (6, 12)])
def test_rule_17_after_the_last_round_the_highest_hp_win_and_equals_share(seats, rounds):
    match = table(*[""] * seats)
    assert match.state.rounds == rounds
    match.state.round = rounds
    for seat, side in enumerate(match.state.sides):
        side.life = 20 if seat < 2 else 10
    for _ in range(seats):
        assert not match.over
        next_turn(match)
    assert match.result
    assert match.result.winners == [0, 1]


# Haven's rule 20: commands.


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("play 3", Play(3)),
        ("play 3 on 12", Play(3, (12,))),
        ("play 3 on @1", Play(3, (~1,))),
        ("use 7", Use(7)),
        ("attack 4 5 vs @1", Fight((4, 5), 1)),
        ("attack 4 5", Fight((4, 5), 1)),
        ("defend 9", Choose("defend", (9,))),
        ("defend", Choose("defend")),
        ("name 4 5", Choose("name", (4, 5))),
        ("choose 4", Choose("choose", (4,))),
        ("discard 1 2", Choose("discard", (1, 2))),
        ("order 2 1", Choose("order", (2, 1))),
        ("draw", Draw()),
        ("refresh", Refresh()),
        ("pass", Pass()),
        ("pass turn", Pass(turn=True)),
        ("end", End()),
        ("hold on", Hold(on=True)),
    ],
)
def test_rule_17_short_codes(text, command):
    assert MENAGERIE.parse(table().state, 0, text) == command


@pytest.mark.parametrize("text", ["", "play", "play x", "attack 0", "draw 2", "hello", "den 4"])
def test_rule_17_what_is_no_move_is_chat(text):
    with pytest.raises(Misread, match="Moves look like play 3, play 3 on 12, use 7, attack 4 5 vs NICK, draw, end"):
        MENAGERIE.parse(table().state, 0, text)


def test_rule_17_there_is_no_opening_hand_to_settle():
    match = Scenario.begun(MENAGERIE, 2, {}, starter=[0])
    assert match.refusal(0, "keep") == match.refusal(1, "mulligan") == "Your opening hand is settled."


def test_rule_17_the_table_in_a_line_a_player_the_own_side_last():
    match = table("", "")
    put(match, 0, "kiln-bear", fresh=True)
    put(match, 1, "lighthouse", exhausted=True)
    mp = "9 Ash, 9 Brine, 9 Clay, 9 Dew"
    bear = match.state.cards["kiln-bear"]
    damage = " ".join(f"{value}{letter}" for value, letter in zip(bear.strength.values(), "ABCD", strict=True))
    assert [written(text) for text in MENAGERIE.words.table(match.state, 0)] == [
        f"bob: 40 HP, 10 AP, {mp}, hand 0, deck 5, discard pile 0. Lighthouse [2] (tapped)",
        f"ann: 40 HP, 10 AP, {mp}, hand 0, deck 5, discard pile 0. "
        f"Kiln Bear [1] A {bear.life}/{bear.life} {damage} (new)",
    ]


def test_rule_17_a_moves_public_result_is_one_line():
    match = table("read ox", "")
    say(match, 0, "play 1")
    assert said(match)[0].startswith("ann plays Read. ann draws 1 card. ann, 9 AP")
    say(match, 0, "play 2")
    assert said(match)[0].startswith("ann plays Ox. Ox [1] comes into play. ann, 8 AP")


def test_rule_17_what_is_said_of_a_reaction():
    match = table("read", "hush")
    say(match, 0, "play 1")
    assert said(match) == ["ann plays Read. bob: react, or pass: 8 s."]
    assert told(match) == {1: "You can play 1 (Hush), or pass."}
    say(match, 1, "play 1")
    assert said(match)[0].startswith("bob plays Hush. Read does not happen. ann, 9 AP")


def test_rule_17_what_is_said_of_tapping_and_untapping():
    match = scene("sandstorm second-breakfast")
    (duck,) = put(match, 1, "barnacle-crab")
    put(match, 0, "cinder-chick", exhausted=True)
    say(match, 0, f"play 1 on {duck}")
    assert "Barnacle Crab [1] tapped." in said(match)[0]
    say(match, 0, "play 2")
    assert "Cinder Chick [2] untapped." in said(match)[0]


def test_rule_17_what_is_said_of_a_turn_and_of_the_time():
    match = table()
    say(match, 0, "end")
    assert said(match)[0].startswith("ann ends the turn. bob's turn (1/30). bob, 10 AP, 9 Ash")
    prompted(match, at=0)
    assert written(MENAGERIE.words.clock(match.state, 1500)).endswith(": 59 s.")


def test_rule_17_every_word_can_be_renamed():
    words = {"creature": "Pet", "blow": "nips", "ash": "Soot", "exhausted": "asleep", "life": "cheer"}
    match = scene("cinder-chick", words=words)
    assert "Soot Pet" in plain(MENAGERIE.lookups["card"](match.state, "cinder-chick"))
    (chick,) = put(match, 0, "cinder-chick")
    say(match, 0, f"attack {chick}")
    assert "Cinder Chick [1] asleep. Nobody defends. Nips: bob" in said(match)[0]
    assert " 2S " in written(MENAGERIE.words.table(match.state, 1)[0])
    with pytest.raises(OptionsError):
        read_options(MENAGERIE, {"words": {"creature": "x" * 21}})
