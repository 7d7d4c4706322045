"""The small parts of a table, by themselves."""

import pytest

from games.kit.inputs import Kind
from games.kit.text import Named, Player, english, phrase
from ionbot.channel import Delivery, Nick, Person
from ionbot.store.database import Contradiction, DatabaseError
from ionbot.table.address import addressed
from ionbot.table.clock import MatchClock
from ionbot.table.patience import Patience
from ionbot.table.prompt import Prompt
from ionbot.table.seating import Seat
from ionbot.table.speaker import line


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("!inv", "inv"),
        ("!  inv  ", "inv"),
        ("!", None),
        ("! ", None),
        ("ionbot: inv", "inv"),
        ("IonBot, join ion", "join ion"),
        ("ionbot:", ""),
        ("ionbot inv", None),
        ("ionbot2: inv", None),
        ("hello", None),
        (": inv", None),
        ("", None),
    ],
)
def test_what_is_addressed_to_the_bot(text: str, words: str | None):
    assert addressed(text, "!", "ionbot") == words


class Clock:
    def __init__(self) -> None:
        self.time = 500

    def __call__(self) -> int:
        return self.time


def test_match_time_passes_only_while_nothing_holds_it():
    real = Clock()
    clock = MatchClock(real, 7_000)
    real.time += 100
    assert (clock.time, clock.real(7_150)) == (7_100, 650)
    clock.hold("prompt")
    clock.hold("network")
    clock.hold("network")
    real.time += 1_000
    clock.release("prompt")
    clock.release("away")
    assert (clock.time, clock.runs, clock.held_by("network"), clock.held_by("prompt")) == (7_100, False, True, False)
    clock.release("network")
    real.time += 30
    assert (clock.time, clock.runs, clock.real(7_150)) == (7_130, True, 1_650)


def test_the_fate_of_a_prompt_is_known_when_that_of_all_its_lines_is():
    done: list[Prompt] = []
    prompt = Prompt({1}, done.append, 0)
    prompt.note(None, Delivery.SENT, 1_000)
    assert done == []
    prompt.note(1, Delivery.SENT, 1_030)
    assert done == [prompt]
    assert (prompt.said, prompt.unheard, prompt.stamp) == (True, set(), 1_030)


@pytest.mark.parametrize("delivery", [Delivery.REFUSED, Delivery.LOST])
@pytest.mark.parametrize("first", [True, False])
def test_a_prompt_knows_which_of_its_lines_did_not_get_through(delivery: Delivery, first: bool):
    done: list[Prompt] = []
    for missed, (said, unheard) in {None: (False, set()), 1: (True, {1})}.items():
        prompt = Prompt({1, 2}, done.append, 0)
        others = [seat for seat in (None, 1, 2) if seat != missed]
        for seat in (missed, *others) if first else (*others, missed):
            prompt.note(seat, *((delivery, None) if seat == missed else (Delivery.SENT, 1_000)))
        assert (done.pop(), prompt.said, prompt.unheard, prompt.stamp) == (prompt, said, unheard, 1_000)


def test_only_the_nick_of_whose_turn_it_is_rings():
    text = phrase("{one} to {other} by {op}", one=Player(0, called=True), other=Player(1), op=Named("op"))
    said = line(text, ["ann", "bob"].__getitem__, english)
    assert said == (Nick("ann", rings=True), " to ", Nick("bob"), " by ", Nick("op"))


async def test_patience_waits_longer_and_longer_and_at_most_a_minute():
    slept: list[float] = []
    troubles: list[None] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def attempt() -> str:
        if len(slept) < 8:
            raise DatabaseError("locked")
        return "done"

    patience = Patience(sleep, lambda: troubles.append(None))
    assert await patience.insist(attempt) == "done"
    assert slept == [1, 2, 4, 8, 16, 32, 60, 60]
    assert len(troubles) == 1


async def test_patience_does_not_repeat_what_will_never_work():
    async def attempt() -> None:
        raise Contradiction("another entry")

    async def sleep(_seconds: float) -> None:
        raise AssertionError("it waits")

    with pytest.raises(Contradiction):
        await Patience(sleep, lambda: None).insist(attempt)


def person(nick: str = "ann", host: str = "home", account: str | None = None) -> Person:
    return Person("net", nick, nick, "~u", host, account)


@pytest.mark.parametrize(
    ("seat", "who", "holds", "left"),
    [
        (person(), person(), True, True),
        (person(), person(account="Ann"), True, True),
        (person(), person("bob"), False, True),
        (person(), person(host="away"), False, False),
        (person(account="Ann"), person(), False, False),
        (person(account="Ann"), person(account="Eve"), False, False),
        (person(account="Ann"), person("bob", "away", "Ann"), True, True),
        (Person("net", "ann", "ann"), Person("net", "ann", "ann"), False, False),
    ],
)
def test_whose_a_seat_is(seat: Person, who: Person, holds: bool, left: bool):
    empty = Seat.of(seat, 0, 1)
    assert empty.belongs_to(who) is holds
    assert empty.was_left_by(who) is left


def test_a_nick_alone_gives_nobody_the_seat_that_its_player_left():
    assert not Seat.of(person(), 0, 7).was_left_by(person(host="away"))


def test_a_seat_of_a_computer_belongs_to_nobody():
    seat = Seat(0, 1, Kind.COMPUTER, "Ada (bot)")
    for who in (person(), Person("net", "", "")):
        assert not seat.belongs_to(who)
        assert not seat.was_left_by(who)
