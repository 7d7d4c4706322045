"""Menagerie: creatures, mana and combat for 2 to 6 players.

Start reading at `turns` and `combat`, on top of `games.cardbattle`.
"""

from games.menagerie.game import Menagerie

MENAGERIE = Menagerie()
"""The game, as the entry point group `ionbot.games` names it."""
