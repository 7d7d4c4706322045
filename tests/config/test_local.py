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
    tables, games, _ = config.at(network, channel, str.lower)
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
        ('channel."#a KEY".tables]\nfill = 3', {"networks.one.channel.#a": "#a has its key behind it; "
                                                "right would be a channel's name without its key, such as #cards"}),
        ('channel."#a"]\nfill = 3', {"networks.one.channel.#a.fill": "there is no such key; "}),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_by_its_place(mistakes: Mistakes, table: str, expected: dict[str, str]) -> None:
    found = mistakes(f'[networks.one]\nhost = "a.example"\nchannels = ["#a KEY"]\n[networks.one.{table}\n')
    assert list(found) == list(expected)
    for key, what in expected.items():
        assert found[key].startswith(what)


def test_a_networks_operators_operate_in_all_its_channels_and_nowhere_else(read: Read) -> None:
    text = TWO.replace('channels = ["#a", "#B"]', 'channels = ["#a", "#B"]\noperators = ["account:eve"]')
    config = read(text.replace("[tables]", '[tables]\noperators = ["account:ann"]'))
    for channel in ("#a", "#b", "#new"):
        assert config.at("one", channel, str.lower).tables.operators == ["account:ann", "account:eve"]
    assert config.at("two", "#b", str.lower).tables.operators == ["account:ann"]


def test_a_nick_alone_is_no_operator_of_a_network(mistakes: Mistakes) -> None:
    found = mistakes('[networks.one]\nhost = "a.example"\nchannels = ["#a"]\noperators = ["bob"]\n')
    assert found["networks.one.operators[0]"].startswith("'bob' is neither an account nor a mask")


def test_results_are_told_of_channels_by_their_names(read: Read, mistakes: Mistakes) -> None:
    least = '[networks.one]\nhost = "a.example"\nchannels = ["#a"]\n[tables]\nresults = '
    assert read(f'{least}["All"]').tables.results == ["all"]
    assert read(f'{least}["#b", "&c", "#b"]').tables.results == ["#b", "&c"]
    for names in ('["b"]', '["all", "#b"]', '["#b c"]'):
        assert list(mistakes(least + names)) == ["tables.results"]
