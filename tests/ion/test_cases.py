"""Faults that users of other game bots reported, and what is right instead."""

from games.ion import ION
from games.ion.events import Departed, Missed, Opened
from games.kit.codec import codec
from games.kit.inputs import Away, Back, Cause, Expired, Kind, Left, Prompted, Reason, Resumed
from games.kit.match import Match
from games.kit.protocol import Chair, Header
from games.kit.rng import ALGORITHM
from tests.ion.scenes import hand, lines, of, play, points, scene, written


def test_case_1_one_advance_when_a_time_out_also_removes():
    match = scene("S", "S", "S")
    match.state.seats[0].idle = 2
    match.state.seats[0].points = 1200
    match.input(Prompted(), at=0)
    entries = list(match.tick(10_000))
    assert [entry.events for entry in entries] == [
        (Missed(0, 1000), Departed(0, "idle", 200, {1: 100, 2: 100}, 0), Opened(1))
    ]
    assert lines(match.state, entries[0]) == [
        "ann is out of time: -1,000. ann made no move for too long and is out. Each other player gets 100. "
        "Bank 0 at 0. bob's turn: 10 s."
    ]
    assert match.refusal(0, "S") == "You are not in the match."
    match.input(Prompted(), at=10_400)
    assert match.due == 20_400
    play(match, 1, "S", at=20_399)


def test_case_2_the_neighbour_after_a_removal_in_reversed_flow():
    match = scene("S", "S", "S", "S", flow=-1, current=2)
    (entry,) = match.input(Left(Reason.DROP), 2)
    assert of(entry.events, Opened) == [Opened(1)]
    play(match, 1, "S")
    assert match.state.acting == 0
    play(match, 0, "S")
    assert match.state.acting == 3


def test_case_2_the_neighbour_after_a_removal_forwards_round_the_end():
    match = scene("S", "S", "S", "S", current=3)
    match.input(Left(Reason.DROP), 3)
    assert match.state.acting == 0


def test_case_2_somebody_earlier_in_the_order_leaves():
    for flow, following in ((1, 3), (-1, 1)):
        match = scene("S", "S", "S", "S", flow=flow, current=2)
        match.input(Left(Reason.QUIT), 0)
        assert match.state.acting == 2
        play(match, 2, "S")
        assert match.state.acting == following


def test_case_3_two_deadlines_at_once_remove_once():
    match = scene("S", "S", "S", options={"ping_timeout_grace": 10, "idle_limit": 1})
    match.state.seats[0].points = 600
    match.input(Prompted(), at=0)
    match.input(Away(Cause.PING_TIMEOUT), 0, at=0)
    match.input(Prompted(), at=0)
    assert ION.timers(match.state) == {"round": 600_000, "hold:0": 10_000, "turn": 10_000}
    entries = list(match.tick(10_000))
    assert [entry.command for entry in entries] == [Expired("hold:0"), Expired("turn")]
    assert [departed.seat for entry in entries for departed in of(entry.events, Departed)] == [0, 1]
    assert points(match) == [0, -700, 300]


def test_case_3_the_deadline_of_the_turn_dies_when_the_player_goes_away():
    match = scene("S", "S", "S", options={"split_grace": 10})
    match.state.seats[0].idle = 2
    match.state.seats[0].points = 600
    match.input(Prompted(), at=0)
    match.input(Away(Cause.SPLIT), 0, at=0)
    entries = list(match.tick(10_000))
    assert [entry.command for entry in entries] == [Expired("hold:0")]
    assert points(match) == [0, 300, 300]


def test_case_4_back_in_time_keeps_seat_items_and_turn():
    match = scene("S T", "S", "S")
    match.input(Away(Cause.PING_TIMEOUT), 0, at=0)
    match.input(Back(), 0, at=59_999)
    assert list(match.tick(200_000)) == []
    assert hand(match, 0) == "S T"
    for seat in (1, 2, 0):
        play(match, seat, "S")


def test_case_5_alone_with_the_machine_nobody_wins():
    chairs = (Chair(), *[Chair(Kind.COMPUTER)] * 3)
    match = Match.open(ION, Header(1, "ion", 1, "", {}, chairs, ALGORITHM), bytes(32))
    match.begin()
    list(match.submit(0, Prompted()))
    (entry,) = match.submit(500, Left(Reason.PART), 0)
    assert (match.result.places, match.due, ION.actors(match.state)) == ({}, None, set())
    assert lines(match.state, entry)[-1].startswith("The match is over, without a winner.")


def test_case_5_computers_alone_from_the_beginning_play_for_a_win():
    match = Match.open(ION, Header(1, "ion", 1, "", {}, (Chair(Kind.COMPUTER),) * 3, ALGORITHM), bytes(32))
    match.begin()
    list(match.submit(0, Left(Reason.DROP), 0))
    assert not match.over
    list(match.submit(0, Left(Reason.DROP), 1))
    assert match.result.places == {2: 1}


def test_case_13_a_restart_counts_a_move_once_and_gives_the_full_time():
    seed = bytes(32)
    header = Header(1, "ion", 1, "", {}, (Chair(), Chair()), ALGORITHM)
    match = Match.open(ION, header, seed)
    match.begin()
    list(match.submit(100, Prompted()))
    mover = match.state.acting
    move = ION.sample(ION.view(match.state, mover), ION.choices(match.state, mover)[0], match.rng.__class__(b"any"))
    list(match.submit(900, move, mover))
    saved = codec(ION)
    log = [
        type(entry)(
            entry.seq, entry.at, entry.seat,
            entry.command if entry.seq == 0 else saved.command(saved.encode(entry.command)),
            entry.draws, saved.events(saved.encode(entry.events)),
        )
        for entry in match.log
    ]  # fmt: skip
    again = Match.fold(ION, header, log, seed)
    assert (again.state, again.rng.position) == (match.state, match.rng.position)
    list(again.submit(900, Resumed()))
    waiting = again.state.acting
    assert ION.waits(again.state) == {waiting}
    assert written(ION.words.prompt(again.state)).endswith(f"{'ann' if waiting == 0 else 'bob'}'s turn: 10 s.")
    list(again.submit(5000, Prompted()))
    assert again.due == 15_000
