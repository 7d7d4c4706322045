"""`ionbot games`: what can be played, with what options, and whether a card file can be used."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ionbot.cli.guard import FOUND, Failure
from ionbot.cli.output import Format, FormatOption, show_json, show_lines, show_rows

if TYPE_CHECKING:
    from games.kit.options import Option
    from games.kit.protocol import AnyGame

app = typer.Typer(help="List the games that are installed, with their options; check files with cards of your own.")

IN_OPTIONS = ("name", "default", "unit", "bounds", "meaning")
"""What a table shows of an option; the keys of one that is a table itself stand below."""


@app.callback(invoke_without_command=True)
def games(context: typer.Context, form: FormatOption = Format.TABLE) -> None:
    """List the games that are installed, with their options; or check a file with cards of your own."""
    from games.kit.registry import all_games, broken_games

    if context.invoked_subcommand:
        return
    for name, why in broken_games().items():
        typer.echo(f"ionbot: {name} is installed, but {why}", err=True)
    described = [_described(game) for game in all_games().values()]
    if form is Format.JSON:
        show_json(described)
        return
    for game in described:
        seats = "{least} to {most} players".format(**game["seats"])
        levels = ", ".join(game["levels"])
        rows = [{name: option[name] for name in IN_OPTIONS} for option in game["options"]]
        show_rows(rows, form, f"{game['name']}: {game['title']}, {seats}, computer players {levels}")
        show_lines(_keys(game["name"], option) for option in game["options"] if option["parts"])


@app.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A card file.")],
    *,
    game: Annotated[
        str | None, typer.Option("--game", metavar="NAME", help="Whose cards they are; by default that is found out.")
    ] = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """Tell everything that is wrong with a card file: the card and its mistake. Exit code 1 if there is something."""
    from ionbot.config.cards import read

    try:
        text = read(file)
    except ValueError as error:
        raise Failure(str(error)) from error
    title, mistakes = min(_checked(text, file, game), key=lambda each: len(each[1]))
    if form is Format.JSON:
        show_json({"file": str(file), "game": title, "mistakes": mistakes})
    else:
        show_lines(mistakes or [f"{file} is in order: {title} can be played with it."])
    if mistakes:
        raise typer.Exit(FOUND)


def _checked(text: str, file: Path, name: str | None) -> list[tuple[str, list[str]]]:
    """Give what is wrong with a card file, for the game that is named, or for each that takes such files."""
    from games.kit.extension import Extensible
    from games.kit.registry import UnknownGame, all_games, find_game

    try:
        wanted = [find_game(name)] if name else [*all_games().values()]
    except UnknownGame as error:
        raise Failure(str(error)) from error
    found = [(game.title, [*game.card_mistakes(text, str(file))]) for game in wanted if isinstance(game, Extensible)]
    if not found:
        names = ", ".join(game.name for game in all_games().values() if isinstance(game, Extensible))
        raise Failure(
            f"no cards can be added to {name or 'any game here'}" + (f"; to these they can: {names}" if names else "")
        )
    return found


def _keys(game: str, option: dict[str, Any]) -> str:
    """Tell the keys of an option that is a table, with their defaults."""
    keys = ", ".join(f"{part['name']} = {part['default']!r}" for part in option["parts"])
    return f"[games.{game}.{option['name']}] has {keys}"


def _described(game: "AnyGame") -> dict[str, Any]:
    from games.kit.options import describe_options, read_options

    least, most = game.seats(read_options(game, {}))
    return {
        "name": game.name,
        "title": game.title,
        "rules_version": game.rules_version,
        "seats": {"least": least, "most": most},
        "levels": list(game.computers),
        "options": list(map(_option, describe_options(game))),
    }


def _option(option: "Option") -> dict[str, Any]:
    from msgspec import to_builtins

    from games.kit.text import plain

    bounds = plain(option.bounds) if option.bounds else ""
    described: dict[str, Any] = to_builtins(option)
    return described | {"bounds": bounds, "parts": list(map(_option, option.parts))}
