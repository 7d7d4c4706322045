import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kit.codec import Codec, codec
from games.kit.inputs import (
    SYSTEM,
    Away,
    Back,
    Begin,
    Cause,
    Expired,
    Joined,
    Kind,
    Left,
    Paused,
    Prompted,
    Reason,
    Resumed,
    Stopped,
)
from tests.kit.stones import (
    STONES,
    Asked,
    Begun,
    Dealt,
    Ended,
    Passed,
    PutBack,
    Spoil,
    Stones,
    Stuck,
    Take,
    Taken,
)

CODEC = codec(STONES)

inputs = st.one_of(
    st.builds(Begin),
    st.builds(Joined, st.sampled_from(Kind)),
    st.builds(Left, st.sampled_from(Reason)),
    st.builds(Away, st.sampled_from(Cause)),
    st.builds(Back),
    st.builds(Prompted),
    st.builds(Expired, st.text()),
    st.builds(Paused, st.booleans()),
    st.builds(Resumed, st.booleans()),
    st.builds(Stopped, st.booleans()),
    st.builds(Take, st.integers(-9, 9)),
    st.builds(Spoil, st.text()),
)
numbers = st.integers(0, 1 << 40)
events = st.one_of(
    st.builds(Begun, numbers, numbers, numbers, numbers, numbers),
    st.builds(Dealt, numbers, st.none() | numbers),
    st.builds(Asked, numbers),
    st.builds(Taken, numbers, numbers),
    st.builds(PutBack, numbers),
    st.builds(Passed, numbers),
    st.builds(Stuck),
    st.builds(Ended, st.dictionaries(st.integers(0, 19), numbers)),
)
states = st.builds(
    Stones, numbers, st.lists(numbers), st.lists(numbers), numbers, numbers, st.booleans(), st.none() | numbers,
    st.none() | numbers, st.none() | st.dictionaries(st.integers(0, 19), numbers), st.booleans(),
)  # fmt: skip


@given(inputs)
def test_every_input_comes_back_as_it_was(command):
    assert CODEC.command(CODEC.encode(command)) == command


@given(st.lists(events).map(tuple))
def test_events_come_back_as_they_were(happened):
    assert CODEC.events(CODEC.encode(happened)) == happened


@given(states)
def test_a_state_comes_back_as_it_was(state):
    assert CODEC.state(CODEC.encode(state)) == state


def test_mappings_keep_their_order():
    (ended,) = CODEC.events(CODEC.encode((Ended({10: 1, 2: 2, 0: 3}),)))
    assert list(ended.places) == [10, 2, 0]


def test_what_is_written_is_readable_and_stable():
    assert CODEC.encode(Take(2)) == '{"type":"Take","count":2}'
    assert CODEC.encode((Taken(0, 1), Stuck())) == '[{"type":"Taken","seat":0,"count":1},{"type":"Stuck"}]'
    assert CODEC.encode(Left(Reason.KICK)) == '{"type":"Left","reason":"kick"}'


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"Steal","count":2}',  # no such command
        '{"count":2}',  # no tag
        '{"type":"Take"}',  # a field is missing
        '{"type":"Take","count":"two"}',
        '{"type":"Left","reason":"boredom"}',
        '{"type":"Taken","seat":0,"count":1}',  # an event is no command
        "[]",
    ],
)
def test_an_unknown_input_is_refused(text):
    with pytest.raises(msgspec.ValidationError):
        CODEC.command(text)


@pytest.mark.parametrize("text", ['[{"type":"Stolen","seat":0}]', '[{"type":"Take","count":2}]', '{"type":"Stuck"}'])
def test_an_unknown_event_is_refused(text):
    with pytest.raises(msgspec.ValidationError):
        CODEC.events(text)


@pytest.mark.parametrize("read", [CODEC.command, CODEC.events, CODEC.state])
def test_what_is_no_json_is_refused(read):
    with pytest.raises(msgspec.DecodeError):
        read("{")


def test_every_system_input_is_tried_above():
    tried = {Begin, Joined, Left, Away, Back, Prompted, Expired, Paused, Resumed, Stopped}
    assert tried == set(SYSTEM)


def test_a_codec_reads_commands_inputs_events_and_states():
    anew = Codec(STONES)
    assert [anew.command(anew.encode(each)) for each in (Take(2), Begin())] == [Take(2), Begin()]
    assert anew.events(anew.encode((Taken(0, 1), Stuck()))) == (Taken(0, 1), Stuck())
    state = Stones(heap=7, taken=[1, 2])
    assert anew.state(anew.encode(state)) == state


def test_a_game_has_one_codec():
    assert codec(STONES) is codec(STONES)
