"""Every fragment of docs/networks.md is one that the bot takes."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ionbot.config import ENVIRONMENT, ConfigError, NetworkConfig, load

DOCUMENT = Path(__file__).parent.parent / "docs" / "networks.md"
FRAGMENTS = re.findall(r"```toml\n(.*?)```", DOCUMENT.read_text("utf-8"), flags=re.DOTALL)
VARIABLE = re.compile(r"IONBOT_NETWORKS__(\w+?)__(\w+)")
WANTED = {"libera", "oftc", "undernet", "ircnet", "rizon", "quakenet", "ergo", "inspircd"}
"""Networks and servers that the document must have."""


def name(fragment: str) -> str:
    """Give the name of a fragment's network."""
    (found,) = re.findall(r"^\[networks\.(\w+)\]$", fragment, flags=re.MULTILINE)
    return found


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place to run in, with the certificates that fragments name, and no other configuration around."""
    for variable in [variable for variable in os.environ if variable.startswith(ENVIRONMENT)]:
        monkeypatch.delenv(variable)
    for file in re.findall(r"/etc/ionbot/([\w.]+)", DOCUMENT.read_text("utf-8")):
        (tmp_path / file).touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def checked(folder: Path, fragment: str) -> NetworkConfig:
    """Read a fragment as `ionbot check` does."""
    file = folder / "config.toml"
    file.write_text(fragment.replace("/etc/ionbot", str(folder)), "utf-8")
    return load(file).networks[name(fragment)]


def passwords(fragment: str) -> Iterator[tuple[str, str]]:
    """Yield the variables that a fragment wants set, with the keys that they set."""
    for variable in VARIABLE.finditer(fragment):
        assert variable[1].lower() == name(fragment)
        yield variable[0], variable[2].lower()


def test_every_network_is_there() -> None:
    assert set(map(name, FRAGMENTS)) >= WANTED


@pytest.mark.parametrize("fragment", FRAGMENTS, ids=name)
def test_a_fragment_is_taken(folder: Path, monkeypatch: pytest.MonkeyPatch, fragment: str) -> None:
    for variable, _ in passwords(fragment):
        monkeypatch.setenv(variable, "secret")
    network = checked(folder, fragment)
    assert network.channels
    for _, key in passwords(fragment):
        assert getattr(network, key).get_secret_value() == "secret"


@pytest.mark.parametrize("fragment", [text for text in FRAGMENTS if "account = " in text], ids=name)
def test_an_account_wants_its_password_from_the_environment(folder: Path, fragment: str) -> None:
    with pytest.raises(ConfigError, match=f"networks.{name(fragment)}.account_password"):
        checked(folder, fragment)


def test_all_fragments_fit_into_one_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable, _ in (found for fragment in FRAGMENTS for found in passwords(fragment)):
        monkeypatch.setenv(variable, "secret")
    whole = folder / "config.toml"
    whole.write_text("\n".join(FRAGMENTS).replace("/etc/ionbot", str(folder)), "utf-8")
    assert len(load(whole).networks) == len(FRAGMENTS)


@pytest.mark.parametrize("variable", sorted({found[0] for found in VARIABLE.finditer(DOCUMENT.read_text("utf-8"))}))
def test_a_variable_that_the_text_names_is_one(variable: str) -> None:
    _, network, key = re.split(r"NETWORKS__|__(?!NETWORKS)", variable, maxsplit=2)
    assert network.lower() in map(name, FRAGMENTS)
    assert key.lower() in NetworkConfig.model_fields
