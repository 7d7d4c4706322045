import hmac
import json
from hashlib import blake2b

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from games.kit import fair
from games.kit.inputs import Kind
from games.kit.match import Match
from games.kit.options import read_options
from games.kit.protocol import Chair, Header
from games.kit.rng import ALGORITHM, Rng
from tests.kit.stones import STONES, typed

SEED = bytes(range(32))
CHAIRS = (Chair(Kind.HUMAN, 11, "apple"), Chair(Kind.COMPUTER), Chair(Kind.HUMAN, 12))
HEADER = Header(42, "stones", 3, fair.commitment(SEED), typed(), CHAIRS, ALGORITHM)


def test_the_commitment_is_what_b2sum_says():
    # printf %s 000102...1e1f | b2sum -l 160
    assert fair.commitment(SEED) == "44c80eabc06ed36b002c3ae012eef31ab6362ae0"


@given(st.binary(min_size=fair.SEED_BYTES, max_size=fair.SEED_BYTES))
def test_the_commitment_is_blake2b_of_the_hexadecimal_text(seed):
    assert fair.commitment(seed) == blake2b(seed.hex().encode(), digest_size=20).hexdigest()


def test_a_header_is_made_of_the_game_and_the_seed():
    assert fair.header(STONES, 42, SEED, read_options(STONES, {}), CHAIRS) == HEADER


def test_what_a_seat_brings_is_left_out_of_the_header_where_it_is_nothing():
    assert msgspec.json.encode(Chair(Kind.HUMAN, 11)) == b'{"player":11}'
    assert msgspec.json.encode(Chair(brought=("ra7", "w"))) == b'{"brought":["ra7","w"]}'


def test_the_key_is_the_hmac_of_the_compact_header_without_defaults():
    chairs = [
        {"player": 11, "word": "apple"},
        {"kind": "computer"},
        {"player": 12},
    ]
    header = {
        "match": 42, "game": "stones", "rules_version": 3, "commitment": fair.commitment(SEED),
        "options": dict(sorted(typed().items())), "chairs": chairs, "rng": "blake2b-counter-1",
    }  # fmt: skip
    text = json.dumps(header, separators=(",", ":")).encode()
    assert fair.key(SEED, HEADER) == hmac.digest(SEED, text, "sha256")


@pytest.mark.parametrize(
    "change",
    [
        {"match": 43},
        {"game": "pebbles"},
        {"rules_version": 4},
        {"commitment": ""},
        {"options": typed({"heap": 11})},
        {"rng": "dice"},
        {"chairs": CHAIRS[:2]},
        {"chairs": CHAIRS[::-1]},
    ],
    ids=lambda change: next(iter(change)),
)
def test_the_key_depends_on_every_field_of_the_header(change):
    assert fair.key(SEED, structs.replace(HEADER, **change)) != fair.key(SEED, HEADER)


def test_no_field_of_the_header_is_forgotten_above():
    assert {"match", "game", "rules_version", "commitment", "options", "rng", "chairs"} == set(Header.__struct_fields__)


@pytest.mark.parametrize("field", Chair.__struct_fields__)
def test_the_key_depends_on_every_field_of_a_chair(field):
    other = {"kind": Kind.FILLER, "player": 99, "word": "pear", "brought": ("ra7",)}[field]
    chairs = (structs.replace(CHAIRS[0], **{field: other}), *CHAIRS[1:])
    assert fair.key(SEED, structs.replace(HEADER, chairs=chairs)) != fair.key(SEED, HEADER)


def test_the_order_of_the_options_does_not_matter():
    turned = dict(reversed(typed().items()))
    assert fair.key(SEED, structs.replace(HEADER, options=turned)) == fair.key(SEED, HEADER)


def test_the_key_depends_on_the_seed():
    assert fair.key(SEED[::-1], HEADER) != fair.key(SEED, HEADER)


def test_a_match_draws_from_that_key():
    match = Match.open(STONES, HEADER, SEED)
    assert match.rng.below("n", 1 << 64) == Rng(fair.key(SEED, HEADER)).below("n", 1 << 64)
