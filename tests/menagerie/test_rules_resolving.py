"""Rule 17: what resolves how, and what has which number; as in Haven, where each has more tests."""

from games.cardbattle import events as e
from games.cardbattle.field import Field
from games.kit.codec import codec
from games.menagerie import MENAGERIE
from tests.menagerie.reactions import table
from tests.menagerie.scenes import (
    card,
    creature,
    hp,
    inplay,
    lines,
    of,
    prompted,
    put,
    say,
    scene,
    stack,
    timed_out,
)


def test_rule_17_values_are_computed_anew_and_never_stored():
    match = scene()
    (chick,) = put(match, 0, "cinder-chick")
    before = Field(match.state).strength(chick, "ash")
    (coals,) = put(match, 0, "glowing-coals")
    assert Field(match.state).strength(chick, "ash") == before + 1
    del match.state.things[coals]
    assert Field(match.state).strength(chick, "ash") == before


def test_rule_17_triggers_go_by_seat_from_the_active_player_on_each_owner_ordering_their_own():
    bells = "".join(card(name, "enchantment", 'when = "end"\neffects = [{ do = "draw" }]') for name in ("a", "b", "z"))
    match = scene("", "", cards=bells)
    put(match, 1, "z")
    put(match, 0, "a", "b")
    say(match, 0, "end")
    assert match.state.frame
    assert match.state.frame.seat == 0
    events = say(match, 0, "order 2 1")
    assert [event.item.card for event in of(events, e.GoingOff)] == ["z", "b", "a"]


def test_rule_17_one_cards_skill_can_be_activated_3_times_a_turn():
    tap = card("tap", "enchantment", 'when = "use"\neffects = [{ do = "mend", to = "you", amount = 1 }]')
    match = scene(cards=tap)
    match.state.sides[0].passing = True
    put(match, 0, "tap")
    for _ in range(3):
        say(match, 0, "use 1")
    assert match.refusal(0, "use 1") == "Tap [1] has been used 3 times in this turn, and that is all."


def test_rule_17_after_100_items_further_triggers_are_dropped_and_the_turn_ends():
    loop = card(
        "loop", "enchantment", 'when = "hurt"\nof = { types = ["creature"] }\n'
        'effects = [{ do = "hit", to = { types = ["creature"] }, amount = 1 }]',
    )  # fmt: skip
    match = scene("warm-words", "", cards=loop + creature("wall", "clay", "1A 1B 1C 1D", hp=999))
    (wall,) = put(match, 1, "wall")
    put(match, 1, "loop")
    say(match, 0, f"play 1 on {wall}")
    assert match.state.things[wall].hurt >= 99
    assert match.state.active == 1


def test_rule_17_a_choice_that_is_not_made_in_time_takes_the_lowest_numbers_and_the_fewest():
    match = table("ox " * 9)
    (ox,) = put(match, 0, "ox")
    put(match, 1, "ox")
    say(match, 0, f"attack {ox}")
    assert of(timed_out(match), e.Chose) == [e.Chose(1, (), missed=True)]
    assert hp(match) == [40, 38]
    say(match, 0, "end")
    timed_out(match)
    assert [*match.state.sides[0].hand] == [3, 4, 5, 6, 7, 8, 9]


def test_rule_17_numbers_in_hand_are_private_and_cards_in_play_get_new_ones():
    match = scene("cinder-chick", "splash")
    match.state.sides[1].hold = True
    (announced,) = of(say(match, 0, "play 1"), e.Announced)
    assert MENAGERIE.reveal(announced, 1) == e.Announced(announced.item)
    say(match, 1, "pass")
    assert [*match.state.things] == [1]


def test_rule_17_owner_and_controller_are_two_things():
    match = scene("changing-tides")
    (whale,) = put(match, 1, "harbor-whale")
    say(match, 0, f"play 1 on {whale}")
    assert (match.state.things[whale].owner, match.state.things[whale].controller) == (1, 0)
    assert match.refusal(0, f"attack {whale}").endswith("has come only now, and can attack from your next turn on.")
    match.state.things[whale].hurt = 99
    say(match, 0, "end")
    assert match.state.sides[1].rest == ["harbor-whale"]


def test_a_match_goes_on_from_a_window_with_two_items_on_the_stack():
    match = table("read", "hush hush", "hush")
    match.state.sides[0].hold = True
    say(match, 0, "play 1")
    say(match, 0, "pass")
    say(match, 1, "play 1")
    prompted(match, at=700)
    say(match, 2, "play 1", at=900)
    saved = codec(MENAGERIE)
    again = saved.state(saved.encode(match.state))
    assert stack(match) == ["read", "hush"]
    assert again == match.state
    match.state = again
    say(match, 0, "pass", at=1000)
    say(match, 1, "pass", at=1100)
    assert stack(match) == ["read", "hush", "hush"]
    assert inplay(match, 0) == []
    assert lines(match.state, match.log[-1])
