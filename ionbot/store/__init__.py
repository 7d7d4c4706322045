"""The store: what happened in every match, written before it is said and read by whoever asks."""

# So that `metadata` knows all tables, whoever asks.
from ionbot.store import lease_tables as lease_tables
from ionbot.store import score_tables as score_tables
from ionbot.store import wish_tables as wish_tables
