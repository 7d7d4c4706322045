"""The configuration of a network: its servers, encryption, login, channels and pace."""

import re
from pathlib import Path

import pytest

from tests.config.conftest import LEAST, Mistakes, Read

FILE = Path(__file__)


@pytest.mark.parametrize("name", ["", "#", "cards", "#a,b", "#a b c", "#a ", "#a b,", "#a:b", "#" + "x" * 64])
def test_a_channel_name_is_refused(mistakes: Mistakes, name: str) -> None:
    text = f'[networks.home]\nhost = "x"\nchannels = ["{name}"]'
    assert list(mistakes(text)) == ["networks.home.channels[0]"]


@pytest.mark.parametrize("name", ["!cards", "!!cards", "!7Z3QW", "!7z3qwcards", "!7Z-QWcards"])
def test_a_channel_with_an_exclamation_mark_has_its_full_name(read: Read, mistakes: Mistakes, name: str) -> None:
    text = '[networks.home]\nhost = "x"\nchannels = ["#a", "{} KEY"]'
    ((path, found),) = mistakes(text.format(name)).items()
    assert path == "networks.home.channels"
    assert found.startswith(f"'{name}' is the short name of a channel, and the full one has five letters")
    assert "KEY" not in found.partition(";")[0]
    assert read(text.format("!7Z3QWcards")).networks["home"].keys == {"#a": "", "!7Z3QWcards": "KEY"}


@pytest.mark.parametrize(
    "line",
    [
        'channels = "#secret hunter2"',
        'channels = ["#secret hunter2 x"]',
        'channels = ["secret hunter2"]',
        'channels = ["#secret hunter2,x"]',
        'identify = "NickServ IDENTIFY ionbot hunter2"',
        'identify = "NickServ IDENTIFY {name} hunter2"',
        'identify = ":hunter2"',
        'regain = "NickServ REGAIN {nick} hunter2"',
        'regain = ["NickServ REGAIN {name} hunter2"]',
    ],
)
def test_keys_and_passwords_are_not_shown_wherever_they_stand(mistakes: Mistakes, line: str) -> None:
    channels = "" if line.startswith("channels") else 'channels = ["#cards"]'
    ((path, found),) = mistakes(f'[networks.home]\nhost = "x"\n{channels}\n{line}').items()
    assert path.startswith(f"networks.home.{line.partition(' ')[0]}")
    assert "hunter2" not in path + found


@pytest.mark.parametrize("host", ["irc.example.org:6667", "[2001:db8::1]", "2001:db8::1:x"])
def test_a_host_with_a_port_is_refused(mistakes: Mistakes, host: str) -> None:
    found = mistakes(f'[networks.home]\nhost = "{host}"\nchannels = ["#x"]')
    assert found["networks.home.host"].startswith(f"'{host}' is neither a name nor an address; right would be")


def test_an_address_is_a_host(read: Read) -> None:
    assert read('[networks.home]\nhost = "2001:db8::1"\nchannels = ["#x"]').networks["home"].host == "2001:db8::1"


@pytest.mark.parametrize(
    ("lines", "key", "wrong"),
    [
        ("account = 'ionbot'", "account_password", "it is missing, and account is set"),
        ("account_password = 'hunter2'", "account", "it is missing, and account_password is set"),
        ("sasl = 'required'", "account", 'it is missing, and sasl is "required"'),
        ("account = 'two words'\naccount_password = 'hunter2'", "account", "'two words' cannot be used"),
        ("account = 'ionbot'\naccount_password = 12", "account_password", "the value should be a valid string"),
        ("account = 'ionbot'\naccount_password = ''", "account_password", "it is empty or has a line break in it"),
        ("sasl = 'maybe'", "sasl", "'maybe' should be 'required', 'preferred' or 'off'"),
    ],
)
def test_a_login_is_refused(mistakes: Mistakes, lines: str, key: str, wrong: str) -> None:
    ((path, found),) = mistakes(LEAST + lines).items()
    assert path == f"networks.home.{key}"
    assert found.startswith(f"{wrong}; ")
    assert not {"hunter2", "12"} & set(found.split())


def test_a_login_is_read(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IONBOT_NETWORKS__HOME__ACCOUNT_PASSWORD", "hunter2")
    network = read(f"{LEAST}sasl = 'required'\naccount = 'dealer'").networks["home"]
    assert network.account_password is not None
    assert (network.sasl, network.account) == ("required", "dealer")
    assert network.account_password.get_secret_value() == "hunter2"
    assert "hunter2" not in repr(network)


@pytest.mark.parametrize("password", ["", "two\nlines", "nul\0"])
def test_a_refused_password_is_not_shown(mistakes: Mistakes, monkeypatch: pytest.MonkeyPatch, password: str) -> None:
    monkeypatch.setenv("IONBOT_NETWORKS__HOME__PASSWORD", password) if "\0" not in password else None
    text = LEAST if "\0" not in password else LEAST + 'password = "nul\\u0000"'
    place = "IONBOT_NETWORKS__HOME__PASSWORD" if text == LEAST else "networks.home.password"
    assert mistakes(text) == {
        place: "it is empty or has a line break in it; right would be text of one line, best set by the environment"
    }


@pytest.mark.parametrize(
    ("lines", "key", "wrong"),
    [
        ("fallbacks = ['a b']", "fallbacks[0]", "'a b' is no server"),
        ("fallbacks = ['x:0']", "fallbacks[0]", "'x:0' is no server"),
        ("fallbacks = ['2001:db8::1']", "fallbacks[0]", "'2001:db8::1' is no server"),
        ("fallbacks = ['[1:2]:6667']", "fallbacks[0]", "'1:2' does not appear to be"),
        ("tls_fingerprint = '12:34'", "tls_fingerprint", "it is no SHA-256 fingerprint"),
        (f"tls = false\ntls_fingerprint = '{'ab' * 32}'", "tls_fingerprint", "it is set, and tls is false"),
        (f"tls = false\ntls_cert = '{FILE}'", "tls_cert", "it is set, and tls is false"),
        (f"tls_verify = false\ntls_ca = '{FILE}'", "tls_ca", "it is set, and tls_verify is false"),
        (f"tls_ca = '{FILE}'\ntls_fingerprint = '{'ab' * 32}'", "tls_ca", "it is set, and tls_fingerprint counts"),
        (f"tls_key = '{FILE}'", "tls_cert", "it is missing, and tls_key is set"),
        ("identify = 'NickServ'", "identify", "it is no message to a network's services"),
        ("regain = ['NickServ GHOST {account}']", "regain[0]", "it is no message to a network's services"),
        ("user_modes = 'x'", "user_modes", "'x' cannot be used"),
        ("pace = 'quick'", "pace", "'quick' should be 'default', 'slow', 'fast' or 'none'"),
        ("pace = 'none'\nburst = 3", "burst", 'it is set, and pace is "none"'),
        ("pace = 'none'\nrate = 3", "rate", 'it is set, and pace is "none"'),
        ("inviters = ['ann']", "inviters[0]", "'ann' is neither an account nor a mask"),
    ],
)
def test_what_a_network_does_not_take_is_refused(mistakes: Mistakes, lines: str, key: str, wrong: str) -> None:
    ((path, found),) = mistakes(LEAST + lines).items()
    assert path == f"networks.home.{key}"
    assert found.startswith(wrong)
    assert "; " in found


def test_the_servers_of_a_network_come_one_after_the_other(read: Read) -> None:
    network = read(f"{LEAST}port = 7000\nfallbacks = ['b.example', 'c.example:7001', '[2001:db8::1]']").networks["home"]
    assert [str(server) for server in network.servers] == [
        "irc.example.org:7000", "b.example:7000", "c.example:7001", "[2001:db8::1]:7000"
    ]  # fmt: skip


def test_an_authority_may_be_named_for_a_server_that_only_wants_encryption_later(read: Read) -> None:
    assert read(f"{LEAST}tls = false\ntls_ca = '{FILE}'").networks["home"].tls_ca == FILE


def test_a_fingerprint_is_read_with_or_without_colons(read: Read) -> None:
    digest = "5F2B8E601C770D9A43B1E628F50C3D94A7126E58C904BB712D80EF365AC31947"
    for text in (digest, ":".join(re.findall("..", digest))):
        assert read(f"{LEAST}tls_fingerprint = '{text}'").networks["home"].tls_fingerprint == digest.lower()


def test_a_channel_has_its_key(read: Read) -> None:
    network = read('[networks.home]\nhost = "x"\nchannels = ["#a", "#b KEY"]').networks["home"]
    assert network.keys == {"#a": "", "#b": "KEY"}


@pytest.mark.parametrize(
    ("lines", "speed"),
    [
        ("", (4, 1, None)),
        ("pace = 'slow'", (4, 0.5, 240)),
        ("pace = 'slow'\nrate = 0.25", (4, 0.25, 240)),
        ("pace = 'fast'\nburst = 7", (7, 20, None)),
        ("pace = 'none'", None),
    ],
)
def test_a_pace_may_be_changed_in_part(read: Read, lines: str, speed: tuple[int, float, int | None] | None) -> None:
    assert read(LEAST + lines).networks["home"].speed == speed
