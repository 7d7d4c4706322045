"""The languages in which the bot speaks: English, and each that a package which speaks has a catalogue of.

A catalogue is `locale/LANGUAGE.mo` in the package, made of the `.po` beside it when the package is installed. What no
catalogue of a language has is said in English.
"""

from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from sys import modules
from typing import cast

from games.kit.errors import Told
from games.kit.registry import all_games
from games.kit.text import Phrase, Translate, phrase

ENGLISH = "en"
_OWN = ("ionbot", "games.kit", "games.cardbattle")
"""The packages that speak besides those of the installed games."""
_ENDING = ".mo"


class UnknownLanguage(Told, LookupError):
    """There is no such language; the text names those there are."""


@cache
def languages() -> tuple[str, ...]:
    """Give the codes of the languages, English first."""
    found = {path.name.removesuffix(_ENDING) for path in _catalogues()}
    return ENGLISH, *sorted(found - {ENGLISH})


def find_language(code: str) -> str:
    """Give the code of a language as it is written, whatever its case. Raises UnknownLanguage."""
    known = {each.lower(): each for each in languages()}
    if code.lower() not in known:
        names = ", ".join(known.values())
        raise UnknownLanguage(phrase("there is no language {code}; there are: {names}", code=repr(code), names=names))
    return known[code.lower()]


@cache
def translation(language: str) -> Translate:
    """Give what translates into a language; into one that there is not, or not any more, it is English."""
    chain = NullTranslations()
    for path in _catalogues():
        if path.name == f"{language}{_ENDING}":
            with path.open("rb") as file:
                chain.add_fallback(GNUTranslations(file))

    def translate(text: Phrase) -> str:
        if not text.template:  # by which gettext gives what a catalogue says of itself
            return ""
        if text.plural is None:
            return chain.gettext(text.template)
        return chain.ngettext(text.template, text.plural, cast("int", text.args["n"]))

    return translate


def _catalogues() -> Iterator[Traversable]:
    of_games = (modules[type(game).__module__].__package__ for game in all_games().values())
    for package in dict.fromkeys((*_OWN, *of_games)):
        folder = files(package) / "locale" if package else None
        if folder and folder.is_dir():
            yield from (path for path in folder.iterdir() if path.name.endswith(_ENDING))
