"""How fast the bot is: `python -m tests.bench [--json] [--quick] [NAME ...]`, or `make bench`.

No part of the tests: how fast depends on the machine. So wherever a figure is a time, the same run also measures a
yardstick on the same machine (another game's environment, a plain commit), and the ratio of the two is what compares.
"""
