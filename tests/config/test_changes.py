"""What another configuration changes at once, and what only when the bot is started again."""

import pytest

from ionbot.config import change
from tests.config.conftest import LEAST, Mistakes, Read

LIVE = {
    'admins = ["account:ann"]': "admins", 'inviters = ["account:ann"]': "inviters", "colour = false": "colour",
    "rejoin_after_kick = false": "rejoin_after_kick", 'pace = "slow"': "pace", "burst = 2": "burst", "rate = 2": "rate",
    '[networks.home.tables]\nprefix = "."': "tables", "[networks.home.games.ion]\nmove_time = 3": "games",
    '[networks.home.channel."#cards".tables]\nfill = 3': "channel", 'operators = ["account:ann"]': "operators",
}  # fmt: skip
LATER = {
    'nick = "other"': "nick", "port = 7000": "port", "tls = false": "tls", 'fallbacks = ["b.example"]': "fallbacks",
    'password = "sesame"': "password", "ping_after = 10": "ping_after", 'user_modes = "+x"': "user_modes",
}  # fmt: skip


@pytest.mark.parametrize("line", LIVE)
def test_what_the_connection_does_not_depend_on_changes_at_once(read: Read, line: str) -> None:
    old, new = read(LEAST), read(f"{LEAST}{line}\n")
    assert change(old, new) == (new, [f"networks.home.{LIVE[line]}"], [])
    assert change(new, old) == (old, [f"networks.home.{LIVE[line]}"], [])


@pytest.mark.parametrize("line", LATER)
def test_what_it_depends_on_stays_until_the_next_start(read: Read, line: str) -> None:
    old, new = read(LEAST), read(f"{LEAST}{line}\n")
    assert change(old, new) == (old, [], [f"networks.home.{LATER[line]}"])


def test_all_but_networks_tables_and_games_stays_until_the_next_start(read: Read) -> None:
    old = read(LEAST)
    new = read(
        f'{LEAST}[database]\nurl = "sqlite:///other.db"\n[scores]\nseason = "none"\n[log]\nlevel = "error"\n'
        '[web]\nurl = "https://cards.example.org"\n[tables]\nfill = 2\n'
    )
    changed = change(old, new)
    assert changed.now == ["tables.fill"]
    assert sorted(changed.later) == ["database.url", "log.level", "scores.season", "web.url"]
    assert changed.config == old.model_copy(update={"tables": new.tables})


def test_networks_come_and_go_whole(read: Read) -> None:
    old, new = read(LEAST), read(LEAST.replace("home", "away"))
    changed = change(old, new)
    assert (sorted(changed.now), changed.later) == (["networks.away", "networks.home"], [])
    assert changed.config.networks == new.networks


def test_the_same_is_no_change(read: Read) -> None:
    assert change(read(LEAST), read(LEAST))[1:] == ([], [])


@pytest.mark.parametrize("name", ["account:bob", "*!~bob@desk.example", "bob!bob@192.0.2.7"])
def test_an_admin_is_an_account_or_a_whole_mask(read: Read, name: str) -> None:
    assert read(f'{LEAST}admins = ["{name}"]\n').networks["home"].admins == [name]


@pytest.mark.parametrize(
    "name", ["bob", "account:", "account:*", "*!*@desk.example", "bob!bob@*.example", "*!*bob@a.b"]
)
def test_who_could_be_anybody_is_no_admin(mistakes: Mistakes, name: str) -> None:
    (told,) = mistakes(f'{LEAST}admins = ["{name}"]\n').values()
    assert told == (
        f"{name!r} is neither an account nor a mask with user and host in full; right would be accounts, or masks with "
        'user and host in full, such as ["account:ann"]'
    )
