"""ION: a fast strategy game for a channel, designed in 2007 by Alexis Damon. Start reading at `rules`."""

from games.ion.game import Ion

ION = Ion()
"""The game, as the entry point group `ionbot.games` names it."""
