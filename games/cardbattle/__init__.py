"""What card battles with a stack of reactions have in common. Start reading at `cards`, then `state` and `running`.

A game on top of it brings its cards, its steps (`flow`) and its words.
"""
