"""Compiles the catalogues of what the bot says, for a wheel as for an editable installation."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface[Any]):
    """Puts beside each `locale/LANGUAGE.po` the `.mo` that is read at run time."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - of the interface
        """Compile all catalogues."""
        for room in ("games", "ionbot"):
            for path in (Path(self.root) / room).rglob("locale/*.po"):
                with path.open("rb") as source, path.with_suffix(".mo").open("wb") as target:
                    write_mo(target, read_po(source, path.stem))
