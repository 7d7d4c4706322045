"""Haven: a card duel of charm for 2 to 8 players. Start reading at `turns` and `den`, on top of `games.cardbattle`."""

from games.haven.game import Haven

HAVEN = Haven()
"""The game, as the entry point group `ionbot.games` names it."""
