"""Reads, updates and writes catalogues."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from tests.catalogues.extracting import messages

HOUSE = Path(__file__).parents[2]
SPEAKING = {
    "games/kit": ("games/kit",),
    "games/ion": ("games/ion",),
    "games/fia": ("games/fia",),
    "games/cardbattle": ("games/cardbattle",),
    "games/haven": ("games/haven",),
    "games/menagerie": ("games/menagerie",),
    "ionbot": (
        "ionbot/table", "ionbot/administration", "ionbot/languages.py", "ionbot/store/records.py",
        *(f"ionbot/config/{name}.py" for name in ("channel", "explaining", "fields")),
    ),
}  # fmt: skip
"""The packages that speak, and what in them does; what else is in the configuration stays English."""
LANGUAGES = ("de",)
"""The languages besides English."""


_HEADER = """{comment}
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plurals}\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""


def catalogue_path(package: str, language: str) -> Path:
    """Where a package's catalogue of a language lies."""
    return HOUSE / package / "locale" / f"{language}.po"


def catalogues() -> Iterator[tuple[str, str]]:
    """Yield each catalogue's package and language."""
    yield from ((package, language) for language in LANGUAGES for package in SPEAKING)


def said(package: str) -> Catalog:
    """Give all that a package says, without a language."""
    found = Catalog()
    for source in SPEAKING[package]:
        for path in sorted((HOUSE / source).rglob("*.py")) or [HOUSE / source]:
            for _, message in messages(path):
                found.add(message if len(message) > 1 else message[0], locations=[(str(path.relative_to(HOUSE)), None)])
    return found


def read(package: str, language: str) -> Catalog:
    """Give a catalogue as it is; an empty one where there is none."""
    path = catalogue_path(package, language)
    if not path.exists():
        return Catalog(language, fuzzy=False, header_comment=f"# {package} in {language}")
    with path.open("rb") as file:
        return read_po(file, language)


def updated(package: str, language: str) -> Catalog:
    """Give a catalogue with what the package says now: what is new is empty, what is said no more is gone."""
    catalogue = read(package, language)
    catalogue.update(said(package), no_fuzzy_matching=True, update_header_comment=False)
    catalogue.obsolete.clear()
    return catalogue


def written(catalogue: Catalog) -> bytes:
    """Give the text of a catalogue's file: of its header only what does not change with each writing."""
    file = BytesIO()
    header = _HEADER.format(comment=catalogue.header_comment, language=catalogue.locale, plurals=catalogue.plural_forms)
    write_po(file, catalogue, width=120, omit_header=True, include_lineno=False)
    return header.encode() + file.getvalue()
