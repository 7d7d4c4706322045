"""What each event posts to the ledger, how the players stand, and what is seen of a duel field by field."""

import pytest
from msgspec.structs import asdict

from games.fia import FIA
from games.fia import events as e
from games.fia.game import Fia
from games.fia.state import Laid, Stage, Stocked
from games.fia.view import SideView
from games.kit.inputs import Kind
from games.kit.options import OptionsError, describe_options, read_options
from games.kit.protocol import Posting, Result, Standing
from games.kit.questions import questions_of
from games.kit.rng import Rng
from tests.fia.scenes import draw, lie, scene, tied

POSTED: list[tuple[e.Event, list[Posting]]] = [
    (e.LifeSet(1, 40), [Posting(1, "points", 40, "start")]),
    (e.Healed(1, 5), [Posting(1, "points", 5, "heal")]),
    (e.Landed(1, 5), [Posting(1, "points", -5, "attack")]),
    (e.Landed(1, 0), []),
    (e.Countered(1, 5, 4), [Posting(0, "points", -5, "counter"), Posting(1, "points", -4, "attack")]),
    (e.Countered(0, 5, 0), [Posting(1, "points", -5, "counter")]),
    (e.Attacked(1, 5), []),
]


@pytest.mark.parametrize(("event", "posted"), POSTED)
def test_an_event_posts_what_it_changes_and_why(event, posted):
    assert FIA.postings(event) == posted


def shown():
    match = scene("ra7 rx2", "bh1", decks=("bh1 bh2", "bh3"))
    lie(match, 0, board="ra1", stock="rd4:8", discard="yh1 yh2", lp=33)
    lie(match, 1, lp=-2)
    state = match.state
    state.due, state.number, state.repeats, state.current = 9000, 3, 2, 1
    state.barred, state.laid = [1], {0: Laid(("ra7",), 8000)}
    first, second = state.sides
    first.pending, first.guard, first.idle = 9, 4, 1
    second.kind, second.held_until, second.present = Kind.COMPUTER, 90_000, False
    return state


def test_both_stand_with_their_lp():
    assert FIA.standings(shown()) == [
        Standing(0, Kind.HUMAN, "", 33, 0, {}, True),
        Standing(1, Kind.COMPUTER, "", -2, 0, {}, False),
    ]
    assert FIA.result(shown()) is None
    state = shown()
    state.stage, state.places = Stage.OVER, {0: 1, 1: 2}
    assert FIA.result(state) == Result({0: 1, 1: 2})


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_what_lies_open_is_seen_by_all(viewer):
    state = shown()
    seen = asdict(FIA.view(state, viewer))
    assert seen["sides"] == (
        SideView(
            Kind.HUMAN, 33, 2, 2, ("ra1",), (Stocked("rd4", 8),), ("yh1", "yh2"), 9, 4, 1, held=False, present=True
        ),
        SideView(Kind.COMPUTER, -2, 1, 1, (), (), (), 0, 0, 0, held=True, present=False),
    )
    assert seen["options"] == state.options
    assert (seen["stage"], seen["current"], seen["due"]) == (Stage.TURN, 1, 9000)
    assert (seen["number"], seen["barred"], seen["drawn"], seen["repeats"]) == (3, (1,), (0,), 2)
    own = {None: (None, None), 0: (("ra7", "rx2"), Laid(("ra7",), 8000)), 1: (("bh1",), None)}
    assert (seen["hand"], seen["laid"]) == own[viewer]


def test_every_option_is_explained_and_bounded():
    for option in describe_options(FIA):
        assert option.meaning
        assert option.bounds or option.name == "calm"


@pytest.mark.parametrize(
    ("given", "mistake"),
    [
        ({"calm": [6, 2]}, "calm: the least is 6 s, which is above the most \\(2 s\\)"),
        ({"calm": [0, 2]}, "calm"),
        ({"spread": "fast"}, "possible is free or palette"),
        ({"deck": "best"}, "possible is aggressive or balanced or guarded or healing"),
        ({"lp": 0}, "possible is 1 to 1000 LP"),
        ({"turn_time": 0}, "possible is 1 to 600 s"),
    ],
)
def test_mistakes_are_told(given, mistake):
    with pytest.raises(OptionsError, match=mistake):
        read_options(FIA, given)


def test_a_duel_is_for_two_and_needs_no_fillers():
    assert (FIA.seats(FIA.options()), FIA.fillers(shown())) == ((2, 2), 0)


def test_a_game_made_anew_is_the_same_game():
    state = scene("ra7 rx2").state
    view, choices = FIA.view(state, 0), FIA.choices(state, 0)
    anew = Fia()
    assert next(iter(anew.computers)) == "easy"
    for level, computer in anew.computers.items():
        assert computer.move(view, choices, Rng(bytes(32))) == FIA.computers[level].move(view, choices, Rng(bytes(32)))
    assert anew.words.prompt(state) == FIA.words.prompt(state)
    assert list(questions_of(anew)) == ["stock"]


def test_who_brings_no_deck_plays_the_one_of_the_option():
    assert FIA.default_deck(read_options(FIA, {"deck": "guarded"})) == "guarded"


def test_plays_are_secret_in_the_free_spread_and_in_a_tie_break():
    assert [FIA.is_secret(match.state) for match in (scene("ra7"), draw("ra7", "bd1"), tied())] == [False, True, True]
