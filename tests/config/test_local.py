"""What is configured for one network or one channel goes before what is configured for all, there and nowhere else."""

import pytest

from ionbot.config import Config
from tests.config.conftest import Mistakes, Read

TWO = """
[networks.one]
host = "a.example"
channels = ["#a", "#B"]
[networks.one.tables]
prefix = "."
[networks.one.games.ion]
move_time = 20
limit = 5
[networks.one.channel."#B".tables]
fill = 3
[networks.one.channel."#B".games.ion]
move_time = 30
[networks.one.channel."#B".games.fia]
spread = "free"
[networks.two]
host = "b.example"
channels = ["#B"]
[tables]
prefix = "?"
countdown = 5
[games.ion]
limit = 7
penalty = 500
"""


def at(config: Config, network: str, channel: str) -> tuple[object, ...]:
    tables, games = config.at(network, channel, str.lower)
    return tables.prefix, tables.fill, tables.countdown, games


def test_the_nearest_goes_before_the_others_key_by_key(read: Read) -> None:
    config = read(TWO)
    assert at(config, "one", "#a") == (".", 0, 5, {"ion": {"limit": 5, "penalty": 500, "move_time": 20}})
    ion = {"limit": 5, "penalty": 500, "move_time": 30}
    assert at(config, "one", "#b") == (".", 3, 5, {"ion": ion, "fia": {"spread": "free"}})
    assert at(config, "two", "#b") == ("?", 0, 5, {"ion": {"limit": 7, "penalty": 500}})


def test_what_is_the_default_goes_before_the_others_too_if_it_is_written(read: Read) -> None:
    config = read(TWO.replace('prefix = "."', 'prefix = "!"'))
    assert at(config, "one", "#a")[0] == "!"


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ('tables]\nfil = 1', {"networks.one.tables.fil": "there is no such key; did you mean fill?"}),
        ("tables]\nfill = 99", {"networks.one.tables.fill": "99 should be less than or equal to 19; "
                                "right would be a whole number from 0 to 19 players"}),
        ("tables]\noperators = []", {"networks.one.tables.operators": "there is no such key; "}),
        ("games.ion]\nlimt = 3", {"networks.one.games.ion.limt": "there is no such option; did you mean limit?"}),
        ("games.chess]\na = 3", {"networks.one.games.chess": "there is no such game; "}),
        ('channel."#a".tables]\nfill = true', {"networks.one.channel.#a.tables.fill": "true is a truth value; "
                                               "right would be a whole number from 0 to 19 players"}),
        ('channel."#a KEY".tables]\nfill = 3', {"networks.one.channel.#a KEY": "#a has its key behind it; "
                                                "right would be a channel's name without its key, such as #cards"}),
        ('channel."#a"]\nfill = 3', {"networks.one.channel.#a.fill": "there is no such key; "}),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_by_its_place(mistakes: Mistakes, table: str, expected: dict[str, str]) -> None:
    found = mistakes(f'[networks.one]\nhost = "a.example"\nchannels = ["#a KEY"]\n[networks.one.{table}\n')
    assert list(found) == list(expected)
    for key, what in expected.items():
        assert found[key].startswith(what)
