"""Rules of games: pure functions of their inputs, without clocks, chance or the network."""
