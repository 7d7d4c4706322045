"""Fia [i]: a duel with decks, in turns or as a quick draw, by Team Fourwings. Start reading at `rules`."""

from games.fia.game import Fia

FIA = Fia()
"""The game, as the entry point group `ionbot.games` names it."""
