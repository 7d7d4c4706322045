"""Exact counts of a small fixed position: how many sequences of moves there are, and that no other move is taken."""

from itertools import product

import pytest

from games.ion import ION
from games.ion.commands import Command, Link, Play, Take, Use
from games.ion.items import CARDS, ITEMS
from games.ion.state import State
from games.kit.codec import codec
from games.kit.errors import Illegal
from games.kit.rng import Forced, Rng
from tests.ion.scenes import QUIET, scene

SIMPLE: list[Play | Use | Take] = [
    *[Play(item, factor) for item, factor in product(ITEMS, (1, 2, 3)) if item in CARDS or factor > 1],
    *[Use(item) for item in ITEMS if item not in CARDS],
    *[Take(item) for item in ITEMS],
]
EVERY_MOVE: list[Command] = [*SIMPLE, *map(Link, SIMPLE)]


def position() -> State:
    return scene("x2 + & T", ": R ±±", "& *", bank=500, polarity=8).state


def after(state: State, move: Command) -> State:
    """The position after a move that brings a ±."""
    saved = codec(ION)
    copy: State = saved.state(saved.encode(state))
    for event in ION.decide(copy, copy.acting, move, 0, Forced(**QUIET)):
        ION.evolve(copy, event)
    return copy


def listed(state: State) -> list[Command]:
    """The moves by `choices`, each filled in every way."""
    moves = []
    for choice in ION.choices(state, state.current):
        for candidate in choice.candidates:
            one = type(choice)(choice.kind, (candidate,))
            moves.append(ION.sample(ION.view(state, state.current), one, Rng(b"one")))
    return moves


def accepted(state: State) -> list[Command]:
    """The moves that the rules take, of all moves there are."""
    taken = []
    for move in EVERY_MOVE:
        try:
            after(state, move)
        except Illegal:
            continue
        taken.append(move)
    return taken


def perft(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(after(state, move), depth - 1) for move in listed(state))


@pytest.mark.parametrize(("depth", "count"), [(1, 26), (2, 113), (3, 297)])
def test_the_number_of_sequences_of_moves(depth, count):
    """The first two were counted by hand: 26 = `+`, `x2 +`, 11 T, and each with &; 113 = 3 + 3 + 31 + 13 + 12 + 51."""
    assert perft(position(), depth) == count


def test_exactly_the_listed_moves_are_taken():
    states = [position()]
    states += [after(states[0], move) for move in listed(states[0])]
    states += [after(states[-1], move) for move in listed(states[-1])]
    for state in states:
        moves = listed(state)
        assert sorted(map(repr, moves)) == sorted(map(repr, accepted(state)))
        assert len(set(map(repr, moves))) == len(moves)


def test_nobody_else_has_a_move():
    state = position()
    assert [list(ION.choices(state, seat)) for seat in (1, 2)] == [[], []]
