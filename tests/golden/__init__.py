"""Golden playthroughs: a whole match of every registered game, written down line by line.

A change of a file here shows in plain text what a change of the code does to inputs, events, texts and legal moves.
After an intended change: `python -m tests.golden ion` (any games by name; none: all).
"""
