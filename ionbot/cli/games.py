"""`ionbot games`: what can be played, and with what options."""

from typing import Any

from ionbot.cli.output import Format, FormatOption, show_json, show_rows


def games(form: FormatOption = Format.TABLE) -> None:
    """List the games that are installed, with their options."""
    from games.kit.registry import all_games

    described = [_described(game) for game in all_games().values()]
    if form is Format.JSON:
        show_json(described)
        return
    for game in described:
        seats = "{least} to {most} players".format(**game["seats"])
        levels = ", ".join(game["levels"])
        show_rows(game["options"], form, f"{game['name']}: {game['title']}, {seats}, computer players {levels}")


def _described(game: Any) -> dict[str, Any]:
    from msgspec import to_builtins

    from games.kit.options import describe_options, read_options

    least, most = game.seats(read_options(game, {}))
    return {
        "name": game.name,
        "title": game.title,
        "rules_version": game.rules_version,
        "seats": {"least": least, "most": most},
        "levels": list(game.computers),
        "options": [to_builtins(option) for option in describe_options(game)],
    }
