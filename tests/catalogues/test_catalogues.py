"""The catalogues say all that the bot says, and nothing else."""

from collections import defaultdict
from string import Formatter

import pytest
from babel.core import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from ionbot.languages import ENGLISH, languages
from tests.catalogues.extracting import messages
from tests.catalogues.keeping import HOUSE, LANGUAGES, SPEAKING, catalogue_path, catalogues, read, updated, written

UNFINISHED: frozenset[tuple[str, str]] = frozenset()
"""The catalogues in which something is not translated yet."""
ALL = pytest.mark.parametrize(("package", "language"), list(catalogues()))


def fields(template: str) -> set[str]:
    """Give the placeholders of a template."""
    return {field for _, field, *_ in Formatter().parse(template) if field is not None}


def forms(given: str | tuple[str, ...] | list[str]) -> list[str]:
    return [given] if isinstance(given, str) else list(given)


def translated(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id and any(forms(message.string))]


def test_every_language_is_spoken() -> None:
    assert languages() == (ENGLISH, *LANGUAGES)


def test_whoever_speaks_has_a_catalogue() -> None:
    sources = [HOUSE / source for several in SPEAKING.values() for source in several]
    for path in [*(HOUSE / "games").rglob("*.py"), *(HOUSE / "ionbot").rglob("*.py")]:
        if any(path.is_relative_to(source) for source in sources):
            continue
        assert "phrase(" not in path.read_text("utf-8"), path


@ALL
def test_it_agrees_with_the_source(package: str, language: str) -> None:
    text = catalogue_path(package, language).read_bytes()
    assert written(updated(package, language)) == text, "after a change of what is said: make catalogues"


@ALL
def test_it_is_compiled(package: str, language: str) -> None:
    with catalogue_path(package, language).with_suffix(".mo").open("rb") as file:
        compiled = {tuple(forms(message.id)): forms(message.string) for message in read_mo(file) if message.id}
    catalogue = read(package, language)
    expected = {tuple(forms(message.id)): forms(message.string) for message in translated(catalogue)}
    # Babel compiles plural forms that are not translated yet as well, in English.
    empty = {tuple(forms(message.id)) for message in catalogue} - set(expected)
    assert {key: text for key, text in compiled.items() if key not in empty} == expected, (
        "make setup compiles the catalogues"
    )


@ALL
def test_no_placeholder_is_lacking_or_new(package: str, language: str) -> None:
    for message in translated(read(package, language)):
        known = fields(forms(message.id)[-1])
        for form in filter(None, forms(message.string)):
            assert fields(form) in ((known, known - {"n"}) if message.pluralizable else (known,)), form


@ALL
def test_its_plural_forms_are_those_of_the_language(package: str, language: str) -> None:
    catalogue = read(package, language)
    with catalogue_path(package, language).open("rb") as file:
        assert read_po(file).plural_forms == Catalog(Locale(language)).plural_forms
    for message in translated(catalogue):
        if message.pluralizable:
            assert len(message.string) == catalogue.num_plurals
            assert all(message.string), message.id


@ALL
def test_nothing_is_doubtful_or_left_over(package: str, language: str) -> None:
    catalogue = read(package, language)
    assert [message.id for message in catalogue if message.id and message.fuzzy] == []
    assert list(catalogue.obsolete) == []


@ALL
def test_it_is_complete(package: str, language: str) -> None:
    missing = [message.id for message in read(package, language) if message.id and not all(forms(message.string))]
    assert bool(missing) is ((package, language) in UNFINISHED), missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_words_are_translated_alike_in_all_catalogues(language: str) -> None:
    found: dict[object, set[tuple[str, ...]]] = defaultdict(set)
    for package in SPEAKING:
        for message in translated(read(package, language)):
            found[message.id].add(tuple(forms(message.string)))
    assert {key: ways for key, ways in found.items() if len(ways) > 1} == {}


def test_no_template_formats_its_values_itself() -> None:
    for several in SPEAKING.values():
        for source in several:
            for path in (HOUSE / source).rglob("*.py"):
                for _, message in messages(path):
                    parsed = (piece for form in message for piece in Formatter().parse(form))
                    assert all(not spec and not conversion for _, _, spec, conversion in parsed), (path, message)
