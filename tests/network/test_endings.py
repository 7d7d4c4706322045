"""What servers say when they end a connection, in the words of their sources, and whether the bot comes back."""

import pytest

from ionbot.network import NetworkError
from ionbot.network.link.endings import ending

BANS = [
    "Closing Link: 192.0.2.7 (K-lined)",  # ircd-hybrid
    "Closing Link: 192.0.2.7 (You have been D-lined)",
    "Closing Link: 192.0.2.7 (AKILL ID:4 spam)",  # OFTC
    "*** Banned: open proxy",  # solanum
    "Closing Link: 192.0.2.7 (Temporary K-line 1440 min. - no bots (2026-01-01 10.00))",
    "Closing link: (ionbot@192.0.2.7) [Z-lined: no bots]",  # InspIRCd
    "Closing link: (ionbot@192.0.2.7) [G-Lined]",
    "Closing link: (ionbot@192.0.2.7) [GA-lined: log in first]",
    "Closing Link: ionbot[192.0.2.7] (User has been banned from test (no bots))",  # UnrealIRCd
    "Closing Link: [192.0.2.7] (You are not welcome on this server: no bots. Email a@b for more information.)",
    "Closing Link: [192.0.2.7] (Z:Lined (no bots))",
    "Closing Link: ionbot[~ionbot@192.0.2.7] (K-lined: too many bots)",  # irc2
    "Closing Link: ionbot by irc.test (G-lined)",  # ircu
    "Closing Link: ionbot by irc.test (K-lined)",
    'Access denied: "no bots" (K-Line)',  # ngircd
    "You are banned from this server (no bots)",  # Ergo
    "Closing Link: ionbot[192.0.2.7] (autokilled: no bots)",  # Bahamut
]
PASSWORDS = [
    "Access denied: Bad password?",  # ngircd
    "Bad server password",
    "Closing Link: 192.0.2.7 (Bad Password)",  # solanum
    "Closing link: (ionbot@192.0.2.7) [Invalid password]",  # InspIRCd
    "Closing Link: ionbot[192.0.2.7] (Password mismatch)",
    "Password incorrect",  # Ergo
]
FLOODS = [
    "Closing Link: 192.0.2.7 (Excess Flood)",
    "Closing link: (ionbot@192.0.2.7) [RecvQ exceeded]",
    "Closing Link: ionbot[~ionbot@192.0.2.7] (Excess Flood)",
]
OTHERS = [
    "Closing Link: 192.0.2.7 (Killed (oper (you are banned, get k-lined)))",
    "Closing link: (ionbot@192.0.2.7) [Killed (oper (bad password, banned))]",
    "Closing Link: ionbot[192.0.2.7] oper (Local kill by oper (G-line next time))",
    "KILLed by oper: banned",
    "Closing Link: ionbot (Nick collision)",
    "Closing Link: ionbot[192.0.2.7] (Killed (irc.test (Nick collision (new))))",
    "Too many host connections (local)",
    "Reconnecting too fast, throttled.",
    "Your host is trying to (re)connect too fast -- throttled.",
    "Closing Link: [192.0.2.7] (Throttled: Reconnecting too fast - Email a@b for more information.)",
    "Closing link: (ionbot@192.0.2.7) [Z-lined: Throttled]",
    "Closing link: (unknown@192.0.2.7) [Z-lined: Your IP range has been attempting to connect too many times in too "
    "short a duration. Wait a while, and you will be able to connect.]",
    "Closing link: (unknown@192.0.2.7) [No more connections allowed from your host via this connect class (local)]",
    "Connection refused, too many connections from your IP address",
    "Closing Link: 192.0.2.7 (Sorry, server is full - try later)",
    "Closing Link: banned.k-lined.example (Ping timeout: 120 seconds)",
    "Closing link: (ionbot@banned.example) [Registration timeout]",
    "Closing Link: ionbot[banned.example] (Server shutdown)",
    "Closing Link: ionbot by banned.example (Ping timeout)",
    "Max SendQ exceeded",
    "abandoned by deadline, online",
    "",
]


@pytest.mark.parametrize("error", BANS)
def test_a_ban_is_for_good(error: str) -> None:
    assert isinstance(ending(error), NetworkError)
    assert str(ending(error)) == f"the server has banned us: {error}"


@pytest.mark.parametrize("error", PASSWORDS)
def test_a_refused_password_is_for_good(error: str) -> None:
    assert isinstance(ending(error), NetworkError)
    what = "set password to the server's (not the account's)"
    assert str(ending(error)) == f"the server refused the password: {error}; {what}"


@pytest.mark.parametrize("error", FLOODS)
def test_who_talked_too_fast_comes_back_and_is_told_what_helps(error: str) -> None:
    assert isinstance(ending(error), ConnectionError)
    assert str(ending(error)).startswith(f'{error}; it takes less than the bot sends: pace = "slow"')


@pytest.mark.parametrize(
    "error",
    [
        "Closing link: (ionbot@192.0.2.7) [Access denied by configuration]",  # InspIRCd
        "Closing Link: ionbot[192.0.2.7] (Unauthorised connection)",
        "Closing Link: ionbot[192.0.2.7] (You are not authorized to connect to this server)",  # UnrealIRCd
    ],
)
def test_who_is_not_let_in_comes_back_and_is_told_what_may_be_wrong(error: str) -> None:
    assert isinstance(ending(error), ConnectionError)
    assert str(ending(error)) == f"{error}; perhaps it wants a password, or another one"


@pytest.mark.parametrize("error", OTHERS)
def test_after_everything_else_the_bot_comes_back(error: str) -> None:
    assert isinstance(ending(error), ConnectionError)
    assert str(ending(error)) == error
