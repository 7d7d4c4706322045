"""What is said is translated by the catalogues of all packages that speak; what they lack is said in English."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from games.ion import ION
from games.kit.text import phrase, plural
from ionbot import languages
from ionbot.config import TableConfig
from tests.catalogues.keeping import LANGUAGES


def test_the_configuration_knows_the_languages() -> None:
    assert TableConfig(language="DE").language == "de"
    with pytest.raises(ValueError, match=f"there is no language 'tlh'; there are: en, {', '.join(sorted(LANGUAGES))}"):
        TableConfig(language="tlh")


def test_what_no_catalogue_has_is_said_in_english() -> None:
    german, unknown = languages.translation("de"), languages.translation("tlh")
    for translate in (german, unknown):
        assert translate(phrase("{card} is not translated.", card="x")) == "{card} is not translated."
        assert translate(plural("{n} stone", "{n} stones", n=1)) == "{n} stone"
        assert translate(plural("{n} stone", "{n} stones", n=2)) == "{n} stones"
    assert german(plural("{n} coin found", "{n} coins found", n=1)) == "{n} Münze gefunden"
    assert german(plural("{n} coin found", "{n} coins found", n=0)) == "{n} Münzen gefunden"


@pytest.mark.parametrize("language", languages.languages())
def test_nothing_is_nothing_in_all_languages(language: str) -> None:
    assert languages.translation(language)(phrase("")) == ""


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install a game whose package is not one of ours, with a Polish catalogue, for which there is no other."""
    package = tmp_path / "whist"
    (package / "locale").mkdir(parents=True)
    (package / "__init__.py").write_text("class Whist:\n    name = 'whist'\n")
    catalogue = Catalog("pl")
    catalogue.add(("{n} trick", "{n} tricks"), ("{n} lewa", "{n} lewy", "{n} lew"))
    with (package / "locale" / "pl.mo").open("wb") as file:
        write_mo(file, catalogue)
    monkeypatch.syspath_prepend(tmp_path)
    whist = import_module("whist").Whist()
    monkeypatch.setattr(languages, "all_games", lambda: {"ion": ION, "whist": whist})
    for cached in (languages.languages, languages.translation):
        cached.cache_clear()
    yield
    for cached in (languages.languages, languages.translation):
        cached.cache_clear()


@pytest.mark.usefixtures("outside")
def test_a_game_from_elsewhere_brings_its_catalogues() -> None:
    assert languages.languages() == ("en", *sorted({*LANGUAGES, "pl"}))
    polish = languages.translation("pl")
    said = [polish(plural("{n} trick", "{n} tricks", n=n)) for n in (1, 2, 5, 22)]
    assert said == ["{n} lewa", "{n} lewy", "{n} lew", "{n} lewy"]
    assert polish(phrase("Time is up.")) == "Time is up."
