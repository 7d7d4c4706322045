"""Card files that the options of games name: what is read stands in place of the name, as the kit wants it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from games.kit.extension import CARDS, Extensible
from games.kit.protocol import AnyGame
from ionbot.config.mistakes import Mistake


def with_cards(game: AnyGame, options: Mapping[str, Any]) -> tuple[dict[str, Any], list[Mistake]]:
    """Give a game's options with the text of the card file that they name, or all that is wrong with that file.

    Then they are without it. A relative name is one from the working directory.
    """
    name = options.get(CARDS)
    if not isinstance(game, Extensible) or not isinstance(name, str) or not name:
        return dict(options), []
    others = {option: value for option, value in options.items() if option != CARDS}
    key = f"{game.name}.{CARDS}"
    try:
        text = read(Path(name))
    except ValueError as error:
        return others, [Mistake(key, str(error), "right would be the name of a card file")]
    if mistakes := game.card_mistakes(text, name):
        return others, [Mistake(key, mistake, "") for mistake in mistakes]
    return others | {CARDS: text}, []


def read(file: Path) -> str:
    """Read a card file. Raises ValueError, which says why it cannot be read."""
    try:
        return file.read_text("utf-8-sig")  # some editors put a mark before the text
    except FileNotFoundError:
        raise ValueError(f"there is no file {file}") from None
    except OSError as error:
        raise ValueError(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ValueError(f"{file} is not UTF-8 at byte {error.start}") from error
