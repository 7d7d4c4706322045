"""Rules 1 to 3: seats, teams, joining."""

import pytest

from games.ion import ION
from games.ion.events import Opened, Restored, Seated
from games.kit.errors import Illegal
from games.kit.inputs import Joined, Kind, Left, Reason, Stopped
from games.kit.match import Match
from games.kit.protocol import Chair, Header
from games.kit.rng import ALGORITHM
from games.kit.scenario import Scenario
from tests.ion.scenes import hand, of, play, points, scene


def teams(match):
    return "".join(seat.team for seat in match.state.seats)


def sides(match, filler=False):
    return [match.state.size(team, fillers=filler) for team in "+-"]


# Rule 1


def test_rule_1_who_begins_is_put_on_the_smaller_team():
    assert teams(Scenario.begun(ION, 4, team=["+", "-"])) == "+--+"


def test_rule_1_on_a_tie_chance_decides():
    first = {teams(Scenario.begun(ION, 2, team=[team])) for team in "+-"}
    assert first == {"+-", "-+"}


def test_rule_1_who_joins_is_put_on_the_smaller_team():
    match = scene("+", "+", "+", teams="++-")
    match.input(Joined(), 3)
    assert teams(match) == "++--"
    match.input(Joined(), 4, team=["+"])
    assert teams(match) == "++--+"


def test_rule_1_a_player_joins_by_the_number_of_players_not_of_fillers():
    match = scene("+", "+", "+", teams="++-")
    match.input(Joined(Kind.FILLER), 3)
    assert (teams(match), sides(match, filler=True)) == ("++--", [2, 2])
    match.input(Joined(), 4)
    assert teams(match) == "++---"


def test_rule_1_a_filler_is_wanted_while_teams_are_uneven():
    match = scene("+", "+", "+", teams="++-")
    assert ION.fillers(match.state) == 1
    match.input(Joined(Kind.FILLER), 3)
    assert ION.fillers(match.state) == 1
    match.input(Joined(), 4)
    assert ION.fillers(match.state) == 0


def test_rule_1_fillers_fill_an_empty_team():
    match = scene("+", "+", teams="++")
    assert ION.fillers(match.state) == 2
    for seat in (2, 3):
        match.input(Joined(Kind.FILLER), seat)
    assert (teams(match), ION.fillers(match.state)) == ("++--", 2)


def test_rule_1_a_filler_on_the_larger_team_has_to_go_first():
    match = scene("+", "+", "+", "+", "+", teams="++---")
    match.input(Joined(Kind.FILLER), 5)
    for seat in (2, 3):
        match.input(Left(Reason.QUIT), seat)
    assert (teams(match)[5], sides(match), ION.fillers(match.state)) == ("+", [2, 1], 0)
    match.input(Left(Reason.SURPLUS), 5)
    assert ION.fillers(match.state) == 1


def test_rule_1_a_filler_is_put_on_the_team_with_fewer_seats_fillers_included():
    match = scene("+", "+", "+", teams="+-+")
    match.state.seats[2].kind = Kind.FILLER
    match.input(Joined(Kind.FILLER), 3, team=["+"])
    assert (teams(match), match.rng.unused) == ("+-+-", {"team": ["+"]})


def test_rule_1_even_teams_neither_want_nor_lose_a_filler_for_their_sides():
    match = scene("+", "+", "+", "+")
    for seat in (2, 3):
        match.state.seats[seat].kind = Kind.FILLER
    assert (teams(match), ION.fillers(match.state)) == ("+-+-", 0)


def test_rule_1_without_the_option_no_filler_is_wanted():
    assert ION.fillers(scene("+", "+", "+", options={"even": False}).state) == 0


def test_rule_1_a_filler_can_sit_from_the_beginning():
    chairs = (Chair(), Chair(), Chair(), Chair(Kind.FILLER))
    match = Match.open(ION, Header(1, "ion", 1, "", {}, chairs, ALGORITHM), bytes(32))
    match.begin()
    assert (sides(match, filler=True), ION.fillers(match.state)) == ([2, 2], 1)


def test_rule_1_a_filler_cannot_win_and_takes_no_place():
    match = scene("+", "+", "+", teams="++-")
    match.input(Joined(Kind.FILLER), 3)
    match.state.seats[3].points = 9000
    match.state.seats[1].points = 500
    match.input(Stopped(scored=True))
    assert match.result.places == {0: 2, 1: 1, 2: 2}
    assert match.result.teams == {"+": 500, "-": 9000}


def test_rule_1_a_surplus_filler_leaves_its_points_to_the_others():
    match = scene("+", "+", "+", teams="++-")
    match.input(Joined(Kind.FILLER), 3)
    match.state.seats[3].points = 300
    match.input(Left(Reason.SURPLUS), 3)
    assert points(match) == [100, 100, 100, 0]


# Rule 2


def test_rule_2_from_2_to_20_players():
    assert ION.seats(ION.options()) == (2, 20)
    assert ION.seats(ION.options(min_players=4, max_players=6)) == (4, 6)


def test_rule_2_nobody_joins_a_full_match():
    match = scene("+", "+", options={"max_players": 2})
    with pytest.raises(Illegal, match=r"^The match is full: 2 players\.$"):
        match.input(Joined(), 2)
    match.input(Joined(Kind.FILLER), 2, team=["+"])
    assert len(match.state.seats) == 3


def test_rule_2_everybody_starts_with_5_random_items_and_no_points():
    dealt = ["+", "++", "S", "S", "X", "-", "T", "±", "=", "*"]
    match = Scenario.begun(ION, 2, item=dealt)
    assert [hand(match, 0), hand(match, 1)] == ["+ ++ S S X", "- = ± * T"]
    assert points(match) == [0, 0]
    assert Scenario.begun(ION, 2, {"hand": 7}).state.seats[1].size == 7


def test_rule_2_the_generator_picks_who_begins_and_flow_starts_forwards():
    match = Scenario.begun(ION, 3, starter=[2], item=["S"] * 15)
    assert (match.state.order, match.state.acting) == ([0, 1, 2], 2)
    assert play(match, 2, "S")[-1] == Opened(0)


# Rule 3


def test_rule_3_a_new_seat_moves_last():
    match = scene("S", "S", "S")
    events = match.input(Joined(), 3, item=["S"] * 5)[0].events
    assert of(events, Seated) == [Seated(3, Kind.HUMAN, "-")]
    assert match.state.order == [3, 0, 1, 2]
    movers = []
    for _ in range(4):
        movers.append(match.state.acting)
        play(match, match.state.acting, "S")
    assert movers == [0, 1, 2, 3]
    assert match.state.seats[3].size == 5


def test_rule_3_a_new_seat_moves_last_in_reversed_flow_too():
    match = scene("S", "S", "S", flow=-1, current=1)
    match.input(Joined(), 3, item=["S"] * 5)
    movers = []
    for _ in range(4):
        movers.append(match.state.acting)
        play(match, match.state.acting, "S")
    assert movers == [1, 0, 2, 3]


def test_rule_3_who_comes_back_gets_all_but_the_divided_points():
    match = scene("S", "S T", "S")
    match.state.seats[1].coins = 7
    match.state.seats[1].points = 500
    match.input(Left(Reason.PART), 1)
    (entry,) = match.input(Joined(), 1)
    assert entry.events == (Restored(1),)
    seat = match.state.seats[1]
    assert (seat.team, hand(match, 1), seat.points) == ("-", "S T and 7 coins", 0)
    assert points(match) == [250, 0, 250]
    assert match.state.order == [1, 0, 2]


def test_rule_3_who_comes_back_gets_the_debt_back():
    match = scene("S", "S", "S")
    match.state.seats[1].points = -700
    match.input(Left(Reason.QUIT), 1)
    match.input(Joined(), 1)
    assert points(match) == [0, -700, 0]


def test_rule_3_only_once_a_match():
    match = scene("S", "S", "S")
    for _ in range(2):
        match.input(Left(Reason.QUIT), 1)
        if not match.state.seats[1].returned:
            match.input(Joined(), 1)
    with pytest.raises(Illegal, match=r"^You have come back once already; you can join the next match\.$"):
        match.input(Joined(), 1)


@pytest.mark.parametrize(("seat", "answer"), [(1, "You are in the match already."), (3, "There is no such seat.")])
def test_rule_3_a_seat_that_is_not_free_is_refused(seat, answer):
    match = scene("S", "S")
    with pytest.raises(Illegal) as refused:
        match.input(Joined(), seat)
    assert str(refused.value) == answer


def test_rule_3_idle_turns_from_before_are_forgotten():
    match = scene("S", "S", "S")
    match.state.seats[1].idle = 2
    match.input(Left(Reason.QUIT), 1)
    match.input(Joined(), 1)
    assert match.state.seats[1].idle == 0
