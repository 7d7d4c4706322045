"""Provably fair chance: a commitment before anybody sits down, a key that the host cannot grind, proof afterwards.

The commitment is the 160-bit BLAKE2b hash of the seed's hexadecimal text, so `printf %s SEED | b2sum -l 160` checks
it. The key of the chance is HMAC-SHA256(seed, header), the header as compact JSON with its fields in order: match
number, game, options, the seats in order and each player's word; fields with their default are left out.
"""

import hmac
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from msgspec import json, to_builtins

from games.kit.protocol import AnyGame, Chair, Header
from games.kit.rng import ALGORITHM

SEED_BYTES = 32


def commitment(seed: bytes) -> str:
    """Give the 40 hexadecimal digits that are shown before the match; they bind the host to the seed."""
    return blake2b(seed.hex().encode(), digest_size=20).hexdigest()


def header(game: AnyGame, match: int, seed: bytes, options: Any, chairs: Sequence[Chair]) -> Header:
    """Make the header of a match with this seed; `options` is the game's own Struct, as `read_options` gives it."""
    return Header(
        match=match,
        game=game.name,
        rules_version=game.rules_version,
        commitment=commitment(seed),
        options=to_builtins(options),
        chairs=tuple(chairs),
        rng=ALGORITHM,
    )


def key(seed: bytes, header: Header) -> bytes:
    """Give the 32-byte key of the match's chance."""
    return hmac.digest(seed, json.encode(header, order="deterministic"), "sha256")
