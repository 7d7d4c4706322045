"""What every game stands on: the protocol, the match, fair chance, styled text, computer players, scenarios.

Read `protocol` first: it says what a game has to provide. `match` drives a game; everything else serves these two.
"""
