from contextlib import suppress

import pytest
from msgspec import structs

from games.kit import fair
from games.kit.errors import Refused
from games.kit.inputs import Begin, Expired, Joined, Left, Prompted, Reason
from games.kit.match import Match
from games.kit.protocol import Chair, Entry, Header
from games.kit.rng import ALGORITHM
from games.kit.verify import findings
from tests.kit.stones import STONES, PutBack, Spoil, StonesGame, Take, Taken, typed

SEED = b"\5" * 32
HEADER = Header(
    9, "stones", 3, fair.commitment(SEED), typed({"heap": 30}), (Chair(word="plum"), Chair(word="pear")), ALGORITHM
)


def played() -> list[Entry]:
    """A whole match: moves, a time-out, a player who is too late, the end of the round."""
    match = Match.open(STONES, HEADER, SEED)
    match.begin()
    now = 0
    for wait in (500, 700, 12_000, 300, 900, 400, 100, 60_000):
        list(match.submit(now, Prompted()))
        now += wait
        with suppress(Refused):
            list(match.submit(now, Take(2), match.state.turn))
    assert match.over
    return match.log


LOG = played()


def found(log=LOG, header=HEADER, seed=SEED, game=STONES) -> list[str]:
    return list(findings(game, header, log, seed))


def changed(seq: int, **fields) -> list[Entry]:
    return [structs.replace(entry, **fields) if entry.seq == seq else entry for entry in LOG]


def entry_of(kind: type) -> Entry:
    return next(entry for entry in LOG if isinstance(entry.command, kind))


def entry_with(kind: type) -> Entry:
    return next(entry for entry in LOG if any(isinstance(event, kind) for event in entry.events))


def test_an_honest_match_is_proven():
    assert {type(entry.command) for entry in LOG} == {Begin, Prompted, Take, Expired}
    assert entry_with(PutBack)
    assert found() == []


def test_every_beginning_of_it_is_proven_too():
    assert all(found(LOG[:length]) == [] for length in range(len(LOG)))


def test_a_forged_seed_is_found():
    problems = found(seed=b"\6" * 32)
    assert problems[0] == "the seed does not fit the commitment"
    assert problems[1].startswith("entry 0:")


@pytest.mark.parametrize(
    "change",
    [
        {"chairs": (Chair(word="apple"), Chair(word="pear"))},
        {"chairs": HEADER.chairs[::-1]},
        {"options": typed({"heap": 30, "pace": 0.5})},
        {"match": 10},
    ],
    ids=["word", "order", "option", "number"],
)
def test_a_forged_header_is_found(change):
    assert found(header=structs.replace(HEADER, **change)) == ["entry 0: the rules give another outcome"]


def test_a_forged_commitment_is_found():
    header = structs.replace(HEADER, commitment=fair.commitment(b"\6" * 32))
    assert found(header=header)[0] == "the seed does not fit the commitment"


def test_an_option_that_the_rules_do_not_know_is_found():
    (problem,) = found(header=structs.replace(HEADER, options={"heap": "many"}))
    assert problem.startswith("entry 0: the rules do not allow this input: stones broke on Begin")


def test_a_forged_count_of_draws_is_found():
    seq = entry_of(Take).seq
    assert found(changed(seq, draws=LOG[seq].draws + 1)) == [f"entry {seq}: the rules give another outcome"]


def test_a_forged_event_is_found():
    entry = entry_with(PutBack)
    events = tuple(PutBack(3 - event.count) if isinstance(event, PutBack) else event for event in entry.events)
    assert found(changed(entry.seq, events=events)) == [f"entry {entry.seq}: the rules give another outcome"]


def test_a_missing_event_is_found():
    entry = entry_with(PutBack)
    assert found(changed(entry.seq, events=entry.events[:-1])) == [f"entry {entry.seq}: the rules give another outcome"]


def test_a_forged_move_is_found():
    entry = entry_of(Take)
    assert isinstance(entry.events[0], Taken)
    assert found(changed(entry.seq, command=Take(1))) == [f"entry {entry.seq}: the rules give another outcome"]


@pytest.mark.parametrize("fields", [{"command": Take(4)}, {"seat": None}])
def test_a_move_against_the_rules_is_found(fields):
    (problem,) = found(changed(entry_of(Take).seq, **fields))
    assert "the rules do not allow this input" in problem


def test_a_move_that_was_slipped_in_is_found():
    before = entry_of(Prompted)
    slipped = Entry(before.seq, before.at, None, Joined(), before.draws, before.events)
    assert found([*LOG[: before.seq], slipped]) == [f"entry {before.seq}: the rules give another outcome"]


def test_a_missing_entry_is_found():
    entry = entry_of(Take)
    assert len(found([each for each in LOG if each is not entry])) == 1


def test_a_missing_timer_is_found():
    entry = entry_of(Expired)
    log = [each for each in LOG if each is not entry]
    assert found(log) == [f"entry {entry.seq + 1}: a timer that was due did not fire first"]


def test_a_move_at_the_moment_of_its_deadline_is_found():
    expired = entry_of(Expired)
    move = entry_of(Take)
    late = Entry(expired.seq, expired.at, expired.events[0].seat, Take(2), move.draws, move.events)
    assert found([*LOG[: expired.seq], late]) == [f"entry {late.seq}: a timer that was due did not fire first"]


@pytest.mark.parametrize(("at", "timer"), [(-1, "move"), (0, "round"), (0, "lunch")])
def test_a_timer_that_was_not_due_is_found(at, timer):
    entry = entry_of(Expired)
    log = changed(entry.seq, at=entry.at + at, command=Expired(timer))
    assert found(log) == [f"entry {entry.seq}: the timer {timer} was not due"]


def test_a_late_timer_is_found():
    entry = entry_of(Expired)
    assert found(changed(entry.seq, at=entry.at + 1)) == [f"entry {entry.seq}: the rules give another outcome"]


def test_a_timer_that_breaks_the_rules_is_found():
    class Broken(StonesGame):
        def _expired(self, state, timer):
            raise RuntimeError("a broken rule")

    (problem,) = found(game=Broken())
    assert problem.startswith(f"entry {entry_of(Expired).seq}: the rules do not allow this input: stones broke on")


def test_time_that_goes_back_is_found():
    seq = LOG[-3].seq
    (problem,) = found(changed(seq, at=1))
    assert problem.startswith(f"entry {seq}:")


def test_what_follows_the_end_is_found():
    last = LOG[-1]
    for command, problem in [
        (Left(Reason.QUIT), "the rules do not allow this input: The match is over."),
        (Expired("round"), "the timer round was not due"),
    ]:
        more = Entry(last.seq + 1, last.at + 60_000, None, command, last.draws, ())
        assert found([*LOG, more]) == [f"entry {more.seq}: {problem}"]


def test_a_second_beginning_is_found():
    first, at = LOG[0], LOG[1].at
    again = Entry(1, at, None, Begin(), first.draws * 2, first.events)
    (problem,) = found([first, again])
    assert problem.startswith("entry 1: the rules do not allow this input: a match begins")


def test_a_log_without_beginning_is_found():
    (problem,) = found(LOG[1:])
    assert problem.startswith("entry 1: the rules do not allow this input: a match begins")


def test_other_rules_are_not_rerun_and_it_says_so():
    header = structs.replace(HEADER, rules_version=2)
    assert found(changed(0, draws=99), header) == ["rules version 2 cannot be rerun: 3 is installed"]


def test_unknown_chance_is_told():
    problems = found(header=structs.replace(HEADER, rng="dice-7"))
    assert problems[0] == "the chance 'dice-7' is not known here (this is blake2b-counter-1)"


def test_an_input_that_did_nothing_has_no_place_in_the_log():
    last = LOG[3]
    entry = Entry(last.seq + 1, last.at, 0, Joined(), last.draws, ())
    assert found([*LOG[:4], entry]) == [f"entry {entry.seq}: the rules give another outcome"]


def test_a_fault_is_found():
    entry = Entry(1, 10, 0, Spoil("crash"), LOG[0].draws, ())
    (problem,) = found([LOG[0], entry])
    assert problem.startswith("entry 1: the rules do not allow this input: stones broke on Spoil")
