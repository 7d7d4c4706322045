"""A million lines at the network layer: real ones, spoilt ones, noise, and a server that is consistent in between.

`python -m tests.fuzz` runs it. Everything follows from the seed, so a failure can be repeated.
"""
